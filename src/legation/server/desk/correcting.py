"""Correcting the phase that closed last (STD-GM): tried, then done, and told by letter too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from legation.errors import InputError, StateError
from legation.rules.rulebook import Rulebook
from legation.server.desk import setting
from legation.server.desk.noted import note
from legation.server.desk.reasons import said_of
from legation.server.desk.sent import Doing, SeveralError
from legation.server.games import events, letters, lifted, pledges, records, respites, undone
from legation.server.games.change import change, trial
from legation.server.games.models import Game, Seat
from legation.server.games.sheets import LONGEST, carry_over
from legation.server.post import outbox
from legation.server.site import moment
from legation.server.site.nulls import plain
from legation.sight.view import View
from legation.sight.viewer import GAME_MASTER, SPECTATOR, power_viewer
from legation.table.acts import CORRECT
from legation.table.changes import Change, changes, differs
from legation.table.correcting import Correction
from legation.table.game import Game as Table
from legation.table.keeping import LONGEST_NAME
from legation.table.record import Record

Mend = Callable[[Table], object]


class _GoneOnError(StateError):
    """The game is another than the page was made for; `said` tells the log why."""

    def __init__(self, record: Record, serial: int) -> None:
        later = record.phases[serial + 1 :]
        if any(act.kind == CORRECT for phase in later for act in phase.acts):
            self.said = "it was corrected meanwhile, in another window or by another game master"
            why = "the phase was corrected since you looked, here or in another window"
        else:
            self.said = "the game had gone on since its page was opened"
            why = "the game has gone on since you looked"
        super().__init__(f"{why}{_written_for(record, serial)}; look again.")


def _written_for(record: Record, serial: int) -> str:
    """Of which phase a page was that was made when this one was open, where there was one."""
    line = record.line(serial + 1)
    index = line.get(record.phases[serial].number - 1) if serial < len(record.phases) else None
    if index is None:
        return ""
    return f", and what you sent is a correction of {record.phases[index].truth.position.phase}"


@dataclass(frozen=True, slots=True)
class Tried:
    """What would come of a correction, for the game master.

    `closed` is the phase as he saw it close, `was` and `now` what followed.
    `readers` are the powers that would read something else of it; `heard` says what,
    for those together who would read the same, the empty name being who only watches.
    """

    book: Rulebook
    closed: View
    was: View
    closed_now: View
    now: View
    changes: Sequence[Change]
    readers: tuple[str, ...]
    heard: Sequence[tuple[tuple[str, ...], Sequence[Change]]]


@dataclass(frozen=True, slots=True)
class _Done:
    """A game before and after, and the sheets that waited in it."""

    before: Table
    after: Table
    correction: Correction
    waiting: Mapping[str, tuple[str, ...]]
    given: respites.Given


def orders(doing: Doing) -> Mend:
    """Another sheet of one power."""
    power, typed = doing.power, doing.post.get("typed", "")
    if len(typed) > LONGEST:
        raise InputError(f"a sheet has at most {LONGEST} letters.")

    def mended(table: Table) -> None:
        wrong = [error for error in table.submit(power, plain(typed)) if error.line]
        if wrong:
            raise SeveralError(tuple(f"Line {each.line}: {each.error}" for each in wrong))

    return mended


def unit(doing: Doing) -> Mend:
    """A unit that stood on the board when the phase began."""
    power, kind, place = setting.unit_chosen(doing)
    return lambda table: table.set_unit(power, kind, place)


def remove(doing: Doing) -> Mend:
    """A unit that did not."""
    place, dislodged = setting.gone_chosen(doing)
    return lambda table: table.remove_unit(place, dislodged)


def owner(doing: Doing) -> Mend:
    """Whose a centre was."""
    centre, power = setting.owner_chosen(doing)
    return lambda table: table.set_owner(centre, power or None)


MENDS: Mapping[str, Callable[[Doing], Mend]] = {
    "orders": orders,
    "unit": unit,
    "remove": remove,
    "owner": owner,
}
"""What can be corrected, by the word that a form sends."""


def note_of(doing: Doing) -> str:
    """Why it is corrected.

    Raises:
        InputError: for more than a record keeps.
    """
    note = doing.word("note")
    if len(note) > LONGEST_NAME:
        raise InputError(f"why it is corrected is said in {LONGEST_NAME} letters at most.")
    return note


def tried(doing: Doing, mend: Mend) -> Tried:
    """What would come of it; nothing is changed.

    Raises:
        LegationError: where it cannot be done, or mends nothing.
    """

    def do(table: Table) -> Tried:
        _check(doing, table)
        number = table.number - 1
        closed, was = table.view(GAME_MASTER, number), _unwritten(table)
        viewers = (SPECTATOR, *(power_viewer(power.name) for power in table.book.powers))
        before = [table.view(viewer) for viewer in viewers]
        correction = table.correct(mend, note_of(doing))
        now = _unwritten(table)
        return Tried(
            book=table.book,
            closed=closed,
            was=was,
            closed_now=table.view(GAME_MASTER, number),
            now=now,
            changes=changes(table.book, was, now),
            readers=correction.readers,
            heard=_heard(table, before),
        )

    with _noting(doing):
        return trial(game=doing.game, do=do)


def _heard(table: Table, before: Sequence[View]) -> list[tuple[tuple[str, ...], Sequence[Change]]]:
    """What each reads otherwise on the table than in the View of `before`, by what that is."""
    groups: list[tuple[tuple[str, ...], Sequence[Change]]] = []
    for was in before:
        now = table.view(was.viewer)
        if not differs(was, now):
            continue
        told = changes(table.book, was, now)
        for index, (names, same) in enumerate(groups):
            if same == told:
                groups[index] = ((*names, was.viewer.power), same)
                break
        else:
            groups.append(((was.viewer.power,), told))
    return groups


def _unwritten(table: Table) -> View:
    """The open phase without the sheets that wait in it: no page of a correction needs them."""
    return replace(table.view(GAME_MASTER), sheets={})


def correct(doing: Doing, mend: Mend) -> None:
    """Corrects the phase, and tells everybody, those who read something else of it by letter too.

    Raises:
        LegationError: where it cannot be done, or mends nothing.
    """
    why, serial, phase = note_of(doing), doing.serial, ""

    def do(table: Table) -> _Done:
        nonlocal phase
        _check(doing, table)
        before = Table(table.record)
        phase = str(table.view(GAME_MASTER, table.number - 1).phase)
        waiting = {p: sheet.orders for p, sheet in table.record.phases[-1].sheets.items()}
        correction = table.correct(mend, why)
        given = respites.given(Game.objects.get(pk=doing.game.pk))
        return _Done(before, table, correction, waiting, given)

    with _noting(doing):
        change(
            game=doing.game,
            do=do,
            told=[("", events.NEWS)],
            log=(doing.actor, lambda: said_of(phase)),
            also=lambda row, done: _also(row, done, serial),
        )


def _check(doing: Doing, table: Table) -> None:
    if records.serial_of(table) != doing.serial:
        raise _GoneOnError(table.record, doing.serial)
    pledges.check_rules(doing.game)  # a phase is carried out again, as a worker would


@contextmanager
def _noting(doing: Doing) -> Iterator[None]:
    """Has the log say that a correction came too late, and nothing of what it was."""
    try:
        yield
    except _GoneOnError as error:
        text = f"A correction was refused: {error.said}. Nothing was changed by it."
        note(doing.game, doing.actor, text)
        raise


def _also(row: Game, done: _Done, serial: int) -> None:
    """Carries the sheets that wait over to the phase as it is open now, and writes the letters."""
    carry_over(row, since=serial, waiting=done.waiting, table=done.after, kept=done.correction.kept)
    now = moment.now()
    lifted.renew(row, done.given, now)
    seats = list(Seat.objects.filter(game=row))
    lapsed = undone.corrected(row, done.before, done.after)
    told = letters.of_correction(row, done.before, done.after, done.correction, seats, now, lapsed)
    outbox.post(told)
