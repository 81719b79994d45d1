"""The app of public editions."""

from django.apps import AppConfig


class EditionConfig(AppConfig):
    """Editions, the draft of the next one, and the addresses of who wishes to stand in them."""

    name = "legation.server.edition"
    label = "edition"

    def ready(self) -> None:
        """Hears who leaves, and which letters came back."""
        from legation.server.edition import leaving, returned  # noqa: F401
