"""The desk's buttons for what came by post or by telephone: orders, and votes."""

from __future__ import annotations

from urllib.parse import quote

from legation.errors import InputError
from legation.server.desk.acts import check_number
from legation.server.desk.sent import Doing, Done, Gone
from legation.server.games import entering, reads, votes
from legation.server.games.change import trial
from legation.server.games.models.trace import WAYS
from legation.server.games.waiting import by_post
from legation.server.site.sure import Question


def others(doing: Doing) -> Done:
    """Notes that orders have come, or opens the sheet to enter them."""
    game, power, way = doing.game, doing.word("power"), doing.word("way")
    came = entering.Came(game=game, power=power, way=way, actor=doing.actor, serial=doing.serial)
    if doing.word("what") == "received":
        entering.receive(came)
        told = "" if by_post(game, power) else f", and told to {power}"
        return f"Noted{told}: its orders have come {WAYS[way]}."
    sure = doing.sure or not game.sealed or entering.is_open(game, power)
    entering.open_sheet(came, sure=sure)
    if sure:
        return Gone(f"/games/{game.slug}/for/{quote(power)}/#orders")
    reads_it = (
        f"{power} reads who opened it, when, and that orders came {WAYS[way]}; and each time that"
        " you enter something."
    )
    if by_post(game, power):
        reads_it = "Its player has no account. That you opened it, and what you enter, is logged."
    said = (
        f"The sheet of {power} is open to you from then on, until {game.phase} closes, with"
        " whatever its player has written on it. No other is.",
        reads_it,
    )
    return Question(f"Open the sheet of {power}?", said, "Open it")


def vote(doing: Doing) -> Done:
    """The vote of a player without an account, as it came: for good, like any other (STD-END)."""
    power, answer = doing.power, doing.word("answer")
    postal = [seat.power for seat in reads.seats_for(doing.game, doing.reader) if seat.postal]
    if power not in postal:
        raise InputError(f"{power} has a player with an account, or none: it votes by itself.")
    number = check_number(doing.word("proposal"))
    if not doing.sure:
        trial(game=doing.game, do=lambda table: table.vote(power, number, answer))
        said = (
            f"The vote of {power} is “{answer}”, as it came to you. It is for good, and nobody is"
            " told of it, unless it decides.",
        )
        return Question(f"Enter the vote of {power}?", said, "Enter it")
    votes.vote(game=doing.game, power=power, proposal=number, answer=answer)
    return f"The vote of {power} is entered."
