"""The app of the desk."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    """The desk."""

    name = "legation.server.desk"
    label = "desk"

    def ready(self) -> None:
        """Listens for accounts that are exported."""
        from legation.server.desk import leaving  # noqa: F401  a receiver is made by importing it
