"""The app of what browsers keep."""

from django.apps import AppConfig


class DevicesConfig(AppConfig):
    """The installable app, and notices."""

    name = "legation.server.devices"
    label = "devices"
