"""Legal orders in words, grouped by what they do; and as data."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.graph import province_of
from legation.board.orders import STANDARD_TYPES, UNIT_SLOT
from legation.board.position import UNSEEN, Position
from legation.board.units import Unit, UnitName
from legation.errors import InputError
from legation.rules.choices import Choices
from legation.rules.menus import beside_menu, builds_menu, menu, orderable
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey, survey_of

_ORDER = {verb: at for at, verb in enumerate(("hold", "move", "support", "convoy", "retreat"))}

Listed = tuple[str, list[Choices]]
"""Who or what may be ordered, and the choices."""


def units_at(position: Position, place: str) -> list[Unit]:
    """The units at a place that may be ordered in this phase."""
    province = province_of(place)
    if position.phase.kind == RETREAT:
        return [d.unit for d in position.dislodged if d.unit.province == province]
    return [unit for unit in position.units if unit.province == province]


def choices_at(book: Rulebook, position: Position, place: str, power: str = "") -> list[Listed]:
    """Each power that has something to order at a place, with its unit, and its choices.

    With a `power` the orders beside those of units are that power's only.

    Raises:
        InputError: where nothing at this place can be ordered.
    """
    survey = survey_of(book, position)
    ordering = {*book.players, *book.master_powers}
    rows: list[Listed] = []
    for unit in units_at(position, place):
        if position.phase.kind == ADJUSTMENT and book.due(survey, unit.power) >= 0:
            continue
        choices = listed(survey, unit) if unit.power in ordering else []
        if choices:
            rows.append((f"{unit.power} {unit}", choices))
    rows += _beside(survey, province_of(place), power)
    if position.phase.kind == ADJUSTMENT:
        rows += _builds(survey, province_of(place))
    if not rows:
        raise InputError(_why_nothing(book, position, place))
    together: dict[str, list[Choices]] = {}
    for name, choices in rows:
        together.setdefault(name, []).extend(choices)
    return list(together.items())


def listed(survey: Survey, unit: Unit) -> list[Choices]:
    """The legal orders of a unit in the order in which they are shown."""
    choices = [replace(c, goals=tuple(sorted(c.goals))) for c in menu(survey, unit)]
    return sorted(
        choices, key=lambda c: (_ORDER.get(c.verb, len(_ORDER)), c.via, str(c.target or ""))
    )


def beside(survey: Survey, power: str = "") -> list[Listed]:
    """The orders beside those of units, by who may give them: one power, or everybody."""
    book = survey.book
    if not any(kind.slot != UNIT_SLOT for kind in book.order_types.values()):
        return []
    asked = [power] if power else [p.name for p in book.powers]
    groups: list[tuple[list[str], list[Choices]]] = []
    for each in asked:
        choices = beside_menu(survey, each)
        same = next((names for names, known in groups if known == choices), None)
        if same is not None:
            same.append(each)
        elif choices:
            groups.append(([each], choices))
    everybody = len(book.powers) if not power else 0
    return [
        ("any power" if len(names) == everybody else " or ".join(names), choices)
        for names, choices in groups
    ]


def _beside(survey: Survey, province: str, power: str) -> list[Listed]:
    """The same for the units in one province."""
    rows: list[Listed] = []
    for who, choices in beside(survey, power):
        here = [c for c in choices if c.unit is not None and c.unit.province == province]
        for unit in dict.fromkeys(choice.unit for choice in here):
            owner = next((u.power for u in survey.at[province]), "")
            given = f"{owner} {unit}, by {who}" if owner != who else f"{owner} {unit}"
            rows.append((given, [choice for choice in here if choice.unit == unit]))
    return rows


def _builds(survey: Survey, province: str) -> list[Listed]:
    owner = survey.position.owners.get(province, "")
    if not owner or survey.book.due(survey, owner) <= 0:
        return []
    names = [name for name in survey.book.build_choices(survey, owner) if name.province == province]
    return [(f"{owner} {province}", [Choices("build", name) for name in names])] if names else []


def nobody_orders(book: Rulebook, power: str) -> str:
    """Why the units of a power without a player take no order like others."""
    beside = [kind for kind in book.order_types.values() if not kind.orders_own]
    if not beside:
        return f"nobody gives orders to {power}"
    forms = " or ".join(f'"{plain_form(kind.forms[0])}"' for kind in beside)
    return f"there is no player of {power}; what may be ordered is written {forms}"


def plain_form(form: str) -> str:
    """The form of an order for a reader: ``{unit} - {goal}`` → ``UNIT - GOAL``."""
    return re.sub(r"\{(\w+)\}", lambda field: field[1].upper(), form)


def _why_nothing(book: Rulebook, position: Position, place: str) -> str:
    name, phase = book.names.full(place), position.phase
    if phase.kind == RETREAT:
        lost = [str(d.unit) for d in position.dislodged]
        return f"no unit in {name} has to retreat; there are {', '.join(lost) or 'none'}"
    if phase.kind == ADJUSTMENT:
        return f"nothing can be built or removed in {name}"
    here = units_at(position, place)
    if here:
        return f"{nobody_orders(book, here[0].power)}, so {here[0]} has no orders to choose from"
    near = [
        str(unit)
        for unit in position.units
        if unit.province in book.graph.touching[province_of(place)]
    ]
    near_by = f"; near it stand {', '.join(near)}" if near else ""
    there_is = "you see" if position.facts.get(UNSEEN) else "there is"
    return f"{there_is} no unit in {name}{near_by}"


def grouped(book: Rulebook, choices: Iterable[Choices]) -> list[tuple[str, str]]:
    """What each group of orders does, and what there is to choose from."""
    rows: list[tuple[str, str]] = []
    builds: list[UnitName] = []
    before = ""
    parts: dict[str, str] = {}
    for choice in choices:
        goals = ", ".join(goal for goal in choice.goals if goal)
        if choice.ranges and choice.verb in STANDARD_TYPES:
            for r in choice.ranges:
                parts.setdefault(_range(r.minimum, r.maximum, r.step), r.field)
            continue
        match choice.verb:
            case "hold":
                rows.append(("hold", f"{choice.unit} H"))
            case "move" if choice.via:
                rows.append(("move by convoy to", goals))
            case "move":
                rows.append(("move to", goals))
            case "support":
                stays = ["in place"] if "" in choice.goals else []
                moves = [f"to {goals}"] if goals else []
                rows.append((f"support {choice.target}", ", or ".join(stays + moves)))
            case "convoy":
                rows.append((f"convoy {choice.target}", f"to {goals}"))
            case "retreat":
                rows.append(("retreat to", goals))
                if book.ranked_retreats and len(choice.goals) > 1:
                    one = f"{choice.unit} - {' or '.join(choice.goals[:2])}"
                    rows.append(("", f"several choices may be named, the best first: {one}"))
            case "build" if choice.unit is not None:
                builds.append(choice.unit)
            case verb:
                # the name of a variant's own type stands over its forms once
                rows += [
                    (verb if verb != before and not at else "", text)
                    for at, text in enumerate(written(book, choice))
                ]
        before = choice.verb
    if builds:
        rows.append(("build", ", ".join(str(name) for name in builds)))
    if parts:
        rows.append(("or a part", f"of {' or '.join(parts)}: write the number behind the place"))
    # Two units that may be in one place unseen read alike.
    return list(dict.fromkeys(rows))


def written(book: Rulebook, choice: Choices) -> list[str]:
    """Orders of a variant's own type in its own form, ranges and goals in their places.

    ``DP 1 to 3: A Aus S A Mun - Cze, Tyr``
    """
    if choice.verb in STANDARD_TYPES:
        return [str(next(iter(choice.orders())))]
    ranges = ((r.field, _range(r.minimum, r.maximum, r.step)) for r in choice.ranges)
    chosen = ((name, " or ".join(words)) for name, words in choice.words)
    order = replace(next(iter(choice.orders())), extra=(*ranges, *chosen, *choice.extra))
    goals = ", ".join(goal for goal in choice.goals if goal)
    texts = [book.write(replace(order, goal=""))] if "" in choice.goals else []
    return [*texts, book.write(replace(order, goal=goals))] if goals else texts


def _range(least: int, most: int, step: int) -> str:
    steps = f" in steps of {step}" if step > 1 else ""
    return f"{least} to {most}{steps}" if most > least else str(least)


def summary(book: Rulebook, position: Position, power: str = "") -> list[tuple[str, str]]:
    """Who may be ordered at all, and the orders beside those of units, shortly."""
    survey = survey_of(book, position)
    rows = []
    for each in [power] if power else [*(p.name for p in book.powers), *book.master_powers]:
        units = ", ".join(str(unit) for unit in _orderable(survey, each))
        if units:
            rows.append((each, units))
    if position.phase.kind != MOVEMENT:
        return rows
    for who, choices in beside(survey, power):
        for verb in dict.fromkeys(choice.verb for choice in choices):
            own = [choice for choice in choices if choice.verb == verb]
            units = ", ".join(dict.fromkeys(str(choice.unit) for choice in own if choice.unit))
            said = [f"for {units}"] if units else []
            said += [f"by {who}"] if who != power else []
            more = f" ... ({', '.join(said)})" if said else ""
            rows.append((verb, f"{written(book, own[0])[0]}{more}"))
    return rows


def _orderable(survey: Survey, power: str) -> list[Unit | UnitName]:
    """The units of a power that have something to order, or that it could build."""
    builds = [choice.unit for choice in builds_menu(survey, power)]
    return [*orderable(survey, power), *filter(None, builds)]


def choices_data(book: Rulebook, choices: Iterable[Choices]) -> list[dict[str, object]]:
    """Choices as plain data, each with its orders written out; numbers as ranges."""
    return [
        {
            "verb": choice.verb,
            "unit": str(choice.unit or ""),
            "target": str(choice.target) if choice.target else None,
            "goals": [goal for goal in choice.goals if goal],
            "via": choice.via,
            "ranges": [r._asdict() for r in choice.ranges],
            "words": {name: list(words) for name, words in choice.words},
            "orders": [book.write(order) for order in choice.orders()],
        }
        for choice in choices
    ]
