"""Whatever goes out to a viewer of a game, as text, so that two games can be compared."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

from legation.board.calendar import ADJUSTMENT, RETREAT
from legation.board.orders import Order
from legation.board.units import Unit, UnitName
from legation.errors import LegationError
from legation.rules.menus import beside_menu, menu
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.sight.view import View
from legation.table.canonical import canonical
from legation.table.game import Game
from legation.table.kept import OUTCOME
from legation.table.ledgers import ledger_data
from legation.table.newsletter import report
from legation.table.plain import view_data
from legation.table.typeset import text

MASTER = "gm"
Outlet = Callable[[Game, str, bool], str]
"""Of a game, a viewer, and whether all that he saw so far is wanted, not just what he sees now."""


def seen(game: Game, viewer: str, number: int | None = None) -> str:
    """A view, to the byte, in words and in values."""
    view = game.view(viewer, number)
    told = [
        [OUTCOME.write(outcome) for outcome in (*told.outcomes, *told.public)] for told in view.told
    ]
    return canonical([view_data(game.book, view), ledger_data(view.ledger), told])


def _views(game: Game, viewer: str, whole: bool) -> str:
    first = 0 if whole else game.number
    return "\n".join(seen(game, viewer, n) for n in range(first, game.number + 1))


def _printed(game: Game, viewer: str, whole: bool) -> str:
    """The report of the phase before."""
    del whole
    if game.number == 0:
        return ""
    return text([report(game.book, game.view(viewer, game.number - 1), game.view(viewer))])


def _menus(game: Game, viewer: str, whole: bool) -> str:
    del whole
    found = []
    for power in _ordering(game, viewer):
        survey = Survey(game.book, game.view(viewer).position)
        found += [f"{unit}: {menu(survey, unit)}" for unit in _units(survey, power)]
        found.append(f"{power}: {beside_menu(survey, power)}")
        if survey.position.phase.kind == ADJUSTMENT and power in game.book.players:
            book = game.book
            due, choices = book.due(survey, power), book.build_choices(survey, power)
            found.append(f"{due} {choices} {book.builds_possible(survey, power)}")
    return "\n".join(found)


def _refusals(game: Game, viewer: str, whole: bool) -> str:
    """What is said to good, bad and malformed lines, and what is kept of them."""
    del whole
    view = game.view(viewer)
    return "\n".join(
        line for power in _ordering(game, viewer) for line in _tried(Game(game.record), power, view)
    )


def _tried(table: Game, power: str, view: View) -> Iterator[str]:
    yield _attempt(lambda: _errors(table, power, view))
    yield _attempt(lambda: table.settle(power))
    yield str(table.view(view.viewer).sheets.get(power))
    yield _attempt(lambda: table.propose(power, "draw"))


def _attempt(action: Callable[[], object]) -> str:
    try:
        return str(action())
    except LegationError as error:
        return f"{type(error).__name__}: {error}"


def _errors(table: Game, power: str, view: View) -> str:
    errors = table.submit(power, lines(table.book, view, power))
    return "\n".join(f"{e.line}/{e.text}/{e.power}/{type(e.error).__name__} {e}" for e in errors)


OUTLETS: Mapping[str, Outlet] = {
    "the view": _views,
    "the report": _printed,
    "the menus": _menus,
    "the refusals": _refusals,
}


def _ordering(game: Game, viewer: str) -> tuple[str, ...]:
    """Whom a viewer orders."""
    if game.over:
        return ()
    if viewer in game.book.players:
        return (viewer,)
    return game.book.master_powers if viewer == MASTER else ()


def _units(survey: Survey, power: str) -> list[Unit]:
    if survey.position.phase.kind == RETREAT:
        return [d.unit for d in survey.position.dislodged if d.unit.power == power]
    return list(survey.position.of(power))


# Good, bad and malformed lines

MALFORMED = ("A Par - - Bur", "Elect U Kin", "DP 9: A Aus H", "U Bar - Pau - Can")


def lines(book: Rulebook, view: View, power: str) -> list[str | Order]:
    """A sheet of everything: the same for the same view."""
    survey = Survey(book, view.position)
    dice = random.Random(f"{view.number} {power}")
    places = [c for c, p in book.graph.provinces.items() if p.terrain != "impassable"]
    found: list[str | Order] = [dice.choice(MALFORMED)]
    units, phase = _units(survey, power), survey.position.phase.kind
    for unit in dice.sample(units, min(4, len(units))):
        name = UnitName(unit.place, unit.kind, "", unit.number)
        near = sorted(book.graph.touching[unit.province])
        goals = (*near, *dice.sample(places, 3))
        if phase == RETREAT:
            found += [Order("retreat", name, None, goal) for goal in goals]
        elif phase == ADJUSTMENT:
            found += [Order("build", UnitName(goal, unit.written)) for goal in goals]
            found.append(Order("remove", name))
        else:
            found += [Order("move", name, None, goal) for goal in goals]
            found += [Order("support", name, UnitName(goal, unit.kind)) for goal in goals]
            for goal in near:
                far = dice.choice(sorted(book.graph.touching[goal]))
                target = UnitName(far, unit.kind)
                found.append(Order("support", name, target, goal))
                extra = (("first", goal),)
                found.append(Order("double", name, None, far, False, extra))
    types = book.order_types
    return [line for line in found if isinstance(line, str) or line.verb in types]
