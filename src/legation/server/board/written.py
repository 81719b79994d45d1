"""How orders are written: each form that counts now in words, with an order of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from legation.rules.choices import Choices
from legation.rules.menus import beside_menu, builds_menu, menu, orderable
from legation.rules.rulebook import Rulebook
from legation.rules.survey import survey_of
from legation.sight.view import View

_UNITS = 3  # whose menus are looked at: a list for all would cost more than it shows


def written_so(book: Rulebook, view: View, power: str) -> list[dict[str, str]]:
    """The forms of a phase for a power: in words, an example if there is one, help and clause."""
    kinds = {
        kind.verb: kind
        for kind in book.order_types.values()
        if kind.phase == view.phase.kind and (not kind.powers or power in kind.powers)
    }
    examples, longer = dict[str, str](), set[str]()
    for choice in _choices(book, view, power):
        better = any(choice.goals) and choice.verb not in longer
        if choice.verb in kinds and (better or choice.verb not in examples):
            examples[choice.verb] = _example(book, choice)
            longer |= {choice.verb} if any(choice.goals) else set()
    return [
        {
            "form": kind.forms[0].replace("{", "").replace("}", ""),
            "example": examples.get(verb, ""),
            "help": kind.help,
            "clause": kind.clause,
        }
        for verb, kind in kinds.items()
    ]


def _choices(book: Rulebook, view: View, power: str) -> Iterator[Choices]:
    survey = survey_of(book, view.position)
    units = islice(orderable(survey, power), _UNITS)
    own = (menu(survey, unit) for unit in units)
    return chain(chain.from_iterable(own), builds_menu(survey, power), beside_menu(survey, power))


def _example(book: Rulebook, choice: Choices) -> str:
    """The first order of these that has a goal, or the first, as it is written."""
    orders = choice.orders()
    return book.write(next((order for order in orders if order.goal), orders[0]))
