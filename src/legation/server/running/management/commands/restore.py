"""``restore``: what a backup holds, put back."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from legation.errors import LegationError
from legation.server.accounts.models import User
from legation.server.games.models import Game
from legation.server.running.backup import restore


class Command(BaseCommand):
    """A backup put back, while the server does not run."""

    help = "Put a backup into the database; the server must not run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What it may be told."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="what is there may be lost")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restores."""
        del args
        try:
            moved = restore(file=Path(options["file"]), replace=options["replace"])
        except LegationError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(
            f"{Game.objects.count()} games and {User.objects.count()} accounts are back;"
            f" {len(moved)} deadlines were put off by the time since the backup."
        )
