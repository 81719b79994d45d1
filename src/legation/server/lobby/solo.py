"""Playing alone against bots, at one click."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import transaction

from legation.server.accounts.limits import spend
from legation.server.accounts.models import User
from legation.server.games import create
from legation.server.games.bots import STEADY
from legation.server.games.models import BY_HAND, BY_LINK, NO_PRESS, Game
from legation.server.games.offer import Offer
from legation.server.lobby.catalogue import title_of

_DAY = timedelta(days=1)
_MANY = "You have made as many games today as one account may."


def play_alone(*, user: User, variant: str, power: str = "", bot: str = STEADY) -> Game:
    """A game that runs, with bots in all seats but the user's; a phase ends when he is ready.

    Without a `power` of his choice he gets one by lot. `bot` names who plays the others.

    Raises:
        LegationError: for a variant that cannot be played so, and a power or bot that is none.
        OverError: for a user who has made very many games.
    """
    offer = Offer(
        name=f"{title_of(variant)}, alone",
        variant=variant,
        movement=None,
        retreat=None,
        adjustment=None,
        grace=0,
        press=NO_PRESS,
        advice=True,
        access=BY_LINK,
        starts=BY_HAND,
        fill_bot=bot,
    )
    spend("games-made", str(user.pk), settings.GAMES_A_DAY, _DAY, _MANY)
    with transaction.atomic():
        game = create.create(user=None, offer=offer)
        create.join(game=game, user=user, wishes=[power] if power else [])
        return create.start(game=game)
