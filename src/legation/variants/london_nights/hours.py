"""The clock: rounds of half an hour, what happens on the hour, and dawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT, Calendar, Phase
from legation.board.position import Position
from legation.board.truth import Truth
from legation.rules.book import Book
from legation.rules.reports import Fact, Report
from legation.rules.standard import Standard
from legation.rules.standings import UNITS, Figure, Standing, Standings, counted
from legation.rules.turn import winning
from legation.rules.victory import DRAW, end, new_owners
from legation.rules.work import Work

from .cast import NORTH, SOUTH, THEATRE, THEATRE_UNITS, Ledger, spot
from .options import Options

SOLO = "solo"
_FIRST, _STEP, _DAY = 19 * 60 + 30, 30, 24 * 60
_ROUNDS = 21  # from 19:30 until 06:00


def _minutes(count: int) -> int:
    """The minutes after midnight at which the round of that count begins."""
    return (_FIRST + count * _STEP) % _DAY


def _time(count: int) -> str:
    """The time so many half hours after the first round begins."""
    return f"{_minutes(count) // 60:02}:{_minutes(count) % 60:02}"


def _day(count: int) -> str:
    """The day on which the round of that count begins (LN-6a)."""
    return "3 August" if _FIRST + count * _STEP < _DAY else "4 August"


def calendar(clock: str) -> Calendar:
    """The rounds of the night, and the hours with adjustments (LN-6a, LN-6b).

    With ``ends`` a round bears the time at which it begins, and adjustments
    follow where it ends on the hour; with ``named`` they follow a round whose
    own name is a full hour. The night's last hour has none.
    """
    late = clock == "named"
    rounds = _ROUNDS + late
    phases: list[tuple[str, str]] = []
    for count in range(rounds):
        phases += [(_time(count), MOVEMENT), (_time(count), RETREAT)]
        struck = count if late else count + 1
        if _minutes(struck) % 60 == 0 and count < rounds - 1:
            phases.append((_time(struck), ADJUSTMENT))
    days = {_time(count): _day(count) for count in range(_ROUNDS + 1)}
    dawn = _time(_ROUNDS)
    return Calendar(tuple(phases), first_year=0, last_year=0, days=days, close=dawn)


def is_dawn(book: Book, phase: Phase) -> bool:
    """Is the phase the last one of the night?"""
    return book.calendar.after(phase).year > book.calendar.last_year


def on_the_hour(book: Book, phase: Phase) -> bool:
    """Does a full hour strike when this phase, the last of its round, is over?"""
    return is_dawn(book, phase) or book.calendar.after(phase).kind == ADJUSTMENT


# Steps


def discover(work: Work) -> Work:
    """Hidden centres in which a player's unit stands are in the report (LN-5b).

    Who found one is not said while his order is unpublished (LN-1A-a).
    """
    if Options.of(work.book).discovery == "hour" and not on_the_hour(work.book, work.phase):
        return work
    kept = Ledger.of(work.truth)
    unseen, known = kept.unseen, kept.discovered
    for place in sorted(kept.hidden_centres - known):
        unit = work.position.by_province.get(place)
        if unit is None or unit.power not in work.book.players:
            continue
        known |= {place}
        if unit.power == THEATRE and spot(unit) in unseen:
            work = work.tell(Report("discovered-unnamed", "LN-5b", {"place": place}))
        else:
            facts = {"place": place, "power": unit.power}
            work = work.tell(Report("discovered", "LN-5b", facts))
    return work.keep(replace(kept, discovered=known))


def change_owners(work: Work) -> Work:
    """On the hour, centres go to the players who stand in them (LN-5c); no others count (LN-5b)."""
    known = Ledger.of(work.truth).discovered
    provinces = work.book.graph.provinces
    centres = [code for code, p in provinces.items() if p.centre == "1" or code in known]
    changes = new_owners(work.book, work.position, centres)
    return work.on(replace(work.position, owners=changes.owners)).tell(*changes.reports)


def dawn(work: Work) -> Work:
    """At 06:00 owners change and the scores are taken, and that is all (LN-6b)."""
    return winning(change_owners(work)) if is_dawn(work.book, work.phase) else work


# The score


def sides(book: Book, position: Position, power: str) -> tuple[int, int]:
    """How many northern and how many southern centres a power owns."""
    regions = [book.graph.provinces[c].region for c in position.centres_of(power)]
    return regions.count(NORTH), regions.count(SOUTH)


PRODUCT, NORTHERN, SOUTHERN = "figure-product", "figure-north", "figure-south"


def standings(book: Standard, position: Position, lore: Mapping[str, Fact]) -> Standings:
    """The products as the last hour left them (LN-7).

    Owners are public, and so is how many units the Theatre-Goers have (LN-1A-c, LN-1A-d).
    """
    dawn = book.calendar.close
    aim = Report("aim-product", "LN-7", {"dawn": dawn})
    return Standings(tuple(_rows(book, position, lore)), aim, PRODUCT)


def _rows(book: Standard, position: Position, lore: Mapping[str, Fact]) -> Iterator[Standing]:
    for row in counted(book, position):
        north, south = sides(book, position, row.power)
        score = ((PRODUCT, north * south), (NORTHERN, north), (SOUTHERN, south))
        figures = [Figure(kind, value) for kind, value in score]
        whole = lore.get(THEATRE_UNITS) if row.power == THEATRE else None
        counts = {figure.kind: figure for figure in row.figures}
        if isinstance(whole, int):
            counts[UNITS] = Figure(UNITS, whole)
        yield Standing(row.power, (*figures, *counts.values()), row.notes)


# The end


def victory(book: Standard, truth: Truth) -> tuple[Truth, tuple[Report, ...]]:
    """The highest product of northern and southern centres wins, at dawn only (LN-7)."""
    position = truth.position
    if not is_dawn(book, position.phase):
        return truth, ()
    reports: list[Report] = []
    scores: dict[str, tuple[int, int]] = {}
    for power in (p.name for p in book.powers):
        north, south = sides(book, position, power)
        scores[power] = (north * south, north + south)
        facts: dict[str, Fact] = {"power": power, "north": north, "south": south}
        facts["product"] = north * south
        reports.append(Report("score", "LN-7", facts))
    best = max(product for product, _ in scores.values())
    winners = [p for p in book.sharers(truth) if scores[p][0] == best]
    if Options.of(book).tie_break == "centres":
        most = max((scores[p][1] for p in winners), default=0)
        winners = [p for p in winners if scores[p][1] == most]
    winners.sort()
    reports.append(Report("wins", "LN-7", {"powers": tuple(winners), "product": best}))
    return end(truth, SOLO if len(winners) == 1 else DRAW, winners), tuple(reports)
