"""Who played what, as the archive says it."""

from __future__ import annotations

from legation.server.games.models import Game, Holding, Seat

SOMEBODY = "somebody who is not named"


def players(game: Game) -> dict[str, str]:
    """Power → those who played it, in their order, as their accounts are called now.

    Who left a seat of an anonymous game is not named, nor is one whose account
    is gone.
    """
    postal = dict(Seat.objects.filter(game=game).values_list("power", "postal"))
    names: dict[str, list[str]] = {power: [] for power in postal}
    held_ones = Holding.objects.filter(seat__game=game).select_related("seat", "user")
    for held in held_ones.order_by("pk"):
        power, now = held.seat.power, held.until is None
        name = _name(held, postal[power] if now else "", hidden=game.anonymous and not now)
        if names[power][-1:] != [name]:
            names[power].append(name)
    return {power: ", then ".join(each) for power, each in names.items()}


def _name(held: Holding, postal: str, *, hidden: bool) -> str:
    if held.user is not None:
        return SOMEBODY if hidden else held.user.name
    if held.bot:
        return f"bot ({held.bot})"
    return f"{postal}, by post" if postal else SOMEBODY
