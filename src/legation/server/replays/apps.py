"""The app of replays: a game on one page."""

from django.apps import AppConfig


class ReplaysConfig(AppConfig):
    """A whole game on one page; it has no tables of its own."""

    name = "legation.server.replays"
    label = "replays"
