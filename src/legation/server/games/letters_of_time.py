"""Letters about when a phase ends: reminders, more time for all or for one, and a vote on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from legation.server.accounts.models import User
from legation.server.games import respites
from legation.server.games.letters import address_of, by_clock, letter, readers
from legation.server.games.lost import in_words
from legation.server.games.models import Game, Seat
from legation.server.post.models import Letter


def of_deadline(row: Game, powers: Iterable[str], now: datetime) -> list[Letter]:
    """A reminder for those who are asked and not ready."""
    closes = row.closes
    if closes is None:
        return []
    ends = respites.of(row)
    return [
        letter(
            row,
            user,
            "deadline",
            str(row.serial),
            f"{row.phase} ends soon",
            f"{row.phase} ends at {by_clock(user, ends.get(power, closes))},"
            f" and {power} is not ready."
            " What you have written by then counts.",
            now,
        )
        for power, user in _players(row, powers, "deadline")
    ]


def of_put_off(
    row: Game, seats: Sequence[Seat], why: str, until: datetime, now: datetime
) -> list[Letter]:
    """That the open phase has a later end, and why: to who wants to hear of deadlines."""
    users = User.objects.filter(pk__in=readers(row, seats), is_active=True, mail_deadline=True)
    key = f"put-off-{row.serial}-{now:%Y%m%d%H%M%S%f}"
    subject = f"{row.phase} is put off"
    return [
        letter(
            row,
            user,
            "deadline",
            key,
            subject,
            f"{row.phase} goes on until {by_clock(user, until)}, {why}.",
            now,
        )
        for user in users.order_by("pk")
    ]


def _players(row: Game, powers: Iterable[str], kind: str) -> Iterator[tuple[str, User]]:
    """Who plays these powers, is let in, and wants letters of a kind."""
    seats = Seat.objects.filter(game=row, power__in=list(powers), user__is_active=True)
    for seat in seats.select_related("user").order_by("power"):
        if seat.user is not None and seat.user.wants(kind):
            yield seat.power, seat.user


def of_chase(row: Game, powers: Iterable[str], now: datetime) -> list[Letter]:
    """The game master's word to those of whom there is no sheet; each hears of himself alone."""
    key = f"chase-{now:%Y%m%d%H%M%S%f}"
    found = []
    for power, user in _players(row, powers, "phase"):
        end = respites.ends_for(row, power)
        until = f" It ends at {by_clock(user, end)}." if end else ""
        body = (
            f"The game master asks for your orders: of {power} there is no sheet yet for"
            f" {row.phase}.{until}\n\nNobody else is told whose are missing."
        )
        subject = f"your orders for {row.phase}"
        found.append(letter(row, user, "game", key, subject, body, now))
    return found


def of_respite(row: Game, power: str, until: datetime, now: datetime) -> list[Letter]:
    """That a power was given more time than the others: to its player alone."""
    key = f"respite-{row.serial}-{now:%Y%m%d%H%M%S%f}"
    subject = f"more time for {row.phase}"
    found = []
    for _, user in _players(row, [power], "phase"):
        body = (
            f"You have more time: your sheet of {power} for {row.phase} is taken until"
            f" {by_clock(user, until)}. The others hear that the phase waits, and not for whom;"
            " their sheets close before."
        )
        found.append(letter(row, user, "game", key, subject, body, now))
    return found


def of_lifted(row: Game, power: str, now: datetime) -> list[Letter]:
    """That a power has no more time than the others any more: to its player alone."""
    key = f"lifted-{row.serial}-{now:%Y%m%d%H%M%S%f}"
    subject = f"no more time for {row.phase}"
    found = []
    for _, user in _players(row, [power], "phase"):
        until = f"all sheets are taken until {by_clock(user, row.closes)}" if row.closes else ""
        body = (
            f"The more time that you were given is over: {row.phase} has another end now,"
            f" {until or 'or none'}, and your sheet of {power} has none of its own."
        )
        found.append(letter(row, user, "game", key, subject, body, now))
    return found


def of_asking(row: Game, power: str, minutes: int, now: datetime) -> list[Letter]:
    """That a power asks for more time: to the players who want to hear of votes."""
    viewers = readers(row, Seat.objects.filter(game=row).exclude(power=power))
    users = User.objects.filter(pk__in=viewers, is_active=True, mail_votes=True).order_by("pk")
    body = (
        f"{power} asks that {row.phase} be put off by {in_words(timedelta(minutes=minutes))}.\n\n"
        f"Your vote, which nobody is told: {address_of(row)}votes/"
    )
    key = f"asks-{row.serial}-{power}"
    return [letter(row, u, "votes", key, "more time is asked for", body, now) for u in users]
