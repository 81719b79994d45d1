"""The app of what teaches."""

from django.apps import AppConfig


class LearnConfig(AppConfig):
    """Primers and lessons; it has no tables of its own."""

    name = "legation.server.learn"
    label = "learn"
