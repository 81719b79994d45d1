"""Every check of the gate, once removed, makes a named test fail.

`CHECKS` is the table: what is removed, and the test that catches it. A test
of this module puts the leak in, runs the named test and wants it to fail. Of
the laws it runs the seeds of the named test one by one, until one fails.
"""

# ruff: noqa: ARG001, ARG005
# (A leak has the parameters of the check in whose place it is put, and asks few of them.)

from __future__ import annotations

import contextlib
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from msgspec import structs

sys.path.insert(0, str(Path(__file__).parents[1] / "laws"))
sys.path.insert(0, str(Path(__file__).parents[1]))

import interference
import test_non_interference
import test_sight
import test_worlds
from twins import twin

import legation.variants
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.errors import StateError
from legation.rules import editions, fog, shown
from legation.rules.book import Book
from legation.rules.definition import Definition
from legation.rules.editions import Edition, Editions
from legation.rules.explain import end_of
from legation.rules.options import Options
from legation.rules.published import Published
from legation.rules.reports import Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.rules.showing import all_published, shown_to
from legation.rules.shown import Shown
from legation.rules.survey import Survey
from legation.rules.work import Done, Work
from legation.rules.world import World
from legation.sight import see
from legation.sight.moment import Moment
from legation.sight.see import Desk
from legation.sight.view import Sheet, Told, View
from legation.sight.viewer import ARCHIVE, GAME_MASTER, Viewer, power_viewer
from legation.table import newsletter, plain
from legation.table.cases.check import check_case
from legation.table.cases.file import load_cases
from legation.table.game import Game
from legation.table.keeping import Keeping
from legation.variants.load import forget, load

Patch = pytest.MonkeyPatch


def module(variant: str, name: str) -> ModuleType:
    """The module of a variant that is played with."""
    load(variant)
    return sys.modules[f"legation.variants.{variant}.{name}"]


locarno = partial(module, "locarno")
night = partial(module, "london_nights")
warwick = partial(module, "warwick")
atomic = partial(module, "post_atomic")


# Leaks at the gate


def everybody_knows_the_board(patch: Patch) -> None:
    patch.setattr(see, "_known", lambda book, truth, viewer: truth.position)


def units_keep_their_identities(patch: Patch) -> None:
    patch.setattr(see, "_nameless", lambda position: position)


def sheets_are_read_by_all(patch: Patch) -> None:
    patch.setattr(see, "_reads", lambda book, viewer, power, desk: True)


def the_master_reads_before_he_seals(patch: Patch) -> None:
    def reads(book: Rulebook, viewer: Viewer, power: str, desk: Desk) -> bool:
        return viewer in (GAME_MASTER, ARCHIVE) or power == viewer.power

    patch.setattr(see, "_reads", reads)


def the_master_is_never_blind(patch: Patch) -> None:
    patch.setattr(Keeping, "_blind", property(lambda self: False))


def sealed_orders_can_be_written_anew(patch: Patch) -> None:
    patch.setattr(Keeping, "_ordered_by", lambda self, power: self._book.names.find_nation(power))


def the_archive_opens_sealed_orders(patch: Patch) -> None:
    patch.setattr(see, "_opened", lambda book, sheet: sheet)


def the_archive_shows_sheets_with_nothing_left(patch: Patch) -> None:
    def sheets(book: Rulebook, viewer: Viewer, desk: Desk) -> dict[str, Sheet]:
        found = {p: s for p, s in desk.sheets.items() if see._reads(book, viewer, p, desk)}
        if viewer != ARCHIVE:
            return found
        return {power: see._opened(book, sheet) for power, sheet in found.items()}

    patch.setattr(see, "_sheets", sheets)


def the_archive_hears_sealed_reports(patch: Patch) -> None:
    def hears(book: Rulebook, viewer: Viewer, report: Report) -> bool:
        if report.audience is None or viewer.knows_all:
            return True
        return viewer.power in report.audience

    patch.setattr(see, "_hears", hears)


def the_archive_opens_at_once(patch: Patch) -> None:
    before = see.see

    def early(
        book: Rulebook, truth: Truth, told: Any, viewer: Viewer, desk: Desk, *to: Any
    ) -> View:
        return before(book, truth, told, viewer, replace(desk, over=True), *to)

    patch.setattr("legation.table.game.see", early)


def reports_have_no_audience(patch: Patch) -> None:
    patch.setattr(see, "_hears", lambda book, viewer, report: True)


def who_else_was_told_is_told(patch: Patch) -> None:
    patch.setattr(see, "_alone", lambda viewer, report: report)


def everybody_reads_the_truth(patch: Patch) -> None:
    patch.setattr(see, "_outcomes", lambda book, moment, viewer: moment.editions.of(None))


def all_read_what_everybody_reads(patch: Patch) -> None:
    patch.setattr(see, "_outcomes", lambda book, moment, viewer: moment.editions.of(""))


def who_has_no_edition_reads_the_truth(patch: Patch) -> None:
    before = Editions.of

    def of(self: Editions, reader: str | None) -> Edition:
        return before(self, reader if reader in self.readers else None)

    patch.setattr(Editions, "of", of)


def anybody_reads_as_told_to_others(patch: Patch) -> None:
    before = see.see

    def master(
        book: Rulebook, truth: Truth, told: Any, viewer: Viewer, desk: Desk, other: Any = None
    ) -> View:
        reads = viewer if other is None or viewer.knows_all else GAME_MASTER
        return replace(before(book, truth, told, reads, desk, other), viewer=viewer)

    patch.setattr("legation.table.game.see", master)


def what_waits_is_lent_to_the_master(patch: Patch) -> None:
    patch.setattr(see, "_cleared", lambda desk: desk)


def what_is_sealed_is_lent_to_the_archive(patch: Patch) -> None:
    patch.setattr(see, "opened", lambda book, view: view)


def causes_are_left_as_they_are(patch: Patch) -> None:
    def left(done: Done, reader: str) -> tuple[Outcome, ...]:
        return tuple(o for o in done.work.book.heard(done, reader) if o is not None)

    patch.setattr(editions, "_heard", left)


def moments_leave_a_trace(patch: Patch) -> None:
    def told(book: Rulebook, moments: Iterable[Moment], viewer: Viewer) -> Iterator[Told]:
        for moment in moments:
            reports = tuple(r for r in moment.reports if see._hears(book, viewer, r))
            outcomes = see._outcomes(book, moment, viewer)
            yield Told(moment.number, moment.phase, reports, outcomes)

    patch.setattr(see, "_told", told)


# Leaks of reasons (STD-WHY)


def nothing_is_given(patch: Patch) -> None:
    patch.setattr(World, "_stopped", lambda self: frozenset())


def rings_are_never_given(patch: Patch) -> None:
    before = World._stopped

    def alone(self: World) -> frozenset[int]:
        found: frozenset[int] = before(self)
        return found if len(found) == 1 else frozenset()

    patch.setattr(World, "_stopped", alone)


def what_stood_ahead_is_not_asked(patch: Patch) -> None:
    patch.setattr(World, "_rests", lambda self, index: set())


def reasons_are_told_whatever_happened(patch: Patch) -> None:
    patch.setattr(World, "sound", property(lambda self: [True] * len(self.intents)))


def chains_are_not_followed(patch: Patch) -> None:
    alone = property(lambda self: [t and i not in self.given for i, t in enumerate(self.told)])
    patch.setattr(World, "sound", alone)


def supports_are_told_whatever_happened(patch: Patch) -> None:
    patch.setattr(World, "told", property(lambda self: list(self.fared)))


def contested_places_are_not_compared(patch: Patch) -> None:
    patch.setattr(
        World,
        "_fared",
        lambda self, index: end_of(self.movement, self.resolution, index) == self.ends[index],
    )


def moves_fare_as_in_the_readers_world(patch: Patch) -> None:
    patch.setattr(World, "_fate", lambda self, index: self.fates[index].fate)


def known_units_without_an_order_are_left_out(patch: Patch) -> None:
    patch.setattr(shown, "_found", lambda unit, seen: None)


def units_keep_their_identities_in_worlds(patch: Patch) -> None:
    patch.setattr(shown, "faceless", lambda unit: unit)


def who_stands_there_is_not_told(patch: Patch) -> None:
    patch.setattr(World, "_lost_place", lambda self, index: "")


def whoever_truly_stands_there_is_told(patch: Patch) -> None:
    def seen(done: Done, power: str, published: Published) -> Shown:
        units = tuple(unit.shown for unit in done.work.position.units)
        return replace(shown_to(done, power, published), seen=units)

    patch.setattr(editions, "shown_to", seen)


def reasons_change_with_what_is_learned(patch: Patch) -> None:
    latest, of_phase = list[Done](), Editions.of_phase
    before = atomic("shown").ground_known

    def kept(done: Done) -> Editions:
        latest.append(done)
        return of_phase(done)

    def later(done: Done, power: str, survey: Survey, orders: Any) -> Any:
        work = done.work.at(latest[-1].work.truth)
        return before(structs.replace(done, work=work), power, survey, orders)

    patch.setattr(Editions, "of_phase", kept)
    patch.setattr(atomic("shown"), "ground_known", later)


def battles_hide_the_orders_of_others(patch: Patch) -> None:
    define = Rulebook.define

    def hidden(_: type[Rulebook], definition: Definition, options: Options) -> Definition:
        return replace(define(definition, options), hides_battles=True)

    def own(self: Rulebook, done: Done, power: str) -> Published:
        intents = enumerate(done.movement.intents)
        return all_published(done, [i for i, each in intents if each.unit.power != power])

    patch.setattr(Rulebook, "define", classmethod(hidden))
    patch.setattr(Rulebook, "orders_shown", own)


def explanations_do_not_say_how_far_they_hold(patch: Patch) -> None:
    for face in (newsletter, plain):
        patch.setattr(face, "proviso", lambda book, phase, viewer: "")


def whoever_sees_less_reads_the_truth(patch: Patch) -> None:
    patch.setattr(Rulebook, "orders_shown", lambda self, done, power: None)


def orders_in_the_fog_are_published(patch: Patch) -> None:
    patch.setattr(fog, "orders_shown", lambda done, power: all_published(done))


def retreats_in_the_fog_are_heard(patch: Patch) -> None:
    patch.setattr(fog, "heard", lambda done, told, power: told)


def _seen_with(patch: Patch, change: Callable[[View, Truth, Desk], View]) -> None:
    before = see.see

    def after(book: Rulebook, truth: Truth, told: Any, who: Viewer, desk: Desk, to: Any) -> View:
        return change(before(book, truth, told, who, desk, to), truth, desk)

    patch.setattr("legation.table.game.see", after)


def the_seed_is_shown_at_once(patch: Patch) -> None:
    _seen_with(patch, lambda view, truth, desk: replace(view, seeds=desk.seeds))


def votes_are_shown(patch: Patch) -> None:
    def cast(view: View, truth: Truth, desk: Desk) -> View:
        return replace(view, voted=frozenset(m.proposal.id for m in desk.motions if m.accepted))

    _seen_with(patch, cast)


def orders_are_judged_on_the_whole_board(patch: Patch) -> None:
    def survey(self: Game, power: str) -> Survey:
        return Survey(self._book, see._nameless(self._state.truth.position))

    patch.setattr(Game, "_survey", survey)


# Leaks of Locarno


def bids_are_told_to_all(patch: Patch) -> None:
    bids = locarno("bids")
    before = bids._accepted

    def told(survey: Survey, power: str, orders: list[Order]) -> Any:
        good, reports = before(survey, power, orders)
        return good, [replace(report, audience=None) for report in reports]

    patch.setattr(bids, "_accepted", told)


def bids_stay_on_the_sheets(patch: Patch) -> None:
    bids = locarno("bids")
    before = bids.settle_bids

    def kept(work: Work) -> Work:
        done: Work = before(work)
        return done.given({**done.orders, **work.orders})

    patch.setattr(bids, "settle_bids", kept)


def minors_without_bids_have_no_order(patch: Patch) -> None:
    bids = locarno("bids")
    before = bids.settle_bids

    def idle(work: Work) -> Work:
        orders = [order for sheet in work.orders.values() for order in sheet]
        asked = {o.unit.province for o in orders if o.verb == "bid" and o.unit}
        done: Work = before(work)
        for unit in work.position.units:
            if unit.power not in work.book.players and unit.province not in asked:
                done = done.ordering(unit.power, [])
        return done

    patch.setattr(bids, "settle_bids", idle)


def bids_are_never_sealed(patch: Patch) -> None:
    patch.setattr(locarno("bids"), "SECRETS", frozenset())


# Leaks of London Nights


def the_hook_tells_the_whole_board(patch: Patch) -> None:
    patch.setattr(night("sights"), "known", lambda book, truth, power: truth.position)


def places_truly_open_to_a_retreat_are_shown(patch: Patch) -> None:
    patch.setattr(night("sights"), "_shown", lambda book, known, lost: lost)


def bounces_of_the_unseen_are_shown(patch: Patch) -> None:
    sights = night("sights")
    before = sights.known

    def known(book: Rulebook, truth: Truth, power: str) -> Position:
        board: Position = before(book, truth, power)
        return replace(board, contested=truth.position.contested)

    patch.setattr(sights, "known", known)


def secrets_of_the_night_are_for_all(patch: Patch) -> None:
    patch.setattr(night("cast").Ledger, "seen_by", lambda kept, power: kept)


def lore_is_for_all(patch: Patch) -> None:
    sights = night("sights")
    before = sights.lore
    patch.setattr(sights, "lore", lambda book, truth, power: before(book, truth, None))


def _lore_with(patch: Patch, key: str) -> None:
    sights = night("sights")
    before = sights.lore

    def lore(book: Rulebook, truth: Truth, power: str | None) -> dict[str, object]:
        return {**before(book, truth, power), key: before(book, truth, None)[key]}

    patch.setattr(sights, "lore", lore)


def everybody_knows_what_the_city_knows(patch: Patch) -> None:
    _lore_with(patch, "known-to-city")


def everybody_knows_who_is_unseen(patch: Patch) -> None:
    _lore_with(patch, "unseen")


def everybody_hears_what_the_city_is_told(patch: Patch) -> None:
    hidden = night("hidden")
    before = hidden.deal

    def deal(book: Rulebook, truth: Truth, dice: Any) -> Any:
        truth, reports = before(book, truth, dice)
        return truth, tuple(replace(report, audience=None) for report in reports)

    patch.setattr(hidden, "deal", deal)


def every_order_of_the_theatre_is_published(patch: Patch) -> None:
    patch.setattr(night("shown"), "unpublished", lambda movement, resolution: frozenset())


def all_theatre_units_count_as_in_conflict(patch: Patch) -> None:
    conflict = night("conflict").Conflict
    patch.setattr(conflict, "_in_conflict", lambda self, index: True)


def outcomes_of_others_tell_of_the_unseen(patch: Patch) -> None:
    patch.setattr(night("shown"), "orders_shown", lambda done, power: None)


def losses_tell_who_did_it(patch: Patch) -> None:
    theatre = night("theatre")
    before = theatre._reports

    def reports(work: Work, hidden: Any) -> tuple[Report, ...]:
        told: tuple[Report, ...] = before(work, hidden)
        lost = [r for r in work.reports if r.kind in theatre._FATES]
        return (*(r for r in told if r.clause != "LN-1A-a"), *lost)

    patch.setattr(theatre, "_reports", reports)


def who_has_truly_nowhere_to_go_is_gone(patch: Patch) -> None:
    patch.setattr(night("theatre"), "_open_to", lambda work, index, lost: lost.retreats)


def bounces_of_two_unseen_are_reported(patch: Patch) -> None:
    theatre = night("theatre")
    before = theatre._seen

    def seen(work: Work, position: Position, hidden: Any) -> Position:
        board: Position = before(work, position, hidden)
        return replace(board, contested=position.contested)

    patch.setattr(theatre, "_seen", seen)


def supports_are_told_as_they_were_understood(patch: Patch) -> None:
    patch.setattr(night("shown"), "_as_handed_in", lambda order, unit, sheet: order)


def names_on_bridges_count_the_unseen(patch: Patch) -> None:
    def whole(book: Book, units: list[Any]) -> list[Any]:
        return list(units)

    for name in ("shown", "theatre"):
        patch.setattr(night(name), "public_names", whole)


def names_on_bridges_are_not_settled(patch: Patch) -> None:
    hooks = night("hooks")
    patch.setattr(hooks, "address", lambda work: work)


def the_police_see_everybody(patch: Patch) -> None:
    patch.setattr(night("patrol"), "_public", lambda book, truth: Survey(book, truth.position))


def the_taxis_duty_is_judged_on_the_whole_board(patch: Patch) -> None:
    taxis = night("taxis")
    before = taxis.first_leg

    def first_leg(work: Work) -> Work:
        seeing = type("Seeing", (type(work.book),), {"known": Rulebook.known})
        book = seeing(work.book.definition, work.book.options)
        done: Work = before(structs.replace(work, book=book))
        return structs.replace(done, book=work.book)

    patch.setattr(taxis, "first_leg", first_leg)


def nobody_stays_unseen_after_a_movement(patch: Patch) -> None:
    placed = night("crossing").placed
    patch.setattr(
        night("theatre"),
        "placed",
        lambda work, position, unseen: placed(work, position, frozenset()),
    )


def nobody_stays_unseen_after_adjustments(patch: Patch) -> None:
    patch.setattr(night("hooks"), "unseen_ids", lambda truth: frozenset())


def unseen_finders_are_named(patch: Patch) -> None:
    hours = night("hours")
    before = hours.discover

    def discover(work: Work) -> Work:
        done: Work = before(work)
        return done.telling(_named_finder(report) for report in done.reports)

    patch.setattr(hours, "discover", discover)


def _named_finder(report: Report) -> Report:
    if report.kind != "discovered-unnamed":
        return report
    return replace(report, kind="discovered", facts={**report.facts, "power": "Theatre-Goers"})


def rooms_taken_by_the_unseen_are_not_counted(patch: Patch) -> None:
    patch.setattr(night("hooks").Rules, "builds_possible", Rulebook.builds_possible)


# Leaks of Warwick


def everybodys_board_shows_where_henry_is(patch: Patch) -> None:
    sights, henry_of = warwick("sights"), warwick("henry").henry_of
    before = sights.known
    patch.setattr(
        sights,
        "known",
        lambda book, truth, power: before(book, truth, henry_of(book, truth).holder),
    )


def secrets_of_the_court_are_for_all(patch: Patch) -> None:
    patch.setattr(warwick("cast").Ledger, "seen_by", lambda kept, power: kept)


def henrys_holder_is_lore(patch: Patch) -> None:
    sights = warwick("sights")
    before = sights.lore
    patch.setattr(sights, "lore", lambda book, truth, power: before(book, truth, None))


def that_henry_is_unassigned_is_shown(patch: Patch) -> None:
    sights, henry_of = warwick("sights"), warwick("henry").henry_of
    before = sights.known

    def known(book: Rulebook, truth: Truth, power: str) -> Position:
        board: Position = before(book, truth, power)
        free = () if henry_of(book, truth).unit else ("yes",)
        return replace(board, facts={**board.facts, "henry-unassigned": free})

    patch.setattr(sights, "known", known)


def all_is_said_aloud_about_henry(patch: Patch) -> None:
    patch.setattr(
        warwick("henry"),
        "_whisper",
        lambda kind, clause, power, **facts: Report(kind, clause, facts),
    )


def orders_about_henry_are_published(patch: Patch) -> None:
    henry = warwick("henry")
    before = henry.prepare
    patch.setattr(henry, "prepare", lambda work: before(work).given(work.orders))


def henrys_holder_wins_for_him(patch: Patch) -> None:
    wishes, henry_of = warwick("wishes"), warwick("henry").henry_of

    def kings(book: Rulebook, truth: Truth, court: Any) -> frozenset[str]:
        king = henry_of(book, truth).holder if court.king == "Henry VI" else court.king
        return frozenset({king}) - {""}

    patch.setattr(wishes, "kings", kings)


# Leaks of Post-Atomic


def owners_of_unfound_centres_are_shown(patch: Patch) -> None:
    sights = atomic("sights")
    before = sights.known

    def known(book: Rulebook, truth: Truth, power: str) -> Position:
        board: Position = before(book, truth, power)
        return replace(board, owners=truth.position.owners)

    patch.setattr(sights, "known", known)


def ranges_and_centres_are_lore(patch: Patch) -> None:
    sights = atomic("sights")
    before = sights.lore
    patch.setattr(sights, "lore", lambda book, truth, power: before(book, truth, None))


def all_doubles_are_known(patch: Patch) -> None:
    ledger = atomic("ledger").Ledger
    before = ledger.seen_by

    def seen(kept: Any, power: str) -> Any:
        doubles = tuple(text for text, by in kept.ranges.items() if len(by) > 1)
        return replace(before(kept, power), doubles_known={power: doubles})

    patch.setattr(ledger, "seen_by", seen)


def all_ranges_are_known(patch: Patch) -> None:
    secrets_of_ranges_are_for_all(patch)
    for name in ("ranges", "sights"):
        patch.setattr(atomic(name), "known_to", lambda kept, power: frozenset(kept.ranges))


def secrets_of_ranges_are_for_all(patch: Patch) -> None:
    patch.setattr(atomic("ledger").Ledger, "seen_by", lambda kept, power: kept)


def reasons_tell_of_ranges(patch: Patch) -> None:
    def true(done: Done, power: str, survey: Survey, orders: Any) -> Any:
        return done.work.ground.faceless()

    patch.setattr(atomic("shown"), "ground_known", true)


def ranges_found_just_now_are_no_reason(patch: Patch) -> None:
    before = atomic("shown").ground_known

    def then(done: Done, power: str, survey: Survey, orders: Any) -> Any:
        work = done.work.at(done.start)
        return before(structs.replace(done, work=work), power, survey, orders)

    patch.setattr(atomic("shown"), "ground_known", then)


def retreats_show_what_ranges_close(patch: Patch) -> None:
    patch.setattr(atomic("sights"), "_shown", lambda book, truth, board, lost, power: lost)


def credits_are_told_to_all(patch: Patch) -> None:
    centres = atomic("centres")
    before = centres.change_owners

    def change(work: Work) -> Work:
        done: Work = before(work)
        return done.telling(replace(r, audience=None) for r in done.reports)

    patch.setattr(centres, "change_owners", change)


def orders_out_of_sight_are_published(patch: Patch) -> None:
    patch.setattr(atomic("shown"), "orders_shown", lambda done, power: all_published(done))


def orders_for_the_unseen_are_told_as_understood(patch: Patch) -> None:
    patch.setattr(atomic("shown"), "_as_meant", lambda movement, row, still: row)


def ranges_found_are_told_to_all(patch: Patch) -> None:
    def found(kind: str, clause: str, power: str, text: str) -> Report:
        return Report(kind, clause, {"power": power, "border": text})

    patch.setattr(atomic("ranges"), "_found", found)


def centres_found_are_told_to_all(patch: Patch) -> None:
    def told(kind: str, clause: str, power: str, place: str) -> Report:
        return Report(kind, clause, {"power": power, "place": place})

    patch.setattr(atomic("centres"), "_told", told)


def a_winter_with_nothing_due_is_passed_over(patch: Patch) -> None:
    patch.setattr(atomic("hooks").Rules, "idle", Rulebook.idle)


def _winter_but(patch: Patch, spared: Callable[[Outcome], bool]) -> None:
    shown_to = atomic("shown")
    before = shown_to._winter

    def winter(book: Book, told: Outcome, power: str) -> Outcome | None:
        found: Outcome | None = told if spared(told) else before(book, told, power)
        return found

    patch.setattr(shown_to, "_winter", winter)


def refused_builds_are_published(patch: Patch) -> None:
    _winter_but(patch, lambda told: told.reason.kind in ("adjust-void", "waived"))


def builds_out_of_sight_are_published(patch: Patch) -> None:
    _winter_but(patch, lambda told: told.reason.kind == "built")


def units_built_out_of_sight_are_shown(patch: Patch) -> None:
    patch.setattr(atomic("unseen"), "without", lambda truth, power: truth.position)


def removals_say_how_they_were_chosen(patch: Patch) -> None:
    patch.setattr(atomic("shown"), "AUTOMATIC", frozenset())


def refusals_of_the_first_winter_are_published(patch: Patch) -> None:
    patch.setattr(atomic("shown"), "SETUP", "")


# The tests that catch them


class Named(NamedTuple):
    """A test by its name, and how it is run: one part after the other."""

    name: str
    parts: tuple[Callable[[], object], ...]


def sight(name: str) -> Named:
    """A test of ``test_sight.py``."""
    return Named(f"tests/sight/test_sight.py::{name}", (getattr(test_sight, name),))


def here(test: Callable[[], None]) -> Named:
    """A test of this module."""
    return Named(f"tests/sight/test_gate_checks.py::{test.__name__}", (test,))


def reasons(name: str) -> Named:
    """A test of ``test_worlds.py``."""
    return Named(f"tests/rules/test_worlds.py::{name}", (getattr(test_worlds, name),))


def case(variant: str, file: str, name: str) -> Named:
    """A case of a variant, which the test of all case files runs."""
    path = Path(legation.variants.__file__).parent / variant / "cases" / file

    def run() -> None:
        (found,) = (each for each in load_cases(path) if each.id == name)
        assert check_case(found) == []

    return Named(f"tests/variants/test_cases.py::test_case[{variant} {name}]", (run,))


def law(family: str) -> Named:
    """A law of non-interference, seed by seed."""
    name = next(name for name, families in LAW_TESTS.items() if family in families)
    seeds = test_non_interference.SEEDS[family]
    parts = tuple(partial(_unharmed, family, seed) for seed in seeds)
    return Named(f"tests/laws/test_non_interference.py::{name}", parts)


LAW_TESTS = {
    "test_sheets_and_votes_that_wait": ("sheets", "locarno sheets", "night sheets"),
    "test_bids": ("bids",),
    "test_bids_in_the_archive": ("archive",),
    "test_quiet_moves_of_the_theatre_goers": ("theatre",),
    "test_scenes_of_the_theatre_goers": ("scenes",),
    "test_room_for_the_builds_of_the_theatre_goers": ("house",),
    "test_the_deal_of_hidden_centres": ("deal",),
    "test_where_henry_is": ("henry",),
    "test_wishes_to_win_jointly_in_vain": ("wishes",),
    "test_who_placed_a_range_and_whether_it_is_double": ("placers",),
    "test_ranges_that_nobody_met": ("unmet",),
    "test_battles_that_hang_on_a_range": ("range scenes",),
    "test_centres_that_were_dealt_and_not_found": ("dealt",),
    "test_what_a_winter_keeps": ("winters",),
    "test_orders_in_fog": ("fog",),
    "test_battles_that_hang_on_what_is_out_of_sight": ("fog scenes",),
}


def _unharmed(family: str, seed: int) -> None:
    assert interference.found(family, [seed]).failures == []


SEED = "0123456789abcdef0123456789abcdef"


def test_who_else_was_told_stays_unsaid() -> None:
    report = Report("secret", "c", {}, frozenset({"France", "Italy"}))
    told = Moment(0, test_sight.SPRING, (report,))
    (item,) = test_sight.through(told, power_viewer("France"))
    assert [r.audience for r in item.reports] == [frozenset({"France"})]
    (item,) = test_sight.through(told, GAME_MASTER)
    assert item.reports == (report,)


def test_sealed_orders_stay_as_they_are() -> None:
    game = Game.new("london_nights", {"police-orders": "game-master"}, seed=SEED)
    game.submit("Police", ["U Stj H"], settled=True)
    before = twin(game)
    for act in (
        lambda: game.submit("Police", ["U Stj - Whi"]),
        lambda: game.settle("Police", settled=False),
        lambda: game.clear("Police"),
    ):
        with contextlib.suppress(StateError):
            act()
        assert game.record == before.record


@dataclass(frozen=True)
class Check:
    """A check of the gate: how to remove it, and the test that then fails."""

    remove: Callable[[Patch], None]
    test: Named


CHECKS = [
    Check(everybody_knows_the_board, law("theatre")),
    Check(units_keep_their_identities, sight("test_private_identities_do_not_pass")),
    Check(sheets_are_read_by_all, law("sheets")),
    Check(the_master_reads_before_he_seals, law("night sheets")),
    Check(the_master_is_never_blind, law("night sheets")),
    Check(sealed_orders_can_be_written_anew, here(test_sealed_orders_stay_as_they_are)),
    Check(the_archive_opens_sealed_orders, law("archive")),
    Check(the_archive_shows_sheets_with_nothing_left, law("archive")),
    Check(the_archive_hears_sealed_reports, law("archive")),
    Check(the_archive_opens_at_once, sight("test_the_archive_opens_when_the_game_is_over")),
    Check(reports_have_no_audience, law("bids")),
    Check(who_else_was_told_is_told, here(test_who_else_was_told_stays_unsaid)),
    Check(everybody_reads_the_truth, law("theatre")),
    Check(all_read_what_everybody_reads, sight("test_everybody_reads_his_own_edition")),
    Check(who_has_no_edition_reads_the_truth, sight("test_who_has_no_edition_reads_nothing")),
    Check(anybody_reads_as_told_to_others, sight("test_the_master_reads_what_a_power_was_told")),
    Check(what_waits_is_lent_to_the_master, sight("test_the_master_reads_what_a_power_was_told")),
    Check(
        what_is_sealed_is_lent_to_the_archive,
        sight("test_what_stays_sealed_is_sealed_in_what_others_were_told"),
    ),
    Check(causes_are_left_as_they_are, sight("test_causes_name_only_outcomes_that_are_heard")),
    Check(nothing_is_given, reasons("test_who_follows_on_a_stopped_move_reads_why")),
    Check(rings_are_never_given, reasons("test_a_support_for_a_ring_that_stood_is_told")),
    Check(what_stood_ahead_is_not_asked, reasons("test_who_follows_on_a_stopped_move_reads_why")),
    Check(
        reasons_are_told_whatever_happened,
        reasons("test_a_reason_rests_on_every_order_behind_it"),
    ),
    # The eight rules of STD-WHY, each with the case or test of its number.
    Check(reasons_tell_of_ranges, case("post_atomic", "why.yaml", "STD-WHY.1")),
    Check(nothing_is_given, case("post_atomic", "why.yaml", "STD-WHY.2")),
    Check(reasons_are_told_whatever_happened, case("post_atomic", "why.yaml", "STD-WHY.3")),
    Check(who_stands_there_is_not_told, case("post_atomic", "why.yaml", "STD-WHY.3")),
    Check(supports_are_told_whatever_happened, case("post_atomic", "why.yaml", "STD-WHY.4")),
    Check(removals_say_how_they_were_chosen, case("post_atomic", "why.yaml", "STD-WHY.5")),
    Check(everybody_reads_the_truth, case("post_atomic", "why.yaml", "STD-WHY.6")),
    Check(
        reasons_change_with_what_is_learned,
        reasons("test_reasons_are_fixed_when_the_phase_closes"),
    ),
    Check(battles_hide_the_orders_of_others, case("standard", "standard.yaml", "STD-WHY.7")),
    Check(
        explanations_do_not_say_how_far_they_hold,
        reasons("test_explanations_say_once_how_far_they_hold"),
    ),
    Check(ranges_found_just_now_are_no_reason, case("post_atomic", "why.yaml", "STD-WHY.8")),
    Check(whoever_truly_stands_there_is_told, law("fog scenes")),
    Check(chains_are_not_followed, reasons("test_a_reason_rests_on_what_is_behind_a_cause")),
    Check(
        supports_are_told_whatever_happened,
        reasons("test_nothing_is_told_of_a_support_whose_target_fared_otherwise"),
    ),
    Check(contested_places_are_not_compared, reasons("test_what_was_contested_is_given_too")),
    Check(
        moves_fare_as_in_the_readers_world,
        reasons("test_a_reason_rests_on_every_order_behind_it"),
    ),
    Check(
        known_units_without_an_order_are_left_out,
        reasons("test_a_known_unit_without_a_shown_order_stands_where_it_is_seen_again"),
    ),
    Check(units_keep_their_identities_in_worlds, reasons("test_worlds_have_no_identities")),
    Check(whoever_sees_less_reads_the_truth, law("fog")),
    Check(orders_in_the_fog_are_published, law("fog")),
    Check(
        moments_leave_a_trace,
        sight("test_a_moment_of_which_one_hears_nothing_leaves_no_trace"),
    ),
    Check(the_seed_is_shown_at_once, sight("test_the_seed_is_secret_until_the_game_is_over")),
    Check(votes_are_shown, sight("test_votes_are_seen_by_who_cast_them")),
    Check(orders_are_judged_on_the_whole_board, law("theatre")),
    Check(bids_are_told_to_all, law("bids")),
    Check(bids_stay_on_the_sheets, law("archive")),
    Check(minors_without_bids_have_no_order, law("archive")),
    Check(bids_are_never_sealed, law("archive")),
    Check(the_hook_tells_the_whole_board, law("theatre")),
    Check(places_truly_open_to_a_retreat_are_shown, law("scenes")),
    Check(bounces_of_the_unseen_are_shown, law("scenes")),
    Check(secrets_of_the_night_are_for_all, law("deal")),
    Check(lore_is_for_all, law("deal")),
    Check(everybody_knows_what_the_city_knows, law("deal")),
    Check(everybody_knows_who_is_unseen, law("theatre")),
    Check(everybody_hears_what_the_city_is_told, law("deal")),
    Check(every_order_of_the_theatre_is_published, law("scenes")),
    Check(all_theatre_units_count_as_in_conflict, law("scenes")),
    Check(outcomes_of_others_tell_of_the_unseen, law("scenes")),
    Check(losses_tell_who_did_it, law("scenes")),
    Check(who_has_truly_nowhere_to_go_is_gone, law("scenes")),
    Check(bounces_of_two_unseen_are_reported, law("scenes")),
    Check(names_on_bridges_count_the_unseen, law("scenes")),
    Check(names_on_bridges_are_not_settled, law("scenes")),
    Check(the_police_see_everybody, law("scenes")),
    Check(the_taxis_duty_is_judged_on_the_whole_board, law("scenes")),
    Check(nobody_stays_unseen_after_a_movement, law("scenes")),
    Check(nobody_stays_unseen_after_adjustments, law("theatre")),
    Check(unseen_finders_are_named, case("london_nights", "centres.yaml", "LN-5b.5")),
    Check(rooms_taken_by_the_unseen_are_not_counted, law("house")),
    Check(everybodys_board_shows_where_henry_is, law("henry")),
    Check(secrets_of_the_court_are_for_all, law("henry")),
    Check(henrys_holder_is_lore, law("henry")),
    Check(that_henry_is_unassigned_is_shown, law("henry")),
    Check(all_is_said_aloud_about_henry, law("henry")),
    Check(orders_about_henry_are_published, law("henry")),
    Check(henrys_holder_wins_for_him, law("wishes")),
    Check(owners_of_unfound_centres_are_shown, law("dealt")),
    Check(ranges_and_centres_are_lore, law("placers")),
    Check(ranges_found_are_told_to_all, law("placers")),
    Check(all_doubles_are_known, law("placers")),
    Check(secrets_of_ranges_are_for_all, law("unmet")),
    Check(all_ranges_are_known, law("unmet")),
    Check(reasons_tell_of_ranges, law("winters")),
    Check(reasons_tell_of_ranges, law("range scenes")),
    Check(retreats_show_what_ranges_close, case("post_atomic", "ranges.yaml", "PA-8c.12")),
    Check(ranges_found_just_now_are_no_reason, case("post_atomic", "reasons.yaml", "PA-8c.28")),
    Check(credits_are_told_to_all, law("dealt")),
    Check(orders_out_of_sight_are_published, law("winters")),
    Check(centres_found_are_told_to_all, law("winters")),
    Check(a_winter_with_nothing_due_is_passed_over, law("winters")),
    Check(refused_builds_are_published, law("winters")),
    Check(builds_out_of_sight_are_published, law("winters")),
    Check(units_built_out_of_sight_are_shown, law("winters")),
    Check(removals_say_how_they_were_chosen, case("post_atomic", "reasons.yaml", "PA-10b.20")),
    Check(refusals_of_the_first_winter_are_published, law("winters")),
]


def _named(check: Check) -> str:
    return check.remove.__name__


@pytest.fixture
def unhooked() -> Iterator[None]:
    """Rulebooks are made anew, with what has been patched in them, and again when that is gone."""
    forget()
    yield
    forget()


@pytest.mark.parametrize("check", CHECKS, ids=_named)
@pytest.mark.usefixtures("unhooked")
def test_a_check_removed_is_missed(check: Check, monkeypatch: Patch) -> None:
    with monkeypatch.context() as patch:
        check.remove(patch)
        forget()
        for part in check.test.parts:
            try:
                part()
            except (AssertionError, pytest.fail.Exception):
                return
    pytest.fail(f"{check.test.name} does not notice it")


def test_the_named_tests_are_there() -> None:
    modules = {
        "tests/sight/test_sight.py": test_sight,
        "tests/rules/test_worlds.py": test_worlds,
        "tests/laws/test_non_interference.py": test_non_interference,
        "tests/sight/test_gate_checks.py": sys.modules[__name__],
    }
    for check in CHECKS:
        file, _, name = check.test.name.partition("::")
        if file in modules:
            assert inspect.isfunction(getattr(modules[file], name))
        else:  # a case as it stands holds; without it there is none to run
            (run,) = check.test.parts
            run()
