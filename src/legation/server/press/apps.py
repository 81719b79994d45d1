"""The app of press."""

from django.apps import AppConfig


class PressConfig(AppConfig):
    """Press."""

    name = "legation.server.press"
    label = "press"

    def ready(self) -> None:
        """Listens for accounts that are exported."""
        from legation.server.press import leaving  # noqa: F401  a receiver is made by importing it
