"""The app of the board."""

from django.apps import AppConfig


class BoardConfig(AppConfig):
    """The board page and what belongs to it."""

    name = "legation.server.board"
    label = "board"
