"""Writing the next edition, and signing it: from then on it stays as it is.

The row of the game is locked while one is stored or signed, so that of two
windows, or two masters, the second hears of the first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Max

from legation.errors import InputError, StateError
from legation.server.accounts.models import User
from legation.server.edition import addresses, letters
from legation.server.edition.models import EDITORIAL, HEADING, Draft, Edition, Stood
from legation.server.edition.printed import Sheetful, compose
from legation.server.games.models import Game
from legation.server.post.outbox import post
from legation.server.site import moment


@dataclass(frozen=True, slots=True)
class Written:
    """What the game master has sent: of which number, and upon which save of the draft."""

    heading: str
    editorial: str
    number: int
    saves: int


def next_number(game: Game) -> int:
    """The number that the next edition gets; the first is 1."""
    last = Edition.objects.filter(game=game).aggregate(Max("number"))["number__max"]
    return int(last or 0) + 1


def draft_of(game: Game) -> Draft:
    """What is written of the next edition; an empty one where nothing is."""
    there = Draft.objects.select_related("corrects").filter(game=game).first()
    return there or Draft(game=game)


def drafted(game: Game, draft: Draft) -> tuple[Sheetful, list[Stood]]:
    """The draft as it would be signed now, and the addresses that would stand in it.

    Raises:
        StateError: where what it corrects was rolled back.
    """
    number = next_number(game)
    made = compose(game, number, draft.heading, draft.editorial, draft.corrects, moment.now())
    return made, addresses.standing(game)


def save(*, game: Game, written: Written) -> Draft:
    """Stores the draft.

    Raises:
        InputError: for a text that is too long.
        StateError: where another window has stored or signed it since.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        return _save(row, written)


def _save(row: Game, written: Written) -> Draft:
    _check(written)
    signed = Edition.objects.filter(game=row, number=written.number).first()
    if signed is not None:
        by, at = signed.printed["signed"], signed.signed_at
        raise StateError(
            f"edition {signed.number} was signed already, by {by} at {at:%H:%M} UTC, and stays as"
            " it is. What you wrote is still here: it can be the next one."
        )
    draft = draft_of(row)
    now = (written.heading.strip(), written.editorial.strip())
    if draft.saves != written.saves and (draft.heading, draft.editorial) != now:
        raise StateError(
            "this draft was changed in another window since you opened it here. What you wrote is"
            " still here; sent once more it replaces the other."
        )
    draft.heading, draft.editorial = now
    draft.saves += 1
    draft.save()
    return draft


def check(*, game: Game, written: Written) -> None:
    """Says what is wrong with signing it, before anybody is asked; it is stored if nothing is.

    Raises:
        InputError: without a heading, or for a text that is too long.
        StateError: where it was signed already, or changed in another window.
    """
    _headed(written)
    save(game=game, written=written)


def _headed(written: Written) -> None:
    if not written.heading.strip():
        raise InputError("give the edition a heading.")


def _check(written: Written) -> None:
    for name, text, most in (
        ("heading", written.heading, HEADING),
        ("editorial", written.editorial, EDITORIAL),
    ):
        if len(text) > most:
            raise InputError(f"the {name} has {len(text)} letters; {most} are the most.")


def sign(*, game: Game, written: Written, user: User) -> Edition:
    """Signs what was written: it gets its number, is in the log, and goes out by letter.

    Raises:
        InputError: without a heading, or for a text that is too long.
        StateError: where it was signed already, or changed in another window.
    """
    _headed(written)
    now = moment.now()
    with transaction.atomic():
        row = Game.objects.select_for_update(of=("self",)).select_related("master").get(pk=game.pk)
        draft = _save(row, written)
        made, stood = drafted(row, draft)
        edition = Edition.objects.create(
            game=row,
            number=written.number,
            signed_at=now,
            signer=user,
            first=made.first,
            phase=made.phase,
            since=made.since,
            until=made.until,
            corrects=draft.corrects,
            printed=replace(made.printed, signed=user.name).data(),
            picture=made.picture,
            addresses=len(stood),
        )
        for address in stood:
            address.edition = edition
            address.save()
        draft.delete()
        post(letters.of_edition(row, edition, now))
        of = f", a correction of edition {edition.corrects.number}" if edition.corrects else ""
        addresses.log(row, user.name, f"Edition {edition.number} is signed{of}.")
    return edition


def discard(*, game: Game) -> None:
    """Throws the draft away."""
    Draft.objects.filter(game=game).delete()


def correct(*, game: Game, number: int) -> Draft:
    """Begins a correction with what stands in an edition, in place of the draft.

    Raises:
        StateError: where there is none, or a draft that would be lost.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        wrong = Edition.objects.filter(game=row, number=number).first()
        if wrong is None:
            raise StateError(f"there is no edition {number}.")
        draft = draft_of(row)
        if draft.heading or draft.editorial:
            raise StateError("you have begun another edition: sign it or discard it first.")
        draft.heading, draft.editorial = wrong.printed["heading"], wrong.printed["editorial"]
        draft.corrects = wrong.corrects or wrong
        draft.saves += 1
        draft.save()
    return draft
