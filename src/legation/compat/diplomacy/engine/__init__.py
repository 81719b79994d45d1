"""Where programs import `game`, `map`, `power`, `message` and `renderer` from."""

from legation.compat.diplomacy.engine import game, map, message, power, renderer  # noqa: A004 -- its name

__all__ = ["game", "map", "message", "power", "renderer"]
