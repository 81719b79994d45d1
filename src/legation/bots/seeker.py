"""The seeking player: it tries its sheets out before it hands one in.

It draws sheets of all others from the judgement of `steady`, on the board that
it knows, and some of its own; carries its own out against theirs, and looks what
the board then promises (`outlook`). The best is improved unit by unit
(`seeking`). It leaves to judgement all but movements, and the games for which
nobody has fitted what a board promises.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from legation.board.calendar import MOVEMENT
from legation.bots.draws import for_a_draw
from legation.bots.outlook import search_for
from legation.bots.promises import outlook_for
from legation.bots.quick import arena_for
from legation.bots.seat import Seat
from legation.bots.seeking import Effort, Search
from legation.bots.steady import Steady, judged
from legation.bots.temper import USUAL, Temper, tempered
from legation.errors import InputError, meant
from legation.rules.rulebook import Rulebook
from legation.sight.view import View


@dataclass(frozen=True)
class SeekerBot:
    """Takes the sheet that comes to most; see the module."""

    name: str
    effort: Effort
    temper: Temper
    boards: int = 0
    """What is asked for by name, whatever the game would have."""

    def choose(self, book: Rulebook, view: View, rng: random.Random) -> list[str]:
        """The best sheet found for a movement; else what judgement says."""
        seat = Seat(book, view, rng)
        judging = replace(self.temper, opening=USUAL.opening)  # an opening is of orders tried
        if seat.idle or view.phase.kind != MOVEMENT or not seat.units:
            return judged(seat, judging)
        steady, effort = Steady(seat, judging), self.effort.within(search_for(book.variant))
        outlook = outlook_for(seat, steady.values)
        if outlook is None:
            return judged(seat, judging)
        if self.boards:
            effort = replace(effort, boards=self.boards)
        starts = {tuple(seat.read(steady.sheet()).orders): None for _ in range(effort.starts)}
        arena = arena_for(seat, outlook, effort)
        starts |= dict.fromkeys(arena.proposed())
        return seat.sheet(Search(seat, arena, effort, self.temper).best(list(starts)))

    def vote(self, book: Rulebook, view: View, rng: random.Random) -> bool:
        """For a draw, unless it leads far enough."""
        del rng
        return for_a_draw(book, view)


STRENGTHS = {
    "beginner": (Effort(1, 1, 1, 1, 2, 1, 40, feints=False), Temper(1.0, 1.0)),
    "middling": (Effort(1, 2, 2, 1, 3, 1, 150, feints=False), Temper(0.4, 0.4)),
    "strong": (Effort(), Temper(0.06, 0.3)),
}
"""What a search may cost, and how far it misjudges; measured in docs/bots.md."""

_BOUNDS = {"boards": (1, 5000), "ahead": (0, 4)}
"""What else of an effort may be said, and its bounds."""

BOT = SeekerBot("seeker", *STRENGTHS["strong"])


def made(words: Sequence[str]) -> SeekerBot:
    """The bot of another strength, temper or budget: ``beginner``, ``caution=0.5``, ``boards=300``.

    Raises:
        InputError: for a word that says nothing, or a number beyond its bounds.
    """
    first, rest = words[0], words[1:]
    if first not in STRENGTHS:
        if "=" not in first:
            known = ", ".join(STRENGTHS)
            said = f'seeker has no strength "{first}".{meant(first, STRENGTHS)}'
            raise InputError(f"{said} It has: {known}.")
        first, rest = "strong", words
    effort, usual = STRENGTHS[first]
    bot = BOT.name if first == "strong" else f"{BOT.name}:{first}"
    keyed = [(word.partition("=")[0].strip(), word) for word in rest]
    numbers: dict[str, int] = {}
    for key, word in keyed:
        if key in _BOUNDS:
            numbers[key] = _number(key, word.partition("=")[2].strip())
    for key, number in sorted(numbers.items()):
        bot = f"{bot}:{key}={number}"
    name, temper = tempered(bot, usual, [word for key, word in keyed if key not in _BOUNDS])
    effort = replace(effort, ahead=numbers.get("ahead", effort.ahead))
    return SeekerBot(name, effort, temper, numbers.get("boards", 0))


def _number(key: str, said: str) -> int:
    """A part of an effort."""
    least, most = _BOUNDS[key]
    if not (said.isascii() and said.isdigit() and least <= int(said[:9]) <= most):
        raise InputError(f'{key} is a whole number from {least} to {most}, not "{said}".')
    return int(said)
