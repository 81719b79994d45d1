"""Votes on the end of a game."""
