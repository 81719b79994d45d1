"""By what somebody can tell two games apart, in words: what he sees here, and there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from legation.rules.fates import word_of
from legation.rules.rulebook import Rulebook
from legation.rules.wording import order_of, sentence, where, why
from legation.sight.view import Told, View
from legation.table.knowing import lore_rows
from legation.table.ledgers import ledger_data
from legation.table.plain import view_data

Part = tuple[str, str]
"""Where something stands, and what it says."""

_NOTHING = "nothing of it"
_LONGEST = 160


def difference(book: Rulebook, here: View, there: View) -> str:
    """What of two Views differs first: ``A Par - Bur here, A Par - Pic there, in the orders of``...

    Empty where they are the same to their viewer.
    """
    one, two = list(_parts(book, here)), list(_parts(book, there))
    for at in dict.fromkeys(place for place, _ in (*one, *two)):
        mine, others = ([said for place, said in each if place == at] for each in (one, two))
        if mine == others:
            continue
        if sorted(mine) == sorted(others):
            return f"{_some(mine)} here, {_some(others)} there, in this order, in {at}"
        return f"{_apart(mine, others)}, in {at}"
    return plain_difference(view_data(book, here), view_data(book, there))


def between(here: str, there: str) -> str:
    """The first lines of two texts that differ."""
    lines = zip_longest(here.split("\n"), there.split("\n"), fillvalue="")
    one, two = next(((a, b) for a, b in lines if a != b), ("", ""))
    return f"{_short(one)} here, {_short(two)} there"


def plain_difference(here: object, there: object, path: str = "") -> str:
    """Where two plain values first differ: both, and the path; empty where they do not."""
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        parts = [(f"{path}.{key}" if path else key, here[key], there[key]) for key in here]
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        parts = [(f"{path}[{i}]", a, b) for i, (a, b) in enumerate(zip(here, there, strict=True))]
    elif here == there:
        return ""
    else:
        return f"{_short(str(here))} here, {_short(str(there))} there, in {path}"
    return next((found for p, a, b in parts if (found := plain_difference(a, b, p))), "")


def _parts(book: Rulebook, view: View) -> Iterator[Part]:
    """All that a viewer reads, line by line; the orders before what became of them."""
    position = view.position
    yield "the phase", str(view.phase)
    for told in view.told:
        yield from _told(book, told)
    for unit in position.units:
        yield "the units on the board", book.said(unit)
    for lost in position.dislodged:
        retreats = ", ".join(lost.retreats) or "nowhere"
        yield "the units dislodged", f"{book.said(lost.unit)} (to {retreats})"
    for centre, owner in sorted(position.owners.items()):
        yield "the centres", f"{centre} of {owner}"
    for place in sorted(position.contested):
        yield "the places contested", place
    for label, said in lore_rows(book, {**position.facts, **view.lore}):
        yield "what is known besides", f"{label}: {said}" if label else said
    for key, value in ledger_data(view.ledger).items():
        yield "the ledger", f"{key} {value}"
    for power, sheet in sorted(view.sheets.items()):
        yield "the sheets that wait", f"{power}: {', '.join(sheet.orders)}"
    yield "the end of the game", f"{view.ending} {', '.join(view.winners)}".strip()


def _told(book: Rulebook, told: Told) -> Iterator[Part]:
    for outcome in told.outcomes:
        yield f"the orders of {told.phase}", order_of(book, outcome)
    for outcome in told.outcomes:
        became = f"{word_of(book, outcome)} {where(outcome)}: {why(book, outcome)}"
        yield f"what became of orders in {told.phase}", f"{order_of(book, outcome)} {became}"
    for report in told.reports:
        yield f"the news of {told.phase}", f"{sentence(book, report)} ({report.clause})"


def _apart(mine: list[str], others: list[str]) -> str:
    """What stands in one list and not in the other: the first of each."""
    left, right = list(mine), list(others)
    for said in mine:
        if said in right:
            left.remove(said)
            right.remove(said)
    one = left[0] if left else _NOTHING
    two = right[0] if right else _NOTHING
    return f"{_short(one)} here, {_short(two)} there"


def _some(lines: list[str]) -> str:
    return _short(", ".join(lines))


def _short(text: str) -> str:
    return (text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…") or _NOTHING
