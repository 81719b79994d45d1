"""Does what was opened fit what was told? Only hashes are asked, no rules and no server.

The script of the site (`server/proof/static/proof/check.js`) asks the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from legation.table.proof.papers import OPENED, Opening, Paper
from legation.table.proof.parts import WHO, stays_closed
from legation.table.proof.pledges import Pledge


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a proof fails: the pledge, its phase, and one sentence on the thing."""

    pledge: int
    phase: str
    what: str

    def __str__(self) -> str:
        return f"{self.phase} (pledge {self.pledge}): {self.what}"


def faults_of(paper: Paper) -> list[Fault]:
    """What is wrong with a file by itself: its chain, its openings, and what was not opened."""
    return [*_chain(paper), *_openings(paper), *_left_out(paper)]


def faults_against(opened: Paper, receipts: Paper) -> list[Fault]:
    """Where what was opened is another game, history or part than what a player was told."""
    if opened.game != receipts.game:
        return [Fault(0, "the start", f"this is game {opened.game}, not game {receipts.game}.")]
    faults = list(_history(opened, receipts))
    shown = {(o.pledge, o.part): o for o in opened.openings}
    for own in receipts.openings:
        other = shown.get((own.pledge, own.part))
        if other is None and not (stays_closed(own.part) or own.part == WHO):
            faults.append(_at(receipts, own, f"the part “{own.part}” was told, and is not opened."))
        elif other is not None and other.text != own.text:
            faults.append(_at(receipts, own, f"the part “{own.part}” was told otherwise then."))
    return faults


def _chain(paper: Paper) -> Iterator[Fault]:
    previous = ""
    for number, pledge in enumerate(paper.pledges):
        if pledge.game != paper.game:
            yield _of(pledge, number, f"the pledge is of another game, {pledge.game}.")
        if pledge.number != number:
            yield _of(pledge, number, f"the pledge has number {pledge.number}: one is missing.")
        if pledge.previous != previous:
            yield _of(pledge, number, "it does not follow the pledge before, which was changed.")
        previous = pledge.sha256
    if previous != paper.head and paper.pledges:
        last = len(paper.pledges) - 1
        yield _of(paper.pledges[-1], last, "the last pledge has not the hash that the file tells.")


def _openings(paper: Paper) -> Iterator[Fault]:
    for opening in paper.openings:
        if opening.pledge >= len(paper.pledges):
            yield Fault(opening.pledge, "no phase", f"“{opening.part}” belongs to no pledge.")
            continue
        committed = paper.pledges[opening.pledge].commitments.get(opening.part)
        if committed is None:
            yield _at(paper, opening, f"the part “{opening.part}” was never committed to.")
        elif committed != opening.sha256:
            yield _at(paper, opening, f"the part “{opening.part}” is not what was committed to.")


def _left_out(paper: Paper) -> Iterator[Fault]:
    """Of a finished game all is opened but what stays closed, and names that were erased."""
    if paper.format != OPENED:
        return
    shown = {(o.pledge, o.part) for o in paper.openings}
    for number, pledge in enumerate(paper.pledges):
        for part in pledge.commitments:
            if (number, part) not in shown and not stays_closed(part) and part != WHO:
                yield _of(pledge, number, f"the part “{part}” is not opened.")


def _history(opened: Paper, receipts: Paper) -> Iterator[Fault]:
    for number, told in enumerate(receipts.pledges):
        if number >= len(opened.pledges):
            yield _of(told, number, "this pledge was told, and is in the opened record no more.")
            return
        if opened.pledges[number].sha256 != told.sha256:
            yield _of(told, number, "another pledge was told then: the history was rewritten.")
            return  # all that follow it are others, too


def _of(pledge: Pledge, number: int, what: str) -> Fault:
    return Fault(number, pledge.phase, what)


def _at(paper: Paper, opening: Opening, what: str) -> Fault:
    if opening.pledge >= len(paper.pledges):
        return Fault(opening.pledge, "no phase", what)
    return _of(paper.pledges[opening.pledge], opening.pledge, what)
