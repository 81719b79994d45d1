"""What stands on the desk, put together from the game master's View."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from legation.server.desk import handing, rulings
from legation.server.desk.choices import board_choices
from legation.server.desk.phases import phases_of
from legation.server.desk.reasons import with_reasons
from legation.server.desk.sent import Refused
from legation.server.games import bots, lost, reads, respites, standby, stream
from legation.server.games.models import PAUSED, Game
from legation.server.games.models.trace import REFUSED, WAYS
from legation.server.games.promise import promise
from legation.server.games.readers import Reader
from legation.server.games.so_far import so_far
from legation.server.games.traced import traces_for
from legation.server.lobby import words
from legation.server.press import inbox
from legation.server.site import moment
from legation.sight.view import View

Context = dict[str, Any]
_HINTS = {
    True: "Its orders are void from then on, and it has no vote, until you end it.",
    False: "In this variant it is for good. You read what becomes of the power, and when, before"
    " you are sure.",
}
_WHILE_IT_GOES_ON = frozenset(
    {
        "pause",
        "resume",
        "now",
        "hold",
        "chase",
        "others",
        "vote",
        "extend",
        "more-time",
        "give",
        "withdraw",
        "standby",
        "standby-off",
        "offer-next",
        "disorder yes",
        "disorder no",
    }
    | {"unit", "remove", "remove yes", "owner", "end-game"}
)


def context(game: Game, reader: Reader, refused: Refused | None = None) -> Context:
    """All that the template of the desk asks for; a form that was `refused` as it was sent."""
    heard = stream.written(so_far(game).told(reader.audiences))
    view, book = reads.view_for(game, reader), reads.book_of(game)
    seats = reads.seats_for(game, reader)
    powers = [power.name for power in book.powers]
    masters = book.master_powers if game.going_on and game.phase_kind == "movement" else ()
    sealing = [_sealing(game, reader, view, power) for power in masters]
    blind = any(not each["sealed"] for each in sealing)
    asked = rulings.own(game, reader)
    stands = lost.known(moment.now()).stands(game)
    stray = refused is not None and refused.form not in _forms(game, sealing, asked)
    sheets = [] if blind else _sheets(game, reader, view, {} if stands else respites.of(game))
    waiting, unread = sum(1 for each in asked if not each.answer), inbox.unread(game, reader)
    return {
        "section": "games",
        "game": game,
        "view": view,
        "heard": heard,
        "seats": [(seat, seat.power in view.disorder) for seat in seats],
        "disorder_ends": book.disorder_ends,
        "disorder_hint": _HINTS[book.disorder_ends],
        "orderly": [power for power in powers if power not in view.disorder],
        "disorderly": [power for power in powers if power in view.disorder],
        "offers": handing.open_offers(game),
        "declined": handing.declined(game),
        "standbys": standby.listed(game),
        "vacant": [
            seat.power
            for seat in seats
            if (seat.open or not seat.player) and seat.power not in game.out
        ],
        "refused": refused,
        "stray": stray,
        "powers": powers,
        "proposals": view.proposals,
        "postal": [seat.power for seat in seats if seat.postal],
        "bots": bots.names(),
        **board_choices(book, view),
        "sealing": sealing,
        "blind": blind,
        "sheets": sheets,
        "come": sum(each["there"] and each["person"] for each in sheets),
        "awaited": sum(each["person"] for each in sheets),
        "first": _first(game, blind, waiting, unread),
        "promise": promise(game),
        "ways": list(WAYS.items()),
        "until": _until(game),
        "stands": lost.STANDS if stands else "",
        "back": list(reversed(phases_of(game, reader, view)[: view.number + 1])),
        "asked": asked,
        "waiting": waiting,
        "rulings": words.rulings(game),
        "unread": unread,
        "log": with_reasons(game, reader, reads.log_for(game, reader)[:12]),
    }


def _first(game: Game, blind: bool, waiting: int, unread: int) -> str:
    """What is to be done first: of all buttons of the desk that one stands out."""
    due = {"seal": blind, "resume": game.state == PAUSED, "answer": waiting, "read": unread}
    return next((what for what, is_due in due.items() if is_due), "enter")


def _forms(game: Game, sealing: list[Context], asked: list[rulings.Asked]) -> set[str]:
    """The forms that the page has now, as `Refused.form` names them."""
    forms = {"back-to", *(f"answer {each.code}" for each in asked)}
    forms |= {f"seal {own['power']}" for own in sealing if not own["sealed"]}
    return forms | (_WHILE_IT_GOES_ON if game.going_on else frozenset())


def _until(game: Game) -> str:
    """An end to begin with for the open phase: one of its own that is to come, or tomorrow."""
    now = moment.now()
    ends = [end for end in (game.closes, game.due) if end and end > now]
    at = timezone.localtime(ends[0] if ends else now + timedelta(days=1))
    return f"{at:%Y-%m-%dT%H:%M}"


def is_blind(game: Game, reader: Reader) -> bool:
    """Has the game master orders of his own to seal, before he hears who has handed in?"""
    masters = reads.book_of(game).master_powers if game.phase_kind == "movement" else ()
    sheets = (reads.sheet_for(game, reader, power) for power in masters)
    return any(sheet is None or not sheet.settled for sheet in sheets)


def _sealing(game: Game, reader: Reader, view: View, power: str) -> Context:
    """A power that the game master orders: what he has written for it."""
    sheet = reads.sheet_for(game, reader, power)
    units = [str(unit) for unit in view.position.of(power)]
    holds = "\n".join(f"{unit} H" for unit in units)
    return {
        "power": power,
        "units": units,
        "typed": sheet.typed if sheet else holds,
        "written": sheet is not None,
        "sealed": bool(sheet and sheet.settled),
        "orders": list(sheet.orders) if sheet else [],
    }


def _sheets(game: Game, reader: Reader, view: View, more: Mapping[str, datetime]) -> list[Context]:
    """How far the powers have come, and the orders of the sheets that the master may read.

    `more`: until when those have time who were given more.
    """
    last: dict[str, str] = {}
    for told in traces_for(game, reader, now=True):  # the latest first
        if told.kind != REFUSED:
            last.setdefault(told.power, told.short)
    return [
        {
            "power": each.power,
            "until": more.get(each.power),
            "there": each.there,
            "settled": each.settled,
            "open": each.open,
            "person": each.person,
            "trace": last.get(each.power, ""),
            "orders": view.sheets[each.power].orders if each.power in view.sheets else (),
        }
        for each in reads.standings_for(game, reader)
    ]
