"""``legation bench``: orders as objects and whole phases, timed position by position.

Every figure is the best of some runs for each position: on a shared machine no
long run is left in peace from end to end. What a run needs is made afresh
before its clock starts.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import structs

from legation.board.position import Position
from legation.board.units import Unit
from legation.rules.dice import Dice
from legation.rules.explain import answer
from legation.rules.fought import Fought
from legation.rules.menus import legal_orders, menu
from legation.rules.movement import Movement, prepare
from legation.rules.resolve import resolve
from legation.rules.survey import Survey
from legation.rules.turn import advance, set_up
from legation.table.game import Game
from legation.table.record import START, Record
from legation.table.replay import begin, versions_of

if TYPE_CHECKING:
    from legation.board.orders import Order
    from legation.rules.battle import Battle
    from legation.rules.rulebook import Rulebook

T = TypeVar("T")
Row = dict[str, Any]
Orders = dict[str, list["Order"]]
Scene = tuple[Position, Orders]
Texts = dict[str, str]

SEED = "0" * 32


def scene(book: Rulebook, row: Row) -> Scene:
    """A position of the sample, and its orders."""
    said = [(power, text) for power, texts in row["units"].items() for text in texts]
    units = tuple(
        Unit(power, text[0], text[2:], id=number) for number, (power, text) in enumerate(said, 1)
    )
    owners = {centre: power for power, centres in row["owners"].items() for centre in centres}
    phase = book.calendar.named(row["season"], int(row["year"]), "movement")
    assert phase is not None
    orders = {
        power: [book.read(text, "movement") for text in texts]
        for power, texts in row["orders"].items()
    }
    return Position(phase, units, owners), orders


def best(
    make: Callable[[T], object], work: Callable[[Any], object], items: Sequence[T], rounds: int
) -> float:
    """Seconds for one item: the best of so many runs of each, on what is made for it."""
    times = [float("inf")] * len(items)
    for _ in range(rounds):
        for number, item in enumerate(items):
            given = make(item)
            start = time.perf_counter()
            work(given)
            times[number] = min(times[number], time.perf_counter() - start)
    return sum(times) / len(times)


def readable(
    book: Rulebook, scenes: Sequence[Scene], rounds: int
) -> tuple[dict[str, float], list[Battle]]:
    """Seconds a position of the parts of a turn and of listing, and the battles."""
    gc.collect()
    movements = [prepare(Survey(book, position), orders) for position, orders in scenes]
    gc.freeze()  # the sample itself is not to be searched for garbage again and again

    def explained(movement: Movement) -> None:
        fought = Fought(movement, resolve(movement.battle))
        for index in range(len(movement.intents)):
            answer(fought, index)

    def listed(position: Position) -> list[list[Order]]:
        """The orders of each unit, as the peer gives those of each place."""
        survey = Survey(book, position)
        return [legal_orders(survey, unit) for unit in position.units]

    def grouped(position: Position) -> None:
        survey = Survey(book, position)
        for unit in position.units:
            menu(survey, unit)

    def judged(given: Scene) -> None:
        prepare(Survey(book, given[0]), given[1])

    battles = [movement.battle for movement in movements]
    positions = [position for position, _ in scenes]
    figures = {
        "readable.explain": best(_itself, explained, movements, rounds),
        "readable.resolve": best(structs.replace, resolve, battles, rounds),
        "readable.prepare": best(_itself, judged, scenes, rounds),
        "readable.list": best(_itself, listed, positions, rounds),
        "readable.menu": best(_itself, grouped, positions, rounds),
    }
    return figures, battles


def _itself(item: T) -> T:
    return item


def phases(book: Rulebook, rows: Sequence[Row], rounds: int) -> dict[str, float]:
    """Seconds a movement phase: a turn from orders, judging included, and a phase of a game.

    The phase is all sheets handed in as text, the turn, the record with its
    hashes, and what everybody sees of it.
    """
    scenes = [scene(book, row) for row in rows]
    texts = [{power: "\n".join(said) for power, said in row["orders"].items()} for row in rows]

    start = set_up(book)

    def turn(given: Scene) -> None:
        position, orders = given
        advance(book, replace(start, position=position), orders, Dice(SEED, "bench"))

    def phase(given: tuple[Game, Texts]) -> None:
        game, sheets = given
        for power, text in sheets.items():
            game.submit(power, text)
        game.advance()

    def game(position: Position) -> Game:
        """One that stands at a position, with no orders yet."""
        first = begin(0, START, replace(start, position=replace(position)))
        chosen, versions = dict(book.options.chosen), versions_of(book.variant)
        return Game(Record("bench", book.variant, chosen, ((0, SEED),), versions, (first,)))

    return {
        "turn.advance": best(lambda s: (replace(s[0]), s[1]), turn, scenes, rounds),
        "game.phase": best(
            lambda pair: (game(pair[0][0]), pair[1]),
            phase,
            list(zip(scenes, texts, strict=True)),
            rounds,
        ),
    }
