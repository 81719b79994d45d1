"""`Game`, where programs import it from."""

from legation.compat.diplomacy.games import (
    Game as Game,
)
