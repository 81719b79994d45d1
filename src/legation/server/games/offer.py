"""What somebody offers when he makes a game, and whether it can be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta

from legation.errors import InputError, OptionError
from legation.rules.rulebook import Rulebook
from legation.server.games import bots
from legation.server.games.models import (
    ABSENCES,
    ACCESS,
    AGREEING,
    ALL_PRESS,
    ANYBODY,
    AT_TIME,
    BY_PASSWORD,
    FULL,
    HOLD,
    IGNORED,
    MASTER_SAYS,
    NO_VOTE,
    OPEN,
    POLICIES,
    PRESS,
    REPLACERS,
    STARTS,
)
from legation.server.site.zones import known_zones
from legation.variants.load import load

LONGEST = 60 * 24 * 28
"""Minutes of the longest phase."""
_LONGEST_NAME = 80
_LATEST_START = timedelta(days=366)
_MOST_AWAY = 90
_DAY = 60 * 24


@dataclass(frozen=True)
class Offer:
    """A game as it is offered. Lengths are in minutes; None is without a deadline.

    `fill_bot` is the bot that takes the seats left over at the start, empty
    for none. `awaited`: all see who is not ready. `advice`: bots
    give it on the boards of what-if, also while it runs. `mastered`: who makes the game
    is its game master; without one it runs by itself and its maker may join.
    `sealed`: he reads no sheet before its phase closes (`games.promise`).
    """

    name: str
    variant: str = "standard"
    options: Mapping[str, str] = field(default_factory=dict)
    movement: int | None = 2 * _DAY
    retreat: int | None = _DAY
    adjustment: int | None = _DAY
    grace: int = _DAY // 2
    fixed: time | None = None
    zone: str = "UTC"
    weekends_off: bool = False
    when_ready: bool = True
    missed: str = HOLD
    absences: str = IGNORED
    away_days: int = 28
    postpone: str = NO_VOTE
    press: str = ALL_PRESS
    grey: bool = False
    anonymous: bool = False
    awaited: bool = False
    advice: bool = False
    access: str = OPEN
    password: str = ""
    replacers: str = ANYBODY
    starts: str = FULL
    start_at: datetime | None = None
    fill_bot: str = ""
    mastered: bool = False
    sealed: bool = True

    def check(self, now: datetime) -> Rulebook:
        """Says whether a game can be made of it; the rulebook under the options chosen.

        Raises:
            InputError: where it cannot; the message says what would work.
        """
        if not self.name.strip() or len(self.name) > _LONGEST_NAME:
            raise InputError(f"a game has a name of at most {_LONGEST_NAME} letters.")
        if not self.variant.isidentifier():
            raise InputError(f'there is no variant "{self.variant}".')
        book = load(self.variant, self.options)
        if book.master_powers and not self.mastered:
            raise OptionError(
                f"the orders of the {' and '.join(book.master_powers)} are a game master's:"
                " be the game master, or let them be automatic."
            )
        self._check_times(now)
        for word, words, what in (
            (self.missed, POLICIES, "what happens after a missed turn"),
            (self.postpone, AGREEING, "who agrees to more time"),
            (self.absences, ABSENCES, "what comes of an announced absence"),
            (self.press, PRESS, "the press"),
            (self.access, ACCESS, "who may join"),
            (self.replacers, REPLACERS, "who may replace a player"),
            (self.starts, STARTS, "when the game starts"),
        ):
            if word not in words:
                raise InputError(f'{what} is {", ".join(words)}, not "{word}".')
        if self.replacers == MASTER_SAYS and not self.mastered:
            raise InputError("without a game master, nobody can say who may replace a player.")
        if self.awaited and self.anonymous:
            raise InputError("who is not ready cannot be shown in an anonymous game.")
        if self.absences != IGNORED and self.anonymous:
            raise InputError("an anonymous game says nothing of absences, and waits for nobody.")
        if self.awaited and not book.hides_nothing:
            raise InputError("this variant keeps secret who has orders to give, and who is ready.")
        if not self.sealed and not self.mastered:
            raise InputError("without a game master, sheets can be open to nobody: seal them.")
        if (self.access == BY_PASSWORD) != bool(self.password):
            raise InputError("a game that is joined by password has one, and no other game has.")
        if self.fill_bot and self.fill_bot not in bots.names():
            raise InputError(
                f'no bot is called "{self.fill_bot}"; there are {", ".join(bots.names())}.'
            )
        return book

    def _check_times(self, now: datetime) -> None:
        for minutes in (self.movement, self.retreat, self.adjustment):
            if minutes is not None and not 1 <= minutes <= LONGEST:
                raise InputError("a phase lasts from one minute to four weeks.")
        if (self.movement is None) != (self.retreat is None) or (self.movement is None) != (
            self.adjustment is None
        ):
            raise InputError("either every phase has a deadline, or none has.")
        if self.movement is None and not self.when_ready and not self.mastered:
            raise InputError("a phase ends at its deadline, when all are ready, or by its master.")
        if not 0 <= self.grace <= LONGEST // 4:
            raise InputError("the extension after a missed turn lasts from nothing to a week.")
        if not 0 <= self.away_days <= _MOST_AWAY:
            raise InputError(f"a game waits for who is away {_MOST_AWAY} days a year at most.")
        if self.zone not in known_zones():
            raise InputError(f'there is no time zone "{self.zone}"; one is called Europe/Berlin.')
        if (self.starts == AT_TIME) != (self.start_at is not None):
            raise InputError("a game that starts at a time says when, and no other game does.")
        if self.start_at is not None and self.start_at <= now:
            raise InputError("a game starts in the future.")
        if self.start_at is not None and self.start_at > now + _LATEST_START:
            raise InputError("a game starts within a year.")
