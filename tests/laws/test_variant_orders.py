"""In every variant, on the board that a player knows: what is listed is legal, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from random_play import SEED, step

from legation.board.calendar import MOVEMENT
from legation.board.graph import province_of
from legation.board.orders import UNIT_SLOT, Further, Order, Value
from legation.board.units import Unit, UnitName
from legation.errors import OrderError
from legation.rules import tabled
from legation.rules.legality import asked, judge
from legation.rules.menus import beside_menu, legal_orders, menu
from legation.rules.naming import own_name
from legation.rules.survey import Survey
from legation.table.game import Game
from legation.variants.find import folders
from shelf import later

SCENES = 3
LONG = "locarno"
"""Has so many orders that to list them all is for the evening."""
OWN = sorted({*folders()} - {"standard", LONG})


def scenes(variant: str) -> Iterator[tuple[Survey, str]]:
    """Boards of a random game as some power knows them."""
    rng = random.Random(variant)
    game = Game.new(variant, {}, SEED)
    for _ in range(SCENES):
        for _ in range(rng.randrange(1, 6)):
            step(game, rng)
        while game.phase.kind != MOVEMENT:
            step(game, rng)
        for power in rng.sample(list(game.waiting), 2):
            yield Survey(game.book, game.view(power).position), power


def names(survey: Survey) -> list[UnitName]:
    """Units as they might be named: those on the board, and one wherever none is known."""
    graph = survey.graph
    empty = (UnitName(code) for code in graph.provinces if code not in survey.at)
    return [*survey.names, *empty]


def every_order(survey: Survey, unit: Unit, name: UnitName | None, verb: str) -> Iterator[Order]:
    """Every order of a type that could be written for a unit, legal or not."""
    kind = survey.book.order_types[verb]
    near = sorted({*survey.graph.touching[unit.province], unit.province})
    far = sorted(survey.graph.places)
    fields = {field.name: field for field in kind.fields}
    extras: list[Further] = [()]
    for field in kind.fields:
        if field.name in ("unit", "target", "goal", "via") or field.optional:
            continue
        values: list[Value] = [*near, far[0]]
        if field.kind == "number":
            values = [field.minimum]
        elif field.kind == "power":
            values = [*sorted(survey.book.nations)]
        elif field.kind == "choice":
            values = list(field.choices)
        extras = [(*extra, (field.name, value)) for extra in extras for value in values]
    targets: list[UnitName | None] = [None]
    if "target" in fields:
        targets = [*([None] if fields["target"].optional else []), *names(survey)]
    for extra in extras:
        for target in targets:
            if "goal" not in fields:
                yield Order(verb, name, target, "", False, extra)
                continue
            none = [""] if fields["goal"].optional else []
            goals = near if target else [] if "target" in fields else far
            for goal in [*none, *goals]:
                yield Order(verb, name, target, goal, False, extra)


def is_hopeless(survey: Survey, cut: Order) -> bool:
    """Can a guess at sea not be right: may nobody there be ordered to support that unit?"""
    assert cut.unit is not None
    sea = province_of(cut.goal) or cut.unit.province
    for giver in survey.at.get(sea, ()):
        for goal in ["", *survey.graph.touching[sea]]:
            order = Order("support", own_name(giver), cut.target, goal)
            try:
                judge(survey, str(cut.field("power")), order)
            except OrderError:
                continue
            return False
    return True


@pytest.mark.parametrize("variant", [*OWN, *later(LONG)])
def test_listed_and_legal_are_the_same(variant: str) -> None:
    met = 0
    for survey, power in scenes(variant):
        book = survey.book
        own = survey.position.of(power)
        listed = {o for unit in own for c in menu(survey, unit) for o in c.orders()}
        assert {o for unit in own for o in legal_orders(survey, unit)} == listed
        listed |= {o for choices in beside_menu(survey, power) for o in choices.orders()}
        listed = {order for order in listed if not order.via}
        legal = set()
        for verb, kind in book.order_types.items():
            if kind.phase != MOVEMENT or verb == "convoy":
                continue
            named: list[tuple[Unit, UnitName | None]] = [(unit, own_name(unit)) for unit in own]
            if not any("{unit}" in form for form in kind.forms):
                named = [(own[0], None)]
            if not kind.orders_own:
                units = survey.position.units
                named = list(zip(units, survey.names, strict=False))
            for unit, name in named:
                for order in every_order(survey, unit, name, verb):
                    found = asked(survey, power, order)  # the criteria alone, not the tables
                    if isinstance(found, Order):
                        legal.add(found)
                    [(_, looked_up, _)] = tabled.listed(survey, power, [order])
                    assert looked_up < 0 or found == order
        listed = {order for order in listed if order.verb != "convoy"}
        if book.full:
            parts = {order for order in listed if order.extra}
            assert parts
            for order in parts:  # the least of each range; the whole unit is compared below
                judge(survey, power, order)
            listed -= parts
            # A move to one's own place is a way to say that men stand.
            legal = {o for o in legal if not o.unit or province_of(o.goal) != o.unit.province}
        # A guess that cannot be right is legal, for it still sails; it is not listed (WA-4c-3).
        legal -= {o for o in legal if o.verb == "cut" and is_hopeless(survey, o)}
        by_sea = {o for o in legal if o.verb == "move" and o not in listed}
        for order in by_sea:  # a way overseas needs no word to say so; the listing has it with one
            unit = next(u for u in own if own_name(u) == order.unit)
            assert order.goal in survey.overseas(unit), order
        assert {o for o in legal - by_sea if "/" not in o.goal} == {
            o for o in listed if "/" not in o.goal
        }
        met += len(legal)
        beside = {o.verb for o in listed if book.order_types[o.verb].slot != UNIT_SLOT}
        print(f"{variant}, {power}: {len(legal)} legal orders, beside the units' {sorted(beside)}")
    assert met > 100
