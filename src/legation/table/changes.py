"""What a correction changed for one reader, made from his Views alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from legation.board.position import Position
from legation.rules.reports import Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.rules.wording import sentence, unit_of
from legation.sight.view import Told, View, standing
from legation.table.acts import BESIDE
from legation.table.newsletter import ordered

_BACK, CORRECTED, WHY = "rolled-back", "corrected", "corrected-because"


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is told otherwise: whose it is, how it was told, and how it is now.

    Either may be empty: what was not told before, or is told no more.
    """

    whose: str
    was: str
    now: str


def changes(book: Rulebook, before: View, after: View) -> list[Change]:
    """What one viewer is told otherwise of the phase that closed last, and of the board it left.

    Both Views are of the phase that is open, before and after the correction.
    """
    return [
        *_told_otherwise(book, _result(before.told, before), _result(after.told, after)),
        *stands_otherwise(book, before.position, after.position),
    ]


def differs(before: View, after: View) -> bool:
    """Is anything of it another than it was, were it but a reason?"""
    then, now = (_result(view.told, view) for view in (before, after))
    return (
        list(then.outcomes) != list(now.outcomes)
        or then.reports != now.reports
        or before.position != after.position
        or before.lore != after.lore
        or before.ledger != after.ledger
    )


@dataclass(frozen=True, slots=True)
class Corrected:
    """What is told otherwise of a phase than when it closed; and why, but of the last correction.

    Why that was made stands with what it came to. `times` is how often it was corrected.
    """

    changes: Sequence[Change] = ()
    notes: Sequence[Report] = ()
    times: int = 0


def since_closed(book: Rulebook, view: View) -> Corrected:
    """What corrections changed of what this viewer was told, while it is news to him.

    It is as long as the phase after it is open.
    """
    number, told = view.number - 1, view.told
    starts = [i for i, each in enumerate(told) if _tells(each, _BACK)]
    begun, times = len(told), 0
    while starts and _is_correction(told[starts[-1] : begun], number):
        begun, times = starts.pop(), times + 1
    if begun == len(told):
        return Corrected()
    last = max(i for i, each in enumerate(told) if _tells(each, _BACK))
    notes = [r for each in told[begun:last] for r in each.reports if r.kind == WHY]
    then, now = _result(told[:begun], view), _result(told, view)
    return Corrected(list(_told_otherwise(book, then, now)), notes, times)


def _is_correction(told: Sequence[Told], number: int) -> bool:
    """Was a phase carried out again in this part of what was told, and nothing else?"""
    return any(_tells(each, CORRECTED) for each in told) and all(t.number == number for t in told)


def _tells(told: Told, kind: str) -> bool:
    return any(report.kind == kind for report in told.reports)


def _result(told: Iterable[Told], view: View) -> Told:
    """What came of the phase before the one that is seen: the last that counts of it.

    It is empty for who was told nothing of it: in a fog, who only watches. What he
    was told of acts and votes, as of more time, is no result (STD-GM, STD-END).
    """
    number = view.number - 1
    of_it = [each for each in standing(told) if each.number == number]
    for told_last in reversed(of_it):
        came = tuple(report for report in told_last.reports if report.kind not in BESIDE)
        if came or told_last.outcomes:
            return replace(told_last, reports=came)
    return Told(number, view.position.phase)


def _told_otherwise(book: Rulebook, then: Told, now: Told) -> Iterator[Change]:
    was, are = list(then.outcomes), list(now.outcomes)
    for power, unit in dict.fromkeys((o.power, unit_of(o)) for o in (*was, *are)):
        old, new = (
            [o for o in each if (o.power, unit_of(o)) == (power, unit)] for each in (was, are)
        )
        texts = _in_words(book, old), _in_words(book, new)
        if texts[0] == texts[1] and _bare(old) != _bare(new):
            texts = _with_reasons(book, old), _with_reasons(book, new)
        if texts[0] != texts[1]:
            yield Change(power, *texts)
    old_said, new_said = (
        Counter(sentence(book, report) for report in each.reports) for each in (then, now)
    )
    yield from (Change("", text, "") for text in old_said - new_said)
    yield from (Change("", "", text) for text in new_said - old_said)


def _in_words(book: Rulebook, outcomes: Iterable[Outcome]) -> str:
    return "; ".join(ordered(book, outcome) for outcome in outcomes)


def _with_reasons(book: Rulebook, outcomes: Iterable[Outcome]) -> str:
    return " ".join(f"{ordered(book, o)}: {sentence(book, o.reason)}" for o in outcomes)


def _bare(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Outcomes without the places of their causes in the whole list, which others move."""
    return [replace(outcome, causes=()) for outcome in outcomes]


def stands_otherwise(book: Rulebook, then: Position, now: Position) -> Iterator[Change]:
    """What stands otherwise on one board than on another, both as one viewer knows them."""
    powers = dict.fromkeys([*book.nations, *(u.power for u in (*then.units, *now.units))])
    for power in powers:
        was, are = (_units(each, power) for each in (then, now))
        if was != are:
            yield Change(power, _listed(was - are), _listed(are - was))
    for centre in sorted({*then.owners, *now.owners}):
        whose = then.owners.get(centre, ""), now.owners.get(centre, "")
        if whose[0] != whose[1]:
            name = book.graph.provinces[centre].name
            yield Change("", *(f"{name} belongs to {owner or 'nobody'}." for owner in whose))


def _units(position: Position, power: str) -> Counter[str]:
    lost = (f"{d.unit} (dislodged)" for d in position.dislodged if d.unit.power == power)
    return Counter([*(str(unit) for unit in position.of(power)), *lost])


def _listed(units: Counter[str]) -> str:
    return f"on the board: {', '.join(sorted(units.elements()))}" if units else ""
