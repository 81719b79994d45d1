"""What can be typed in the terminal game besides orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from legation.cli import show, telling
from legation.cli.casefiles import existing, path_of
from legation.cli.positions import power_of
from legation.cli.terminal import guide, listing, master
from legation.cli.terminal.sandbox import Sandbox
from legation.errors import InputError, LegationError
from legation.rules.rulebook import Rulebook
from legation.table.asked import find, without_kind
from legation.table.game import Game
from legation.table.knowing import proviso
from legation.variants.faults import fault

_EVERYBODY = ("everybody", "everyone", "all", "gm")


def take(sandbox: Sandbox, line: str) -> bool:
    """Carry out one line; was there nothing wrong with it?"""
    line = line.strip()
    if not line or line.startswith("#"):
        return True
    word, _, rest = line.partition(" ")
    command = COMMANDS.get(word.casefold())
    try:
        if command is None:
            _check_sign(sandbox.book, word)
            signed = word.startswith("!")
            return sandbox.write(line, [c for c in COMMANDS if c.startswith("!") == signed])
        command(sandbox, rest.strip())
    except LegationError as error:
        show.say(str(error), 2, 4)
        return False
    except OSError as error:  # a name that no file can have
        show.say(f"{rest.strip()}: {error.strerror or error}", 2, 4)
        return False
    except Exception as error:
        said = fault(error)
        if not said:
            raise
        # Who sits as a power would read the others' orders in a hook's complaint.
        hint = "a hook of the variant is wrong; sit everybody tells more"
        show.say(hint if sandbox.seat else said, 2, 4)
        return False
    return True


def _check_sign(book: Rulebook, word: str) -> None:
    """Tells of the sign of the game master's verbs, where no order begins with such a word."""
    begun = {form.split()[0].casefold() for k in book.order_types.values() for form in k.forms}
    if f"!{word}" in COMMANDS and word.casefold() not in begun:
        raise InputError(f"{word} is no order; the game master's verbs have a sign: !{word}")


def words(sandbox: Sandbox) -> list[str]:
    """What the tab key completes: commands, powers, places. Alike for whoever sits."""
    book = sandbox.book
    return [*COMMANDS, *book.nations, *sorted(book.graph.places)]


# The game


def _go(sandbox: Sandbox, _: str) -> None:
    if not sandbox.game.over:
        _tell_lacking(sandbox, [sandbox.seat] if sandbox.seat else _everybody(sandbox.book))
    phase, heard = sandbox.game.phase, len(sandbox.view.told)
    with sandbox.changing():
        sandbox.game.advance()
    sandbox.power = ""
    sandbox.keep_past()
    new = sandbox.view.told[heard:]
    print(f"{show.paint(sandbox.book.calendar.said(phase), 'bold')}: results")
    outcomes = [outcome for told in new for outcome in told.outcomes]
    telling.tell_busy(sandbox.book, outcomes, [r for told in new for r in told.reports])
    if not new:
        print("  Nothing that you are told of.")
    print()
    guide.board(sandbox)


def _board(sandbox: Sandbox, _: str) -> None:
    guide.board(sandbox)


def _standings(sandbox: Sandbox, _: str) -> None:
    telling.tell_standings(sandbox.book, sandbox.view)


def _everybody(book: Rulebook) -> list[str]:
    """Who may have a sheet: the powers, and those that the game master orders."""
    return [*(power.name for power in book.powers), *book.master_powers]


def _sheets(sandbox: Sandbox, _: str) -> None:
    powers = [sandbox.seat] if sandbox.seat else _everybody(sandbox.book)
    rows = [(power, order) for power in powers for order in sandbox.orders_of(power)]
    show.titled(rows)
    if not rows:
        print("  No orders yet.")
    _tell_lacking(sandbox, powers)
    master.tell_blind(sandbox)


def _tell_lacking(sandbox: Sandbox, powers: Iterable[str]) -> None:
    """What the sheets of these powers lack; who sits as one is told so of an empty one too."""
    for power in powers:
        if sandbox.seat or sandbox.orders_of(power):
            for lack in sandbox.lacking(power):
                show.say(f"Still lacking on the sheet of {power}: {lack}", 2, 4)


def _orders(sandbox: Sandbox, text: str) -> None:
    book, position = sandbox.book, sandbox.view.position
    if not text:
        if sandbox.game.over:
            raise InputError("the game is over")
        rows = listing.summary(book, position, sandbox.seat)
        show.titled(rows or [("", "Nothing is to be decided.")])
        own = position.of(sandbox.seat) if sandbox.seat else position.units
        place = own[0].province if own else next(iter(book.graph.provinces))
        print(f"  Name a place for the choices there: orders {place}")
        return
    place = book.names.find_place(without_kind(book, text))
    for name, choices in listing.choices_at(book, position, place, sandbox.seat):
        print(f"  {name}")
        show.titled(listing.grouped(book, choices), 4)


def _why(sandbox: Sandbox, text: str) -> None:
    resolved = [told for told in sandbox.view.told if told.outcomes]
    if not resolved:
        raise InputError("nothing has been carried out yet; type go first")
    if not text:
        raise InputError("name an order or its unit: why A Par")
    turns = ((told.phase, told.outcomes) for told in reversed(resolved))
    for phase, outcomes, index in find(sandbox.book, turns, text, sandbox.seat, ask=True):
        telling.heading(sandbox.book, phase)
        telling.tell_why(sandbox.book, outcomes, index)
        far = proviso(sandbox.book, phase, sandbox.viewer)
        if far:
            show.say(far, 2, 4)
        return
    raise InputError(f'no order was "{text}"; a unit is known by where it stood before the phase')


def _report(sandbox: Sandbox, _: str) -> None:
    from legation.cli.report import last_turn, pages
    from legation.table.typeset import text

    game = sandbox.game
    if not game.number:
        raise InputError("nothing has been carried out yet; type go first")
    print(text(pages(game, sandbox.viewer, last_turn(game))), end="")


def _sit(sandbox: Sandbox, text: str) -> None:
    book = sandbox.book
    if not text:
        powers = ", ".join(power.name for power in book.powers)
        now = f"you sit as {sandbox.seat}" if sandbox.seat else "the table is open"
        raise InputError(f"{now}; sit and a power's name, or sit everybody. Powers: {powers}")
    power = "" if text.casefold() in _EVERYBODY else master.seat_of(book, text)
    if sandbox.seat != power:
        _leave(sandbox, text)
        show.fresh_screen()
    sandbox.sit(power)
    if not power:
        print("  The table is open: everything is seen, and the place of an order tells whose.")
        return
    print(f"  {guide.seated(power)}\n")
    guide.board(sandbox)
    if not sandbox.game.over:
        print("\nYour orders")
        _sheets(sandbox, "")
    if sandbox.game.number:
        print("report tells what came of the last turn.")


def _leave(sandbox: Sandbox, text: str) -> None:
    """Who hands his sheet in is told what it lacks; on a screen before that is wiped."""
    lacking = " ".join(sandbox.leaving())
    if lacking and show.on_screen():
        raise InputError(f"your sheet still lacks something: {lacking} sit {text} leaves it so")
    if lacking:
        show.say(f"Still lacking on the sheet of {sandbox.seat}: {lacking}", 2, 4)


def _undo(sandbox: Sandbox, _: str) -> None:
    number = sandbox.game.number
    sandbox.undo()
    if sandbox.game.number == number:
        print("  Taken back. The orders now:")
    else:
        print(f"  Back at {sandbox.game.phase}. The orders given there:")
    _sheets(sandbox, "")


def _clearing(sandbox: Sandbox, text: str) -> str:
    with suppress(InputError):
        nation = sandbox.book.names.find_nation(text)
        if nation in sandbox.book.master_powers:
            return nation
    return power_of(sandbox.book, text)


def _clear(sandbox: Sandbox, text: str) -> None:
    book = sandbox.book
    power = _clearing(sandbox, text) if text else sandbox.seat
    if sandbox.seat and power != sandbox.seat:
        raise InputError(f"you sit as {sandbox.seat}, and clear that power's orders alone")
    with sandbox.changing():
        for each in [power] if power else _everybody(book):
            if sandbox.orders_of(each) and (power or sandbox.may_order(each)):
                sandbox.game.clear(each)
    left = [] if power or sandbox.seat else [p for p in _everybody(book) if sandbox.orders_of(p)]
    but = f", but for {', '.join(left)}: sealed, or void" if left else ""
    print(f"  No orders now{f' for {power}' if power else ''}{but}.")


def _all(sandbox: Sandbox, _: str) -> None:
    sandbox.power = ""
    if sandbox.seat:
        raise InputError(f"you sit as {sandbox.seat}; sit everybody opens the table")
    print("  The place of an order tells whose it is.")


# Files


def _save(sandbox: Sandbox, text: str) -> None:
    path = path_of(text) if text else sandbox.file
    if path is None:
        raise InputError("name a file: save game.json")
    if path.exists() and path != sandbox.file:
        raise InputError(f"{path} is there already. Type overwrite {path}, or another name.")
    _write(sandbox, path)


def _overwrite(sandbox: Sandbox, text: str) -> None:
    if not text:
        raise InputError("name a file: overwrite game.json")
    _write(sandbox, path_of(text))


def _write(sandbox: Sandbox, path: Path) -> None:
    from legation.table.saving.save import write  # most games in the terminal are never saved

    write(sandbox.game, path)
    sandbox.file = path
    print(f"  Saved in {path}.")


def _load(sandbox: Sandbox, text: str) -> None:
    from legation.table.saving.save import load

    if not text:
        raise InputError("name a file: load game.json")
    path = existing(text)
    game = load(path)
    if sandbox.seat and sandbox.seat not in game.book.players:
        raise InputError(f"there is no {sandbox.seat} in {path}; sit everybody opens the table")
    with sandbox.changing():
        sandbox.game = game
    sandbox.file = path
    sandbox.sit(sandbox.seat)
    guide.board(sandbox)


def _new(sandbox: Sandbox, _: str) -> None:
    with sandbox.changing():
        sandbox.game = Game.new(sandbox.book.variant, dict(sandbox.book.options.chosen))
    sandbox.sit(sandbox.seat)
    guide.board(sandbox)


def _help(sandbox: Sandbox, _: str) -> None:
    show.titled(guide.help_rows(sandbox))


def _quit(sandbox: Sandbox, _: str) -> None:
    sandbox.done = True


COMMANDS: Mapping[str, Callable[[Sandbox, str], None]] = {
    "go": _go,
    "board": _board,
    "standings": _standings,
    "sheets": _sheets,
    "orders": _orders,
    "why": _why,
    "report": _report,
    "sit": _sit,
    "undo": _undo,
    "clear": _clear,
    "all": _all,
    **master.COMMANDS,
    "save": _save,
    "overwrite": _overwrite,
    "load": _load,
    "new": _new,
    "help": _help,
    "quit": _quit,
    "exit": _quit,
}
