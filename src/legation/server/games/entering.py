"""Orders that a game master enters for others: mailed, telephoned, handed in.

First he opens the sheet, and says how the orders came; from then on it is open
to him until its phase ends, that sheet alone, and its power reads that it is.
All that he does with it leaves a trace (`models.trace`), also what was refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from legation.errors import InputError, LegationError, StateError
from legation.server.games import events, records
from legation.server.games.asked import gone
from legation.server.games.models import Game, Seat
from legation.server.games.models.trace import (
    AHEAD,
    ENTERED,
    LIFTED,
    OPENED,
    RECEIVED,
    REFUSED,
    WAYS,
    Trace,
)
from legation.server.site import moment
from legation.sight.viewer import SPECTATOR
from legation.table.game import Game as Table

NOT_OPENED = "open the sheet before you enter orders on it: the log says that you did."


@dataclass(frozen=True, slots=True, kw_only=True)
class Came:
    """That orders of a power came to a game master: by which `way`, in which phase."""

    game: Game
    power: str
    way: str
    actor: str
    serial: int


def open_sheet(came: Came, *, sure: bool = True) -> None:
    """Opens a sheet to the game master for the phase, if one is `sure`; its power is told.

    Raises:
        InputError: for a way in which no orders come, or no power of the game.
        StateError: where the phase has ended, or the power has no orders to give.
    """
    _act(came, OPENED, sure)


def receive(came: Came) -> None:
    """Notes that orders have come in, for their power to read; they are not entered by that.

    Raises:
        InputError, StateError: as `open_sheet` does.
    """
    _act(came, RECEIVED, True)


def _act(came: Came, kind: str, sure: bool) -> None:
    game, power, actor = came.game, came.power, came.actor
    try:
        if came.way not in WAYS:
            raise InputError("say how the orders came: by post, by telephone, by hand, by e-mail.")
        with transaction.atomic():
            row = Game.objects.select_for_update().get(pk=game.pk)
            if row.serial != came.serial:
                raise StateError("the phase was over when this came; look at the one that is open.")
            check(row, records.load(row) if row.phase else None, power)
            if not sure:
                return
            if kind == OPENED and _last_opened(row, power) == came.way:
                return
            _write(row, power, actor, kind, way=came.way)
            events.tell(row, [(power, events.SHEET)])
    except LegationError as error:
        refused(game=game, power=power, actor=actor, said=str(error), serial=came.serial)
        raise


def _last_opened(row: Game, power: str) -> str:
    """For orders that came how the sheet was opened last in this phase; empty where it is not."""
    rows = Trace.objects.filter(game=row, serial=row.serial, power=power, kind=OPENED)
    return rows.order_by("-pk").values_list("way", flat=True).first() or ""


def check(row: Game, table: Table | None, power: str) -> None:
    """Says whether there is somebody for whom orders of a power can be entered.

    Raises:
        InputError: for no power of the game that is played.
        StateError: where it gives no orders.
    """
    if table is None or not row.going_on:
        raise StateError("the game is not being played.")
    if power not in table.book.players:
        raise InputError(f"{power or 'nobody'} is no power that a player writes orders for.")
    public = table.view(SPECTATOR)
    if power in gone(public):
        raise StateError(f"{power} is out of the game, and has no orders to give.")
    if power in public.disorder:
        raise StateError(f"{power} is in civil disorder; its orders do not count.")
    seat = Seat.objects.get(game=row, power=power)
    if not seat.person:
        raise StateError(
            f"nobody plays {power} but a bot: hand its seat to a person first, by name or by post."
        )


def is_open(row: Game, power: str) -> bool:
    """May the game master read and write this sheet, as he has opened it in this phase?"""
    return power in opened(row)


def opened(row: Game) -> set[str]:
    """The powers whose sheets of the open phase the game master has opened."""
    rows = Trace.objects.filter(game=row, serial=row.serial, kind=OPENED)
    return set(rows.values_list("power", flat=True))


def entered(row: Game, power: str, actor: str, before: int, edition: int) -> None:
    """Notes that a sheet was entered, in the transaction that writes it.

    `before` is the edition that it replaces: who goes on with what he entered
    himself is noted once.
    """
    last = _last(row, power)
    if (last.kind, last.edition, last.actor) == (ENTERED, before, actor[:40]):
        Trace.objects.filter(pk=last.pk).update(edition=edition, made_at=moment.now())
        return
    _write(row, power, actor, ENTERED, way=_came_by(row, power), edition=edition)


def written_ahead(row: Game, power: str, actor: str) -> None:
    """Notes that orders for later were entered, in the transaction that writes them; once."""
    last = _last(row, power)
    if (last.kind, last.actor) == (AHEAD, actor[:40]):
        Trace.objects.filter(pk=last.pk).update(made_at=moment.now())
        return
    _write(row, power, actor, AHEAD, way=_came_by(row, power))


def _last(row: Game, power: str) -> Trace:
    """What was noted last of a sheet that is open: that it was opened, at the least."""
    return Trace.objects.filter(game=row, serial=row.serial, power=power).latest("pk")


def _came_by(row: Game, power: str) -> str:
    """How orders of a power came last in this phase."""
    came = Trace.objects.filter(game=row, serial=row.serial, power=power).exclude(way="")
    return came.order_by("-pk").values_list("way", flat=True).first() or ""


def who_entered(row: Game, power: str, edition: int) -> str:
    """Who entered this edition of a sheet, if the game master did."""
    rows = Trace.objects.filter(game=row, serial=row.serial, power=power, kind=ENTERED)
    return rows.filter(edition=edition).values_list("actor", flat=True).first() or ""


def lifted(row: Game, power: str) -> None:
    """Notes that a power has no more time than the others now."""
    _write(row, power, "", LIFTED)


def refused(
    *, game: Game, power: str, actor: str, said: str, serial: int | None, typed: str = ""
) -> None:
    """Notes what was refused, and keeps what was typed; the same again is noted once."""
    row = Game.objects.get(pk=game.pk)
    at = row.serial if serial is None else max(0, min(serial, row.serial))
    rows = Trace.objects.filter(game=row, serial=at, power=power[:40]).order_by("-pk")
    last = rows.first()
    if last and (last.kind, last.said, last.typed) == (REFUSED, said[:500], typed):
        return
    _write(row, power[:40], actor, REFUSED, said=said[:500], typed=typed, serial=at)


def _called(row: Game, serial: int) -> str:
    """How a phase is called that is over."""
    return str(records.load(row).record.phases[serial].truth.position.phase)


def _write(
    row: Game,
    power: str,
    actor: str,
    kind: str,
    *,
    way: str = "",
    edition: int = 0,
    said: str = "",
    typed: str = "",
    serial: int | None = None,
) -> Trace:
    now: datetime = moment.now()
    return Trace.objects.create(
        game=row,
        serial=row.serial if serial is None else serial,
        phase=row.phase if serial in (None, row.serial) else _called(row, serial),
        power=power,
        made_at=now,
        actor=actor[:40],
        kind=kind,
        way=way,
        edition=edition,
        said=said,
        typed=typed,
    )
