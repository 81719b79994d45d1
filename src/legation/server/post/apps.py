"""The app of the outbox."""

from django.apps import AppConfig


class PostConfig(AppConfig):
    """The outbox."""

    name = "legation.server.post"
    label = "post"
