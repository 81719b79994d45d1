"""A game: orders and acts go in, Views come out; everything is kept in its record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Self

from legation.board.calendar import ADJUSTMENT, RETREAT, SETUP
from legation.board.notation import SheetError
from legation.board.orders import Order
from legation.errors import InputError
from legation.rules.adjust import to_decide
from legation.rules.dice import new_seed
from legation.rules.survey import Judged, Survey, survey_of
from legation.rules.turn import opening
from legation.sight.moment import Moment
from legation.sight.see import Desk, open_board, see
from legation.sight.view import Sheet, View
from legation.sight.viewer import GAME_MASTER, SPECTATOR, Viewer, find_viewer, power_viewer
from legation.table import acts
from legation.table.acting import Acting
from legation.table.correcting import (
    Correction,
    carried_over,
    closed_last,
    is_mended,
    resettled,
    told_why,
    unsettled,
    who_reads_otherwise,
)
from legation.table.keeping import check_seed, inherited, plain_line
from legation.table.record import RESOLUTION, ROLLBACK, START, TAKEN_OVER, PhaseRecord, Record
from legation.table.replay import (
    Difference,
    audit,
    begin,
    fold,
    opening_dice,
    resolve,
    told_opening,
    versions_of,
)
from legation.table.sheets import Reading, read_sheet
from legation.variants.load import load


class Game(Acting):
    """One game of a variant, at the phase where it stands.

    A power is named by any usual spelling. Every method that changes the game
    raises StateError when the game is over, `rollback` excepted. Players get
    what `view` returns; `record` and `waiting` hold secrets, for the host only.
    """

    @classmethod
    def new(
        cls,
        variant: str = "standard",
        options: Mapping[str, str] | None = None,
        seed: str | None = None,
        name: str = "",
    ) -> Self:
        """A new game, before its first phase.

        `seed` is 128 bits as 32 hexadecimal digits; without one it is drawn.

        Raises:
            NameUnknownError: for a variant that does not exist.
            OptionError: for an option or value that it does not have.
            InputError: for a seed that is none.
        """
        book = load(variant, options)
        seed = new_seed() if seed is None else check_seed(seed)
        truth, reports = opening(book, opening_dice(seed))
        return cls(
            Record(
                name=plain_line(name),
                variant=variant,
                options=dict(book.options.chosen),
                seeds=((0, seed),),
                versions=versions_of(variant),
                phases=(begin(0, START, truth, told=told_opening(truth, reports)),),
            )
        )

    # Looking

    @property
    def waiting(self) -> tuple[str, ...]:
        """The powers that have something to decide and have not settled their sheet.

        For the host only: that a power has settled is its secret.
        """
        if self.over:
            return ()
        position = self._state.truth.position
        if position.phase.kind == RETREAT:
            named = {d.unit.power for d in position.dislodged}
        elif position.phase.kind == ADJUSTMENT:
            named = set(to_decide(survey_of(self._book, position)))
        elif position.phase.kind == SETUP:
            named = set(self._book.players)
        else:
            named = {unit.power for unit in position.units}
        powers = sorted(named & self._book.players)
        sheets = self._open.sheets
        idle = {power for power, sheet in sheets.items() if sheet.settled} | {*self._state.disorder}
        return tuple(power for power in powers if power not in idle)

    def view(
        self,
        viewer: Viewer | str,
        number: int | None = None,
        as_told_to: Viewer | str | None = None,
    ) -> View:
        """What a viewer sees now, or saw of an earlier phase, its result included.

        `viewer` may be a power's name, ``spectator``, ``gm`` or ``archive``. The
        latter two may read the game as it was told to a power, or the spectator.

        Raises:
            NameUnknownError: for a viewer that does not exist.
            InputError: for a phase that the game has not come to.
            StateError: for the archive of a game that is not over, and where a
                player or spectator asks what another was told.
        """
        if not isinstance(viewer, Viewer):
            viewer = find_viewer(self._book, viewer)
        if not isinstance(as_told_to, Viewer | None):
            as_told_to = find_viewer(self._book, as_told_to)
        index = self._index(number)
        phase = self._record.phases[index]
        now = index == len(self._record.phases) - 1
        state = self._state if now else fold(self._book, phase)[0]
        told = [t for p in self._record.phases[: index + 1] for t in p.told]
        own = self._record.seeds[inherited(self._record) :]
        seeds = tuple(seed for start, seed in own if start <= index)
        rest = Desk(
            name=self.name,
            number=phase.number,
            sheets=phase.sheets,
            motions=state.motions if now else (),
            disorder=state.disorder,
            seeds=seeds,
            over=self.over,
            blind=now and self._blind,
        )
        if now:
            open_board(self._book, state.truth, viewer)
        return see(self._book, state.truth, told, viewer, rest, as_told_to)

    # Orders

    def submit(
        self, power: str, orders: str | Sequence[str | Order], settled: bool = False
    ) -> list[SheetError]:
        """Replaces a power's sheet for this phase; what is wrong comes back (STD-ORD).

        Every good order stands. Each bad one comes back with its line and one
        sentence; of two for one unit the second does, and it names the first.
        A sheet without a single good order, unless it is empty, leaves the
        earlier one as it was. `settled`: the power will not change it; a sheet
        that lacks something (an error on line 0) stands, and is not settled.
        For the powers that he orders the game master hands one in, and
        settling seals it.

        Raises:
            NameUnknownError: for a power that does not exist.
            StateError: when the power is in civil disorder, or its sheet sealed.
        """
        power = self._ordering(power)
        checked = self._read(power, orders)
        if checked.texts or not any(error.line for error in checked.errors):
            self._write(power, Sheet(checked.texts, settled and checked.complete))
        return checked.errors

    def warnings(self, power: str) -> list[str]:
        """What a power should know of the orders on its sheet, though they are legal."""
        power = self._ordering(power)
        sheet = self._open.sheets.get(power, Sheet())
        return self._read(power, sheet.orders).warnings

    def _read(self, power: str, orders: str | Sequence[str | Order]) -> Reading:
        """A sheet, judged on the board that its writer knows, or as it was before."""
        return read_sheet(self._survey(power), power, orders, self._state.truth.judged)

    def _survey(self, power: str) -> Survey:
        """The board as who orders this power knows it."""
        ordered = power in self._book.master_powers
        viewer = GAME_MASTER if ordered else power_viewer(power)
        return survey_of(self._book, open_board(self._book, self._state.truth, viewer))

    def judgements(self, view: View, power: str) -> Judged:
        """What was found of a power's orders on the board of a View: for who writes them only.

        Nothing where the View is not of the board on which they were judged.
        """
        truth = self._state.truth
        if open_board(self._book, truth, view.viewer) is not view.position:
            return {}
        return {key: judgement for key, judgement in truth.judged.items() if key[0] == power}

    def settle(self, power: str, settled: bool = True) -> None:
        """The power says that its sheet stands as it is, or takes that back."""
        power = self._ordering(power)
        sheet = self._open.sheets.get(power, Sheet())
        if settled:
            lacking = self._read(power, sheet.orders)
            if not lacking.complete:
                raise lacking.errors[0].error
        self._write(power, replace(sheet, settled=settled))

    def clear(self, power: str) -> None:
        """Takes a power's sheet away."""
        power = self._ordering(power)
        sheets = {p: sheet for p, sheet in self._open.sheets.items() if p != power}
        self._change(replace(self._open, sheets=sheets))

    def advance(self) -> View:
        """Carries this phase out and goes on to the next; returns what everybody sees.

        What came of it is the last item of `View.told`.
        """
        self.carry_out()
        return self.view(SPECTATOR)

    def carry_out(self) -> None:
        """The same for a host who looks at nothing."""
        self._check_running()
        here, index = self._open, len(self._record.phases) - 1
        truth, told = resolve(self._book, here, self._state, self._record.seed_at(index))
        done = replace(here, told=(*here.told, told), resolved_by=versions_of(self._record.variant))
        after = begin(here.number + 1, RESOLUTION, truth, self._state.disorder)
        self._state.truth.forget()
        self._keep(replace(self._record, phases=(*self._record.phases[:-1], done, after)))

    # Back, aside, and over again

    def rollback(self, number: int, seed: str | None = None) -> None:
        """Goes back to the start of a phase, its sheets and acts empty; everybody is told.

        What was told stays told, and what was recorded since stays in the
        record, superseded. The seed of a finished game is public, so the game
        then goes on with another: `seed`, or one that is drawn.

        Raises:
            InputError: for a phase that the game has not come to.
        """
        index = self._index(number)
        target = self._record.phases[index]
        phase = begin(number, ROLLBACK, target.truth, target.disorder)
        seeds = self._record.seeds
        if self.over or seed is not None:
            fresh = new_seed() if seed is None else check_seed(seed)
            seeds = (*seeds, (len(self._record.phases), fresh))
        self._keep(replace(self._record, seeds=seeds, phases=(*self._record.phases, phase)))

    def correct(
        self, change: Callable[[Self], object], note: str = "", seed: str | None = None
    ) -> Correction:
        """Carries the phase that closed last out again, with what `change` mends in it (STD-GM).

        `change` is given this game as that phase closed, all sheets on the
        table and open, and hands in another or changes the board. Everybody
        is told that it was corrected; `note`, which says why, is told to those
        who now read something else of it. What was told stays told. Sheets
        for the open phase are kept, unsettled, as far as they are legal on
        the new board. With the same dice, or as `rollback` for a finished game.

        Raises:
            StateError: where no phase has closed, or the board was changed since.
            InputError: where nothing would be mended.
            LegationError: what `change` raises; the game is then as it was.
        """
        was = closed_last(self._record, self.over)
        if self.over and seed is None:
            seed = new_seed()
        again, wrong = self._again(was, change, seed, note)
        viewers = (SPECTATOR, *(power_viewer(power.name) for power in self._book.powers))
        readers = who_reads_otherwise((self.view(v), again.view(v)) for v in viewers)
        self._keep(told_why(self._book, again.record, readers))
        return Correction(readers, wrong)

    def _again(
        self,
        was: PhaseRecord,
        change: Callable[[Self], object],
        seed: str | None,
        note: str,
    ) -> tuple[Self, dict[str, list[SheetError]]]:
        """The game with a phase carried out again; and what is wrong with the sheets that wait.

        Why is told to nobody yet: who reads it hangs on what comes of it.
        """
        again, waiting = type(self)(self._record), self._open
        again.rollback(was.number, seed)
        begun = replace(again._open, sheets=unsettled(was.sheets), acts=carried_over(was))
        again._change(replace(begun, told=fold(self._book, begun)[1]))
        change(again)
        mended = again._open
        if not is_mended(was, mended):
            raise InputError("that is what was ordered then: nothing would be corrected.")
        again._change(replace(mended, sheets=resettled(mended.sheets, was.sheets)))
        again._do(acts.CORRECT, note=plain_line(note), readers=())
        again.advance()
        errors: dict[str, list[SheetError]] = {}
        if again.phase == waiting.truth.position.phase and not again.over:
            for power, sheet in waiting.sheets.items():
                errors[power] = again.submit(power, sheet.orders)
        return again, errors

    def fork(self, number: int | None = None, seed: str | None = None) -> Self:
        """A game of its own that starts as a copy of this one: what if.

        Without a number the copy stands where this game stands, orders
        included; with one it stands at the start of that phase. It goes on
        with a seed of its own, `seed` or one that is drawn, and publishes no
        other when it ends: this game may still go on with the old one. It holds
        all secrets of this game: a player's what-if starts from his View instead.

        Raises:
            InputError: for a phase that the game has not come to, or no seed.
        """
        index = self._index(number)
        phases = self._record.phases[: index + 1]
        if number is not None:
            told = self._told_at_once(phases[-1])
            fresh = replace(phases[-1], sheets={}, acts=(), told=told, resolved_by=None)
            phases = (*phases[:-1], fresh)
        seeds = tuple(pair for pair in self._record.seeds if pair[0] <= index)
        own = new_seed() if seed is None else check_seed(seed)
        if phases[-1].begins == ROLLBACK and seeds[-1][0] < index:
            seeds = (*seeds, (index, seeds[-1][1]))  # so `inherited` sees no rollback in it
        seeds = (*seeds, (index, own))
        return type(self)(replace(self._record, seeds=seeds, phases=phases))

    def _told_at_once(self, phase: PhaseRecord) -> tuple[Moment, ...]:
        """What is told when a phase begins: what was dealt, or that the game went back."""
        if phase.begins == START:
            return told_opening(*opening(self._book, opening_dice(self._record.seeds[0][1])))
        return phase.told[:1] if phase.begins in (ROLLBACK, TAKEN_OVER) else ()

    def audit(self) -> list[Difference]:
        """Where a replay with this program differs from the record; where the record is broken."""
        return audit(self._book, self._record)
