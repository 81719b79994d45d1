"""Pairs in fog: games that differ in what became of one order out of somebody's sight.

``examples/fog`` is declared to be a game in which a power sees its own units and the
provinces beside them, and nothing else (FOG-1). Two games go alike until, in
one movement, a unit is ordered otherwise. Whoever sees the same board before
and after, and the same orders of units that he sees at both ends, was shown the
same; here that is worked out anew, from the borders of the map.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from night_twins import truth_of
from random_play import random_orders
from twins import Pair, twin

from legation.board.calendar import MOVEMENT
from legation.board.position import Position
from legation.board.units import Unit
from legation.table.game import Game

FOG = str(Path(__file__).parents[2] / "examples" / "fog")


@dataclass(frozen=True)
class Ended:
    """A movement of a game: the boards before and after it, and the orders given."""

    before: Position
    after: Position
    orders: dict[str, tuple[str, ...]]


def _sees(game: Game, board: Position, power: str) -> set[str]:
    """The provinces that a power sees: where it is, and what touches that (FOG-1)."""
    units = [*board.units, *(lost.unit for lost in board.dislodged)]
    own = {unit.province for unit in units if unit.power == power}
    near = {place for here in own for place in game.book.graph.touching[here]}
    return own | near


def shown(game: Game, ended: Ended, power: str) -> object:
    """All that a power is shown of a movement (FOG-1, FOG-2)."""
    before, after = (_sees(game, board, power) for board in (ended.before, ended.after))

    def board(position: Position, seen: set[str]) -> object:
        units = [(u.power, u.kind, u.place) for u in position.units if u.province in seen]
        lost = [
            (d.unit.power, d.unit.place, d.retreats if d.unit.power == power else ())
            for d in position.dislodged
            if d.unit.province in seen
        ]
        return units, lost, sorted(position.contested & seen)

    stands = {unit.id: unit.province for unit in ended.after.units}
    stands |= {lost.unit.id: lost.unit.province for lost in ended.after.dislodged}
    told = []
    for unit in ended.before.units:
        own = unit.power == power
        end = stands.get(unit.id, unit.province)
        if own or (unit.province in before and end in after):
            texts = [t for t in ended.orders[unit.power] if _is_for(game, t, unit)]
            told.append((unit.power, str(unit), texts, end))
    return (
        board(ended.before, before),
        board(ended.after, after),
        told,
        sorted(ended.after.owners.items()),
        ended.after.phase,
    )


def _is_for(game: Game, text: str, unit: Unit) -> bool:
    order = game.book.read(text, MOVEMENT)
    return order.unit is not None and order.unit.province == unit.province


def pairs(seed: int) -> Iterator[Pair]:
    """Some movements of a game in fog, each carried out twice, with one order changed."""
    dice = random.Random(f"fog {seed}")
    game = Game.new(FOG, seed=f"{dice.getrandbits(128):032x}")
    for _ in range(12):
        sheets = {power: random_orders(game, power, dice) for power in game.waiting}
        for power, orders in sheets.items():
            game.submit(power, orders)
        if game.phase.kind == MOVEMENT:
            yield from _parted(game, dice)
        game.advance()
        if game.over:
            return


def _parted(game: Game, dice: random.Random) -> Iterator[Pair]:
    """The same movement with another order for one unit of one power."""
    before = truth_of(game).position
    for power in dice.sample(sorted({unit.power for unit in before.units}), 2):
        one, two = twin(game), twin(game)
        drawn = random_orders(game, power, dice)
        held = {unit.province for unit in before.of(power)}
        other = dice.choice(sorted(held))
        kept = [t for t in _texts(one, power) if not _starts(game, t, other)]
        two.submit(power, [*kept, *(t for t in drawn if _starts(game, t, other))])
        ends = []
        for each in (one, two):
            orders = {p: _texts(each, p) for p in sorted(each.book.players)}
            each.advance()
            ends.append(Ended(before, truth_of(each).position, orders))
        if ends[0].after.phase != ends[1].after.phase:
            continue
        alike = [
            reader
            for reader in sorted(game.book.players)
            if reader != power and shown(one, ends[0], reader) == shown(two, ends[1], reader)
        ]
        if not alike:
            continue
        note = f"{power}, the unit in {other}"
        yield Pair("an order out of sight", one, two, tuple(alike), note=note)


def _texts(game: Game, power: str) -> tuple[str, ...]:
    sheet = game.record.phases[-1].sheets.get(power)
    return sheet.orders if sheet is not None else ()


def _starts(game: Game, text: str, place: str) -> bool:
    order = game.book.read(text, MOVEMENT)
    return order.unit is not None and order.unit.province == place
