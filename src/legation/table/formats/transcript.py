"""The neutral form between two file formats: a game or a case as somebody wrote it down.

A format's reader fills in what its file tells and leaves the rest None, so
that "not told" and "none" stay apart. `formats.complete` works out the rest by
replaying the orders, where that can be done.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from legation.board.calendar import ADJUSTMENT, Calendar, Phase
from legation.board.graph import province_of
from legation.board.names import any_of
from legation.board.orders import Order
from legation.board.units import Dislodged, Unit

DISLODGED, DISBANDED = "dislodged", "disbanded"


@dataclass(frozen=True, slots=True)
class Line:
    """An order as a power gave it, and what became of it.

    `told` are the words of the corpus (``succeeds``, ``cut`` ...) that the
    file's own word may stand for: one where it is exact, several where the
    format does not tell them apart, none where it says nothing. `mark` keeps a
    judge's own words, so that they can be written back.
    """

    power: str
    order: Order
    told: tuple[str, ...] = ()
    mark: tuple[str, ...] | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class End:
    """Where a unit is at the end of a phase: a place, ``dislodged`` or ``disbanded``.

    `by` and `retreats` are those of a dislodged unit; None is "not told".
    """

    at: str
    by: str = ""
    retreats: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One phase. What is None was not told.

    `units`, `owners`, `dislodged` and `contested` stand at its start. `ends` are
    keyed by the province where a unit (in a retreat phase a dislodged one)
    stood at the start. `left` are the units at its end, `lost` those dislodged
    in it that may retreat, `removed` the units taken off by rule. `line` is
    where it starts in its file.
    """

    phase: Phase
    lines: tuple[Line, ...] = ()
    units: tuple[Unit, ...] | None = None
    owners: Mapping[str, str] | None = None
    dislodged: tuple[Dislodged, ...] | None = None
    contested: frozenset[str] | None = None
    ends: Mapping[str, End] = field(default_factory=dict)
    left: tuple[Unit, ...] | None = None
    lost: tuple[Unit, ...] | None = None
    removed: tuple[Unit, ...] | None = None
    line: int = 0

    @property
    def sheets(self) -> dict[str, list[Order]]:
        """Power → its orders, in the order of the file."""
        found: dict[str, list[Order]] = {}
        for line in self.lines:
            found.setdefault(line.power, []).append(line.order)
        return found

    def end_of(self, province: str) -> str:
        """Where the unit that stood in this province is at the end; empty where not told."""
        end = self.ends.get(province)
        return end.at if end else ""


@dataclass(frozen=True, slots=True)
class Message:
    """A piece of press. No recipients: for everybody."""

    sender: str
    recipients: tuple[str, ...]
    phase: Phase
    text: str


@dataclass(frozen=True, slots=True)
class Lost:
    """Something that the target cannot hold, or that reading passed over: what, and where."""

    what: str
    where: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


@dataclass(frozen=True, slots=True)
class Transcript:
    """A game or a case. `options` are those that differ from the variant's defaults."""

    variant: str = "standard"
    name: str = ""
    title: str = ""
    entries: tuple[Entry, ...] = ()
    messages: tuple[Message, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    lost: tuple[Lost, ...] = ()


def carrier_orders(entry: Entry, line: Line) -> list[Line]:
    """The convoy orders of a phase that would carry the army of this move."""
    order = line.order
    if order.verb != "move" or order.unit is None:
        return []
    return [
        other
        for other in entry.lines
        if other.order.verb == "convoy"
        and other.order.unit is not None
        and other.order.target is not None
        and other.order.target.province == order.unit.province
        and province_of(other.order.goal) == province_of(order.goal)
    ]


def with_kinds(entry: Entry, order: Order) -> Order:
    """The order with the kinds of its units written, where the position tells them."""
    if entry.units is None:
        return order
    kinds = {unit.province: unit.kind for unit in entry.units}
    lost = {d.unit.province: d.unit.kind for d in entry.dislodged or ()}
    own = {**kinds, **lost}
    unit, target = order.unit, order.target
    if unit is not None and not unit.kind and entry.phase.kind != ADJUSTMENT:
        unit = replace(unit, kind=own.get(unit.province, ""))
    elif unit is not None and not unit.kind and order.verb == "remove":
        unit = replace(unit, kind=kinds.get(unit.province, ""))
    if target is not None and not target.kind:
        target = replace(target, kind=kinds.get(target.province, ""))
    return replace(order, unit=unit, target=target)


def moment(calendar: Calendar, phase: Phase) -> tuple[int, int]:
    """A key by which phases sort as they come."""
    return phase.year, calendar.phases.index((phase.season, phase.kind))


def by_power(lines: Sequence[Line]) -> Iterator[tuple[str, list[Line]]]:
    """The lines of each power, powers by name."""
    for power in sorted({line.power for line in lines}):
        yield power, [line for line in lines if line.power == power]


def span(entries: Sequence[Entry]) -> str:
    """Which phases these are, in a few words."""
    if not entries:
        return ""
    first, last = entries[0].phase, entries[-1].phase
    return str(first) if first == last else f"{first} to {last}"


def left_out(
    transcripts: Sequence[Transcript], name: str, holds: Collection[str], sure: str
) -> list[Lost]:
    """What a format that holds only so much leaves out of these, a line each.

    `sure` says what the format does hold, as the reason.
    """
    found: list[Lost] = []
    for told in transcripts:
        where = told.name if len(transcripts) > 1 else ""
        for part, entries in _parts(told):
            if part in holds or not entries:
                continue
            count = f"{len(entries)} phases'" if len(entries) > 1 else "one phase's"
            found.append(Lost(f"{name} holds {sure}: {count} {part} left out", where))
        if told.messages and "messages" not in holds:
            found.append(Lost(f"{name} holds no press: {counted(told.messages)} left out", where))
        if told.options and "options" not in holds:
            options = ", ".join(f"{key}={value}" for key, value in sorted(told.options.items()))
            found.append(Lost(f"{name} holds no rule options: {options} left out", where))
        if told.title and "title" not in holds:
            found.append(Lost(f'{name} holds no title: "{told.title}" left out', where))
    return found


def counted(messages: Sequence[Message]) -> str:
    """How many messages these are, in words."""
    return f"{len(messages)} messages" if len(messages) != 1 else "one message"


def _parts(told: Transcript) -> Iterator[tuple[str, list[Entry]]]:
    yield "units", [e for e in told.entries if e.units is not None]
    yield "owners", [e for e in told.entries if e.owners is not None]
    yield "retreat places", [e for e in told.entries if e.dislodged]
    yield "results", [e for e in told.entries if any(line.told for line in e.lines)]


def merged(parts: Sequence[str]) -> str:
    """Words as a list: ``a, b and c``."""
    return any_of(parts).replace(" or ", " and ") if parts else ""
