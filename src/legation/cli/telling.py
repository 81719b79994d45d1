"""A phase and a board in words, and the same as data for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from legation.board.calendar import ADJUSTMENT, RETREAT, Phase
from legation.board.position import UNCOUNTED, UNSEEN, Position
from legation.cli.show import paint, say, titled
from legation.rules import fates
from legation.rules.fates import GOOD, is_still
from legation.rules.reports import Fate, Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.rules.standings import Standing
from legation.rules.survey import survey_of
from legation.rules.wording import facts_of, order_of, sentence, unit_of, where, why, why_lost
from legation.sight.view import View
from legation.table.asked import chain
from legation.table.counts import to_free
from legation.table.standing import figure_said, limits, remarks, standings_of, what_counts

_FEW = 3  # powers without a player that have a line each; more share one
_WORDS = {Fate.NONE: "no order"}


def heading(book: Rulebook, phase: Phase) -> None:
    """The phase as a heading."""
    print(paint(book.calendar.said(phase), "bold"))


def because(book: Rulebook, report: Report) -> str:
    """The sentence of a report, with its clause."""
    return f"{sentence(book, report)} ({report.clause})"


def why_of(book: Rulebook, outcome: Outcome) -> str:
    """The reason of an outcome, with its clause."""
    return f"{why(book, outcome)} ({outcome.reason.clause})"


def fate(outcome: Outcome) -> str:
    """What became of an order, in a few words, coloured where the output may be."""
    word = _WORDS.get(outcome.fate, outcome.fate.value)
    word = paint(word, "green" if outcome.fate in GOOD else "yellow")
    if not (outcome.dislodged or outcome.disbanded):
        return word
    return f"{word}, {paint(where(outcome), 'red')}"


def tell_outcomes(
    book: Rulebook, outcomes: Iterable[Outcome], reports: Iterable[Report], why: bool = True
) -> None:
    """Each order with its fate and reason, by power; then what else happened."""
    outcomes = list(outcomes)
    known = (*book.nations, *(outcome.power for outcome in outcomes))
    powers = {power: at for at, power in enumerate(dict.fromkeys(known))}
    outcomes.sort(key=lambda outcome: powers[outcome.power])  # refused orders come last
    widest = max((len(order_of(book, o)) for o in outcomes), default=0)
    power = ""
    for outcome in outcomes:
        if outcome.power != power:
            power = outcome.power
            print(f"\n{paint(power, 'bold')}")
        print(f"  {order_of(book, outcome):<{widest}}  {fate(outcome)}")
        if why:
            say(why_of(book, outcome), 6, style="dim")
        lost, clause = why_lost(book, outcome)
        if lost:
            say(f"{lost} ({clause})", 6)
    told = list(reports)
    if told:
        print(f"\n{paint('News', 'bold')}")
    for report in told:
        say(because(book, report), 2, 4)


def tell_busy(
    book: Rulebook,
    outcomes: Iterable[Outcome],
    reports: Iterable[Report],
    why: bool = True,
    unordered: bool = True,
) -> None:
    """The same; who held without a player, or without an order, is only counted.

    With `unordered` false those without an order are told like the others.
    """
    shown: list[Outcome] = []
    idle = still = 0
    for outcome in outcomes:
        if unordered and fates.unordered(book, outcome) and not outcome.dislodged:
            idle += 1
        elif is_still(book, outcome):
            still += 1
        else:
            shown.append(outcome)
    tell_outcomes(book, shown, reports, why)
    held = [f"{count(idle, 'unit')} without orders"] if idle else []
    held += [f"{count(still, 'unit')} without a player"] if still else []
    if held:
        print(f"\n{' and '.join(held)} held.")


def tell_board(book: Rulebook, position: Position, ending: str = "") -> None:
    """The units of each power, who must retreat, and how many centres each has."""
    titled(_board_rows(book, position))
    if position.phase.kind == RETREAT and not ending:
        print("\nTo retreat")
        titled(
            (d.unit.power, f"{d.unit} may go to {', '.join(d.retreats) or 'nowhere'}")
            for d in position.dislodged
        )


def _board_rows(book: Rulebook, position: Position) -> list[tuple[str, str]]:
    rows = []
    unseen, uncounted = (position.facts.get(fact, ()) for fact in (UNSEEN, UNCOUNTED))
    for power in [p.name for p in book.powers]:
        units = ", ".join(str(unit) for unit in position.of(power))
        centres = len(position.centres_of(power))
        if power in unseen:
            units = f"{units} and others not on this map" if units else "not on this map"
            rows.append((power, f"{units} ({count(centres, 'centre')})"))
        elif units and power in uncounted:
            rows.append((power, units))
        elif units or (centres and position.phase.kind == ADJUSTMENT):
            owed = due_words(book, position, power)
            rows.append((power, f"{units or 'no units'} ({count(centres, 'centre')}{owed})"))
    others = [(p.name, ", ".join(map(str, position.of(p.name)))) for p in book.neutrals]
    others = [(power, units) for power, units in others if units]
    if len(others) > _FEW:
        others = [("others", ", ".join(units for _, units in others))]
    return rows + others


def due_words(book: Rulebook, position: Position, power: str) -> str:
    """What a power has to build or remove in an adjustment phase."""
    if position.phase.kind != ADJUSTMENT:
        return ""
    survey = survey_of(book, position)
    owed = book.due(survey, power)
    if owed < 0:
        return f", {to_free(book, -owed)} to remove"
    can = book.builds_possible(survey, power)
    if can:
        return f", {count(can, 'build')} due"
    return f", {count(owed, 'build')} due and no room" if owed else ""


def tell_standings(book: Rulebook, view: View) -> None:
    """How the game stands as the viewer knows it, and what it takes to win."""
    stand = standings_of(book, view)
    rows = [
        (row.power, ", ".join([*_figures(book, row), *(sentence(book, n) for n in row.said)]))
        for row in stand.rows
    ]
    titled(rows)
    for said in (*remarks(book, view, stand), limits(book, view, stand)):
        if said:
            say(said, 2, 4)


def _figures(book: Rulebook, row: Standing) -> Iterator[str]:
    for figure in row.figures:
        yield f"{what_counts(book, figure.kind)} {figure_said(figure)}"


def count(number: int, noun: str) -> str:
    """A number and its noun: ``1 centre``, ``2 centres``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# As data


def report_data(book: Rulebook, report: Report) -> dict[str, object]:
    """A report as plain data."""
    facts = facts_of(book, report)
    return {
        "kind": report.kind,
        "clause": report.clause,
        "facts": facts,
        "text": sentence(book, report),
    }


def outcome_data(book: Rulebook, outcome: Outcome) -> dict[str, object]:
    """The fate of an order as plain data; `causes` number the outcomes of its phase from 0."""
    data: dict[str, object] = {
        "power": outcome.power,
        "unit": unit_of(outcome),
        "order": order_of(book, outcome),
        "result": outcome.fate.value,
        "at": where(outcome),
        "reason": report_data(book, outcome.reason),
        "causes": list(outcome.causes),
    }
    if outcome.dislodged:
        data |= {"by": outcome.by, "retreats": list(outcome.retreats)}
    return data


def phase_data(phase: Phase) -> dict[str, object]:
    """A phase as plain data."""
    return {"season": phase.season, "year": phase.year, "kind": phase.kind}


def board_data(position: Position) -> dict[str, object]:
    """A board as plain data."""
    powers = position.powers()
    return {
        "phase": phase_data(position.phase),
        "units": {p: [str(u) for u in position.of(p)] for p in powers},
        "centres": {p: list(position.centres_of(p)) for p in powers},
        "dislodged": [
            {
                "power": d.unit.power,
                "unit": str(d.unit),
                "by": d.by,
                "retreats": list(d.retreats),
            }
            for d in position.dislodged
        ],
        "contested": sorted(position.contested),
    }


# Why


def tell_why(book: Rulebook, outcomes: Sequence[Outcome], index: int) -> None:
    """The chain of causes of one order's fate, each link told once."""
    adjectives = {name: power.adjective for name, power in book.nations.items()}
    for link, depth in chain(outcomes, index):
        outcome = outcomes[link]
        name = f"{adjectives.get(outcome.power, outcome.power)} {order_of(book, outcome)}"
        print(f"{' ' * 4 * depth}{name}: {fate(outcome)}")
        say(why_of(book, outcome), 4 * depth + 2, style="dim")


def why_data(book: Rulebook, outcomes: Sequence[Outcome], index: int) -> list[dict[str, object]]:
    """The same as data: the order asked about first, then what brought it about."""
    links = [link for link, _ in chain(outcomes, index)]
    place = {link: number for number, link in enumerate(links)}
    return [
        {**outcome_data(book, outcomes[link]), "causes": [place[c] for c in outcomes[link].causes]}
        for link in links
    ]
