"""What the test of backups has done, in a process on a database of its own: answers as JSON.

``python backups.py make FILE``: a game in mid-play, with orders, a draft and
press; a backup while others write; then the game goes on. ``python backups.py
bring FILE``: the backup restored, looked at, and the game goes on from there.
"""

import io
import json
import os
import sqlite3
import sys
import threading
from contextlib import closing, redirect_stderr, redirect_stdout
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import django

sys.path += [str(Path(__file__).parents[1]), str(Path(__file__).parent)]
HOUR = timedelta(hours=1)


def main(what: str, file: Path) -> None:
    """Does what it is told."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "server_settings"
    django.setup()
    print(json.dumps(make(file) if what == "make" else bring(file)))


def said(*words: str) -> tuple[int, str]:
    """What ``legation`` answers: exit code, and all it prints."""
    from legation.cli.main import run

    with redirect_stdout(io.StringIO()) as out, redirect_stderr(out):
        code = run(words)
    return code, out.getvalue()


def make(file: Path) -> dict[str, Any]:
    """A game in mid-play, and a backup of it."""
    import boards
    from django.contrib.sessions.models import Session
    from django.core.management import call_command
    from django.db import connections
    from django.test import Client
    from django.utils import timezone

    from legation.server.accounts.models import User
    from legation.server.desk import unasked
    from legation.server.games import sheets
    from legation.server.games.models import Game
    from legation.server.press import services as press
    from legation.server.press.members import PUBLIC

    call_command("migrate", interactive=False, verbosity=0)
    game = boards.begin("locarno", phases=2, bot="random")  # then the third waits for all
    boards.write_by_bot(game)
    anna, text = boards.user("Anna"), "Böses Wort."
    press.send(game=game, user=anna, key=PUBLIC, text=text, token="1")
    sheets.submit(game=game, power="France", typed=f"{sheet(game)}\nA Mar dances")
    Session.objects.create(session_key="x" * 32, session_data="", expire_date=timezone.now() + HOUR)
    waiting(boards.begin("london_nights"))
    unasked.switch("bob@example.org", off=True)
    stop = threading.Event()
    wrote: list[str] = []

    def others() -> None:
        while not stop.is_set():
            name = f"Passer-by {len(wrote)}"
            User.objects.make(email=f"p{len(wrote)}@example.org", name=name, password=None)
            wrote.append(name)
        connections.close_all()

    writer = threading.Thread(target=others)
    writer.start()
    try:
        made = said("backup", str(file))
    finally:
        stop.set()
        writer.join()
    again = said("backup", str(file))
    verified = said("backup", "--verify", str(file))
    health = json.loads(Client().get("/health").content)
    with closing(sqlite3.connect(file)) as raw:
        (sessions,) = raw.execute("SELECT count(*) FROM django_session").fetchone()
        names = {name for (name,) in raw.execute("SELECT name FROM accounts_user")}
    return {
        "made": made,
        "again": again,
        "verified": verified,
        "age": health["last_backup_hours"],
        "mode": file.stat().st_mode & 0o777,
        "left": [path.name for path in file.parent.iterdir() if ".part" in path.name],
        "sessions": sessions,
        "whole": names <= {"Anna", *wrote} and len(names) > 1,
        "no letters": unasked.is_off("bob@example.org"),
        "state": state(game),
        "then": state(boards.end_phase(Game.objects.get(pk=game.pk))),
    }


def waiting(game: Any) -> None:
    """Anna has four hours more, and all others' sheets were closed two hours ago."""
    from django.utils import timezone

    from legation.server.games import more_time, process
    from legation.server.games.models import DUE, Deadline, Game

    until = game.due + 6 * HOUR
    power = game.seats.get(user__name="Anna").power
    more_time.give(game=game, power=power, until=until, actor="the test", serial=0)
    due = timezone.now() + 4 * HOUR
    Game.objects.filter(pk=game.pk).update(due=due)
    found = Deadline.objects.get(game=game, kind=DUE)
    Deadline.objects.filter(pk=found.pk).update(due_at=due - 6 * HOUR)
    assert process.process(deadline=found, worker="the test") == process.TOO_EARLY


def waits(game: Any) -> dict[str, Any]:
    """For how many hours the game in which others are closed goes on; for whom; and a refusal."""
    from django.utils import timezone

    from legation.errors import StateError
    from legation.server.games import respites, sheets
    from legation.server.games.models import DUE, Deadline

    now, power = timezone.now(), game.seats.get(user__name="Anna").power
    (other, *_) = [seat.power for seat in game.seats.all() if seat.power != power]
    try:
        sheets.submit(game=game, power=other, typed="", serial=0)
        refused = ""
    except StateError as error:
        refused = str(error)
    saved = sheets.submit(game=game, power=power, typed="", serial=0)
    return {
        "hours": round((game.due - now) / HOUR, 1),
        "whom": list(respites.of(game)) == [power],
        "looked": Deadline.objects.get(game=game, kind=DUE).due_at == game.due,
        "refused": refused,
        "taken": not saved.closed,
    }


def bring(file: Path) -> dict[str, Any]:
    """The backup, put into this database; an hour is let pass since it was made."""
    import boards
    from django.core.management import call_command
    from django.utils import timezone

    from legation.server.accounts.models import User
    from legation.server.desk import unasked
    from legation.server.games import reads
    from legation.server.games.models import Game
    from legation.server.games.readers import reader_of
    from legation.server.running.models import Worker

    none, newer, old = (file.with_name(f"{name}-{os.getpid()}") for name in ("none", "new", "old"))
    none.write_text("no backup")
    newer.write_bytes(file.read_bytes())
    with closing(sqlite3.connect(newer)) as raw, raw:
        raw.execute("INSERT INTO django_migrations VALUES (999, 'games', '0999_x', '2030-01-01')")
    old.write_bytes(file.read_bytes())
    with closing(sqlite3.connect(old)) as raw, raw:
        earlier = (timezone.now() - HOUR).isoformat()
        raw.execute("UPDATE legation_backup SET made_at = ?", [earlier])
        (due,) = raw.execute("SELECT due FROM games_game ORDER BY id LIMIT 1").fetchone()
    refused = [said("restore", str(none)), said("restore", str(newer))]
    call_command("migrate", interactive=False, verbosity=0)
    boards.begin("claudian", phases=1, player="Somebody else")
    refused.append(said("restore", str(old)))
    Worker.objects.create(name="w", started_at=timezone.now(), seen_at=timezone.now())
    refused.append(said("restore", str(old), "--replace"))
    Worker.objects.all().delete()
    done = said("restore", str(old), "--replace")
    game = Game.objects.get(variant="locarno")
    assert game.due is not None
    reader = reader_of(game, boards.user("Anna"))
    here = state(game)
    moved = game.due - datetime.fromisoformat(f"{due}+00:00")
    view = reads.view_for(game, reader)
    boards.user("Newcomer")  # the counter of rows goes on behind the last
    return {
        "refused": refused,
        "done": done,
        "strangers": User.objects.filter(name="Somebody else").count(),
        "no letters": unasked.is_off("bob@example.org"),
        "state": here,
        "moved": moved.total_seconds(),
        "waits": waits(Game.objects.get(variant="london_nights")),
        "phase": str(view.phase),
        "then": state(boards.end_phase(Game.objects.get(pk=game.pk))),
    }


def sheet(game: Any) -> str:
    """What France has typed."""
    from legation.server.games.models.sheet import Sheet

    found = Sheet.objects.filter(game=game, power="France").order_by("-serial")
    return found[0].typed if found else ""


def state(game: Any) -> dict[str, Any]:
    """A game as it stands, apart from what a deadline put off changes."""
    import boards

    from legation.server.press.models import Message

    table = boards.truth_of(game)
    return {
        "phase": game.phase,
        "serial": game.serial,
        "typed": sheet(game),
        "press": [m.text for m in Message.objects.filter(thread__game=game)],
        "truths": [phase.sha256 for phase in table.record.phases],
    }


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
