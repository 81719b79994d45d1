"""The Police: how far they go, whose orders they follow, and where they fall back to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from legation.board.graph import MapGraph
from legation.board.orders import Order
from legation.board.truth import Truth
from legation.board.units import Dislodged, Unit
from legation.rules.dice import Dice
from legation.rules.removals import moves_to
from legation.rules.reports import Fact, Report, shown
from legation.rules.survey import Survey
from legation.rules.work import Played, Work

from . import police
from .cast import NORTH, POLICE, SOUTH
from .crossing import placed, unseen_ids
from .options import Options

_BANK = {NORTH: "northbank", SOUTH: "southbank"}


@dataclass(frozen=True)
class Beat:
    """The places where the Police may be (LN-3b)."""

    places: frozenset[str]

    def steps(self, survey: Survey, unit: Unit, places: frozenset[str]) -> frozenset[str]:
        """Where a unit may go: the Police within their beat, others anywhere."""
        del survey
        return places & self.places if unit.power == POLICE else places

    def retreats(self, survey: Survey, unit: Unit, places: tuple[str, ...]) -> tuple[str, ...]:
        """Where a dislodged unit may go; the Police are bound in retreats too."""
        del survey
        if unit.power != POLICE:
            return places
        return tuple(place for place in places if place in self.places)


def loss(places: Sequence[str]) -> tuple[str, str]:
    """What the dislodged Police can still do: retreat at once, or they are gone (LN-3b)."""
    return "loss-police" if places else "loss-police-gone", "LN-3b"


def beat(graph: MapGraph, leash: int) -> Beat:
    """The places so many moves from the bank of their own side of the river; bridges too.

    A space that touches the river is at 0, and no way leads over a bridge.
    """
    places = {code for code, province in graph.provinces.items() if province.terrain == "bridge"}
    for region, feature in _BANK.items():
        side = {c for c, p in graph.provinces.items() if p.region == region}
        bank = {c for c in side if feature in graph.provinces[c].features}
        ways = {place: graph.army[place] & side for place in side}
        places |= {place for place in side if moves_to(ways, [place], bank) <= leash}
    return Beat(frozenset(places))


# Steps


def order(work: Work) -> Work:
    """The Police get the orders of their policy, which sees what everybody sees (LN-3c).

    Where the game master writes them and sealed none, they hold (STD-NMR).
    """
    if POLICE in work.orders:
        return work
    orders = by_policy(work.book, work.truth, work.dice)
    return work.ordering(POLICE, orders) if orders else work


def by_policy(book: Played, truth: Truth, dice: Dice) -> tuple[Order, ...]:
    """What the policy orders; nothing where the game master orders the Police."""
    automatic = Options.of(book).police_orders == "automatic"
    if not automatic or not truth.position.of(POLICE):
        return ()
    return police.orders(_public(book, truth), dice)


def _public(book: Played, truth: Truth) -> Survey:
    """The board as everybody sees it, which is all that the policy may know (LN-3c)."""
    return Survey(book, book.known(truth, ""))


def fall_back(work: Work) -> Work:
    """The dislodged Police retreat at once, before anybody else, or are gone (LN-3b)."""
    if work.movement is None:
        return work
    lost = {d.unit: d for d in work.position.dislodged if d.unit.power == POLICE}
    gone = [d.unit for d in work.lost if d.unit.power == POLICE and d.unit not in lost]
    work = work.tell(*(Report("police-gone", "LN-3b", {"unit": shown(unit)}) for unit in gone))
    for unit in lost:
        work = _fall_back(work, unit)
    return _nowhere(work) if lost else work


def _fall_back(work: Work, unit: Unit) -> Work:
    position = work.position
    lost = next(d for d in position.dislodged if d.unit == unit)
    rest = tuple(d for d in position.dislodged if d is not lost)
    unseen = unseen_ids(work.truth)
    survey = _public(work.book, work.truth)
    seen = next((d.retreats for d in survey.position.dislodged if d.unit == unit), lost.retreats)
    ranked = police.retreat_choices(survey, unit, seen)
    goal = next((place for place in ranked if place in lost.retreats), "")
    if not goal:
        work = work.tell(Report("police-gone", "LN-3b", {"unit": shown(unit)}))
        return placed(work, replace(position, dislodged=rest), unseen)
    facts: dict[str, Fact] = {"unit": shown(unit), "goal": goal}
    work = work.tell(Report("police-retreat", "LN-3b", facts))
    units = (*position.units, replace(unit, place=goal, number=0))
    if goal not in work.book.open_places:
        rest, work = _closed(work, rest, goal)
    return placed(work, replace(position, units=units, dislodged=rest), unseen)


def _closed(
    work: Work, rest: tuple[Dislodged, ...], goal: str
) -> tuple[tuple[Dislodged, ...], Work]:
    """Those who must still retreat, without the place that the Police have taken."""
    left = tuple(_narrowed(d, goal) for d in rest)
    lost = (d if d.unit.power == POLICE else _narrowed(d, goal) for d in work.lost)
    return left, work.losing(lost)


def _narrowed(lost: Dislodged, goal: str) -> Dislodged:
    return replace(lost, retreats=tuple(place for place in lost.retreats if place != goal))


def _nowhere(work: Work) -> Work:
    """Who sees no place left to retreat to, the Police having gone first, is gone at once."""
    hoping: set[Unit] = set()
    if Options.of(work.book).retreat_list == "ranked":
        hoping = {d.unit for d in _public(work.book, work.truth).position.dislodged if d.retreats}
    lost = [d for d in work.position.dislodged if not d.retreats and d.unit not in hoping]
    said = {shown(d.unit) for d in lost}
    reports = tuple(
        replace(r, kind="destroyed") if r.kind == "dislodged" and r.facts["unit"] in said else r
        for r in work.reports
    )
    left = tuple(d for d in work.position.dislodged if d not in lost)
    return work.on(replace(work.position, dislodged=left)).telling(reports)
