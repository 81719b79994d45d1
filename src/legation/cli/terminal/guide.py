"""What the terminal game shows of itself: the first screen, the board, and the help.

Its examples are built from the variant's own map, units and orders.
"""

from __future__ import annotations

from collections.abc import Iterator

from legation.board.calendar import MOVEMENT
from legation.board.graph import province_of
from legation.board.orders import STANDARD_TYPES, Order
from legation.board.units import Unit
from legation.cli import show, telling
from legation.cli.terminal import listing
from legation.cli.terminal.sandbox import Sandbox
from legation.rules.choices import Choices
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.table.knowing import lore_rows


def welcome(sandbox: Sandbox) -> None:
    """The first screen."""
    book = sandbox.book
    show.say(f"Legation: {book.title}. {book.blurb}")
    if sandbox.seat:
        print(f"{seated(sandbox.seat)}\n")
    else:
        print("You give the orders of all powers.\n")
    board(sandbox)
    shown = samples(sandbox)
    if shown:
        print("\nType an order and press Enter, for instance")
        for order in shown:
            print(f"  {order}")
        print("Then type go to see what comes of it. help tells the rest; quit leaves.")
    else:
        print("\nhelp tells what can be typed; quit leaves.")


def seated(power: str) -> str:
    """What it means to sit as a power."""
    return f"You sit as {power}: you see what that power knows, and order for it alone."


def board(sandbox: Sandbox) -> None:
    """The phase, the board, and what else is known."""
    view = sandbox.view
    if view.over:
        print("The game is over.")
    else:
        telling.heading(sandbox.book, view.phase)
    telling.tell_board(sandbox.book, view.position, view.ending)
    rows = lore_rows(sandbox.book, view.lore)
    if rows:
        print()
    for label, text in rows:
        show.say(f"{label}: {text}" if label else text, 2, 4)


def help_rows(sandbox: Sandbox) -> list[tuple[str, str]]:
    """What can be typed, each with an example of this game."""
    book = sandbox.book
    power = sandbox.seat or book.powers[0].name
    unit, move = _first(sandbox, power)
    place, name = unit.province, book.names.full(unit.province)
    new, centre = _vacant(book, unit), _free_centre(sandbox, power)
    seal = [(f"!seal {p}", "end the game master's own orders") for p in book.master_powers]
    return [
        (move, "an order; its place tells whose it is"),
        *own_examples(sandbox),
        (power, "a power alone: the orders that follow are its; all ends that"),
        (f"{power}: {move}", "an order of this power"),
        ("go", "carry out the orders, and go on to the next phase"),
        ("board", "where everything stands"),
        ("standings", "what each power has, and what it takes to win"),
        ("sheets", "the orders given so far"),
        (
            f"orders {place}",
            f"what the unit in {name} could be ordered to do; orders alone, who can be",
        ),
        (f"why {unit}", "why the last order of this unit came out as it did"),
        ("report", "the last turn as a zine would print it"),
        (f"sit {power}", "see and order as one power only; sit everybody opens the table again"),
        ("undo", "take back the last line, or the last go"),
        (f"clear {power}", "take back all orders of a power; clear alone, of everybody"),
        (f"!set {power} {new}", "put a unit on the board"),
        (f"!lift {place}", "take the unit there off the board"),
        (f"!give {centre} {power}", "make a power the owner of a centre, or nobody"),
        (f"!declare {power}", "declare that a power is in civil disorder"),
        *seal,
        ("save game.json", "write the game to a file"),
        ("load game.json", "go on with a game from a file"),
        ("new", "start again"),
        ("quit", "leave"),
    ]


def _first(sandbox: Sandbox, power: str) -> tuple[Unit, str]:
    """A unit of a power and a move of it, on the board that is seen or the first one."""
    book = sandbox.book
    units = sandbox.view.position.of(power)
    unit = units[0] if units else _at_start(book, power)
    goals = sorted(book.graph.steps(unit.kind, unit.place)) or [unit.province]
    return unit, f"{unit} - {goals[0]}"


def _at_start(book: Rulebook, power: str) -> Unit:
    rows = [row for row in book.graph.setup if row.power == power] or list(book.graph.setup)
    if rows:
        return Unit(rows[0].power, rows[0].kind, rows[0].place)
    kind, place = next((k, p) for k in book.kinds for p in book.graph.places if _stands(book, k, p))
    return Unit(power, kind, place)


def _stands(book: Rulebook, kind: str, place: str) -> bool:
    return book.graph.can_stand(kind, place)


def _vacant(book: Rulebook, unit: Unit) -> str:
    taken = {province_of(row.place) for row in book.graph.setup}
    near = sorted(book.graph.steps(unit.kind, unit.place))
    goal = next((place for place in near if province_of(place) not in taken), unit.place)
    return f"{unit.kind} {goal}"


def _free_centre(sandbox: Sandbox, power: str) -> str:
    """A centre that is nobody's, or at least not this power's."""
    owners, centres = sandbox.view.position.owners, sandbox.book.possible_centres
    free = [c for c in centres if c not in owners] or [c for c in centres if owners[c] != power]
    return next(iter(free or centres))


def own_examples(sandbox: Sandbox) -> list[tuple[str, str]]:
    """An order of each type that is the variant's own, and what it does."""
    book = sandbox.book
    examples: dict[str, str] = {}
    for choice in _listed(sandbox):
        plain = choice.verb in STANDARD_TYPES and not choice.ranges
        if choice.verb not in examples and not plain:
            examples[choice.verb] = book.write(_farthest(choice))
    own = [kind for kind in book.order_types.values() if kind.verb not in STANDARD_TYPES]
    part = next((verb for verb in ("move", "hold") if verb in examples), "")
    helps = {kind.help for kind in own if kind.verb in examples}
    rows = [
        (examples.get(kind.verb, listing.plain_form(kind.forms[0])), _small(kind.help))
        for kind in own
        if (kind.verb in examples or kind.help not in helps)
        and (not kind.powers or not sandbox.seat or sandbox.seat in kind.powers)
    ]
    return [*rows, (examples[part], "an order of a part of a unit")] if part else rows


def _small(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}".rstrip(".")


def _listed(sandbox: Sandbox) -> Iterator[Choices]:
    """What may be ordered now, of the units and beside them."""
    survey = sandbox.survey()
    ordering = {sandbox.seat} if sandbox.seat else sandbox.book.players
    if survey.position.phase.kind == MOVEMENT:
        for unit in survey.position.units:
            if unit.power in ordering:
                yield from listing.listed(survey, unit)
    for _, choices in listing.beside(survey, sandbox.seat):
        yield from choices


def samples(sandbox: Sandbox) -> list[str]:
    """A move to an empty place and a support of it, legal on the board that is seen.

    Who must give orders of his own kind is shown one.
    """
    survey = sandbox.survey()
    pair = _pair(sandbox, survey)
    own = [kind for kind in sandbox.book.order_types.values() if sandbox.seat in kind.powers]
    for kind in own:
        for unit in survey.position.of(sandbox.seat):
            for choice in listing.listed(survey, unit):
                if choice.verb == kind.verb:
                    mine = _farthest(choice)
                    others = [text for text in pair if not text.startswith(f"{mine.unit} ")]
                    return [sandbox.book.write(mine), *others[:1]]
    return pair


def _farthest(choice: Choices) -> Order:
    """One of the orders; not the one that ends where it began."""
    home = choice.unit.province if choice.unit else ""
    orders = list(choice.orders())
    return next((o for o in orders if province_of(o.goal or home) != home), orders[0])


def _pair(sandbox: Sandbox, survey: Survey) -> list[str]:
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
