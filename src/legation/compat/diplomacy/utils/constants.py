"""What programs look up here: the rules of a game where none are named."""

from legation.compat.diplomacy.settings import DEFAULT as DEFAULT_GAME_RULES

__all__ = ["DEFAULT_GAME_RULES"]
