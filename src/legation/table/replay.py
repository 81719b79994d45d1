"""How a record is read as a game: the state of a phase, its resolution, and the audit."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import legation
from legation.board.calendar import Phase
from legation.board.truth import Truth
from legation.documents.packed import plain_name, unpacked
from legation.errors import LegationError
from legation.rules.dice import Dice
from legation.rules.reports import Fact, Outcome, Report, shown
from legation.rules.rulebook import Rulebook
from legation.rules.turn import advance, opening
from legation.rules.wording import order_of, sentence
from legation.sight.moment import Moment
from legation.sight.see import board, true_survey
from legation.sight.viewer import power_viewer
from legation.table.acts import State, apply, lapse
from legation.table.canonical import digest
from legation.table.kept import REPORT, TRUTH
from legation.table.record import (
    RESOLUTION,
    ROLLBACK,
    START,
    TAKEN_OVER,
    PhaseRecord,
    Record,
    Versions,
)
from legation.table.sheets import orders_of
from legation.table.written import Data
from legation.variants.find import folder, map_of


@cache
def versions_of(variant: str) -> Versions:
    """This program's version, and the first half of a SHA-256 over the variant's rules.

    Its rules are ``variant.toml``, its modules and the tables of its map. A table
    that is packed counts as what is in it.
    """
    here = folder(variant)
    files = [*here.iterdir(), *map_of(variant).iterdir()]
    fingerprint = hashlib.sha256()
    for file in sorted(files, key=lambda file: file.name):
        name = plain_name(file.name)
        if name == "variant.toml" or name.endswith((".py", ".csv")):
            fingerprint.update(f"{name}\0".encode() + unpacked(file.read_bytes(), name) + b"\0")
    return Versions(legation.__version__, fingerprint.hexdigest()[:32])


def begin(
    number: int,
    begins: str,
    truth: Truth,
    disorder: tuple[str, ...] = (),
    told: tuple[Moment, ...] = (),
) -> PhaseRecord:
    """A new phase record. A rollback is told at once."""
    if begins == ROLLBACK:
        told = (told_rollback(number, truth.position.phase),)
    return PhaseRecord(
        number=number,
        begins=begins,
        truth=truth,
        sha256=digest(TRUTH.write(truth)),
        disorder=disorder,
        told=told,
    )


def opening_dice(seed: str) -> Dice:
    """The dice of what is dealt before the first phase."""
    return Dice(seed, "opening")


def told_opening(truth: Truth, reports: tuple[Report, ...]) -> tuple[Moment, ...]:
    """What is told before the first phase, if anything."""
    return (Moment(0, truth.position.phase, reports),) if reports else ()


def told_takeover(book: Rulebook, truth: Truth) -> Moment:
    """That a game begins as it stood elsewhere: to all; and to each power what it has there."""
    here = truth.position.phase
    reports = [Report("taken-over", "STD-GM", {"phase": here})]
    for power in sorted(book.players):
        known, only = board(book, truth, power_viewer(power)), frozenset({power})
        lost = [d.unit for d in known.dislodged if d.unit.power == power]
        units = tuple(shown(unit) for unit in (*known.of(power), *lost))
        centres = known.centres_of(power)
        if units:
            stand: dict[str, Fact] = {"power": power, "units": units}
            reports.append(Report("taken-over-units", "STD-GM", stand, only))
        if centres:
            owned: dict[str, Fact] = {"power": power, "places": centres}
            reports.append(Report("taken-over-centres", "STD-GM", owned, only))
    left = book.survivors(truth)
    out = [power for power in sorted(book.players) if power not in left]
    reports += [Report("eliminated", "STD-PH", {"power": power}) for power in out]
    return Moment(0, here, tuple(reports))


def told_rollback(number: int, phase: Phase) -> Moment:
    """That the game went back to a phase: told to everybody."""
    return Moment(number, phase, (Report("rolled-back", "STD-GM", {"phase": phase}),))


def fold(book: Rulebook, phase: PhaseRecord) -> tuple[State, tuple[Moment, ...]]:
    """The state of a phase after the acts done in it, and what was told of them."""
    state = State(book, phase.truth, disorder=phase.disorder)
    told: list[Moment] = []
    if phase.begins == ROLLBACK:
        told.append(told_rollback(phase.number, phase.truth.position.phase))
    for act in phase.acts:
        state, reports = apply(state, act)
        if reports:
            told.append(Moment(phase.number, phase.truth.position.phase, reports))
    return state, tuple(told)


def resolve(book: Rulebook, phase: PhaseRecord, state: State, seed: str) -> tuple[Truth, Moment]:
    """The next truth, and what is told of a phase: open proposals lapse with it (STD-END).

    Raises:
        StateError: when the game is over.
        OrderError: where a recorded text is no order.
    """
    here = phase.truth.position.phase
    orders = orders_of(book, here.kind, phase.sheets, state.disorder)
    survey = true_survey(book, state.truth)
    turn = advance(book, state.truth, orders, Dice(seed, str(here)), survey)
    _, failed = lapse(state)
    return turn.truth, Moment(phase.number, here, (*failed, *turn.reports), turn.editions)


# The audit


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a replay does not come to what is recorded.

    `index` is that of the phase record, in the order of the record; `number`
    and `phase` say which phase it is; `what` is one sentence.
    """

    index: int
    number: int
    phase: Phase
    what: str

    def __str__(self) -> str:
        return f"{self.phase} (phase {self.number}): {self.what}"


def audit(book: Rulebook, record: Record) -> list[Difference]:
    """Replays every phase with this program, and checks every hash.

    Reasons are compared where this very program gave them; those of another
    were fixed when the phase closed (STD-WHY).
    """
    differences: list[Difference] = []
    for index, phase in enumerate(record.phases):
        here = phase.truth.position.phase
        what = [*_chain(record, index), *_played(book, record, index)]
        differences += [Difference(index, phase.number, here, sentence) for sentence in what]
    return differences


def _chain(record: Record, index: int) -> list[str]:
    phase, wrong = record.phases[index], []
    if digest(TRUTH.write(phase.truth)) != phase.sha256:
        wrong.append("the recorded position has not the recorded hash.")
    problem = misplaced(record, index)
    return [*wrong, problem] if problem else wrong


def misplaced(record: Record, index: int) -> str:
    """Why a phase record cannot follow those before it; empty where it can."""
    phase = record.phases[index]
    if phase.begins in (START, TAKEN_OVER) and not phase.number and not index:
        return ""
    before = record.phases[index - 1] if index else None
    if before is not None and phase.begins == RESOLUTION:
        if before.resolved_by is None:
            return "it follows a phase that was not resolved."
        return "" if phase.number == before.number + 1 else "its number does not follow."
    if before is not None and before.resolved_by is not None:
        return "what the phase before it came to is missing."
    line = record.line(index)
    if phase.begins != ROLLBACK or phase.number not in line:
        return "nothing in the record leads to this phase."
    if phase.truth != record.phases[line[phase.number]].truth:
        return "the game went back to another position than that of the phase."
    return ""


def _played(book: Rulebook, record: Record, index: int) -> list[str]:
    """What a replay of one phase, and of the opening, finds other than recorded."""
    phase = record.phases[index]
    wrong = []
    state, told = fold(book, phase)
    if phase.begins == START:
        truth, reports = opening(book, opening_dice(record.seeds[0][1]))
        wrong += _differ("the opening", TRUTH.write(truth), TRUTH.write(phase.truth))
        told = (*told_opening(truth, reports), *told)
    elif phase.begins == TAKEN_OVER:
        told = (told_takeover(book, phase.truth), *told)
    after = record.phases[index + 1] if index + 1 < len(record.phases) else None
    if phase.resolved_by is not None:
        try:
            truth, result = resolve(book, phase, state, record.seed_at(index))
        except LegationError as error:
            return [*wrong, f"it cannot be replayed: {error}"]
        told = (*told, result)
        if after is not None and after.begins == RESOLUTION:
            wrong += _differ("the next position", TRUTH.write(truth), TRUTH.write(after.truth))
    reasons = phase.resolved_by == versions_of(record.variant)
    return [*wrong, *_told_otherwise(book, told, phase.told, reasons)]


def _told_otherwise(
    book: Rulebook, replayed: tuple[Moment, ...], recorded: tuple[Moment, ...], reasons: bool
) -> list[str]:
    wrong = []
    for new, old in zip(replayed, recorded, strict=False):
        whose = (None, *old.editions.readers) if reasons else (None,)
        for reader in whose:
            mine, its = new.editions.of(reader), old.editions.of(reader)
            wrong += [
                _as_told_to(reader) + each for each in _fared_otherwise(book, mine, its, reasons)
            ]
        again, then = ([_in_words(book, report) for report in each.reports] for each in (new, old))
        if again != then:
            both = [list(map(REPORT.write, each)) for each in (then, again)]
            wrong.append(f"reports: {_split(*both)}")
    if len(replayed) != len(recorded):
        wrong.append(f"told {len(recorded)} times in the record, {len(replayed)} replayed.")
    return wrong


def _as_told_to(reader: str | None) -> str:
    return "" if reader is None else f"as told to {reader or 'everybody'}, "


def _fared_otherwise(
    book: Rulebook, replayed: Sequence[Outcome], recorded: Sequence[Outcome], reasons: bool
) -> Iterator[str]:
    if len(replayed) != len(recorded):
        yield f"{len(recorded)} outcomes recorded, {len(replayed)} replayed."
    for mine, its in zip(replayed, recorded, strict=False):
        if mine != its and _fared(book, mine, reasons) != _fared(book, its, reasons):
            yield (
                f"{its.power} {order_of(book, its)}: recorded {its.fate.value}"
                f" ({its.reason.kind}), replayed {mine.fate.value} ({mine.reason.kind})."
            )


def _fared(book: Rulebook, outcome: Outcome, reasons: bool) -> Outcome:
    """An outcome as it can be compared; where reasons are not, with whatever reason."""
    if reasons:
        return replace(outcome, reason=_in_words(book, outcome.reason))
    return replace(outcome, reason=_WHATEVER, causes=())


def _in_words(book: Rulebook, report: Report) -> Report:
    """A report with why something was refused as a sentence: older records know no more of it."""
    why = report.facts.get("why")
    if not isinstance(why, Report):
        return report
    return replace(report, facts={**report.facts, "why": sentence(book, why)})


_WHATEVER = Report("unexplained", "STD-WHY")


def _differ(what: str, replayed: Data, recorded: Data) -> list[str]:
    """One sentence for each part of a truth that differs."""
    new, old = ({**data, **data["position"]} for data in (replayed, recorded))
    return [
        f"{what}, {key}: {_split(old[key], new[key])}"
        for key in old
        if key != "position" and old[key] != new[key]
    ]


def _split(old: object, new: object) -> str:
    """What only the record has, and what only the replay has."""
    parts = [_parts(old), _parts(new)]
    gone = [_short(item) for item in parts[0] if item not in parts[1]]
    come = [_short(item) for item in parts[1] if item not in parts[0]]
    return (
        f"recorded {'; '.join(gone) or 'the same in another order'},"
        f" replayed {'; '.join(come) or 'less'}."
    )


def _parts(data: object) -> list[object]:
    if isinstance(data, dict):
        return list(data.items())
    return list(data) if isinstance(data, list) else [data]


def _short(item: object) -> str:
    if isinstance(item, tuple):
        return f"{item[0]} {item[1]}"
    if isinstance(item, dict):
        item = item.get("unit", item) if isinstance(item.get("unit"), dict) else item
        if "place" in item and "power" in item:
            return f"{item['power']} {item['kind']} {item['place']}"
        return ", ".join(f"{key} {value}" for key, value in item.items() if value)
    return str(item)
