"""The app of games."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games."""

    name = "legation.server.games"
    label = "games"

    def ready(self) -> None:
        """Listens for accounts that end or are exported."""
        from legation.server.games import leaving  # noqa: F401  a receiver is made by importing it
