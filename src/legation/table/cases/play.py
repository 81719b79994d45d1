"""Carrying out cases: their acts and orders, turn by turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from msgspec import structs

from legation.board.calendar import KINDS, PLURALS, RETREAT, Phase
from legation.board.orders import Order
from legation.board.truth import Truth
from legation.documents.yaml import line_in
from legation.errors import IllegalOrderError, LegationError, OrderError, StateError
from legation.rules.dice import Dice
from legation.rules.editions import Editions
from legation.rules.reports import Fate
from legation.rules.rulebook import Rulebook
from legation.rules.turn import Turn, advance
from legation.rules.work import Sheets
from legation.sight.moment import Moment
from legation.table.acts import (
    DISORDER,
    EXTEND,
    ORDERLY,
    REMOVE_UNIT,
    SET_OWNER,
    SET_UNIT,
    State,
    apply,
)
from legation.table.cases.file import Case, CaseTurn, Wish
from legation.table.desk import Facts, owner_to_set, unit_to_remove, unit_to_set
from legation.table.keeping import plain_line
from legation.table.record import Act


@dataclass(frozen=True, slots=True)
class Played:
    """A phase of a case as it went: the units before, and what came of it.

    `passed_over`: it did not come, for nobody had anything to decide.
    """

    phase: Phase
    before: Truth
    turn: Turn
    orders: Sheets
    passed_over: bool = False


class Step(NamedTuple):
    """A turn of a case as it went.

    `state` is that after its acts, `after` that in which the next turn begins;
    `done` is None where the phase stands. `told` is all that was told in it, to
    whomever; `number` counts the phases carried out before it.
    """

    spec: CaseTurn
    number: int
    state: State
    done: Played | None
    told: tuple[Moment, ...]
    after: State


def play(case: Case) -> list[Played]:
    """Carry out the turns of a case.

    Raises:
        FileError: for an order or act that cannot be, or a phase that does not come.
    """
    return [step.done for step in carry_out(case) if step.done is not None]


def carry_out(case: Case) -> list[Step]:
    """The turns of a case, one after the other.

    Raises:
        FileError: as `play` does.
    """
    state, number = State(case.book, case.truth, disorder=case.disorder), 0
    steps: list[Step] = []
    last: Played | None = None
    reports = case.told
    for spec in case.turns:
        for wish in spec.acts:
            try:
                state, more = apply(state, _act(case.book, state, wish))
            except LegationError as error:
                raise case.problem(f'"{wish.said}" cannot be: {error}') from None
            reports += more
        phase = state.truth.position.phase
        told: tuple[Moment, ...] = (Moment(number, phase, reports),) if reports else ()
        after, done, reports = state, None, ()
        if spec.advances:
            last = done = _played(case, spec, state, last)
            after = replace(state, truth=done.turn.truth)
        if done is not None and not done.passed_over:
            told += (Moment(number, phase, done.turn.reports, done.turn.editions),)
        steps.append(Step(spec, number, state, done, told, after))
        number += done is not None and not done.passed_over
        state = after
    return steps


def _played(case: Case, spec: CaseTurn, state: State, last: Played | None) -> Played:
    truth = state.truth
    phase = truth.position.phase
    if truth.ending:
        raise case.problem("the game is over before its last turn")
    if spec.phase == RETREAT and phase.kind != RETREAT and last is not None:
        return _gone_at_once(case, spec, last, truth)
    if spec.phase and spec.phase != phase.kind:
        meant = PLURALS.get(spec.phase, f'"{spec.phase}"')
        raise case.problem(f"it goes on with {meant}, and the game with {phase}")
    sheets = {
        power: [_order(case, text, phase.kind, line_in(texts, text)) for text in texts]
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
        facts = unit_to_remove(book, position, words["place"], bool(words["dislodged"]))
    elif wish.kind == SET_OWNER:
        owner = None if words["owner"] == "nobody" else words["owner"]
        facts = owner_to_set(book, state.truth, words["centre"], owner)
    elif wish.kind == EXTEND:
        facts = {"note": plain_line(words["note"])}
    elif wish.kind in (DISORDER, ORDERLY):
        power, declared = book.names.find_power(words["power"]), wish.kind == DISORDER
        if (power in state.disorder) == declared:
            word = "already" if declared else "not"
            raise StateError(f"{power} is {word} in civil disorder.")
        if not declared and not book.disorder_ends:
            raise StateError(f"{power} is in civil disorder for good.")
        facts = {"power": power}
    return Act(wish.kind, facts)


def _gone_at_once(case: Case, spec: CaseTurn, before: Played, truth: Truth) -> Played:
    """A retreat phase that does not come, for the dislodged had nowhere to go."""
    texts = (text for own in spec.orders.values() for text in own)
    ordered = {str(_order(case, text, RETREAT).unit) for text in texts}
    fates = tuple(
        replace(
            o,
            fate=Fate.VOID if str(o.unit) in ordered else Fate.NONE,
            dislodged=False,
            disbanded=True,
            by="",
        )
        for o in before.turn.outcomes
        if o.dislodged and not o.retreats
    )
    editions = Editions.kept(fates, {"": fates})
    turn = structs.replace(before.turn, truth=truth, editions=editions, reports=())
    return Played(replace(before.phase, kind=RETREAT), truth, turn, {}, passed_over=True)


def _order(case: Case, text: str, phase: str, line: int = 0) -> Order:
    book = case.book
    try:
        return book.read(text, phase)
    except IllegalOrderError:
        pass  # an order of another phase: adjudication refuses it
    except OrderError as error:
        raise case.problem(str(error), line) from None
    for kind in KINDS:
        try:
            return book.read(text, kind)
        except OrderError:
            continue
    raise case.problem(f'"{text}" is no order', line)
