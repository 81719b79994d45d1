"""The app of the interface for programs."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The interface for programs."""

    name = "legation.server.api"
    label = "api"

    def ready(self) -> None:
        """Listens for accounts that are exported."""
        from legation.server.api import leaving  # noqa: F401  a receiver is made by importing it
