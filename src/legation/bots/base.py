"""The one interface of a bot, and where bots are found by name.

A bot is asked with the rulebook, the View of the power it plays, and dice; it
answers with the lines of an order sheet. The same view and dice give the same
answer.
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import Protocol, cast

from legation.errors import InputError, NameUnknownError, meant
from legation.rules.rulebook import Rulebook
from legation.sight.view import View


class Bot(Protocol):
    """Somebody who plays a power.

    `choose` gives the orders for the phase of the view, empty where there is
    nothing to decide; every line of it is accepted when it is handed in. `vote`
    says whether it would now end the game in a draw of all survivors.
    """

    name: str

    def choose(self, book: Rulebook, view: View, rng: random.Random) -> list[str]:
        """The orders of the viewer's power in the phase of the view."""

    def vote(self, book: Rulebook, view: View, rng: random.Random) -> bool:
        """Is the viewer's power for a draw?"""


BOTS = {"random": "random_bot", "dumb": "dumb", "steady": "steady", "seeker": "seeker"}
"""The name of each bot and its module here, which has it as `BOT`."""


OFFERED = ("random", "dumb", "steady", "seeker:beginner", "seeker:middling", "seeker")
"""The bots among which a person chooses, each by a name that `find_bot` knows."""


def find_bot(name: str) -> Bot:
    """The bot of this name; after a colon each may follow how it plays (`bots.temper`).

    Raises:
        NameUnknownError: where there is none.
        InputError: where what follows says nothing to this bot.
    """
    word, *words = (part.strip() for part in name.casefold().split(":"))
    if word not in BOTS:
        known = ", ".join(BOTS)
        raise NameUnknownError(f'no bot is called "{name}".{meant(name, BOTS)} There are: {known}.')
    module = import_module(f"legation.bots.{BOTS[word]}")
    if not words:
        return cast(Bot, module.BOT)
    if not hasattr(module, "made"):
        raise InputError(f'"{name}": {word} is always the same, and takes no ":".')
    return cast(Bot, module.made(words))
