"""A trial: which game is played, by whom, how often, and with which seeds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256

from legation.bots.base import find_bot
from legation.errors import InputError
from legation.rules.rulebook import Rulebook
from legation.table.replay import versions_of
from legation.variants.load import load

PHASES = 150
"""A game that is not over after so many phases is broken off, unless a trial says otherwise."""
QUIET = 12
"""After so many movement phases in which no centre changed owner the bots are asked for a draw."""


@dataclass(frozen=True)
class Side:
    """A variant with its options: one side of a trial. `rules` is the fingerprint of its folder."""

    variant: str
    options: Mapping[str, str] = field(default_factory=dict)
    rules: str = ""

    @property
    def said(self) -> str:
        """The side as it is written on a command line: ``standard paradox=1982``."""
        return " ".join([self.variant, *(f"{key}={value}" for key, value in self.options.items())])


@dataclass(frozen=True)
class Trial:
    """What is played. A game is the same whoever plays it, in whatever order.

    `sides` are one, or two that are compared: game `n` of either has the same
    seed. `bot` plays every power that `seats` does not give to another.
    `engine` is the version of this program.
    """

    sides: tuple[Side, ...]
    games: int
    seed: str = "1"
    bot: str = "steady"
    seats: Mapping[str, str] = field(default_factory=dict)
    phases: int = PHASES
    quiet: int = QUIET
    engine: str = ""

    def seed_of(self, number: int) -> str:
        """The seed of a game, and of the dice of all who play in it: 32 hexadecimal digits."""
        return sha256(f"{self.seed} {number}".encode()).hexdigest()[:32]

    def bot_of(self, power: str) -> str:
        """Who plays a power."""
        return self.seats.get(power, self.bot)

    @property
    def tasks(self) -> list[Task]:
        """Every game of every side, the pairs together."""
        sides = range(len(self.sides))
        return [Task(number, side) for number in range(self.games) for side in sides]

    def beside(self, other: Trial) -> str:
        """In what this trial differs from another besides its length, in a word; or nothing."""
        for name in ("sides", "seed", "bot", "seats", "phases", "quiet", "engine"):
            if getattr(self, name) != getattr(other, name):
                return {"engine": "version", "bot": "bots", "seats": "bots"}.get(name, name)
        return ""


@dataclass(frozen=True, order=True, slots=True)
class Task:
    """A game that is to be played: its number, and the index of its side."""

    number: int
    side: int


def trial_of(trial: Trial, bots: str = "") -> Trial:
    """A trial as it was asked for, checked: names as the rulebook has them, versions noted.

    `bots` is a name for all seats, or names of seats with their bots:
    ``random,France=steady``, ``steady,France=seeker:caution=0.5``.

    Raises:
        NameUnknownError: for a variant, a power or a bot that does not exist.
        OptionError: for an option or value that a variant does not have.
        InputError: for bots that are not written so, or no game at all.
    """
    if trial.games < 1:
        raise InputError("a trial has one game at least; say how many with --games.")
    sides, engine, books = [], "", []
    for side in trial.sides:
        book = load(side.variant, side.options)
        versions = versions_of(side.variant)
        engine = versions.engine
        books.append(book)
        sides.append(replace(side, rules=versions.variant))
    bot, seats = _seated(bots or trial.bot, books)
    return replace(trial, sides=tuple(sides), bot=bot, seats=seats, engine=engine)


def _seated(bots: str, books: list[Rulebook]) -> tuple[str, dict[str, str]]:
    """Who plays all seats, and who plays some; every side of the trial has these seats."""
    everybody, seats = "", dict[str, str]()
    for part in filter(None, (part.strip() for part in bots.split(","))):
        whom, follows, how = part.partition(":")  # in which there may be a = as well
        power, given, name = (word.strip() for word in whom.rpartition("="))
        name = find_bot(name + follows + how).name
        if given:
            for book in books:
                seats[book.names.find_power(power)] = name
        elif everybody:
            raise InputError(
                f'two bots for all seats, "{everybody}" and "{name}": give one of them a power,'
                f" as in {everybody},{books[0].powers[0].name}={name}."
            )
        else:
            everybody = name
    return everybody or "steady", seats
