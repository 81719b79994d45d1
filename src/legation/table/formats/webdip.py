"""The order history of webDiplomacy: English sentences under turn, country and phase.

A turn holds its movement, its retreats and, in autumn, the builds. The page
lists the newest turn first; reading takes any order. The page itself runs some
sentences together (``disbandBuild fleet at Brest``), which is understood.
Source: how the page of webDiplomacy shows them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT, Phase
from legation.board.graph import FLEET
from legation.board.orders import Order
from legation.board.units import UnitName
from legation.rules.rulebook import Rulebook
from legation.table.formats.results import FINE, passed
from legation.table.formats.source import Source
from legation.table.formats.transcript import (
    DISLODGED,
    End,
    Entry,
    Line,
    Lost,
    Transcript,
    by_power,
    few,
    moment,
    with_kinds,
)

_TURN = re.compile(r"^([A-Za-z]+),?\s+(\d{1,9})\s*:?$")
_PHASES: Mapping[str, str] = {
    "diplomacy": MOVEMENT,
    "retreats": RETREAT,
    "unit-placement": ADJUSTMENT,
    "builds": ADJUSTMENT,
}
_TITLES = {MOVEMENT: "Diplomacy", RETREAT: "Retreats", ADJUSTMENT: "Unit-placement"}
_SENTENCE = re.compile(r"^(?:the (?:army|fleet|unit)\b|build |destroy |do not use build)", re.I)
_MARK = re.compile(r"\s*\((fail|dislodged)\)\s*$", re.I)
_RUN_ON = re.compile(
    r"(?<=disband)build (?:army|fleet) at .*$|(?<=\w)the\s+(?:army |fleet )? ?at .* destroy\b.*$",
    re.I,
)
_ORDER_OF_VERBS = ("hold", "move", "support", "convoy", "retreat", "disband")


def sniff(text: str) -> bool:
    """Does this look like an order history?"""
    return any(
        re.match(r"^\s*(?:[-*•]\s*)?The (?:army|fleet) at .+\.", line)
        or re.match(r"^\s*(?:[-*•]\s*)?(?:Build (?:army|fleet) at|Destroy the unit at) .+\.", line)
        for line in text.splitlines()[:2000]
    )


# Reading


def read(text: str, path: str, book: Rulebook) -> tuple[Transcript, ...]:
    """The game of an order history.

    Raises:
        FileError: for a sentence that is no order, and for one outside a turn
            or a country.
    """
    source = Source(text, path, book)
    seen: dict[Phase, list[Line]] = {}
    ends: dict[Phase, dict[str, End]] = {}
    turn: tuple[str, str] | None = None
    power, kind = "", MOVEMENT
    for number, row in enumerate(text.splitlines(), start=1):
        bare = row.strip().lstrip("-*•").strip()
        if not bare or bare.casefold() in ("order history", "large map"):
            continue
        if _SENTENCE.match(bare):
            if turn is None or not power:
                raise source.error("an order stands before its turn and country", number)
            phase = source.phase(*turn, kind, line=number)
            line, end = _line(source, power, bare, phase, number)
            seen.setdefault(phase, []).append(line)
            if end is not None and line.order.unit is not None:
                ends.setdefault(phase, {})[line.order.unit.province] = end
        elif bare.rstrip(":").casefold() in _PHASES:
            kind = _PHASES[bare.rstrip(":").casefold()]
        elif (matched := _TURN.match(bare)) is not None:
            source.phase(matched[1], matched[2], MOVEMENT, number)
            turn, power, kind = (matched[1], matched[2]), "", MOVEMENT
        else:
            power, kind = source.power(bare.rstrip(": "), number), MOVEMENT
    if not seen:
        raise source.error("it holds no orders")
    entries = tuple(
        Entry(phase, tuple(lines), ends=ends.get(phase, {}), line=lines[0].line)
        for phase, lines in sorted(seen.items(), key=lambda item: moment(book.calendar, item[0]))
    )
    return (Transcript(book.variant, entries=entries),)


def _line(
    source: Source, power: str, text: str, phase: Phase, number: int
) -> tuple[Line, End | None]:
    marks = set()
    while (mark := _MARK.search(text)) is not None:
        marks.add(mark[1].casefold())
        text = text[: mark.start()]
    text = _RUN_ON.sub("", text.rstrip().rstrip("."))
    if text.casefold().startswith("do not use build"):
        order = Order("waive")
    else:
        order = source.order(_plain(text), phase.kind, number)
    end = End(DISLODGED) if "dislodged" in marks else None
    return Line(power, order, passed(order.verb, "fail" not in marks), line=number), end


def _plain(text: str) -> str:
    """The sentence in words that orders are written with."""
    text = re.sub(r"^destroy the unit at ", "remove ", text, flags=re.I)
    text = re.sub(r"\bsupport hold to ", "support ", text, flags=re.I)
    return re.sub(
        r"^(.*) convoy to (.+) from (.+?)(?: via convoy)?$",
        r"\1 convoy army \3 - \2",
        text,
        flags=re.I,
    )


# Writing


def write(transcripts: Sequence[Transcript], book: Rulebook) -> tuple[str, list[Lost]]:
    """The game as an order history, and what was left out."""
    told = transcripts[0]
    lost: list[Lost] = []
    failed = [
        line
        for entry in told.entries
        for line in entry.lines
        if len(line.told) == 1 and line.told[0] in ("unmatched", "void", "cut", "disrupted")
    ]
    if failed:
        lost.append(Lost(f"why {few(failed, 'order')} failed left out; (fail) is written", ""))
    if told.name:
        lost.append(Lost(f'the name "{told.name}" left out', ""))
    turns: dict[tuple[str, int], list[Entry]] = {}
    for entry in told.entries:
        turns.setdefault(_turn(book, entry.phase), []).append(entry)
        if entry.removed:
            units = ", ".join(map(str, entry.removed))
            lost.append(Lost(f"removals by rule left out: {units}", str(entry.phase)))
    blocks = []
    for (season, year), entries in reversed(turns.items()):
        rows = [f"{season}, {year}:", ""]
        powers = {line.power for entry in entries for line in entry.lines}
        for power in sorted(powers):
            rows += [f"{power}:", *_country(entries, power, book), ""]
        blocks.append("\n".join(rows))
    return "\n".join(blocks), lost


def _turn(book: Rulebook, phase: Phase) -> tuple[str, int]:
    """The turn that a phase belongs to: the winter's builds to the autumn."""
    if phase.kind == ADJUSTMENT:
        return book.calendar.ownership, phase.year
    return phase.season, phase.year


def _country(entries: Sequence[Entry], power: str, book: Rulebook) -> Iterator[str]:
    for entry in entries:
        lines = dict(by_power(entry.lines)).get(power, [])
        if not lines:
            continue
        yield f"    {_TITLES[entry.phase.kind]}"
        if entry.phase.kind != ADJUSTMENT:
            lines = sorted(lines, key=lambda line: _rank(line.order))
        for line in lines:
            yield f"        {_sentence(entry, line, book)}"


def _rank(order: Order) -> tuple[int, bool]:
    known = order.verb in _ORDER_OF_VERBS
    return (_ORDER_OF_VERBS.index(order.verb) if known else 9), bool(order.goal)


def _sentence(entry: Entry, line: Line, book: Rulebook) -> str:
    order = with_kinds(entry, line.order)
    at = entry.end_of(order.unit.province) if order.unit else ""
    failed = bool(line.told) and not FINE & set(line.told) and order.verb != "hold"
    text = f"{_words(order, book)}." + (" (fail)" if failed else "")
    return text + (" (dislodged)" if at == DISLODGED else "")


def _words(order: Order, book: Rulebook) -> str:
    unit, target = order.unit, order.target
    if unit is None:
        return "Do not use build order"
    place = _place(unit.place, book)
    if order.verb == "build":
        return f"Build {_kind(unit)} at {place}"
    if order.verb == "remove":
        return f"Destroy the unit at {place}"
    goal = f" to {_place(order.goal, book)}" if order.goal else ""
    source = f" from {_place(target.place, book)}" if target else ""
    if order.verb == "support" and target is not None and not order.goal:
        return f"The {_kind(unit)} at {place} support hold to {_place(target.place, book)}"
    verb = "support move" if order.verb == "support" else order.verb
    via = " via convoy" if order.via else ""
    return f"The {_kind(unit)} at {place} {verb}{goal}{source}{via}"


def _kind(unit: UnitName) -> str:
    return "fleet" if unit.kind == FLEET else "army"


def _place(place: str, book: Rulebook) -> str:
    name = re.sub(r"^St (?=[A-Z])", "St. ", book.names.full(place))
    return re.sub(r"\((\w+) coast\)", lambda m: f"({m[1].title()} Coast)", name)
