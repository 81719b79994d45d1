"""The app of the lobby."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """The lobby; it has no tables of its own."""

    name = "legation.server.lobby"
    label = "lobby"
