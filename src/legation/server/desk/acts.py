"""The game master's acts on a game. Each is in the log that the players read, secrets cut out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from legation.errors import InputError, StateError
from legation.server.games import events, keeping
from legation.server.games.change import change
from legation.server.games.models import PAUSED, RUNNING, Game, LogEntry
from legation.sight.viewer import SPECTATOR
from legation.table.game import Game as Table

UNSEEN = "The game master has changed something on the board that not everybody sees."


def on_board(*, game: Game, actor: str, do: Callable[[Table], None], said: str) -> None:
    """Changes the board; the log says how, where everybody can see it.

    Raises:
        InputError: for what cannot be set or removed.
        StateError: for a game that is over.
    """
    seen: list[bool] = []

    def done(table: Table) -> None:
        before = table.view(SPECTATOR).position
        do(table)
        seen[:] = [table.view(SPECTATOR).position != before]

    _logged(game, actor, done, lambda: said if seen[0] else UNSEEN)


def set_unit(*, game: Game, actor: str, power: str, kind: str, place: str) -> None:
    """Puts a unit on the board.

    Raises:
        InputError: for a place that does not exist, is occupied, or does not fit.
    """
    said = f"{power} has a unit set: {_short(kind)} {_short(place)}."
    on_board(game=game, actor=actor, do=lambda t: t.set_unit(power, kind, place), said=said)


def remove_unit(*, game: Game, actor: str, place: str, dislodged: bool) -> None:
    """Takes a unit off the board.

    Raises:
        InputError: where there is none.
    """
    said = f"{_short(place)}{', dislodged,' if dislodged else ''} is taken off the board."
    on_board(game=game, actor=actor, do=lambda t: t.remove_unit(place, dislodged), said=said)


def set_owner(*, game: Game, actor: str, centre: str, power: str) -> None:
    """Gives a centre to a power, or to nobody.

    Raises:
        InputError: for a place that is no centre.
    """
    said = f"{_short(centre)} belongs to {power or 'nobody'}."
    on_board(game=game, actor=actor, do=lambda t: t.set_owner(centre, power or None), said=said)


def disorder(*, game: Game, actor: str, power: str, declared: bool) -> None:
    """Declares a power to be in civil disorder, or that this is over.

    Raises:
        StateError: where it is so already, or cannot be.
    """
    said = f"{power} is {'in civil disorder' if declared else 'no longer in civil disorder'}."
    _logged(game, actor, lambda table: table.civil_disorder(power, declared), lambda: said)


def roll_back(*, game: Game, actor: str, number: int, serial: int) -> None:
    """Goes back to the start of a phase; what was told stays told, and everybody hears of it.

    `serial` is the phase from which he looked at it: nobody rolls back what he has not seen.

    Raises:
        InputError: for a phase that the game has not come to.
        StateError: where the game has gone on since.
    """
    phase: list[str] = []

    def back(table: Table) -> None:
        if keeping.serial_of(table) != serial:
            raise StateError("the game has gone on since you looked; look again.")
        table.rollback(number)
        phase[:] = [str(table.phase)]

    _logged(game, actor, back, lambda: f"The game is rolled back to {phase[0]}.")


def abandon(*, game: Game, actor: str, serial: int) -> None:
    """Ends the game without a winner.

    Raises:
        StateError: for a game that is over, or has gone on since.
    """

    def ended(table: Table) -> None:
        if keeping.serial_of(table) != serial:
            raise StateError("the game has gone on since you looked; look again.")
        table.abandon()

    _logged(game, actor, ended, lambda: "The game master ends the game.")


def end_phase(*, game: Game, actor: str, serial: int, now: Callable[..., None]) -> None:
    """Ends the phase that he sees, at once: never the one after it, by a second click.

    Raises:
        StateError: for a game that does not run, or has gone on since.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        if row.serial != serial:
            raise StateError("the phase has ended already.")
        now(game=row, actor=actor)


def _short(text: str) -> str:
    return " ".join(text.split())[:60]


def _logged(game: Game, actor: str, do: Callable[[Table], None], text: Callable[[], str]) -> None:
    """Changes the game and writes into the log what the players may read of it."""
    at: list[tuple[int, str]] = []

    def done(table: Table) -> None:
        at[:] = [(keeping.serial_of(table), str(table.phase))]
        do(table)

    def logged(row: Game) -> None:
        serial, phase = at[0]
        LogEntry.objects.create(
            game=row,
            made_at=timezone.now(),
            serial=serial,
            phase=phase,
            actor=actor[:40],
            text=text()[:500],
        )
        events.tell(row, [("", events.NEWS)])

    change(game=game, do=done, also=logged)


@dataclass(frozen=True, slots=True)
class Lost:
    """What a rollback to a phase takes back."""

    number: int
    phase: str
    phases: Sequence[str]


def check_number(text: str) -> int:
    """A number out of a form.

    Raises:
        InputError: for what is none.
    """
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise InputError("choose a phase.")
    return int(text)


def is_played(game: Game) -> bool:
    """Is there something to do at the desk?"""
    return game.state in (RUNNING, PAUSED)
