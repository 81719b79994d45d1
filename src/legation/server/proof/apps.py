"""The app of fairness."""

from django.apps import AppConfig


class ProofConfig(AppConfig):
    """Fairness; its tables are those of games."""

    name = "legation.server.proof"
    label = "proof"
