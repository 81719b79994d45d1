"""``backup``: everything that is kept, into one file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from legation.errors import LegationError
from legation.server.running.backup import back_up
from legation.server.running.prepare import prepare


class Command(BaseCommand):
    """A backup, while the server runs."""

    help = "Write games, press and accounts into one file; the server may run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What it may be told."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Backs up."""
        del args
        prepare(static=False)
        try:
            size = back_up(file=Path(options["file"]))
        except LegationError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{options['file']}: {size / 1e6:.1f} MB")
