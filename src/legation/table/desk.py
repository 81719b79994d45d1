"""Whether an act may be done: what a game master or voter says, as facts for the record."""

from __future__ import annotations

from collections.abc import Sequence

from legation.board.graph import coast_of, province_of
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import kind_and_strength
from legation.errors import InputError, StateError
from legation.rules.reports import Fact
from legation.rules.rulebook import Rulebook
from legation.rules.victory import DRAW
from legation.table.acts import VOTED_ENDINGS, State, units_at

Facts = dict[str, Fact]


def unit_to_set(book: Rulebook, position: Position, power: str, kind: str, place: str) -> Facts:
    """The facts of setting a unit.

    Raises:
        InputError: for a kind or place that does not exist or does not fit, or is occupied.
    """
    power, written = book.names.find_nation(power), _kind(book, kind)
    if book.full:
        place, written = _with_strength(book, written, place)
    place = book.names.find_place(place)
    kind, _ = kind_and_strength(written)
    province = book.graph.provinces[province_of(place)]
    if kind not in book.graph.sailors and coast_of(place):
        place = province.code
    noun = book.graph.nouns[kind]
    if not book.graph.can_stand(kind, place):
        fitting = [p for p in province.places if book.graph.can_stand(kind, p)]
        if fitting:
            raise InputError(f"name the coast for this {noun}: {' or '.join(fitting)}.")
        raise InputError(f"no {noun} can be in {province.name}, which is {province.terrain}.")
    for standing in units_at(position, place, dislodged=False):
        # Two of one power would need numbers, and orders may name the one without.
        if province.code not in book.open_places or standing.power == power:
            raise InputError(f"{province.name} is occupied by {standing} of {standing.power}.")
    return {"power": power, "unit": written, "place": place}


def unit_to_remove(book: Rulebook, position: Position, text: str, dislodged: bool) -> Facts:
    """The facts of removing a unit, named by its place, with its power where several share it.

    Raises:
        InputError: where there is none, or the text fits several.
    """
    wanted = book.find_unit(text)
    there = units_at(position, wanted.place, dislodged)
    name = book.graph.provinces[wanted.province].name
    if not there:
        if units_at(position, wanted.place, not dislodged):
            other = "is not dislodged" if dislodged else "is dislodged; say so to remove it"
            raise InputError(f"the unit in {name} {other}.")
        raise InputError(f"there is no unit in {name}.")
    fits = [
        unit
        for unit in there
        if wanted.power in ("", unit.power)
        and wanted.kind in ("", unit.kind, unit.written)
        and wanted.number in (0, unit.number)
    ]
    if len(fits) != 1:
        listed = " and ".join(f"{unit.power} {unit}" for unit in there)
        raise InputError(f"in {name} {'stand' if len(there) > 1 else 'stands'} {listed}.")
    unit = fits[0]
    return {
        "power": unit.power,
        "place": unit.province,
        "number": unit.number,
        "dislodged": int(dislodged),
    }


def owner_to_set(book: Rulebook, truth: Truth, centre: str, power: str | None) -> Facts:
    """The facts of giving a centre away.

    Raises:
        InputError: for a place that is no centre, or none in this game, or is his already.
    """
    place = province_of(book.names.find_place(centre))
    if place not in truth.position.owners and place not in book.centres(truth):
        here = " in this game" if place in book.possible_centres else ""
        raise InputError(f"{book.graph.provinces[place].name} is no supply centre{here}.")
    owner = "" if power is None else book.names.find_power(power)
    if truth.position.owners.get(place, "") == owner:
        name = book.graph.provinces[place].name
        raise InputError(f"{name} belongs to {owner or 'nobody'} already.")
    return {"centre": place, "owner": owner}


def proposal(book: Rulebook, state: State, kind: str, powers: Sequence[str]) -> Facts:
    """The facts of a proposal, but for its number and who makes it.

    Raises:
        InputError: for an ending that nobody votes on, or a power that is out of the game.
        StateError: where the same is proposed already.
    """
    ending = kind.strip().casefold()
    if ending not in VOTED_ENDINGS:
        raise InputError(f'an ending to vote on is {" or ".join(VOTED_ENDINGS)}, not "{kind}".')
    alive = book.survivors(state.truth)
    named = tuple(sorted({book.names.find_power(power) for power in powers}))
    if ending == DRAW:
        named = named or alive
    for power in named:
        if power not in alive:
            raise InputError(f"{power} is out of the game.")
    if not named:
        raise InputError("a concession names the power or powers that it is made to.")
    if ending == DRAW and len(named) < 2 and alive != named:
        raise InputError("a draw is of two powers at least; a concession may be to one.")
    if any((m.proposal.ending, m.proposal.powers) == (ending, named) for m in state.motions):
        raise StateError("the same is open to the vote already.")
    return {"ending": ending, "powers": named}


def _with_strength(book: Rulebook, kind: str, where: str) -> tuple[str, str]:
    """A place and a written kind with its men or ships: ``Bur 5000`` of ``A``, ``5000A``."""
    place, _, count = where.rpartition(" ")
    if not place or not count.isdecimal():
        place, count = where, str(book.full[kind])
    if not 1 <= int(count) <= book.full[kind]:
        raise InputError(f"a unit of kind {kind} has from 1 to {book.full[kind]}, not {count}.")
    return place, f"{int(count)}{kind}"


def _kind(book: Rulebook, word: str) -> str:
    for kind in book.written_kinds:
        if word.strip().casefold() in (kind.casefold(), book.graph.nouns.get(kind, "")):
            return kind
    named = {kind: book.graph.nouns.get(kind, "") for kind in book.written_kinds}
    kinds = " or ".join(f"{name} ({kind})" if name else kind for kind, name in named.items())
    raise InputError(f'there is no unit of kind "{word}"; there is {kinds}.')
