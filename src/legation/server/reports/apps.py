"""The app of reports of phases."""

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """The reports of phases; it has no tables of its own."""

    name = "legation.server.reports"
    label = "reports"
