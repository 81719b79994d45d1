"""What each button of the desk does: from a form to a service, and what is said of it.

What cannot simply be taken back is asked first, once nothing is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.dateparse import parse_datetime

from legation.errors import InputError, StateError
from legation.server.desk import acts, rulings, seating, setting, standing_by
from legation.server.desk.others import others, vote
from legation.server.desk.phases import taken_back
from legation.server.desk.sent import Doing, Done, SeveralError
from legation.server.games import clock, more_time, reads, remind, sheets
from legation.server.games.change import trial
from legation.server.games.models import Game
from legation.server.site import moment
from legation.server.site.sure import Question
from legation.server.site.templatetags.moments import clock as said_at

_OTHER_DICE = " The dice go on from another seed, as the old one is public."


def _pause(doing: Doing) -> str:
    clock.pause(game=doing.game, actor=doing.actor)
    return "The clock is stopped."


def _resume(doing: Doing) -> str:
    clock.resume(game=doing.game, actor=doing.actor)
    return "The clock goes on."


def _until(doing: Doing) -> datetime:
    """A moment that a form names.

    Raises:
        InputError: for what is none, or more than a year away.
    """
    try:
        until = parse_datetime(doing.word("until")) if len(doing.word("until")) < 40 else None
    except ValueError:  # no such day
        until = None
    if until is None:
        raise InputError("say until when: a day and a time, as 2030-01-31 20:00.")
    if until.tzinfo is None:
        until = until.replace(tzinfo=ZoneInfo(doing.user.zone))
    if until.year > moment.now().astimezone(until.tzinfo).year + 1:
        raise InputError("a phase ends within a year.")
    return until


def _extend(doing: Doing) -> str:
    clock.put_off(game=doing.game, until=_until(doing), actor=doing.actor)
    return "The phase has another end; everybody is told."


def _more_time(doing: Doing) -> Done:
    power, until = doing.power, _until(doing)
    more_time.give(
        game=doing.game,
        power=power,
        until=until,
        actor=doing.actor,
        serial=doing.serial,
        sure=doing.sure,
    )
    if doing.sure:
        return f"{power} has more time, and is told so."
    closes = doing.game.closes
    assert closes is not None
    said = (
        f"The sheet of {power} is taken until {said_at(until)}. All others close at"
        f" {said_at(closes)}, and cannot be changed after that.",
        "Everybody hears that the phase waits, and until when; whom it waits for,"
        f" {power} alone. It ends as soon as {power} is ready, where phases end so.",
    )
    return Question(f"Give {power} more time?", said, "Give it more time")


def _now(doing: Doing) -> Done:
    acts.end_phase(
        game=doing.game,
        actor=doing.actor,
        serial=doing.serial,
        now=clock.end_now,
        sure=doing.sure,
    )
    if doing.sure:
        return "The phase ends now; in a moment its news are there."
    said = (
        f"{doing.game.phase} is carried out at once with the orders that are there. Whose orders"
        " are missing gets no more time, and is not held to have missed a turn.",
        "Only a rollback takes it back, and what was told stays told.",
    )
    return Question(f"End {doing.game.phase} now?", said, "End the phase now")


def _chase(doing: Doing) -> Done:
    if not doing.sure:
        remind.check_chase(Game.objects.get(pk=doing.game.pk))
        said = (
            f"Each power of which there is no sheet for {doing.game.phase} gets a letter of its"
            " own, unless its player wants none of games. Nobody else hears of it.",
            "The log says that you have written, and nobody whom; it says so too where nobody is"
            " late.",
        )
        return Question("Write to whoever has handed in nothing?", said, "Write to them")
    remind.chase(game=doing.game, actor=doing.actor)
    return "Whoever has handed in nothing gets a letter, unless he wants none of games."


def _hold(doing: Doing) -> Done:
    held = doing.word("held") == "yes"
    if held and doing.game.movement_minutes is None and not doing.sure:
        said = (
            "This game has no deadlines. From now on a phase ends only by your own “End the phase"
            " now”, or at an end that you give it, even when all are ready. You can let phases end"
            " by themselves again.",
        )
        return Question("Let no phase end early?", said, "Let no phase end early")
    clock.hold(game=doing.game, held=held, actor=doing.actor)
    return "No phase ends early." if held else "Phases end when all are ready."


def _seal(doing: Doing) -> Done:
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
        wrong = (f"Line {e.line}: {e.error}" if e.line else str(e.error) for e in saved.errors)
        raise SeveralError(("Saved, not sealed.", *wrong))
    if not seal:
        return f"The orders of the {power} are saved, and not sealed."
    opens = "" if doing.game.sealed else ", and the sheets of the players are open to you"
    if not doing.sure:
        trial(game=doing.game, do=lambda table: table.settle(power))
        said = (
            f"These orders of the {power} are saved. Sealed they are for good: nobody changes them"
            f" any more{opens}.",
        )
        return Question(
            f"Seal the orders of the {power}?", said, "Seal them", saved.orders, of_orders=True
        )
    sheets.settle(game=doing.game, power=power, settled=True, serial=doing.serial)
    return f"The orders of the {power} are sealed{opens}."


def _back(doing: Doing) -> Done:
    number = acts.check_number(doing.word("number"))
    acts.roll_back(
        game=doing.game,
        actor=doing.actor,
        number=number,
        serial=doing.serial,
        sure=doing.sure,
    )
    if doing.sure:
        return "The game is rolled back; everybody is told."
    phases = taken_back(doing.game, doing.reader, number)
    over = "" if doing.game.going_on else _OTHER_DICE
    said = (
        "The game will stand where this phase began: units, owners, and everything hidden."
        " All orders of the phase are written anew, and it gets a new deadline.",
        "What was told stays told, and press stays as it is. Everybody is told that the game was"
        f" rolled back.{over} What is taken back:",
    )
    listed = (*(f"{phase}: its orders and what came of them" for phase in phases[:-1]),)
    last = f"{phases[-1]}: its orders"
    return Question(f"Back to {phases[0]}?", said, f"Roll back to {phases[0]}", (*listed, last))


def _end(doing: Doing) -> Done:
    acts.abandon(game=doing.game, actor=doing.actor, serial=doing.serial, sure=doing.sure)
    if doing.sure:
        return "The game is over."
    said = (
        "Nobody can order any more, and everything that the variant opens at the end is open to"
        " all.",
        "Secrets that were read cannot be taken back, even if you roll the game back afterwards.",
    )
    return Question("End the game without a winner?", said, "End it")


def _answer(doing: Doing) -> str:
    told = doing.word("told") if doing.word("publish") == "yes" else ""
    if doing.word("publish") == "yes" and not told:
        raise InputError("to publish it, say for all what was asked, without secrets.")
    rulings.answer(
        game=doing.game,
        code=doing.word("code"),
        text=doing.word("answer"),
        told=told,
        actor=doing.actor,
    )
    return "Answered, and published." if told else "Answered."


ACTS: Mapping[str, Callable[[Doing], Done]] = {
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "more-time": _more_time,
    "now": _now,
    "hold": _hold,
    "chase": _chase,
    "seal": _seal,
    "others": others,
    "vote": vote,
    "give": seating.give,
    "withdraw": seating.withdraw,
    "standby": standing_by.add,
    "standby-off": standing_by.take_off,
    "offer-next": standing_by.offer,
    "disorder": seating.disorder,
    "unit": setting.unit,
    "remove": setting.remove,
    "owner": setting.owner,
    "back-to": _back,
    "end-game": _end,
    "answer": _answer,
}
"""The buttons of the desk, by the last word of their address."""

PLACES: Mapping[str, str] = {
    **dict.fromkeys(("pause", "resume", "now", "hold", "extend"), "clock"),
    "withdraw": "give",
    **dict.fromkeys(("standby-off", "offer-next"), "standby"),
    "chase": "sheets",
}
"""Where on the page a button is, unless the place is called as the button."""
