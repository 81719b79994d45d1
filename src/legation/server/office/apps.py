"""The app of who runs the site."""

from django.apps import AppConfig


class OfficeConfig(AppConfig):
    """What operators do, and the log of it."""

    name = "legation.server.office"
    label = "office"

    def ready(self) -> None:
        """Listens for accounts that are exported, or end."""
        from legation.server.office import leaving  # noqa: F401  a receiver is made by importing it
