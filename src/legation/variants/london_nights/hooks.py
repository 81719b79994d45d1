"""What London Nights changes in the standard rulebook; see rules.md.

A file for each room: `hours` has the clock and the score, `hidden` what is
dealt; `taxis`, `fortress` and `patrol` what comes before a battle, `crossing`
the bridges; `conflict` and `theatre` what is published, `sights` who knows
what; `builds` the adjustments; `police` the policy of the Police.
"""

from __future__ import annotations

from dataclasses import replace

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.graph import UNIT
from legation.rules.rulebook import Rulebook
from legation.rules.turn import adjusting, retreating
from legation.rules.work import CLOSE, COUNT, Step, Work, after, at_end, before, instead

from . import builds, fortress, hidden, hours, orders, patrol, sights, taxis, theatre
from .cast import LEDGER, POLICE, TWO, bridges
from .crossing import address, placed, resettle, unseen_ids


def join(book: Rulebook) -> Rulebook:
    """The standard rulebook with the seven factions, the Police, the bridges and the clock."""
    options = book.options
    beat = patrol.beat(book.graph, int(options["police-leash"]))
    ranked = options["retreat-list"] == "ranked"
    steps = before(
        book.steps,
        MOVEMENT,
        "fight",
        ("police", patrol.order),
        ("taxis", taxis.first_leg),
        ("election", fortress.elect),
        ("fortresses", fortress.fortify),
        ("bridges", address),
        ("masks", theatre.mask),
    )
    steps = after(
        steps,
        MOVEMENT,
        "fight",
        ("publish", theatre.publish),
        ("police retreats", patrol.fall_back),
        ("fortress outcomes", fortress.name_clause),
        ("taxi outcome", taxis.name_outcome),
        ("first 2U", follow),
    )
    steps = instead(steps, RETREAT, "retreat", ("retreat", keeping(retreating)))
    steps = instead(steps, ADJUSTMENT, "adjust", ("adjust", keeping(adjusting)))
    steps = at_end(steps, CLOSE, ("discoveries", hours.discover), ("dawn", hours.dawn))
    steps = instead(steps, COUNT, "owners", ("owners", hours.change_owners))
    return replace(
        book,
        kinds=(UNIT,),
        written_kinds=(UNIT, TWO, "3U"),
        calendar=hours.calendar(options["clock"]),
        order_types=orders.types(ranked),
        criteria={**book.criteria, **orders.CRITERIA},
        open_places=bridges(book.graph),
        ledger_keys={**book.ledger_keys, **LEDGER},
        master_powers=(POLICE,) if options["police-orders"] == "game-master" else (),
        seal_clause="LN-3c",
        ranked_retreats=ranked,
        steps=steps,
        setup=hidden.deal,
        check_sheet=taxis.check_sheet,
        steps_of=beat.steps,
        retreats=beat.retreats,
        loss=patrol.loss,
        ghosts=sights.ghosts,
        due=builds.due,
        relief=builds.relief,
        cost=builds.cost,
        build_choices=builds.build_choices,
        why_no_build=builds.why_no_build,
        builds_possible=builds.builds_possible,
        removals=builds.removals,
        victory=hours.victory,
        resettle=resettle,
        centres=hidden.centres,
        known=sights.known,
        lore=sights.lore,
        marks=sights.marks,
    )


def follow(work: Work) -> Work:
    """After a movement: where the Shoppers' starting 2U is now (LN-6d)."""
    assert work.movement is not None
    return work.on(builds.followed(work.movement.survey.position, work.position))


def keeping(step: Step) -> Step:
    """A step after which it is still known who is not seen, and which 2U was the first.

    Who retreats or is built is seen (LN-1A-b).
    """

    def kept(work: Work) -> Work:
        start = work.position
        standing = frozenset(unit.id for unit in start.units)
        unseen = unseen_ids(work.truth) & standing
        work = theatre.renamed(step(work), start, unseen)
        work = work.keep(contested=())
        work = placed(work, builds.followed(start, work.position), unseen)
        return theatre.report_seen(work, standing - unseen)

    return kept
