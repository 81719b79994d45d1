"""``serve``: the web server."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from argparse import ArgumentParser
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from legation.server.running.builder import builders
from legation.server.running.carrier import Carrier, carrying
from legation.server.running.messenger import Messenger
from legation.server.running.prepare import prepare
from legation.server.running.worker import Working

_GOODBYE = 5.0  # seconds that a phase in hand has to end


class Command(BaseCommand):
    """The web server, until it is stopped."""

    help = "Serve the pages."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What it may be told."""
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen at")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--processes", type=int, default=1, help="how many serve")
        parser.add_argument(
            "--with-worker", action="store_true", help="end phases and send mail in here as well"
        )
        parser.add_argument(
            "--proxies",
            default="127.0.0.1",
            help="addresses of proxies whose word on who asks is taken",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Serves."""
        del args
        if options["processes"] > 1 and options["with_worker"]:
            raise CommandError("--with-worker goes with one process; start legation work beside.")
        # The server raises the signal again that stopped it: what is begun here is ended first.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        prepare(static=True)
        working = Working() if options["with_worker"] else None
        worker = None
        if working is not None:
            worker = threading.Thread(target=working.run, name="worker", daemon=True)
            worker.start()
        self.stderr.write(f"Serving {settings.SITE_URL} at {options['host']}:{options['port']}.")
        with contextlib.ExitStack() as stack:
            if working is not None and worker is not None:
                stack.callback(worker.join, _GOODBYE)
                stack.callback(working.stop)
                stack.enter_context(carrying(Carrier(), Messenger(), *builders()))
            uvicorn.run(
                "legation.server.asgi:application",
                host=options["host"],
                port=options["port"],
                workers=options["processes"],
                forwarded_allow_ips=options["proxies"],
                log_level="warning",
                access_log=False,  # which puts its lines together before it asks for the level
                lifespan="off",
                # longer than browsers keep quiet, so that none sends into a closing line
                timeout_keep_alive=75,
                timeout_graceful_shutdown=3,
                server_header=False,
                # of its two readers the one that bounds what a request begins with
                http="h11",
            )
