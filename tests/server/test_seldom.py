"""A sheet and what there seldom is beside it: one question finds each, of who asks alone."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from tables import reader, started

from legation.server.games import sheets
from legation.server.games.models import Game, Holding
from legation.server.games.models.later import STANDING, Later, Used
from legation.server.games.models.sheet import Sheet
from legation.server.games.models.trace import RECEIVED, Trace
from legation.server.games.readers import SPECTATING
from legation.server.games.reads import Handed, sheet_for
from legation.server.games.seldom import Beside, beside

pytestmark = pytest.mark.django_db
NOTHING = Beside(own=None, late=False, traces=False, waits=False, became=False)


@pytest.fixture
def game() -> Game:
    game = started("England", "France")
    game.serial = 3  # as if three phases had ended
    return game


def _england(game: Game) -> Holding:
    return Holding.objects.get(seat__game=game, seat__power="England", until=None)


def _late(game: Game, serial: int = 2) -> None:
    now = timezone.now()
    typed = {"late": "F Lon H", "late_at": now, "saved_at": now}
    Sheet.objects.create(game=game, serial=serial, power="England", **typed)


def _traced(game: Game, serial: int = 3) -> None:
    act = {"kind": RECEIVED, "actor": "Master", "made_at": timezone.now()}
    Trace.objects.create(game=game, serial=serial, power="England", **act)


def _waits(game: Game, serial: int = 1) -> None:
    text = {"use": STANDING, "kind": "movement", "typed": "F Lon H", "saved_at": timezone.now()}
    Later.objects.create(holding=_england(game), serial=serial, **text)


def _became(game: Game, serial: int = 3) -> None:
    used = {"use": STANDING, "phase": "Spring 1902", "made_at": timezone.now(), "typed": "F Lon H"}
    Used.objects.create(holding=_england(game), serial=serial, **used)


@pytest.mark.parametrize(
    ("make", "kind"),
    [(_late, "late"), (_traced, "traces"), (_waits, "waits"), (_became, "became")],
)
def test_each_kind_is_found_by_its_own_player(
    game: Game, make: Callable[[Game], None], kind: str
) -> None:
    assert beside(game, reader(game, "England")) == NOTHING
    make(game)
    assert beside(game, reader(game, "England")) == NOTHING._replace(**dict[str, Any]({kind: True}))
    assert beside(game, reader(game, "France")) == NOTHING


@pytest.mark.parametrize("make", [_late, _traced, _waits, _became])
def test_what_is_in_another_game_of_his_is_not_here(
    game: Game, make: Callable[[Game], None]
) -> None:
    make(started("England", "France"))
    assert beside(game, reader(game, "England")) == NOTHING


def test_what_is_of_a_phase_before_is_not_asked_for(game: Game) -> None:
    """But what came too late is: it is shown until a phase is over that he wrote for."""
    _traced(game, serial=2)
    _became(game, serial=2)
    assert beside(game, reader(game, "England")) == NOTHING
    _late(game, serial=0)
    assert beside(game, reader(game, "England")) == NOTHING._replace(late=True)


def test_what_was_put_away_or_was_of_who_had_the_seat_is_not_there(game: Game) -> None:
    _late(game)
    Sheet.objects.update(late_at=None)
    _waits(game)
    _became(game)
    Holding.objects.filter(pk=_england(game).pk).update(until=timezone.now())
    assert beside(game, reader(game, "England")) == NOTHING


def test_who_has_no_seat_asks_for_each_by_itself(game: Game) -> None:
    assert beside(game, SPECTATING) == Beside(
        own=None, late=True, traces=True, waits=True, became=True
    )


def test_his_own_sheet_of_the_open_phase_comes_with_it() -> None:
    game, other = started("England", "France"), started("England", "France")
    sheets.submit(game=game, power="England", typed="F Lon H\nA Lpl nonsense")
    sheets.submit(game=other, power="France", typed="A Par H")
    england = reader(game, "England")
    own = beside(game, england).own
    assert isinstance(own, Handed)
    assert (own.typed, own.orders) == ("F Lon H\nA Lpl nonsense", ("F Lon H",))
    assert own == sheet_for(game, england)
    assert beside(game, reader(game, "France")).own is None, "hers is in the other game"
    assert beside(other, reader(other, "England")).own is None
    game.serial += 1  # as if the phase had ended
    assert beside(game, england).own is None
