"""The press of a finished game that everybody may read: written to all, or opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q, QuerySet

from legation.rules.rulebook import Rulebook
from legation.server.archive.opening import title_of
from legation.server.games.models import FINISHED, Game
from legation.server.games.readers import Reader
from legation.server.press.lines import listed
from legation.server.press.members import GREY, PUBLIC, members_of, said
from legation.server.press.models import Message
from legation.server.press.reading import scope_of

_FOR_ALL = {PUBLIC: "To all", GREY: "Unsigned, to all"}


@dataclass(frozen=True, slots=True)
class Letter:
    """A message as everybody may read it; `sender` is empty for an unsigned one.

    `title` names all of the conversation, `whom` those to whom this was written.
    """

    key: str
    title: str
    sender: str
    whom: str
    phase: str
    text: str
    made_at: datetime


def letters(game: Game, reader: Reader, key: str = "") -> list[Letter]:
    """Press to all, and of opened conversations, of one of these where `key` names it.

    What the reader has blocked is left out, as it was for him in the game.
    """
    scope = scope_of(game, reader)
    rows = _open(game).filter(scope.welcome).select_related("thread")
    if key:
        rows = rows.filter(thread__key=key)
    return [_letter(scope.book, row) for row in rows.order_by("made_at", "pk")]


def conversations(found: Sequence[Letter]) -> list[tuple[str, str, int]]:
    """Key, title and length of each conversation in which these letters are, longest first."""
    counts: dict[tuple[str, str], int] = {}
    for letter in found:
        counts[letter.key, letter.title] = counts.get((letter.key, letter.title), 0) + 1
    rows = [(key, title, count) for (key, title), count in counts.items()]
    return sorted(rows, key=lambda row: (row[0] not in _FOR_ALL, -row[2], row[1]))


def by_phase(found: Sequence[Letter], phases: Sequence[str]) -> list[list[Letter]]:
    """Letters by the phases in which they were written.

    What was written in a phase that a rollback took back stands with what was
    written before it.
    """
    places = {phase: number for number, phase in enumerate(phases)}
    parted: list[list[Letter]] = [[] for _ in phases]
    here = 0
    for letter in found:
        here = places.get(letter.phase, here)
        parted[here].append(letter)
    return parted


def _open(game: Game) -> QuerySet[Message]:
    if game.state != FINISHED or game.ended_at is None:
        return Message.objects.none()
    to_all = Q(thread__key__in=_FOR_ALL, made_at__lte=game.ended_at)
    opened = Q(number__lte=F("thread__opened__number"))
    return Message.objects.filter(to_all | opened, thread__game=game)


def _letter(book: Rulebook, row: Message) -> Letter:
    key = row.thread.key
    others = [said(member) for member in members_of(book, key) if member != row.sender]
    return Letter(
        key=key,
        title=_FOR_ALL.get(key) or title_of(book, key),
        sender="" if key == GREY else said(row.sender),
        whom=listed(others) or "all",
        phase=row.phase,
        text=row.text,
        made_at=row.made_at,
    )
