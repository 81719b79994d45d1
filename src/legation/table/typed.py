"""A position as somebody types it, field by field, and as the table of a case; and back.

A field is a text: a list with commas, or a line for each power or key, as
``France: A Par, F Bre``. What a variant keeps beside the board has a field for
each that its ledger declares. All is read by `positions.read_start`, like a
case file; every fault names its field and line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from legation.board.ledger import Entry, Holds
from legation.errors import LegationError
from legation.rules.rulebook import Rulebook
from legation.table.fields import (
    CENTRES,
    CONTESTED,
    DATE,
    DISLODGED,
    DISORDER,
    KEPT,
    LISTS,
    NOTED,
    PHASE,
    UNITS,
)
from legation.table.positions import Start, read_start
from legation.table.takeover import faults

NOTHING = "none"
"""Typed where it was noted that there is nothing, which is not the same as nothing noted."""
LONGEST = 20_000
"""Letters of a field."""
MOST = 40
"""Faults that are told at once: the rest is not read."""
_FROM, _RETREATS = " from ", ":"


class Fault(NamedTuple):
    """What is wrong: in which field, in which line of it (0 for none), and one sentence."""

    field: str
    line: int
    said: str


@dataclass(frozen=True, slots=True)
class Typed:
    """What came of a position that was typed: the start, or what is wrong with it."""

    start: Start | None
    faults: tuple[Fault, ...]


# From a table to texts


def texts_of(table: Mapping[str, Any], book: Rulebook) -> dict[str, str]:
    """The fields of a position, from the keys that a case has."""
    texts = {DATE: str(table.get("date", "")), PHASE: str(table.get("phase", ""))}
    texts |= {key: _lines(table.get(key, {})) for key in (UNITS, CENTRES)}
    rows = [
        f"{power}: {row['unit']}{_FROM}{row['by']}: {', '.join(row['retreats'])}"
        if row.get("by")
        else f"{power}: {row['unit']}: {', '.join(row['retreats'])}"
        for power, own in table.get(DISLODGED, {}).items()
        for row in own
    ]
    texts[DISLODGED] = "\n".join(rows)
    texts |= {key: ", ".join(table.get(key, ())) for key in (CONTESTED, DISORDER)}
    for name, values in table.get("facts", {}).items():
        texts[NOTED + name] = ", ".join(values)
    said = table.get("ledger", {})
    for key, entry in book.ledger.entries().items():
        if key in said:
            texts[KEPT + key] = _text(entry, said[key])
    return texts


def _lines(table: Mapping[str, list[str]]) -> str:
    return "\n".join(f"{name}: {', '.join(items)}" for name, items in table.items())


def _text(entry: Entry, value: Any) -> str:
    if entry.holds in LISTS:
        return ", ".join(value) or (NOTHING if _may_be_unsaid(entry) else "")
    if isinstance(value, Mapping):
        return "\n".join(f"{key}: {item}" for key, item in value.items())
    return str(value)


def _may_be_unsaid(entry: Entry) -> bool:
    return entry.holds is Holds.PLACES


# From texts to a start


def read_typed(texts: Mapping[str, str], book: Rulebook) -> Typed:
    """The start that these fields say, or all that is wrong with them, field by field.

    Fields that are no fields are passed over. After the first `MOST` faults no
    others are looked for.
    """
    wrong = _Faults()
    try:
        return _read(texts, book, wrong)
    except _EnoughError:
        more = Fault("", 0, f"{MOST} things are wrong with it; the rest was not read.")
        return Typed(None, (*dict.fromkeys(wrong), more))


class _EnoughError(Exception):
    """As many faults were found as are told."""


class _Faults(list[Fault]):
    """Faults that were found, up to as many as are told."""

    def append(self, fault: Fault) -> None:
        """Adds one.

        Raises:
            _EnoughError: after the last.
        """
        super().append(fault)
        if len(self) == MOST:
            raise _EnoughError


def _read(texts: Mapping[str, str], book: Rulebook, wrong: list[Fault]) -> Typed:
    for field, text in texts.items():
        if len(text) > LONGEST:
            wrong.append(Fault(field, 0, f"at most {LONGEST} letters."))
    if wrong:
        return Typed(None, tuple(wrong))
    table: dict[str, Any] = {}
    for field, said in _parts(texts, book, wrong):
        more = _with(table, said)
        try:
            read_start(more, book)
        except LegationError as error:
            wrong.append(Fault(field, 0, _sentence(error)))
        else:
            table = more
    if wrong:
        return Typed(None, tuple(dict.fromkeys(wrong)))
    start = read_start(table, book)
    wrong += [Fault(KEPT + w.entry if w.entry else w.key, 0, w.why) for w in faults(book, start)]
    return Typed(None if wrong else start, tuple(wrong))


def _with(table: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """The table with these keys too; what is of a ledger joins the rest of it."""
    more = {**table, **said}
    for key in ("ledger", "facts"):
        if key in said:
            more[key] = {**table.get(key, {}), **said[key]}
    return more


def _parts(
    texts: Mapping[str, str], book: Rulebook, wrong: list[Fault]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Fields with what they are in a table, in the order in which they are to be read."""

    def said(field: str) -> str:
        return texts.get(field, "").strip()

    if not said(DATE):
        wrong.append(Fault(DATE, 0, "say when the game stands so."))
        return
    yield DATE, {key: said(key) for key in (DATE, PHASE) if said(key)}
    for field in (UNITS, CENTRES):
        rows: dict[str, list[str]] = {}
        for number, name, rest in _rows(field, said(field), wrong):
            items = _items(rest)
            try:
                read_start({UNITS: {}, CENTRES: {}, field: {name: items}}, book)
            except LegationError as error:
                wrong.append(Fault(field, number, _sentence(error)))
            else:
                rows[name] = [*rows.get(name, ()), *items]
        yield field, {field: rows}
    if said(DISLODGED):
        yield DISLODGED, {DISLODGED: dict(_lost(said(DISLODGED), wrong))}
    for field in (CONTESTED, DISORDER):
        if said(field):
            yield field, {field: _items(said(field))}
    for field in texts:
        if field.startswith(NOTED) and said(field):
            yield field, {"facts": {field.removeprefix(NOTED): _items(said(field))}}
    for key, entry in book.ledger.entries().items():
        field = KEPT + key
        if field in texts:
            value = _value(entry, field, said(field), wrong)
            if value is not None:
                yield field, {"ledger": {key: value}}


def _value(entry: Entry, field: str, text: str, wrong: list[Fault]) -> Any:
    """A field of the ledger as a case file says it; None where nothing is said of it."""
    if entry.holds in LISTS:
        if _may_be_unsaid(entry) and not text:
            return None
        return [] if text == NOTHING else _items(text)
    if entry.holds in (Holds.WORD, Holds.YES):
        return text
    return {name: rest for _, name, rest in _rows(field, text, wrong)}


def _rows(field: str, text: str, wrong: list[Fault]) -> Iterator[tuple[int, str, str]]:
    """Lines of a name, a colon and what belongs to it, with their numbers."""
    for number, line in enumerate(text.splitlines(), 1):
        name, colon, rest = (part.strip() for part in line.partition(":"))
        if colon and name:
            yield number, name, rest
        elif line.strip():
            wrong.append(Fault(field, number, "write a name, a colon, and what belongs to it."))


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def _lost(text: str, wrong: list[Fault]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Dislodged units: ``France: A Bur from Mun: Par, Gas``."""
    rows: dict[str, list[dict[str, Any]]] = {}
    for _, power, rest in _rows(DISLODGED, text, wrong):
        unit, _, places = (part.strip() for part in rest.partition(_RETREATS))
        unit, _, by = (part.strip() for part in unit.partition(_FROM))
        row: dict[str, Any] = {"unit": unit, "retreats": _items(places)}
        rows.setdefault(power, []).append({**row, "by": by} if by else row)
    yield from rows.items()


def _sentence(error: LegationError) -> str:
    said = str(error)
    return said[:1].upper() + said[1:] + ("" if said.endswith((".", "?", "!")) else ".")
