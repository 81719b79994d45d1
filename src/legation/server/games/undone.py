"""Orders that wait when a game goes back: what was written for phases that are undone lapses.

A rollback leaves drafts and standing orders, and what was written for a next
phase before the one that is gone back to. A correction leaves what waits, and sheets
that were written ahead; where another kind of phase is open after it, those for
the one before lapse. What waited for the one that is open then is used, as it
would have been had the phase closed so at first; what was written in a phase
that is still to come waits for none before it. Who wrote it is told, and nobody
else.
"""

from __future__ import annotations

from collections.abc import Iterable

from legation.server.games.models import Game
from legation.server.games.models.later import LAPSED, NEXT, Later, Used
from legation.server.games.using import opening, titled, waiting, write
from legation.server.site import moment
from legation.table.game import Game as Table

Said = dict[str, list[str]]
"""By the power, what its player is told: a heading and a sentence a line."""


def gone_back(row: Game, table: Table, number: int) -> Said:
    """After a rollback to a phase; in the transaction that has written it, `row` as it is then."""
    phases = table.record.phases
    gone = [
        each for each in waiting(row) if each.use == NEXT and phases[each.serial].number >= number
    ]
    Later.objects.filter(pk__in=[each.pk for each in gone]).delete()
    return _lapsed(row, gone, f"The game went back to {table.phase}; you wrote this since.")


def corrected(row: Game, before: Table, after: Table) -> Said:
    """After a correction; in the transaction that has written it, and carried sheets over."""
    opened = len(before.record.phases) - 1
    used = Used.objects.filter(holding__seat__game=row, serial=opened)
    if before.phase.kind == after.phase.kind and not after.over:
        used.update(serial=row.serial)  # the phase goes on under another serial
        return {}
    used = used.filter(holding__until=None, use=NEXT)
    gone = list(used.select_related("holding__seat").order_by("pk"))
    said = f"By the correction {before.phase} is no longer open; these orders for it are undone."
    told = _lapsed(row, gone, said)
    if after.over:
        return told
    found = _opened(row, before, after) if _is_after(before, after) else _too_soon(row, before)
    for power, lines in found.items():
        told.setdefault(power, []).extend(lines)
    return told


def _is_after(before: Table, after: Table) -> bool:
    """Is the phase that is open now one that was still to come?"""
    phase, calendar = before.phase, before.book.calendar
    for _ in calendar.phases:
        phase = calendar.after(phase)
        if phase == after.phase:
            return True
    return False


def _opened(row: Game, before: Table, after: Table) -> Said:
    """What waited for the phase that is open now becomes its sheet, as when one opens."""
    waits = waiting(row)
    found = opening(row.serial, before.phase, after, waits, {}, moment.now())
    write(row, waits, found)
    return found.told


def _too_soon(row: Game, before: Table) -> Said:
    """What was written in the phase that is to come again was for the one of its kind after it."""
    phases, kind = before.record.phases, before.phase.kind
    soon = [
        each
        for each in waiting(row)
        if (each.use, each.kind) == (NEXT, kind) and phases[each.serial].number == before.number
    ]
    Later.objects.filter(pk__in=[each.pk for each in soon]).delete()
    said = f"By the correction {before.phase} is still to come; these were for the {kind} after it."
    return _lapsed(row, soon, said)


def _lapsed(row: Game, texts: Iterable[Later | Used], said: str) -> Said:
    """Notes for who wrote each of these that it has lapsed; the text is kept for him to read."""
    now, told = moment.now(), Said()
    for each in texts:
        told.setdefault(each.holding.seat.power, []).extend(
            [titled(LAPSED, row.phase), f"  {said}"]
        )
    Used.objects.bulk_create(
        Used(
            holding=each.holding,
            use=LAPSED,
            serial=row.serial,
            phase=row.phase,
            made_at=now,
            said=[said],
            typed=each.typed,
        )
        for each in texts
    )
    return told
