"""``work``: ends phases when they are due, and sends the mail."""

from __future__ import annotations

import signal
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from legation.server.running.builder import builders
from legation.server.running.carrier import Carrier, carrying
from legation.server.running.messenger import Messenger
from legation.server.running.prepare import prepare
from legation.server.running.rounds import Away
from legation.server.running.worker import Working


class Command(BaseCommand):
    """A worker, until it is stopped."""

    help = "End phases when they are due, start games, remind, send the mail, build boards."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What it may be told."""
        parser.add_argument("--once", action="store_true", help="do what is due now, and stop")

    def handle(self, *args: Any, **options: Any) -> None:
        """Works."""
        del args
        prepare(static=False)
        # Who calls it now and then lets hours pass between two looks on purpose.
        working = Working(trusting=options["once"])
        carrier, messenger, building = Carrier(), Messenger(), builders()
        if options["once"]:
            while working.once():
                pass
            working.leave()
            for rounds in (messenger, *building[:1]):
                while rounds.once():
                    pass
            try:
                while carrier.once():
                    pass
            except Away as error:
                raise CommandError(f"{error}. The letters wait.") from None
            return
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: working.stop())
        self.stderr.write("Working. Stop with Ctrl-C.")
        with carrying(carrier, messenger, *building):
            working.run()
