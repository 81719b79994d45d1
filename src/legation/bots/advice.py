"""What a variant says of its own game to those who play it by judgement.

A variant's folder may hold a package ``advice``, apart from its rules (the
fingerprint of these, which a record keeps, does not change with it). It imports
nothing of the bots: it has some of the functions that are the fields of
`Advice`, by these names, of plain values that the engine has anyway. So nothing
outside the folder names the variant, and a rulebook does not carry what no rule
needs. Like hooks, advice is inherited: what a variant does not say its parent
says, and at last the standard answers below. (A folder without ``hooks.py`` has
no advice: it plays by its parent's rules.)
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec

from legation.board.orders import Order
from legation.board.position import Position
from legation.board.units import Unit, UnitName
from legation.rules.dice import Dice
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.table.supposing import Foresight
from legation.variants.find import FILE, folder
from legation.variants.importing import hooks_of

Kept = object
"""The ledger as the power knows it, handed on unread: only a variant knows its class."""
Value = Callable[[Unit, str], float]
"""How much it is worth to a power that this unit of its own is in that place."""


def _even(survey: Survey, kept: Kept, power: str) -> Mapping[str, float]:
    del survey, kept, power
    return {}


def _weight(survey: Survey, unit: Unit) -> float:
    del survey
    return float(unit.strength)


def _no_bonus(survey: Survey, unit: Unit) -> float:
    del survey, unit
    return 0.0


def _no_resistance(survey: Survey, power: str) -> Mapping[str, float]:
    del survey, power
    return {}


def _nobody(survey: Survey, kept: Kept, power: str) -> frozenset[str]:
    del survey, kept, power
    return frozenset()


def _none_hired(survey: Survey, kept: Kept, power: str) -> tuple[tuple[Unit, ...], int]:
    del survey, kept, power
    return (), 0


def _as_planned(
    survey: Survey,
    kept: Kept,
    power: str,
    planned: Sequence[Order],
    value: Value,
    rng: random.Random,
) -> Sequence[Order]:
    del survey, kept, power, value, rng
    return planned


def _no_trials(
    survey: Survey, power: str, sheet: Sequence[Order], unit: UnitName | None
) -> Iterable[Sequence[Order]]:
    del survey, power, sheet, unit
    return ()


def _as_known(
    survey: Survey, kept: Kept, power: str, shares: Mapping[str, float], rng: random.Random
) -> tuple[Position, Kept]:
    del power, shares, rng
    return survey.position, kept


def _none_foreseen(book: Rulebook, truth: object, dice: Dice) -> Mapping[str, Sequence[Order]]:
    del book, truth, dice
    return {}


Sheet = Callable[[Survey, Kept, str, Sequence[Order], Value, random.Random], Sequence[Order]]
Guess = Callable[[Survey, Kept, str, Mapping[str, float], random.Random], tuple[Position, Kept]]
Trials = Callable[[Survey, str, Sequence[Order], UnitName | None], Iterable[Sequence[Order]]]


@dataclass(frozen=True)
class Advice:
    """A variant's judgement, for one power on the board that it knows, and the ledger as it does.

    `worth`: province → by how much more (or less) than one it counts to own it.
    `weight`: the strength of a unit in a fight; `bonus`: what is added where it
    stays. `resistance`: province → the strength with which it keeps a power out
    while it is empty. `spared`: powers whose units it cannot attack. `roving`:
    nationalities without a player that move of themselves. `hired`: units of
    others that may be told to support, best asked first, and how many of them.
    `sheet`: the orders planned by the standard heuristic, supports of hired
    units among them, made into the sheet of this game: special orders are added,
    numbers put in, and what another order serves better is replaced. `trials`:
    for who tries sheets out, others beside those in which a unit does something
    else as a whole: what this unit could do by orders of this game's own; with
    none, what could be ordered beside those of units. `imagined`: a board and a
    ledger as they may be where the power was told nothing, drawn anew each time,
    to suppose by them what the others order; it is given what each place counts,
    nought for one that the power knows to be no centre. `foreseen`: what those
    without a player order by themselves on a supposed board with these dice,
    whatever the others do, so that it is asked once and not for each sheet.
    """

    worth: Callable[[Survey, Kept, str], Mapping[str, float]] = _even
    weight: Callable[[Survey, Unit], float] = _weight
    bonus: Callable[[Survey, Unit], float] = _no_bonus
    resistance: Callable[[Survey, str], Mapping[str, float]] = _no_resistance
    spared: Callable[[Survey, Kept, str], frozenset[str]] = _nobody
    roving: Callable[[Survey, Kept, str], frozenset[str]] = _nobody
    hired: Callable[[Survey, Kept, str], tuple[tuple[Unit, ...], int]] = _none_hired
    sheet: Sheet = _as_planned
    trials: Trials = _no_trials
    imagined: Guess = _as_known
    foreseen: Foresight = _none_foreseen

    @property
    def guesses(self) -> bool:
        """Is there anything to be guessed?"""
        return self.imagined is not _as_known


def advice_for(book: Rulebook) -> Advice:
    """The advice of a variant's folder; what it does not say is the standard answer.

    Raises:
        FileError: where the folder cannot be imported.
    """
    return _advice(book.variant)


@lru_cache(maxsize=64)
def _advice(variant: str) -> Advice:
    """The advice of a variant and its ancestors, what is nearest first."""
    place = folder(variant)
    parent = tomllib.loads(place.joinpath(FILE).read_text(encoding="utf-8")).get("parent", "")
    known = _advice(parent) if parent else Advice()
    hooks = hooks_of(place)  # it also makes the folder's modules importable
    package = hooks.__package__ if hooks is not None else None
    if not package or find_spec(f"{package}.advice") is None:
        return known
    module = import_module(f"{package}.advice")
    given = {f.name: getattr(module, f.name) for f in fields(Advice) if hasattr(module, f.name)}
    return replace(known, **given)
