"""Ending a phase when its time has come, exactly once, whoever dies on the way.

The row of the deadline is claimed with a lease. All that comes of the phase is
worked out first and written in one transaction, which fails if anybody changed
the game or a sheet since they were read: then it is worked out anew. Before
that transaction nothing is to be seen; who dies before its end leaves the
lease to run out, and the next worker comes to the same, for the dice are
seeded.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Q, QuerySet

from legation.server.games import (
    absences,
    attendance,
    events,
    letters,
    letters_of_time,
    lifted,
    logged,
    lost,
    notices,
    pledges,
    records,
    respites,
    using,
)
from legation.server.games.missed import Lacking, back, lacking, more_time, without
from legation.server.games.models import RUNNING, Deadline, Game, Seat
from legation.server.games.models.sheet import Sheet
from legation.server.games.publish import (
    NOW,
    READY,
    Overtaken,
    Written,
    all_ready,
    prepare,
    remind,
    write,
)
from legation.server.games.stages import reached
from legation.server.games.time import extension
from legation.server.post import outbox
from legation.server.site import moment
from legation.server.site.patience import passing_by
from legation.server.site.statement import Statement
from legation.table.game import Game as Table

PROCESSED, EXTENDED, TOO_EARLY, GONE, BUSY = "processed", "extended", "too early", "gone", "busy"
_OWN = ("self", "game")
_TRIES = 20  # changes of sheets while a phase is worked out; each begins it anew


def due(now: datetime, kinds: Sequence[str], most: int = 20) -> list[Deadline]:
    """Deadlines that have come and that nobody works at, the oldest first.

    A game whose row is held is passed over: it is found again when it is let go.
    """
    if not _any_due(now):  # as at almost every look
        return []
    deadlines = _free(now).filter(kind__in=kinds)
    deadlines = deadlines.order_by("due_at", "pk")
    if not connection.features.has_select_for_update_skip_locked:
        return list(deadlines[:most])
    deadlines = deadlines.select_related("game")
    with transaction.atomic():
        return list(deadlines.select_for_update(skip_locked=True, no_key=True, of=_OWN)[:most])


def _free(now: datetime) -> QuerySet[Deadline]:
    """Deadlines of all kinds that have come, and that nobody works at."""
    free = Q(lease_until=None) | Q(lease_until__lt=now)
    return Deadline.objects.filter(free, done_at=None, due_at__lte=now)


_any_due = Statement(lambda now: _free(now).values_list("pk")[:1], datetime)


def claim(deadline: Deadline, worker: str, now: datetime, given: timedelta) -> bool:
    """Takes a deadline in hand, if nobody else has and its game goes by the clock of `now`."""
    free = Q(lease_until=None) | Q(lease_until__lt=now)
    until = now + timedelta(seconds=settings.LEASE_SECONDS)
    waiting = Deadline.objects.filter(free, pk=deadline.pk, done_at=None, due_at__lte=now)
    games = Game.objects.select_for_update(no_key=True).filter(pk=deadline.game_id, lost=given)
    with transaction.atomic():  # the game's times are not moved meanwhile
        return bool(games.values_list("pk").first()) and bool(
            waiting.update(claimed_by=worker, lease_until=until, tries=F("tries") + 1)
        )


def let_go(deadline: Deadline, worker: str) -> None:
    """Gives back a deadline that was claimed and cannot be met: as if it had not been tried."""
    with passing_by():
        Deadline.objects.filter(pk=deadline.pk, claimed_by=worker, done_at=None).update(
            lease_until=None, claimed_by="", tries=F("tries") - 1
        )


def process(
    *,
    deadline: Deadline,
    worker: str,
    now: datetime | None = None,
    given: timedelta | None = None,
) -> str:
    """Ends the phase of a deadline that has come; says what became of it.

    `given` is what had been lost in all when `now` was read.
    """
    given = lost.total() if given is None else given
    now = now or moment.now()
    if not claim(deadline, worker, now, given):
        return BUSY
    reached("claimed")
    for _ in range(_TRIES):
        try:
            return _end_phase(deadline.pk, now, given)
        except Overtaken:
            continue
    return BUSY  # the lease runs out, and it is tried again


def _end_phase(pk: int, now: datetime, given: timedelta) -> str:
    deadline = Deadline.objects.select_related(None).get(pk=pk)
    row = Game.objects.get(pk=deadline.game_id)
    if row.lost != given:  # the clock has jumped since it was read
        let_go(deadline, deadline.claimed_by)
        return BUSY
    if deadline.done_at or row.serial != deadline.serial or row.state != RUNNING:
        Deadline.objects.filter(pk=pk, done_at=None).update(done_at=now)
        return GONE
    pledges.check_rules(row)
    table = records.load(row)
    reached("loaded")
    sheets = records.rows_of(row)
    seats = list(Seat.objects.filter(game=row).order_by("power"))
    table = records.with_sheets(table, records.sheets_of(sheets))
    reached("sheets-read")
    early = deadline.early
    if early == READY and not all_ready(row, table, sheets):
        early = ""
    closing = not early and respites.are_closed(row, now) and bool(row.due and row.due > now)
    if closing and all_ready(row, table, sheets):
        early, closing = READY, False
    if not early and not closing and (row.due is None or row.due > now):
        return _put_back(row, deadline, now)
    before = records.with_sheets(table, table.record.phases[-1].sheets)
    waits, there = using.waiting(row), {sheet.power for sheet in sheets}
    written_on = {sheet.power for sheet in sheets if sheet.orders}
    standing = using.standing(table, waits, written_on)
    used = {power: judged.good for power, judged in standing.items() if judged.good}
    there |= set(used)
    # Whom the game master hurries has not missed the time that was told.
    lacks = lacking(table, seats, there) if early != NOW else Lacking()
    late = lacks.counted - set(respites.of(row)) if closing else lacks.counted
    past = closing and deadline.due_at and row.closes and deadline.due_at > row.closes
    if past:
        late = frozenset()  # the end that all had is past
    waited = bool(row.waits) and not closing  # who was given more time gets no other
    if not (early or waited or past):
        away = absences.deferred(row, table, row.closes, now)
        if away is not None and away.until > now:
            return _extend(row, deadline, before, table, sheets, now, away)
    if late and row.grace_minutes and row.extended != row.serial and not waited:
        return _extend(row, deadline, before, table, sheets, now)
    if closing:
        return _put_back(row, deadline, now)
    counted = attendance.turns(table, seats, there, hurried=early == NOW)
    returned = back(seats, {sheet.power for sheet in sheets})
    changed = returned + without(row, table, seats, there, lacks)
    for power, orders in sorted(used.items()):
        table.submit(power, orders)
    phase = table.phase
    table.advance()
    reached("advanced")
    ahead = using.opening(row.serial + 1, phase, table, waits, standing, now)
    seen = returned or any(seat.open for seat in changed)
    written = prepare(row, before, table, now, also=[("", events.SEAT)] if seen else [])
    sealed = written.pledges[-1].sha256
    mail = letters.of_phase(row, before, table, phase, seats, now, sealed, ahead.told)
    with transaction.atomic():
        reached("transaction-open")
        serial = row.serial
        write(row, written, now)
        _check_sheets(row, serial, sheets)
        using.write(row, waits, ahead)
        reached("record-written")
        for seat in changed:
            seat.save(update_fields=["open", "bot", "missed"])
        attendance.count(row, counted)
        outbox.post(mail)
        notices.of_phase(row, table.over, seats, now)
        Deadline.objects.filter(pk=pk).update(done_at=now)
        reached("before-commit")
    reached("after-commit")
    return PROCESSED


def _check_sheets(row: Game, serial: int, read: Sequence[Sheet]) -> None:
    """The game's row is locked by now: who saves a sheet waits, and then finds the phase closed.

    Raises:
        Overtaken: where a sheet was saved since they were read.
    """
    rows = Sheet.objects.filter(game=row, serial=serial)
    if dict(rows.values_list("power", "edition")) != {s.power: s.edition for s in read}:
        raise Overtaken


def _put_back(row: Game, deadline: Deadline, now: datetime) -> str:
    """The phase goes on until its time after all.

    It was extended, or somebody is not ready, or the sheets of the others are closed.
    """
    with transaction.atomic():
        as_read = Game.objects.filter(pk=row.pk, version=row.version, lost=row.lost)
        locked = as_read.select_for_update()
        if not locked.values_list("pk").first():
            raise Overtaken
        Deadline.objects.filter(pk=deadline.pk, early=deadline.early).update(
            due_at=respites.look_at(row, now), early="", lease_until=None, claimed_by="", tries=0
        )
    return TOO_EARLY


def _extend(
    row: Game,
    deadline: Deadline,
    before: Table,
    table: Table,
    sheets: Sequence[Sheet],
    now: datetime,
    away: absences.Deferred | None = None,
) -> str:
    """The one extension of a phase: all are told of it, and not for whose sake.

    Or it goes on as somebody is `away`.
    """
    until = away.until if away else extension(row.times, now)
    waited = respites.are_given(row)
    due = max(row.due, until) if row.waits and row.due else until
    note = more_time(row, until, away.why) if away else more_time(row, until)
    table.extend(note)
    reached("advanced")
    done = ("", f"The phase goes on {note}.")
    written: Written = prepare(row, before, table, now, done, [("", events.TIME)])
    over = [power for power, end in respites.of(row).items() if now < end <= until]
    with transaction.atomic():
        reached("transaction-open")
        respites.moved(row, due)
        write(row, written, now, due=due, waits=due - until or None, away=away is not None)
        if away is not None:
            absences.count(row, away)
            logged.write(row, "", done[1], now)
            seats = list(Seat.objects.filter(game=row))
            outbox.post(letters_of_time.of_put_off(row, seats, away.why, until, now))
        _check_sheets(row, row.serial, sheets)
        reached("record-written")
        lifted.tell(row, over, now)
        if waited and not respites.are_given(row):
            lifted.bring_back(row, row.serial)
        Deadline.objects.filter(pk=deadline.pk).update(
            due_at=until, early="", lease_until=None, claimed_by="", tries=0
        )
        if away is not None:  # who was reminded, and is, of the end that was, hears of the new one
            remind(row, now)
        reached("before-commit")
    reached("after-commit")
    return EXTENDED
