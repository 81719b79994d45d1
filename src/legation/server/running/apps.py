"""The app of what keeps the server running."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import pre_migrate


class RunningConfig(AppConfig):
    """Commands, workers, health."""

    name = "legation.server.running"
    label = "running"

    def ready(self) -> None:
        """Changes of tables may take as long as they take; the clock is watched."""
        from legation.server.running import steady

        del steady  # its receiver is connected now
        pre_migrate.connect(_take_time, sender=self)


def _take_time(using: str, **_: Any) -> None:
    from legation.server.site.patience import without_end

    without_end(using)
