"""What is published of a movement, and what the others are told of the rest.

The Theatre-Goers' orders are in the report only when they are in conflict.
What everybody else is told must then be true and still betray nothing. So the
battle is fought a second time without the units whose orders stay out of the
report, and where that comes to the same, its reasons are those the others
hear; where it does not, they hear what happened and not why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from legation.board.orders import Order
from legation.board.position import Position
from legation.board.units import Dislodged, Unit, UnitName
from legation.rules.battle import Battle, Preset
from legation.rules.movement import UNMATCHED, Intent, Movement
from legation.rules.reports import Fact, Outcome, Report
from legation.rules.reports import shown as known
from legation.rules.resolve import Resolution, resolve
from legation.rules.turn import fates
from legation.rules.work import Work

from .cast import THEATRE, UNSEEN, Ledger
from .conflict import Conflict
from .crossing import numbered, placed, unseen_ids
from .options import Options
from .sights import EVERYWHERE, looks_open

_INSIDE = frozenset({THEATRE})
_FATES = ("dislodged", "destroyed")


def mask(work: Work) -> Work:
    """Supports may name units wherever their owners thought them; see `sights.ghosts`."""
    position = work.position
    return work.on(replace(position, facts={**position.facts, UNSEEN: EVERYWHERE}))


@dataclass(frozen=True)
class Shown:
    """A movement as the others see it: without some units.

    `kept` are the units of the full movement that are in it, by index, in
    order; `movement` and `resolution` are of them alone. `board` is what the
    others see when it is over, `lost` the dislodged units on it, by index in
    the full movement, with the places that look open to them.
    """

    kept: tuple[int, ...]
    movement: Movement
    resolution: Resolution
    board: Position
    lost: Mapping[int, Dislodged]


def publish(work: Work) -> Work:
    """Settles who hears what of a movement, and who is seen afterwards (LN-1A-a, LN-1A-c)."""
    movement, resolution = work.movement, work.resolution
    assert movement is not None
    assert resolution is not None
    start = movement.survey.position
    published = Conflict(movement, resolution, start.owners).published
    hidden = frozenset(
        index
        for index, intent in enumerate(movement.intents)
        if intent.unit.power == THEATRE and index not in published
    )
    before = unseen_ids(replace(work.truth, position=start))
    facts = {key: value for key, value in work.position.facts.items() if key != UNSEEN}
    position = replace(work.position, facts=facts)
    shown = _shown(work, position, hidden)
    outcomes = _outcomes(work, shown, hidden)
    reports = _reports(work, shown, hidden)
    lost = _must_retreat(work, shown)
    unseen = frozenset(movement.intents[index].unit.id for index in hidden)
    vanished = [u for u in start.of(THEATRE) if u.id in unseen - before]
    work = replace(work, outcomes=outcomes, reports=reports)
    work = placed(work, replace(position, dislodged=lost), unseen)
    work = work.keep(replace(Ledger.of(work.truth), contested=shown.resolution.contested))
    return _sighted(work, vanished, [movement.intents[index].unit for index in published])


# The same movement without some


def _shown(work: Work, position: Position, hidden: frozenset[int]) -> Shown:
    movement = work.movement
    assert movement is not None
    kept = tuple(i for i in range(len(movement.intents)) if i not in hidden)
    units = _public_names(work, [movement.intents[i].unit for i in kept])
    at = {index: number for number, index in enumerate(kept)}
    intents = tuple(_intent(movement.intents[i], units[at[i]], at, units) for i in kept)
    full = movement.battle
    forces = tuple(
        full.forces[i]._replace(target=intent.target, preset=Preset.VOID)
        if intent.remark == UNMATCHED
        else full.forces[i]._replace(target=intent.target)
        for i, intent in zip(kept, intents, strict=True)
    )
    battle = Battle(
        forces,
        hold_bonus=full.hold_bonus,
        vacant=full.vacant,
        open_places=full.open_places,
        peace=full.peace,
        rules=full.rules,
    )
    without = replace(movement, intents=intents, battle=battle, refused=())
    resolution = resolve(battle)
    ids = {movement.intents[i].unit.id for i in kept}
    seen = numbered(work.book, (u for u in position.units if u.id in ids))
    board = replace(position, units=seen, dislodged=(), contested=resolution.contested)
    lost = {}
    for i in kept:
        outcome = work.outcomes[i]
        if outcome.dislodged:
            found = Dislodged(units[at[i]], outcome.by, outcome.retreats)
            lost[i] = replace(found, retreats=looks_open(work.book, board, found))
    return Shown(kept, without, resolution, board, lost)


def _public_names(work: Work, units: Sequence[Unit]) -> list[Unit]:
    """The units with the numbers on bridges that they have for who sees no others."""
    by_id = {unit.id: unit for unit in numbered(work.book, units)}
    return [by_id[unit.id] if unit.power == THEATRE else unit for unit in units]


def _intent(intent: Intent, unit: Unit, at: Mapping[int, int], units: Sequence[Unit]) -> Intent:
    """What a unit is to do, as the others may know it."""
    order = intent.order
    if order is None:
        return replace(intent, unit=unit)
    if order.target is None:
        return replace(intent, unit=unit, order=_named(order, unit, None))
    target = at.get(intent.target, -1)
    if target >= 0:
        name = replace(order.target, number=units[target].number)
        return replace(intent, unit=unit, order=_named(order, unit, name), target=target)
    # It reads the same whether an unseen unit was there or nothing (LN-1A-c).
    written = intent.written or order
    assert written.target is not None
    name = replace(written.target, number=0)
    order = _named(order, unit, name)
    return replace(intent, unit=unit, order=order, target=-1, remark=UNMATCHED)


def _named(order: Order, unit: Unit, target: UnitName | None) -> Order:
    assert order.unit is not None
    return replace(order, unit=replace(order.unit, number=unit.number), target=target)


# Outcomes


def _outcomes(work: Work, shown: Shown, hidden: frozenset[int]) -> tuple[Outcome, ...]:
    found = list(work.outcomes)
    others = fates(shown.movement, shown.resolution, _dislodged_in(shown))
    for index, intent, other in zip(shown.kept, shown.movement.intents, others, strict=True):
        causes = tuple(shown.kept[cause] for cause in other.causes)
        nobody = intent.remark == UNMATCHED and intent.target < 0
        true, lost = found[index], shown.lost.get(index)
        told = _for_others(true, replace(other, causes=causes), lost, hidden, nobody)
        if told != true:
            found[index] = replace(true, reason=_private(true.reason), outside=told)
    for index, outcome in enumerate(found):
        refused = index >= len(shown.kept) + len(hidden)
        if index in hidden or (refused and outcome.power == THEATRE):
            found[index] = replace(outcome, reason=_private(outcome.reason))
    return tuple(found)


def _private(report: Report) -> Report:
    return replace(report, audience=_INSIDE)


def _dislodged_in(shown: Shown) -> list[Dislodged]:
    """The units that are dislodged in the movement that the others see."""
    found = []
    for number, by in enumerate(shown.resolution.dislodged_by):
        if by >= 0:
            intents = shown.movement.intents
            lost = shown.lost.get(shown.kept[number])
            retreats = lost.retreats if lost else ()
            found.append(Dislodged(intents[number].unit, intents[by].unit.province, retreats))
    return found


def _for_others(
    true: Outcome, other: Outcome, lost: Dislodged | None, hidden: frozenset[int], nobody: bool
) -> Outcome:
    """What the others are told of an outcome, given what it would be without the hidden units.

    `lost` is its unit if that is dislodged; `nobody` says that the order was
    to support a unit that they did not see.
    """
    if _place(other) == _place(true) and (nobody or other.fate == true.fate):
        return other
    retreats = lost.retreats if lost else ()
    named_alike = (other.unit, other.order) == (true.unit, true.order)
    if named_alike and not nobody and not hidden.intersection(true.causes):
        return replace(true, retreats=retreats)  # units that everybody saw are reason enough
    return replace(
        other,
        fate=other.fate if nobody else true.fate,
        at=true.at,
        dislodged=true.dislodged,
        reason=Report("unexplained", "LN-1A-a", {"unit": other.unit or ""}),
        causes=(),
        by=true.by if other.by == true.by else "",
        retreats=retreats,
    )


def _place(outcome: Outcome) -> tuple[str, bool, str]:
    return outcome.at, outcome.dislodged, outcome.by


# Reports


def _reports(work: Work, shown: Shown, hidden: frozenset[int]) -> tuple[Report, ...]:
    """The reports; those of lost units name nobody whose order is not published."""
    movement, resolution = work.movement, work.resolution
    assert movement is not None
    assert resolution is not None
    found = [report for report in work.reports if report.kind not in _FATES]
    at = {index: number for number, index in enumerate(shown.kept)}
    units = [intent.unit for intent in shown.movement.intents]
    for index, by in enumerate(resolution.dislodged_by):
        if by < 0:
            continue
        unit = movement.intents[index].unit
        facts: dict[str, Fact] = {"unit": known(unit), "place": unit.province}
        stays = bool(_open_to(work, shown, index))
        if index in hidden:
            rival = known(movement.intents[by].unit)
            kind = "dislodged" if stays else "destroyed"
            found.append(Report(kind, "STD-DIS", {**facts, "rivals": rival}, _INSIDE))
        elif by in hidden:
            kind = "dislodged-unexplained" if stays else "destroyed-unexplained"
            found.append(Report(kind, "LN-1A-a", facts))
        else:
            rival = known(units[at[by]])
            kind = "dislodged" if stays else "destroyed"
            found.append(Report(kind, "STD-DIS", {**facts, "rivals": rival}))
    return tuple(found)


def _open_to(work: Work, shown: Shown, index: int) -> tuple[str, ...]:
    """The places that keep a dislodged unit in the game until it retreats.

    Who ranks places that look open finds out only then that none is (STD-RET).
    """
    true = work.outcomes[index].retreats
    if Options.of(work.book).retreat_list == "open" or index not in shown.lost:
        return true
    if shown.lost[index].unit.power not in work.book.players:
        return true  # the Police retreat at once, to what is truly open
    return true or shown.lost[index].retreats


def _must_retreat(work: Work, shown: Shown) -> tuple[Dislodged, ...]:
    movement = work.movement
    assert movement is not None
    found = []
    for index, intent in enumerate(movement.intents):
        outcome = work.outcomes[index]
        if outcome.dislodged and _open_to(work, shown, index):
            found.append(Dislodged(intent.unit, outcome.by, outcome.retreats))
    return tuple(found)


# Retreats and adjustments


def renamed(work: Work, start: Position, unseen: frozenset[int]) -> Work:
    """The outcomes of retreats and adjustments, with numbers that betray nobody unseen.

    A unit on a bridge is named to the others as if none stood there but those
    seen and itself (LN-1A-b, STD-UNIT).
    """
    names: dict[Unit, Unit] = {}
    for unit in start.of(THEATRE):
        there = [u for u in start.of(THEATRE) if u.place == unit.place]
        seen = [u for u in there if u.id not in unseen or u.id == unit.id]
        public = next(u for u in numbered(work.book, seen, unseen) if u.id == unit.id)
        if public.number != unit.number:
            names[known(unit)] = known(public)
    outcomes = tuple(
        _as_seen(o, o.unit, names[o.unit]) if isinstance(o.unit, Unit) and o.unit in names else o
        for o in work.outcomes
    )
    return replace(work, outcomes=outcomes)


def _as_seen(outcome: Outcome, true: Unit, public: Unit) -> Outcome:
    facts = {name: public if fact == true else fact for name, fact in outcome.reason.facts.items()}
    reason = replace(outcome.reason, facts=facts)
    order = outcome.order
    if order is not None and order.unit is not None:
        order = replace(order, unit=replace(order.unit, number=public.number))
    other = replace(outcome, unit=public, order=order, reason=reason)
    return replace(outcome, reason=replace(outcome.reason, audience=_INSIDE), outside=other)


# Rumours


def _sighted(work: Work, vanished: Sequence[Unit], published: Sequence[Unit]) -> Work:
    """Places where one of the Theatre-Goers was last reported, with the time (LN-1A-c).

    One who was seen and is not any more leaves such an entry. Nothing says
    which of them it was.
    """
    kept, now = Ledger.of(work.truth), work.phase.season
    started = {unit.place for unit in published}
    found = {p: time for p, time in kept.sightings.items() if p not in started}
    found |= {unit.place: kept.reported.get(unit.place, now) for unit in vanished}
    work = work.keep(replace(kept, sightings=dict(sorted(found.items())), reported={}))
    return report_seen(work, frozenset())


def report_seen(work: Work, known: frozenset[int]) -> Work:
    """Notes where the Theatre-Goers' units that are seen now are, with the time (LN-1A-c).

    Those `known` were seen there before. A rumour is dropped when somebody is
    seen in its place, and all of them when nobody is missing.
    """
    unseen = unseen_ids(work.truth)
    seen = [unit for unit in work.position.units if unit.id not in unseen]
    own = {u.place: u.id in known for u in seen if u.power == THEATRE}
    kept, now = Ledger.of(work.truth), work.phase.season
    reported = {
        p: kept.reported.get(p, now) if known_there else now for p, known_there in own.items()
    }
    held = {u.place for u in seen if u.place not in work.book.open_places} | set(own)
    rumours = kept.sightings if unseen else {}
    rumours = {place: time for place, time in rumours.items() if place not in held}
    return work.keep(replace(kept, sightings=rumours, reported=dict(sorted(reported.items()))))
