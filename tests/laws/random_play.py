"""Games played at random, for laws: of every variant, from what each player sees."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT, SETUP
from legation.board.graph import province_of
from legation.board.units import Unit
from legation.rules.choices import Choices
from legation.rules.menus import beside_menu, menu
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.sight.see import board
from legation.sight.viewer import power_viewer
from legation.table.game import Game

SEED = "0123456789abcdef0123456789abcdef"


def random_orders(game: Game, power: str, rng: random.Random) -> list[str]:
    """Legal orders for all that this power has to decide, drawn from what it sees."""
    position = board(game.book, game._state.truth, power_viewer(power))  # a View's, and quicker
    survey = Survey(game.book, position)
    if position.phase.kind == ADJUSTMENT:
        beside = list(_beside(survey, power, rng)) if rng.random() < 1 / 3 else []
        return beside or list(_adjustments(survey, power, rng))
    if position.phase.kind == SETUP:
        return list(_beside(survey, power, rng))
    lost = [d.unit for d in position.dislodged if d.unit.power == power]
    units = tuple(lost) if position.phase.kind == RETREAT else position.of(power)
    orders: list[str] = []
    for unit in units:
        help_it = _support(survey, unit, orders, rng) if rng.random() < 1 / 2 else ""
        orders.append(help_it or _unit_order(survey, unit, rng))
    return [*orders, *_beside(survey, power, rng)]


def _support(survey: Survey, unit: Unit, orders: Sequence[str], rng: random.Random) -> str:
    """A support of one of these orders, if this unit can give one: else hardly any would fit."""
    written = [survey.book.read(text, survey.position.phase.kind) for text in orders]
    wanted = {(o.unit.province, province_of(o.goal)) for o in written if o.unit is not None}
    found = sorted(
        survey.book.write(order)
        for choice in menu(survey, unit)
        if choice.verb == "support"
        for order in choice.orders()
        if order.target and (order.target.province, province_of(order.goal)) in wanted
    )
    return rng.choice(found) if found else ""


def _adjustments(survey: Survey, power: str, rng: random.Random) -> Iterator[str]:
    """As many builds or removals as are due, as far as there is room."""
    book, owed = survey.book, survey.book.due(survey, power)
    if owed < 0:
        for unit in rng.sample(survey.position.of(power), len(survey.position.of(power))):
            if owed < 0:
                owed += book.relief(survey, unit)
                yield f"Remove {unit}"
        return
    choices = book.build_choices(survey, power)
    rng.shuffle(choices)
    taken: set[str] = set()
    for name in choices:
        if name.province not in taken and book.cost(name) <= owed:
            taken.add(name.province)
            owed -= book.cost(name)
            yield f"Build {name}"


def _unit_order(survey: Survey, unit: Unit, rng: random.Random) -> str:
    """One legal order, each sort of order as likely as the others.

    Sorted first: the order of a menu is that of sets, another in every process.
    """
    verbs: dict[str, list[Choices]] = {}
    for choice in sorted(menu(survey, unit), key=str):
        verbs.setdefault(choice.verb + choice.verb * choice.via, []).append(choice)
    return one_of(survey, rng.choice(verbs[rng.choice(sorted(verbs))]), rng)


def one_of(survey: Survey, choices: Choices, rng: random.Random) -> str:
    """One of these orders, its numbers drawn from their ranges."""
    order = rng.choice(sorted(choices.orders(), key=str))
    drawn = {r.field: rng.randrange(r.minimum, r.maximum + 1, r.step) for r in choices.ranges}
    extra = tuple((name, drawn.get(name, value)) for name, value in order.extra)
    return survey.book.write(replace(order, extra=extra))


def _beside(survey: Survey, power: str, rng: random.Random) -> Iterator[str]:
    """A few of the orders that stand beside those of the units."""
    found = sorted(beside_menu(survey, power), key=str)
    for choices in rng.sample(found, min(len(found), rng.randrange(3))):
        yield one_of(survey, choices, rng)


# Clauses by which a sheet may not hold together orders that are each legal; in
# Warwick also those that ask what the court, or Henry, allows this power.
TOGETHER = frozenset(
    [
        *("LN-1D", "LN-1F-a", "LN-1F-c", "LO-DP-2", "LO-DP-4"),
        *(
            "CL-8b",
            "CL-11c-1",
            "CL-11c-3",
            "CL-12c",
            "CL-15",
            "PA-1a",
            "PA-1b",
            "PA-6a",
            "PA-9c",
            "PA-9d",
            "PA-11",
        ),
        *("WA-2b", "WA-3a-1", "WA-3c", "WA-3e-1", "WA-3e-2", "WA-3e-3", "WA-3e-4", "WA-3f"),
    ]
)


def hand_in(game: Game, power: str, orders: Sequence[str]) -> bool:
    """Submit orders from a menu: nothing is refused but what a sheet may not hold together.

    Are all of them taken?
    """
    errors = game.submit(power, list(orders))
    if type(game.book).check_sheet is Rulebook.check_sheet:
        assert errors == []
    for error in errors:
        assert error.error.clause in TOGETHER, f"{power}, {error.text}: {error.error}"
    return not errors


def play(game: Game, phases: int, rng: random.Random) -> Game:
    """Some phases of random play; a seventh of the powers forgets its orders."""
    for _ in range(phases):
        if game.over:
            break
        step(game, rng)
    return game


def step(game: Game, rng: random.Random) -> None:
    """One phase of random play."""
    for power in game.waiting:
        if rng.random() < 6 / 7:
            hand_in(game, power, random_orders(game, power, rng))
    for power in game.book.master_powers if game.phase.kind == MOVEMENT else ():
        if rng.random() < 6 / 7:
            view = game.view("gm")
            survey = Survey(game.book, view.position)
            units = view.position.of(power)
            game.submit(power, [_unit_order(survey, u, rng) for u in units], settled=True)
    game.advance()
