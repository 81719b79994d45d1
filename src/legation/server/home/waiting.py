"""Home: what waits for somebody in his games, what he was written, and where he is invited.

All of it is asked for all his games at once. What it counts he may read, and
what he has muted it does not count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from legation.server.accounts.models import User
from legation.server.desk import handing, inviting, rulings
from legation.server.games import events, lost, reads, standby
from legation.server.games.models import FORMING, Game
from legation.server.games.readers import readers_of
from legation.server.lobby.templatetags.lobby import sheet_closes
from legation.server.press import asides, inbox, reading
from legation.server.press.inbox import Fresh
from legation.server.site import moment

_MOST = 40
NOTHING, WRITE, READY, ANSWER = "", "write", "ready", "answer"


@dataclass(frozen=True, slots=True)
class Row:
    """One of his games. `to_do` is what waits for him there, `until` when it is to be done.

    `vote`: something was put to the vote in this phase. `unread` counts messages,
    `first` is where the first of them stands.
    """

    game: Game
    to_do: str
    until: datetime | None
    master: bool = False
    questions: int = 0
    vote: bool = False
    unread: int = 0
    first: str = ""
    stands: bool = False
    """Will `until` be moved, as time was lost?"""

    @property
    def href(self) -> str:
        """Where what waits is done; else the game."""
        if self.game.state == FORMING:
            return reverse("game-about", args=[self.game.slug])
        if self.master:
            return reverse("desk:desk", args=[self.game.slug])
        return reverse("game", args=[self.game.slug])

    @property
    def verb(self) -> str:
        """What is done there, as a button says it."""
        return {WRITE: "Write your orders", READY: "To your orders", ANSWER: "To the desk"}.get(
            self.to_do, f"To {self.game.name}"
        )


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody asks him to play: a place in a game, and the page where he says yes or no."""

    said: str
    href: str


@dataclass(frozen=True, slots=True)
class Next:
    """Where something is to be done, what, and of which game until when."""

    href: str
    verb: str
    of: Game | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Home:
    """All of it, as it is `now`."""

    now: datetime
    due: list[Row]
    rest: list[Row]
    calls: list[Call]
    stands_by: list[Game]

    @property
    def masters(self) -> bool:
        """Is he the game master of one that goes on?"""
        return any(row.master for row in (*self.due, *self.rest))

    @property
    def next(self) -> Next:
        """The one thing to do first."""
        for row in self.due[:1]:
            return Next(row.href, row.verb, row.game, None if row.stands else row.until)
        for call in self.calls[:1]:
            return Next(call.href, "See the invitation")
        for row in self.rest[:1]:
            return Next(row.href, row.verb)
        return Next(reverse("lobby"), "Find a game")


def home_of(user: User) -> Home:
    """What waits for a user, the soonest end first; then his other games."""
    games = list(reads.with_own(reads.own_games(user, at_hand=True), user)[:_MOST])
    now = moment.now()
    clock = lost.known(now)
    played = [game for game in games if game.going_on]
    asked, votes = rulings.waiting(user), events.votes_on(played)
    fresh = _unread(played, user)
    rows = []
    for game in games:
        threads = fresh.get(game.pk, {})
        rows.append(
            Row(
                game=game,
                to_do=_to_do(game, asked.get(game.pk, 0), None if clock.stands(game) else now),
                until=sheet_closes(game) if game.going_on else None,
                master=game.going_on and game.master_id == user.pk,
                questions=asked.get(game.pk, 0),
                vote=game.pk in votes,
                unread=sum(each.count for each in threads.values()),
                first=min(threads, key=lambda key: (threads[key].since, key), default=""),
                stands=clock.stands(game),
            )
        )
    due = [row for row in rows if row.to_do]
    due.sort(key=lambda row: (row.until is None, row.until or now))
    return Home(
        now=now,
        due=due,
        rest=[row for row in rows if not row.to_do],
        calls=_calls(user),
        stands_by=standby.games_of(user),
    )


def _to_do(game: Game, questions: int, now: datetime | None) -> str:
    """What waits for him in a game, of the rows of `reads.with_own`; `now` where its clock goes."""
    if not game.going_on:
        return NOTHING
    if questions:
        return ANSWER
    closes = sheet_closes(game)
    if not reads.asks_own(game) or reads.settled_own(game) or (closes and now and closes <= now):
        return NOTHING
    return WRITE if reads.settled_own(game) is None else READY


def _unread(games: Sequence[Game], user: User) -> Mapping[int, Mapping[str, Fresh]]:
    games = [
        game for game in games if reads.rules_there(game)
    ]  # the press of the others has no members
    kept = asides.of_games([game.pk for game in games], user.pk)
    quiet = {
        pk: {about for about, aside in rows.items() if aside.muted} for pk, rows in kept.items()
    }
    return inbox.unread_of(reading.scopes_of(games, readers_of(games, user)), quiet)


def _calls(user: User) -> list[Call]:
    """Seats on offer to him, and places in games that have not begun."""
    offers = [
        Call(
            f"The seat of {offer.power} in {offer.game.name} is yours if you want it",
            reverse("desk:accept", args=[offer.game.slug, offer.code]),
        )
        for offer in handing.offered_to(user)
    ]
    places = [
        Call(
            f"You are invited to {made.game.name}{f', to play {made.power}' * bool(made.power)}",
            reverse("desk:invited", args=[made.game.slug, made.code]),
        )
        for made in inviting.invited_to(user)
    ]
    return [*offers, *places]
