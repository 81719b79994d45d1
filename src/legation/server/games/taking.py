"""Taking over a game begun elsewhere: what a file says, what somebody typed, what begins here.

Who takes a game over knows its secrets, for he gives them: so he is its game
master. Until the game begins they are kept in a row of their own, which is read
here alone, and then they are in its record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from legation.errors import InputError
from legation.rules.rulebook import Rulebook
from legation.rules.turn import set_up
from legation.server.accounts.limits import spend
from legation.server.accounts.models import User
from legation.server.games.models import Game
from legation.server.games.models.taken import Taken
from legation.sight.view import View
from legation.sight.viewer import GAME_MASTER, SPECTATOR, Viewer, power_viewer
from legation.table.elsewhere import read_elsewhere
from legation.table.game import Game as Table
from legation.table.laidout import laid_out_as_case
from legation.table.positions import NO_SEED
from legation.table.saving import save
from legation.table.takeover import take_over
from legation.table.typed import Fault, read_typed, texts_of

_HOUR = timedelta(hours=1)
_FILES, _POSITIONS = 60, 200
_MANY = "You have had as many files read as may be in an hour."
_MANY_TRIED = "You have had as many positions looked at as may be in an hour."


@dataclass(frozen=True, slots=True)
class Handed:
    """What a file says: variant and options, the fields of its position, what was passed over."""

    variant: str
    options: Mapping[str, str]
    texts: Mapping[str, str]
    remarks: tuple[str, ...]


def handed(user: User, data: bytes, name: str) -> Handed:
    """Where the game of a file stands that somebody hands in.

    Raises:
        LegationError: for a file that is refused, in one sentence.
        OverError: for very many files.
    """
    spend("files-read", str(user.pk), _FILES, _HOUR, _MANY)
    found = read_elsewhere(data, name, by_path=False)
    texts = texts_of(found.table, found.book)
    return Handed(found.book.variant, found.book.options.chosen, texts, found.remarks)


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a position that was typed: what is wrong, or the game as it would begin."""

    faults: Sequence[Fault]
    table: Table | None

    def view(self, viewer: Viewer) -> View:
        """What somebody would be shown of it."""
        assert self.table is not None
        return self.table.view(viewer)


def tried(user: User, book: Rulebook, texts: Mapping[str, str], name: str = "") -> Tried:
    """The game that would begin with these fields, or all that is wrong with them.

    Raises:
        OverError: for very many of them.
    """
    spend("positions-tried", str(user.pk), _POSITIONS, _HOUR, _MANY_TRIED)
    typed = read_typed(texts, book)
    if typed.start is None:
        return Tried(typed.faults, None)
    try:
        return Tried((), take_over(book, typed.start, name=name))
    except InputError as error:
        return Tried((Fault("", 0, str(error)),), None)


def noted(book: Rulebook) -> tuple[str, ...]:
    """What a variant notes on the board itself, by name."""
    return tuple(Table.new(book.variant, book.options.chosen, NO_SEED).truth.position.facts)


def usual_texts(book: Rulebook) -> dict[str, str]:
    """What the fields of a ledger say where nothing was dealt: of most, nothing."""
    table = {"ledger": laid_out_as_case(book, set_up(book)).get("ledger", {})}
    return {key: text for key, text in texts_of(table, book).items() if text}


def viewers(book: Rulebook) -> dict[str, Viewer]:
    """Those as whom it can be looked at before it begins, by what they are called."""
    powers = {power.name: power_viewer(power.name) for power in book.powers}
    return {"The game master": GAME_MASTER, "Everybody": SPECTATOR, **powers}


def keep(row: Game, table: Table) -> None:
    """Keeps where a game begins that is being offered, and says of it what all may know."""
    left = {*table.book.survivors(table.truth)}
    row.begun_elsewhere = str(table.phase)
    row.out = [power.name for power in table.book.powers if power.name not in left]
    row.save(update_fields=["begun_elsewhere", "out"])
    Taken.objects.create(game=row, text=save.dump(table))


def begun(row: Game) -> Table | None:
    """The game that begins, where one was taken over; then nothing is kept of it but its record."""
    taken = Taken.objects.filter(game=row).first()
    if taken is None:
        return None
    table = save.read(taken.text, f"game {row.slug}")
    taken.delete()
    return table
