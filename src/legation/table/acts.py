"""What is done beside ordering: the game master's acts, and votes (STD-END).

An act is data; `apply` says what it changes and what is told of it. `apply`
never refuses: whether an act may be done is asked before it is recorded, by
`table.game`, so that a record can always be replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from legation.board.graph import province_of
from legation.board.position import Position, sort_units
from legation.board.truth import Truth
from legation.board.units import Unit, kind_and_strength
from legation.errors import InputError
from legation.rules.reports import Fact, Report, shown
from legation.rules.rulebook import Rulebook
from legation.rules.victory import ABANDONED, CONCESSION, DRAW, end
from legation.sight.see import Motion, board
from legation.sight.view import Proposal
from legation.sight.viewer import SPECTATOR, power_viewer
from legation.table.record import Act

YES, NO = "yes", "no"
VOTED_ENDINGS = (DRAW, CONCESSION)
_PROPOSED = {DRAW: "proposed-draw", CONCESSION: "proposed-concession"}

SET_UNIT, REMOVE_UNIT, SET_OWNER = "set-unit", "remove-unit", "set-owner"
EXTEND, DISORDER, ORDERLY, ABANDON = "extend", "civil-disorder", "civil-disorder-over", "abandon"
PROPOSE, VOTE = "propose", "vote"
CORRECT = "correct"

FACTS: Mapping[str, tuple[str, ...]] = {
    SET_UNIT: ("power", "unit", "place"),
    REMOVE_UNIT: ("power", "place", "number", "dislodged"),
    SET_OWNER: ("centre", "owner"),
    EXTEND: ("note",),
    DISORDER: ("power",),
    ORDERLY: ("power",),
    ABANDON: (),
    CORRECT: ("note", "readers"),
    PROPOSE: ("id", "power", "ending", "powers"),
    VOTE: ("id", "power", "answer"),
}
"""Kind of act → the names of its facts."""

BESIDE = frozenset(
    {
        *("gm-acted", "gm-unit-set", "gm-unit-removed", "gm-owner", "extended"),
        *("civil-disorder", "civil-disorder-over", "rolled-back", "corrected", "corrected-because"),
        *(*_PROPOSED.values(), "proposal-failed"),
    }
)
"""The kinds of what is told of acts and votes while a game goes on, beside what orders come to."""


@dataclass(frozen=True)
class State:
    """Where an open phase stands: the truth, open proposals, powers in civil disorder."""

    book: Rulebook
    truth: Truth
    motions: tuple[Motion, ...] = ()
    disorder: tuple[str, ...] = ()


Applied = tuple[State, tuple[Report, ...]]


def voters(state: State) -> tuple[str, ...]:
    """Whose votes an ending needs: the survivors, but for those in civil disorder (STD-END).

    Nobody speaks for a power in civil disorder; it still shares a draw of all.
    """
    return tuple(p for p in state.book.survivors(state.truth) if p not in state.disorder)


def apply(state: State, act: Act) -> Applied:
    """The state after an act, and what everybody is told of it."""
    return _APPLY[act.kind](state, dict(act.facts))


def lapse(state: State) -> Applied:
    """Open proposals fail: the board they were about is no more (STD-END).

    Whether somebody had voted, and how, is not told.
    """
    failed = tuple(_failed(motion) for motion in state.motions)
    return replace(state, motions=()), failed


def _failed(motion: Motion) -> Report:
    facts: dict[str, Fact] = {"id": motion.proposal.id, "powers": motion.proposal.powers}
    return Report("proposal-failed", "STD-END", facts)


# The board


def _on_board(state: State, position: Position, *reports: Report) -> Applied:
    """The state with another board; proposals lapse with the old one."""
    state = replace(state, truth=state.book.resettle(state.truth, position))
    state, failed = lapse(state)
    return state, (*reports, *failed)


def _changed(state: State, position: Position, report: Report) -> Applied:
    """The state with a board that the game master changed: what, is told to those who see it.

    The others hear that there was something (STD-GM).
    """
    after, told = _on_board(state, position, report)
    watching = {"", *state.book.players}
    seeing = {p for p in watching if _seen(state, state.truth, p) != _seen(state, after.truth, p)}
    if seeing != watching:
        apart = replace(report, audience=frozenset(seeing - {""}))
        told = (Report("gm-acted", "STD-GM"), apart, *told[1:])
    return after, told


def _seen(state: State, truth: Truth, power: str) -> object:
    """The units and owners that a power knows of, or who only watches."""
    known = board(state.book, truth, power_viewer(power) if power else SPECTATOR)
    return known.units, [d.unit for d in known.dislodged], known.owners


def _set_unit(state: State, facts: Mapping[str, Fact]) -> Applied:
    position = state.truth.position
    power, place = str(facts["power"]), str(facts["place"])
    kind, strength = kind_and_strength(str(facts["unit"]))
    known = [*position.units, *(d.unit for d in position.dislodged)]
    unit = Unit(power, kind, place, strength, id=max((u.id for u in known), default=0) + 1)
    # What is occupied now is open to no retreat (STD-RET).
    lost = tuple(
        replace(d, retreats=tuple(r for r in d.retreats if province_of(r) != unit.province))
        for d in position.dislodged
    )
    position = replace(position, units=sort_units([*position.units, unit]), dislodged=lost)
    report = Report("gm-unit-set", "STD-GM", {"power": power, "unit": shown(unit)})
    return _changed(state, position, report)


def units_at(position: Position, place: str, dislodged: bool) -> list[Unit]:
    """The units in the province of a place: the dislodged one, or those that stand there."""
    units = [d.unit for d in position.dislodged] if dislodged else position.units
    return [unit for unit in units if unit.province == province_of(place)]


def _remove_unit(state: State, facts: Mapping[str, Fact]) -> Applied:
    position = state.truth.position
    there = units_at(position, str(facts["place"]), bool(facts["dislodged"]))
    named = (facts["power"], facts["number"])
    unit = next((unit for unit in there if (unit.power, unit.number) == named), None)
    if unit is None:
        return state, ()
    position = replace(
        position,
        units=tuple(u for u in position.units if u is not unit),
        dislodged=tuple(d for d in position.dislodged if d.unit is not unit),
    )
    report = Report("gm-unit-removed", "STD-GM", {"power": unit.power, "unit": shown(unit)})
    return _changed(state, position, report)


def _set_owner(state: State, facts: Mapping[str, Fact]) -> Applied:
    position = state.truth.position
    centre, owner = str(facts["centre"]), str(facts["owner"])
    owners = {c: o for c, o in position.owners.items() if c != centre}
    if owner:
        owners[centre] = owner
    report = Report("gm-owner", "STD-GM", {"place": centre, "power": owner or "nobody"})
    state, told = _changed(state, replace(position, owners=owners), report)
    if not state.book.victory_at_once:
        return state, told
    truth, won = state.book.victory(state.truth)
    return replace(state, truth=truth), (*told, *won)


# The players


def _extend(state: State, facts: Mapping[str, Fact]) -> Applied:
    return state, (Report("extended", "STD-GM", {"note": str(facts["note"])}),)


def _disorder(state: State, facts: Mapping[str, Fact]) -> Applied:
    power = str(facts["power"])
    state = replace(state, disorder=tuple(sorted({*state.disorder, power})))
    report = Report("civil-disorder", "STD-GM", {"power": power})
    truth, more = state.book.disorder(state.truth, power)
    state, told = _on_board(replace(state, truth=truth), truth.position, report)
    return state, (*told[:1], *more, *told[1:])


def _orderly(state: State, facts: Mapping[str, Fact]) -> Applied:
    power = str(facts["power"])
    state = replace(state, disorder=tuple(p for p in state.disorder if p != power))
    report = Report("civil-disorder-over", "STD-GM", {"power": power})
    return _on_board(state, state.truth.position, report)


def _correct(state: State, facts: Mapping[str, Fact]) -> Applied:
    """That the phase is carried out once more is told to all; why, to who reads other news of it.

    Of `readers` the empty name is everybody.
    """
    told = [Report("corrected", "STD-GM", {"phase": state.truth.position.phase})]
    readers, note = facts["readers"], str(facts["note"])
    assert isinstance(readers, tuple)
    if note:
        whose = None if "" in readers else frozenset(map(str, readers))
        told.append(Report("corrected-because", "STD-GM", {"note": note}, whose))
    return state, tuple(told)


def _abandon(state: State, _: Mapping[str, Fact]) -> Applied:
    state, failed = lapse(state)
    sharing = state.book.abandoned(state.truth)
    state = replace(state, truth=end(state.truth, ABANDONED, sharing))
    return state, (*failed, Report("abandoned", "STD-GM"))


# Votes


def _propose(state: State, facts: Mapping[str, Fact]) -> Applied:
    named = facts["powers"]
    assert isinstance(named, tuple)
    powers = tuple(map(str, named))
    power, ending = str(facts["power"]), str(facts["ending"])
    proposal = Proposal(int(str(facts["id"])), ending, powers, power)
    told: dict[str, Fact] = {"id": proposal.id, "power": power, "powers": powers}
    report = Report(_PROPOSED[ending], "STD-END", told)
    state = replace(state, motions=(*state.motions, Motion(proposal, frozenset({power}))))
    state, ended = _count(state, proposal.id)
    return state, (report, *ended)


def _vote(state: State, facts: Mapping[str, Fact]) -> Applied:
    number, power = facts["id"], str(facts["power"])
    motion = next((m for m in state.motions if m.proposal.id == number), None)
    if motion is None:
        return state, ()
    if facts["answer"] == NO:
        others = tuple(m for m in state.motions if m is not motion)
        return replace(state, motions=others), (_failed(motion),)
    accepted = replace(motion, accepted=motion.accepted | {power})
    motions = tuple(accepted if m is motion else m for m in state.motions)
    return _count(replace(state, motions=motions), accepted.proposal.id)


def _count(state: State, number: int) -> Applied:
    """Ends the game if all who have a vote accepted this proposal."""
    motion = next(m for m in state.motions if m.proposal.id == number)
    if not motion.accepted.issuperset(voters(state)):
        return state, ()
    others = tuple(m for m in state.motions if m is not motion)
    state, failed = lapse(replace(state, motions=others))
    proposal = motion.proposal
    state = replace(state, truth=end(state.truth, proposal.ending, proposal.powers))
    return state, (*failed, Report(proposal.ending, "STD-END", {"powers": proposal.powers}))


_APPLY: Mapping[str, Callable[[State, Mapping[str, Fact]], Applied]] = {
    SET_UNIT: _set_unit,
    REMOVE_UNIT: _remove_unit,
    SET_OWNER: _set_owner,
    EXTEND: _extend,
    DISORDER: _disorder,
    ORDERLY: _orderly,
    ABANDON: _abandon,
    CORRECT: _correct,
    PROPOSE: _propose,
    VOTE: _vote,
}


# Acts from a file


def check(book: Rulebook, act: Act) -> None:
    """Says whether `apply` can carry an act out.

    Raises:
        InputError: for a kind, fact, power or place that does not exist.
    """
    names = FACTS.get(act.kind)
    if names is None:
        raise InputError(f'there is no act "{act.kind}"; there are {", ".join(FACTS)}.')
    if set(act.facts) != set(names):
        raise InputError(f"the act {act.kind} has the facts {', '.join(names) or 'none'}.")
    known = book.nations if act.kind in (SET_UNIT, REMOVE_UNIT) else book.players
    for name, fact in act.facts.items():
        good: bool
        match name:
            case "power":
                good = fact in known
            case "powers":
                good = isinstance(fact, tuple) and bool(fact) and book.players.issuperset(fact)
            case "readers":
                good = isinstance(fact, tuple) and {"", *book.players}.issuperset(fact)
            case "owner":
                good = fact == "" or fact in book.players
            case "place":
                good = fact in book.graph.places
            case "centre":
                good = fact in book.possible_centres
            case "unit":
                good = fact in book.written_kinds or kind_and_strength(str(fact))[0] in book.full
            case "id" | "dislodged" | "number":
                good = isinstance(fact, int) and fact >= 0
            case "ending":
                good = fact in VOTED_ENDINGS
            case "answer":
                good = fact in (YES, NO)
            case _:
                good = isinstance(fact, str)
        if not good:
            raise InputError(f'the fact "{name}" of the act {act.kind} cannot be {fact!r}.')
    if act.kind == SET_UNIT:
        kind, place = str(act.facts["unit"]), str(act.facts["place"])
        if not book.graph.can_stand(kind_and_strength(kind)[0], place):
            raise InputError(f"{kind} cannot stand in {place}.")
