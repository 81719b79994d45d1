"""What can be typed in the terminal game besides orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from legation.board.graph import province_of
from legation.cli import listing, show, telling
from legation.cli.casefiles import existing, path_of
from legation.cli.explain import find, without_kind
from legation.cli.folders import fault
from legation.cli.sandbox import Sandbox
from legation.errors import InputError, LegationError
from legation.rules.rulebook import Rulebook
from legation.table.game import Game

if TYPE_CHECKING:
    from legation.sight.view import View

_EVERYBODY = ("everybody", "everyone", "all", "gm")

HELP = (
    ("A Par - Bur", "an order; its place tells whose it is"),
    ("France", "a power alone: the orders that follow are its; all ends that"),
    ("France: waive", "an order of this power"),
    ("go", "carry out the orders, and go on to the next phase"),
    ("board", "where everything stands"),
    ("sheets", "the orders given so far"),
    ("orders Par", "what the unit in Paris could be ordered to do; orders alone, who can be"),
    ("why A Par", "why the last order of this unit came out as it did"),
    ("report", "the last turn as a zine would print it"),
    ("sit France", "see and order as one power only; sit everybody opens the table again"),
    ("undo", "take back the last line, or the last go"),
    ("clear France", "take back all orders of a power; clear alone, of everybody"),
    ("set France A Bur", "put a unit on the board"),
    ("lift Bur", "take the unit there off the board"),
    ("give Spa France", "make a power the owner of a centre"),
    ("save game.json", "write the game to a file"),
    ("load game.json", "go on with a game from a file"),
    ("new", "start again"),
    ("quit", "leave"),
)


def welcome(sandbox: Sandbox) -> None:
    """The first screen."""
    book = sandbox.book
    show.say(f"Legation: {book.title}. {book.blurb}")
    if sandbox.seat:
        print(f"You sit as {sandbox.seat}: you see what it knows, and order for it alone.\n")
    else:
        print("You give the orders of all powers.\n")
    _board(sandbox, "")
    samples = _samples(sandbox)
    if samples:
        print("\nType an order and press Enter, for instance")
        for order in samples:
            print(f"  {order}")
        print("Then type go to see what comes of it. help tells the rest; quit leaves.")
    else:
        print("\nhelp tells what can be typed; quit leaves.")


def take(sandbox: Sandbox, line: str) -> bool:
    """Carry out one line; was there nothing wrong with it?"""
    line = line.strip()
    if not line or line.startswith("#"):
        return True
    word, _, rest = line.partition(" ")
    command = COMMANDS.get(word.casefold())
    try:
        if command is None:
            return sandbox.write(line, list(COMMANDS))
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


def words(sandbox: Sandbox) -> list[str]:
    """What the tab key completes: commands, powers, places. Alike for whoever sits."""
    book = sandbox.book
    return [*COMMANDS, *book.nations, *sorted(book.graph.places)]


# The game


def _go(sandbox: Sandbox, _: str) -> None:
    phase, heard = sandbox.game.phase, len(sandbox.view.told)
    with sandbox.changing():
        sandbox.game.advance()
    sandbox.power = ""
    sandbox.keep_past()
    new = sandbox.view.told[heard:]
    print(f"{show.paint(str(phase), 'bold')}: results")
    outcomes = [outcome for told in new for outcome in told.outcomes]
    telling.tell_busy(sandbox.book, outcomes, [r for told in new for r in told.reports])
    if not new:
        print("  Nothing that you are told of.")
    print()
    _board(sandbox, "")


def _board(sandbox: Sandbox, _: str) -> None:
    view = sandbox.view
    if view.over:
        print("The game is over.")
    else:
        telling.heading(view.phase)
    telling.tell_board(sandbox.book, view.position, view.ending)
    rows = telling.lore_rows(sandbox.book, view.lore, {})
    if rows:
        print()
    for label, text in rows:
        show.say(f"{label}: {text}" if label else text, 2, 4)


def _sheets(sandbox: Sandbox, _: str) -> None:
    book = sandbox.book
    everybody = [*(power.name for power in book.powers), *book.master_powers]
    powers = [sandbox.seat] if sandbox.seat else everybody
    rows = [(power, order) for power in powers for order in sandbox.orders_of(power)]
    show.titled(rows)
    for power in dict.fromkeys(power for power, _ in rows):
        for lack in sandbox.lacking(power):
            show.say(f"{power} still lacks something: {lack}", 2, 4)
    if not rows:
        print("  No orders yet.")


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
    for phase, outcomes, index in find(sandbox.book, turns, text):
        telling.heading(phase)
        telling.tell_why(sandbox.book, outcomes, index)
        return
    raise InputError(f'no order was "{text}"; a unit is known by where it stood before the phase')


def _report(sandbox: Sandbox, _: str) -> None:
    from legation.cli.report import last_turn, pages
    from legation.table.newsletter import text

    game, viewer = sandbox.game, sandbox.viewer
    if not game.number:
        raise InputError("nothing has been carried out yet; type go first")

    def look(number: int) -> View:
        return game.view(viewer, number)

    print(text(pages(game.book, look, last_turn(look, game.number))), end="")


def _sit(sandbox: Sandbox, text: str) -> None:
    book = sandbox.book
    if not text:
        powers = ", ".join(power.name for power in book.powers)
        now = f"{sandbox.seat} sits here" if sandbox.seat else "the table is open"
        raise InputError(f"{now}; sit and a power's name, or sit everybody. Powers: {powers}")
    power = "" if text.casefold() in _EVERYBODY else book.names.find_power(text)
    if sandbox.seat != power:
        show.fresh_screen()
    sandbox.sit(power)
    if not power:
        print("  The table is open: everything is seen, and the place of an order tells whose.")
        return
    print(f"  Here sits {power}: it sees what it knows, and orders for itself alone.\n")
    _board(sandbox, "")
    if not sandbox.game.over:
        print("\nYour orders")
        _sheets(sandbox, "")
    if sandbox.game.number:
        print("report tells what came of the last turn.")


def _undo(sandbox: Sandbox, _: str) -> None:
    number = sandbox.game.number
    sandbox.undo()
    if sandbox.game.number == number:
        print("  Taken back. The orders now:")
    else:
        print(f"  Back at {sandbox.game.phase}. The orders given there:")
    _sheets(sandbox, "")


def _clear(sandbox: Sandbox, text: str) -> None:
    book = sandbox.book
    power = book.names.find_power(text) if text else sandbox.seat
    if sandbox.seat and power != sandbox.seat:
        raise InputError(f"you sit as {sandbox.seat}, and clear that power's orders alone")
    everybody = [*(each.name for each in book.powers), *book.master_powers]
    with sandbox.changing():
        for each in [power] if power else everybody:
            if sandbox.orders_of(each):
                sandbox.game.clear(each)
    print(f"  {power or 'Nobody'} has {'no' if power else 'any'} orders now.")


def _all(sandbox: Sandbox, _: str) -> None:
    sandbox.power = ""
    if sandbox.seat:
        raise InputError(f"you sit as {sandbox.seat}; sit everybody opens the table")
    print("  The place of an order tells whose it is.")


# The game master


def _open_table(sandbox: Sandbox) -> None:
    """What the game master does is done with everything in sight."""
    if sandbox.seat:
        raise InputError("that is for the game master; sit everybody opens the table first")


def _set(sandbox: Sandbox, text: str) -> None:
    _open_table(sandbox)
    power, kind, place = _power_first(sandbox.book, text)
    if not place:
        raise InputError("say it like this: set France A Bur")
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
        raise InputError("say it like this: lift Bur")
    with sandbox.changing():
        sandbox.game.remove_unit(without_kind(sandbox.book, text))
    _last_news(sandbox)


def _give(sandbox: Sandbox, text: str) -> None:
    _open_table(sandbox)
    place, _, power = text.rpartition(" ")
    for power_alone in [p for p in sandbox.book.players if text.casefold().endswith(p.casefold())]:
        place, power = text[: -len(power_alone)].strip(), power_alone
    if not place:
        raise InputError("say it like this: give Spa France")
    with sandbox.changing():
        sandbox.game.set_owner(place, power)
    _last_news(sandbox)


def _last_news(sandbox: Sandbox) -> None:
    for report in sandbox.view.told[-1].reports:
        show.say(telling.because(report, sandbox.book.wording), 2, 4)


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
    from legation.table.save import write  # most games in the terminal are never saved

    write(sandbox.game, path)
    sandbox.file = path
    print(f"  Saved in {path}.")


def _load(sandbox: Sandbox, text: str) -> None:
    from legation.table.save import load

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
    _board(sandbox, "")


def _new(sandbox: Sandbox, _: str) -> None:
    with sandbox.changing():
        sandbox.game = Game.new(sandbox.book.variant, dict(sandbox.book.options.chosen))
    sandbox.sit(sandbox.seat)
    _board(sandbox, "")


def _help(_: Sandbox, __: str) -> None:
    show.titled(HELP)


def _quit(sandbox: Sandbox, _: str) -> None:
    sandbox.done = True


COMMANDS: Mapping[str, Callable[[Sandbox, str], None]] = {
    "go": _go,
    "board": _board,
    "sheets": _sheets,
    "orders": _orders,
    "why": _why,
    "report": _report,
    "sit": _sit,
    "undo": _undo,
    "clear": _clear,
    "all": _all,
    "set": _set,
    "lift": _lift,
    "give": _give,
    "save": _save,
    "overwrite": _overwrite,
    "load": _load,
    "new": _new,
    "help": _help,
    "quit": _quit,
    "exit": _quit,
}


def _samples(sandbox: Sandbox) -> list[str]:
    """A move to an empty place and a support of it, both legal on the board that is seen."""
    survey = sandbox.survey()
    position, taken = survey.position, {unit.province for unit in survey.position.units}
    for unit in position.units:
        if unit.power not in ({sandbox.seat} if sandbox.seat else sandbox.book.players):
            continue
        for choice in listing.listed(survey, unit):
            target = choice.target
            if choice.verb != "support" or target is None:
                continue
            own = any(
                u.power == unit.power and u.province == target.province for u in position.units
            )
            goal = next((g for g in choice.goals if g and province_of(g) not in taken), "")
            if own and goal:
                return [f"{target} - {goal}", f"{unit} S {target} - {goal}"]
    return []
