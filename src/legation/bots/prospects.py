"""What may come of a movement, and where a game was decided, by the judgement of the bots.

All of it is worked out from Views: a board as its reader knows it, on which the
others are supposed to judge as `steady` does. The dice are its own, so that the
same board gives the same answer, and nothing of the game's.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from legation.board.calendar import MOVEMENT
from legation.board.position import Position
from legation.bots.base import find_bot
from legation.bots.outlook import is_fitted
from legation.bots.promises import outlook_for
from legation.bots.seat import Seat
from legation.bots.values import Values
from legation.rules.fates import GOOD
from legation.rules.reports import Fate
from legation.rules.rulebook import Rulebook
from legation.rules.wording import order_of
from legation.sight.view import View
from legation.table.supposing import world_of
from legation.table.whatif import suppose

ANSWERS, DRAWN = 6, 4
"""Answers of all others that are supposed; sheets of one's own that are drawn beside a search."""

Sheet = tuple[str, ...]
Promise = Callable[[Position], float]
_SCALE = 10_000  # what `outlook` counts in a centre
_LEAST, _TOLD = 1.0, 0.5  # centres by which a phase and a power must move to be named


@dataclass(frozen=True, slots=True)
class Faring:
    """How a sheet fares: each order with the answers against which it did what it was for.

    `centres` is what the power would then stand in or own, on the average;
    `promised` what such boards promise it, by which one sheet is better than another.
    """

    orders: tuple[tuple[str, int], ...]
    centres: float
    promised: float


@dataclass(frozen=True, slots=True)
class Prospect:
    """A movement of one power: what the others may order, and how sheets fare against that.

    `likely` has for each other power its orders with the answers in which it gives
    them, most frequent first. `own` is of what was asked, None for nothing; `found`
    of the best sheet that was found, whether or not it is `better` than that.
    """

    power: str
    likely: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
    own: Faring | None
    found: Faring

    @property
    def better(self) -> bool:
        """Does the sheet that was found promise more than what was asked?"""
        return self.own is None or self.found.promised > self.own.promised


def prospect(book: Rulebook, view: View, power: str, sheet: Sequence[str] = ()) -> Prospect:
    """What a power may expect of the movement of a View, and of a sheet of its own.

    Raises:
        LegationError: for a sheet that cannot be read.
    """
    world, steady = world_of(book, view), find_bot("steady")
    views = {each: world.view(each) for each in sorted(book.players)}

    def drawn(who: str, number: int, bot: str = "") -> Sheet:
        dice = random.Random(f"prospect {view.variant} {view.phase} {who} {number} {bot}")
        player = find_bot(bot) if bot else steady
        return tuple(player.choose(book, views[who], dice))

    others = [each for each in views if each != power]
    answers = [{each: drawn(each, at) for each in others} for at in range(ANSWERS)]
    counts = {each: Counter(line for a in answers for line in a[each]) for each in others}
    own = dict.fromkeys([drawn(power, 0, "seeker"), *(drawn(power, at) for at in range(DRAWN))])
    promise = promise_of(Seat(book, views[power], random.Random(0)))
    tried = [_fared(book, view, power, each, answers, promise) for each in own]
    asked = _fared(book, view, power, tuple(sheet), answers, promise) if sheet else None
    likely = ((each, tuple(count.most_common())) for each, count in counts.items() if count)
    return Prospect(power, tuple(likely), asked, max(tried, key=lambda each: each.promised))


def _fared(
    book: Rulebook,
    view: View,
    power: str,
    sheet: Sheet,
    answers: Sequence[Mapping[str, Sheet]],
    promise: Promise,
) -> Faring:
    """How a sheet fares, and what the boards promise that come of it."""
    worked: Counter[str] = Counter()
    promised = centres = 0.0
    given: dict[str, None] = {}
    for answer in answers:
        rows = {**answer, power: sheet}.items()
        text = "\n".join(f"{who}: {line}" for who, lines in rows for line in lines)
        after = suppose(book, view, [text])[1][-1].after
        promised += promise(after.position)
        centres += holding(book, after.position, power)
        outcomes = after.told[-1].outcomes if after.told else ()  # who has no units orders none
        for outcome in outcomes:
            if outcome.power == power and outcome.order is not None:
                said = order_of(book, outcome)
                given[said] = None
                done = outcome.fate in GOOD and not outcome.dislodged
                worked[said] += done and outcome.fate != Fate.NONE
    orders = tuple((said, worked[said]) for said in given)
    return Faring(orders, centres / len(answers), promised / len(answers))


def holding(book: Rulebook, position: Position, power: str) -> int:
    """The centres that a power stands in, or owns where nobody stands."""
    standing = {unit.province: unit.power for unit in position.units}
    centres = {*book.graph.centres, *position.owners}
    owners = position.owners
    return sum((standing.get(at) or owners.get(at, "")) == power for at in centres)


def promise_of(seat: Seat) -> Promise:
    """What a board after the seat's movement promises its power, in centres.

    Where nobody has fitted an outlook to the game: the centres that it holds.
    """
    outlook = outlook_for(seat, Values(seat, not seat.harvest))
    if outlook is None:
        return lambda position: holding(seat.book, position, seat.power)
    return lambda position: outlook.value(position, ()) / _SCALE


@dataclass(frozen=True, slots=True)
class Turning:
    """A movement that moved what the board promised; by how many centres to whom, most first."""

    number: int
    size: float
    moved: tuple[tuple[str, float], ...]


def turnings(book: Rulebook, views: Sequence[View], most: int = 5) -> list[Turning]:
    """The movements at which what the board promised moved most, greatest first.

    `views` are those that one viewer has of all phases of a game, to the last.
    """
    boards = [(here, after) for here, after in pairwise(views) if here.phase.kind == MOVEMENT]
    promised = [_promised(book, here, after.position) for here, after in boards]
    found = []
    for (here, _), (before, now) in zip(boards[1:], pairwise(promised), strict=True):
        moved = {power: now[power] - before[power] for power in now}
        told = sorted(moved.items(), key=lambda pair: (-pair[1], pair[0]))
        size = sum(map(abs, moved.values())) / 2
        named = tuple((power, by) for power, by in told if abs(by) >= _TOLD)
        found.append(Turning(here.number, size, named))
    found.sort(key=lambda each: (-each.size, each.number))
    return [each for each in found[:most] if each.size >= _LEAST and each.moved]


def _promised(book: Rulebook, here: View, after: Position) -> dict[str, float]:
    """What a board promises each power, after the movement of a View.

    What is expected of Spring and of Autumn comes to different sums, so each is
    brought to all centres that are known.
    """
    world, provinces = world_of(book, here), book.graph.provinces
    most = len({at for at, place in provinces.items() if place.centre == "1"} | {*after.owners})
    seats = (Seat(book, world.view(power), random.Random(0)) for power in sorted(book.players))
    found = {seat.power: min(max(promise_of(seat)(after), 0.0), float(most)) for seat in seats}
    whole = sum(found.values())
    if not is_fitted(book.variant) or not whole:
        return found
    return {power: value * most / whole for power, value in found.items()}
