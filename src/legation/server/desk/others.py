"""The desk's buttons for orders that came by post or by telephone: received, opened, entered."""

from __future__ import annotations

from urllib.parse import quote

from legation.server.desk.sent import Doing, Done, Gone
from legation.server.games import entering
from legation.server.games.models.trace import WAYS
from legation.server.site.sure import Question


def others(doing: Doing) -> Done:
    """Notes that orders have come, or opens the sheet to enter them."""
    game, power, way = doing.game, doing.word("power"), doing.word("way")
    came = entering.Came(game=game, power=power, way=way, actor=doing.actor, serial=doing.serial)
    if doing.word("what") == "received":
        entering.receive(came)
        return f"Noted, and told to {power}: its orders have come {WAYS[way]}."
    sure = doing.sure or not game.sealed or entering.is_open(game, power)
    entering.open_sheet(came, sure=sure)
    if sure:
        return Gone(f"/games/{game.slug}/for/{quote(power)}/#orders")
    said = (
        f"The sheet of {power} is open to you from then on, until {game.phase} closes, with"
        " whatever its player has written on it. No other is.",
        f"{power} reads who opened it, when, and that orders came {WAYS[way]}; and each time that"
        " you enter something.",
    )
    return Question(f"Open the sheet of {power}?", said, "Open it")
