"""Legality: one description that both refuses an order and lists the legal ones.

A criterion says which values a field of an order may have, given the fields
before it, and why another value may not stand. `judge` asks whether the value
given is among them; `rules.menus` lists them. Both work on the Position that a player
knows (STD-ORD), and `judge` settles what was left out: kinds and coasts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from legation.board.calendar import ADJUSTMENT
from legation.board.graph import ARMY, FLEET, KIND_NAMES, coast_of, province_of
from legation.board.orders import (
    CHOICE,
    NUMBER,
    STANDARD_TYPES,
    Field,
    Order,
    OrderType,
)
from legation.board.units import Unit, UnitName, a_kind
from legation.errors import AmbiguousOrderError, IllegalOrderError, OrderError
from legation.rules.book import Book
from legation.rules.reaches import Goals
from legation.rules.settle import index_of, own_name, own_unit, settle, unit_named, without_coast
from legation.rules.survey import Asked, Criterion, Survey


class Listed(Collection[object]):
    """Values that are legal, of which only some are listed: the others say the same, or nothing."""

    def __init__(self, legal: Iterable[object], listed: Iterable[object] = ()) -> None:
        self._legal, self._listed = frozenset(legal), tuple(listed)

    def __contains__(self, value: object) -> bool:
        return value in self._legal

    def __iter__(self) -> Iterator[object]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)


class Named(Collection[object]):
    """The units for which another has goals: asked one by one, or all of them listed."""

    def __init__(
        self,
        survey: Survey,
        unit: Unit,
        goals: Callable[[Unit, int], Goals],
        listed: Callable[[Unit], Mapping[int, Goals]],
    ) -> None:
        self._survey, self._unit = survey, unit
        self._goals, self._listed = goals, listed

    def __contains__(self, name: object) -> bool:
        """Is this the name of one of them, written as the survey writes it?"""
        survey, unit = self._survey, self._unit
        if not isinstance(name, UnitName):
            return False
        other = survey.called.get(name)
        if other is None:
            try:
                other = index_of(survey, name, unit.power)
            except OrderError:
                return False
            if survey.names[other] != name:
                return False
        return bool(self._goals(unit, other))

    def __iter__(self) -> Iterator[object]:
        return (self._survey.names[other] for other in self._listed(self._unit))

    def __len__(self) -> int:
        return len(self._listed(self._unit))


# What each field may hold


def _move_goals(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    if order.via and not survey.falls_back(unit):
        return survey.overseas(unit)
    steps = survey.steps(unit)
    if order.goal in steps:
        return steps  # and where fleets could take it, which nobody asks
    overseas = survey.overseas(unit)
    return steps | overseas if overseas else steps


def why_no_move(survey: Survey, unit: Unit, order: Order, some: Unit | None = None) -> str:
    """Why a unit cannot go there, called by what is ordered: `some` of it, where units divide."""
    said = some or unit
    graph, goal = survey.graph, order.goal
    province = graph.provinces[province_of(goal)]
    kind = a_kind(unit.kind)
    if province.code == unit.province:
        return f"{said} is there already"
    if not any(graph.can_stand(unit.kind, place) for place in province.places):
        where = "at sea" if province.code in graph.carriers else f"in {province.name}"
        return f"{kind} cannot be {where}"
    if order.via:
        return f"no fleets on the board could carry {said} to {goal}"
    coasts = sorted(p for p in survey.steps(unit) if province_of(p) == goal)
    if len(coasts) > 1:
        return f"name the coast: {' or '.join(coasts)}"
    if goal != province.code and province.code in graph.reach(unit.kind, unit.place):
        near = [p for p in graph.steps(unit.kind, unit.place) if province_of(p) == province.code]
        return f"{said} cannot reach that coast; it can reach {' or '.join(sorted(near))}"
    if unit.kind == ARMY and graph.harbours[unit.province] and graph.harbours[province.code]:
        return f"{goal} is not next to {unit.province}, and no fleets could carry {said} there"
    return f"{kind} cannot go from {unit.place} to {goal} in one move"


def _supported_units(survey: Survey, unit: Unit, _: Order) -> Collection[object]:
    return Named(survey, unit, survey.support_goals, survey.supportable)


def _supported_goals(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    assert order.target is not None
    index = index_of(survey, order.target, unit.power)
    goals, target = survey.support_goals(unit, index, order.goal), survey.units[index]
    if target.kind != FLEET or not survey.graph.coasts_from.get(target.place):
        return goals
    rule = survey.book.options.support_coast
    if rule == "ignored":
        return goals
    fine = survey.steps(target)
    coasts = {place for place in fine if "/" in place and province_of(place) in goals}
    if rule == "required" or (rule == "own-only" and target.power != unit.power):
        return set(goals) - {province_of(place) for place in coasts} | coasts
    return coasts.union(goals) if coasts else goals


def _why_no_support(survey: Survey, unit: Unit, order: Order) -> str:
    assert order.target is not None
    target, goal = order.target, province_of(order.goal)
    place = goal or target.province
    other = index_of(survey, target, unit.power)
    if place == unit.province:
        return f"{unit} cannot support into its own province"
    if place not in survey.support_reach(unit):
        return f"{unit} could not go to {place} itself, so it cannot support there"
    if place in survey.book.open_places:
        return f"nobody fights in {place}, so there is nothing to support"
    if not goal:
        return f"{target} cannot be supported in place by {unit}"
    if goal in survey.support_goals(unit, other):
        return f"name the coast of {goal}, as the move must"
    if goal in survey.overseas(survey.units[other]) and unit.province in survey.seas:
        return f"{target} could reach {goal} only with {unit} as its carrier"
    return f"{target} cannot go to {order.goal}"


def _convoyed_armies(survey: Survey, unit: Unit, _: Order) -> Collection[object]:
    return Named(survey, unit, survey.convoy_goals, survey.carried)


def _convoy_goals(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    assert order.target is not None
    return survey.convoy_goals(unit, index_of(survey, order.target, unit.power))


def _why_no_convoy(survey: Survey, unit: Unit, order: Order) -> str:
    assert order.target is not None
    if unit.kind != FLEET:
        return f"{unit} is {a_kind(unit.kind)}; only a fleet at sea can convoy"
    if unit.province not in survey.graph.carriers:
        return f"{unit} is in a coastal province; only a fleet at sea can convoy"
    if order.target.kind != ARMY:
        return f"{order.target} is {a_kind(order.target.kind)}; only an army can be convoyed"
    where = f" to {order.goal}" if order.goal else ""
    return f"{unit} lies on no route of fleets for {order.target}{where}"


def _retreat_goals(survey: Survey, unit: Unit, _: Order) -> Collection[object]:
    return survey.dislodged_at[unit.province].retreats


def _why_no_retreat(survey: Survey, unit: Unit, order: Order) -> str:
    found = survey.dislodged_at[unit.province].retreats
    if not found:
        return f"no place is open to {unit}"
    return f"{order.goal} is not open to {unit}; {' and '.join(found)} {_are(found)}"


def _why_not_further(survey: Survey, unit: Unit, order: Order) -> str:
    found = survey.dislodged_at[unit.province].retreats
    wrong = [str(place) for _, place in order.extra if place not in found]
    return f"{' and '.join(wrong)} {_are(wrong)} not open to {unit}"


CRITERIA: Mapping[str, Criterion] = {
    "move goal": Criterion("STD-MOVE", _move_goals, why_no_move),
    "supported unit": Criterion("STD-SUP", _supported_units, _why_no_support),
    "supported goal": Criterion("STD-SUP", _supported_goals, _why_no_support),
    "convoyed army": Criterion("STD-CON", _convoyed_armies, _why_no_convoy),
    "convoy goal": Criterion("STD-CON", _convoy_goals, _why_no_convoy),
    "retreat goal": Criterion("STD-RET", _retreat_goals, _why_no_retreat),
    "further retreat": Criterion("STD-RET", _retreat_goals, _why_not_further),
}


# Tables of the map


COASTS_NAMED = ("required", "own-only")
"""Where option support-coast says so, a support of a fleet names the coast that it goes to."""
_TABLED = ("hold", "move", "support", "convoy")


def asks_standard(book: Asked, kind: OrderType) -> bool:
    """Has no variant put another criterion in the place of those of a standard type?"""
    bent = book.criteria
    return all(
        field.domain not in bent or bent[field.domain].values is CRITERIA[field.domain].values
        for field in kind.fields
        if field.domain in CRITERIA
    )


def tables_serve(book: Asked) -> bool:
    """Do the tables of the map (`rules.choices`) say what the standard orders of movement may be?

    They ask the very questions that the standard criteria ask.
    """
    types = book.order_types
    return (
        book.walks_freely
        and not book.open_places
        and not book.full
        and book.options.support_coast not in COASTS_NAMED
        and tuple(types)[: len(_TABLED)] == _TABLED
        and all(types[verb] == STANDARD_TYPES[verb] for verb in _TABLED)
        and all(asks_standard(book, types[verb]) for verb in _TABLED)
    )


def listed(survey: Survey, power: str, order: Order) -> int | None:
    """The unit of this power, by index, for which those tables list an order as it is written."""
    if not survey.tabled:
        return None
    called, name, goal = survey.called, order.unit, order.goal
    own = called.get(name) if name is not None else None
    if own is None or survey.units[own].power != power or order.extra:
        return None
    verb, offer, target = order.verb, survey.offers[own], order.target
    found = False
    if target is None:
        if verb == "move":
            found = (goal in offer.steps and not order.via) or goal in survey.overseas_of(own)
        elif verb == "hold":
            found = not goal and not order.via
        return own if found else None
    other = called.get(target)
    if other is None or other == own or order.via:
        return None
    if verb == "support":
        near = offer.helps.get(survey.offers[other].label, ())
        found = goal in near or survey.helps_overseas(survey.units[own], other, goal)
    elif verb == "convoy":
        found = goal in survey.convoy_goals(survey.units[own], other)
    return own if found else None


# Refusing


def judge(survey: Survey, power: str, order: Order) -> Order:
    """The order as it stands for its unit, kinds and coasts settled.

    Raises:
        IllegalOrderError: with the clause of the criterion that fails.
        AmbiguousOrderError: when it fits several units.
    """
    found = known(survey, power, order)
    if isinstance(found, OrderError):
        raise found.with_traceback(None) from None
    return found


def known(survey: Survey, power: str, order: Order) -> Order | OrderError:
    """The same, the error not raised; asked once where what was found is kept."""
    judged = survey.judged
    found = judged.get((power, order)) if judged else None
    if found is None:
        found = judgement(survey, power, order)
        if judged is not None:
            judged[power, order] = found
    return found


def judgement(survey: Survey, power: str, order: Order) -> Order | OrderError:
    """The same, whatever was found before; asks the tables, and then the criteria."""
    return order if listed(survey, power, order) is not None else asked(survey, power, order)


def asked(survey: Survey, power: str, order: Order) -> Order | OrderError:
    """What the criteria alone say."""
    try:
        return _judge(survey, power, order)
    except (IllegalOrderError, AmbiguousOrderError) as error:
        stop = "" if str(error).endswith("?") else "."
        return type(error)(f"{survey.book.write(order)}: {error}{stop}", error.clause)


def _judge(survey: Survey, power: str, order: Order) -> Order:
    phase = survey.phase
    kind = survey.book.order_types.get(order.verb)
    if kind is None or kind.phase != phase:
        raise IllegalOrderError(f"{order.verb} is no order of the {phase} phase", "STD-PH")
    if kind.powers and power not in kind.powers:
        raise IllegalOrderError(f"only {_listed(kind.powers)} may order this", kind.clause)
    if phase == ADJUSTMENT and adjusts(survey.book, order):
        return _judge_adjustment(survey, power, order)
    if order.unit is None:
        unit, order = _settle_unitless(survey, power, order)
    elif kind.orders_own:
        unit = own_unit(survey, power, order.unit)
        if not _is_settled(survey, unit, order):
            order = settle(survey, unit, order)
    else:
        unit, order = _settle_foreign(survey, kind, order)
    for field, criterion in survey.book.checked[order.verb]:
        if order.goal and field.name == "target":
            continue  # the goal's criterion asks the same, and tells more
        value = order.goal if field.name == "goal" else order.field(field.name)
        if field.kind == CHOICE or (field.kind == NUMBER and not field.domain):
            _check_range(field, value, kind.clause)
        if criterion is None or (value is None and field.optional and field.name != "goal"):
            continue
        if (value or "") not in criterion.values(survey, unit, order):
            raise IllegalOrderError(criterion.why(survey, unit, order), criterion.clause)
    return order


def _is_settled(survey: Survey, unit: Unit, order: Order) -> bool:
    """Is an order written as it would be settled, as the program writes it?"""
    called, target, goal = survey.called, order.target, order.goal
    if order.unit not in called or (target is not None and target not in called):
        return False
    if not goal:
        return True
    if unit.kind == FLEET and target is None:
        return goal in survey.graph.steps(FLEET, unit.place)
    return "/" not in goal


def _settle_unitless(survey: Survey, power: str, order: Order) -> tuple[Unit, Order]:
    """An order that no unit carries out; criteria learn from a unit nowhere whose it is."""
    nobody = Unit(power, "", "")
    if order.target is not None:
        target = unit_named(survey, order.target, power)
        order = replace(order, target=survey.names[survey.index[target]])
    return nobody, order


def _settle_foreign(survey: Survey, kind: OrderType, order: Order) -> tuple[Unit, Order]:
    """The unit, anybody's, that an order is for, and the order settled for it."""
    assert order.unit is not None
    try:
        unit = unit_named(survey, order.unit)
        order = settle(survey, unit, order)
    except IllegalOrderError as error:
        field = next(field for field in kind.fields if field.name == "unit")
        criterion = criterion_of(survey, field)
        raise IllegalOrderError(str(error), criterion.clause if criterion else "") from None
    return unit, replace(order, unit=survey.names[survey.index[unit]])


def criterion_of(survey: Survey, field: Field) -> Criterion | None:
    """What a field of an order must meet, if anything."""
    return survey.book.criteria.get(field.domain)


def _listed(powers: Collection[str]) -> str:
    return " and ".join(powers)


def _check_range(field: Field, value: object, clause: str) -> None:
    """Refuses a number out of its range or step, or a word that is no choice."""
    if value is None and field.optional:
        return
    if field.kind == CHOICE:
        if value not in field.choices:
            raise IllegalOrderError(f"{field.name} is one of {', '.join(field.choices)}", clause)
        return
    low, high, step = field.minimum, field.maximum, field.step
    if not isinstance(value, int) or not low <= value <= high or (value - low) % step:
        steps = f" in steps of {step}" if step > 1 else ""
        raise IllegalOrderError(f"{field.name} must be from {low} to {high}{steps}", clause)


# Builds and removals (STD-ADJ)


_BUILDING = frozenset({"build", "remove", "waive"})


def adjusts(book: Book, order: Order) -> bool:
    """Does an order count in an adjustment phase? A variant's own types of that phase do not."""
    kind = book.order_types.get(order.verb)
    return kind is None or kind.phase != ADJUSTMENT or order.verb in _BUILDING


def _judge_adjustment(survey: Survey, power: str, order: Order) -> Order:
    if order.verb == "waive":
        return order
    assert order.unit is not None
    if order.verb == "remove":
        return replace(order, unit=own_name(own_unit(survey, power, order.unit)))
    name = _settle_build(survey, order.unit)
    if name not in survey.book.build_choices(survey, power):
        raise IllegalOrderError(*survey.book.why_no_build(survey, power, name))
    return replace(order, unit=name)


def _settle_build(survey: Survey, name: UnitName) -> UnitName:
    options, graph = survey.book.options, survey.graph
    province = graph.provinces[name.province]
    kind = name.kind
    if not kind:
        fits = [k for k in survey.book.kinds if any(graph.can_stand(k, p) for p in province.places)]
        if len(fits) != 1:
            kinds = " or ".join(KIND_NAMES[k] for k in survey.book.kinds)
            raise IllegalOrderError(f"say what to build: {kinds}", "STD-ADJ")
        kind = fits[0]
    if kind == FLEET and province.terrain == "inland" and options.fleet_inland == "army":
        kind = ARMY
    if kind != FLEET:
        return UnitName(without_coast(survey, name.place), kind)
    if province.coasts and not coast_of(name.place) and options.coast_build == "default":
        return UnitName(province.places[1], kind)
    return UnitName(name.place if province.coasts else province.code, kind)


def _are(found: Collection[object]) -> str:
    return "is" if len(found) == 1 else "are"
