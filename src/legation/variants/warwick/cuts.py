"""Cut orders: guesses whom somebody's units at sea support (WA-4c).

A cut is settled before the fighting. What is left of it is a move into the sea
or a hold; the ground of the battle keeps the order and what it came to.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from legation.board.calendar import MOVEMENT
from legation.board.graph import province_of
from legation.board.orders import PLACE, POWER, UNIT_FIELD, Field, Order, OrderType
from legation.board.units import Unit, UnitName
from legation.errors import OrderError
from legation.rules.battle import Preset
from legation.rules.criteria import Listed
from legation.rules.ground import Begun, Known
from legation.rules.naming import own_name, own_unit, unit_named
from legation.rules.refusals import because
from legation.rules.reports import Fact, Report, shown
from legation.rules.survey import Criterion, Survey
from legation.rules.work import Work

from .factions import court_of
from .sheet import carried_out

CUT = "cut"
HIT, MISSED, SURPLUS, FORBIDDEN = "cut-hit", "cut-missed", "cut-surplus", "cut-forbidden"


NUMBERED = "Units of one power in one sea are numbered, U ENG/1 and U ENG/2."
"""How units in a sea are named, for the help of orders that may name one (STD-UNIT)."""

TYPE = OrderType(
    CUT,
    MOVEMENT,
    ("{unit} - {goal} cut {power} S {target}", "{unit} cut {power} S {target}"),
    (
        Field("power", POWER, "cut power", prompt="Whose support do you guess?"),
        Field("target", UNIT_FIELD, "cut target", prompt="Which unit do you guess is supported?"),
        Field(
            "goal",
            PLACE,
            "cut sea",
            optional=True,
            prompt="In which sea? The order that names none means where it is.",
        ),
    ),
    clause="WA-4c-1",
    help="Go to a sea, or stay in it, and cut a support that a unit of a player there gives. "
    f"{NUMBERED}",
)


# Legality


def _victims(survey: Survey, unit: Unit, _: Order) -> Collection[object]:
    if not _seas(survey, unit):
        return ()
    near = {other.power for sea in _seas(survey, unit) for other in survey.at.get(sea, ())}
    others = survey.book.players - {unit.power}
    return Listed(others, others & near)


def _why_no_victim(survey: Survey, unit: Unit, order: Order) -> Report:
    if not _seas(survey, unit):
        return replace(_why_no_goal(survey, unit, order), clause="WA-4c-1")
    return because("own-supports")


def _targets(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    likely = (_supportable(survey, sea, order) for sea in _seas(survey, unit))
    return Listed(survey.names, {name for names in likely for name in names})


def _why_no_target(_survey: Survey, _unit: Unit, order: Order) -> Report:
    assert order.target is not None
    return because("not-on-board", target=order.target)


def _goals(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    goals = {"" if sea == unit.province else sea: sea for sea in _seas(survey, unit)}
    likely = (g for g, sea in goals.items() if order.target in _supportable(survey, sea, order))
    return Listed(goals, likely)


def _seas(survey: Survey, unit: Unit) -> frozenset[str]:
    """The seas in which a unit may cut: its own, and those that it can go to (WA-4c-2)."""
    return (survey.steps(unit) | {unit.province}) & survey.book.open_places


def _supportable(survey: Survey, sea: str, cut: Order) -> set[UnitName]:
    """Whom the units in a sea of the player that is guessed could support.

    A guess at any other is legal and never right (WA-4c-3), so none is listed.
    """
    givers = (unit for unit in survey.at.get(sea, ()) if unit.power == cut.field("power"))
    return {survey.names[target] for unit in givers for target in survey.supportable(unit)}


def _why_no_goal(survey: Survey, unit: Unit, order: Order) -> Report:
    goal = province_of(order.goal)
    if not goal:
        return because("which-sea", unit=unit)
    if goal not in survey.book.open_places:
        return because("no-sea", goal=goal)
    return because("beyond-one-move", unit=unit, place=unit.place, goal=goal)


CRITERIA: Mapping[str, Criterion] = {
    "cut power": Criterion("WA-4c-3", _victims, _why_no_victim),
    "cut target": Criterion("WA-4c-1", _targets, _why_no_target),
    "cut sea": Criterion("WA-4c-1", _goals, _why_no_goal),
}


# Before the fighting


def settle_cuts(work: Work) -> Work:
    """Each right guess cuts one support; the cutters move into their seas, or stay (WA-4c)."""
    survey = work.survey()
    orders = carried_out(survey, work.orders)
    sole = court_of(work.book, work.truth).sole
    presets, begun = dict(work.ground.presets), dict(work.ground.begun)
    for cutter in survey.position.units:
        order = orders.get(cutter)
        if order is None or order.verb != CUT:
            continue
        if order.field("power") == sole:
            begun[cutter] = _came_of(cutter, order, FORBIDDEN)  # an attack on the claimant (WA-3h)
            continue
        right = _guessed(survey, orders, presets, cutter, order)
        open_ones = [unit for unit in right if unit not in presets]
        if open_ones:
            presets[open_ones[0]] = Known(Preset.PRECUT, "WA-4c-3", (cutter,))
        kind = HIT if open_ones else SURPLUS if right else MISSED
        begun[cutter] = _came_of(cutter, order, kind, *open_ones[:1])
    for power, sheet in work.orders.items():
        changed = [_as_carried_out(survey, power, order, orders) for order in sheet]
        work = work.ordering(power, changed)
    return work.using(replace(work.ground, presets=presets, begun=begun))


def _came_of(cutter: Unit, cut: Order, kind: str, *hit: Unit) -> Begun:
    """A cut that counted, in full, with what it came to: a kind of report."""
    assert cut.target is not None
    facts: dict[str, Fact] = {
        "unit": shown(cutter),
        "goal": _sea(cutter, cut),
        "power": str(cut.field("power")),
        "target": cut.target,
    }
    if hit:
        facts["rivals"] = tuple(map(shown, hit))
    clause = "WA-3h" if kind == FORBIDDEN else "WA-4c-3"
    return Begun(cutter, cut, Report(kind, clause, facts), hit)


def _guessed(
    survey: Survey,
    orders: Mapping[Unit, Order],
    presets: Mapping[Unit, Known],
    cutter: Unit,
    cut: Order,
) -> list[Unit]:
    """The units that a cut is right about, those first whose support finds what it is for."""
    assert cut.target is not None
    sea, target = _sea(cutter, cut), unit_named(survey, cut.target, cutter.power)
    guessed = []
    for unit in survey.at.get(sea, ()):
        order, known = orders.get(unit), presets.get(unit)
        if unit.power != cut.field("power") or order is None or order.target is None:
            continue
        void = known is not None and known.preset == Preset.VOID
        if order.verb != "support" or void:
            continue
        if unit_named(survey, order.target, unit.power) == target:
            guessed.append((order.goal != _going(orders.get(target)), unit.number, unit))
    return [unit for _, _, unit in sorted(guessed, key=lambda each: each[:2])]


def _sea(cutter: Unit, cut: Order) -> str:
    return province_of(cut.goal) or cutter.province


def _going(order: Order | None) -> str:
    """Where a unit with this order goes; empty where it stays."""
    return province_of(order.goal) if order and order.verb in ("move", CUT) else ""


def _as_carried_out(
    survey: Survey, power: str, order: Order, orders: Mapping[Unit, Order]
) -> Order:
    """A cut that counts as the move or hold that remains of it; other orders as they are."""
    if order.verb != CUT or order.unit is None:
        return order
    try:
        unit = own_unit(survey, power, order.unit)
    except OrderError:
        return order
    judged = orders.get(unit)
    if judged is None or judged.verb != CUT:
        return order
    return Order("move" if judged.goal else "hold", own_name(unit), None, judged.goal)
