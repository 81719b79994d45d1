"""What is mailed to and from the judges: njudge and DPjudge.

Two sorts of text are read, mixed as they come: players' mails, from ``signon``
to ``signoff``, and the judge's reports, ``Movement results for Spring of 1901``
with an order a line. Sources: the judge's own help files ``syntax`` and
``index``, and the reports it mailed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from legation.board.calendar import ADJUSTMENT, MOVEMENT, Phase
from legation.rules.rulebook import Rulebook
from legation.table.formats.results import DISLODGED as MARK_DISLODGED
from legation.table.formats.results import KNOWN, from_judge, judge_word
from legation.table.formats.source import Source
from legation.table.formats.transcript import (
    DISLODGED,
    End,
    Entry,
    Line,
    Lost,
    Message,
    Transcript,
    few,
    moment,
)

HEADER = re.compile(
    r"^\s*(movement|retreat|adjustment)\s+(?:results|orders)\s+for\s+(\w+)\s+(?:of\s+)?(\d+)"
    r"[\s.,]*(?:\(([^().]*)[^()]*\))?\s*$",
    re.I,
)
SIGNON = re.compile(r"^\s*(signon|observe)\s+(\S+)(?:\s+\S+)?.*$", re.I)
_MARKS = re.compile(r"\(\*\s*([^()*]*?)\s*\*\)\s*\.?\s*$")
_REPORT_LINE = re.compile(r"^\s*([A-Za-z][\w\- ]{0,40}?)\s*:\s*(\S.*)$")
_BUILT = re.compile(
    r"^(builds?|removes?|destroys?)\s+(?:an?|the)\s+(army|fleet)\s+(?:in|at)\s+(?:the\s+)?(.+?)\.?$",
    re.I,
)
_WAIVED = re.compile(r"^(\d*)\s*(unusable\s+)?builds?\s+(waived|pending)\.?$", re.I)
_PRESS = re.compile(r"^\s*(press|broadcast)\b(.*)$", re.I)
_PHASE = re.compile(r"^\s*phase\s+(.+?)\s*$", re.I)
_COMMANDS = frozenset(
    (
        *("set", "get", "list", "summary", "history", "clear", "status", "resign"),
        *("wait", "nowait", "help", "version", "whois"),
    )
)
_OWNERSHIP = re.compile(r"^\s*ownership of supply cent(?:er|re)s", re.I)
_DEADLINE = re.compile(
    r"^\s*(the (deadline|next phase|following)\b|the \w+ (army|fleet)\b.*\bretreat)", re.I
)


def sniff(text: str) -> bool:
    """Does this look like a judge's mail?"""
    return any(SIGNON.match(line) or HEADER.match(line) for line in text.splitlines()[:400])


def sniff_report(text: str) -> bool:
    """Does this look like a judge's report, without a player's mail in it?"""
    lines = text.splitlines()[:400]
    return any(map(HEADER.match, lines)) and not any(map(SIGNON.match, lines))


@dataclass
class _Reading:
    """Where the reading stands, and what it found."""

    source: Source
    phase: Phase
    name: str = ""
    power: str = ""
    report: bool = False
    seen: dict[Phase, list[Line]] = field(default_factory=dict)
    messages: list[Message] = field(default_factory=list)
    passed: list[int] = field(default_factory=list)
    skipping: bool = False

    def add(self, line: Line) -> None:
        self.seen.setdefault(self.phase, []).append(line)


def read(text: str, path: str, book: Rulebook) -> tuple[Transcript, ...]:
    """The game of a text.

    Raises:
        FileError: for an order that cannot be read, a signon for no power, and
            a text that is no judge's.
    """
    source = Source(text, path, book)
    reading = _Reading(source, book.calendar.first)
    rows = enumerate(text.splitlines(), start=1)
    for number, row in rows:
        _row(reading, number, row, rows)
    if not reading.seen:
        raise source.error("it holds no orders; a judge's text has a signon line or a report")
    entries = tuple(
        Entry(phase, tuple(_last(lines, phase)), ends=_ends(lines, phase), line=lines[0].line)
        for phase, lines in sorted(
            reading.seen.items(), key=lambda item: moment(book.calendar, item[0])
        )
    )
    lost = []
    if reading.passed:
        first = f"line {reading.passed[0]}"
        lost.append(Lost(f"{few(reading.passed, 'line')} of other text passed over", first))
    messages = tuple(reading.messages)
    return (Transcript(book.variant, reading.name, "", entries, messages, lost=tuple(lost)),)


def _row(reading: _Reading, number: int, row: str, rows: Iterator[tuple[int, str]]) -> None:
    source = reading.source
    bare = row.strip()
    if not bare or bare.startswith("#"):
        return
    if (header := HEADER.match(row)) is not None:
        kind, season, year, name = header.groups()
        reading.phase = source.phase(season, year, kind, number)
        reading.report, reading.power, reading.skipping = True, "", False
        reading.name = reading.name or (name or "").strip()
    elif (signon := SIGNON.match(row)) is not None:
        reading.power, name = _signed(source, signon[2], number)
        reading.name, reading.report, reading.skipping = reading.name or name, False, False
    elif bare.casefold() == "signoff":
        reading.power = ""
    elif (phase := _PHASE.match(row)) is not None:
        reading.phase = _phase(source, phase[1], number)
    elif reading.power and (press := _PRESS.match(row)) is not None:
        reading.messages.append(_press(reading, press[1], press[2], rows))
    elif _OWNERSHIP.match(row) or _DEADLINE.match(row):
        reading.skipping = bool(_OWNERSHIP.match(row))  # a table of centres, up to the next title
        reading.passed.append(number)
    elif reading.skipping:
        reading.passed.append(number)
    elif reading.report:
        _reported(reading, number, row)
    elif reading.power and bare.casefold().split()[0] in _COMMANDS:
        reading.passed.append(number)
    elif reading.power:
        _ordered(reading, number, row)
    else:
        reading.passed.append(number)


def _signed(source: Source, word: str, line: int) -> tuple[str, str]:
    """The power and the game of ``signon fgame``."""
    book = source.book
    begun = [p.name for p in book.powers if p.name[:1].casefold() == word[:1].casefold()]
    if len(begun) != 1:
        letters = ", ".join(p.name[:1].casefold() for p in book.powers)
        raise source.error(
            f'signon {word[:40]}: no power begins with "{word[:1]}"; write one of {letters}'
            " and the game's name",
            line,
        )
    return begun[0], word[1:]


def _phase(source: Source, text: str, line: int) -> Phase:
    words = text.replace(",", " ").split()
    if len(words) == 3:
        return source.phase(words[0], words[1], words[2], line)
    return source.coded(text, line)


def _press(reading: _Reading, word: str, options: str, rows: Iterator[tuple[int, str]]) -> Message:
    """A piece of press, up to its end or the end of the mail."""
    said: list[str] = []
    for _, row in rows:
        closing = row.strip().casefold()
        if closing in ("endpress", "endbroadcast"):
            break
        if closing == "signoff":
            reading_power, reading.power = reading.power, ""
            return _message(reading, reading_power, word, options, said)
        said.append(row.rstrip())
    return _message(reading, reading.power, word, options, said)


def _message(reading: _Reading, sender: str, word: str, options: str, said: list[str]) -> Message:
    to = re.search(r"\bto\s+(.+)$", options, re.I)
    names = re.split(r"[\s,;]+", to[1].strip()) if to and word.casefold() == "press" else []
    recipients = tuple(filter(None, (_addressed(reading, name) for name in names)))
    return Message(sender, recipients, reading.phase, "\n".join(said).strip("\n"))


def _addressed(reading: _Reading, name: str) -> str:
    begun = [
        p.name for p in reading.source.book.powers if p.name.casefold().startswith(name.casefold())
    ]
    return begun[0] if len(begun) == 1 else name


def _ordered(reading: _Reading, number: int, row: str) -> None:
    """A line of a player's mail: one order or several."""
    source, book = reading.source, reading.source.book
    good, bad = book.read_sheet(row, reading.phase.kind)
    if bad:
        # Raises for a text that is an order of no phase; one of another phase stands, and is void.
        for error in bad:
            order = source.order(error.text, reading.phase.kind, number)
            reading.add(Line(error.power or reading.power, order, line=number))
    for line in good:
        power = reading.power if not line.power else line.power
        route = source.route(line.text, line.order)
        reading.add(Line(power, line.order, line=number, route=route))


def _reported(reading: _Reading, number: int, row: str) -> None:
    """A line of a judge's report: ``Austria: Army Vienna -> Galicia.  (*bounce*)``."""
    source = reading.source
    matched = _REPORT_LINE.match(row)
    if matched is None:
        reading.passed.append(number)
        return
    power, text = source.power(matched[1], number), matched[2].strip()
    marks: tuple[str, ...] | None = None
    if (told := _MARKS.search(text)) is not None:
        marks = tuple(judge_word(word) for word in told[1].split(",") if word.strip())
        unknown = [word for word in marks if word not in KNOWN]
        if unknown:
            raise source.error(f'the result "{unknown[0][:40]}" is not known', number)
        text = text[: told.start()].strip()
    text = text.rstrip(".").rstrip()
    if text.casefold().endswith(", no order processed"):
        reading.passed.append(number)
        return
    if reading.phase.kind == ADJUSTMENT and (waived := _WAIVED.match(text)) is not None:
        if waived[2]:
            reading.passed.append(number)
            return
        for _ in range(min(int(waived[1][:2] or 1), 40)):
            reading.add(_judged(reading, power, "waive", marks, number))
        return
    built = _BUILT.match(text)
    if built is not None and reading.phase.kind == ADJUSTMENT:
        verb = "build" if built[1].casefold().startswith("build") else "remove"
        text = f"{verb} {built[2]} {built[3]}"
    reading.add(_judged(reading, power, text, marks, number))


def _judged(
    reading: _Reading, power: str, text: str, marks: tuple[str, ...] | None, number: int
) -> Line:
    order = reading.source.order(text, reading.phase.kind, number)
    route = reading.source.route(text, order)
    return Line(power, order, from_judge(order, marks or ()), marks or (), number, route)


def _last(lines: list[Line], phase: Phase) -> Iterator[Line]:
    """The orders that count in a mail: of several for one unit the last, as the judge has it."""
    if phase.kind == ADJUSTMENT:
        yield from lines
        return
    final = {(x.power, x.order.unit.province): x for x in lines if x.order.unit is not None}
    kept = set(map(id, final.values()))
    yield from (x for x in lines if id(x) in kept or x.order.unit is None or x.told)


def _ends(lines: list[Line], phase: Phase) -> dict[str, End]:
    if phase.kind != MOVEMENT:
        return {}
    return {
        line.order.unit.province: End(DISLODGED)
        for line in lines
        if line.order.unit is not None and MARK_DISLODGED in (line.mark or ())
    }
