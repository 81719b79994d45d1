"""Plays an opened game over again: the deal from its seed, then every phase from its orders.

That hashes fit proves that nothing was changed since; this proves that it was
adjudicated by the rules. What stays closed is not there to be played, so a
game in which orders stay sealed is not replayed, and votes are not counted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from legation.board.truth import Truth
from legation.errors import LegationError
from legation.rules.rulebook import Rulebook
from legation.rules.turn import opening
from legation.sight.view import Sheet
from legation.table.canonical import canonical
from legation.table.proof.bound import why_other
from legation.table.proof.check import Fault
from legation.table.proof.papers import Paper
from legation.table.proof.parts import (
    ACTS,
    BACK,
    BOARD,
    CORRECTION,
    DEAL,
    END,
    ORDERS,
    PHASE,
    SEED,
    board_data,
    writers,
)
from legation.table.proof.pledges import Pledge
from legation.table.record import RESOLUTION, ROLLBACK, START, TAKEN_OVER, Act, PhaseRecord
from legation.table.replay import begin, fold, opening_dice, resolve
from legation.variants.load import load

Parts = Mapping[str, Any]


def why_not(paper: Paper) -> str:
    """Why a game cannot be replayed; empty where it can."""
    if not paper.pledges or paper.pledges[0].kind != DEAL:
        return "it had begun before its phases were committed to."
    if any(
        (o.pledge, o.part) == (0, BOARD) and json.loads(o.text)["begins"] == TAKEN_OVER
        for o in paper.openings
    ):
        return "it was taken over as it stood elsewhere, which no seed deals again."
    if other := why_other(paper.pledges[0].rules):
        return other
    if _book(paper).sealed:
        return "some of its orders stay sealed."
    return ""


def faults_of_replay(paper: Paper) -> list[Fault]:
    """Where this program comes to another board than was opened.

    The hashes are to be asked first (`check.faults_of`).

    Raises:
        LegationError: where the variant, or an order, is not known here.
    """
    book = _book(paper)
    played: dict[int, dict[str, Any]] = {number: {} for number in range(len(paper.pledges))}
    for each in paper.openings:
        played[each.pledge][each.part] = json.loads(each.text)
    rounds = [(pledge, played[number]) for number, pledge in enumerate(paper.pledges)]
    return list(_played(book, rounds))


def _book(paper: Paper) -> Rulebook:
    rules = paper.pledges[0].rules
    options = {str(name): str(value) for name, value in dict(rules["options"]).items()}  # type: ignore[call-overload]
    return load(str(rules["variant"]), options, recorded=True)


def _played(book: Rulebook, rounds: list[tuple[Pledge, dict[str, Any]]]) -> Iterator[Fault]:
    seed = rounds[0][1][SEED]["seed"]
    truth, _ = opening(book, opening_dice(seed))
    begun: dict[int, PhaseRecord] = {}
    here = begin(0, START, truth)
    for pledge, parts in rounds:
        if pledge.kind != DEAL:
            done = _with(book, here, parts)
            if pledge.kind == PHASE:
                try:
                    here = _next(book, done, seed)
                except LegationError as error:
                    yield _fault(pledge, f"it cannot be replayed: {error}")
                    return
            elif pledge.kind == BACK:
                here = _back(begun, parts)
        if pledge.kind in (CORRECTION, END):
            shown = replace(_with(book, here, parts), sheets={})
        else:
            shown = here
            begun[here.number] = here
        if pledge.kind != END and _differs(book, shown, parts):
            what = "the deal from the seed" if pledge.kind == DEAL else "the board"
            yield _fault(pledge, f"{what} is another when the game is replayed by this program.")
            return
        seed = parts[SEED]["seed"]


def _with(book: Rulebook, here: PhaseRecord, parts: Parts) -> PhaseRecord:
    """A phase with the orders and acts that were opened of it."""
    acts = tuple(Act(act["kind"], _facts(act["facts"])) for act in parts[ACTS]["acts"])
    sheets = {
        power: Sheet(tuple(parts[ORDERS + power]["orders"]))
        for power in writers(book)
        if ORDERS + power in parts
    }
    return replace(here, acts=acts, sheets=sheets)


def _facts(written: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of an act; of several values JSON has made a list."""
    return {name: tuple(f) if isinstance(f, list) else f for name, f in written.items()}


def _next(book: Rulebook, done: PhaseRecord, seed: str) -> PhaseRecord:
    state, _ = fold(book, done)
    truth, _ = resolve(book, done, state, seed)
    return begin(done.number + 1, RESOLUTION, truth, state.disorder)


def _back(begun: Mapping[int, PhaseRecord], parts: Parts) -> PhaseRecord:
    number = parts[BOARD]["number"]
    was = begun[number]
    truth: Truth = was.truth
    return begin(number, ROLLBACK, truth, was.disorder)


def _differs(book: Rulebook, here: PhaseRecord, parts: Parts) -> bool:
    return canonical(board_data(book, here)) != canonical(parts[BOARD])


def _fault(pledge: Pledge, what: str) -> Fault:
    return Fault(pledge.number, pledge.phase, what)
