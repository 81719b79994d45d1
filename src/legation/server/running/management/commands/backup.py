"""``backup``: everything that is kept, into one file; or whether such a file would do."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from legation.errors import LegationError
from legation.server.running.backup import back_up
from legation.server.running.held import verify

FOUND = 3
"""The code of a check that found something, unlike that of a command that could not be done."""


class Command(BaseCommand):
    """A backup, while the server runs."""

    help = "Write games, press and accounts into one file; the server may run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What it may be told."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--verify", action="store_true", help="look at one that was made")

    def handle(self, *args: Any, **options: Any) -> None:
        """Backs up, or verifies."""
        del args
        file = Path(options["file"])
        try:
            if options["verify"]:
                self._verify(file)
                return
            held = back_up(file=file)
        except LegationError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{file}: {file.stat().st_size / 1e6:.1f} MB; {held}.")

    def _verify(self, file: Path) -> None:
        archive = verify(file)
        self.stdout.write(f"{file}: made {archive.made_at:%Y-%m-%d %H:%M} UTC; {archive.held}.")
        for line in (*archive.lost, *archive.otherwise):
            self.stdout.write(line)
        if archive.lost:
            raise CommandError(
                f"{file} would lose {len(archive.lost)} of {archive.held.games} games;"
                " look at the backups before it, and at the database.",
                returncode=FOUND,
            )
        mended = len(archive.otherwise)
        self.stdout.write(
            "It can be restored, and every game in it was audited"
            + (f"; this version would adjudicate {mended} phases otherwise." if mended else ".")
        )
