"""The table: a game and its record."""
