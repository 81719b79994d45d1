"""Letters about who plays what: when a game begins, and when a seat changes hands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from legation.rules.wording import sentence
from legation.server.accounts.models import User
from legation.server.games import respites
from legation.server.games.letters import by_clock, letter, readers
from legation.server.games.models import Game, Seat
from legation.server.games.promise import promise
from legation.server.post.models import Letter
from legation.sight.viewer import Viewer
from legation.table.game import Game as Table


def of_start(row: Game, seats: Sequence[Seat], now: datetime, table: Table) -> list[Letter]:
    """That a game has begun, and what one plays; of one begun elsewhere, what one has."""
    viewers = readers(row, seats)
    letters: list[Letter] = []
    for user in User.objects.filter(pk__in=viewers, is_active=True).order_by("pk"):
        if user.wants("phase"):
            power = viewers[user.pk].power
            role = f"You play {power}." if power else "You are its game master."
            until = f" The phase ends at {by_clock(user, row.due)}." if row.due else ""
            begun = f"The game has begun: {row.phase}."
            told = _first_told(row, table, viewers[user.pk])
            body = f"{begun} {role}{until}\n\n{told}Sheets are {promise(row)}."
            letters.append(letter(row, user, "game", "start", "the game has begun", body, now))
    return letters


def _first_told(row: Game, table: Table, viewer: Viewer) -> str:
    """What somebody is told first of a game that was begun elsewhere, and who knows its secrets."""
    if not row.begun_elsewhere:
        return ""
    moments = table.view(viewer).told
    said = [sentence(table.book, report) for told in moments for report in told.reports]
    return "\n".join(said) + (
        "\n\nThe game master gave this position, and knows what is secret in it.\n\n"
    )


def of_seat(
    row: Game,
    power: str,
    old: User | None,
    new: User | None,
    actor: str,
    now: datetime,
    person: bool,
) -> list[Letter]:
    """That a seat has changed hands, to whom it was taken from, and to whom the master gave it.

    No switch stops these. Nobody is told who has it now, or had it; `person`:
    it is no bot.
    """
    key, letters = f"seat-{power}-{now:%Y%m%d%H%M%S%f}", []
    if old is not None and old.reachable:
        by = f"{actor}, the game master, has given it" if actor else "It has gone"
        body = (
            f"You play {power} no longer. {by} to {'another player' if person else 'a bot'}."
            " You keep what you were told until now, and learn nothing more in secret."
        )
        letters.append(letter(row, old, "account", key, "your seat is gone", body, now))
    if new is not None and actor and new.reachable:
        end = respites.ends_for(row, power)
        until = f" The phase ends at {by_clock(new, end)}." if end else ""
        body = f"{actor}, the game master, has given you the seat of {power}: {row.phase}.{until}"
        letters.append(letter(row, new, "account", key, f"you play {power}", body, now))
    return letters
