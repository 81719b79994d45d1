"""What is done in an open phase beside ordering: the game master's acts, and votes (STD-END).

Rulings for STD-END, where the rules leave them open: who proposes an ending
accepts it; a power in civil disorder has no vote; proposals lapse when the
phase is resolved, and when the game master changes the board or who has a
vote; a vote is for good; whoever votes no closes the proposal, and nobody is
told who it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from legation.errors import InputError, StateError
from legation.table import acts, desk
from legation.table.keeping import Keeping, plain_line


class Acting(Keeping):
    """A record that grows by acts, each asked for here before it is written down."""

    # The game master's acts

    def set_unit(self, power: str, kind: str, place: str) -> None:
        """Puts a unit on the board.

        Raises:
            InputError: for a place that does not exist, is occupied, or is not
                for units of that kind.
        """
        self._check_running()
        position = self._state.truth.position
        self._do(acts.SET_UNIT, **desk.unit_to_set(self._book, position, power, kind, place))

    def remove_unit(self, place: str, dislodged: bool = False) -> None:
        """Takes the unit off the board that stands in a place, or was dislodged from it.

        Raises:
            InputError: where there is none.
        """
        self._check_running()
        position = self._state.truth.position
        self._do(acts.REMOVE_UNIT, **desk.unit_to_remove(self._book, position, place, dislodged))

    def set_owner(self, centre: str, power: str | None) -> None:
        """Gives a centre to a power, or to nobody.

        Raises:
            InputError: for a place that is no centre, or none in this game.
        """
        self._check_running()
        self._do(acts.SET_OWNER, **desk.owner_to_set(self._book, self._state.truth, centre, power))

    def extend(self, note: str) -> None:
        """Tells everybody that there is more time; `note` says until when."""
        self._check_running()
        self._do(acts.EXTEND, note=plain_line(note))

    def civil_disorder(self, power: str, declared: bool = True) -> None:
        """Declares a power to be in civil disorder, or that this is over (STD-NMR).

        Until then its sheets are void: its units hold, disband in retreats,
        and are removed by the rule for missing removals.

        Raises:
            StateError: where it is so already.
        """
        self._check_running()
        power = self._book.names.find_power(power)
        if (power in self._state.disorder) == declared:
            raise StateError(f"{power} is {'already' if declared else 'not'} in civil disorder.")
        if not declared and not self._book.disorder_ends:
            raise StateError(f"{power} is in civil disorder for good.")
        before = self._state.truth
        self._do(acts.DISORDER if declared else acts.ORDERLY, power=power)
        if self._state.truth.position != before.position:
            self._reopen()

    def _reopen(self) -> None:
        """Takes back that sheets are settled: the board is another than they were written for."""
        sheets = {
            power: replace(sheet, settled=sheet.settled and power in self._book.master_powers)
            for power, sheet in self._open.sheets.items()
        }
        self._change(replace(self._open, sheets=sheets))

    def abandon(self) -> None:
        """Ends the game without a winner (STD-END)."""
        self._check_running()
        self._do(acts.ABANDON)

    # Votes

    def propose(self, power: str, kind: str, powers: Sequence[str] = ()) -> int:
        """Puts an ending to the vote, and accepts it; returns the number of the proposal.

        `kind` is ``draw``, of the powers listed or else of all survivors, or
        ``concession`` to the one or more powers listed (STD-END).

        Raises:
            InputError: for an ending or power that cannot be voted on.
            StateError: where the power has no vote, or the same is proposed.
        """
        power = self._voting(power)
        facts = desk.proposal(self._book, self._state, kind, powers)
        number = 1 + sum(a.kind == acts.PROPOSE for p in self._record.phases for a in p.acts)
        self._do(acts.PROPOSE, id=number, power=power, **facts)
        return number

    def vote(self, power: str, proposal: int, answer: str) -> None:
        """Accepts (``yes``) or rejects (``no``) an open proposal, for good (STD-END).

        Raises:
            InputError: for another answer, or a proposal that is not open.
            StateError: where the power has no vote, or accepted the proposal before.
        """
        power = self._voting(power)
        answer = answer.strip().casefold()
        if answer not in (acts.YES, acts.NO):
            raise InputError('a vote is "yes" or "no".')
        motion = next((m for m in self._state.motions if m.proposal.id == proposal), None)
        if motion is None:
            raise InputError(f"no proposal {proposal} is open to the vote.")
        if power in motion.accepted:
            raise StateError(f"{power} has accepted proposal {proposal}, and a vote is for good.")
        self._do(acts.VOTE, id=proposal, power=power, answer=answer)
