"""The words that programs compare a game's role, status and votes with.

The package has some two hundred more here, which are keys of its wire format.
"""

from __future__ import annotations

from legation.compat.diplomacy import seats
from legation.compat.diplomacy.powers import DUMMY as DUMMY

OBSERVER_TYPE, OMNISCIENT_TYPE, SERVER_TYPE = seats.OBSERVER, seats.OMNISCIENT, seats.SERVER
FORMING, ACTIVE, PAUSED = "forming", "active", "paused"
COMPLETED, CANCELED = "completed", "canceled"
ALL_GAME_STATUSES = (FORMING, ACTIVE, PAUSED, COMPLETED, CANCELED)
ALL_ROLE_TYPES = {OBSERVER_TYPE, OMNISCIENT_TYPE, SERVER_TYPE}
YES, NO, NEUTRAL = "yes", "no", "neutral"
ALL_VOTE_DECISIONS = {YES, NO, NEUTRAL}


def role_is_special(role: str) -> bool:
    """Does this role watch, and play nothing?"""
    return role in (OBSERVER_TYPE, OMNISCIENT_TYPE)
