"""The app of the studio."""

from django.apps import AppConfig


class StudioConfig(AppConfig):
    """Drafts, jobs and editions; the engine finds a variant's edition by its name here."""

    name = "legation.server.studio"
    label = "studio"

    def ready(self) -> None:
        """Says where editions are found, and hears who leaves."""
        from legation.server.studio import leaving, shelf
        from legation.variants.find import ask_too

        del leaving
        ask_too(shelf.find)
