"""What Claudian Diplomacy changes in the standard rulebook; see rules.md.

`sizes` has the numbers, `orders` how they are written, `shares` and `ships`
what a sheet may ask of them; `parts` divides forces by their orders,
`crossings` deals equal parts out to ships, `loads` weighs convoys, `fight` lets
the parts fight and joins them, `told` says what came of it; `retreats` and
`builds` are what follows.
"""

from __future__ import annotations

from dataclasses import replace

from legation.board.calendar import MOVEMENT, RETREAT
from legation.board.truth import Truth
from legation.rules import standard
from legation.rules.reports import Report
from legation.rules.rulebook import Rulebook
from legation.rules.work import instead

from . import builds, fight, orders, retreats, shares, sizes


def join(book: Rulebook) -> Rulebook:
    """The standard rulebook with men and ships, forces in parts, and the standing armies."""
    steps = instead(book.steps, MOVEMENT, "fight", ("fight", fight.fight))
    steps = instead(steps, RETREAT, "retreat", ("retreat", retreats.retreat))
    return replace(
        book,
        steps=steps,
        full={kind: size.full for kind, size in sizes.SIZES.items()},
        order_types=orders.types(book.order_types),
        criteria={**book.criteria, **orders.CHECKS},
        check_sheet=shares.check_sheet,
        retreats=retreats.retreats,
        loss=retreats.loss,
        adjust=builds.adjust,
        due=builds.due,
        build_choices=builds.build_choices,
        why_no_build=builds.why_no_build,
        victory=victory,
    )


def victory(book: Rulebook, truth: Truth) -> tuple[Truth, tuple[Report, ...]]:
    """Ends the game for who has 15 centres and more than any other (CL-14)."""
    truth, reports = standard.victory(book, truth)
    return truth, tuple(replace(report, clause="CL-14") for report in reports)
