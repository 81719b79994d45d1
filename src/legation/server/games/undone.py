"""Orders that wait when a game goes back: what was written for phases that are undone lapses.

A rollback leaves drafts and standing orders, and what was written for a next
phase before the one that is gone back to. A correction leaves what waits; where
another kind of phase is open after it, sheets that had been written ahead for
the one before are gone with it. Who wrote what lapses is told, and nobody else.
"""

from __future__ import annotations

from collections.abc import Iterable

from legation.server.games.models import Game
from legation.server.games.models.later import LAPSED, NEXT, Later, Used
from legation.server.games.using import titled, waiting
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
    """After a correction; in the transaction that has written it."""
    if before.phase.kind == after.phase.kind and not after.over:
        return {}
    opened = len(before.record.phases) - 1
    used = Used.objects.filter(holding__seat__game=row, holding__until=None, use=NEXT)
    used = used.filter(serial=opened).select_related("holding__seat").order_by("pk")
    said = f"By the correction {before.phase} is no longer open; these orders for it are undone."
    return _lapsed(row, list(used), said)


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
