"""What is committed to of a phase, part by part, each as one text.

There is a part for every power whatever it did, so that nothing can be read
from which parts there are. A part is read from a record as its `Cut` says, so
that a record which nobody changed gives the same texts again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from legation.rules.rulebook import Rulebook
from legation.sight.moment import Moment
from legation.sight.see import Desk, opened, see
from legation.sight.view import Sheet, Told, View
from legation.sight.viewer import ARCHIVE, SPECTATOR, Viewer, power_viewer
from legation.table import kept
from legation.table.acts import PROPOSE, VOTE
from legation.table.canonical import canonical, digest
from legation.table.record import PhaseRecord, Record
from legation.table.replay import fold
from legation.table.written import Data

FORM = 1
"""Of the texts: it rises when the same record no longer gives the same ones."""

DEAL, PHASE, CORRECTION, BACK, END = "deal", "phase", "correction", "back", "end"
KINDS = (DEAL, PHASE, CORRECTION, BACK, END)
"""What is committed to: the deal, a closed phase, a correction in an open one, a phase that was
left for an earlier one, and a phase in which the game was ended."""
_LEFT = (PHASE, BACK)  # another phase record follows

BOARD, ACTS, SEED, RECORD, WHO, WHY = "board", "acts", "seed", "record", "who", "why"
ORDERS, TOLD, VOTES, SEALED = "orders of ", "told to ", "votes of ", "sealed orders of "
TO_ALL, TO_MASTER = f"{TOLD}everybody", f"{TOLD}the game master"
_VOTING = (PROPOSE, VOTE)
_CLOSED = (VOTES, SEALED, RECORD)
AT_ONCE = (TO_ALL, WHO, WHY)
"""Parts that everybody is told at once; `WHO` is forgotten with the account of who did it."""


def stays_closed(part: str) -> bool:
    """Is a part never opened, but for the power whose it is?"""
    return part.startswith(_CLOSED)


def power_of(part: str) -> str:
    """The power whose own a part is, which knows what stands in it; empty for nobody's."""
    for begins in (ORDERS, TOLD, VOTES, SEALED):
        if part.startswith(begins) and part not in (TO_ALL, TO_MASTER):
            return part.removeprefix(begins)
    return ""


@dataclass(frozen=True, slots=True)
class Cut:
    """How much of a record a commitment is about.

    The phase record `index`, as it was after so many `acts` and tellings (`told`).
    """

    kind: str
    index: int
    acts: int
    told: int


def cut_of(record: Record, kind: str, index: int) -> Cut:
    """The cut of a phase record as it stands."""
    phase = record.phases[index]
    return Cut(kind, index, len(phase.acts), len(phase.told))


def writers(book: Rulebook) -> tuple[str, ...]:
    """All powers that may ever hand in a sheet, whether they do or not."""
    return tuple(dict.fromkeys([*(power.name for power in book.powers), *book.master_powers]))


def parts_of(book: Rulebook, record: Record, cut: Cut) -> dict[str, str]:
    """Part → its text, of a record as it was when it was cut so."""
    here = _phase(record, cut)
    gate = _Gate(book, here)
    parts = {
        BOARD: canonical(board_data(book, _after(record, here, cut))),
        SEED: canonical({"seed": record.seed_at(cut.index + (cut.kind in _LEFT))}),
        RECORD: canonical(_whole(record, here, cut)),
    }
    for name, viewer in _readers(book):
        parts[name] = canonical(_told(opened(book, gate.view(viewer, here.told)).told))
    if cut.kind == DEAL:
        return parts
    parts[ACTS] = canonical(_acts(here))
    for power in writers(book):
        parts[VOTES + power] = canonical(_votes(here, power))
    if cut.kind == CORRECTION:
        return parts
    sheets = gate.view(ARCHIVE).sheets
    for power in writers(book):
        parts[ORDERS + power] = canonical(kept.SHEET.write(sheets.get(power, Sheet())))
        if book.sealed:
            own = gate.view(power_viewer(power), here.told)
            whole = kept.SHEET.write(own.sheets.get(power, Sheet()))
            parts[SEALED + power] = canonical({"sheet": whole, "told": _told(own.told)})
    return parts


def board_data(book: Rulebook, phase: PhaseRecord) -> Data:
    """Where a phase record stands, acts carried out, as the archive opens it."""
    view = _Gate(book, phase).view(ARCHIVE)
    return {
        "number": phase.number,
        "begins": phase.begins,
        "position": kept.POSITION.write(view.position),
        "lore": kept.facts_data(view.lore),
        "disorder": list(view.disorder),
        "ending": view.ending,
        "winners": list(view.winners),
    }


class _Gate:
    """One phase record alone, and what viewers see of it as when the game is over."""

    def __init__(self, book: Rulebook, here: PhaseRecord) -> None:
        self._book, self._here = book, here
        self._state, _ = fold(book, here)

    def view(self, viewer: Viewer, told: Sequence[Moment] = ()) -> View:
        desk = Desk(
            name="",
            number=self._here.number,
            sheets=self._here.sheets,
            motions=(),
            disorder=self._state.disorder,
            seeds=(),
            over=True,
        )
        return see(self._book, self._state.truth, told, viewer, desk)


def _phase(record: Record, cut: Cut) -> PhaseRecord:
    """The phase record as it was then; what waits on sheets is no part of a correction."""
    here = record.phases[cut.index]
    here = replace(here, acts=here.acts[: cut.acts], told=here.told[: cut.told])
    if cut.kind in (DEAL, CORRECTION):
        here = replace(here, sheets={}, resolved_by=None)
    return here


def _after(record: Record, here: PhaseRecord, cut: Cut) -> PhaseRecord:
    """What is open afterwards: a phase that has just begun, or still the same."""
    if cut.kind in _LEFT:
        return replace(record.phases[cut.index + 1], acts=())
    return here


def _readers(book: Rulebook) -> list[tuple[str, Viewer]]:
    powers = [(TOLD + power.name, power_viewer(power.name)) for power in book.powers]
    return [(TO_ALL, SPECTATOR), (TO_MASTER, ARCHIVE), *powers]


def _told(told: Sequence[Told]) -> list[Data]:
    return [
        {
            "number": moment.number,
            "phase": kept.PHASE.write(moment.phase),
            "reports": [kept.REPORT.write(report) for report in moment.reports],
            "outcomes": [kept.OUTCOME.write(outcome) for outcome in moment.outcomes],
        }
        for moment in told
    ]


def _acts(here: PhaseRecord) -> Data:
    """What was done by the game master and by the game itself, and who carried the phase out."""
    done = [kept.ACT.write(act) for act in here.acts if act.kind not in _VOTING]
    return {"acts": done, "resolved_by": here.resolved_by and kept.VERSIONS.write(here.resolved_by)}


def _votes(here: PhaseRecord, power: str) -> list[list[object]]:
    """A power's votes, each with its place among the acts of the phase."""
    return [
        [place, kept.ACT.write(act)]
        for place, act in enumerate(here.acts)
        if act.kind in _VOTING and act.facts.get("power") == power
    ]


def _whole(record: Record, here: PhaseRecord, cut: Cut) -> Data:
    """The hash of all that the record says of the phase, and of the position that comes after."""
    after = record.phases[cut.index + 1].sha256 if cut.kind in _LEFT else ""
    return {"sha256": digest(kept.record_data(here)), "next": after}
