"""The app of who runs the site."""

from django.apps import AppConfig


class OfficeConfig(AppConfig):
    """What operators do, and the log of it."""

    name = "legation.server.office"
    label = "office"
