"""The lobby: the front page, lists of games, making and joining one, votes, results, reports."""
