"""The lobby: the front page, lists of games, making and joining one, guests, how it ended."""
