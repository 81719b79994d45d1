"""Notes on phases: each is its writer's alone until the game is over and he publishes it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils.crypto import salted_hmac

from legation.errors import InputError, StateError
from legation.server.accounts.models import User
from legation.server.archive.models import LONGEST, Note
from legation.server.games import reads
from legation.server.games.models import FINISHED, MASTER, Game, Holding, Seat
from legation.server.games.readers import SPECTATING, Reader
from legation.server.press.models import Block
from legation.server.site.nulls import plain
from legation.sight.view import View


@dataclass(frozen=True, slots=True)
class Remark:
    """A note that is published: whose it is, as everybody may know, and its text.

    `code` names it in an address, and tells nothing of notes that are not published.
    """

    by: str
    text: str
    code: str = ""
    power: str = ""
    own: bool = False


def left_open(view: View) -> str:
    """The phase that was open when a game ended, by a vote or its game master; empty for none."""
    cut = view.over and bool(view.told) and view.told[-1].number == view.number
    return str(view.phase) if cut else ""


def own(game: Game, reader: Reader) -> dict[int, Note]:
    """A reader's notes, by the number of their phase."""
    rows = Note.objects.filter(game=game, user_id=reader.user or 0)
    return {row.number: row for row in rows.order_by("number")}


def write(*, game: Game, user: User, number: int, text: str, publish: bool) -> None:
    """Keeps a note in the place of the one before; one without text is none.

    `publish`: everybody is to read it; else nobody but its writer.

    Raises:
        InputError: where it is too long.
        StateError: where it is to be published and the game is not over.
    """
    text = plain(text).strip()
    if len(text) > LONGEST:
        raise InputError(f"a note has at most {LONGEST} letters; this one has {len(text)}.")
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        if publish and row.state != FINISHED:
            raise StateError("notes are published when the game is over.")
        if not text:
            Note.objects.filter(game=row, user=user, number=number).delete()
            return
        Note.objects.update_or_create(
            game=row, user=user, number=number, defaults={"text": text, "published": publish}
        )


def publish_all(*, game: Game, user: User) -> int:
    """Publishes all notes of somebody; how many that are.

    Raises:
        StateError: where the game is not over.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        if row.state != FINISHED:
            raise StateError("notes are published when the game is over.")
        return Note.objects.filter(game=row, user=user).update(published=True)


def by_phase(game: Game, reader: Reader, last: int) -> list[list[Remark]]:
    """The remarks on each phase; the last of these lists is about the whole game.

    Before these stand those on a phase that was open when it ended, which say so.

    Of a game that goes on there are none. What the reader has blocked is left
    out, as it was for him in the game.
    """
    parted: list[list[Remark]] = [[] for _ in range(last + 1)]
    if game.state != FINISHED:
        return parted
    rows = Note.objects.filter(game=game, published=True).select_related("user")
    blocked = Block.objects.filter(game=game, user_id=reader.user or 0, author__isnull=False)
    rows = rows.exclude(user__in=blocked.values("author"))
    names, cut = _names(game), left_open(reads.view_for(game, SPECTATING))
    for row in rows.order_by("number", "pk"):
        on = f", on {cut}" if cut and row.number == last else ""
        name, power = names.get(row.user_id, ("", ""))
        own = row.user_id == reader.user
        remark = Remark(f"{name}{on}", row.text, _code(row), power, own)
        parted[min(row.number, last)].append(remark)
    return parted


def find(game: Game, reader: Reader, code: str) -> Remark | None:
    """A remark of somebody else that he may read, by its code."""
    parted = by_phase(game, reader, reads.view_for(game, SPECTATING).number)
    return next((r for phase in parted for r in phase if r.code == code and not r.own), None)


def _code(note: Note) -> str:
    return salted_hmac("legation.server.archive.remarks", str(note.pk)).hexdigest()[:16]


def _names(game: Game) -> dict[int, tuple[str, str]]:
    """User → as whom he remarks, and his power; who left an anonymous game only as its power."""
    names: dict[int, tuple[str, str]] = {}
    held_ones = Holding.objects.filter(seat__game=game).exclude(user=None)
    for held in held_ones.select_related("seat", "user"):
        assert held.user is not None
        former = f"{held.seat.power}, before"
        name = former if game.anonymous else f"{held.user.name}, {former}"
        names[held.user.pk] = name, held.seat.power
    for seat in Seat.objects.filter(game=game).exclude(user=None).select_related("user"):
        assert seat.user is not None
        names[seat.user.pk] = f"{seat.user.name}, {seat.power}", seat.power
    if game.master is not None:
        names[game.master.pk] = f"{game.master.name}, game master", MASTER
    return names
