"""Writing a changed game: its record, the next deadlines and what is told, in one transaction.

The record is written by a conditional update on the version that was read: of
two who change a game at once the second is overtaken, and begins anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from datetime import datetime, timedelta

from legation.board.calendar import MOVEMENT
from legation.server.games import absences, events, pledges, records, respites
from legation.server.games.asked import asked
from legation.server.games.missed import playing
from legation.server.games.models import (
    DUE,
    FINISHED,
    PAUSED,
    REMINDER,
    RUNNING,
    Deadline,
    Game,
    Seat,
)
from legation.server.games.models.pledge import Pledge
from legation.server.games.models.sheet import Sheet
from legation.server.games.time import deadline, reminder
from legation.server.site import moment
from legation.sight.viewer import SPECTATOR, power_viewer
from legation.table.game import Game as Table

READY, NOW = "ready", "now"


class Overtaken(Exception):  # noqa: N818  a signal between services, not an error of anybody
    """Somebody else changed the game since it was read."""


@dataclass(frozen=True, slots=True)
class Written:
    """A changed game as its row will keep it, made before the transaction that writes it."""

    table: Table
    grown: records.Grown
    fresh: bool
    """Is another phase open than before?"""
    ended: bool
    told: frozenset[tuple[str, str]]
    """Audiences that were told something, and of what kind."""
    pledges: tuple[Pledge, ...] = ()
    """What is committed to of it."""


def prepare(
    row: Game,
    before: Table,
    after: Table,
    now: datetime,
    done: pledges.Done | None = None,
    also: Iterable[tuple[str, str]] = (),
) -> Written:
    """What is to be written of a game that was changed: the slow part, done outside.

    `done` is who changed it, and how the log tells that, where somebody did;
    `also` are events beside those of what is told in the game. Whoever sees
    another game than before is told: so a page that was made when as much had
    been told is the page of today, whatever else was changed meanwhile.
    """
    fresh = records.serial_of(after) != row.serial
    told = set(also)
    if fresh or after.over:
        told.add(("", events.PHASE))
    else:
        kept = len(before.record.phases[-1].told)
        for moment in after.record.phases[-1].told[kept:]:
            for report in moment.reports:
                told |= {(a, events.NEWS) for a in report.audience or [""]}
    told |= {(audience, events.NEWS) for audience in _overlooked(before, after, told)}
    return Written(
        table=after,
        grown=records.grown(row, before, after),
        fresh=fresh,
        ended=after.over and not before.over,
        told=frozenset(told),
        pledges=tuple(pledges.pledged(row, before, after, now, done)),
    )


def _overlooked(before: Table, after: Table, told: Set[tuple[str, str]]) -> Iterator[str]:
    """Audiences that see another game than before, and would not be told of anything.

    An event for everybody is for all of them. The phases before the first that
    was changed are as they were, to everybody.
    """
    audiences = {audience for audience, kind in told if kind not in events.BESIDE}
    if "" in audiences:
        return
    first = records.changed(before.record, after.record)
    numbers = [phase.number for phase in after.record.phases[first:]]
    for viewer in (SPECTATOR, *(power_viewer(power.name) for power in after.book.powers)):
        if viewer.power not in audiences and any(
            before.view(viewer, number) != after.view(viewer, number) for number in numbers
        ):
            yield viewer.power


def write(
    row: Game,
    written: Written,
    now: datetime,
    due: datetime | None = None,
    waits: timedelta | None = None,
    away: bool = False,
) -> None:
    """Writes a changed game; `row` is then as it is stored. In a transaction.

    A fresh phase gets its deadlines. `due`: the phase goes on until then, and
    `waits` at its end for those alone who were given more time; that is its one
    extension, but where somebody is `away`. All events are
    told in one go, so that two transactions lock their lines in one order.

    Raises:
        Overtaken: where the game is no longer as it was read.
    """
    table, later = written.table, None
    values: dict[str, object] = {
        "head": written.grown.head,
        "version": row.version + 1,
        **standing(table),
    }
    if written.ended:
        values |= {"state": FINISHED, "ended_at": now, "due": None, "time_left": None}
        values["waits"] = None
    elif written.fresh:
        values["waits"] = None
        if row.state == PAUSED:
            until = deadline(row.times, table.phase.kind, now)
            values |= {"due": None, "time_left": until and until - now}
        else:  # a game that was over goes on when it is rolled back
            until, later = absences.opens(row, table, now)
            values |= {"due": until, "state": RUNNING, "ended_at": None}
    elif due is not None:
        values |= {"due": due, "waits": waits}
        if not away:
            values["extended"] = row.serial
    as_read = Game.objects.filter(
        pk=row.pk,
        version=row.version,
        state=row.state,
        held=row.held,
        due=row.due,
        lost=row.lost,
    )
    if not as_read.update(**values):
        raise Overtaken
    records.write(row, written.grown)
    Pledge.objects.bulk_create(written.pledges)
    for name, value in values.items():
        setattr(row, name, value)
    records.remember(row, table, written.grown)
    if written.ended or written.fresh:
        Deadline.objects.filter(game=row, done_at=None).exclude(serial=row.serial).update(
            done_at=now
        )
        absences.stop(row, now)
    if written.ended:
        Deadline.objects.filter(game=row, done_at=None).update(done_at=now)
    elif written.fresh:
        schedule(row, table, now)
        if later is not None:
            absences.log(row, later, now)
    events.tell(row, written.told)


def standing(table: Table) -> dict[str, object]:
    """What a row says of where its game stands: public, all of it."""
    view = table.view(SPECTATOR)
    return {
        "serial": records.serial_of(table),
        "phase": table.book.calendar.said(view.phase, True) if view.over else str(view.phase),
        "phase_kind": view.phase.kind,
        "ending": view.ending,
        "winners": list(view.winners),
        # Where something is hidden, even that nothing is at the moment would tell.
        "asked": sorted(asked(table, table.book.players).waited_for)
        if table.book.hides_nothing
        else None,
    }


def schedule(row: Game, table: Table, now: datetime) -> None:
    """The deadlines of the phase that is open, for a game that goes on."""
    if row.state != RUNNING:
        return
    early = READY if all_ready(row, table, ()) else ""
    due = Deadline(
        game=row,
        serial=row.serial,
        kind=DUE,
        due_at=now if early else respites.look_at(row, now),
        early=early,
    )
    _put(due, ["due_at", "early", "done_at", "lease_until", "tries"])
    remind(row, now)


def remind(row: Game, now: datetime) -> None:
    """The time at which who is late is reminded of the end of the phase, where there is one."""
    at = reminder(now, row.closes) if row.closes else None
    if at is not None:
        again = ["due_at", "done_at", "lease_until", "tries"]
        _put(Deadline(game=row, serial=row.serial, kind=REMINDER, due_at=at), again)


def _put(deadline: Deadline, again: list[str]) -> None:
    """Writes a deadline; of one that is there already, these fields."""
    Deadline.objects.bulk_create(
        [deadline],
        update_conflicts=True,
        unique_fields=["game", "serial", "kind"],
        update_fields=again,
    )


def all_ready(row: Game, table: Table, sheets: Iterable[Sheet]) -> bool:
    """May the phase end before its time: all who are asked have settled, and nobody holds it?"""
    if not row.when_ready or row.held:
        return False
    seats = list(Seat.objects.filter(game=row))
    sheets = list(sheets)
    settled = {sheet.power for sheet in sheets if sheet.settled}
    now = moment.now()
    promised = respites.waited_for(row, now)
    players = playing(seats, {sheet.power for sheet in sheets} | promised)
    if not players:
        return False  # bots alone do not race through a game
    if row.master_id and any(power not in settled for power in masters(table)):
        return False
    if respites.are_closed(row, now):  # nobody else can be ready any more
        return promised <= settled
    return asked(table, players).waited_for <= settled


def masters(table: Table) -> tuple[str, ...]:
    """The powers whose orders the game master, if there is one, writes and seals in this phase."""
    return table.book.master_powers if table.phase.kind == MOVEMENT else ()
