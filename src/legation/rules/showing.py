"""From a movement that was fought to what one reader is shown of it (STD-WHY rules 1 and 2).

A variant that hides something of its battles answers two questions: whose
orders a reader is shown, and how, and the ground as he knows it. His boards,
before and after, are those that the gate shows him anyhow.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from legation.board.calendar import RETREAT
from legation.board.orders import Order
from legation.board.position import Position, sort_units
from legation.board.truth import Truth
from legation.board.units import Dislodged, Unit
from legation.rules.explain import attacker_place, end_of
from legation.rules.movement import carried
from legation.rules.published import Published, Row
from legation.rules.reports import shown as faceless
from legation.rules.shown import Shown, with_silent
from legation.rules.survey import Survey
from legation.rules.work import Done


def all_published(done: Done, hidden: Collection[int] = ()) -> Published:
    """All orders as they were carried out, but for those of some units, by index."""
    movement = done.movement
    rows = tuple(
        Row(index, faceless(intent.unit), intent.order or intent.written)
        for index, intent in enumerate(movement.intents)
        if index not in hidden
    )
    refused: dict[str, tuple[Order, ...]] = {}
    for each in movement.refused:
        if not carried(movement, each):
            refused[each.power] = (*refused.get(each.power, ()), each.order)
    return Published(rows, refused, movement.survey.terms)


def shown_to(done: Done, power: str, published: Published) -> Shown:
    """What a reader is shown; the power ``""`` stands for everybody who is none."""
    book = done.work.book
    before, after = book.known(done.start, power), book.known(done.once(_afterwards), power)
    shown = _levelled(done, before, after, published)
    survey = Survey(book, shown.board, terms=shown.terms)
    ground = book.ground_known(done, power, survey, shown.orders)
    return replace(shown, ground=ground)


def _levelled(done: Done, before: Position, after: Position, published: Published) -> Shown:
    """The same without the ground: made once for all who know these boards and these orders."""
    seen, made = (before, after, published), done.once(_made)
    shown = next((shown for earlier, shown in made if earlier == seen), None)
    if shown is None:
        shown = _shown(done, before, after, published)
        made.append((seen, shown))
    return shown


def _made(done: Done) -> list[tuple[tuple[Position, Position, Published], Shown]]:
    """Boards before and after a movement, and orders, with what is shown to who knows them."""
    del done
    return []


def _shown(done: Done, before: Position, after: Position, published: Published) -> Shown:
    orders: dict[str, list[Order]] = {}
    for row in published.rows:
        if row.order is not None:
            orders.setdefault(row.unit.power, []).append(row.order)
    for each, more in published.refused.items():
        orders.setdefault(each, []).extend(more)
    units = sort_units(row.unit for row in published.rows)
    board = replace(before, units=units, dislodged=(), contested=frozenset())
    shown = Shown(
        board,
        {each: tuple(lines) for each, lines in orders.items()},
        {r.unit: end_of(done.movement, done.resolution, r.at) for r in published.rows},
        lost=_lost(done, published, after),
        contested=after.contested,
        terms=published.terms,
    )
    return with_silent(shown, before.units, after, done.work.book.open_places)


def _afterwards(done: Done) -> Truth:
    """The truth when the movement is over, and nobody has retreated yet."""
    truth = done.work.truth
    phase = replace(truth.position.phase, kind=RETREAT)
    return truth.on(replace(truth.position, phase=phase))


def _lost(done: Done, published: Published, after: Position) -> dict[Unit, Dislodged]:
    """The dislodged: by whom, if he is shown that order too, and where they may seem to go."""
    shown = {row.at for row in published.rows}
    looks = {(d.unit.power, d.unit.place): d.retreats for d in after.dislodged}
    lost = {}
    for row in published.rows:
        by = done.resolution.dislodged_by[row.at]
        if by >= 0:
            seen = by in shown
            origin = attacker_place(done.movement, done.resolution, row.at) if seen else ""
            gone = published.gone.get(row.at, ())
            retreats = looks.get((row.unit.power, row.unit.place), gone)
            lost[row.unit] = Dislodged(row.unit, origin, retreats)
    return lost
