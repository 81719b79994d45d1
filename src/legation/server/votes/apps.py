"""The app of votes on the end of a game."""

from django.apps import AppConfig


class VotesConfig(AppConfig):
    """Votes on the end of a game; it has no tables of its own."""

    name = "legation.server.votes"
    label = "votes"
