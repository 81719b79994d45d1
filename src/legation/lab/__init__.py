"""The laboratory: whole games by bots, many of them, and what they show of a game."""
