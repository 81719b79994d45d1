"""Counts how often the parser is asked, and how often an order is judged."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from unittest.mock import patch

from legation.board import notation
from legation.board.forms import Grammar
from legation.board.orders import Order
from legation.rules import tabled
from legation.rules.survey import Survey

Looked = tuple[Order, int, int]


@dataclass
class Asked:
    """The texts that were parsed, and the powers and orders that were judged, in order."""

    parsed: list[str] = field(default_factory=list)
    judged: list[tuple[str, Order]] = field(default_factory=list)

    def of(self, power: str) -> int:
        """How many judgements there were of a power's orders."""
        return sum(1 for whose, _ in self.judged if whose == power)


@contextmanager
def counting() -> Iterator[Asked]:
    """What is asked meanwhile."""
    asked, parse, look = Asked(), notation._parse, tabled.listed

    def parsing(text: str, grammar: Grammar, phase: str) -> Order:
        asked.parsed.append(text)
        return parse(text, grammar, phase)

    def judging(survey: Survey, power: str, sheet: Iterable[Order]) -> Iterator[Looked]:
        """Every judgement begins with a look into the tables of the map."""
        for found in look(survey, power, sheet):
            asked.judged.append((power, found[0]))
            yield found

    with (
        patch.object(notation, "_parse", parsing),
        patch("legation.rules.legality.listed", judging),
        patch("legation.rules.intents.listed", judging),
    ):
        yield asked
