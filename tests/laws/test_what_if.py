"""Laws of what-if: with everything known it is the turn itself; with less it is the turn
of a game in which the unknown is not there.

What is not there is taken out of the truth by hand here, from what the rules
say of it; its dice are those of what-if. Units of one power in one open place
are told apart by private identities, which no View has, so their numbers are
left out of the comparison.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from random_play import SEED, random_orders

import legation.variants
from legation.board.ledger import Ledger
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.rules.dice import Dice
from legation.rules.turn import Turn, advance
from legation.sight.see import Desk, see
from legation.sight.view import View
from legation.sight.viewer import power_viewer
from legation.table import whatif
from legation.table.canonical import canonical
from legation.table.cases.file import load_cases
from legation.table.game import Game
from legation.table.ledgers import ledger_data
from legation.table.whatif import suppose
from legation.variants.london_nights.cast import THEATRE, spot
from legation.variants.london_nights.cast import Ledger as Night
from legation.variants.post_atomic.ledger import Ledger as Secrets
from legation.variants.warwick.cast import Ledger as Court

PHASES = 5
VARIANTS = ("standard", "locarno", "london_nights", "post_atomic", "warwick", "claudian")
GHOSTS = ("london_nights", "post_atomic")


def games(variant: str, seed: int) -> list[Game]:
    """A game at random, in each of its first phases with everybody's orders handed in."""
    rng, found = random.Random(f"{variant} {seed}"), []
    game = Game.new(variant, {}, SEED)
    for _ in range(PHASES):
        if game.over:
            break
        for power in game.waiting:
            game.submit(power, random_orders(game, power, rng))
        found.append(Game(game.record))
        game.advance()
    return found


def text_of(game: Game) -> str:
    """All sheets of a game on one, each under its power's name."""
    sheets = game.view("gm").sheets
    return "\n".join(line for p, sheet in sheets.items() for line in (f"{p}:", *sheet.orders))


def turn_of(game: Game, truth: Truth, view: View, text: str) -> Turn:
    """The turn of a truth with the orders that stand on a viewer's board, under what-if's dice."""
    orders, _ = whatif._orders(game.book, view.position, text)
    dice = Dice(whatif._seed(view, 0), str(truth.position.phase))
    return advance(game.book, truth, orders, dice)


def standing(position: Position) -> Counter[tuple[str, Unit]]:
    """Who stands where, and who has lost his place, without numbers and identities."""
    lost = [("lost", d.unit) for d in position.dislodged]
    units = [*(("stands", unit) for unit in position.units), *lost]
    return Counter((how, replace(unit, number=0, id=0)) for how, unit in units)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("variant", VARIANTS)
def test_with_everything_known_it_is_the_turn(variant: str, seed: int) -> None:
    for game in games(variant, seed):
        view, truth = game.view("gm"), game._state.truth
        _, (supposed,) = suppose(game.book, view, [text_of(game)])
        # who thinks that somebody may stand where nobody does, may order a support of him
        assert supposed.errors == () or variant in GHOSTS
        turn = turn_of(game, truth, view, text_of(game))
        after, there = supposed.after, turn.truth
        assert standing(after.position) == standing(there.position)
        assert (after.position.owners, after.position.phase) == (
            there.position.owners,
            there.position.phase,
        )
        assert (after.ending, after.winners) == (there.ending, there.winner)
        assert _told(after) == Counter((o.power, o.fate) for o in turn.outcomes)
        assert _numberless(after.ledger) == _numberless(there.ledger)


def _told(view: View) -> Counter[tuple[str, object]]:
    return Counter((o.power, o.fate) for o in view.told[-1].outcomes)


def _numberless(ledger: Ledger) -> str:
    return re.sub(r"/\d+", "", canonical(ledger_data(ledger)))


# With less


def _atomic(truth: Truth, power: str) -> Truth:
    """Only the ranges that a power placed or met, the centres that it found, the units it sees."""
    kept = Secrets.of(truth)
    met, doubles = kept.ranges_known.get(power, ()), kept.doubles_known.get(power, ())
    ranges = {
        text: (power,) * max(placers.count(power), 2 if text in doubles else 0, text in met)
        for text, placers in kept.ranges.items()
    }
    found = kept.centres_known.get(power, ())
    own = replace(
        Secrets(),
        centres_dealt=frozenset(found),
        centres_known={power: tuple(found)},
        ranges={text: placers for text, placers in ranges.items() if placers},
        ranges_known={power: tuple(met)},
        doubles_known={power: tuple(doubles)},
        stood={power: kept.stood.get(power, ())},
        looks_open=kept.looks_open,
        out=kept.out,
    )
    position = truth.position
    shown = {c for c, owner in position.owners.items() if c in found or owner == power}
    seen = [u for u in position.units if u.power == power or u.province not in kept.built_unseen]
    owners = {c: owner for c, owner in position.owners.items() if c in shown}
    return replace(truth, ledger=own, position=replace(position, units=tuple(seen), owners=owners))


def _night(truth: Truth, power: str) -> Truth:
    """No unseen unit, and no hidden centre."""
    kept, position = Night.of(truth), truth.position
    hidden = frozenset() if power == THEATRE else kept.unseen
    seen = [u for u in position.units if u.power != THEATRE or spot(u) not in hidden]
    told = kept.known_to_city if power == "City Boys" else frozenset[str]()
    unseen = kept.unseen - hidden
    own = replace(kept, hidden_centres=frozenset(), known_to_city=told, unseen=unseen)
    return replace(truth, ledger=own, position=replace(position, units=tuple(seen)))


def _warwick(truth: Truth, power: str) -> Truth:
    """No Henry, but for his holder."""
    kept = Court.of(truth)
    wishes = {p: other for p, other in kept.joint_wishes.items() if p == power}
    own = replace(kept, joint_wishes=wishes)
    if kept.henry_holder != power:
        own = replace(own, henry_holder="", henry_unit="")
    own = replace(own, henry_place="", henry_left_by="", henry_left_unit="")
    return replace(truth, ledger=own)


WITHOUT: Mapping[str, Callable[[Truth, str], Truth]] = {
    "london_nights": _night,
    "post_atomic": _atomic,
    "warwick": _warwick,
}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("variant", sorted(WITHOUT))
def test_with_less_the_unknown_is_not_there(variant: str, seed: int) -> None:
    differed = 0
    for game in games(variant, seed):
        truth = game._state.truth
        if truth.position.phase.kind != "movement" or truth.position.dislodged:
            continue
        for power in sorted(game.book.players):
            view = game.view(power)
            _, (supposed,) = suppose(game.book, view, [text_of(game)])
            less = WITHOUT[variant](truth, power)
            turn = turn_of(game, less, view, text_of(game))
            after = supposed.after.position
            assert standing(after) == standing(turn.truth.position), power
            assert after.owners == turn.truth.position.owners, power
            differed += less.ledger != truth.ledger
    assert differed


@pytest.mark.parametrize(("reader", "stands"), [("France", "Ruh"), ("Austria", "Kie")])
def test_a_range_blocks_for_who_knows_of_it(reader: str, stands: str) -> None:
    """PA-8c: France met the range between Kiel and the Ruhr; for Austria there is none."""
    cases = load_cases(Path(legation.variants.__file__).parent / "post_atomic/cases/ranges.yaml")
    case = next(each for each in cases if each.id == "PA-8c.1")
    desk = Desk("", 0, sheets={}, motions=(), disorder=(), seeds=(), over=False)
    view = see(case.book, case.truth, (), power_viewer(reader), desk)
    text = "France: A Ruh - Kie\nAustria: A Mun S A Ruh - Kie"
    _, (supposed,) = suppose(case.book, view, [text])
    assert [unit.place for unit in supposed.after.position.of("France")] == [stands]
