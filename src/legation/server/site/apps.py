"""The app of what all pages share; it has no tables and no addresses."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The look of the pages."""

    name = "legation.server.site"
    label = "site"
