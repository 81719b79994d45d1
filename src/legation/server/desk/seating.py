"""The desk's buttons for seats: handed on, in civil disorder or no longer."""

from __future__ import annotations

from legation.errors import InputError
from legation.server.desk import acts, handing
from legation.server.desk.sent import Doing, Done
from legation.server.games import reads, seats
from legation.server.games.bots import names as bot_names
from legation.server.games.models import ANYBODY, Seat
from legation.server.site.sure import Question


def give(doing: Doing) -> Done:
    """Hands a seat to a person, to a bot, or to whoever takes it."""
    power, to = doing.power, doing.word("to")
    seats.check_told(doing.game, Seat.objects.get(game=doing.game, power=power))
    match to:
        case "person":
            return _hand(doing, power)
        case "post":
            return _by_post(doing, power)
        case "open":
            if not doing.sure:
                whoever = "anybody" if doing.game.replacers == ANYBODY else "whom you hand it to"
                return _asked(doing, power, f"A bot plays on until it is taken, by {whoever}.")
            seats.give(
                game=doing.game, handover=seats.Handover(power=power, open=True, actor=doing.actor)
            )
            return f"The seat of {power} is open; a bot plays on until somebody takes it."
        case "bot":
            bot = doing.word("bot")
            if bot not in bot_names():
                raise InputError("choose a bot.")
            if not doing.sure:
                return _asked(doing, power, f"The bot {bot} gets the seat.")
            seats.give(
                game=doing.game, handover=seats.Handover(power=power, bot=bot, actor=doing.actor)
            )
            return f"The bot {bot} plays {power}."
    raise InputError("choose who gets the seat.")


def _hand(doing: Doing, power: str) -> Done:
    whom = doing.word("whom")
    if "@" in whom:
        handing.to_address(
            game=doing.game, power=power, address=whom, master=doing.user, sure=doing.sure
        )
        if not doing.sure:
            return Question(
                f"Offer the seat of {power}?",
                (
                    f"A letter to {whom} offers the seat to whoever has this address, with an"
                    " account or without one yet.",
                    f"{_holder(doing, power)} Whoever answers the letter has the seat at once, and"
                    " learns what the power was told. Until then nothing changes, and you can"
                    " take the offer back.",
                ),
                "Send the letter",
            )
        return f"A letter offers the seat of {power} to {whom}."
    if not whom:
        raise InputError("say who gets the seat.")
    heir = handing.to_name(
        game=doing.game, power=power, name=whom, actor=doing.actor, sure=doing.sure
    )
    if not doing.sure:
        learns = f"{heir.name} gets the seat at once, and learns what the power was told."
        return _asked(doing, power, learns)
    return f"{heir.name} has the seat of {power}."


def _by_post(doing: Doing, power: str) -> Done:
    """Hands a seat to somebody who has no account."""
    name = doing.word("postal")[:40]
    if not name:
        raise InputError("say who posts the letters: a name, as all read it.")
    names = {seat.player.casefold() for seat in reads.seats_for(doing.game, doing.reader)}
    if name.casefold() in {*names, doing.actor.casefold()}:
        raise InputError(f"{name} is in this game already; give another name.")
    if not doing.sure:
        gets = f"{name} gets the seat, without an account: you enter the orders."
        return _asked(doing, power, gets)
    handover = seats.Handover(power=power, postal=name, actor=doing.actor)
    seats.give(game=doing.game, handover=handover)
    return f"{name} has the seat of {power}, by post."


def withdraw(doing: Doing) -> Done:
    """Takes back a seat that is on offer by mail."""
    handing.take_back(game=doing.game, number=doing.word("offer"))
    return "The offer is taken back; its letter is void."


def _asked(doing: Doing, power: str, gets: str) -> Question:
    leaves = "Who leaves a seat keeps what he was told until then, and learns nothing more."
    said = (f"{_holder(doing, power)} {gets}", leaves)
    return Question(f"Hand on the seat of {power}?", said, "Hand it on")


def _holder(doing: Doing, power: str) -> str:
    """Who plays a power, as the game master may know."""
    place = next(p for p in reads.seats_for(doing.game, doing.reader) if p.power == power)
    if place.player:
        return f"{place.player} plays {power} now{', a bot standing in' if place.bot else ''}."
    return f"{f'The bot {place.bot}' if place.bot else 'Nobody'} plays {power} now."


def disorder(doing: Doing) -> Done:
    """Declares a power to be in civil disorder, or ends that."""
    power, declared = doing.power, doing.word("declared") == "yes"
    heard = acts.disorder(
        game=doing.game, actor=doing.actor, power=power, declared=declared, sure=doing.sure
    )
    if doing.sure:
        return f"{power} is {'' if declared else 'no longer '}in civil disorder."
    holder = _holder(doing, power)
    if not declared:
        orders = f"{holder} The orders of {power} count again. Everybody is told:"
        return Question(f"End the civil disorder of {power}?", (orders,), "End it", heard)
    void = f"{holder} From now on its orders are void, and it has no vote."
    if reads.book_of(doing.game).disorder_ends:
        ends = "Its units hold, and disband where they would have to retreat. You can end it."
    else:
        ends = "It is for good: nobody can end it."
    title = f"Declare {power} to be in civil disorder?"
    return Question(title, (f"{void} {ends}", "Everybody is told:"), "Declare it", heard)
