"""What becomes of games when an account ends, and what of them an account can take along."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Prefetch, Q
from django.dispatch import receiver

from legation.server.accounts.models import User
from legation.server.accounts.signals import exporting, leaving, staying
from legation.server.games import events, logged, records
from legation.server.games.change import end_early
from legation.server.games.clock import hold, resume
from legation.server.games.letters import address_of
from legation.server.games.models import (
    FORMING,
    PAUSED,
    RUNNING,
    Game,
    Holding,
    LogEntry,
    Seat,
)
from legation.server.games.models.deferral import Deferral
from legation.server.games.models.later import Later, Used
from legation.server.games.models.pledge import Pledge
from legation.server.games.models.sheet import Sheet
from legation.server.games.models.trace import Trace
from legation.server.games.pledges import forget_who
from legation.server.games.reads import book_of
from legation.server.games.seats import give_up
from legation.server.site import moment

_MASTER = "game master"
"""The actor in the log, where the account of the one who did it is gone."""


@receiver(exporting)
def waited_for(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """How long games have waited for him while he was away."""
    del sender
    rows = Deferral.objects.filter(user=user).select_related("game").order_by("pk")
    return "waited for", [{"game": d.game.name, "since": d.since, "until": d.until} for d in rows]


@receiver(leaving)
def clear_games(sender: object, user: User, **_: object) -> None:
    """Gives up his seats; his games are nobody's, his offers are taken back."""
    del sender
    Game.objects.filter(maker=user, state=FORMING).delete()
    for seat in Seat.objects.filter(user=user).select_related("game"):
        if seat.game.state in (RUNNING, PAUSED):
            give_up(game=seat.game, user=user)
    _forget_typed(user)
    LogEntry.objects.filter(game__master=user, actor=user.name).update(actor=_MASTER)
    Trace.objects.filter(game__master=user, actor=user.name).update(actor=_MASTER, typed="")
    for row in Pledge.objects.filter(game__master=user, who=user.name):
        forget_who(row)
    for game in Game.objects.filter(master=user, state__in=(RUNNING, PAUSED)):
        _without_master(game)


def _forget_typed(user: User) -> None:
    """What he typed is forgotten; the orders that count are the power's, and stay."""
    held_ones = list(Holding.objects.filter(user=user).select_related("seat__game"))
    Later.objects.filter(holding__in=held_ones).delete()
    Used.objects.filter(holding__in=held_ones).delete()
    sheets = _sheets_of([held.seat for held in held_ones])
    for held in held_ones:
        for sheet in _own_sheets(held, sheets[held.seat.game_id, held.seat.power]):
            open_one = sheet.serial == held.seat.game.serial
            sheet.typed, sheet.late = "\n".join(sheet.orders) if open_one else "", ""
            sheet.late_at = None
            sheet.save(update_fields=["typed", "late", "late_at"])


def _without_master(game: Game) -> None:
    """Lets a game run by itself where it would wait for its game master for ever."""
    Game.objects.filter(pk=game.pk).update(master=None)
    if game.state == PAUSED:
        resume(game=game, actor=_MASTER)
    if game.movement_minutes is None and (game.held or not game.when_ready):
        Game.objects.filter(pk=game.pk).update(when_ready=True)
        hold(game=game, held=False, actor=_MASTER)
    if powers := book_of(game).master_powers:
        _unordered(game, powers)


def _unordered(game: Game, powers: Sequence[str]) -> None:
    """Nobody is waited for who would seal the orders of these powers; all are told."""
    now = moment.now()
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        text = f"There is no game master: nobody writes orders for the {' and '.join(powers)}."
        logged.write(row, "", text, now)
        events.tell(row, [("", events.NEWS)])
        table = records.with_sheets(records.load(row), records.sheets_of(records.rows_of(row)))
        end_early(row, table, now)


@receiver(exporting)
def games_of(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """His games: what he played, from when to when, his turns, and the sheets that he typed."""
    del sender
    held_ones = Holding.objects.filter(user=user).select_related("seat__game").order_by("pk")
    ahead = Prefetch("later", Later.objects.order_by("pk"))
    used = Prefetch("used", Used.objects.order_by("pk"))
    games = list(held_ones.prefetch_related(ahead, used))
    sheets = _sheets_of([held.seat for held in games])
    return "games", [
        {
            "game": held.seat.game.name,
            "address": held.seat.game.slug,
            "variant": held.seat.game.variant,
            "power": held.seat.power,
            "receipts": f"{address_of(held.seat.game)}fairness/receipts.json",
            "since": held.since,
            "until": held.until,
            "turns due": held.due,
            "turns handed in": held.given,
            "sheets": [
                {
                    "phase": sheet.serial,
                    "typed": sheet.typed,
                    "orders": sheet.orders,
                    "too late": sheet.late,
                    "settled": sheet.settled,
                    "saved_at": sheet.saved_at,
                }
                for sheet in _own_sheets(held, sheets[held.seat.game_id, held.seat.power])
            ],
            "written ahead": [
                {"for": str(each), "typed": each.typed, "saved_at": each.saved_at}
                for each in held.later.all()
            ],
            "used of it": [
                {"for": str(each), "told": each.said, "typed": each.typed, "made_at": each.made_at}
                for each in held.used.all()
            ],
        }
        for held in games
    ]


@receiver(exporting)
def offers_of(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """The games that he made or masters, and those that he waits for."""
    del sender
    roles = (("made", Q(maker=user)), ("masters", Q(master=user)), ("waits", Q(entries__user=user)))
    return "other games", [
        {"game": game.name, "address": game.slug, "variant": game.variant, "you": role}
        for role, whose in roles
        for game in Game.objects.filter(whose).order_by("pk")
    ]


@receiver(exporting)
def acts_of(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """What he did as game master, as the logs tell it."""
    del sender
    entries = LogEntry.objects.filter(game__master=user, actor=user.name).select_related("game")
    traces = Trace.objects.filter(game__master=user, actor=user.name).select_related("game")
    return "acts", [
        *(
            {"game": e.game.name, "phase": e.phase, "made_at": e.made_at, "text": e.text}
            for e in entries.order_by("pk")
        ),
        *(
            {
                "game": t.game.name,
                "phase": t.phase,
                "made_at": t.made_at,
                "sheet of": t.power,
                "text": f"{t.kind} {t.said}".strip(),
                "typed": t.typed,
            }
            for t in traces.order_by("pk")
        ),
    ]


@receiver(staying)
def played(sender: object, user: User, **_: object) -> list[str]:
    """The powers that he plays or played, and the games that he masters."""
    del sender
    places = []
    for held in Holding.objects.filter(user=user).select_related("seat__game").order_by("pk"):
        game, power = held.seat.game, held.seat.power
        his = game.going_on and held.until is None
        now = " A bot plays on until somebody takes the seat." if his else ""
        places.append(f"“{game.name}”: what {power} did, as {power}’s.{now}")
    for game in Game.objects.filter(master=user).exclude(state=FORMING).order_by("pk"):
        alone = " It then runs by itself." if game.going_on else ""
        places.append(f"“{game.name}”: what you did in it, as the game master’s.{alone}")
    return places


def _sheets_of(seats: Sequence[Seat]) -> Mapping[tuple[int, str], list[Sheet]]:
    """The sheets of seats, in their order, whoever handed them in; asked for all at once."""
    sheets: dict[tuple[int, str], list[Sheet]] = {(seat.game_id, seat.power): [] for seat in seats}
    rows = Sheet.objects.filter(
        game__in={seat.game_id for seat in seats}, power__in={seat.power for seat in seats}
    )
    for sheet in rows.order_by("serial"):
        if (sheet.game_id, sheet.power) in sheets:
            sheets[sheet.game_id, sheet.power].append(sheet)
    return sheets


def _own_sheets(held: Holding, sheets: Iterable[Sheet]) -> list[Sheet]:
    """The sheets of a seat while he held it; of the phase in which it changed hands, none after."""
    return [sheet for sheet in sheets if sheet.saved_at >= held.since and _before_left(held, sheet)]


def _before_left(held: Holding, sheet: Sheet) -> bool:
    if sheet.serial < held.serial_from:
        return False
    if held.serial_to is None or held.until is None:
        return True
    return sheet.serial <= held.serial_to and sheet.saved_at <= held.until
