"""The app of what browsers keep."""

from django.apps import AppConfig


class DevicesConfig(AppConfig):
    """The installable app, and notices."""

    name = "legation.server.devices"
    label = "devices"

    def ready(self) -> None:
        """Listens for accounts that leave, and sessions that end."""
        from legation.server.devices import leaving  # noqa: F401  a receiver is made by importing
