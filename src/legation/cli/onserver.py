"""Starting the server's commands: by the name of its settings, for nothing here imports it."""

from __future__ import annotations

import os
from importlib.util import find_spec

import typer

from legation.errors import InputError

SETTINGS = "legation.server.settings"
_FOUND = 3  # how a command says that it looked, and that something is wrong


def command(name: str, *words: str, **options: object) -> None:
    """Carry out a command of the server.

    Raises:
        InputError: where the server is not installed, a setting is bad, or the command refuses.
    """
    if find_spec("django") is None:
        raise InputError("the server is not installed here: pip install 'legation[play]'")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import call_command
    from django.core.management.base import CommandError

    try:
        django.setup()
        call_command(name, *words, **options)
    except (ImproperlyConfigured, CommandError) as error:
        if getattr(error, "returncode", 0) == _FOUND:
            typer.echo(f"legation: {error}", err=True)
            raise typer.Exit(1) from None
        raise InputError(str(error)) from None
