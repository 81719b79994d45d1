"""What becomes of orders that wait when a phase ends: standing ones for it, others for the next.

Standing orders are used where no order is on a power's sheet, or it has none:
before anything is done about a missed turn, for a sheet by them is a sheet. What was written for
the phase that opens becomes its sheet then, to be changed like any other. All
is decided on what the power knows (its View); what is not legal there is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from legation.board.calendar import RETREAT, Phase
from legation.server.games import records
from legation.server.games.asked import deciding
from legation.server.games.models import Game
from legation.server.games.models.later import DRAFT, LAPSED, NEXT, STANDING, Later, Used
from legation.server.games.models.sheet import Sheet
from legation.server.games.publish import Overtaken
from legation.sight.viewer import SPECTATOR, power_viewer
from legation.table.conditional import read_ahead, taken
from legation.table.game import Game as Table


@dataclass(frozen=True, slots=True)
class Judged:
    """What of a text was taken for a phase: the `typed` orders, the `good` ones, and why."""

    typed: str
    good: tuple[str, ...]
    said: tuple[str, ...]


def titled(use: str, phase: str) -> str:
    """What was used, or has lapsed, in a few words."""
    if use == LAPSED:
        return f"What you wrote ahead has lapsed: {phase}"
    which = "Your standing orders were used" if use == STANDING else "Orders you wrote ahead"
    return f"{which}: {phase}"


@dataclass(slots=True)
class Opening:
    """What is written when a phase opens: its sheets, what was used, and what waits no longer."""

    sheets: list[Sheet] = field(default_factory=list)
    used: list[Used] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)

    @property
    def told(self) -> dict[str, list[str]]:
        """What is said of it to each power, a heading and a sentence a line."""
        found: dict[str, list[str]] = {}
        for each in self.used:
            lines = found.setdefault(each.holding.seat.power, [])
            lines += [titled(each.use, each.phase), *(f"  {said}" for said in each.said)]
        return found


def waiting(row: Game) -> list[Later]:
    """All that waits in a game, of those who hold their seats."""
    rows = Later.objects.filter(holding__seat__game=row, holding__until=None)
    return list(rows.exclude(use=DRAFT).select_related("holding__seat").order_by("pk"))


def standing(table: Table, waits: Sequence[Later], ordered: Collection[str]) -> dict[str, Judged]:
    """By the power, the standing orders of those that are not `ordered`, where some are legal.

    These have an order on their sheet, ready or not. Also of whom none is legal
    but something to decide, so that he is told.
    """
    kind, found = table.phase.kind, dict[str, Judged]()
    for each in waits:
        power = each.holding.seat.power
        if (each.use, each.kind) == (STANDING, kind) and power not in ordered:
            judged = _judged(table, power, each.typed)
            if judged is not None:
                found[power] = judged
    return found


def _judged(table: Table, power: str, typed: str) -> Judged | None:
    """What is taken of a text for the phase that is open; None where nothing is to be decided."""
    view = table.view(power_viewer(power))
    if power in view.disorder:
        return None
    chosen = taken(read_ahead(table.book, view.phase.kind, typed), view)
    lines = "\n".join(chosen.orders)
    trial = records.with_sheets(table, {})
    wrong = trial.submit(power, lines)
    left = tuple(
        f"Left out: {each.text}. {each.error}" if each.line else str(each.error) for each in wrong
    )
    sheet = trial.record.phases[-1].sheets.get(power)
    good = sheet.orders if sheet else ()
    if not good and power not in deciding(table.book, view.position):
        return None
    return Judged(lines, good, (*chosen.said, *left))


def opening(
    serial: int,
    closed: Phase,
    after: Table,
    waits: Sequence[Later],
    standing: Mapping[str, Judged],
    now: datetime,
) -> Opening:
    """What becomes of what waits, now that the phase `serial` is open, or the game over."""
    found = Opening()
    passed = _passed(after, closed)
    for each in waits:
        power = each.holding.seat.power
        at = {"holding": each.holding, "serial": serial, "made_at": now, "typed": each.typed}
        if (each.use, each.kind) == (STANDING, closed.kind) and power in standing:
            judged = standing[power]
            said = _told(judged, "No line of them was legal; none was used.")
            found.used.append(Used(use=STANDING, phase=str(closed), said=said, **at))
        elif each.use == NEXT and each.kind == after.phase.kind and not after.over:
            found.gone.append(each.pk)
            _open(found, after, each, at)
        elif each.use == NEXT and each.kind in passed:
            found.gone.append(each.pk)
            which = "retreats" if each.kind == RETREAT else each.kind
            said = [f"The game came to {after.phase} without {which}; the text is kept here."]
            found.used.append(Used(use=LAPSED, phase=str(after.phase), said=said, **at))
    return found


def _open(found: Opening, after: Table, each: Later, at: Mapping[str, Any]) -> None:
    """Orders that were written for the phase that opens: they become its sheet."""
    power = each.holding.seat.power
    judged = _judged(after, power, each.typed)
    phase = str(after.phase)
    if judged is None:
        lost = power in after.view(SPECTATOR).disorder
        said = ["Your power is in civil disorder." if lost else "There was nothing to decide."]
    else:
        said = _told(judged, "No order of it can be carried out; nothing is on your sheet.")
        if judged.good:
            found.sheets.append(
                Sheet(
                    serial=at["serial"],
                    power=power,
                    typed=judged.typed,
                    orders=list(judged.good),
                    edition=1,
                    saved_at=at["made_at"],
                )
            )
    found.used.append(Used(use=NEXT, phase=phase, said=said, **at))


def _told(judged: Judged, none: str) -> list[str]:
    """Why it was taken, what was left out, and what came of it."""
    orders = f"Orders: {'; '.join(judged.good)}." if judged.good else none
    return [*judged.said, orders]


def _passed(after: Table, closed: Phase) -> set[str]:
    """The kinds of phase that stand between the one that closed and the one that is open."""
    found: set[str] = set()
    phase, calendar = closed, after.book.calendar
    for _ in range(len(calendar.phases)):
        phase = calendar.after(phase)
        if phase == after.phase:
            return found
        found.add(phase.kind)
    return set()


def write(row: Game, read: Sequence[Later], opening: Opening) -> None:
    """Writes what became of it, in the transaction that has written the game's row.

    Raises:
        Overtaken: where what waits was changed since it was read.
    """
    if {each.pk: each.edition for each in waiting(row)} != {each.pk: each.edition for each in read}:
        raise Overtaken
    for sheet in opening.sheets:
        sheet.game = row
    Sheet.objects.bulk_create(opening.sheets)
    Used.objects.bulk_create(opening.used)
    Later.objects.filter(pk__in=opening.gone).delete()
