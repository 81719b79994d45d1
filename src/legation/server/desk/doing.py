"""What each button of the desk does: from a form to a service, and what is said when it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.http import QueryDict
from django.utils.dateparse import parse_datetime

from legation.errors import InputError, StateError
from legation.server.accounts.models import User
from legation.server.desk import acts, handing, rulings
from legation.server.games import clock, reads, seats, sheets
from legation.server.games.bots import names as bot_names
from legation.server.games.models import Game


@dataclass(frozen=True, slots=True)
class Doing:
    """A form of the desk as it was sent."""

    game: Game
    user: User
    post: QueryDict

    @property
    def actor(self) -> str:
        """The game master's name in the log."""
        return self.user.name

    def word(self, name: str) -> str:
        """What a field says."""
        return self.post.get(name, "").strip()

    @property
    def power(self) -> str:
        """The power that was chosen.

        Raises:
            InputError: for none of the game.
        """
        found = self.word("power")
        if found not in {power.name for power in reads.book_of(self.game).powers}:
            raise InputError("choose a power.")
        return found

    @property
    def serial(self) -> int:
        """The phase that the page was made for."""
        return acts.check_number(self.word("serial"))


def _pause(doing: Doing) -> str:
    clock.pause(game=doing.game, actor=doing.actor)
    return "The clock is stopped."


def _resume(doing: Doing) -> str:
    clock.resume(game=doing.game, actor=doing.actor)
    return "The clock goes on."


def _extend(doing: Doing) -> str:
    until = parse_datetime(doing.word("until")) if len(doing.word("until")) < 40 else None
    if until is None:
        raise InputError("say until when, as a day and a time.")
    if until.tzinfo is None:
        until = until.replace(tzinfo=ZoneInfo(doing.user.zone))
    if until.year > datetime.now(until.tzinfo).year + 1:
        raise InputError("a phase ends within a year.")
    clock.put_off(game=doing.game, until=until, actor=doing.actor)
    return "The phase has another end; everybody is told."


def _now(doing: Doing) -> str:
    acts.end_phase(game=doing.game, actor=doing.actor, serial=doing.serial, now=clock.end_now)
    return "The phase ends now; in a moment its news are there."


def _hold(doing: Doing) -> str:
    held = doing.word("held") == "yes"
    clock.hold(game=doing.game, held=held, actor=doing.actor)
    return "No phase ends before its time." if held else "Phases end when all are ready."


def _seal(doing: Doing) -> str:
    masters = reads.book_of(doing.game).master_powers
    power = doing.word("nation")
    if power not in masters:
        raise InputError("these orders are not yours to write.")
    seal = doing.word("seal") == "yes"
    typed = doing.post.get("typed", "")
    saved = sheets.submit(
        game=doing.game, power=power, typed=typed, settled=False, serial=doing.serial
    )
    if saved.closed:
        raise StateError("the phase was over when this came.")
    if saved.errors:
        first = saved.errors[0]
        where = f"line {first.line}: " if first.line else ""
        raise InputError(f"saved, not sealed. {where}{first.error}")
    if not seal:
        return f"The orders of the {power} are saved, and not sealed."
    sheets.settle(game=doing.game, power=power, settled=True, serial=doing.serial)
    return f"The orders of the {power} are sealed; the sheets of the players are open to you."


def _give(doing: Doing) -> str:
    power, to = doing.power, doing.word("to")
    match to:
        case "person":
            return _hand(doing, power)
        case "open":
            seats.give(game=doing.game, power=power, user=None, open=True, actor=doing.actor)
            return f"The seat of {power} is open; a bot plays on until somebody takes it."
        case "bot":
            bot = doing.word("bot")
            if bot not in bot_names():
                raise InputError("choose a bot.")
            seats.give(game=doing.game, power=power, user=None, bot=bot, actor=doing.actor)
            return f"The bot {bot} plays {power}."
    raise InputError("choose who gets the seat.")


def _hand(doing: Doing, power: str) -> str:
    whom = doing.word("whom")
    if "@" in whom:
        handing.to_address(game=doing.game, power=power, address=whom, master=doing.user)
        return "If an account has this address, a letter offers it the seat."
    if not whom:
        raise InputError("say who gets the seat.")
    handing.to_name(game=doing.game, power=power, name=whom, actor=doing.actor)
    return f"{whom[:40]} has the seat of {power}."


def _disorder(doing: Doing) -> str:
    power, declared = doing.power, doing.word("declared") == "yes"
    acts.disorder(game=doing.game, actor=doing.actor, power=power, declared=declared)
    return f"{power} is {'' if declared else 'no longer '}in civil disorder."


def _unit(doing: Doing) -> str:
    book = reads.book_of(doing.game)
    power = doing.word("nation")
    if power not in book.nations:
        raise InputError("choose whose unit it is.")
    acts.set_unit(
        game=doing.game,
        actor=doing.actor,
        power=power,
        kind=doing.word("kind"),
        place=doing.word("place"),
    )
    return "The unit is set."


def _remove(doing: Doing) -> str:
    acts.remove_unit(
        game=doing.game,
        actor=doing.actor,
        place=doing.word("place"),
        dislodged=doing.word("dislodged") == "yes",
    )
    return "The unit is removed."


def _owner(doing: Doing) -> str:
    power = doing.word("power")
    acts.set_owner(
        game=doing.game,
        actor=doing.actor,
        centre=doing.word("place"),
        power=doing.power if power else "",
    )
    return "The centre has another owner."


def _back(doing: Doing) -> str:
    acts.roll_back(
        game=doing.game,
        actor=doing.actor,
        number=acts.check_number(doing.word("number")),
        serial=doing.serial,
    )
    return "The game is rolled back; everybody is told."


def _end(doing: Doing) -> str:
    acts.abandon(game=doing.game, actor=doing.actor, serial=doing.serial)
    return "The game is over."


def _answer(doing: Doing) -> str:
    told = doing.word("told") if doing.word("publish") == "yes" else ""
    if doing.word("publish") == "yes" and not told:
        raise InputError("say for all what was asked, without secrets.")
    rulings.answer(
        game=doing.game,
        code=doing.word("code"),
        text=doing.word("answer"),
        told=told,
        actor=doing.actor,
    )
    return "Answered, and published." if told else "Answered."


ACTS: Mapping[str, Callable[[Doing], str]] = {
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "now": _now,
    "hold": _hold,
    "seal": _seal,
    "give": _give,
    "disorder": _disorder,
    "unit": _unit,
    "remove": _remove,
    "owner": _owner,
    "back-to": _back,
    "end-game": _end,
    "answer": _answer,
}
"""The buttons of the desk, by the last word of their address."""
