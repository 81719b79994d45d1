"""Who reads a game: nothing is asked of `reads` without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db.models import Exists, Subquery

from legation.server.games.models import MASTER, Entry, Game, Holding, Seat
from legation.server.site.statement import Statement
from legation.sight.viewer import GAME_MASTER, SPECTATOR, Viewer, power_viewer

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from legation.server.accounts.models import User


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody, as far as one game is concerned.

    `user` is his number, None for who is not signed in. `power` is the seat
    that he holds now; `past` are holdings that ended, each with a knowledge of
    its own. `entered`: he waits for the game to start.
    """

    user: int | None = None
    power: str = ""
    master: bool = False
    entered: bool = False
    maker: bool = False
    past: tuple[Holding, ...] = ()

    @property
    def viewer(self) -> Viewer:
        """As whom he looks at the board."""
        if self.power:
            return power_viewer(self.power)
        return GAME_MASTER if self.master else SPECTATOR

    @property
    def took_part(self) -> bool:
        """Does he play or master the game, or did he play in it?"""
        return bool(self.power or self.past) or self.master

    @property
    def inside(self) -> bool:
        """Does he belong to the game, so that a private one is open to him?"""
        return self.took_part or self.entered or self.maker

    @property
    def audiences(self) -> tuple[str, ...]:
        """Whose events are told to him."""
        own = self.power or (MASTER if self.master else "")
        return ("", own) if own else ("",)


SPECTATING = Reader()


def keeps(game: Game, reader: Reader) -> bool:
    """Does he look after a game until it begins?"""
    return reader.master or (reader.maker and game.master_id is None)


def reader_of(game: Game, user: User | AnonymousUser | None) -> Reader:
    """What a user is to a game."""
    if user is None or not user.is_authenticated:
        return SPECTATING
    entered: set[int] = set()
    powers: dict[int, str] = {}
    past: dict[int, list[Holding]] = {}
    for _, power, left, waits in _stands(game.pk, user.pk):
        if left:
            past = _held([game.pk], user)
        if power is not None:
            powers = {game.pk: power}
        elif waits:  # who sits in it does not wait for it
            entered = {game.pk}
    return _reader(game, user.pk, powers, past, entered)


def stands(game: int, user: int) -> tuple[Subquery, Exists, Exists]:
    """His seat in a game, whether he has left one, and whether he waits for one: to be asked."""
    return (
        Subquery(Seat.objects.filter(game=game, user=user).values("power")[:1]),
        Exists(Holding.objects.filter(seat__game=game, user=user, serial_to__isnull=False)),
        Exists(Entry.objects.filter(game=game, user=user)),
    )


_stands = Statement(
    lambda game, user: (
        get_user_model().objects.filter(pk=user).values_list("pk", *stands(game, user))
    ),
    *(int, int),
)
"""Each page asks it.

Of him, not of the game: so as much is looked for where there is no such game as in one not his.
"""


def readers_of(games: Sequence[Game], user: User) -> dict[int, Reader]:
    """What a user is to each of some games, by their numbers: asked for all at once."""
    pks = [game.pk for game in games]
    seats = Seat.objects.filter(game_id__in=pks, user_id=user.pk)
    powers = dict(seats.values_list("game_id", "power"))
    past = _held(pks, user)
    waiting = [pk for pk in pks if pk not in powers]  # who sits in it does not wait for it
    entries = Entry.objects.filter(game_id__in=waiting, user_id=user.pk)
    entered = set(entries.values_list("game_id", flat=True)) if waiting else set()
    return {game.pk: _reader(game, user.pk, powers, past, entered) for game in games}


def _held(games: Sequence[int], user: User) -> dict[int, list[Holding]]:
    """The holdings of a user that have ended, by the numbers of their games."""
    held = Holding.objects.filter(seat__game_id__in=games, user=user, serial_to__isnull=False)
    past: dict[int, list[Holding]] = {}
    for holding in held.select_related("seat").order_by("pk"):
        past.setdefault(holding.seat.game_id, []).append(holding)
    return past


def _reader(
    game: Game,
    user: int,
    powers: Mapping[int, str],
    past: Mapping[int, Sequence[Holding]],
    entered: Set[int],
) -> Reader:
    power = powers.get(game.pk, "")
    return Reader(
        user=user,
        power=power,
        master=game.master_id == user,
        entered=game.pk in entered,
        maker=game.maker_id == user,
        # The ones of the power that he holds again add nothing to what it knows.
        past=tuple(held for held in past.get(game.pk, ()) if held.seat.power != power),
    )
