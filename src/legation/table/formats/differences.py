"""How a file's record and its replay differ, in words; and whether the game hangs on it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from legation.board.graph import province_of
from legation.board.units import Dislodged, Unit
from legation.table.formats.results import FINE
from legation.table.formats.transcript import Entry, Line


def difference(what: str, recorded: Collection[str], replayed: Collection[str]) -> list[str]:
    """What only one of the two has, in one line; no line where they are the same."""
    more, fewer = sorted(set(recorded) - set(replayed)), sorted(set(replayed) - set(recorded))
    if not more and not fewer:
        return []
    parts = []
    if more:
        parts.append(f"{', '.join(more)} only in the file")
    if fewer:
        parts.append(f"{', '.join(fewer)} only in the replay")
    return [f"{what}: {', '.join(parts)}"]


def shown_units(units: Collection[Unit]) -> set[str]:
    """Units with their powers, to be compared."""
    return {f"{unit.power} {unit}" for unit in units}


def owned(owners: Mapping[str, str]) -> set[str]:
    """Centres with their owners, to be compared."""
    return {f"{power} {centre}" for centre, power in owners.items()}


def may_have_counted(line: Line) -> bool:
    """Does the file tell of this order that it was carried out, or leave that open?"""
    return not line.told or bool(FINE & set(line.told))


# Retreats: programs list more places than are open, and units that have none.


def retreats_that_matter(entry: Entry, replayed: Collection[Dislodged]) -> list[str]:
    """How the places open to retreats differ, where an order of the record goes to one of them."""
    recorded = entry.dislodged or ()
    theirs, mine = _open_places(recorded), _open_places(replayed)
    named = {d.unit.province: _name(d.unit) for d in (*replayed, *recorded)}
    for line in entry.lines:
        if line.order.verb != "retreat" or line.order.unit is None:
            continue
        unit = named.get(line.order.unit.province, "")
        disputed = theirs.get(unit, frozenset()) ^ mine.get(unit, frozenset())
        if province_of(line.order.goal) in map(province_of, disputed):
            return difference("retreats", _told(theirs), _told(mine))
    return []


def retreats_that_do_not(entry: Entry, replayed: Collection[Dislodged]) -> Iterator[str]:
    """The same differences where no order goes there, a remark each."""
    theirs, mine = _open_places(entry.dislodged or ()), _open_places(replayed)
    for unit in sorted({*theirs, *mine}):
        more = sorted(theirs.get(unit, frozenset()) - mine.get(unit, frozenset()))
        fewer = sorted(mine.get(unit, frozenset()) - theirs.get(unit, frozenset()))
        for places, where in ((more, "only in the file"), (fewer, "only in the replay")):
            if places:
                yield (
                    f"{entry.phase}: {unit} may go to {' or '.join(places)} {where};"
                    " it was not ordered there, so the game is the same"
                )


def _open_places(dislodged: Collection[Dislodged]) -> dict[str, frozenset[str]]:
    """Unit → the places where it may go; one that has none is gone at once, and left out."""
    return {_name(d.unit): frozenset(d.retreats) for d in dislodged if d.retreats}


def _name(unit: Unit) -> str:
    return f"{unit.power} {unit}"


def _told(places: Mapping[str, Collection[str]]) -> set[str]:
    return {f"{unit} to {' or '.join(sorted(goals))}" for unit, goals in places.items()}
