"""After a movement: who is seen, who must retreat, and the rumours of the Theatre-Goers.

Their orders are in the report only when they are in conflict; `shown` tells
what everybody else reads of the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from legation.board.position import Position
from legation.board.units import Dislodged, Unit
from legation.rules.battle import Act
from legation.rules.reports import Fact, Report
from legation.rules.reports import shown as faceless
from legation.rules.work import Work

from .cast import THEATRE, Ledger, Terms
from .crossing import numbered, placed, unseen_ids
from .options import Options
from .shown import Looks, public_names, unpublished
from .sights import looks_open

_FATES = ("dislodged", "destroyed")


def let_name(work: Work) -> Work:
    """Supports may name units wherever their owners thought them; see `sights.ghosts`."""
    return work.on_terms(replace(Terms.of(work), anywhere=True))


def publish(work: Work) -> Work:
    """Settles who is seen after a movement, and who must retreat (LN-1A-a, LN-1A-c)."""
    movement, resolution = work.movement, work.resolution
    assert movement is not None
    assert resolution is not None
    start = movement.survey.position
    hidden = unpublished(movement, resolution)
    before = unseen_ids(replace(work.truth, position=start))
    board = _seen(work, work.position, hidden)
    work = work.on_terms(None).note(Looks(_looks(work, board, hidden)))
    work = work.telling(_reports(work, hidden))
    unseen = frozenset(movement.intents[index].unit.id for index in hidden)
    vanished = [u for u in start.of(THEATRE) if u.id in unseen - before]
    published = [intent.unit for i, intent in enumerate(movement.intents) if i not in hidden]
    lost = tuple(d for i, d in _lost(work).items() if _open_to(work, i, d))
    work = placed(work, replace(work.position, dislodged=lost), unseen)
    work = work.keep(replace(Ledger.of(work.truth), contested=board.contested))
    return _sighted(work, vanished, [unit for unit in published if unit.power == THEATRE])


def _lost(work: Work) -> dict[int, Dislodged]:
    """The dislodged, by index."""
    movement = work.movement
    assert movement is not None
    by_unit = {lost.unit: lost for lost in work.lost}
    losses = ((i, by_unit.get(intent.unit)) for i, intent in enumerate(movement.intents))
    return {index: lost for index, lost in losses if lost is not None}


def _seen(work: Work, position: Position, hidden: frozenset[int]) -> Position:
    """The board as the others see it when the battle is over.

    A place is contested, for them, where two of the orders that they are shown
    went for it in vain.
    """
    movement, resolution = work.movement, work.resolution
    assert movement is not None
    assert resolution is not None
    gone = {movement.intents[index].unit.id for index in hidden}
    units = numbered(work.book, (unit for unit in position.units if unit.id not in gone))
    aims = Counter(
        force.goal
        for index, force in enumerate(movement.battle.forces)
        if force.act == Act.MOVE and index not in hidden
    )
    contested = frozenset(place for place in resolution.contested if aims[place] > 1)
    return replace(position, units=units, dislodged=(), contested=contested)


def _looks(work: Work, board: Position, hidden: frozenset[int]) -> Mapping[int, tuple[str, ...]]:
    """The places that look open to the dislodged units that the others see, by index."""
    lost = {index: d for index, d in _lost(work).items() if index not in hidden}
    return {index: looks_open(work.book, board, d) for index, d in lost.items()}


# Reports


def _reports(work: Work, hidden: frozenset[int]) -> tuple[Report, ...]:
    """The reports; those of lost units name nobody whose order is not published."""
    movement, resolution, book = work.movement, work.resolution, work.book
    assert movement is not None
    assert resolution is not None
    reports = [report for report in work.reports if report.kind not in _FATES]
    kept = [index for index in range(len(movement.intents)) if index not in hidden]
    names = public_names(book, [movement.intents[index].unit for index in kept])
    public = dict(zip(kept, names, strict=True))
    for index, lost in _lost(work).items():
        facts: dict[str, Fact] = {"unit": faceless(lost.unit), "place": lost.unit.province}
        by, stays = resolution.dislodged_by[index], bool(_open_to(work, index, lost))
        kind = "dislodged" if stays else "destroyed"
        unexplained = "dislodged-unexplained" if stays else "destroyed-unexplained"
        if index in hidden:
            facts["rivals"] = faceless(movement.intents[by].unit)
            reports.append(Report(kind, "STD-DIS", facts, frozenset({THEATRE})))
        elif by in hidden:
            reports.append(Report(unexplained, "LN-1A-a", facts))
        else:
            facts["rivals"] = faceless(public[by])
            reports.append(Report(kind, "STD-DIS", facts))
    return tuple(reports)


def _open_to(work: Work, index: int, lost: Dislodged) -> tuple[str, ...]:
    """The places that keep a dislodged unit in the game until it retreats.

    Who ranks places that look open finds out only then that none is (STD-RET).
    """
    looks = work.noted(Looks)
    if Options.of(work.book).retreat_list == "open" or looks is None:
        return lost.retreats
    if lost.unit.power not in work.book.players:
        return lost.retreats  # the Police retreat at once, to what is truly open
    return lost.retreats or looks.places.get(index, ())


# Rumours


def _sighted(work: Work, vanished: Sequence[Unit], published: Sequence[Unit]) -> Work:
    """Places where one of the Theatre-Goers was last reported, with the time (LN-1A-c).

    One who was seen and is not any more leaves such an entry. Nothing says
    which of them it was.
    """
    kept, now = Ledger.of(work.truth), work.phase.season
    started = {unit.place for unit in published}
    sightings = {p: time for p, time in kept.sightings.items() if p not in started}
    sightings |= {unit.place: kept.reported.get(unit.place, now) for unit in vanished}
    work = work.keep(replace(kept, sightings=dict(sorted(sightings.items())), reported={}))
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
