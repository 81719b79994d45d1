"""Order sheets: stored before the page says so, closed when the phase is.

A sheet is judged on the board that its power knows. What was typed is kept as
it was, bad lines and all; of it the good orders count.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.db import connection, transaction
from django.db.models import Field, Q

from legation.board.notation import SheetError
from legation.errors import InputError, LegationError, StateError
from legation.server.games import awaited, entering, events, late, records, respites
from legation.server.games.asked import deciding
from legation.server.games.change import end_early
from legation.server.games.models import FINISHED, MASTER, Game, Seat
from legation.server.games.models.sheet import Sheet
from legation.server.games.publish import Overtaken
from legation.server.games.stages import reached
from legation.server.games.waiting import by_post, falls_back, stands
from legation.server.site import moment
from legation.server.site.nulls import plain
from legation.server.site.statement import Statement
from legation.sight.view import Sheet as Written
from legation.sight.viewer import power_viewer
from legation.table.game import Game as Table

LONGEST = late.LONGEST
"""Letters of a sheet."""


class ElsewhereError(StateError):
    """The sheet was changed since this window was opened: in another, or by somebody else.

    `entered` is the game master who entered what is there now; `others`: he is
    who is told so, and the sheet is another's.
    """

    def __init__(self, entered: str = "", *, others: bool = False) -> None:
        if others:
            said = "the sheet was changed meanwhile, by its player or in another window."
        elif entered:
            said = f"your sheet was changed meanwhile: {entered}, the game master, entered orders."
        else:
            said = "your sheet was changed in another window meanwhile."
        super().__init__(said)


@dataclass(frozen=True, slots=True)
class Saved:
    """What became of a sheet that was handed in.

    `closed`: the phase was over; what was typed does not count, and is `kept`
    where the sheet of that phase did not say the same. `typed` and `edition` are as
    they are stored now.
    `errors` are of lines that are no orders, or of the whole sheet (line 0);
    `warnings` are on good ones. `ending`: with it all are ready. `told`: the
    number of the event by which the windows of who wrote it hear of it.
    """

    closed: bool = False
    kept: bool = False
    orders: tuple[str, ...] = ()
    settled: bool = False
    typed: str = ""
    edition: int = 0
    errors: tuple[SheetError, ...] = ()
    warnings: tuple[str, ...] = ()
    saved_at: datetime | None = None
    ending: bool = False
    told: int = 0


def submit(
    *,
    game: Game,
    power: str,
    typed: str,
    settled: bool | None = None,
    serial: int | None = None,
    edition: int | None = None,
    by: str = "",
    added: bool = False,
    reopens: bool = False,
) -> Saved:
    """Hands in a sheet as typed, in place of the one before; stored when this returns.

    `settled`: whether its power will change it no more; None leaves that as it
    was, and with `reopens` only while the text is the same. `serial` is the
    phase that it was written for: another one is closed.
    `edition` is the one that it is to replace; None for whichever there is.
    `by` is the game master who enters it for its player, on a sheet that he
    has opened; what he does, and what is refused, leaves a trace, and what he
    enters too late nothing else. `added`: where it is too late, it is an order
    more for what was kept of that phase.

    Raises:
        ElsewhereError: where it would replace another edition unread.
        InputError: for a text that is too long, or no power of the game.
        StateError: when the game is not played, the power is in civil disorder,
            the sheet sealed, or not opened by who enters it.
    """
    typed = plain(typed)
    if not by:
        return _submit(game, power, typed, settled, serial, edition, added=added, reopens=reopens)
    try:
        saved = _submit(game, power, typed, settled, serial, edition, by, reopens=reopens)
    except LegationError as error:
        said, kept = str(error), typed[:LONGEST]
        entering.refused(game=game, power=power, actor=by, said=said, serial=serial, typed=kept)
        raise
    if saved.closed:
        said = "the phase was over when this came; it does not count."
        entering.refused(game=game, power=power, actor=by, said=said, serial=serial, typed=typed)
    return saved


def _submit(
    game: Game,
    power: str,
    typed: str,
    settled: bool | None,
    serial: int | None,
    edition: int | None,
    by: str = "",
    *,
    added: bool = False,
    reopens: bool = False,
) -> Saved:
    if len(typed) > LONGEST:
        raise InputError(f"a sheet has at most {LONGEST} letters.")
    if game.phase:
        records.load(game)  # a long record is read before others have to wait for the lock
    with transaction.atomic():  # while a phase is being closed, the row's lock is waited for
        (row,) = _locked(game.pk)
        if serial is not None and serial != row.serial:
            late.check(row, serial)
            # What its player has sent is his: who enters orders neither replaces nor guesses it.
            kept = not by and late.keep(row, power, typed, serial, added=added)
            return Saved(closed=True, kept=kept)
        check_played(row)
        before, table = _own(row, power)
        _check_open(row, table, power, by)
        stored = before.edition if before else 0
        if edition is not None and edition != stored:
            whose = "" if by else entering.who_entered(row, power, stored)
            raise ElsewhereError(whose, others=bool(by))
        was = before is not None and before.settled and not (reopens and before.typed != typed)
        wanted = was if settled is None else settled
        errors = table.submit(power, typed, wanted and power not in table.book.master_powers)
        if not wanted and _sheet(table, power).settled:  # of mistakes alone nothing is taken over
            table.settle(power, settled=False)
        warnings = [*table.warnings(power), *_falls_back(row, table, power, by)]
        if wanted and power in table.book.master_powers:
            table.settle(power)
        saved = _store(row, table, power, typed, before, tuple(errors), tuple(warnings), by)
        reached("sheet-written")
    reached("sheet-stored")
    return saved


def settle(
    *, game: Game, power: str, settled: bool, serial: int | None = None, by: str = ""
) -> Saved:
    """Says that a sheet stands as it is, or takes that back; `by` as in `submit`.

    Raises:
        StateError: as `submit` does.
        OrderError: where the sheet lacks something and cannot be settled.
    """
    with transaction.atomic():
        (row,) = _locked(game.pk)
        if serial is not None and serial != row.serial:
            return Saved(closed=True)
        check_played(row)
        before, table = _own(row, power)
        _check_open(row, table, power, by)
        table.settle(power, settled)
        return _store(row, table, power, before.typed if before else "", before, by=by)


def clear(*, game: Game, power: str, serial: int | None = None, by: str = "") -> Saved:
    """Empties a sheet; the power has then handed in an empty one.

    Raises:
        StateError: as `submit` does.
    """
    return submit(game=game, power=power, typed="", settled=False, serial=serial, by=by)


def carry_over(
    row: Game,
    *,
    since: int,
    waiting: Mapping[str, Sequence[str]],
    table: Table,
    kept: Collection[str],
) -> None:
    """Writes the sheets that waited in phase `since` for the phase that is open in its place.

    Those of the powers that are `kept`, with their orders as they are on the
    `table`; in the transaction that writes the game. `waiting` is what was read
    of them before.

    Raises:
        Overtaken: where one was saved meanwhile.
    """
    rows = list(Sheet.objects.filter(game=row, serial=since))
    if {sheet.power: list(sheet.orders) for sheet in rows} != {
        power: list(orders) for power, orders in waiting.items()
    }:
        raise Overtaken
    now = moment.now()
    Sheet.objects.bulk_create(
        Sheet(
            game=row,
            serial=row.serial,
            power=sheet.power,
            typed=sheet.typed,
            orders=list(_sheet(table, sheet.power).orders),
            edition=1,
            saved_at=now,
        )
        for sheet in rows
        if sheet.power in kept
    )


def check(*, game: Game, power: str, typed: str) -> Saved:
    """What would become of a sheet, without storing it.

    Raises:
        InputError, StateError: as `submit` does.
    """
    if len(typed) > LONGEST:
        raise InputError(f"a sheet has at most {LONGEST} letters.")
    row = Game.objects.get(pk=game.pk)
    check_played(row)
    _, table = _own(row, power)
    errors = table.submit(power, plain(typed))
    sheet = _sheet(table, power)
    return Saved(orders=sheet.orders, errors=tuple(errors), warnings=tuple(table.warnings(power)))


def check_played(row: Game) -> None:
    """Lets nobody write orders for a game that is not played.

    Raises:
        StateError: where it has not begun, or is over.
    """
    if row.state == FINISHED:
        raise StateError("the game is over.")
    if not row.going_on:
        raise StateError("the game has not begun.")


def _check_open(row: Game, table: Table, power: str, by: str) -> None:
    """Lets nobody write when the others' sheets are closed, nor a master on what he has not opened.

    Raises:
        StateError: where it is closed, or he has not, or the power gives no orders.
    """
    if power not in table.book.master_powers:
        respites.check(row, power)
    if by:
        entering.check(row, table, power)
        if not entering.is_open(row, power):
            raise StateError(entering.NOT_OPENED)


def _falls_back(row: Game, table: Table, power: str, by: str) -> list[str]:
    """What becomes of a sheet without an order, told to who may read what is written ahead."""
    if _sheet(table, power).orders or (by and not by_post(row, power)):
        return []
    view = table.view(power_viewer(power))
    if power not in deciding(table.book, view.position):
        return []
    standing = stands(row, power)
    return [] if standing is None else [falls_back(table.book, view, standing)]


def _own(row: Game, power: str) -> tuple[Sheet | None, Table]:
    """The sheet that a power has handed in, and the game with that sheet on the table."""
    before = next(iter(records.rows_of(row, power)), None)
    sheets = records.sheets_of([before]) if before else {}
    return before, records.with_sheets(records.load(row), sheets)


def _sheet(table: Table, power: str) -> Written:
    """A power's own sheet as it lies on the table."""
    return table.record.phases[-1].sheets.get(power, Written())


def _store(
    row: Game,
    table: Table,
    power: str,
    typed: str,
    before: Sheet | None,
    errors: Sequence[SheetError] = (),
    warnings: Sequence[str] = (),
    by: str = "",
) -> Saved:
    now, sheet = moment.now(), _sheet(table, power)
    written: dict[str, Any] = {
        "typed": typed,
        "orders": list(sheet.orders),
        "settled": sheet.settled,
        "edition": before.edition + 1 if before else 1,
        "saved_at": now,
    }
    _write(row, power, written)
    if by:
        entering.entered(row, power, by, before.edition if before else 0, written["edition"])
    his = power in table.book.master_powers
    told = [(MASTER if his else power, events.SHEET)]
    if row.master_id and not his and entering.is_open(row, power):
        told.append((MASTER, events.SHEET))  # he reads it, on the board of its player
    if sheet.settled != bool(before and before.settled) and awaited.is_told(row):
        told.append(("", events.READY))
    # Who hands in a sheet is not missing: no bot plays for him, and nobody takes his seat.
    # Where that would tell whose time it is, the end of the phase says so (`missed.back`).
    missing = () if respites.are_given(row) else _missing(row.pk, power)
    if missing:
        Seat.objects.filter(pk__in=[pk for (pk,) in missing]).update(bot="", open=False)
        told.append(("", events.SEAT))
    counts = events.tell(row, told)
    own = MASTER if by or power in table.book.master_powers else power
    ending = sheet.settled and end_early(row, table, now)
    return Saved(
        orders=sheet.orders,
        settled=sheet.settled,
        typed=typed,
        edition=written["edition"],
        errors=tuple(errors),
        warnings=tuple(warnings),
        saved_at=now,
        ending=ending,
        told=counts.get(own, 0),
    )


_WRITE = (
    "INSERT INTO games_sheet"
    " (game_id, serial, power, late, typed, orders, settled, edition, saved_at)"
    " VALUES (%s, %s, %s, '', %s, %s, %s, %s, %s)"
    " ON CONFLICT (game_id, serial, power) DO UPDATE SET typed = excluded.typed,"
    " orders = excluded.orders, settled = excluded.settled, edition = excluded.edition,"
    " saved_at = excluded.saved_at"
)
"""As it stands, for every save says it: what came too late stays beside it."""


def _write(row: Game, power: str, written: Mapping[str, Any]) -> None:
    """Writes a sheet, or in the place of what is written."""
    values: list[Any] = [row.pk, row.serial, power]
    for name in ("typed", "orders", "settled", "edition", "saved_at"):
        column = cast("Field[Any, Any]", Sheet._meta.get_field(name))
        values.append(column.get_db_prep_save(written[name], connection))
    with connection.cursor() as cursor:
        cursor.execute(_WRITE, values)


_missing = Statement(
    lambda game, power: (
        Seat.objects.filter(Q(user__isnull=False) | ~Q(postal=""), game=game, power=power)
        .exclude(bot="", open=False)
        .values_list("pk")
    ),
    *(int, str),
)
_locked = Statement(lambda game: Game.objects.select_for_update().filter(pk=game), int)
