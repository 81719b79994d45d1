"""The app of the archive."""

from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    """The archive: who agreed to open which conversation, and what is open."""

    name = "legation.server.archive"
    label = "archive"

    def ready(self) -> None:
        """Hears who takes his data along."""
        from legation.server.archive import leaving  # noqa: F401
