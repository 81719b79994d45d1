"""The standard game's answers to the questions that a variant may answer otherwise.

Each is the default of a hook of the `Rulebook`; a variant puts its own
function in the place of one with `dataclasses.replace`, and may ask the
standard one in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from legation.board.calendar import ADJUSTMENT, RETREAT
from legation.board.graph import FLEET, province_of
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit, UnitName, a_kind
from legation.rules.dice import Dice
from legation.rules.marks import CENTRE, Mark
from legation.rules.reports import Fact, Report

if TYPE_CHECKING:
    from legation.rules.rulebook import Rulebook, SheetFault
    from legation.rules.survey import Survey

Told = tuple[Truth, tuple[Report, ...]]


# The start, and what a sheet may hold


def setup(book: Rulebook, truth: Truth, dice: Dice) -> Told:
    """What is drawn or dealt before the first phase, and who is told: nothing."""
    del book, dice
    return truth, ()


def check_sheet(survey: Survey, power: str, orders: Sequence[Order]) -> list[SheetFault]:
    """What is wrong with a sheet whose orders are each legal, on the board its power knows."""
    del survey, power, orders
    return []


def instead_of(new: Order, old: Order) -> bool:
    """Is an order for what another of its sheet is for, though their types do not say so?"""
    del new, old
    return False


def warn(survey: Survey, power: str, orders: Sequence[Order]) -> list[str]:
    """What a power should know of orders that are legal, on the board it knows: nothing."""
    del survey, power, orders
    return []


# Retreats


def retreats(survey: Survey, unit: Unit, places: tuple[str, ...]) -> tuple[str, ...]:
    """Of the places open to a dislodged unit, those it may go to: all."""
    del survey, unit
    return places


def loss(book: Rulebook, power: str, retreats: Sequence[str]) -> tuple[str, str]:
    """What a dislodged unit of a power can still do: the kind of report, and its clause."""
    del book, power
    return "loss-open" if retreats else "loss-nowhere", "STD-DIS"


# Builds and removals (STD-ADJ)


def due(survey: Survey, power: str) -> int:
    """Builds due to a power; removals where negative."""
    position = survey.position
    return len(position.centres_of(power)) - len(position.of(power))


def build_choices(survey: Survey, power: str) -> list[UnitName]:
    """The units that a power could build, one by one: in vacant home centres that it owns."""
    position, graph = survey.position, survey.graph
    return [
        UnitName(place, kind)
        for home in graph.homes.get(power, ())
        if position.owners.get(home) == power and home not in survey.at
        for kind in survey.book.kinds
        for place in graph.provinces[home].places
        if graph.can_stand(kind, place)
    ]


def why_no_build(survey: Survey, power: str, name: UnitName) -> tuple[str, str]:
    """Why a power cannot build this unit: a sentence without its stop, and the clause."""
    graph, province = survey.graph, survey.graph.provinces[name.province]
    owner = survey.position.owners.get(province.code)
    if province.code not in graph.homes.get(power, ()):
        why = f"{province.name} is no home centre of {power}"
    elif owner != power:
        why = f"{province.name} belongs to {owner or 'nobody'}"
    elif province.code in survey.at:
        why = f"{province.name} is occupied"
    elif name.kind == FLEET and province.coasts:
        why = f"name the coast: {' or '.join(province.places[1:])}"
    else:
        why = f"{a_kind(name.kind)} cannot be in {province.name}, which is {province.terrain}"
    return why, "STD-ADJ"


def cost(book: Rulebook, name: UnitName) -> int:
    """How many builds a unit takes: one."""
    del book, name
    return 1


def relief(survey: Survey, unit: Unit) -> int:
    """How many removals it counts for that a unit goes: one."""
    del survey, unit
    return 1


def builds_possible(survey: Survey, power: str) -> int:
    """How many builds a power can really use: no more than its vacant home centres."""
    homes = {name.province for name in survey.book.build_choices(survey, power)}
    return max(0, min(survey.book.due(survey, power), len(homes)))


# Removals that nobody ordered (STD-NMR)

FARTHEST, WITHOUT_WAY = "removed-automatically", "removed-without-way"
AUTOMATIC = frozenset((FARTHEST, WITHOUT_WAY))
FAR = 10_000  # farther than any way on a board


def removals(
    survey: Survey, power: str, units: Sequence[Unit], missing: int
) -> list[tuple[Unit, Report]]:
    """Which of a power's units go for so many missing removals, each with the reason.

    The farthest first; at equal distance fleets before armies, then by the
    English name of the province (option civil-disorder).
    """
    del power
    graph = survey.graph
    ranked = sorted(
        ((_distance(survey, unit), unit) for unit in units),
        key=lambda pair: (
            -pair[0],
            pair[1].kind != FLEET,
            graph.provinces[pair[1].province].name,
        ),
    )
    return [(unit, _removal(survey, unit, distance)) for distance, unit in ranked[:missing]]


def _removal(survey: Survey, unit: Unit, distance: int) -> Report:
    owned = survey.book.options["civil-disorder"] == "owned-centre"
    facts: dict[str, Fact] = {"power": unit.power, "unit": str(unit)}
    if distance == FAR:
        return Report(WITHOUT_WAY, "STD-NMR", facts)
    measure = "a centre it owns" if owned else "a home centre"
    facts |= {"measure": measure, "distance": f"{distance} step{'' if distance == 1 else 's'}"}
    return Report(FARTHEST, "STD-NMR", facts)


def _distance(survey: Survey, unit: Unit) -> int:
    graph = survey.graph
    if survey.book.options["civil-disorder"] == "owned-centre":
        goals = set(survey.position.centres_of(unit.power))
        return moves_to(graph.touching, [unit.province], goals)
    goals = set(graph.homes.get(unit.power, ()))
    if unit.kind == FLEET:
        return moves_to(graph.fleet, [unit.place], goals)
    return moves_to(graph.touching, [unit.province], goals)


def moves_to(graph: Mapping[str, Iterable[str]], start: list[str], goals: set[str]) -> int:
    """Moves from the start to the nearest goal, a province; FAR where no way leads there."""
    seen, ring, moves = set(start), start, 0
    while ring:
        if any(province_of(place) in goals for place in ring):
            return moves
        ring = list({near for place in ring for near in graph[place]} - seen)
        seen.update(ring)
        moves += 1
    return FAR


# Phases


def idle(survey: Survey) -> bool:
    """Has nobody anything to decide in this phase, so that it is passed over (STD-PH)?"""
    position, book = survey.position, survey.book
    if position.phase.kind == RETREAT:
        return not any(lost.unit.power in book.players for lost in position.dislodged)
    if position.phase.kind == ADJUSTMENT:
        return not to_decide(survey)
    return False


def to_decide(survey: Survey) -> tuple[str, ...]:
    """The powers that have a build or a removal to order."""
    book = survey.book
    return tuple(
        power
        for power in sorted(book.players)
        if book.due(survey, power) < 0 or book.builds_possible(survey, power)
    )


# Endings (STD-END)

SOLO = "solo"


def victory(book: Rulebook, truth: Truth) -> Told:
    """Ends the game if one power has enough centres and more than any other."""
    counts = Counter(truth.position.owners.values()).most_common(2)
    if not counts or counts[0][1] < book.victory_centres:
        return truth, ()
    if len(counts) > 1 and counts[1][1] == counts[0][1]:
        return truth, ()
    power, count = counts[0]
    report = Report("solo", "STD-END", {"power": power, "count": count})
    return replace(truth, ending=SOLO, winner=(power,)), (report,)


def survivors(book: Rulebook, truth: Truth) -> tuple[str, ...]:
    """The powers that still have a unit or a centre."""
    return tuple(power for power in truth.position.powers() if power in book.players)


def sharers(book: Rulebook, truth: Truth) -> tuple[str, ...]:
    """The powers that share the game when it ends without a winner: all survivors."""
    return book.survivors(book, truth)


def abandoned(book: Rulebook, truth: Truth) -> tuple[str, ...]:
    """The powers that share a game which its game master ends: none."""
    del book, truth
    return ()


def disorder(book: Rulebook, truth: Truth, power: str) -> Told:
    """What becomes of a power's units and centres when it is declared in civil disorder."""
    del book, power
    return truth, ()


# The game master


def resettle(book: Rulebook, truth: Truth, position: Position) -> Truth:
    """The truth with a board on which the game master set or removed a unit."""
    del book
    return replace(truth, position=position)


def centres(book: Rulebook, truth: Truth) -> Collection[str]:
    """The centres that there are in this game, found or not: all that the map has."""
    del truth
    return book.possible_centres


# Sight


def known(book: Rulebook, truth: Truth, power: str) -> Position:
    """The board that a power knows; that of spectators where the power is empty: all of it."""
    del book, power
    return truth.position


def lore(book: Rulebook, truth: Truth, power: str | None) -> Mapping[str, Fact]:
    """What a power knows beside the board; None asks for what the game master knows."""
    del book, truth, power
    return {}


def marks(book: Rulebook, position: Position, lore: Mapping[str, Fact]) -> tuple[Mark, ...]:
    """What a picture shows beside units and owners, from a board and lore as somebody knows them.

    The centres that he knows to be one are those that he sees owned.
    """
    del lore
    table = book.graph.centres
    return tuple(Mark(CENTRE, (c,)) for c in sorted(position.owners) if c not in table)
