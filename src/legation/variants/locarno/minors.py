"""The minor powers: their units, and how they come and go (LO-MP, LO-CD)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from legation.board import ledger
from legation.board.graph import ARMY, province_of
from legation.board.ledger import EVERYBODY
from legation.board.position import sort_units
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.rules.book import Book
from legation.rules.definition import Definition, Power
from legation.rules.reports import Fact, Report, shown
from legation.rules.standard import Amiss, Ruled, Standard
from legation.rules.standings import Standings
from legation.rules.survey import Survey
from legation.rules.work import Work

from .options import Options


@dataclass(frozen=True)
class Ledger(ledger.Ledger):
    """What is kept of civil disorder, all of it public.

    Powers that fell for good, those declared and not yet fallen, and the
    centres that became minor powers with an army.
    """

    fallen: frozenset[str] = ledger.powers(EVERYBODY)
    falling: frozenset[str] = ledger.powers(EVERYBODY)
    risen: frozenset[str] = ledger.places(EVERYBODY)


def nationalities(game: Definition) -> tuple[Power, ...]:
    """A nationality for every centre, called as its province (LO-MP-1a, LO-CD-b)."""
    like = game.neutrals[0]
    names = (game.graph.provinces[centre].name for centre in game.graph.centres)
    return tuple(Power(name, name, like.mark, like.colour) for name in names)


# Given


def amiss(book: Book, truth: Truth) -> Iterator[Amiss]:
    """A minor power has one unit at most, an army at home, and no player owns that (LO-MP-3)."""
    position = truth.position
    for unit in position.units:
        if unit.power in book.players:
            continue
        name, owner = book.graph.provinces[unit.province].name, position.owners.get(unit.province)
        if name != unit.power:
            why = f"{unit} cannot be of {unit.power}, whose only unit stands at home (LO-MP-4)."
            yield Amiss("", why)
        elif owner is not None:
            why = f"{unit.province} cannot have its own army and belong to {owner} (LO-MP-3b)."
            yield Amiss("", why)


# In battle


def open_steps(survey: Survey, unit: Unit, places: frozenset[str]) -> frozenset[str]:
    """Where a unit may go: a minor power's nowhere, so that nobody supports it there (LO-MP-4)."""
    return places if unit.power in survey.book.players else frozenset()


def support_reach(survey: Survey, unit: Unit) -> frozenset[str]:
    """Where a unit may support: a minor power's too, into whatever it touches (LO-MP-4)."""
    return survey.graph.reach(unit.kind, unit.place)


def retreats(survey: Survey, unit: Unit, places: tuple[str, ...]) -> tuple[str, ...]:
    """Where a dislodged unit may go: nowhere, if it is a minor power's (LO-MP-2)."""
    return places if unit.power in survey.book.players else ()


# The end of an Autumn


def restore(work: Work) -> Work:
    """Minor powers get their units back, and orphaned centres become minor powers.

    LO-MP-3a, LO-CD-c. The owners of this Autumn are known by now.
    """
    position, fallen = work.position, Ledger.of(work.truth).fallen
    empty = [c for c in work.book.graph.centres if c not in position.by_province]
    orphans = [c for c in empty if position.owners.get(c) in fallen]
    truth, risen = rise(work.book, work.truth, orphans, "LO-CD-c")
    vacant = [c for c in empty if c not in position.owners]
    units, reports = list(truth.position.units), []
    for centre in vacant:
        unit = _new_unit(work.book, truth, units, centre)
        units.append(unit)
        facts: dict[str, Fact] = {"power": unit.power, "unit": shown(unit)}
        reports.append(Report("minor-rebuilt", "LO-MP-3a", facts))
    truth = replace(truth, position=replace(truth.position, units=sort_units(units)))
    return work.at(truth).tell(*risen, *reports)


def _new_unit(book: Book, truth: Truth, units: Iterable[Unit], centre: str) -> Unit:
    """The unit of a minor power: as in the set-up, or an army where it rose since (LO-MP-1b)."""
    name = book.graph.provinces[centre].name
    known = [*units, *(lost.unit for lost in truth.position.dislodged)]
    number = 1 + max((unit.id for unit in known), default=0)
    if centre not in Ledger.of(truth).risen:
        for row in book.graph.setup:
            if row.power == name and province_of(row.place) == centre:
                return Unit(name, row.kind, row.place, row.strength, id=number)
    return Unit(name, ARMY, centre, id=number)


def rise(book: Book, truth: Truth, centres: Iterable[str], clause: str) -> Ruled:
    """These empty centres become minor powers with an army each (LO-CD-b, LO-CD-c)."""
    centres = sorted(centres)
    if not centres:
        return truth, ()
    position = truth.position
    kept = Ledger.of(truth)
    truth = replace(truth, ledger=replace(kept, risen=kept.risen | set(centres)))
    units, reports = list(position.units), []
    for centre in centres:
        unit = _new_unit(book, truth, units, centre)
        units.append(unit)
        reports.append(Report("minor-risen", clause, {"power": unit.power, "unit": shown(unit)}))
    # What is occupied now is open to no retreat.
    lost = tuple(
        replace(d, retreats=tuple(r for r in d.retreats if province_of(r) not in centres))
        for d in position.dislodged
    )
    owners = {c: owner for c, owner in position.owners.items() if c not in centres}
    position = replace(position, units=sort_units(units), owners=owners, dislodged=lost)
    return replace(truth, position=position), tuple(reports)


# Civil disorder


def disorder(book: Standard, truth: Truth, power: str) -> Ruled:
    """The game master declares civil disorder: the power falls, now or later (LO-CD-a)."""
    kept = Ledger.of(truth)
    if power in kept.fallen:
        return truth, ()
    if Options.of(book).cd_when == "at-once":
        return fall(book, truth, (power,))
    told = Report("falling", "LO-CD-a", {"power": power})
    return replace(truth, ledger=replace(kept, falling=kept.falling | {power})), (told,)


def fall_due(work: Work) -> Work:
    """The powers that were declared fall when a movement turn opens (LO-CD-a)."""
    truth, reports = fall(work.book, work.truth, tuple(sorted(Ledger.of(work.truth).falling)))
    return work.at(truth).tell(*reports)


def fall(book: Standard, truth: Truth, powers: tuple[str, ...]) -> Ruled:
    """Powers lose their units, and their empty centres become minor powers.

    LO-CD-a, LO-CD-b. Whether somebody has won by that is asked at once (LO-V-1b).
    """
    if not powers:
        return truth, ()
    before = truth.position
    position = replace(
        before,
        units=tuple(unit for unit in before.units if unit.power not in powers),
        dislodged=tuple(d for d in before.dislodged if d.unit.power not in powers),
    )
    kept = Ledger.of(truth)
    kept = replace(kept, fallen=kept.fallen | set(powers), falling=kept.falling - set(powers))
    owners = position.owners
    empty = [c for c in owners if owners[c] in powers and c not in position.by_province]
    truth = replace(truth, position=position, ledger=kept)
    truth, risen = rise(book, truth, empty, "LO-CD-b")
    truth, won = book.victory(truth)
    fallen = (Report("fallen", "LO-CD-a", {"power": power}) for power in powers)
    return truth, (*fallen, *risen, *won)


def standings(stand: Standings, kept: ledger.Ledger) -> Standings:
    """How the game stands, with who fell and who is about to, as everybody knows (LO-CD-a)."""
    assert isinstance(kept, Ledger)
    notes = {power: Report("is-falling", "LO-CD-a") for power in kept.falling}
    notes |= {power: Report("is-fallen", "LO-CD-d") for power in kept.fallen}
    rows = (
        replace(row, notes=(*row.notes, notes[row.power])) if row.power in notes else row
        for row in stand.rows
    )
    return replace(stand, rows=tuple(rows))
