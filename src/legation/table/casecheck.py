"""Running cases: what comes of them, and whether it is what they expect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from legation.board.calendar import ADJUSTMENT, KINDS, MOVEMENT, RETREAT, Phase
from legation.board.notation import parse_order
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.errors import IllegalOrderError, InputError, LegationError, OrderError, StateError
from legation.rules.adjust import AUTOMATIC
from legation.rules.dice import Dice
from legation.rules.reports import Report
from legation.rules.rulebook import Rulebook
from legation.rules.turn import Sheets, Turn, advance
from legation.table.acts import (
    DISORDER,
    EXTEND,
    ORDERLY,
    REMOVE_UNIT,
    SET_OWNER,
    SET_UNIT,
    State,
    apply,
    unit_at,
)
from legation.table.cases import BUILDS, Case, CaseTurn, Wish
from legation.table.desk import Facts, owner_to_set, unit_to_remove, unit_to_set
from legation.table.keeping import plain_line
from legation.table.record import Act


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that a case expected and did not get."""

    case: str
    what: str
    expected: str
    actual: str

    def __str__(self) -> str:
        return f"{self.case}: {self.what}: expected {self.expected}, got {self.actual}"


@dataclass(frozen=True, slots=True)
class Played:
    """A turn of a case as it went: the phase, the units before, and what came of it."""

    phase: Phase
    before: Truth
    turn: Turn
    orders: Sheets


class _Step(NamedTuple):
    """A turn, how it went (None where the phase stands), and what its acts had told."""

    spec: CaseTurn
    done: Played | None
    told: tuple[Report, ...]


def play(case: Case) -> list[Played]:
    """Carry out the turns of a case.

    Raises:
        FileError: for an order or act that cannot be, or a phase that does not come.
    """
    return [step.done for step in _run(case)[0] if step.done is not None]


def _run(case: Case) -> tuple[list[_Step], Truth]:
    """The turns of a case, and what stands after them."""
    state = State(case.truth)
    steps: list[_Step] = []
    last: Played | None = None
    for spec in case.turns:
        told: tuple[Report, ...] = ()
        for wish in spec.acts:
            try:
                state, reports = apply(state, _act(case.book, state, wish))
            except LegationError as error:
                raise case.problem(f'"{wish.said}" cannot be: {error}') from None
            told += reports
        done = _played(case, spec, state, last) if spec.advances else None
        steps.append(_Step(spec, done, told))
        if done is not None:
            last = done
            state = replace(state, truth=done.turn.truth)
    return steps, state.truth


def _played(case: Case, spec: CaseTurn, state: State, last: Played | None) -> Played:
    truth = state.truth
    phase = truth.position.phase
    if truth.ending:
        raise case.problem("the game is over before its last turn")
    if spec.phase == RETREAT and phase.kind != RETREAT and last is not None:
        return _gone_at_once(spec, last, truth)
    if spec.phase and spec.phase != phase.kind:
        raise case.problem(f"a {spec.phase} phase is expected, and {phase} comes")
    sheets = {
        power: [_order(case, text, phase.kind) for text in texts]
        for power, texts in spec.orders.items()
        if power not in state.disorder
    }
    turn = advance(case.book, truth, sheets, Dice(case.seed, str(phase)))
    return Played(phase, truth, turn, sheets)


def _act(book: Rulebook, state: State, wish: Wish) -> Act:
    """What a game master wants, as the act that it is now; checked as `table.game` does."""
    if state.truth.ending:
        raise StateError("the game is over.")
    words, position = wish.words, state.truth.position
    facts: Facts = {}
    if wish.kind == SET_UNIT:
        facts = unit_to_set(book, position, words["power"], words["kind"], words["place"])
    elif wish.kind == REMOVE_UNIT:
        facts = _to_remove(book, position, words["place"], bool(words["dislodged"]))
    elif wish.kind == SET_OWNER:
        owner = None if words["owner"] == "nobody" else words["owner"]
        facts = owner_to_set(book, words["centre"], owner)
    elif wish.kind == EXTEND:
        facts = {"note": plain_line(words["note"])}
    elif wish.kind in (DISORDER, ORDERLY):
        power, declared = book.names.find_power(words["power"]), wish.kind == DISORDER
        if (power in state.disorder) == declared:
            word = "already" if declared else "not"
            raise StateError(f"{power} is {word} in civil disorder.")
        facts = {"power": power}
    return Act(wish.kind, facts)


def _to_remove(book: Rulebook, position: Position, name: str, dislodged: bool) -> Facts:
    kind, _, place = name.partition(" ")
    if not place or kind.upper() not in book.kinds:
        kind, place = "", name
    facts = unit_to_remove(book, position, place, dislodged)
    unit = unit_at(position, str(facts["place"]), dislodged)
    if kind and unit is not None and unit.kind != kind.upper():
        raise InputError(f"the unit there is {unit}.")
    return facts


def _gone_at_once(spec: CaseTurn, before: Played, truth: Truth) -> Played:
    """A retreat phase that does not come, for the dislodged had nowhere to go."""
    ordered = {text.split(" - ")[0] for texts in spec.orders.values() for text in texts}
    fates = tuple(
        replace(o, result="void" if o.unit in ordered else "none", at="disbanded", by="")
        for o in before.turn.outcomes
        if o.at == "dislodged" and not o.retreats
    )
    turn = replace(before.turn, truth=truth, outcomes=fates, reports=())
    return Played(replace(before.phase, kind=RETREAT), truth, turn, {})


def _order(case: Case, text: str, phase: str) -> Order:
    book = case.book
    try:
        return parse_order(text, book.names, book.order_types, phase, book.kinds)
    except IllegalOrderError:
        pass  # an order of another phase: adjudication refuses it
    except OrderError as error:
        raise case.problem(str(error)) from None
    for kind in KINDS:
        try:
            return parse_order(text, book.names, book.order_types, kind, book.kinds)
        except OrderError:
            continue
    raise case.problem(f'"{text}" is no order')


# Checking


def check_case(case: Case) -> list[Failure]:
    """Run a case; what it expected and did not get."""
    failures: list[Failure] = []
    steps, truth = _run(case)
    for spec, done, told in steps:
        if done is not None:
            told += done.turn.reports
            if done.phase.kind == ADJUSTMENT:
                failures += _check_builds(case, spec, done)
            else:
                failures += _check_units(case, spec, done)
            if spec.contested is not None and done.phase.kind == MOVEMENT:
                actual = sorted(done.turn.contested)
                failures += _differs(case, "contested", sorted(spec.contested), actual)
        failures += _check_told(case, spec, told)
    if case.end:
        failures += _check_end(case, truth)
    return failures


def _differs(case: Case, what: str, expected: object, actual: object) -> list[Failure]:
    if expected == actual:
        return []
    return [Failure(case.id, what, _shown(expected), _shown(actual))]


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(str(item) for item in value) or "none"
    return str(value) if value not in ("", None) else "none"


def _check_units(case: Case, spec: CaseTurn, done: Played) -> list[Failure]:
    fates: dict[str, dict[str, Any]] = {}
    for outcome in done.turn.outcomes:
        told: dict[str, Any] = {"result": outcome.result, "at": outcome.at}
        if outcome.by:
            told |= {"by": outcome.by, "retreats": sorted(outcome.retreats)}
        known = fates.setdefault(outcome.unit, told)
        if known is not told and outcome.result == "void" and known["result"] == "holds":
            known["result"] = "void"  # another power ordered it, and its own did not
    failures = []
    for unit, wanted in spec.expect.items():
        fate = fates.get(unit)
        if fate is None:
            failures.append(Failure(case.id, unit, "a fate", "no such unit"))
            continue
        for key, value in wanted.items():
            expected = sorted(value) if isinstance(value, list) else value
            failures += _differs(case, f"{unit}: {key}", expected, fate.get(key, ""))
    return failures


def _check_builds(case: Case, spec: CaseTurn, done: Played) -> list[Failure]:
    failures = []
    expect = spec.expect
    for unit in expect:
        if unit not in BUILDS:
            said = f"{done.phase} expects results, automatic or units, by power, not {unit}"
            raise case.problem(said)
    for power, results in expect.get("results", {}).items():
        actual = [
            o.result
            for o in done.turn.outcomes
            if o.power == power and o.reason.kind not in AUTOMATIC
        ]
        failures += _differs(case, f"results of {power}", list(results), actual)
    if "automatic" in expect:
        automatic: dict[str, list[str]] = {}
        for outcome in done.turn.outcomes:
            if outcome.reason.kind in AUTOMATIC:
                automatic.setdefault(outcome.power, []).append(outcome.unit)
        failures += _differs(case, "automatic", dict(expect["automatic"]), automatic)
    if "units" in expect:
        failures += _check_stand(case, expect["units"], done.turn.truth)
    return failures


def _check_stand(case: Case, wanted: Mapping[str, list[str]], truth: Truth) -> list[Failure]:
    expected = sorted(f"{power} {unit}" for power, units in wanted.items() for unit in units)
    actual = sorted(f"{unit.power} {unit}" for unit in truth.position.units)
    return _differs(case, "units", expected, actual)


def _check_told(case: Case, spec: CaseTurn, told: tuple[Report, ...]) -> list[Failure]:
    failures = []
    for power, reports in spec.told.items():
        heard: list[dict[str, str]] = [
            {"kind": r.kind, **{k: str(v) for k, v in r.facts.items()}}
            for r in told
            if r.audience is None or power in r.audience
        ]
        failures += [
            Failure(case.id, f"told {power}", str(dict(wanted)), _shown([h["kind"] for h in heard]))
            for wanted in reports
            if not any(wanted.items() <= one.items() for one in heard)
        ]
    return failures


def _check_end(case: Case, truth: Truth) -> list[Failure]:
    failures = []
    if "units" in case.end:
        failures += _check_stand(case, case.end["units"], truth)
    for power, centres in case.end.get("centres", {}).items():
        actual = list(truth.position.centres_of(power))
        failures += _differs(case, f"centres of {power}", sorted(centres), actual)
    if "winner" in case.end:
        wanted = case.end["winner"]
        expected = sorted(wanted) if isinstance(wanted, list) else [wanted] if wanted else []
        failures += _differs(case, "winner", expected, list(truth.winner))
    if "phase" in case.end:
        failures += _differs(case, "phase", case.end["phase"], str(truth.position.phase))
    return failures
