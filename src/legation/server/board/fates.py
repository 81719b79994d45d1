"""Results for reading: each order with its fate in a word, and why, link by link."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from legation.atlas.nations import class_of
from legation.rules.fates import GOOD, NO_ORDER, UNUSED, is_still, word_of
from legation.rules.reports import Outcome
from legation.rules.rulebook import Rulebook
from legation.rules.wording import where, why, why_lost
from legation.sight.view import View, standing
from legation.table.newsletter import order_of


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a chain of causes. `deep` counts the links above it."""

    order: str
    fate: str
    why: str
    clause: str
    deep: int = 0
    loss: str = ""
    loss_clause: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """An order and what became of it; `chain` is why, what brought it about indented below.

    It is `bad` or `done`, or nothing was to be done; `lost`: so is the place, or the unit.
    """

    power: str
    mark: str
    css: str
    order: str
    fate: str
    bad: bool
    done: bool
    lost: bool
    ordered: bool
    place: str
    chain: tuple[Link, ...]


def results_of(book: Rulebook, before: View, after: View) -> list[tuple[str, list[Result]]]:
    """What became of the orders of a phase, power by power, one's own first.

    Of those without a player who merely held nothing is said.
    """
    results: dict[str, list[Result]] = {}
    for told in standing(after.told):
        if told.number != before.number:
            continue
        for index, outcome in enumerate(told.outcomes):
            if not is_still(book, outcome):
                row = _result(book, told.outcomes, index)
                results.setdefault(outcome.power, []).append(row)
    order = {power: at for at, power in enumerate(book.nations)}
    own = after.viewer.power
    powers = sorted(results, key=lambda power: (power != own, order.get(power, len(order)), power))
    return [(power, results[power]) for power in powers]


def _result(book: Rulebook, outcomes: Sequence[Outcome], index: int) -> Result:
    outcome = outcomes[index]
    nation = book.nations.get(outcome.power)
    word, bad = word_of(book, outcome), outcome.fate not in GOOD or outcome.dislodged
    return Result(
        power=outcome.power,
        mark=nation.mark if nation else "",
        css=class_of(book, outcome.power),
        order=order_of(book, outcome),
        fate=fate(book, outcome),
        bad=bad,
        done=not bad and word not in (NO_ORDER, UNUSED),
        lost=outcome.dislodged or (outcome.disbanded and outcome.fate not in GOOD),
        ordered=word != NO_ORDER,
        place=outcome.province,
        chain=tuple(_chain(book, outcomes, index)),
    )


def fate(book: Rulebook, outcome: Outcome) -> str:
    """What became of an order, in a word or two."""
    word = word_of(book, outcome)
    if outcome.dislodged or outcome.disbanded:
        lost = where(outcome)
        return f"{word}, {lost}" if word not in ("holds", "succeeds") else lost
    return word


def _chain(book: Rulebook, outcomes: Sequence[Outcome], index: int) -> list[Link]:
    """Depth first, but nothing twice: mutual supports and rings are loops."""
    links: list[Link] = []
    told: set[int] = set()
    waiting = [(index, 0)]
    while waiting:
        at, deep = waiting.pop()
        if at in told:
            continue
        told.add(at)
        links.append(_link(book, outcomes[at], deep))
        causes = [c for c in outcomes[at].causes if c not in told and c != at]
        waiting += [(cause, deep + 1) for cause in reversed(causes)]
    return links


def _link(book: Rulebook, outcome: Outcome, deep: int) -> Link:
    nation = book.nations.get(outcome.power)
    whose = nation.adjective if nation else outcome.power
    loss, loss_clause = why_lost(book, outcome)
    return Link(
        order=f"{whose} {order_of(book, outcome)}",
        fate=fate(book, outcome),
        why=why(book, outcome),
        clause=outcome.reason.clause,
        deep=min(deep, 4),
        loss=loss,
        loss_clause=loss_clause,
    )
