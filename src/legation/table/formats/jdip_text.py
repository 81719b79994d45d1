"""Writing case scripts of jDip: every phase a case of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.units import Unit
from legation.rules.rulebook import Rulebook
from legation.table.formats.results import FINE, NEW
from legation.table.formats.source import season_word
from legation.table.formats.transcript import (
    DISLODGED,
    Entry,
    Line,
    Lost,
    Transcript,
    with_kinds,
)

_KINDS = {MOVEMENT: "Movement", RETREAT: "Retreat", ADJUSTMENT: "Adjustment"}


def write(transcripts: Sequence[Transcript], book: Rulebook) -> tuple[str, list[Lost]]:
    """Every phase as a case of its own, and what was left out."""
    lost: list[Lost] = []
    variants = sorted({told.variant for told in transcripts})
    rows = [f"VARIANT_ALL {book.title}"]
    for told in transcripts:
        if len(told.entries) > 1:
            where = told.name if len(transcripts) > 1 else ""
            what = f"{len(told.entries)} phases written as cases that do not follow on one another"
            lost.append(Lost(what, where))
        before: Entry | None = None
        for entry in told.entries:
            if entry.units is None:
                lost.append(Lost("left out: nobody tells where the units stood", str(entry.phase)))
            else:
                rows += ["", *_case(told, entry, before, book, lost)]
            before = entry
    if len(variants) > 1:
        lost.append(Lost(f"a script is of one variant; these are {', '.join(variants)}", ""))
    return "\n".join(rows) + "\n", lost


def _case(
    told: Transcript, entry: Entry, before: Entry | None, book: Rulebook, lost: list[Lost]
) -> Iterator[str]:
    phase = entry.phase
    kind = _KINDS[phase.kind]
    name = re.sub(r"[\s#]+", "-", told.name) or "case"
    if len(told.entries) > 1:
        name += f".{phase.year}.{phase.season}.{kind}"
    title = re.sub(r"[#\r\n]+", " ", told.title).strip()
    yield f"CASE {name}" + (f" ({title})" if title else "")
    # jDip has the builds in the autumn.
    season = replace(phase, season=book.calendar.ownership) if kind == "Adjustment" else phase
    yield f"PRESTATE_SETPHASE {season_word(book, season)} {phase.year}, {kind}"
    if entry.owners is not None and phase.kind == ADJUSTMENT:
        yield "PRESTATE_SUPPLYCENTER_OWNERS"
        for centre, power in sorted(entry.owners.items(), key=lambda pair: pair[::-1]):
            yield f"\t{power}: A {centre.lower()}"
    yield "PRESTATE"
    yield from map(_row, entry.units or ())
    if phase.kind == RETREAT:
        yield "PRESTATE_DISLODGED"
        yield from (_row(d.unit) for d in entry.dislodged or ())
        yield "PRESTATE_RESULTS"
        if before is not None and before.phase.kind == MOVEMENT:
            yield from _fought(before)
        else:
            yield from _attacks(entry)
            if entry.contested:
                closed = ", ".join(sorted(entry.contested))
                lost.append(Lost(f"that {closed} is closed to retreats left out", f"case {name}"))
    yield "ORDERS"
    for line in entry.lines:
        if line.order.unit is None:
            lost.append(Lost(f"{line.power}: a waived build left out", f"case {name}"))
        else:
            yield f"\t{line.power}: {_order(entry, line)}"
    if entry.left is not None:
        yield "POSTSTATE"
        yield from map(_row, entry.left)
        if entry.lost:
            yield "POSTSTATE_DISLODGED"
            yield from map(_row, entry.lost)
    else:
        lost.append(Lost("the position after it is not known", f"case {name}"))
    yield "END"


def _fought(before: Entry) -> Iterator[str]:
    for line in before.lines:
        if line.order.unit is not None:
            at = before.end_of(line.order.unit.province)
            fine = bool(FINE & set(line.told)) and at != DISLODGED
            word = "SUCCESS" if fine or line.order.verb in NEW else "FAILURE"
            yield f"\t{word}: {line.power}: {_order(before, line)}"


def _attacks(entry: Entry) -> Iterator[str]:
    """The moves that dislodged somebody, as far as the position tells them."""
    standing = {unit.province: unit for unit in entry.units or ()}
    for d in entry.dislodged or ():
        unit = standing.get(d.unit.province)
        if d.by and unit is not None:
            yield f"\tSUCCESS: {unit.power}: {unit.kind} {d.by.lower()} - {unit.place.lower()}"


def _row(unit: Unit) -> str:
    return f"\t{unit.power}: {unit.kind} {unit.place.lower()}"


def _order(entry: Entry, line: Line) -> str:
    order = with_kinds(entry, line.order)
    return str(order)
