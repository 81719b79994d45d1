"""Running cases: what comes of them, and whether it is what they expect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from legation.board.calendar import ADJUSTMENT, KINDS, MOVEMENT, RETREAT, Phase
from legation.board.notation import parse_order
from legation.board.orders import Order
from legation.board.truth import Truth
from legation.errors import IllegalOrderError, OrderError, meant
from legation.rules.adjust import AUTOMATIC
from legation.rules.dice import Dice
from legation.rules.turn import Sheets, Turn, advance
from legation.table.acts import State, apply
from legation.table.cases import Case, CaseTurn
from legation.table.positions import read_power

END_KEYS = frozenset(("units", "centres", "winner", "phase"))


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


def play(case: Case) -> list[Played]:
    """Carry out the turns of a case.

    Raises:
        FileError: for an order that cannot be read, or a phase that does not come.
    """
    state = State(case.truth)
    played: list[Played] = []
    for spec in case.turns:
        for act in spec.acts:
            state, _ = apply(state, act)
        if not spec.advances:
            continue
        truth = state.truth
        phase = truth.position.phase
        if truth.ending:
            raise case.problem("the game is over before its last turn")
        if spec.phase == RETREAT and phase.kind != RETREAT and played:
            played.append(_gone_at_once(spec, played[-1]))
            continue
        if spec.phase and spec.phase != phase.kind:
            raise case.problem(f"a {spec.phase} phase is expected, and {phase} comes")
        sheets = {
            read_power(case.book, power): [_order(case, text, phase.kind) for text in texts]
            for power, texts in spec.orders.items()
        }
        for power in state.disorder:
            sheets.pop(power, None)
        turn = advance(case.book, truth, sheets, Dice(case.seed, str(phase)))
        played.append(Played(phase, truth, turn, sheets))
        state = replace(state, truth=turn.truth)
    return played


def _gone_at_once(spec: CaseTurn, before: Played) -> Played:
    """A retreat phase that does not come, for the dislodged had nowhere to go."""
    ordered = {text.split(" - ")[0] for texts in spec.orders.values() for text in texts}
    fates = tuple(
        replace(o, result="void" if o.unit in ordered else "none", at="disbanded", by="")
        for o in before.turn.outcomes
        if o.at == "dislodged" and not o.retreats
    )
    turn = replace(before.turn, outcomes=fates, reports=())
    return Played(replace(before.phase, kind=RETREAT), before.turn.truth, turn, {})


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
    played = play(case)
    advancing = [spec for spec in case.turns if spec.advances]
    for spec, done in zip(advancing, played, strict=True):
        if done.phase.kind == ADJUSTMENT:
            failures += _check_builds(case, spec, done)
        else:
            failures += _check_units(case, spec, done)
        if spec.contested is not None and done.phase.kind == MOVEMENT:
            actual = sorted(done.turn.contested)
            failures += _differs(case, "contested", sorted(spec.contested), actual)
        failures += _check_told(case, spec, done)
    if case.end:
        failures += _check_end(case, played[-1].turn.truth if played else case.truth)
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
    for power, results in expect.get("results", {}).items():
        actual = [
            o.result for o in done.turn.outcomes if o.power == power and o.reason.kind != AUTOMATIC
        ]
        failures += _differs(case, f"results of {power}", list(results), actual)
    if "automatic" in expect:
        automatic: dict[str, list[str]] = {}
        for outcome in done.turn.outcomes:
            if outcome.reason.kind == AUTOMATIC:
                automatic.setdefault(outcome.power, []).append(outcome.unit)
        failures += _differs(case, "automatic", dict(expect["automatic"]), automatic)
    if "units" in expect:
        failures += _check_stand(case, expect["units"], done.turn.truth)
    return failures


def _check_stand(case: Case, wanted: Mapping[str, list[str]], truth: Truth) -> list[Failure]:
    expected = sorted(f"{power} {unit}" for power, units in wanted.items() for unit in units)
    actual = sorted(f"{unit.power} {unit}" for unit in truth.position.units)
    return _differs(case, "units", expected, actual)


def _check_told(case: Case, spec: CaseTurn, done: Played) -> list[Failure]:
    failures = []
    for power, reports in spec.told.items():
        heard: list[dict[str, str]] = [
            {"kind": r.kind, **{k: str(v) for k, v in r.facts.items()}}
            for r in done.turn.reports
            if r.audience is None or power in r.audience
        ]
        failures += [
            Failure(case.id, f"told {power}", str(dict(wanted)), _shown([h["kind"] for h in heard]))
            for wanted in reports
            if not any(wanted.items() <= one.items() for one in heard)
        ]
    return failures


def _check_end(case: Case, truth: Truth) -> list[Failure]:
    unread = sorted(set(case.end) - END_KEYS)
    if unread:
        raise case.problem(
            f'nothing reads the key "{unread[0]}" of end.{meant(unread[0], END_KEYS)}'
        )
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
