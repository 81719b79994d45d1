"""``doctor``: what may be wrong with this server, and what to do about it."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from legation.server.running.doctor import findings
from legation.server.running.management.commands.backup import FOUND

_MARKS = {"good": "ok ", "look": "?  ", "bad": "!! "}


class Command(BaseCommand):
    """A look at everything that operators are undone by."""

    help = "Say what may be wrong with this server, and what to do about it."
    requires_system_checks = ()  # it tells of what they find by itself

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What it may be told."""
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        """Looks, and tells."""
        del args
        seen = []
        for finding in findings():
            seen.append(finding)
            if not options["json"]:
                self.stdout.write(f"{_MARKS[finding.state]} {finding.about}: {finding.said}.")
                if finding.do:
                    self.stdout.write(f"      {finding.do}")
        if options["json"]:
            self.stdout.write(json.dumps([asdict(each) for each in seen], indent=2))
        bad = sum(each.state == "bad" for each in seen)
        if bad:
            said = "one thing is" if bad == 1 else f"{bad} things are"
            raise CommandError(f"{said} to be mended.", returncode=FOUND)
