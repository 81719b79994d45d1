"""What can be typed in the terminal game besides orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from legation.board.graph import province_of
from legation.board.position import Position
from legation.cli import listing, show, telling
from legation.cli.casefiles import existing, path_of
from legation.cli.explain import find, without_kind
from legation.cli.sandbox import Sandbox
from legation.errors import InputError, LegationError
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.table.game import Game

HELP = (
    ("A Par - Bur", "an order; its place tells whose it is"),
    ("France", "a power alone: the orders that follow are its; all ends that"),
    ("France: waive", "an order of this power"),
    ("go", "carry out the orders, and go on to the next phase"),
    ("board", "where everything stands"),
    ("sheets", "the orders given so far"),
    ("orders Par", "what the unit in Paris could be ordered to do"),
    ("why A Par", "why the last order of this unit came out as it did"),
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
    print(f"{show.paint(f'Legation: {book.title}', 'bold')}. {book.blurb}")
    print("You give the orders of all powers.\n")
    _board(sandbox, "")
    samples = _samples(book, sandbox.view.position)
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
    return True


def words(sandbox: Sandbox) -> list[str]:
    """What the tab key completes: commands, powers, places."""
    book = sandbox.book
    return [*COMMANDS, *(power.name for power in book.powers), *sorted(book.graph.places)]


# The game


def _go(sandbox: Sandbox, _: str) -> None:
    phase = sandbox.game.phase
    with sandbox.changing():
        sandbox.game.advance()
    sandbox.power = ""
    told = sandbox.view.told[-1]
    # Who was given no order is no news, unless he was driven out.
    idle = [
        index
        for index, outcome in enumerate(told.outcomes)
        if outcome.reason.kind == "holds-unordered" and outcome.at != telling.DISLODGED
    ]
    shown = [outcome for index, outcome in enumerate(told.outcomes) if index not in idle]
    print(f"{show.paint(str(phase), 'bold')}: results")
    telling.tell_outcomes(sandbox.book, shown, told.reports)
    if idle:
        print(f"\n{telling.count(len(idle), 'unit')} without orders held.")
    print()
    _board(sandbox, "")


def _board(sandbox: Sandbox, _: str) -> None:
    view = sandbox.view
    if view.over:
        print("The game is over.")
    else:
        telling.heading(view.phase)
    telling.tell_board(sandbox.book, view.position, view.ending)


def _sheets(sandbox: Sandbox, _: str) -> None:
    powers = [power.name for power in sandbox.book.powers]
    rows = [(power, order) for power in powers for order in sandbox.orders_of(power)]
    show.titled(rows)
    if not rows:
        print("  No orders yet.")


def _orders(sandbox: Sandbox, text: str) -> None:
    if not text:
        deciding = ", ".join(sandbox.game.waiting) or "nobody"
        raise InputError(f"name a place: orders Par. To decide: {deciding}.")
    place = sandbox.book.names.find_place(without_kind(sandbox.book, text))
    for name, choices in listing.choices_at(sandbox.book, sandbox.view.position, place):
        print(f"  {name}")
        show.titled(listing.grouped(choices), 4)


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


def _undo(sandbox: Sandbox, _: str) -> None:
    number = sandbox.game.number
    sandbox.undo()
    if sandbox.game.number == number:
        print("  Taken back. The orders now:")
    else:
        print(f"  Back at {sandbox.game.phase}. The orders given there:")
    _sheets(sandbox, "")


def _clear(sandbox: Sandbox, text: str) -> None:
    power = sandbox.book.names.find_power(text) if text else ""
    with sandbox.changing():
        for each in [power] if power else list(sandbox.view.sheets):
            sandbox.game.clear(each)
    print(f"  {power or 'Nobody'} has {'no' if power else 'any'} orders now.")


def _all(sandbox: Sandbox, _: str) -> None:
    sandbox.power = ""
    print("  The place of an order tells whose it is.")


# The game master


def _set(sandbox: Sandbox, text: str) -> None:
    power, _, unit = text.partition(" ")
    kind, _, place = unit.strip().partition(" ")
    if not place:
        raise InputError("say it like this: set France A Bur")
    with sandbox.changing():
        sandbox.game.set_unit(power, kind, place)
    _last_news(sandbox)


def _lift(sandbox: Sandbox, text: str) -> None:
    if not text:
        raise InputError("say it like this: lift Bur")
    with sandbox.changing():
        sandbox.game.remove_unit(without_kind(sandbox.book, text))
    _last_news(sandbox)


def _give(sandbox: Sandbox, text: str) -> None:
    place, _, power = text.rpartition(" ")
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
    with sandbox.changing():
        sandbox.game = load(path)
    sandbox.file, sandbox.power = path, ""
    _board(sandbox, "")


def _new(sandbox: Sandbox, _: str) -> None:
    with sandbox.changing():
        sandbox.game = Game.new(sandbox.book.variant, dict(sandbox.book.options.chosen))
    sandbox.power = ""
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


def _samples(book: Rulebook, position: Position) -> list[str]:
    """A move to an empty place and a support of it, both legal on this board."""
    survey = Survey(book, position)
    taken = {unit.province for unit in position.units}
    for unit in position.units:
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
