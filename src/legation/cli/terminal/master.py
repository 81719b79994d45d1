"""What the game master types at the open table of the terminal game.

His verbs begin with a sign, so that none can be taken for an order: to
declare is an order in some games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

from legation.board.calendar import MOVEMENT
from legation.cli import show, telling
from legation.cli.positions import power_of
from legation.cli.terminal.sandbox import Sandbox
from legation.errors import InputError
from legation.rules.rulebook import Rulebook
from legation.sight.viewer import GAME_MASTER

_NOBODY = ("nobody", "none", "no one")


def _open_table(sandbox: Sandbox) -> None:
    """What the game master does is done with everything in sight."""
    if sandbox.seat:
        raise InputError("that is for the game master; sit everybody opens the table first")


def _last_news(sandbox: Sandbox) -> None:
    for report in sandbox.view.told[-1].reports:
        show.say(telling.because(sandbox.book, report), 2, 4)


# The board


def _set(sandbox: Sandbox, text: str) -> None:
    _open_table(sandbox)
    power, kind, place = _power_first(sandbox.book, text)
    if not place:
        raise InputError("say it like this: !set France A Bur")
    with sandbox.changing():
        sandbox.game.set_unit(power, kind, place)
    _last_news(sandbox)


def _power_first(book: Rulebook, text: str) -> tuple[str, str, str]:
    """A power, a kind of unit and a place; the power's name may have several words."""
    words = text.split()
    for count in range(len(words) - 2, 1, -1):
        name = " ".join(words[:count])
        with suppress(InputError):
            return book.names.find_nation(name), words[count], " ".join(words[count + 1 :])
    power, _, unit = text.partition(" ")
    kind, _, place = unit.strip().partition(" ")
    return power, kind, place


def _lift(sandbox: Sandbox, text: str) -> None:
    _open_table(sandbox)
    if not text:
        raise InputError("say it like this: !lift Bur")
    position, place = sandbox.view.position, sandbox.book.find_unit(text).province
    there = [unit for unit in position.units if unit.province == place]
    lost = not there and any(d.unit.province == place for d in position.dislodged)
    try:
        with sandbox.changing():
            sandbox.game.remove_unit(text, dislodged=lost)
    except InputError as error:
        several = f" Name one: !lift {there[0].power} {there[0]}" if len(there) > 1 else ""
        raise InputError(f"{error}{several}") from None
    _last_news(sandbox)


def _give(sandbox: Sandbox, text: str) -> None:
    _open_table(sandbox)
    place, _, power = text.rpartition(" ")
    names = [*sandbox.book.players, *_NOBODY]
    for alone in [name for name in names if text.casefold().endswith(f" {name.casefold()}")]:
        place, power = text[: -len(alone)].strip(), alone
    if not place:
        raise InputError("say it like this: !give Spa France, or !give Spa nobody")
    owner = None if power.casefold() in _NOBODY else power_of(sandbox.book, power)
    with sandbox.changing():
        sandbox.game.set_owner(place, owner)
    _last_news(sandbox)


def _declare(sandbox: Sandbox, text: str) -> None:
    _open_table(sandbox)
    if not text:
        raise InputError("name who is in civil disorder: !declare France")
    with sandbox.changing():
        sandbox.game.civil_disorder(power_of(sandbox.book, text))
    _last_news(sandbox)


# Orders of his own


def _seal(sandbox: Sandbox, text: str) -> None:
    _open_table(sandbox)
    own = sandbox.book.master_powers
    if not own:
        raise InputError("in this game the game master orders nobody, and seals nothing")
    if not text and len(own) > 1:
        raise InputError(f"say whose orders are sealed: {', '.join(own)}")
    power = sandbox.book.names.find_nation(text) if text else own[0]
    if power not in own:
        raise InputError(f"sealed are only orders of {', '.join(own)}, which are his")
    with sandbox.changing():
        sandbox.game.settle(power)
    print(f"  Sealed for this phase: the orders of {power}.")


def unsealed(sandbox: Sandbox) -> list[str]:
    """The powers whose orders the game master has still to seal in this phase."""
    view = sandbox.game.view(GAME_MASTER)
    if view.over or view.phase.kind != MOVEMENT:
        return []
    own = sandbox.book.master_powers
    return [p for p in own if p not in view.sheets or not view.sheets[p].settled]


def tell_blind(sandbox: Sandbox) -> None:
    """That at a table with a game master he could not see what is seen here."""
    for power in [] if sandbox.seat else unsealed(sandbox):
        said = f"Before !seal {power} a real game master would be blind to the players' sheets."
        show.say(said, 2, 4)


def seat_of(book: Rulebook, text: str) -> str:
    """The power that somebody would sit as.

    Raises:
        InputError: where nobody can, and how its orders are given then.
    """
    seat = ""
    with suppress(InputError):
        seat = book.names.find_nation(text)
    if seat in book.master_powers:
        raise InputError(
            f"the game master orders {seat}, at the open table: {seat} alone in a line,"
            f" then its orders, and !seal {seat} after them"
        )
    return power_of(book, text)


COMMANDS: Mapping[str, Callable[[Sandbox, str], None]] = {
    "!set": _set,
    "!lift": _lift,
    "!give": _give,
    "!declare": _declare,
    "!seal": _seal,
}
