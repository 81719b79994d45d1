"""Who reads a game: nothing is asked of `reads` without one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from legation.server.games.models import MASTER, Entry, Game, Holding, Seat
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
    def inside(self) -> bool:
        """Does he belong to the game, so that a private one is open to him?"""
        return bool(self.power or self.past) or self.master or self.entered or self.maker

    @property
    def audiences(self) -> tuple[str, ...]:
        """Whose events are told to him."""
        own = self.power or (MASTER if self.master else "")
        return ("", own) if own else ("",)


SPECTATING = Reader()


def reader_of(game: Game, user: User | AnonymousUser | None) -> Reader:
    """What a user is to a game."""
    pk = user.pk if user is not None and user.is_authenticated else None
    if pk is None:
        return SPECTATING
    seats = Seat.objects.filter(game_id=game.pk, user_id=pk).values_list("power", flat=True)
    power = next(iter(seats), "")
    past = Holding.objects.filter(seat__game_id=game.pk, user_id=pk, serial_to__isnull=False)
    return Reader(
        user=pk,
        power=power,
        master=game.master_id == pk,
        entered=not power and Entry.objects.filter(game_id=game.pk, user_id=pk).exists(),
        maker=game.maker_id == pk,
        # The ones of the power that he holds again add nothing to what it knows.
        past=tuple(
            held for held in past.select_related("seat").order_by("pk") if held.seat.power != power
        ),
    )
