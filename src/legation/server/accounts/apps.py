"""The app of accounts."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Accounts."""

    name = "legation.server.accounts"
    label = "accounts"
