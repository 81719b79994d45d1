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
    judge's own words, so that they can be written back. `route` are the seas
    over which a move by convoy says that it goes.
    """

    power: str
    order: Order
    told: tuple[str, ...] = ()
    mark: tuple[str, ...] | None = None
    line: int = 0
    route: tuple[str, ...] = ()


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
    where it starts in its file. `open`: it has not been carried out yet.
    `checked`: it is a test case, of which `left` and `lost` are all that is
    expected where the file tells them; results that were worked out are not.
    `gone_to`: of the places open to a retreat the file tells only those that
    somebody goes to.
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
    open: bool = False
    checked: bool = False
    gone_to: bool = False

    @property
    def sheets(self) -> dict[str, list[Order]]:
        """Power → its orders, in the order of the file."""
        written: dict[str, list[Order]] = {}
        for line in self.lines:
            written.setdefault(line.power, []).append(line.order)
        return written

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


def left_out(
    transcripts: Sequence[Transcript],
    name: str,
    holds: Collection[str],
    sure: str,
    implied: Mapping[str, str],
) -> list[Lost]:
    """What a format that holds only so much leaves out of these, a line each.

    `sure` says what the format does hold, as the reason; `implied` are options
    that it need not tell, for its own program plays by them.
    """
    lines: dict[str, list[str]] = {}
    for told in transcripts:
        for what in _missing(told, name, holds, sure, implied):
            lines.setdefault(what, []).append(told.name)
    many = len(transcripts) > 1
    return [Lost(what, _which(names) if many else "") for what, names in lines.items()]


def _missing(
    told: Transcript, name: str, holds: Collection[str], sure: str, implied: Mapping[str, str]
) -> Iterator[str]:
    parts = {part: count for part, count in _parts(told) if count and part not in holds}
    if parts:
        most = max(parts.values())
        whose = f"{most} phases'" if most > 1 else "one phase's"
        yield f"{name} holds {sure}: {whose} {merged([*parts])} left out"
    if told.messages and "messages" not in holds:
        yield f"{name} holds no press: {few(told.messages, 'message')} left out"
    options = {key: value for key, value in told.options.items() if implied.get(key) != value}
    if options and "options" not in holds:
        chosen = ", ".join(f"{key}={value}" for key, value in sorted(options.items()))
        yield f"{name} holds no rule options: {chosen} left out"
    if told.title and "title" not in holds:
        yield f"{name} holds no titles"


def _which(names: Sequence[str]) -> str:
    return names[0] + (f" and {len(names) - 1} more" if len(names) > 1 else "")


def few(things: Sequence[object], noun: str) -> str:
    """How many there are, in words: ``one message``, ``3 messages``."""
    return f"{len(things)} {noun}s" if len(things) != 1 else f"one {noun}"


def _parts(told: Transcript) -> Iterator[tuple[str, int]]:
    yield "units", sum(e.units is not None for e in told.entries)
    yield "owners", sum(e.owners is not None for e in told.entries)
    yield "retreat places", sum(bool(e.dislodged) for e in told.entries)
    yield "results", sum(any(line.told for line in e.lines) for e in told.entries)


def merged(parts: Sequence[str]) -> str:
    """Words as a list: ``a, b and c``."""
    return any_of(parts).replace(" or ", " and ") if parts else ""
