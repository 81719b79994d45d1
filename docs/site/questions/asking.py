"""What an example of a question is, and the boards on which the questions are asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from legation.board.orders import Order
from legation.board.truth import Truth
from legation.documents.yaml import as_read
from legation.rules.dice import Dice
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey, survey_of
from legation.rules.turn import Turn, advance
from legation.rules.work import Done, Work, carry_out
from legation.table.positions import NO_SEED, read_start
from legation.variants.hooked import made
from legation.variants.load import load

Orders = Mapping[str, list[str]]


@dataclass(frozen=True)
class Example:
    """A question, when it is asked, and rules that answer it otherwise.

    `scene` says in words what `ask` asks a rulebook; `standard` is the answer
    of the standard rules, `here` that of the example. `helpers` are functions
    that belong to it.
    """

    question: str
    when: str
    rules: type[Rulebook]
    scene: str
    ask: Callable[[Rulebook], object]
    standard: object
    here: object
    helpers: tuple[Callable[..., object], ...] = ()

    def book(self) -> Rulebook:
        """The standard game by the rules of the example."""
        usual = load("standard")
        return made(self.rules, usual.definition, usual.options, "hooks.py")


def truth(book: Rulebook, **keys: Any) -> Truth:
    """The game that the keys of a case lay out."""
    return read_start(as_read(keys), book).truth


def survey(book: Rulebook, **keys: Any) -> Survey:
    """Its board, looked up."""
    return survey_of(book, truth(book, **keys).position)


def order(book: Rulebook, text: str) -> Order:
    """An order of a movement."""
    return book.read(text, "movement")


def _read(book: Rulebook, orders: Orders, phase: str) -> dict[str, list[Order]]:
    return {power: [book.read(text, phase) for text in texts] for power, texts in orders.items()}


def after(book: Rulebook, orders: Orders, **keys: Any) -> Turn:
    """The phase carried out, and on to the next."""
    start = truth(book, **keys)
    phase = start.position.phase
    return advance(book, start, _read(book, orders, phase.kind), Dice(NO_SEED, str(phase)))


def done(book: Rulebook, orders: Orders, **keys: Any) -> Done:
    """The phase carried out, before anything of the next."""
    start = truth(book, **keys)
    phase = start.position.phase
    sheets = _read(book, orders, phase.kind)
    work = Work(book, start, sheets, Dice(NO_SEED, str(phase)))
    return Done(start, sheets, carry_out(work, phase.kind))
