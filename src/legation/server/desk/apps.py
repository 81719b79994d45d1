"""The app of the desk."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    """The desk."""

    name = "legation.server.desk"
    label = "desk"

    def ready(self) -> None:
        """Listens for accounts that are exported, and for letters that came back."""
        from legation.server.desk import leaving, noted  # noqa: F401  importing makes receivers
