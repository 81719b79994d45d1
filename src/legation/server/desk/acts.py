"""The game master's acts on a game. Each is in the log that the players read, secrets cut out.

One that is not `sure` is only tried: what is wrong with it is raised, and nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from legation.board.units import Unit
from legation.errors import InputError, StateError
from legation.rules.wording import sentence
from legation.server.games import events, letters, lifted, records, respites, undone
from legation.server.games.change import change, trial
from legation.server.games.models import Game, Seat
from legation.server.post import outbox
from legation.server.site import moment
from legation.sight.viewer import GAME_MASTER, SPECTATOR
from legation.table.game import Game as Table

UNSEEN = "The game master has changed something on the board that not everybody sees."


def set_unit(*, game: Game, actor: str, power: str, kind: str, place: str, sure: bool) -> Unit:
    """Puts a unit on the board; returns it.

    Raises:
        InputError: for a place that does not exist, is occupied, or does not fit.
    """
    said = f"{power} has a unit set: {_short(kind)} {_short(place)}."
    return _on_board(game, actor, lambda t: t.set_unit(power, kind, place), said, sure)[0]


def remove_unit(*, game: Game, actor: str, place: str, dislodged: bool, sure: bool) -> Unit:
    """Takes a unit off the board; returns it.

    Raises:
        InputError: where there is none.
    """
    said = f"{_short(place)}{', dislodged,' if dislodged else ''} is taken off the board."
    return _on_board(game, actor, lambda t: t.remove_unit(place, dislodged), said, sure)[0]


def set_owner(*, game: Game, actor: str, centre: str, power: str, sure: bool) -> None:
    """Gives a centre to a power, or to nobody.

    Raises:
        InputError: for a place that is no centre.
    """
    said = f"{_short(centre)} belongs to {power or 'nobody'}."
    _on_board(game, actor, lambda t: t.set_owner(centre, power or None), said, sure)


def disorder(*, game: Game, actor: str, power: str, declared: bool, sure: bool) -> tuple[str, ...]:
    """Declares a power to be in civil disorder, or that this is over; says what all are told of it.

    Raises:
        StateError: where it is so already, or cannot be.
    """
    heard: list[str] = []

    def done(table: Table) -> None:
        before = len(_heard(table))
        table.civil_disorder(power, declared)
        heard[:] = _heard(table)[before:]

    said = f"{power} is {'in civil disorder' if declared else 'no longer in civil disorder'}."
    _logged(game, actor, done, lambda: said, sure)
    return tuple(heard)


def _heard(table: Table) -> list[str]:
    """What everybody has been told until now."""
    book = table.book
    return [sentence(book, r) for told in table.view(SPECTATOR).told for r in told.reports]


def roll_back(*, game: Game, actor: str, number: int, serial: int, sure: bool) -> None:
    """Goes back to the start of a phase; what was told stays told, and everybody hears of it.

    `serial` is the phase from which he looked at it: nobody rolls back what he has not seen.

    Raises:
        InputError: for a phase that the game has not come to.
        StateError: where the game has gone on since.
    """
    after: list[Table] = []
    given: list[respites.Given] = []

    def back(table: Table) -> None:
        if records.serial_of(table) != serial:
            raise StateError("the game has gone on since you looked; look again.")
        given[:] = [respites.given(Game.objects.get(pk=game.pk))]
        table.rollback(number)
        after[:] = [table]

    def told(row: Game, _: None) -> None:
        (table,), now = after, moment.now()
        lifted.renew(row, given[0], now)
        lapsed = undone.gone_back(row, table, number)
        phase, seats = str(table.phase), list(Seat.objects.filter(game=row))
        outbox.post(letters.of_rollback(row, phase, seats, actor, now, lapsed))

    _logged(game, actor, back, lambda: f"The game is rolled back to {after[0].phase}.", sure, told)


def abandon(*, game: Game, actor: str, serial: int, sure: bool) -> None:
    """Ends the game without a winner.

    Raises:
        StateError: for a game that is over, or has gone on since.
    """

    def ended(table: Table) -> None:
        if records.serial_of(table) != serial:
            raise StateError("the game has gone on since you looked; look again.")
        table.abandon()

    _logged(game, actor, ended, lambda: "The game master ends the game.", sure)


def end_phase(*, game: Game, actor: str, serial: int, now: Callable[..., None], sure: bool) -> None:
    """Ends the phase that he sees, at once: never the one after it, by a second click.

    Raises:
        StateError: for a game that does not run, or has gone on since.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        if row.serial != serial:
            raise StateError("the phase has ended already.")
        if sure:
            now(game=row, actor=actor)


def _short(text: str) -> str:
    return " ".join(text.split())[:60]


def _on_board(
    game: Game, actor: str, do: Callable[[Table], None], said: str, sure: bool
) -> list[Unit]:
    """Changes the board; the log says how, where everybody can see it.

    Returns the units that are set or removed by it.
    """
    seen: list[bool] = []
    touched: list[Unit] = []

    def done(table: Table) -> None:
        before, units = table.view(SPECTATOR).position, _units(table)
        do(table)
        seen[:] = [table.view(SPECTATOR).position != before]
        touched[:] = units ^ _units(table)

    _logged(game, actor, done, lambda: said if seen[0] else UNSEEN, sure)
    return touched


def _units(table: Table) -> set[Unit]:
    position = table.view(GAME_MASTER).position
    return {*position.units, *(each.unit for each in position.dislodged)}


def _logged(
    game: Game,
    actor: str,
    do: Callable[[Table], None],
    text: Callable[[], str],
    sure: bool,
    also: Callable[[Game, None], None] | None = None,
) -> None:
    """Changes the game and writes into the log what the players may read of it."""
    if not sure:
        trial(game=game, do=do)
        return
    change(game=game, do=do, told=[("", events.NEWS)], log=(actor, text), also=also)


def check_number(text: str) -> int:
    """A number out of a form.

    Raises:
        InputError: for what is none.
    """
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise InputError("choose a phase.")
    return int(text)
