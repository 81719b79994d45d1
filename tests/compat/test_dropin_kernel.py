"""A movement by the compiled kernel: what it comes to is what the readable resolver says."""

from __future__ import annotations

import copy
import random

import pytest
from against_package import choose

from legation.compat import diplomacy
from legation.compat.diplomacy import quick, turning
from legation.compat.diplomacy.fighting import Outcome, outcome_of
from legation.compat.diplomacy.orders import Said, hold
from legation.kernel.compiled import COMPILED

pytestmark = [
    pytest.mark.skipif(not COMPILED, reason="nothing is compiled"),
    pytest.mark.usefixtures("at_once"),
]


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No movement waits for the kernel."""
    monkeypatch.setattr(quick, "AFTER", 0)


def both(orders: list[Said], owners: bytes) -> Outcome:
    """What the kernel says of a movement, which is what the resolver says."""
    ours = quick.carried_out(orders, owners)
    readable = outcome_of(orders, list(map(str, owners)))
    assert ours is not None
    assert (ours.deeds, ours.fled) == (readable.deeds, readable.fled)
    told, wanted = ours.words(), readable.words()
    assert {u: list(map(str, w)) for u, w in told.items()} == {
        u: list(map(str, w)) for u, w in wanted.items()
    }
    return ours


def test_random_games_go_as_by_the_resolver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the units help what another really does, where they can."""
    asked = []

    def noted(orders: list[Said], owners: bytes) -> Outcome:
        asked.append(len(orders))
        return both(orders, owners)

    monkeypatch.setattr(turning, "carried_out", noted)
    for seed in range(3):
        dice, game = random.Random(seed), diplomacy.Game()
        while not game.is_game_done and int(game.get_current_phase()[1:5]) < 1909:
            listed, where = game.get_all_possible_orders(), game.get_orderable_locations()
            for power, orders in choose(listed, where, dice).items():
                game.set_orders(power, orders)
            game.process()
    assert len(asked) == 3 * 16


def laid_out(**units: str) -> diplomacy.Game:
    """A game with just these units, by power: ``A PAR, A MAR``."""
    game = diplomacy.Game()
    game.clear_units()
    for power, texts in units.items():
        game.set_units(power, texts.split(", "))
    return game


def test_a_convoy_to_a_neighbour_that_fails_is_walked_but_not_by_who_said_via(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The fleet that would carry is dislodged by two; HOL is next to BEL."""
    monkeypatch.setattr(turning, "carried_out", both)
    for order, stands, word in (
        ("A BEL - HOL", "A HOL", ""),
        ("A BEL - HOL VIA", "A BEL", "no convoy"),
    ):
        game = laid_out(ENGLAND="A BEL, F NTH", GERMANY="F HEL, F DEN")
        game.set_orders("ENGLAND", [order, "F NTH C A BEL - HOL"])
        game.set_orders("GERMANY", ["F HEL - NTH", "F DEN S F HEL - NTH"])
        past = game.process()
        assert game.powers["ENGLAND"].units == [stands]
        assert list(map(str, past.results["A BEL"])) == ([word] if word else [])
        assert "F NTH" in game.powers["ENGLAND"].retreats


def test_a_ring_a_bounce_and_a_cut_support(monkeypatch: pytest.MonkeyPatch) -> None:
    """HOL, BEL and RUH change places; BUR and MUN bounce out of each other; TYR cuts VEN."""
    monkeypatch.setattr(turning, "carried_out", both)
    game = laid_out(
        FRANCE="A BEL, A HOL, A RUH, A BUR", GERMANY="A MUN", ITALY="A VEN, A ROM", AUSTRIA="A TYR"
    )
    game.set_orders("FRANCE", ["A HOL - BEL", "A BEL - RUH", "A RUH - HOL", "A BUR - MUN"])
    game.set_orders("GERMANY", ["A MUN - BUR"])
    game.set_orders("ITALY", ["A VEN S A ROM", "A ROM H"])
    game.set_orders("AUSTRIA", ["A TYR - VEN"])
    results = {unit: list(map(str, told)) for unit, told in game.process().results.items()}
    assert results == {
        "A HOL": [],
        "A BEL": [],
        "A RUH": [],
        "A BUR": ["bounce"],
        "A MUN": ["bounce"],
        "A VEN": ["cut"],
        "A ROM": [],
        "A TYR": ["bounce"],
    }
    assert sorted(game.powers["FRANCE"].units) == ["A BEL", "A BUR", "A HOL", "A RUH"]


def test_what_the_kernel_does_not_do_goes_to_the_resolver() -> None:
    """Two units in one province, and a unit that helps itself: neither can be ordered."""
    twice = [hold("A PAR"), hold("A PAR")]
    assert quick.carried_out(twice, bytes(2)) is None
    game = laid_out(FRANCE="A PAR, A BUR")
    game.powers["FRANCE"].orders = {"A PAR": "S A PAR", "A BUR": "- MUN"}
    game.process()
    assert game.powers["FRANCE"].units == ["A PAR", "A MUN"]
    unknown = [hold("A PAR")._replace(number=-1)]
    assert quick.carried_out(unknown, bytes(1)) is None


def test_a_phase_by_the_kernel_is_copied_with_what_is_not_yet_made() -> None:
    game = diplomacy.Game()
    game.set_orders("FRANCE", ["A PAR - BUR"])
    again = copy.deepcopy(game.process())
    assert again.results["A PAR"] == []
    assert again.orders["FRANCE"] == ["A PAR - BUR"]
