"""Non-interference: games that differ only in what a viewer was never told look alike to him.

A `Pair` is two games, and who must not be able to tell them apart. What may
differ in them is settled by the rules alone, where pairs are made; nothing
here or there asks the gate what it would hide. `Finding` keeps how many pairs
of each kind there were, and how many really differed in a secret.
"""

from __future__ import annotations

import contextlib
import io
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from legation.board.calendar import ADJUSTMENT, RETREAT
from legation.board.orders import Order
from legation.board.units import Unit, UnitName
from legation.cli.view import tell
from legation.errors import LegationError
from legation.rules.menus import beside_menu, menu
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.sight.view import Sheet, View
from legation.table.canonical import canonical
from legation.table.game import Game
from legation.table.kept import OUTCOME
from legation.table.ledgers import ledger_data
from legation.table.newsletter import report, text
from legation.table.plain import view_data
from legation.table.record import Record

MASTER = "gm"
SPECTATOR = "spectator"
ARCHIVE = "archive"


@dataclass(frozen=True)
class Pair:
    """Two games that nobody of `outsiders` can tell apart, if all is well.

    `secret` is the kind of what differs, and `insiders` are viewers who see
    it; nobody but the host, where there are none. `whole`: everything seen so
    far is compared, not just what is seen now.
    """

    secret: str
    one: Game
    two: Game
    outsiders: tuple[str, ...]
    insiders: tuple[str, ...] = (MASTER,)
    whole: bool = False
    note: str = ""


@dataclass
class Finding:
    """What came of some pairs, by kind of secret."""

    pairs: Counter[str] = field(default_factory=Counter)
    differed: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Finding) -> None:
        """Join what came of others."""
        self.pairs += other.pairs
        self.differed += other.differed
        self.failures += other.failures

    def __str__(self) -> str:
        kinds = (
            f"{kind} {self.differed[kind]} of {self.pairs[kind]}" for kind in sorted(self.pairs)
        )
        return f"pairs that differ in a secret: {', '.join(kinds)}; {len(self.failures)} leaks"


def look(pairs: Iterable[Pair], thorough: bool = False) -> Finding:
    """Compares pairs as long as nothing leaks; see `leaked`."""
    found = Finding()
    for pair in pairs:
        found.pairs[pair.secret] += 1
        found.differed[pair.secret] += really_differs(pair)
        leak = leaked(pair, thorough)
        if leak:
            found.failures.append(leak)
            break
    return found


def really_differs(pair: Pair) -> bool:
    """Does somebody see something else in the one game than in the other?"""
    if not pair.insiders:
        return pair.one.record != pair.two.record
    last = min(pair.one.number, pair.two.number)
    first = 0 if pair.whole else max(0, last - 1)
    return any(
        seen(pair.one, who, number) != seen(pair.two, who, number)
        for number in range(last, first - 1, -1)
        for who in pair.insiders
    )


def seen(game: Game, viewer: str, number: int | None = None) -> str:
    """A view, to the byte, in words and in values."""
    view = game.view(viewer, number)
    told = [
        [OUTCOME.write(outcome) for outcome in (*told.outcomes, *told.public)] for told in view.told
    ]
    return canonical([view_data(game.book, view), ledger_data(view.ledger), told])


# What a viewer gets


def leaked(pair: Pair, thorough: bool = False) -> str:
    """The first thing by which an outsider could tell the games apart; empty if there is none.

    Everybody's views are compared; the rest, which takes long, for one in
    three, in turn, unless this is to be `thorough`.
    """
    if pair.one.phase != pair.two.phase or pair.one.number != pair.two.number:
        return _said(pair, "anybody", "the phase", str(pair.one.phase), str(pair.two.phase))
    for index, viewer in enumerate(pair.outsiders):
        chosen = thorough or (index + pair.one.number) % 3 == 0
        for what, outlet in (OUTLETS if chosen else {"the view": _views}).items():
            one, two = (outlet(game, viewer, pair.whole) for game in (pair.one, pair.two))
            if one != two:
                return _said(pair, viewer, what, one, two)
    return ""


def _said(pair: Pair, viewer: str, what: str, one: str, two: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
    at = max(0, at - 120)
    return (
        f"{pair.secret}, {pair.one.phase}{pair.note and ', ' + pair.note}: {viewer} can tell by"
        f" {what}:\n  ...{one[at : at + 300]}\n  ...{two[at : at + 300]}"
    )


def _views(game: Game, viewer: str, whole: bool) -> str:
    first = 0 if whole else game.number
    return "\n".join(seen(game, viewer, n) for n in range(first, game.number + 1))


def _printed(game: Game, viewer: str, whole: bool) -> str:
    """What ``legation view`` and ``legation report`` print."""
    del whole
    now, out = game.view(viewer), io.StringIO()
    with contextlib.redirect_stdout(out):
        tell(game.book, now)
    if game.number == 0:
        return out.getvalue()
    page = report(game.book, game.view(viewer, game.number - 1), now)
    return out.getvalue() + text([page])


def _menus(game: Game, viewer: str, whole: bool) -> str:
    del whole
    found = []
    for power in _ordering(game, viewer):
        survey = Survey(game.book, game.view(viewer).position)
        found += [f"{unit}: {menu(survey, unit)}" for unit in _units(survey, power)]
        found.append(f"{power}: {beside_menu(survey, power)}")
        if survey.position.phase.kind == ADJUSTMENT and power in game.book.players:
            book = game.book
            due, choices = book.due(survey, power), book.build_choices(survey, power)
            found.append(f"{due} {choices} {book.builds_possible(survey, power)}")
    return "\n".join(found)


def _refusals(game: Game, viewer: str, whole: bool) -> str:
    """What is said to good, bad and malformed lines, and what is kept of them."""
    del whole
    view = game.view(viewer)
    return "\n".join(
        line for power in _ordering(game, viewer) for line in _tried(Game(game.record), power, view)
    )


def _tried(table: Game, power: str, view: View) -> Iterator[str]:
    yield _attempt(lambda: _errors(table, power, view))
    yield _attempt(lambda: table.settle(power))
    yield str(table.view(view.viewer).sheets.get(power))
    yield _attempt(lambda: table.propose(power, "draw"))


def _attempt(action: Callable[[], object]) -> str:
    try:
        return str(action())
    except LegationError as error:
        return f"{type(error).__name__}: {error}"


def _errors(table: Game, power: str, view: View) -> str:
    errors = table.submit(power, lines(table.book, view, power))
    return "\n".join(f"{e.line}/{e.text}/{e.power}/{type(e.error).__name__} {e}" for e in errors)


OUTLETS: dict[str, Callable[[Game, str, bool], str]] = {
    "the view": _views,
    "the print": _printed,
    "the menus": _menus,
    "the refusals": _refusals,
}
"""Whatever goes out to a viewer of a game, as text."""


def _ordering(game: Game, viewer: str) -> tuple[str, ...]:
    """Whom a viewer orders."""
    if game.over:
        return ()
    if viewer in game.book.players:
        return (viewer,)
    return game.book.master_powers if viewer == MASTER else ()


def _units(survey: Survey, power: str) -> list[Unit]:
    if survey.position.phase.kind == RETREAT:
        return [d.unit for d in survey.position.dislodged if d.unit.power == power]
    return list(survey.position.of(power))


# Good, bad and malformed lines

MALFORMED = ("A Par - - Bur", "Elect U Kin", "DP 9: A Aus H", "U Bar - Pau - Can")


def lines(book: Rulebook, view: View, power: str) -> list[str | Order]:
    """A sheet of everything: the same for the same view."""
    survey = Survey(book, view.position)
    dice = random.Random(f"{view.number} {power}")
    places = [c for c, p in book.graph.provinces.items() if p.terrain != "impassable"]
    found: list[str | Order] = [dice.choice(MALFORMED)]
    units, phase = _units(survey, power), survey.position.phase.kind
    for unit in dice.sample(units, min(4, len(units))):
        name = UnitName(unit.place, unit.kind, "", unit.number)
        near = sorted(book.graph.touching[unit.province])
        goals = (*near, *dice.sample(places, 3))
        if phase == RETREAT:
            found += [Order("retreat", name, None, goal) for goal in goals]
        elif phase == ADJUSTMENT:
            found += [Order("build", UnitName(goal, unit.written)) for goal in goals]
            found.append(Order("remove", name))
        else:
            found += [Order("move", name, None, goal) for goal in goals]
            found += [Order("support", name, UnitName(goal, unit.kind)) for goal in goals]
            for goal in near:
                far = dice.choice(sorted(book.graph.touching[goal]))
                target = UnitName(far, unit.kind)
                found.append(Order("support", name, target, goal))
                extra = (("first", goal),)
                found.append(Order("double", name, None, far, False, extra))
    types = book.order_types
    return [line for line in found if isinstance(line, str) or line.verb in types]


# Making pairs


def twin(game: Game) -> Game:
    """The same game once more."""
    return Game(game.record)


def arriving(game: Game, power: str, orders: Sequence[str]) -> Game:
    """The game with a sheet that nobody checked: a file, or an old version, has it so."""
    here = game.record.phases[-1]
    sheet = here.sheets.get(power, Sheet())
    sheets = {**here.sheets, power: replace(sheet, orders=(*sheet.orders, *orders))}
    return Game(_ending(game.record, sheets))


def _ending(record: Record, sheets: dict[str, Sheet]) -> Record:
    return replace(record, phases=(*record.phases[:-1], replace(record.phases[-1], sheets=sheets)))


def everybody(game: Game, *but: str) -> tuple[str, ...]:
    """All players and the spectator, without some."""
    return tuple(v for v in (*sorted(game.book.players), SPECTATOR) if v not in but)


Generator = Callable[[int], Iterator[Pair]]
