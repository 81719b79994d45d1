"""The app of what keeps the server running."""

from django.apps import AppConfig


class RunningConfig(AppConfig):
    """Commands, workers, health."""

    name = "legation.server.running"
    label = "running"
