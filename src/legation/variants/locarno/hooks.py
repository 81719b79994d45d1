"""What Locarno changes in the standard rulebook; see rules.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from legation.board.calendar import MOVEMENT
from legation.board.truth import Truth
from legation.board.units import UnitName
from legation.rules import standard
from legation.rules.reports import Fact
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.rules.work import COUNT, OPEN, after, at_end, before

from . import bids, minors


def join(book: Rulebook) -> Rulebook:
    """The standard rulebook with the minor powers, their bids and the endings of this game."""
    steps = before(book.steps, MOVEMENT, "fight", ("bids", bids.settle_bids))
    steps = after(steps, COUNT, "owners", ("minors", minors.restore))
    steps = at_end(steps, OPEN, ("civil disorder", minors.fall_due))
    book = book.with_neutrals(*minors.nationalities(book))
    closed = bids.SECRETS if book.options["reveal-bids-at-end"] == "no" else frozenset[str]()
    return replace(
        book,
        order_types={**book.order_types, bids.BID: bids.BIDS},
        criteria={**book.criteria, **bids.CHECKS},
        check_sheet=bids.check_sheet,
        steps=steps,
        steps_of=minors.steps,
        support_reach=minors.support_reach,
        retreats=minors.retreats,
        loss=minors.loss,
        disorder=minors.disorder,
        disorder_ends=False,
        victory_at_once=True,
        survivors=survivors,
        ledger_keys={**book.ledger_keys, **minors.KEYS},
        sealed=book.sealed | closed,
        why_no_build=why_no_build,
        victory=victory,
        sharers=sharers,
        abandoned=sharers,
        lore=lore,
    )


def why_no_build(survey: Survey, power: str, name: UnitName) -> tuple[str, str]:
    """Why a power cannot build there: colonies are nobody's home (LO-S-1)."""
    province = survey.graph.provinces[name.province]
    if "colony" in province.features:
        return f"{province.name} is a colony; units are built in home centres only", "LO-S-1"
    return standard.why_no_build(survey, power, name)


def victory(book: Rulebook, truth: Truth) -> minors.Told:
    """Ends the game for the greatest of those with enough centres (LO-V-1a, LO-V-1b).

    A fallen power counts for nothing.
    """
    fallen = minors.kept(truth, minors.FALLEN)
    owners = {c: power for c, power in truth.position.owners.items() if power not in fallen}
    found, reports = standard.victory(
        book, replace(truth, position=replace(truth.position, owners=owners))
    )
    truth = replace(truth, ending=found.ending, winner=found.winner)
    return truth, tuple(replace(report, clause="LO-V-1a") for report in reports)


def survivors(book: Rulebook, truth: Truth) -> tuple[str, ...]:
    """Who is still in the game: a fallen power never is again (LO-CD-d)."""
    fallen = minors.kept(truth, minors.FALLEN)
    return tuple(p for p in standard.survivors(book, truth) if p not in fallen)


def sharers(book: Rulebook, truth: Truth) -> tuple[str, ...]:
    """Who shares a game without a winner: all who still have a unit (LO-V-2)."""
    position = truth.position
    units = (*position.units, *(lost.unit for lost in position.dislodged))
    return tuple(sorted({unit.power for unit in units} & book.players))


def lore(book: Rulebook, truth: Truth, power: str | None) -> Mapping[str, Fact]:
    """What everybody knows beside the board: who fell, and one's own points (LO-DP-1a)."""
    found: dict[str, Fact] = {
        key: minors.kept(truth, key)
        for key in (minors.FALLEN, minors.FALLING)
        if minors.kept(truth, key)
    }
    if power in book.players and truth.position.phase.kind == MOVEMENT:
        found["points"] = bids.points_of(truth.position, str(power))
    return found
