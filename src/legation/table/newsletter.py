"""The report of a phase as a zine prints it, for one reader: made from Views alone.

`report` says what stands in it, as data; `typeset` sets it for paper or mail.
Whoever hands in the Views of a power prints what that power may read, and no
more: nothing here looks at a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT, SETUP, Phase
from legation.rules.fates import GOOD, held, unordered, word_of
from legation.rules.reports import Fate, Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.rules.spoken import order_said, place_said, places_of
from legation.rules.wording import called, sentence, unit_of
from legation.rules.wording import order_of as order_written
from legation.sight.view import Told, View, standing
from legation.sight.viewer import Viewer
from legation.table.counts import Line, centres, forces
from legation.table.knowing import proviso

_TITLES = {
    MOVEMENT: "Orders",
    RETREAT: "Retreats",
    ADJUSTMENT: "Adjustments",
    SETUP: "Set-up",
}
_GAINS = frozenset({"centre-gained", "centre-taken"})
_LOSSES = frozenset({"dislodged", "destroyed"})
_BUILDING = frozenset({"built", "removed", "waived"})


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a section: whose it is, where that is said, and the text."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report under its title."""

    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """The report of one phase.

    `turn` is its date, `when` names it whole, and `after` says what comes next.
    """

    game: str
    variant: str
    reader: Viewer
    phase: Phase
    turn: str
    when: str
    sections: tuple[Section, ...]
    after: str


def report(book: Rulebook, before: View, after: View) -> Page:
    """The report of the phase that `before` is of; `after` is of the phase that followed.

    Both are what one viewer sees. A section in which nothing stands is left out.
    """
    moments = [told for told in standing(after.told) if told.number == before.number]
    reports = [report for told in moments for report in told.reports]
    if any(report.kind == "corrected" for report in reports):  # which says it in other words
        reports = [report for report in reports if report.kind != "rolled-back"]
    outcomes = [outcome for told in moments for outcome in told.outcomes]
    table = _items(centres(book, before, after))
    covered = _said_by(outcomes)
    news = [
        Item("", sentence(book, r))
        for r in reports
        if r.audience is None
        and not (r.kind in _GAINS and table)
        and not (r.kind in _LOSSES and r.facts.get("unit") in covered)
    ]
    viewer = after.viewer
    private = [
        *_private_orders(book, viewer, moments),
        *(_aside(book, viewer, r) for r in reports if r.audience is not None),
    ]
    orders = list(_by_power(book, before.phase, outcomes))
    far = proviso(book, before.phase, viewer) if outcomes else ""
    orders += [Item("", far)] if far else []
    sections = (
        Section(_TITLES[before.phase.kind], tuple(orders)),
        Section("News", tuple(news)),
        Section("Centres", table),
        Section("Men and ships", _items(forces(book, after)) if book.full else ()),
        Section("To you alone" if viewer.power else "Told in private", tuple(private)),
    )
    return Page(
        game=after.name,
        variant=book.title,
        reader=viewer,
        phase=before.phase,
        turn=book.calendar.dated(before.phase),
        when=book.calendar.said(before.phase),
        sections=tuple(section for section in sections if section.items),
        after=what_follows(after),
    )


def _items(lines: Iterable[Line]) -> tuple[Item, ...]:
    return tuple(Item(label, text) for label, text in lines)


def what_follows(after: View) -> str:
    """The last line of a report: how the game ended, or what comes next."""
    if after.over:
        won = f", won by {_listed(after.winners)}" if after.winners else ""
        return f"The game is over ({after.ending}){won}."
    return f"Next: {after.phase}."


# Orders


def _by_power(book: Rulebook, phase: Phase, outcomes: Sequence[Outcome]) -> Iterator[Item]:
    """The orders of each power with what came of them; holders without a player together."""
    still: list[str] = []
    for power in book.nations:
        own = [outcome for outcome in outcomes if outcome.power == power]
        if power not in book.players and all(held(outcome) for outcome in own):
            still += [unit_of(outcome) for outcome in own]
        elif own:
            yield Item(power, _orders(book, phase, own))
    if still:
        yield Item("others", f"{', '.join(still)} held")


def _orders(book: Rulebook, phase: Phase, outcomes: Sequence[Outcome]) -> str:
    if phase.kind == ADJUSTMENT:
        return "; ".join(_adjusted(book, outcomes))
    parts = [ordered(book, outcome) for outcome in outcomes if not _is_idle(book, outcome)]
    idle = [called(book, outcome) for outcome in outcomes if _is_idle(book, outcome)]
    if idle:
        gone = ", disbanded" if phase.kind == RETREAT else ""
        parts.append(f"no order for {', '.join(idle)}{gone}")
    return "; ".join(parts)


def order_of(book: Rulebook, outcome: Outcome) -> str:
    """An order as it is told; or who had none, where that is but a part of a force."""
    who = called(book, outcome)
    return order_written(book, outcome) if who == unit_of(outcome) else who


def _is_idle(book: Rulebook, outcome: Outcome) -> bool:
    return unordered(book, outcome) and not outcome.dislodged


def ordered(book: Rulebook, outcome: Outcome) -> str:
    """An order, and in brackets what came of it where that is not plain success."""
    notes = []
    if unordered(book, outcome) or outcome.fate not in GOOD:
        notes.append(word_of(book, outcome))
    if outcome.dislodged:
        open_to = " or ".join(outcome.retreats)
        notes.append(f"dislodged, may go to {open_to}" if open_to else "destroyed")
    elif outcome.disbanded and outcome.fate != Fate.SUCCEEDS:
        notes.append("disbanded")
    order = f"{outcome.unit} disbands" if _is_disbanding(outcome) else order_of(book, outcome)
    return f"{order} ({'; '.join(notes)})" if notes else order


def _is_disbanding(outcome: Outcome) -> bool:
    return outcome.disbanded and outcome.fate == Fate.SUCCEEDS


def _adjusted(book: Rulebook, outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Builds together, removals together, orders of the variant's own, what was left or is void."""
    good = [o for o in outcomes if o.fate == Fate.SUCCEEDS]
    built = [unit_of(o) for o in good if o.reason.kind == "built"]
    removed = [unit_of(o) for o in good if o.reason.kind == "removed"]
    forced = [unit_of(o) for o in good if o.disbanded and o.reason.kind != "removed"]
    for said, units in (("builds", built), ("removes", removed), ("loses, unordered,", forced)):
        if units:
            yield f"{said} {', '.join(units)}"
    waived = sum(o.reason.kind == "waived" for o in good)
    if waived:
        yield f"waives {waived}"
    others = (o for o in good if not o.disbanded and o.reason.kind not in _BUILDING)
    yield from (order_written(book, o) for o in others)
    refused = (o for o in outcomes if o.fate != Fate.SUCCEEDS)
    yield from (f"{order_written(book, o)} ({word_of(book, o)})" for o in refused)


def _said_by(outcomes: Iterable[Outcome]) -> frozenset[object]:
    """The units of which an outcome says that they were dislodged."""
    return frozenset(outcome.unit for outcome in outcomes if outcome.dislodged)


# What not everybody is told


def _private_orders(book: Rulebook, viewer: Viewer, moments: Iterable[Told]) -> Iterator[Item]:
    """Which of the orders not everybody reads as they stand here: one's own, or all."""
    hidden: dict[str, list[str]] = {}
    for told in moments:
        public = [replace(outcome, causes=()) for outcome in told.public]
        for outcome in told.outcomes if told.outcomes is not told.public else ():
            reads = viewer.knows_all or viewer.power == outcome.power
            if reads and replace(outcome, causes=()) not in public:
                hidden.setdefault(outcome.power, []).append(_spoken(book, outcome))
    for power in book.nations:
        if power in hidden:
            whose = "Your orders" if power == viewer.power else f"Orders of {power}"
            orders = "; ".join(dict.fromkeys(hidden[power]))
            yield Item("", f"{whose} that were told to others otherwise, or not at all: {orders}.")


def _spoken(book: Rulebook, outcome: Outcome) -> str:
    """An order in words, for it stands apart from those of its kind; whose it is was said."""
    order = outcome.order
    if order is None:
        return unit_of(outcome)
    places = places_of(order, book.order_types[order.verb])
    way = ["", *(place_said(book, place) for place in places)]
    return order_said(book, "", order, None, way).strip()


def _aside(book: Rulebook, viewer: Viewer, told: Report) -> Item:
    """A report with an audience; it says who else hears it."""
    said = sentence(book, told)
    others = sorted((told.audience or frozenset()) - {viewer.power})
    if viewer.power and not others:
        return Item("", said)
    return Item("", f"{said} (To {_listed(others) or 'the game master'} alone.)")


def _listed(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
