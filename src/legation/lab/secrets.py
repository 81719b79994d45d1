"""Twins of any variant by itself: two games that somebody must not be able to tell apart.

What a viewer was never told is replaced: the orders of units that he does not
see, orders that stand beside those of units, what was dealt that his part of
the ledger does not hold. Both games are played on, and as long as all that the
variant itself lets him know is the same in both, everything else that he gets
must be: reports, reasons, menus, refusals, lore, the picture. What it lets him
know is his board (`known`), his part of the ledger, reports that name him as
their audience, and orders of a type that everybody is told of (`told`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from legation.atlas.draw import draw
from legation.board.graph import province_of
from legation.board.orders import Order
from legation.bots.base import find_bot
from legation.errors import FileError, OrderError
from legation.rules.declared import OWN
from legation.rules.menus import legal_orders
from legation.rules.survey import survey_of
from legation.sight.see import board
from legation.sight.view import View
from legation.sight.viewer import SPECTATOR, find_viewer
from legation.table.game import Game
from legation.table.twins.outlets import MASTER, OUTLETS
from legation.table.twins.pairs import Finding, Pair, look, twin
from legation.variants.find import folder

PHASES, ONWARD, DEALS = 6, 2, 24
"""Phases of a game, phases that twins are played on, deals looked through for a twin."""

Sheets = Mapping[str, Sequence[str]]
_BOT = find_bot("random")
_STAYING = ("hold", "support")


@dataclass(frozen=True)
class _Course:
    """A game, the viewers from whom something may be hidden, and dice."""

    dice: random.Random
    viewers: tuple[str, ...]


def search(variant: str, options: Mapping[str, str], seeds: Sequence[int]) -> Finding:
    """What came of the pairs of these seeds; the first leak ends it."""
    found = Finding()
    for seed in seeds:
        one = look(_pairs(variant, options, seed), True, {**OUTLETS, "the picture": _picture})
        one.failures = [f"{leak} (seed {seed})" for leak in one.failures]
        found.add(one)
        if one.failures:
            break
    return found


def _picture(game: Game, viewer: str, whole: bool) -> str:
    """The board as it is drawn; empty for a variant without a picture."""
    del whole
    try:
        return draw(game.book, game.view(viewer))
    except FileError:
        return ""


def _pairs(variant: str, options: Mapping[str, str], seed: int) -> Iterator[Pair]:
    dice = random.Random(f"secrets {folder(variant).name} {seed}")  # wherever its folder lies
    game = Game.new(variant, options, seed=_seed(dice))
    viewers = (*sorted(game.book.players), str(SPECTATOR))
    course = _Course(dice, viewers)
    yield from _deals(course, game, variant, options)
    for _ in range(PHASES):
        if game.over:
            return
        sheets = _sheets(course, game)
        yield from _waiting(course, game, sheets)
        for viewer in dice.sample(viewers, 3):
            yield from _otherwise(course, game, viewer, sheets)
        _carry_out(game, sheets)


def _deals(course: _Course, game: Game, variant: str, options: Mapping[str, str]) -> Iterator[Pair]:
    """Another deal that a viewer cannot tell from this one by his part of it."""
    waiting = set(course.viewers)
    for _ in range(DEALS):
        dealt = Game.new(variant, options, seed=_seed(course.dice))
        other = Game(replace(dealt.record, seeds=game.record.seeds))  # its hash is public
        if not waiting or other.record.phases[0].truth == game.record.phases[0].truth:
            return
        for viewer in sorted(waiting):
            if _knows_the_same(game, other, viewer):
                waiting.discard(viewer)
                yield Pair("the deal", game, other, (viewer,))
                yield from _onward(course, game, other, viewer, "the deal", ONWARD)


def _waiting(course: _Course, game: Game, sheets: Sheets) -> Iterator[Pair]:
    """Sheets that wait: handed in, or not yet."""
    power = course.dice.choice(sorted(sheets)) if sheets else ""
    if not power:
        return
    two = twin(game)
    two.submit(power, list(sheets[power]))
    others = tuple(viewer for viewer in course.viewers if viewer != power)
    yield Pair("a sheet that waits", game, two, others[:2], note=f"the sheet of {power}")


def _otherwise(course: _Course, game: Game, viewer: str, sheets: Sheets) -> Iterator[Pair]:
    """One power's orders of which the viewer is told nothing, replaced by others."""
    powers = sorted(power for power in sheets if power != viewer)
    for power in course.dice.sample(powers, min(3, len(powers))):
        hidden, drawn = _replaced(course, game, viewer, power, sheets[power])
        if drawn == list(sheets[power]):
            continue
        one, two = twin(game), twin(game)
        _carry_out(one, sheets)
        _carry_out(two, {**sheets, power: drawn})
        if one.over or two.over or one.phase != two.phase:
            continue
        if _was_told_the_same(one, two, viewer):
            note = f"{power} orders {_first_apart(sheets[power], drawn)}"
            yield Pair(hidden, one, two, (viewer,), note=note)
            yield from _onward(course, one, two, viewer, hidden, ONWARD)
            return


def _onward(
    course: _Course, one: Game, two: Game, viewer: str, kind: str, left: int
) -> Iterator[Pair]:
    """Both played on, alike where that can be, as long as the viewer is let know the same."""
    one, two = twin(one), twin(two)
    for _ in range(left):
        if one.over or two.over:
            return
        sheets = _sheets(course, one)
        others = dict(sheets)
        for power in sorted(two.waiting):
            if power != viewer and one.view(power).position != two.view(power).position:
                others[power] = _chosen(course, two, power)
        _carry_out(one, sheets)
        _carry_out(two, others)
        if one.over or two.over or one.phase != two.phase:
            return
        if not _was_told_the_same(one, two, viewer):
            return
        yield Pair(kind, one, two, (viewer,), note="played on")


# Orders


def _seed(dice: random.Random) -> str:
    return f"{dice.getrandbits(128):032x}"


def _sheets(course: _Course, game: Game) -> dict[str, list[str]]:
    return {power: _chosen(course, game, power) for power in sorted(game.waiting)}


def _chosen(course: _Course, game: Game, power: str) -> list[str]:
    return _BOT.choose(game.book, game.view(power), random.Random(course.dice.random()))


def _carry_out(game: Game, sheets: Sheets) -> None:
    for power, orders in sheets.items():
        game.submit(power, list(orders), settled=True)
    game.advance()


def _replaced(
    course: _Course, game: Game, viewer: str, power: str, orders: Sequence[str]
) -> tuple[str, list[str]]:
    """The sheet with others in place of the orders that the viewer is not told, and their kind."""
    visible = _provinces(game.view(viewer))
    drawn = _chosen(course, game, power)
    if game.book.sight.orders == OWN:
        return "orders that are not told", [_still(course, game, text) for text in orders]
    kept = [text for text in orders if _is_shown(game, text, visible)]
    fresh = [text for text in drawn if not _is_shown(game, text, visible)]
    units = any(_unit_of(game, text) for text in {*orders, *fresh} - {*orders, *kept} | {*fresh})
    kind = "orders out of sight" if units else "orders beside those of units"
    return kind, [*kept, *fresh]


def _still(course: _Course, game: Game, text: str) -> str:
    """Another order with which a unit stays, where it stays with this one."""
    order = _read(game, text)
    if order is None or order.verb not in _STAYING:
        return text
    survey = survey_of(game.book, game.view(MASTER).position)
    (unit,) = survey.at[order.unit.province] if order.unit else ()
    listed = [other for other in legal_orders(survey, unit) if other.verb in _STAYING]
    return game.book.write(course.dice.choice(listed))


def _is_shown(game: Game, text: str, visible: set[str]) -> bool:
    """Is it the order of a unit that is seen, or one that everybody is told of?"""
    order = _read(game, text)
    if order is None:
        return True
    kind = game.book.order_types[order.verb]
    if not kind.orders_own or order.unit is None:
        return kind.told
    return order.unit.province in visible


def _unit_of(game: Game, text: str) -> str:
    order = _read(game, text)
    if order is None or order.unit is None or not game.book.order_types[order.verb].orders_own:
        return ""
    return order.unit.province


def _read(game: Game, text: str) -> Order | None:
    try:
        return game.book.read(text, game.phase.kind)
    except OrderError:
        return None


def _provinces(view: View) -> set[str]:
    position = view.position
    seen = {unit.province for unit in position.units}
    return seen | {lost.unit.province for lost in position.dislodged}


def _first_apart(one: Sequence[str], two: Sequence[str]) -> str:
    here = next((text for text in one if text not in two), "nothing")
    there = next((text for text in two if text not in one), "nothing")
    return f"{here} here, {there} there"


# What the variant lets him know


def _knows_the_same(one: Game, two: Game, viewer: str) -> bool:
    """Board and ledger as one may know them, now."""
    who = find_viewer(one.book, viewer)
    truths = [game.record.phases[-1].truth for game in (one, two)]
    here, there = (board(one.book, truth, who) for truth in truths)
    mine, others = (truth.ledger.seen_by(who.power) for truth in truths)
    return here == there and mine == others


def _was_told_the_same(one: Game, two: Game, viewer: str) -> bool:
    """The same of the phase that closed last, by what the variant declares."""
    if not _knows_the_same(one, two, viewer):
        return False
    views = [game.view(viewer) for game in (one, two)]
    here, there = (
        [r for told in view.told for r in told.reports if r.audience is not None] for view in views
    )
    return here == there and _shown(one, viewer) == _shown(two, viewer)


def _shown(game: Game, viewer: str) -> list[object]:
    """The orders of units on his board before or after, and his own; those that all are told of.

    As they counted, which is what the game master reads.
    """
    number = game.number - 1
    before, after = _provinces(game.view(viewer, number)), _provinces(game.view(viewer))
    shown: list[object] = []
    for told in game.view(MASTER).told:
        if told.number != number:
            continue
        for outcome in told.outcomes:
            unit = outcome.unit
            own = outcome.power == viewer or unit is None or unit.power == viewer
            seen = (
                game.book.sight.orders != OWN
                and unit is not None
                and (unit.province in before or province_of(outcome.at) in after)
            )
            if own or seen:
                shown.append((outcome.power, unit, outcome.order))
    for power, sheet in sorted(game.view(MASTER, number).sheets.items()):
        for text in sheet.orders:
            order = _read_then(game, number, text)
            if order is not None and game.book.order_types[order.verb].told:
                shown.append((power, text))
    return shown


def _read_then(game: Game, number: int, text: str) -> Order | None:
    try:
        return game.book.read(text, game.view(MASTER, number).phase.kind)
    except OrderError:
        return None
