"""What Post-Atomic changes in the standard rulebook; see rules.md.

A file for each room: `ledger` has the secrets and `country` the lists of the
map; `opening` the Winter before the first year, `ranges` the mountains and
`publish` what is told of a movement, `centres` who finds and owns them,
`mutants` and `builds` the Winters, `unseen` units built out of sight, `sights`
who knows what.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT, SETUP
from legation.board.graph import ARMY, FLEET, MUTANT
from legation.board.orders import RANKED_RETREAT, STANDARD_TYPES, Order, OrderType
from legation.rules import standard
from legation.rules.rulebook import Rulebook, SheetFault, names_of
from legation.rules.survey import Survey
from legation.rules.work import CLOSE, COUNT, after, at_end, before, instead

from . import builds, centres, country, mutants, opening, publish, ranges, sights, unseen
from .ledger import KEYS


def join(book: Rulebook) -> Rulebook:
    """The standard rulebook with dealt centres, secret ranges, mutants, and the first Winter."""
    begin = opening.Opening(country.starts(book.graph))
    graph = country.settled(book.graph)
    ranked = book.options["retreat-list"] == "ranked"
    steps = before(book.steps, MOVEMENT, "fight", ("masks", unseen.mask), ("ranges", ranges.close))
    steps = after(steps, MOVEMENT, "fight", ("publish", publish.publish))
    steps = instead(steps, RETREAT, "retreat", ("retreat", publish.falling_back))
    steps = instead(steps, ADJUSTMENT, "adjust", ("adjust", builds.adjusting))
    steps = at_end(steps, SETUP, ("set up", begin.process))
    steps = at_end(steps, CLOSE, ("find", centres.find))
    steps = instead(steps, COUNT, "owners", ("owners", centres.change_owners))

    def check_sheet(survey: Survey, power: str, orders: Sequence[Order]) -> list[SheetFault]:
        """What is wrong with a sheet of the first Winter, or of another."""
        check = {SETUP: begin.check_sheet, ADJUSTMENT: builds.check_sheet}
        return check.get(survey.position.phase.kind, standard.check_sheet)(survey, power, orders)

    return replace(
        book,
        graph=graph,
        names=names_of(graph, book.powers, book.neutrals),
        kinds=(ARMY, FLEET, MUTANT),
        written_kinds=(ARMY, FLEET, MUTANT),
        order_types=_types(ranked),
        criteria={
            **book.criteria,
            **begin.criteria(),
            **mutants.CRITERIA,
        },
        ledger_keys={**book.ledger_keys, **KEYS},
        ranked_retreats=ranked,
        silent=frozenset({SETUP}),
        steps=steps,
        setup=opening.deal,
        check_sheet=check_sheet,
        instead_of=begin.instead_of,
        warn=ranges.warn,
        ghosts=unseen.ghosts if book.options["publish-builds"] == "unit-only" else None,
        due=builds.due,
        relief=builds.relief,
        cost=builds.cost,
        build_choices=builds.build_choices,
        why_no_build=builds.why_no_build,
        builds_possible=builds.builds_possible,
        removals=builds.removals,
        idle=idle,
        survivors=centres.survivors,
        resettle=unseen.resettle,
        centres=opening.centres,
        known=sights.known,
        lore=sights.lore,
        marks=sights.marks,
    )


def idle(survey: Survey) -> bool:
    """May this phase be passed over? Adjustments never: that would tell of centres (PA-10a)."""
    return survey.position.phase.kind != ADJUSTMENT and standard.idle(survey)


def _types(ranked: bool) -> Mapping[str, OrderType]:
    found = {**STANDARD_TYPES, **opening.TYPES, mutants.MUTATE: mutants.TYPE}
    if ranked:
        found["retreat"] = RANKED_RETREAT
    return found
