"""What stands on the desk, put together from the game master's View."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property, partial
from typing import Any

from django.utils import timezone

from legation.rules.rulebook import Rulebook
from legation.server.desk import handing, rulings, sealing
from legation.server.desk.choices import CHOICES, board_choices
from legation.server.desk.models import Offer
from legation.server.desk.phases import phases_of
from legation.server.desk.reasons import with_reasons
from legation.server.desk.sent import Refused
from legation.server.games import bots, lost, reads, respites, standby, stream
from legation.server.games.models import PAUSED, Game, LogEntry
from legation.server.games.models.standby import Standby
from legation.server.games.models.trace import REFUSED, WAYS
from legation.server.games.promise import promise
from legation.server.games.readers import Reader
from legation.server.games.so_far import so_far
from legation.server.games.traced import traces_for
from legation.server.lobby import words
from legation.server.press import inbox
from legation.server.site import moment
from legation.sight.view import Proposal, View

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


class _Desk:
    """What stands on a desk; each thing is worked out once, when a piece asks for it."""

    def __init__(self, game: Game, reader: Reader, refused: Refused | None) -> None:
        self.game, self.reader, self.refused = game, reader, refused
        # First, so that whatever is shown is as new as what it says was heard.
        self.heard = stream.written(so_far(game).told(reader.audiences))

    @cached_property
    def book(self) -> Rulebook:
        return reads.book_of(self.game)

    @cached_property
    def view(self) -> View:
        return reads.view_for(self.game, self.reader)

    # The line at the top, and what is to be done first

    @cached_property
    def stands(self) -> str:
        return lost.STANDS if lost.known(moment.now()).stands(self.game) else ""

    @cached_property
    def come(self) -> int:
        return sum(each.there and each.person for each in self.standings)

    @cached_property
    def awaited(self) -> int:
        return sum(each.person for each in self.standings)

    @cached_property
    def waiting(self) -> int:
        return sum(1 for each in self.asked if not each.answer)

    @cached_property
    def unread(self) -> int:
        return inbox.unread(self.game, self.reader)

    @cached_property
    def first(self) -> str:
        """What is to be done first: of all buttons of the desk that one stands out."""
        due: Mapping[str, Callable[[], object]] = {
            "seal": lambda: self.blind,
            "resume": lambda: self.game.state == PAUSED,
            "answer": lambda: self.waiting,
            "read": lambda: self.unread,
        }
        return next((what for what, is_due in due.items() if is_due()), "enter")

    # Sheets

    @cached_property
    def own(self) -> sealing.Own:
        return sealing.own(self.game, self.reader)

    @cached_property
    def sealing(self) -> list[Context]:
        return [sealing.shown(power, sheet, self.view) for power, sheet in self.own.items()]

    @cached_property
    def blind(self) -> bool:
        return sealing.is_blind(self.own)

    @cached_property
    def standings(self) -> list[reads.Standing]:
        """How far the powers have come, as soon as he may hear of it."""
        return [] if self.blind else reads.standings_for(self.game, self.reader)

    @cached_property
    def sheets(self) -> list[Context]:
        return [_sheet(each, self) for each in self.standings]

    @cached_property
    def more(self) -> Mapping[str, datetime]:
        """Until when those have time who were given more."""
        return {} if self.stands else respites.of(self.game)

    @cached_property
    def traces(self) -> Mapping[str, str]:
        """What was last done with each sheet."""
        last: dict[str, str] = {}
        for told in traces_for(self.game, self.reader, now=True):  # the latest first
            if told.kind != REFUSED:
                last.setdefault(told.power, told.short)
        return last

    # Seats

    @cached_property
    def held(self) -> list[reads.Place]:
        return reads.seats_for(self.game, self.reader)

    @cached_property
    def seats(self) -> list[tuple[reads.Place, bool]]:
        return [(seat, seat.power in self.view.disorder) for seat in self.held]

    @cached_property
    def vacant(self) -> list[str]:
        free = [seat.power for seat in self.held if seat.open or not seat.player]
        return [power for power in free if power not in self.game.out]

    @cached_property
    def postal(self) -> list[str]:
        return [seat.power for seat in self.held if seat.postal]

    @cached_property
    def offers(self) -> list[Offer]:
        return list(handing.open_offers(self.game))

    @cached_property
    def declined(self) -> list[Offer]:
        return handing.declined(self.game)

    @cached_property
    def standbys(self) -> list[Standby]:
        return standby.listed(self.game)

    # The rest

    @cached_property
    def powers(self) -> list[str]:
        return [power.name for power in self.book.powers]

    @cached_property
    def orderly(self) -> list[str]:
        return [power for power in self.powers if power not in self.view.disorder]

    @cached_property
    def disorderly(self) -> list[str]:
        return [power for power in self.powers if power in self.view.disorder]

    @cached_property
    def proposals(self) -> Sequence[Proposal]:
        return self.view.proposals

    @cached_property
    def choices(self) -> Context:
        return board_choices(self.book, self.view)

    @cached_property
    def asked(self) -> list[rulings.Asked]:
        return rulings.own(self.game, self.reader)

    @cached_property
    def stray(self) -> bool:
        """Was a form refused that the page has no more?"""
        return self.refused is not None and self.refused.form not in _forms(self)

    @cached_property
    def until(self) -> str:
        return _until(self.game)

    @cached_property
    def back(self) -> list[tuple[int, str]]:
        phases = phases_of(self.game, self.reader, self.view)
        return list(reversed(phases[: self.view.number + 1]))

    @cached_property
    def rulings(self) -> Any:
        return words.rulings(self.game)

    @cached_property
    def log(self) -> list[LogEntry]:
        return with_reasons(self.game, self.reader, reads.log_for(self.game, self.reader)[:12])


_ASKED_FOR = tuple(name for name, each in vars(_Desk).items() if isinstance(each, cached_property))


def context(game: Game, reader: Reader, refused: Refused | None = None) -> Context:
    """All that the template of the desk asks for; a form that was `refused` as it was sent.

    What takes a look at the database is made when a template asks for it.
    """
    desk = _Desk(game, reader, refused)
    ends = desk.book.disorder_ends
    return {
        "section": "games",
        "game": game,
        "heard": desk.heard,
        "refused": refused,
        "promise": promise(game),
        "ways": list(WAYS.items()),
        "bots": bots.names(),
        "disorder_ends": ends,
        "disorder_hint": _HINTS[ends],
        **{name: partial(getattr, desk, name) for name in _ASKED_FOR},
        **{name: partial(_choice, desk, name) for name in CHOICES},
    }


def _choice(desk: _Desk, name: str) -> Any:
    return desk.choices[name]


def _forms(desk: _Desk) -> set[str]:
    """The forms that the page has now, as `Refused.form` names them."""
    forms = {"back-to", *(f"answer {each.code}" for each in desk.asked)}
    forms |= {f"seal {own['power']}" for own in desk.sealing if not own["sealed"]}
    return forms | (_WHILE_IT_GOES_ON if desk.game.going_on else frozenset())


def _until(game: Game) -> str:
    """An end to begin with for the open phase: one of its own that is to come, or tomorrow."""
    now = moment.now()
    ends = [end for end in (game.closes, game.due) if end and end > now]
    at = timezone.localtime(ends[0] if ends else now + timedelta(days=1))
    return f"{at:%Y-%m-%dT%H:%M}"


def _sheet(each: reads.Standing, desk: _Desk) -> Context:
    """How far a power has come, and the orders of its sheet if the master may read it."""
    own = desk.view.sheets.get(each.power)
    return {
        "power": each.power,
        "until": desk.more.get(each.power),
        "there": each.there,
        "settled": each.settled,
        "open": each.open,
        "person": each.person,
        "trace": desk.traces.get(each.power, ""),
        "orders": own.orders if own else (),
    }
