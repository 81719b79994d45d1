"""What there is to be drawn: the phases of a variant, a saved game or a case, as Views."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from legation.cli.casefiles import ENDINGS, existing, is_saved_game, one_case, path_of
from legation.cli.map.folders import variant_of
from legation.cli.positions import game_of, viewer_of
from legation.errors import InputError

if TYPE_CHECKING:
    from legation.rules.rulebook import Rulebook
    from legation.sight.view import View

FILES = f"variant, saved game (.json) or case file ({', '.join(ENDINGS[:2])})"


@dataclass(frozen=True)
class Phases:
    """The phases there are, 0 to `last`, as one viewer sees each of them.

    What came of a phase is in the View after it; of the last nothing has.
    """

    book: Rulebook
    last: int
    seen: Callable[[int], View]
    wanted: int

    def pair(self, number: int) -> tuple[View, View | None]:
        """What was seen of a phase, and of the one after it, if it has come."""
        if not 0 <= number <= self.last:
            there = f"phases 0 to {self.last}" if self.last else "phase 0 only"
            raise InputError(f"there is no phase {number}; there is {there}")
        return self.seen(number), self.seen(number + 1) if number < self.last else None


def phases_of(name: str, viewer: str = "", case: str = "") -> Phases:
    """The phases that a name stands for.

    Raises:
        InputError: for what is none of the three, or a viewer that it does not have.
    """
    path = path_of(name)
    if path.is_dir() or not (path.exists() or path.suffix.lower() in ENDINGS):
        return _of_variant(name, viewer, case)
    if is_saved_game(existing(name)):
        if case:
            raise InputError(f"{name} is a saved game and has no cases; leave --case out")
        return of_game(name, viewer)
    return _of_case(name, viewer, case)


def _of_variant(name: str, viewer: str, case: str) -> Phases:
    from legation.rules.dice import SEED_BITS
    from legation.table.game import Game

    for option, said in (("--as", viewer), ("--case", case)):
        if said:
            what = f"{name} is a variant, drawn as everybody knows it"
            raise InputError(f"{what}; leave {option} out")
    game = Game.new(variant_of(name, "file or folder"), seed="0" * (SEED_BITS // 4))
    return Phases(game.book, 0, lambda number: game.view("spectator", number), 0)


def of_game(name: str, viewer: str) -> Phases:
    """The phases of a saved game; what was taken back by a rollback is not among them."""
    from legation.sight.view import standing

    game = game_of(name)
    reader = viewer_of(game.book, viewer or "spectator")

    def seen(number: int) -> View:
        view = game.view(reader, number)
        return replace(view, told=tuple(standing(view.told)))

    return Phases(game.book, game.number, seen, game.number)


def _of_case(name: str, viewer: str, case: str) -> Phases:
    from legation.table.cases.views import views

    if viewer:
        raise InputError(f"{name} is a case, of which everything is known; leave --as out")
    chosen = one_case(name, case)
    seen = views(chosen)
    return Phases(chosen.book, len(seen) - 1, seen.__getitem__, 0)
