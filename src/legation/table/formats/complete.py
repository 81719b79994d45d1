"""Working out what a file does not tell, by replaying its orders; and what does not agree.

Every phase starts from the units that the file tells, or else from where the
replay stands. What the file tells is kept; the replay only fills the gaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.graph import province_of
from legation.board.position import Position, sort_units
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.rules.dice import Dice
from legation.rules.removals import AUTOMATIC
from legation.rules.reports import Fate, Outcome, shown
from legation.rules.rulebook import Rulebook
from legation.rules.turn import Turn, advance, set_up
from legation.rules.wording import unit_of, where
from legation.table.formats.differences import (
    difference,
    may_have_counted,
    owned,
    retreats_that_do_not,
    retreats_that_matter,
    shown_units,
)
from legation.table.formats.results import FINE
from legation.table.formats.routes import otherwise
from legation.table.formats.transcript import (
    End,
    Entry,
    Line,
    Transcript,
    moment,
)

_NO_DICE = "0" * 32


@dataclass(frozen=True, slots=True)
class Completed:
    """A transcript with its gaps filled.

    `quarrels` are the phases whose record and replay differ, a line each;
    `unknown` are those that could not be replayed, for nobody tells where the
    units stood; `remarks` say what else was assumed. `end` is where the game
    stands after it all, None where nobody knows.
    """

    told: Transcript
    quarrels: tuple[str, ...]
    unknown: tuple[str, ...]
    remarks: tuple[str, ...]
    end: Truth | None = None


def complete(told: Transcript, book: Rulebook) -> Completed:
    """Fill in what the file does not tell."""
    run = _Run(book)
    entries = [run.follow(entry) for entry in told.entries]
    kept = tuple(entry for entry in entries if entry is not None)
    return Completed(
        replace(told, entries=kept),
        tuple(run.quarrels),
        tuple(run.unknown),
        tuple(run.remarks),
        run.end,
    )


def position_of(entry: Entry, book: Rulebook, owners: Mapping[str, str] | None = None) -> Position:
    """The position that an entry tells; owners are else those given, or the set-up's."""
    units = sort_units(entry.units or ())
    if entry.owners is not None:
        owners = entry.owners
    elif owners is None:
        owners = set_up(book).position.owners
    return Position(
        entry.phase,
        tuple(replace(unit, id=number) for number, unit in enumerate(units, start=1)),
        owners,
        entry.dislodged or (),
        entry.contested or frozenset(),
    )


class _Run:
    """A replay under way. `truth` is where it stands; None where that is not known."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.truth: Truth | None = None
        self.end: Truth | None = None
        self.quarrels: list[str] = []
        self.unknown: list[str] = []
        self.remarks: list[str] = []

    def follow(self, entry: Entry) -> Entry | None:
        """Replay one entry; None where it says nothing of a phase that never came."""
        calendar = self.book.calendar
        truth = self.truth
        if truth is None and entry.units is None and entry.phase == calendar.first:
            truth = set_up(self.book)
        if truth is not None:
            truth = self._wait_for(entry, truth)
            late = truth.ending or (
                moment(calendar, truth.position.phase) > moment(calendar, entry.phase)
            )
            if late:
                return self._never_came(entry, truth)
            if truth.position.phase != entry.phase:  # the file has left out a movement phase
                truth = None
        if truth is not None and self._differs(entry, truth.position):
            truth = None
        if truth is None:
            if entry.units is None:
                self.truth = self.end = None
                self.unknown.append(f"{entry.phase}: nobody tells where the units stood")
                return entry
            before = self.truth.position.owners if self.truth else None
            truth = Truth(position_of(entry, self.book, before))
        if entry.open:
            self.truth, self.end = None, truth
            position = truth.position
            return replace(
                entry,
                units=position.units,
                owners=position.owners,
                dislodged=position.dislodged,
                contested=position.contested,
            )
        turn = advance(self.book, truth, entry.sheets, Dice(_NO_DICE, str(entry.phase)))
        self.remarks += otherwise(self.book, truth, entry, turn, _NO_DICE)
        self.truth = self.end = turn.truth
        return self._filled(entry, truth.position, turn)

    def _wait_for(self, entry: Entry, truth: Truth) -> Truth:
        """Retreats and adjustments that the file leaves out are played without orders."""
        calendar = self.book.calendar
        while (
            not truth.ending
            and moment(calendar, truth.position.phase) < moment(calendar, entry.phase)
            and truth.position.phase.kind != MOVEMENT
        ):
            phase = truth.position.phase
            self.remarks.append(f"{phase} is not in the file; played without orders")
            truth = advance(self.book, truth, {}, Dice(_NO_DICE, str(phase))).truth
        if not truth.ending and moment(calendar, truth.position.phase) < moment(
            calendar, entry.phase
        ):
            self.quarrels.append(f"{truth.position.phase} is not in the file")
        return truth

    def _never_came(self, entry: Entry, truth: Truth) -> Entry | None:
        if entry.phase.kind == RETREAT and entry.dislodged is not None:
            return self._nobody_went(entry, truth.position)
        acts = [
            line
            for line in entry.lines
            if line.order.verb not in ("waive", "disband") and may_have_counted(line)
        ]
        if not acts and not entry.removed:
            what = "the game is over by then" if truth.ending else "nobody has anything to decide"
            self.remarks.append(f"{entry.phase} left out: {what}")
            return None
        why = "the game is over" if truth.ending else f"the replay is at {truth.position.phase}"
        self.quarrels.append(f"{entry.phase}: orders are recorded, and {why}")
        return entry

    def _nobody_went(self, entry: Entry, position: Position) -> Entry | None:
        """Retreats that the file lists, and that never came here: every dislodged unit is gone."""
        differences = []
        if entry.units is not None:
            differences += difference(
                "units", shown_units(entry.units), shown_units(position.units)
            )
        differences += retreats_that_matter(entry, ())
        if differences:
            self.quarrels.append(f"{entry.phase}: {'; '.join(differences)}")
            return entry
        self.remarks.append(f"{entry.phase} left out: no dislodged unit can go anywhere")
        return None

    # Comparing

    def _differs(self, entry: Entry, position: Position) -> bool:
        """Does the record of the start of this phase differ from the replay? Says so."""
        differences = []
        if entry.units is not None:
            differences += difference(
                "units", shown_units(entry.units), shown_units(position.units)
            )
        if entry.owners is not None:
            differences += difference("owners", owned(entry.owners), owned(position.owners))
        if entry.dislodged is not None and entry.phase.kind == RETREAT:
            differences += retreats_that_matter(entry, position.dislodged)
            if not differences and not entry.gone_to:
                self.remarks += retreats_that_do_not(entry, position.dislodged)
        if differences:
            self.quarrels.append(f"{entry.phase}: {'; '.join(differences)}")
        return bool(differences) and entry.units is not None

    def _filled(self, entry: Entry, position: Position, turn: Turn) -> Entry:
        fates, automatic = _fates(position, turn)
        lines, said = [], []
        for line, told in zip(entry.lines, _told(entry, position, turn, fates), strict=True):
            if line.told and told not in line.told and _plainly(told) != _plainly(*line.told):
                if line.order.verb not in ("support", "convoy"):
                    said.append(f"{line.order} {told}, and is recorded as {line.told[0]}")
                lines.append(line)
            else:
                lines.append(
                    replace(line, told=(told,) if told in line.told or not line.told else line.told)
                )
        ends = {p: End(where(o), o.by, o.retreats or None) for p, o in fates.items()}
        for place, end in entry.ends.items():
            mine = ends.get(place)
            if end.at and (mine is None or mine.at != end.at):
                at = mine.at if mine else "not on the board"
                said.append(f"the unit at {place} ends {at}, and is recorded as {end.at}")
                ends[place] = end
        left = turn.truth.position.units
        lost = tuple(d.unit for d in turn.truth.position.dislodged)
        if entry.left is not None:
            said += difference("units left", shown_units(entry.left), shown_units(left))
        if entry.lost is not None:
            gone = {unit_of(o) for o in fates.values() if o.dislodged and not o.retreats}
            recorded = {u for u in shown_units(entry.lost) if u.partition(" ")[2] not in gone}
            said += difference("dislodged", recorded, shown_units(lost))
        if said:
            self.quarrels.append(f"{entry.phase}: {'; '.join(said)}")
        return replace(
            entry,
            lines=tuple(lines),
            units=position.units,
            owners=position.owners,
            dislodged=position.dislodged,
            contested=position.contested,
            ends=ends,
            left=left if entry.left is None and not entry.checked else entry.left,
            lost=lost if entry.lost is None and not entry.checked else entry.lost,
            removed=automatic if entry.removed is None else entry.removed,
        )


def _plainly(*told: str) -> bool:
    return bool(FINE & set(told))


def _fates(position: Position, turn: Turn) -> tuple[dict[str, Outcome], tuple[Unit, ...]]:
    """Province → the outcome of the unit that acts there; and the units removed by rule."""
    kind = position.phase.kind
    if kind == ADJUSTMENT:
        gone = {o.unit for o in turn.outcomes if o.reason.kind in AUTOMATIC}
        return {}, tuple(u for u in position.units if shown(u) in gone)
    acting = position.units if kind == MOVEMENT else [d.unit for d in position.dislodged]
    named = {shown(unit): unit.province for unit in acting}
    fates: dict[str, Outcome] = {}
    for outcome in turn.outcomes:
        province = named.get(outcome.unit) if isinstance(outcome.unit, Unit) else None
        if province is not None:
            fates.setdefault(province, outcome)
    return fates, ()


def _told(
    entry: Entry, position: Position, turn: Turn, fates: Mapping[str, Outcome]
) -> Iterator[str]:
    """What became of each line, in our words."""
    if position.phase.kind == ADJUSTMENT:
        results: dict[str, list[str]] = {}
        for outcome in turn.outcomes:
            if outcome.reason.kind not in AUTOMATIC:
                results.setdefault(outcome.power, []).append(outcome.fate.value)
        for line in entry.lines:
            yield results[line.power].pop(0)
        return
    done: set[str] = set()
    for line in entry.lines:
        name = line.order.unit
        fate = fates.get(name.province) if name else None
        if name is None or fate is None or fate.power != line.power or name.province in done:
            yield "void"
        elif fate.fate == Fate.VOID or _same(line, fate):
            done.add(name.province)
            yield fate.fate.value
        else:
            yield "void"


def _same(line: Line, outcome: Outcome) -> bool:
    """Is this the line that was carried out? The outcome has kinds and coasts in full."""
    order, counted = line.order, outcome.order
    if counted is None or order.verb != counted.verb:
        return False
    if order.verb in ("move", "retreat"):
        return province_of(order.goal) == province_of(counted.goal)
    if order.target is None or counted.target is None:
        return order.target is counted.target
    return order.target.province == counted.target.province
