"""More time for all, by vote of the players. That it is asked for is public; who agreed is not.

A vote is for the phase that is open, and takes effect once in it. Whoever asks
has agreed; nobody is asked who is out of the game, nor for whom a bot plays,
unless he has agreed himself.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction

from legation.errors import InputError, StateError
from legation.server.games import clock, events, letters_of_time, logged, lost, respites, seen
from legation.server.games.asked import still_in
from legation.server.games.models import ALL_AGREE, NO_VOTE, Game, Seat
from legation.server.games.models.postponement import Postponement
from legation.server.games.so_far import Sight
from legation.server.post.outbox import post
from legation.server.site import moment
from legation.sight.viewer import SPECTATOR

LONGEST = 14 * 24 * 60
"""Minutes for which one may ask."""
ACTOR = "The players"


@dataclass(frozen=True, slots=True)
class Ask:
    """So many minutes more, asked for by a power; `agreed` says whether the reader has."""

    power: str
    minutes: int
    agreed: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """How more time stands in the open phase, as the player of one power may know it.

    Who agreed is no part of it, but that he has himself.
    """

    asks: tuple[Ask, ...] = ()
    put_off: bool = False
    may_vote: bool = False


def asked_for(row: Game, power: str) -> Asked:
    """What is asked for, or was agreed; nothing where nobody votes on it."""
    if row.postpone == NO_VOTE:
        return Asked()
    motions = _motions(row)
    return Asked(
        tuple(Ask(each.power, each.minutes, power in each.agreed) for each in motions),
        any(each.done for each in motions),
        _may_vote(row, power),
    )


def _motions(row: Game) -> list[Postponement]:
    return list(Postponement.objects.filter(game=row, serial=row.serial).order_by("pk"))


def _may_vote(row: Game, power: str) -> bool:
    """Has a power a vote on more time: is it played by somebody, and in the game still?"""
    return power in _people(row, (power,))


def _people(row: Game, agreed: Collection[str]) -> frozenset[str]:
    """The powers whose vote counts, where these have agreed."""
    seats = Seat.objects.filter(game=row)
    powers = [s.power for s in seats if s.person and (not s.bot or s.power in agreed)]
    return still_in(seen.view(row, Sight(SPECTATOR)), powers)


def ask(*, game: Game, power: str, minutes: int, serial: int | None = None) -> bool:
    """Asks that the open phase be put off by so many minutes; says whether it is by that.

    With `serial` that phase alone is meant.

    Raises:
        InputError: for no time, or a very long one.
        StateError: where nothing can be put to the vote, by this power or now.
    """
    if not 0 < minutes <= LONGEST:
        raise InputError("ask for a minute at least, and for two weeks at most.")
    with transaction.atomic():
        row = _open(game, power, serial)
        if Postponement.objects.filter(game=row, serial=row.serial, power=power).exists():
            raise StateError(f"{power} has asked for more time in this phase already.")
        Postponement.objects.filter(game=row, serial__lt=row.serial).delete()
        motion = Postponement(game=row, serial=row.serial, power=power, minutes=minutes)
        events.tell(row, [("", events.VOTES)])
        post(letters_of_time.of_asking(row, power, minutes, moment.now()))
        return _agreed(row, motion, power)


def agree(*, game: Game, power: str, asked: str, serial: int | None = None) -> bool:
    """Agrees with what another power has asked for; says whether it takes effect by that.

    With `serial` what it asked in that phase alone is meant.

    Raises:
        StateError: where it has, or that is not asked for, or as `ask` does.
    """
    with transaction.atomic():
        row = _open(game, power, serial)
        motions = Postponement.objects.filter(game=row, serial=row.serial, power=asked)
        motion = motions.first()
        if motion is None:
            raise StateError("that is not put to the vote any more.")
        if power in motion.agreed:
            raise StateError("you have agreed already.")
        events.tell(row, [(power, events.VOTES)])
        return _agreed(row, motion, power)


def switch_off(*, game: Game, actor: str) -> None:
    """Lets the players vote on no more time in a game; for its game master.

    Raises:
        StateError: where they do not.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        if row.postpone == NO_VOTE or not row.going_on:
            raise StateError("nobody votes on more time in this game.")
        Game.objects.filter(pk=row.pk).update(postpone=NO_VOTE)
        logged.write(row, actor, "More time is put to the vote no longer.", moment.now())
        events.tell(row, [("", events.VOTES)])


def _open(game: Game, power: str, serial: int | None) -> Game:
    """The game, its row locked, where a power may put more time to the vote, or vote on it."""
    row = Game.objects.select_for_update().get(pk=game.pk)
    if row.postpone == NO_VOTE:
        raise StateError("nobody votes on more time in this game.")
    if serial not in (None, row.serial):
        raise StateError("the phase for which that was meant is over.")
    if row.due is None:
        raise StateError("no deadline is running that could be put off.")
    if respites.are_given(row) and respites.are_closed(row, lost.hour(row)):
        raise StateError(respites.CLOSED)
    if not _may_vote(row, power):
        raise StateError(f"{power} has no vote.")
    if any(motion.done for motion in _motions(row)):
        raise StateError("this phase was put off by vote already, and is so only once.")
    return row


def _agreed(row: Game, motion: Postponement, power: str) -> bool:
    """Writes down that a power has agreed, and puts the phase off where that is enough."""
    motion.agreed = [*motion.agreed, power]
    people = _people(row, motion.agreed)
    yes = people.intersection(motion.agreed)
    motion.done = yes == people if row.postpone == ALL_AGREE else 2 * len(yes) > len(people)
    motion.save()
    if motion.done:
        clock.shift(game=row, by=timedelta(minutes=motion.minutes), actor=ACTOR)
        row.refresh_from_db()
        assert row.closes is not None
        seats = list(Seat.objects.filter(game=row))
        why = "as the players have agreed"
        post(letters_of_time.of_put_off(row, seats, why, row.closes, moment.now()))
    return motion.done
