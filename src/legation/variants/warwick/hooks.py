"""What Warwick changes in the standard rulebook; see rules.md.

A file for each room: `cast` has the names and the ledger, `factions` the
alignments and void supports, `crown` the sole claimant's peace, London and who
wins, `wishes` joint wins, `henry` the token and his ways, `keeping` the orders
about him, `seas` the ports and coasts, `cuts` the guesses at sea; `sheet` which
orders units carry out and what is said in any phase, `orders` what may be
written, `sights` who knows what.
"""

from __future__ import annotations

from dataclasses import replace

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.graph import UNIT
from legation.rules.rulebook import Rulebook
from legation.rules.turn import adjusting, retreating
from legation.rules.work import CLOSE, COUNT, OPEN, after, at_end, before, instead

from . import crown, cuts, factions, henry, orders, seas, sights, wishes
from .cast import LEDGER


def join(book: Rulebook) -> Rulebook:
    """The standard rulebook with the court, the hidden king and units that sail."""
    steps = before(
        book.steps,
        MOVEMENT,
        "fight",
        ("declarations", factions.declare),
        ("henry", henry.prepare),
        ("wishes", wishes.wish),
        ("factions", factions.void_supports),
        ("cuts", cuts.settle_cuts),
        ("ground", crown.lay_ground),
    )
    steps = after(
        steps,
        MOVEMENT,
        "fight",
        ("outcomes", crown.name_outcomes),
        ("henry's way", henry.follow),
    )
    for phase, step in ((RETREAT, "retreat"), (ADJUSTMENT, "adjust")):
        said = (("declarations", factions.declare), ("wishes", wishes.wish))
        steps = before(steps, phase, step, *said)
    steps = instead(steps, RETREAT, "retreat", ("retreat", henry.followed(retreating, True)))
    steps = instead(steps, ADJUSTMENT, "adjust", ("adjust", henry.followed(adjusting, False)))
    for moment in (MOVEMENT, RETREAT, ADJUSTMENT, COUNT):
        steps = at_end(steps, moment, ("joint win", wishes.win_jointly))
    steps = at_end(steps, OPEN, ("wishes", wishes.forget))
    for moment in (CLOSE, COUNT, ADJUSTMENT):
        steps = at_end(steps, moment, ("eliminated", factions.bury))
    return replace(
        book,
        kinds=(UNIT,),
        written_kinds=(UNIT,),
        order_types=orders.types(),
        criteria={**book.criteria, **orders.CRITERIA},
        open_places=seas.seas(book.graph),
        ledger_keys={**book.ledger_keys, **LEDGER},
        steps=steps,
        setup=henry.setup,
        check_sheet=orders.check_sheet,
        steps_of=seas.steps_of,
        support_reach=seas.support_reach,
        victory=crown.victory,
        known=sights.known,
        lore=sights.lore,
        marks=sights.marks,
    )
