"""Legal orders in words, grouped by what they do; and as data."""

from __future__ import annotations

from collections.abc import Iterable

from legation.board.calendar import ADJUSTMENT, RETREAT
from legation.board.graph import province_of
from legation.board.position import Position
from legation.board.units import Unit, UnitName
from legation.errors import InputError
from legation.rules.legality import Choices, menu
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey

_ORDER = {verb: at for at, verb in enumerate(("hold", "move", "support", "convoy", "retreat"))}


def units_at(position: Position, place: str) -> list[Unit]:
    """The units at a place that may be ordered in this phase."""
    province = province_of(place)
    if position.phase.kind == RETREAT:
        return [d.unit for d in position.dislodged if d.unit.province == province]
    return [unit for unit in position.units if unit.province == province]


def choices_at(book: Rulebook, position: Position, place: str) -> list[tuple[str, list[Choices]]]:
    """Each power that has something to order at a place, with its unit, and its choices.

    Raises:
        InputError: where nothing at this place can be ordered.
    """
    survey = Survey(book, position)
    found = []
    for unit in units_at(position, place):
        if position.phase.kind == ADJUSTMENT and book.due(survey, unit.power) >= 0:
            continue
        choices = listed(survey, unit)
        if choices:
            found.append((f"{unit.power} {unit}", choices))
    if position.phase.kind == ADJUSTMENT:
        found += _builds(survey, province_of(place))
    if not found:
        raise InputError(_why_nothing(book, position, place))
    return found


def listed(survey: Survey, unit: Unit) -> list[Choices]:
    """The legal orders of a unit in the order in which they are shown."""
    found = [
        Choices(c.verb, c.unit, c.target, tuple(sorted(c.goals)), c.via) for c in menu(survey, unit)
    ]
    return sorted(
        found, key=lambda c: (_ORDER.get(c.verb, len(_ORDER)), c.via, str(c.target or ""))
    )


def _builds(survey: Survey, province: str) -> list[tuple[str, list[Choices]]]:
    owner = survey.position.owners.get(province, "")
    if not owner or survey.book.due(survey, owner) <= 0:
        return []
    names = [name for name in survey.book.build_choices(survey, owner) if name.province == province]
    return [(f"{owner} {province}", [Choices("build", name) for name in names])] if names else []


def _why_nothing(book: Rulebook, position: Position, place: str) -> str:
    name, phase = book.names.full(place), position.phase
    if phase.kind == RETREAT:
        lost = [str(d.unit) for d in position.dislodged]
        return f"no unit in {name} has to retreat; there are {', '.join(lost) or 'none'}"
    if phase.kind == ADJUSTMENT:
        return f"nothing can be built or removed in {name}"
    near = [
        str(unit)
        for unit in position.units
        if unit.province in book.graph.touching[province_of(place)]
    ]
    beside = f"; near it stand {', '.join(near)}" if near else ""
    return f"there is no unit in {name}{beside}"


def grouped(choices: Iterable[Choices]) -> list[tuple[str, str]]:
    """What each group of orders does, and what there is to choose from."""
    rows: list[tuple[str, str]] = []
    builds: list[UnitName] = []
    for choice in choices:
        goals = ", ".join(goal for goal in choice.goals if goal)
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
            case "build":
                builds.append(choice.unit)
            case _:
                example = next(iter(choice.orders()))
                rows.append((choice.verb, str(example)))
    if builds:
        rows.append(("build", ", ".join(str(name) for name in builds)))
    return rows


def choices_data(choices: Iterable[Choices]) -> list[dict[str, object]]:
    """Choices as plain data, each with its orders written out."""
    return [
        {
            "verb": choice.verb,
            "unit": str(choice.unit),
            "target": str(choice.target) if choice.target else None,
            "goals": [goal for goal in choice.goals if goal],
            "via": choice.via,
            "orders": [str(order) for order in choice.orders()],
        }
        for choice in choices
    ]
