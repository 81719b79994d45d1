"""Writing for the judges: players' mails for njudge, reports as DPjudge sends them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from legation.board.calendar import ADJUSTMENT
from legation.board.graph import province_of
from legation.rules.rulebook import Rulebook
from legation.table.formats.dipjson_text import order_text
from legation.table.formats.results import to_judge
from legation.table.formats.source import phase_code, season_word
from legation.table.formats.transcript import (
    Entry,
    Line,
    Lost,
    Message,
    Transcript,
    by_power,
    carrier_orders,
)

PASSWORD = "password"
_TITLES = {"movement": "Movement", "retreat": "Retreat", "adjustment": "Adjustment"}


def write_njudge(transcripts: Sequence[Transcript], book: Rulebook) -> tuple[str, list[Lost]]:
    """Every power's orders as mails to the judge, and what was left out."""
    told = transcripts[0]
    lost = [Lost(f'passwords are not known; "{PASSWORD}" stands for each', "signon")]
    blocks: list[str] = []
    for entry in told.entries:
        said = [m for m in told.messages if m.phase == entry.phase]
        senders = {m.sender for m in said}
        powers = {line.power for line in entry.lines} | senders
        for power in sorted(p for p in powers if any(p == known.name for known in book.powers)):
            rows = [f"signon {power[:1].lower()}{_name(told)} {PASSWORD}"]
            rows.append(f"phase {phase_code(book, entry.phase)}")
            own = [line for line in entry.lines if line.power == power]
            rows += [_spelled(entry, line, book, lost).lower() for line in own]
            for message in said:
                if message.sender == power:
                    rows += _press(message)
            blocks.append("\n".join([*rows, "signoff"]))
        lost += _strangers(said, book)
    return "\n\n".join(blocks) + "\n", lost


def write_dpjudge(transcripts: Sequence[Transcript], book: Rulebook) -> tuple[str, list[Lost]]:
    """Every phase as a report of results, and what was left out."""
    told = transcripts[0]
    lost: list[Lost] = []
    blocks = []
    for entry in told.entries:
        season = season_word(book, entry.phase)
        title = f"{_TITLES[entry.phase.kind]} results for {season} of {entry.phase.year}."
        rows = [f"{title}  ({_name(told)}.{phase_code(book, entry.phase)})", ""]
        for power, lines in by_power(entry.lines):
            for line in lines:
                text = _spelled(entry, line, book, lost)
                rows.append(f"{power.upper()}: {text}.{_marks(entry, line)}")
        blocks.append("\n".join(rows))
        if entry.removed:
            units = ", ".join(map(str, entry.removed))
            lost.append(Lost(f"removals by rule left out: {units}", str(entry.phase)))
    return "\n\n".join(blocks) + "\n", lost


def _marks(entry: Entry, line: Line) -> str:
    at = entry.end_of(line.order.unit.province) if line.order.unit else ""
    words = line.mark if line.mark is not None else to_judge(line.order, line.told, at)
    return f"  (*{', '.join(words)}*)" if words else ""


def _name(told: Transcript) -> str:
    return re.sub(r"[^A-Za-z0-9]", "", told.name)[:8].lower() or "game"


def _press(message: Message) -> list[str]:
    to = f"press to {','.join(message.recipients)}" if message.recipients else "broadcast"
    text = [f"> {row}" if _closes(row) else row for row in message.text.splitlines()]
    return [to, *text, "endpress"]


def _closes(row: str) -> bool:
    return row.strip().casefold() in ("endpress", "endbroadcast", "signoff")


def _strangers(said: Sequence[Message], book: Rulebook) -> Iterator[Lost]:
    known = {power.name for power in book.powers}
    for message in said:
        if message.sender not in known:
            yield Lost(f"a message by {message.sender or 'nobody'} left out", str(message.phase))


def _spelled(entry: Entry, line: Line, book: Rulebook, lost: list[Lost]) -> str:
    """An order as the judges want it: a convoyed army names the seas it crosses."""
    text = order_text(entry, line, book)
    order = line.order
    if entry.phase.kind == ADJUSTMENT and order.verb in ("build", "remove"):
        return f"{order.verb.upper()} {text[:-2]}"
    if order.verb == "retreat":
        return text.replace(" R ", " - ")
    if order.verb == "disband":
        return f"{text[:-2]} DISBAND"
    if not text.endswith(" VIA") or order.unit is None:
        return text
    route = _route(entry, line, book)
    if not route:  # no fleets are ordered to carry it: the judge knows no other way to say so
        lost.append(
            Lost(f'"via convoy" without a whole convoy left out: {order}', str(entry.phase))
        )
        return text.removesuffix(" VIA")
    start, _, _ = text.partition(" - ")
    return " - ".join([start, *(sea.upper() for sea in route), order.goal.upper()])


def _route(entry: Entry, line: Line, book: Rulebook) -> list[str]:
    """A shortest way over the fleets that are ordered to carry this army."""
    graph, unit = book.graph, line.order.unit
    assert unit is not None
    seas = {c.order.unit.province for c in carrier_orders(entry, line) if c.order.unit}
    ways = [[sea] for sea in sorted(graph.harbours.get(unit.province, frozenset()) & seas)]
    shores = graph.harbours.get(province_of(line.order.goal), frozenset())
    seen = {way[0] for way in ways}
    while ways:
        for way in ways:
            if way[-1] in shores:
                return way
        further = []
        for way in ways:
            for sea in sorted((graph.sea_lanes[way[-1]] & seas) - seen):
                seen.add(sea)
                further.append([*way, sea])
        ways = further
    return []
