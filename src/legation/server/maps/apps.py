"""The app of maps: pictures of boards."""

from django.apps import AppConfig


class MapsConfig(AppConfig):
    """Pictures of boards; it has no tables of its own."""

    name = "legation.server.maps"
    label = "maps"
