"""Writing orders ahead: kept as typed, understood before they are stored, taken back at will.

Orders for the next phase of a kind, and standing ones, may have conditions
(`table.conditional`); what is not understood is refused, and the text that
waited before stays. A draft is any text, and counts for nothing until its
writer hands it in.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from legation.errors import InputError, LegationError, StateError
from legation.rules.rulebook import Rulebook
from legation.server.games import entering, events, records, respites, sheets
from legation.server.games.models import Game, Holding
from legation.server.games.models.later import DRAFT, STANDING, Later
from legation.server.games.reads import book_of
from legation.server.games.sheets import LONGEST, Saved, check_played
from legation.server.games.waiting import Use, by_post, holdings, uses
from legation.server.site import moment
from legation.server.site.nulls import plain
from legation.table.conditional import Fault, read_ahead

_DRAFT = Use(DRAFT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """Who writes ahead for a power: its player, or, `by` name, the game master for one by post."""

    game: Game
    power: str
    user: int | None = None
    by: str = ""


class NotUnderstoodError(InputError):
    """What was written ahead is not understood; `faults` are of its lines."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        super().__init__(f"not kept. Line {faults[0].line}: {faults[0].said}")


class ChangedError(StateError):
    """Another window has changed the text meanwhile; what is stored stays."""


def use_of(book: Rulebook, name: str) -> Use:
    """What a text is for, by the name that a form sends.

    Raises:
        InputError: where the game has no such phases.
    """
    for use in uses(book):
        if use.name == name:
            return use
    known = ", ".join(use.name for use in uses(book))
    raise InputError(f'"{name[:40]}" is nothing that is written ahead in this game; {known} are.')


def keep(writer: Writer, use: Use, typed: str, edition: int | None = None) -> None:
    """Keeps a text, in place of the one before; an empty one takes it back.

    `edition` is the one that it is to replace, 0 for none; None for whichever there is.

    Raises:
        NotUnderstoodError: where a line is no order, or a condition none.
        ChangedError: where another edition is there.
        InputError: for a text that is too long, or no power of the game.
        StateError: when the game is not played, the seat is not the writer's, or,
            for standing orders, sheets are closed.
    """
    typed = _typed(writer, use, typed)
    with transaction.atomic():
        _keep(Game.objects.select_for_update().get(pk=writer.game.pk), writer, use, typed, edition)


def _keep(row: Game, writer: Writer, use: Use, typed: str, edition: int | None) -> None:
    """The same, of a text that is understood, in a transaction that has locked the game's row."""
    held = _checked(row, writer)
    if use.use == STANDING:  # they would be a sheet, while others' are closed
        respites.check(row, writer.power)
    before = Later.objects.filter(holding=held, use=use.use, kind=use.kind).first()
    stored = before.edition if before else 0
    if edition is not None and edition != stored:
        raise ChangedError("this was changed in another window meanwhile.")
    _put(row, held, use, typed, before)
    if writer.by:
        entering.written_ahead(row, writer.power, writer.by)
    events.tell(row, [(writer.power, events.SHEET)])


def _typed(writer: Writer, use: Use, typed: str) -> str:
    """The text as it is kept: understood, if it is for a phase."""
    typed = plain(typed)
    if len(typed) > LONGEST:
        raise InputError(f"what is written ahead has at most {LONGEST} letters.")
    if not typed.strip():
        return ""
    if use != _DRAFT:
        faults = read_ahead(book_of(writer.game), use.kind, typed).faults
        if faults:
            raise NotUnderstoodError(faults)
    return typed


def _checked(row: Game, writer: Writer) -> Holding:
    """The holding of who writes, in a game that is played.

    Raises:
        StateError: where the seat is not his, or not opened by the game master.
    """
    check_played(row)
    power = writer.power
    if writer.by:
        entering.check(row, records.load(row), power)
        if not entering.is_open(row, power):
            raise StateError(entering.NOT_OPENED)
        if not by_post(row, power):
            raise StateError(f"the player of {power} has an account, and writes ahead there.")
    held = holdings(row, power).filter(user=writer.user).first()
    if held is None or (writer.user is None and not writer.by):
        raise StateError(f"the seat of {power} is no longer yours.")
    return held


def _put(row: Game, held: Holding, use: Use, typed: str, before: Later | None) -> None:
    if before and not typed:
        before.delete()
    elif before:
        before.typed, before.edition = typed, before.edition + 1
        before.serial, before.saved_at = row.serial, moment.now()
        before.save()
    elif typed:
        Later.objects.create(
            holding=held,
            use=use.use,
            kind=use.kind,
            serial=row.serial,
            typed=typed,
            saved_at=moment.now(),
        )


def hand_in(
    writer: Writer, serial: int | None, typed: str | None = None, edition: int | None = None
) -> Saved:
    """Makes the draft the sheet of the phase that is open; what was the sheet becomes the draft.

    `serial` is the phase that was looked at. `typed` becomes the draft before, as
    by `keep`; None where what is stored is meant. All is one transaction, so
    that no draft of another window is handed in, or written over.

    Raises:
        ChangedError: where another edition of the draft is there.
        StateError: where there is no draft, or another phase is open.
        LegationError: as `sheets.submit` does; the draft then stays, as it was typed.
    """
    typed = None if typed is None else _typed(writer, _DRAFT, typed)
    if writer.game.phase:
        records.load(writer.game)  # a long record is read before others have to wait for the lock
    wrong: LegationError | None = None
    saved = Saved()
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=writer.game.pk)
        if typed is not None:
            _keep(row, writer, _DRAFT, typed, edition)
        try:
            saved = _handed_in(row, writer, serial)
        except LegationError as error:  # what was typed, and a trace of it, are kept
            wrong = error
    if wrong is not None:
        raise wrong
    return saved


def _handed_in(row: Game, writer: Writer, serial: int | None) -> Saved:
    draft = Later.objects.filter(holding=_checked(row, writer), use=DRAFT).first()
    if draft is None:
        raise StateError("there is no draft to hand in.")
    if serial != row.serial:
        raise StateError("another phase is open by now; look at it, then hand the draft in.")
    before = next(iter(records.rows_of(row, writer.power)), None)
    saved = sheets.submit(
        game=row,
        power=writer.power,
        typed=draft.typed,
        settled=False,
        serial=row.serial,
        edition=before.edition if before else 0,
        by=writer.by,
    )
    if not saved.closed:
        _keep(row, writer, _DRAFT, before.typed if before else "", None)
    return saved


def faults_of(error: LegationError) -> tuple[Fault, ...]:
    """What is wrong, by line; line 0 for the whole."""
    if isinstance(error, NotUnderstoodError):
        return error.faults
    return (Fault(0, str(error)),)
