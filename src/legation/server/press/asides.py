"""What somebody keeps to himself of a power or a thread: a note, and that it is muted.

Nobody else is shown it, or can tell. It is of the person: who takes over his
seat has none of it, and he keeps it when he leaves. What is muted sends him no
letters and marks nothing on his home page; in the press of the game it stands
as ever.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from django.db import transaction

from legation.errors import InputError
from legation.server.accounts.models import User
from legation.server.games.models import Game
from legation.server.press import inbox
from legation.server.press.inbox import Circle
from legation.server.press.members import GREY, key_of, said, title_of
from legation.server.press.models import Aside
from legation.server.press.reading import Scope
from legation.server.site.nulls import plain

LONGEST_NOTE = 4_000
"""Letters of a note."""
_MOST = 200


def about(scope: Scope, key: str) -> str:
    """Of what the note in a thread is: the member with whom he is alone there, else the thread."""
    others = [each for each in inbox.members(scope, key) if each != scope.member]
    return others[0] if len(others) == 1 else key


def said_of(scope: Scope, key: str) -> str:
    """How a page calls that."""
    of = about(scope, key)
    return "this thread" if of == key else said(of)


def of_games(games: Iterable[int], user: int | None) -> dict[int, dict[str, Aside]]:
    """What a user keeps to himself of some games, by game and by what it is about."""
    found: dict[int, dict[str, Aside]] = {}
    for row in Aside.objects.filter(game_id__in=list(games), user_id=user or 0):
        found.setdefault(row.game_id, {})[row.about] = row
    return found


def of(scope: Scope, key: str) -> Aside:
    """What he keeps to himself in a thread; an empty row where it is nothing."""
    kept = of_games([scope.game.pk], scope.reader.user).get(scope.game.pk, {})
    return kept.get(about(scope, key)) or Aside(about=about(scope, key))


def muted_by(game: Game, key: str, sender: str) -> set[int]:
    """The users who want no letters of what a member writes in a thread.

    Of an unsigned word nobody knows whose it is: the thread alone counts.
    """
    of = {key} if key == GREY else {key, sender}
    rows = Aside.objects.filter(game=game, muted=True, about__in=of)
    return set(rows.values_list("user_id", flat=True))


def listed(scope: Scope) -> list[Circle]:
    """The threads that he may read, and one with each to whom he may write, with what he noted."""
    circles = inbox.circles(scope)
    there = {circle.key for circle in circles}
    for member in inbox.others(scope):
        key = key_of(scope.book, (scope.member, member))
        if key not in there:
            circles.append(Circle(key, title_of(scope.book, key, scope.member), None, 0, False))
    kept = of_games([scope.game.pk], scope.reader.user).get(scope.game.pk, {})
    if not kept:
        return circles
    found = [(circle, kept.get(about(scope, circle.key))) for circle in circles]
    return [
        replace(circle, note=aside.note, muted=aside.muted) if aside else circle
        for circle, aside in found
    ]


def write(
    *, game: Game, user: User, about: str, note: str | None = None, muted: bool | None = None
) -> None:
    """Keeps a note, or mutes; what is not given stays as it is. An empty note is none.

    Raises:
        InputError: for a note that is too long, or very many of them.
    """
    if note is not None:
        note = plain(note).strip()
        if len(note) > LONGEST_NOTE:
            raise InputError(f"a note has at most {LONGEST_NOTE} letters; this has {len(note)}.")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        own = Aside.objects.filter(game=game, user=user)
        row = own.filter(about=about).first()
        if row is None and own.count() >= _MOST:
            raise InputError("you have very many notes in this game; empty some.")
        row = row or Aside(game=game, user=user, about=about)
        row.note = row.note if note is None else note
        row.muted = row.muted if muted is None else muted
        if row.note or row.muted:
            row.save()
        elif row.pk:
            row.delete()
