"""Turns that were due of somebody and turns that he handed in: counted as phases close.

The counts stand with who held the seat. They are read of games that are over,
and of nothing else: of a game that goes on they would tell who is late, and in
an anonymous one who plays. He himself takes them along with all that is kept of
him (`games.leaving`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import F

from legation.server.accounts.models import User
from legation.server.games.asked import asked
from legation.server.games.models import BY_LINK, FINISHED, Game, Holding, Seat
from legation.table.game import Game as Table


@dataclass(frozen=True, slots=True)
class Turns:
    """Powers of which a turn was due as a phase closed, and those that handed one in."""

    due: frozenset[str]
    given: frozenset[str]


def turns(
    table: Table, seats: Sequence[Seat], there: Collection[str], *, hurried: bool = False
) -> Turns:
    """Whose turn the open phase is; who is `hurried` by the game master owes nothing.

    A player for whom a bot stands in is asked all the same.
    """
    wanted = asked(table, [seat.power for seat in seats if seat.user_id]).waited_for
    given = wanted.intersection(there)
    return Turns(given if hurried else wanted, given)


def count(row: Game, counted: Turns) -> None:
    """Adds the turns of a phase that closes to those of who holds the seats."""
    held = Holding.objects.filter(seat__game=row, until=None)
    held.filter(seat__power__in=counted.due).update(due=F("due") + 1)
    held.filter(seat__power__in=counted.given).update(given=F("given") + 1)


@dataclass(frozen=True, slots=True)
class Played:
    """A power that somebody played in a game that is over; `left`: not to its end."""

    game: Game
    power: str
    left: bool
    due: int
    given: int

    @property
    def won(self) -> bool:
        """Did it win, alone or with others?"""
        return not self.left and self.power in self.game.winners


def record_of(user: User) -> list[Played]:
    """What somebody played, the newest end first.

    Games that are found by a link alone are left out, and seats that he left in
    an anonymous game, of which nobody is told who had them.
    """
    held = Holding.objects.filter(user=user, seat__game__state=FINISHED)
    held = held.exclude(seat__game__access=BY_LINK).exclude(
        seat__game__anonymous=True, until__isnull=False
    )
    seats: dict[int, list[Holding]] = defaultdict(list)
    for each in held.select_related("seat__game").order_by("-seat__game__ended_at", "-pk"):
        seats[each.seat_id].append(each)
    return [
        Played(
            game=each[0].seat.game,
            power=each[0].seat.power,
            left=all(one.until is not None for one in each),
            due=sum(one.due for one in each),
            given=sum(one.given for one in each),
        )
        for each in seats.values()
    ]
