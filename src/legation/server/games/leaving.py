"""What becomes of games when an account ends, and what of them an account can take along."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from legation.server.accounts.models import User
from legation.server.accounts.signals import exporting, leaving
from legation.server.games.models import (
    FORMING,
    PAUSED,
    RUNNING,
    Game,
    Holding,
    LogEntry,
    Seat,
    Sheet,
)
from legation.server.games.seats import give_up


@receiver(leaving)
def clear_games(sender: object, user: User, **_: object) -> None:
    """Gives up his seats; his games are nobody's, his offers are taken back."""
    del sender
    Game.objects.filter(maker=user, state=FORMING).delete()
    for seat in Seat.objects.filter(user=user).select_related("game"):
        if seat.game.state in (RUNNING, PAUSED):
            give_up(game=seat.game, user=user)
    LogEntry.objects.filter(game__master=user, actor=user.name).update(actor="game master")


@receiver(exporting)
def games_of(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """His games: what he played, from when to when, and the sheets that he typed."""
    del sender
    found = Holding.objects.filter(user=user).select_related("seat__game").order_by("pk")
    return "games", [
        {
            "game": held.seat.game.name,
            "address": held.seat.game.slug,
            "variant": held.seat.game.variant,
            "power": held.seat.power,
            "since": held.since,
            "until": held.until,
            "sheets": [
                {
                    "phase": sheet.serial,
                    "typed": sheet.typed,
                    "settled": sheet.settled,
                    "saved_at": sheet.saved_at,
                }
                for sheet in _own_sheets(held)
            ],
        }
        for held in found
    ]


def _own_sheets(held: Holding) -> list[Sheet]:
    """The sheets of a seat while he held it; of the phase in which it changed hands, none after."""
    sheets = Sheet.objects.filter(
        game=held.seat.game_id, power=held.seat.power, serial__gte=held.serial_from
    )
    if held.serial_to is not None:
        sheets = sheets.filter(serial__lte=held.serial_to, saved_at__lte=held.until)
    return list(sheets.filter(saved_at__gte=held.since).order_by("serial"))
