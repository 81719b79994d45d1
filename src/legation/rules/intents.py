"""What each unit is to do: orders judged, and those that cannot count set aside (STD-ORD)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import Struct

from legation.board.orders import Order
from legation.board.units import Unit, UnitName
from legation.rules.battle import Preset, Road
from legation.rules.ground import Ground
from legation.rules.legality import asked, known
from legation.rules.refusals import IllegalError, RefusedOrderError, UnclearError, because
from legation.rules.reports import Fate, Outcome, Report, shown
from legation.rules.survey import Survey
from legation.rules.tabled import listed

VOID, UNMATCHED = Fate.VOID, Fate.UNMATCHED
"""The remarks on an order that cannot count."""


@dataclass(frozen=True, slots=True)
class Refused:
    """An order that no unit carries out, and why."""

    power: str
    order: Order
    error: RefusedOrderError


def refusal(survey: Survey, refused: Refused) -> Outcome:
    """The outcome of an order that no unit carries out."""
    order, error = refused.order, refused.error
    report = Report("void", error.clause, {"why": error.why})
    own = _there(survey, refused.power, order)
    named = ordered(survey, refused.power, order)
    return Outcome(refused.power, named, order, VOID, own[0].place if own else "", report)


def ordered(survey: Survey, power: str, order: Order) -> Unit | UnitName | None:
    """The unit of a power that an order which does not count is for, or the name that it used."""
    name = order.unit
    if name is None:
        return None
    alike = (
        u for u in _there(survey, power, order) if (u.written, u.place) == (name.kind, name.place)
    )
    unit = next(alike, None)
    return name if unit is None else replace(shown(unit), number=name.number)


def _there(survey: Survey, power: str, order: Order) -> list[Unit]:
    if order.unit is None:
        return []
    return [unit for unit in survey.at.get(order.unit.province, ()) if unit.power == power]


class Intent(Struct, eq=False):
    """A unit and what it is to do. `remark` is VOID or UNMATCHED where the order cannot count."""

    unit: Unit
    order: Order | None = None
    remark: Fate | None = None
    error: RefusedOrderError | None = None
    written: Order | None = None
    road: Road = Road.LAND
    routes: tuple[tuple[int, ...], ...] = ()
    target: int = -1

    @property
    def moves(self) -> bool:
        """Has it a legal move?"""
        return self.order is not None and self.order.verb == "move"


def judge_all(
    survey: Survey, orders: Mapping[str, Iterable[Order]], intents: Sequence[Intent]
) -> list[Refused]:
    """Give each unit its first legal order; returns the orders that no unit carries out."""
    refused: list[Refused] = []
    quick = survey.judged is None
    for power, sheet in orders.items():
        looked_up = listed(survey, power, sheet) if quick else ((o, -1, -1) for o in sheet)
        for order, own, target in looked_up:
            if own >= 0:
                intent, settled = intents[own], order
            else:
                told = asked(survey, power, order) if quick else known(survey, power, order)
                if isinstance(told, RefusedOrderError):
                    error = _said_to_all(told, order)
                    refused.append(Refused(power, order, error))
                    _set_aside(intents, power, order, error)
                    continue
                carrier = _carrier_out(survey, intents, power, told.unit)
                if carrier is None:
                    continue
                intent, settled = carrier, told
            if intent.order is not None:
                second = second_order(survey, order, intent.order)
                refused.append(Refused(power, order, second))
                continue
            intent.order, intent.written = settled, order
            intent.target = target
            if intent.remark is not None:
                intent.remark = intent.error = None
    return refused


def _set_aside(
    intents: Sequence[Intent], power: str, order: Order, error: RefusedOrderError
) -> None:
    """Note an order that cannot count with the unit that it is for, if that has no other."""
    held = _held(intents, power, order.unit)
    named = order.unit.number if order.unit else 0
    meant = [i for i in held if i.unit.number == named] if named else held
    if len(meant) == 1 and meant[0].order is None:
        meant[0].remark, meant[0].error, meant[0].written = VOID, error, order


def _carrier_out(
    survey: Survey, intents: Sequence[Intent], power: str, name: UnitName | None
) -> Intent | None:
    """The intent of the unit that a legal order is for; None where it is for none of one's own."""
    if name is None:
        return None
    index = survey.called(name)
    if index is not None:
        return intents[index] if intents[index].unit.power == power else None
    return next((i for i in _held(intents, power, name) if i.unit.number == name.number), None)


def _held(intents: Sequence[Intent], power: str, name: UnitName | None) -> list[Intent]:
    """The intents of a power's units in the province of a name."""
    if name is None:
        return []
    here = name.province
    return [i for i in intents if i.unit.province == here and i.unit.power == power]


def _said_to_all(error: RefusedOrderError, order: Order) -> RefusedOrderError:
    """Why an order does not count, without the units that it might have meant (STD-UNIT)."""
    if not isinstance(error, UnclearError):
        return error
    return UnclearError(error.book, because("several-fit-it", error.clause), order)


def void(survey: Survey, intents: Sequence[Intent], ground: Ground) -> None:
    """Orders that a variant has found to be void are as if they had not been given."""
    for intent in intents if ground.presets else ():
        known = ground.presets.get(intent.unit)
        if known is not None and known.preset == Preset.VOID and intent.order is not None:
            assert known.why is not None
            intent.error = IllegalError(survey.book, known.why, intent.order, known.clause)
            intent.written, intent.order, intent.remark = intent.order, None, VOID
            intent.target = -1


def second_order(survey: Survey, order: Order, first: Order) -> IllegalError:
    """Why an order for a unit that has one already does not count (STD-ORD)."""
    assert first.unit is not None
    return IllegalError(survey.book, because("second-order", unit=first.unit, first=first), order)
