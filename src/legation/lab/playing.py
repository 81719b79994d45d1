"""Plays one game of a trial, from its number alone.

Each choice has dice of its own, from the seed of the game, the phase and the
power: so nothing hangs on which process plays, nor on what it played before.
"""

from __future__ import annotations

import gc
import random
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from legation.board.calendar import MOVEMENT
from legation.bots.base import Bot, find_bot
from legation.bots.planners import compile_plans
from legation.lab.played import CRASHED, REFUSED, Fault, Played, Sort
from legation.lab.trial import Task, Trial
from legation.lab.watching import watched
from legation.sight.viewer import power_viewer
from legation.table.game import Game
from legation.table.replay import versions_of
from legation.table.saving.save import dump

MANY = 100
"""From so many games on it is worth while to load compiled code; hours may be saved, or seconds."""

_NEW_VALUES = 200_000


def play(trial: Trial, task: Task) -> Played:
    """The game of this number on this side, played to its end, and what is kept of it."""
    with _seldom_collected():  # until the game itself is let go of, and with it all its values
        return table_of(trial, task)[1]


def play_of_many(trial: Trial, task: Task) -> Played:
    """The very same, in a process that plays many: what is worth loading for that is loaded."""
    compile_plans()
    return play(trial, task)


def player_of(tasks: Sequence[Task]) -> Callable[[Trial, Task], Played]:
    """How so many games are played, by each of the processes that share them."""
    return play_of_many if len(tasks) >= MANY else play


def table_of(trial: Trial, task: Task) -> tuple[Game, Played]:
    """The same, with the game itself: whoever asks for it may know all of its secrets."""
    began = time.process_time()
    side, seed = trial.sides[task.side], trial.seed_of(task.number)
    versions = versions_of(side.variant)
    game = Game.new(side.variant, side.options, seed=seed, name=f"Game {task.number}")
    sitting = _Sitting(trial, game, seed)
    with _seldom_collected():
        sitting.play()
        played = Played(task.number, task.side, seed, versions.engine, versions.variant)
        played = replace(watched(game, played), faults=tuple(sitting.faults))
        return game, replace(played, seconds=round(time.process_time() - began, 3))


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """While a game is played Python hardly ever looks for rings of garbage.

    There are few, for a game lets go of what it looked up on its boards; and to
    look for them at every 700 new values takes up to a tenth of the time.
    """
    usual = gc.get_threshold()
    gc.set_threshold(_NEW_VALUES, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


class _Sitting:
    """A game, the bots in its seats, and what went wrong."""

    def __init__(self, trial: Trial, game: Game, seed: str) -> None:
        self.trial, self.game, self.seed = trial, game, seed
        self.seats: dict[str, Bot] = {
            power: find_bot(trial.bot_of(power)) for power in game.book.players
        }
        self.viewers = {power: power_viewer(power) for power in game.book.players}
        self.faults: list[Fault] = []
        self.power = ""
        self.quiet = 0

    def play(self) -> None:
        """Until it is over, has lasted long enough, or stops in the middle."""
        try:
            while not self.game.over and self.game.number < self.trial.phases:
                self._phase()
        except Exception as error:
            said = f"{type(error).__name__}: {error}".splitlines()[0]
            self._fault(CRASHED, said, traceback.format_exc())

    def _phase(self) -> None:
        game = self.game
        if game.phase.kind == MOVEMENT and self.quiet >= self.trial.quiet:
            self._vote()
            if game.over:
                return
        for power in game.waiting:
            self.power = power
            view = game.view(self.viewers[power])
            sheet = self.seats[power].choose(game.book, view, self._dice(power))
            wrong = game.submit(power, sheet, settled=True)
            if wrong:
                self._fault(REFUSED, "; ".join(str(each.error) for each in wrong))
        self.power = ""
        before = game.record.phases[-1].truth.position
        game.carry_out()
        if before.owners != game.record.phases[-1].truth.position.owners:
            self.quiet = 0
        elif before.phase.kind == MOVEMENT:
            self.quiet += 1

    def _vote(self) -> None:
        """A draw of all survivors, if every one of them is for it (STD-END)."""
        game = self.game
        powers = game.book.survivors(game.record.phases[-1].truth)
        if not powers:
            return
        for power in powers:
            self.power = power
            dice = self._dice(f"{power} votes")
            if not self.seats[power].vote(game.book, game.view(power), dice):
                self.power = ""
                return
        self.power = ""
        proposal = game.propose(powers[0], "draw")
        for power in powers[1:]:
            game.vote(power, proposal, "yes")

    def _dice(self, who: str) -> random.Random:
        return random.Random(f"{self.seed} {self.game.number} {who}")

    def _fault(self, sort: Sort, said: str, trace: str = "") -> None:
        game = self.game
        self.faults.append(Fault(sort, game.number, self.power, said, trace, dump(game)))
