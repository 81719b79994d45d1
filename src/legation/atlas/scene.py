"""From a View to what is drawn of it: nothing that the View does not know."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from legation.atlas import saying
from legation.atlas.figures import (
    BEATEN,
    GUARD,
    PUSHED,
    STANDS,
    TOLD,
    Area,
    Line,
    Piece,
    Scene,
)
from legation.atlas.lines import lines_of
from legation.atlas.nations import class_of
from legation.board.graph import UNIT, province_of
from legation.board.position import UNCOUNTED, Position
from legation.board.units import Unit
from legation.rules.marks import BEARER, CENTRE, LAST_SEEN, LEADER, SIDE, Mark
from legation.rules.reports import Outcome
from legation.rules.rulebook import Rulebook
from legation.sight.view import View, standing
from legation.sight.viewer import SPECTATOR, Viewer


def _reader(viewer: Viewer) -> str:
    """Who knows it: what spectators may know is known to everybody."""
    return "everybody" if viewer == SPECTATOR else viewer.power or f"the {viewer.role}"


def scene_of(book: Rulebook, view: View, after: View | None = None) -> Scene:
    """The scene of a View; with the results of its phase, where `after` tells of them."""
    position = view.position
    marks = book.marks(position, view.ledger)
    outcomes = results(view, after) if after is not None else ()
    lines = lines_of(book, view, outcomes)
    pieces = tuple(_pieces(book, position, marks, lines))
    centres = {*book.graph.centres, *position.owners}
    centres |= {mark.places[0] for mark in marks if mark.kind == CENTRE}
    return Scene(
        title=view.name or book.title,
        reader=_reader(view.viewer),
        phase=book.calendar.said(view.phase, True) if view.over else str(view.phase),
        areas=tuple(_areas(book, position, centres, pieces)),
        centres=tuple((code, position.owners.get(code, "")) for code in sorted(centres)),
        pieces=pieces,
        lines=tuple(lines),
        marks=_still_wanted(marks, pieces),
        counts=tuple(_counts(book, position)),
    )


def with_orders(book: Rulebook, view: View, scene: Scene) -> Scene:
    """The scene of a View of the same board, with its own orders that wait."""
    lines = tuple(lines_of(book, view, ()))
    marks = book.marks(view.position, view.ledger)
    return replace(scene, lines=lines, pieces=tuple(_pieces(book, view.position, marks, lines)))


def _still_wanted(marks: Iterable[Mark], pieces: Iterable[Piece]) -> tuple[Mark, ...]:
    """The marks without the units last seen where they are seen now."""
    seen = {(piece.unit.power, piece.unit.province) for piece in pieces}
    return tuple(
        mark
        for mark in marks
        if mark.kind != LAST_SEEN or (mark.power, province_of(mark.places[0])) not in seen
    )


def results(view: View, after: View) -> tuple[Outcome, ...]:
    """What was told of the orders of the phase that a View is of."""
    moments = (told for told in standing(after.told) if told.number == view.number)
    return tuple(outcome for told in moments for outcome in told.outcomes)


# Units


def _pieces(
    book: Rulebook, position: Position, marks: Iterable[Mark], lines: Iterable[Line]
) -> Iterator[Piece]:
    """The units on the board, the dislodged ones first: those who drove them out stand before."""
    lines = tuple(lines)
    beaten = {line.stops[0][:3] for line in lines if line.beaten}
    bearers = {mark.places[0]: mark for mark in marks if mark.kind == BEARER}
    sides = {(m.places[0], m.power, m.number): m for m in marks if m.kind in (SIDE, LEADER)}
    for lost in position.dislodged:
        yield replace(_piece(book, lost.unit, PUSHED), by=lost.by)
    for unit in position.units:
        state = BEATEN if (unit.place, unit.power, unit.number) in beaten else STANDS
        piece = _piece(book, unit, state)
        mark = bearers.get(unit.place)
        if mark is not None and mark.number == unit.number and mark.power in ("", unit.power):
            piece = replace(piece, bearer=mark.text, said=f"{piece.said}, with {mark.text}")
        side = sides.get((unit.place, unit.power, unit.number))
        if side is not None:
            said, crowned = f"{piece.said}, for {side.text}", side.kind == LEADER
            ending = class_of(book, side.text)
            piece = replace(piece, side=ending, crowned=crowned, said=said)
        yield piece
    yield from _reported(book, position, lines)


@lru_cache(maxsize=1024)
def _piece(book: Rulebook, unit: Unit, state: str) -> Piece:
    """A unit as it is drawn, which is asked again with each sheet that is saved."""
    unplayed = unit.power not in book.players
    said = saying.unit_said(book, unit)
    return Piece(
        unit=unit,
        shape=GUARD if unit.kind == UNIT and unplayed else unit.kind,
        said=f"{said}, dislodged" if state in (PUSHED, BEATEN) else said,
        state=state,
        count=unit.strength if unit.kind in book.full else 0,
    )


def _reported(book: Rulebook, position: Position, lines: Iterable[Line]) -> Iterator[Piece]:
    """Units that are on no board that the viewer knew, whose orders he was told all the same."""
    known = {(u.power, u.place) for u in position.units}
    known |= {(lost.unit.power, lost.unit.place) for lost in position.dislodged}
    for line in lines:
        start = line.stops[0]
        if not start.power or (start.power, start.place) in known:
            continue
        known.add((start.power, start.place))
        unit = Unit(start.power, line.kind or book.kinds[0], start.place, line.strength)
        piece = _piece(book, unit, TOLD)
        yield replace(piece, count=0, said=f"{piece.said}, as it was reported")


# Provinces


def _areas(
    book: Rulebook, position: Position, centres: Iterable[str], pieces: Iterable[Piece]
) -> Iterator[Area]:
    inside: Mapping[str, list[str]] = defaultdict(list)
    for piece in pieces:
        inside[piece.unit.province].append(saying.piece_inside(book, piece))
    known = frozenset(centres)
    for code, province in book.graph.provinces.items():
        said = saying.area_said(book, code, position, code in known, inside.get(code, ()))
        owner = position.owners.get(code, "")
        yield Area(code, province.terrain, owner, province.name, said)


def _counts(book: Rulebook, position: Position) -> Iterator[tuple[str, int | None]]:
    """Power -> its centres; None where the viewer does not know all of them."""
    hidden = position.facts.get(UNCOUNTED, ())
    for power in book.powers:
        count = None if power.name in hidden else len(position.centres_of(power.name))
        yield power.name, count
