"""Playing at random, for the tests of the table: legal orders drawn from the menus."""

from __future__ import annotations

import random

from legation.board.calendar import ADJUSTMENT, RETREAT
from legation.board.notation import parse_order
from legation.board.orders import Order
from legation.board.units import Unit
from legation.rules.legality import menu
from legation.rules.survey import Survey
from legation.table.game import Game

SEED = "0123456789abcdef0123456789abcdef"


def random_orders(game: Game, power: str, rng: random.Random) -> list[Order]:
    """Legal orders for all that this power has to decide, drawn from what it sees."""
    position = game.view(power).position
    survey = Survey(game.book, position)
    if position.phase.kind == ADJUSTMENT:
        owed, units = game.book.due(survey, power), position.of(power)
        if owed < 0:
            return [menu_order(survey, unit, rng) for unit in rng.sample(units, -owed)]
        choices = game.book.build_choices(survey, power)
        rng.shuffle(choices)
        found = {name.province: name for name in choices}
        return [Order("build", name) for name in list(found.values())[:owed]]
    lost = [d.unit for d in position.dislodged if d.unit.power == power]
    units = tuple(lost) if position.phase.kind == RETREAT else position.of(power)
    return [menu_order(survey, unit, rng) for unit in units]


def menu_order(survey: Survey, unit: Unit, rng: random.Random) -> Order:
    """One legal order, each sort of order as likely as the others.

    Sorted first: the order of a menu is that of sets, another in every process.
    """
    choices = [sorted(map(str, choice.orders())) for choice in menu(survey, unit)]
    text = rng.choice(rng.choice(sorted(choices)))
    phase = survey.position.phase.kind
    return parse_order(text, survey.book.names, survey.book.order_types, phase)


def play(game: Game, phases: int, rng: random.Random) -> Game:
    """Some phases of random play; a seventh of the powers forgets its orders."""
    for _ in range(phases):
        if game.over:
            break
        for power in game.waiting:
            if rng.random() < 6 / 7:
                assert game.submit(power, random_orders(game, power, rng)) == []
        game.advance()
    return game
