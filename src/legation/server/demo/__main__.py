"""Starts the demonstration: ``python -m legation.server.demo [--port 8000] [--data .play]``."""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser
from pathlib import Path

from legation.server.demo.place import Refused, check_port, check_version, stamp

_SETTINGS = "legation.server.settings"


def main() -> int:
    """Checks, makes what is missing, says how to sign in, and serves."""
    parser = ArgumentParser(prog="make play", description="Legation in a browser, on this machine.")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--data", type=Path, default=Path(".play"), help="folder of the games")
    parser.add_argument("--only-make", action="store_true", help="make the games and stop")
    options = parser.parse_args()
    try:
        if not options.only_make:
            check_port(options.port)
        _prepare(options.data, options.port)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 1
    if options.only_make:
        return 0
    from django.core.management import call_command

    call_command("serve", "--with-worker", "--port", str(options.port), stderr=_Quiet())
    return 0


def run() -> int:
    """Runs until it is stopped from the keyboard."""
    try:
        return main()
    except KeyboardInterrupt:
        print("\nStopped.")
        return 0


class _Quiet:
    """Where the server's own greeting goes; ours has been said."""

    def write(self, text: str) -> None:
        """Drops it."""

    def flush(self) -> None:
        """Nothing is kept."""

    def isatty(self) -> bool:
        """No terminal."""
        return False


def _prepare(data: Path, port: int) -> None:
    began = time.monotonic()
    data = data.absolute()
    fresh = not (data / "legation.sqlite3").exists()
    check_version(data)
    os.environ.pop("DATABASE_URL", None)
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": _SETTINGS,
        "LEGATION_CONFIG": os.devnull,  # a server of this machine has another database
        "LEGATION_DATA": str(data),
        "LEGATION_URL": f"http://localhost:{port}",
        "LEGATION_HOSTS": "localhost,127.0.0.1",
        "LEGATION_CONFIRM_MAIL": "no",
        "LEGATION_STATIC": "source",
        "LEGATION_DEBUG": "no",
        "EMAIL_URL": f"file://{data / 'mail'}",
    }
    import django

    django.setup()
    from legation.server.demo.games import check_games, make_all
    from legation.server.demo.people import people
    from legation.server.running.prepare import prepare
    from legation.server.settings.environ import make_folder

    make_folder(data)
    if fresh:
        print(f"Making a database in {_short(data)}", flush=True)
    stamp(data)  # before the tables: whoever is stopped half way goes on the next time
    prepare(static=False)
    who = people(data)
    made = make_all(player=who.player, master=who.master, say=_say)
    if not made:
        check_games(data)
        print(f"The games are as you left them; delete {_short(data)} to begin anew.")
    print(
        f"""
Legation is at http://localhost:{port}

    as a player        {who.player.email:<18} password {who.player_password}
    as a game master   {who.master.email:<18} password {who.master_password}

The player has a seat in each of six games; bots have the others.
The game master has the desk of each. Mail is put into {_short(data / "mail")}.
Ready after {time.monotonic() - began:.0f} s. Stop with Ctrl-C; the games are kept.""",
        flush=True,
    )


def _say(text: str) -> None:
    print(text, flush=True)


def _short(path: Path) -> str:
    """A path as it is typed from here."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


if __name__ == "__main__":
    sys.exit(run())
