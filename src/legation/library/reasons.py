"""What came of orders, and why: for the reader of a View, as he was told of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from legation.errors import InputError
from legation.library.boards import book_of, text_of
from legation.rules.reports import Fate, Outcome
from legation.rules.rulebook import Rulebook
from legation.rules.wording import order_of, unit_of, where, why, why_lost
from legation.sight.view import Told, View
from legation.table.asked import chain, find


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one order, as one reader was told of it.

    `order` is as it counted, `fate` what became of it. `at` is where the unit
    is now, or ``dislodged`` or ``disbanded``; `by` the province that the attack
    on a dislodged unit came from, `retreats` the places open to it. `reason` is
    a sentence, `clause` the rule that it rests on (docs: the variant's rules);
    `causes` are indices into the same list.
    """

    power: str
    unit: str
    order: str
    fate: Fate
    at: str
    reason: str
    clause: str
    causes: tuple[int, ...] = ()
    by: str = ""
    retreats: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.power} {self.order}: {self.fate.value}. {self.reason} ({self.clause})"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an order came out so: its result first, then those that brought it about.

    `links` are results with how far each is from the first; as a text, a line
    each, indented.
    """

    links: tuple[tuple[int, Result], ...]

    @property
    def result(self) -> Result:
        """Of the order that was asked about."""
        return self.links[0][1]

    def __str__(self) -> str:
        return "\n".join(f"{'    ' * depth}{result}" for depth, result in self.links)


def results(view: View) -> list[Result]:
    """What came of each order in the last phase that was carried out, as the reader was told.

    Empty where none was.
    """
    book, told = book_of(view), _last(view)
    return _results(book, told.outcomes) if told else []


def explain(view: View, what: Result | str) -> Explanation:
    """Why an order of the last phase came out so, as far as the View's reader may know.

    `what` is one of the `results`, or an order (``"A Par - Bur"``), a unit or the
    place where it stood before.

    Raises:
        InputError: where nothing that he was told of is meant.
    """
    book, told = book_of(view), _last(view)
    if told is None:
        raise InputError("no phase has been carried out: there is nothing to explain.")
    known = _results(book, told.outcomes)
    alike = [i for i, r in enumerate(known) if what in (r, r.order, r.unit)]
    alike = [i for i in alike if known[i].power == view.viewer.power] or alike
    if not alike:
        asked = text_of(what, "what is asked about, where it is no Result,")
        named = find(book, [(told.phase, told.outcomes)], asked, view.viewer.power)
        alike = [index for _, _, index in named]
    if not alike:
        units = ", ".join(dict.fromkeys(r.unit for r in known if r.unit))
        raise InputError(f'no order that was told is "{what}". There were orders of {units}.')
    links = chain(told.outcomes, alike[0])
    return Explanation(tuple((depth, known[link]) for link, depth in links))


def _last(view: View) -> Told | None:
    return next((told for told in reversed(view.told) if told.outcomes), None)


def _results(book: Rulebook, outcomes: Sequence[Outcome]) -> list[Result]:
    return [_result(book, outcome) for outcome in outcomes]


def _result(book: Rulebook, outcome: Outcome) -> Result:
    lost, _ = why_lost(book, outcome)
    return Result(
        power=outcome.power,
        unit=unit_of(outcome),
        order=order_of(book, outcome),
        fate=outcome.fate,
        at=where(outcome),
        reason=f"{why(book, outcome)} {lost}".strip(),
        clause=outcome.reason.clause,
        causes=outcome.causes,
        by=outcome.by,
        retreats=outcome.retreats,
    )
