"""Saved games of the `diplomacy` package: JSON, one game a line, or one object.

The file tells every phase's units, owners, retreats, orders, results and
press, so a game goes through it whole. Source: the files that version 1.1.2
of the package writes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from legation.board.calendar import MOVEMENT, RETREAT, Phase
from legation.board.orders import Order
from legation.board.units import Dislodged, Unit
from legation.errors import TruncatedError
from legation.rules.rulebook import Rulebook
from legation.table.formats.results import from_judge, judge_word
from legation.table.formats.source import Source
from legation.table.formats.transcript import (
    DISLODGED,
    End,
    Entry,
    Line,
    Lost,
    Message,
    Transcript,
)

ALL = "GLOBAL"
_STANDARD = "standard"
HOUSE_RULES: Mapping[str, str] = {
    "land-fallback": "yes",
    "civil-disorder": "home-centre",
}
"""Where the package's rules differ from our defaults."""
HOLDS = frozenset({"units", "owners", "retreat places", "results", "messages"})


def sniff(text: str) -> bool:
    """Does this look like such a file?"""
    start = text[:4000]
    return start.lstrip().startswith("{") and '"phases"' in text and '"format"' not in start


def read(text: str, path: str, book: Rulebook) -> tuple[Transcript, ...]:
    """The games of a file.

    Raises:
        FileError: for anything that is not such a game, with the line.
    """
    source = Source(text, path, book)
    transcripts = []
    for data, line in _objects(source):
        try:
            transcripts.append(_game(source, _table(source, data, "a game", line), line))
        except RecursionError:
            raise source.error("it is nested too deeply", line) from None
    if not transcripts:
        raise source.error("it holds no game")
    return tuple(transcripts)


def _objects(source: Source) -> Iterator[tuple[Any, int]]:
    lines = [(n, part) for n, part in enumerate(source.text.split("\n"), 1) if part.strip()]
    if len(lines) > 1 and all(part.lstrip().startswith("{") for _, part in lines):
        try:
            json.loads(lines[0][1])
        except (json.JSONDecodeError, RecursionError, ValueError):
            lines = [(1, source.text)]  # one object over many lines, or broken
    else:
        lines = [(1, source.text)]
    for number, part in lines:
        try:
            yield json.loads(part), number
        except json.JSONDecodeError as error:
            at = number + error.lineno - 1
            if error.pos >= len(part.rstrip()):
                raise TruncatedError(source.path, "the file stops in the middle", at) from None
            raise source.error(f"not JSON: {error.msg}", at) from None
        except (RecursionError, ValueError):
            raise source.error("not JSON that can be read here", number) from None


def _table(source: Source, data: Any, what: str, line: int) -> dict[str, Any]:
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise source.error(f"{what} should be an object {{...}}, and is not", line)
    return data


def _texts(source: Source, data: Any, what: str, line: int) -> list[str]:
    if data is None:
        return []
    if not isinstance(data, list) or not all(isinstance(item, str) for item in data):
        raise source.error(f"{what} should be a list of texts", line)
    return data


def _game(source: Source, data: dict[str, Any], line: int) -> Transcript:
    phases = data.get("phases")
    if not isinstance(phases, list) or not phases:
        raise source.error('it has no list of "phases"', line)
    board = str(data.get("map", "standard"))
    if source.book.variant == _STANDARD and board.partition("_")[0] != _STANDARD:
        raise source.error(
            f'the game is on the map "{board[:40]}", and read as {source.book.title}:'
            " name the variant, legation convert --variant NAME",
            line,
        )
    rules = _texts(source, data.get("rules"), "rules", line)
    entries, messages = [], []
    for phase_data in phases:
        table = _table(source, phase_data, "a phase", line)
        state = _table(source, table.get("state"), "a state", line)
        name = str(table.get("name", state.get("name", "")))
        if name == "COMPLETED":
            continue
        phase = source.coded(name, line)
        entries.append(_entry(source, phase, table, state, line, phase_data is phases[-1]))
        messages += list(_messages(source, phase, table.get("messages"), line))
    lost = [Lost(f"house rules {', '.join(rules)} passed over", "rules")] if rules else []
    return Transcript(
        source.book.variant,
        str(data.get("id", "")),
        entries=tuple(entries),
        messages=tuple(messages),
        options={k: v for k, v in HOUSE_RULES.items() if _has(source.book, k, v)},
        lost=tuple(lost),
    )


def _has(book: Rulebook, option: str, value: str) -> bool:
    return any(spec.id == option and value in spec.values for spec in book.option_specs)


def _entry(
    source: Source,
    phase: Phase,
    table: dict[str, Any],
    state: dict[str, Any],
    line: int,
    last: bool,
) -> Entry:
    results = _table(source, table.get("results"), "results", line)
    lines: list[Line] = []
    for power, texts in _table(source, table.get("orders"), "orders", line).items():
        name = source.power(power, line)
        for text in _texts(source, texts, f"the orders of {name}", line):
            order = source.order(text, phase.kind, line)
            lines.append(_line(source, name, order, text, results, line))
    units: tuple[Unit, ...] | None = None
    owners: dict[str, str] | None = None
    if "units" in state:
        units = source.no_crowd(_units(source, state["units"], line), line)
    if "centers" in state:
        owners = {}
        for power, places in _table(source, state["centers"], "centers", line).items():
            for centre in (source.owned(p, line) for p in _texts(source, places, "centers", line)):
                name = source.power(power, line)
                if owners.setdefault(centre, name) != name:
                    raise source.error(
                        f"{phase}: {centre} belongs to {owners[centre]} and to {name}", line
                    )
    lost = tuple(_dislodged(source, state.get("retreats"), line))
    ends = {
        order.unit.province: End(DISLODGED)
        for order in (given.order for given in lines if DISLODGED in (given.mark or ()))
        if order.unit is not None and phase.kind == MOVEMENT
    }
    return Entry(
        phase,
        tuple(lines),
        units,
        owners,
        lost if "retreats" in state or phase.kind == RETREAT else None,
        ends=ends,
        line=line,
        open=last and not results,
    )


def _line(
    source: Source, power: str, order: Order, text: str, results: dict[str, Any], line: int
) -> Line:
    words, route = text.split(), source.route(text, order)
    told = results.get(" ".join(words[:2]))
    if told is None:
        return Line(power, order, line=line, route=route)
    marks = tuple(filter(None, map(judge_word, _texts(source, told, "a result", line))))
    return Line(power, order, from_judge(order, marks), marks, line, route)


def _units(source: Source, data: Any, line: int) -> Iterator[Unit]:
    for power, texts in _table(source, data, "units", line).items():
        for text in _texts(source, texts, "units", line):
            if not text.startswith("*"):  # dislodged: told again among the retreats
                yield source.unit(source.power(power, line), text, line)


def _dislodged(source: Source, data: Any, line: int) -> Iterator[Dislodged]:
    for power, rows in _table(source, data, "retreats", line).items():
        for text, places in _table(source, rows, "retreats", line).items():
            unit = source.unit(source.power(power, line), text.lstrip("*"), line)
            goals = (source.place(place, line) for place in _texts(source, places, text, line))
            yield Dislodged(unit, "", tuple(sorted(goals)))


def _messages(source: Source, phase: Phase, data: Any, line: int) -> Iterator[Message]:
    if data is not None and not isinstance(data, list):
        raise source.error("messages should be a list", line)
    for row in data or ():
        table = _table(source, row, "a message", line)
        sender, to = str(table.get("sender", "")), str(table.get("recipient", ALL))
        yield Message(
            sender.title() if sender.isupper() else sender,
            () if to == ALL else (to.title() if to.isupper() else to,),
            phase,
            str(table.get("message", "")),
        )
