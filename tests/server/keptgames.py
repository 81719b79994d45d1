"""What the test of kept databases does, in a process with one of them: answers as JSON.

``python keptgames.py database`` brings its tables up to date; ``python
keptgames.py backup FILE`` puts a backup into an empty one. Then everything in
it is looked at, and every game goes on by a phase.
"""

import json
import os
import random
import sys
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import django

sys.path[:0] = [str(Path(__file__).parents[1])]


def main(what: str, file: str = "") -> None:
    """Brings the database up to date, and says what is in it."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "legation.server.settings"
    django.setup()
    from django.core.management import call_command

    if what == "backup":
        from legation.cli.main import run

        assert run(["restore", file]) == 0
    else:
        call_command("migrate", interactive=False, verbosity=0)
    print(json.dumps(everything(json.loads(sys.stdin.read()), looked=what != "backup")))


def everything(asked: dict[str, Any], looked: bool) -> dict[str, Any]:
    """What is there, what pages say of it if they are `looked` at, what comes of a phase more."""
    from django.apps import apps

    from legation.server.games.models import Game

    rows = {name: apps.get_model(name)._default_manager.count() for name in asked["rows"]}
    games = {}
    for game in Game.objects.exclude(state="forming").order_by("pk"):
        games[game.name] = stands(game) | {"press": press(game)}
        if looked:  # a restored backup shows what its database did
            games[game.name]["pages"] = pages(game)
        if game.state != "finished":
            games[game.name]["after"] = goes_on(game, asked["no-order"])
    return {"rows": rows, "games": games, **people(asked["password"], asked["token"])}


def people(password: str, token: str) -> dict[str, Any]:
    """Who is let in: by a password, by a wrong one, by a token."""
    from django.test import Client

    def enters(email: str, word: str) -> int:
        form = {"username": email, "password": word}
        return Client().post("/accounts/sign-in/", form).status_code

    heard = Client().get("/api/games", headers={"Authorization": f"Bearer {token}"})
    return {
        "signs-in": [
            enters("ada@example.org", password),
            enters("ada@example.org", "another word"),
            enters("eve@example.org", password),
        ],
        "by-token": sorted(game["name"] for game in heard.json()),
    }


def stands(game: Any) -> dict[str, Any]:
    """A game as it stands; everybody looks at it, and it is audited."""
    from legation.server.games import records
    from legation.server.games.models import Seat

    table = records.load(game)
    for viewer in (*table.book.players, "spectator", "gm"):
        assert table.view(viewer).number == table.number
    seats = Seat.objects.filter(game=game).exclude(user=None).values_list("user__name", "power")
    return {
        "phase": str(table.phase),
        "row": game.phase,
        "state": game.state,
        "records": len(table.record.phases),
        "winners": list(table.view("spectator").winners),
        "proposals": [proposal.id for proposal in table.view("spectator").proposals],
        "seats": dict(seats),
        "audit": [str(difference) for difference in table.audit()],
    }


def pages(game: Any) -> dict[str, int]:
    """What is answered to a player, a game master and another player: address → status."""
    here = f"/games/{game.slug}/"
    asked = [("Ada", here), ("Max", f"{here}desk/"), ("Bea", f"{here}press/")]
    if game.serial:
        asked.append(("Bea", f"{here}report/"))
    if game.variant == "standard":  # these know no variant
        asked += [("Ada", f"{here}log/"), ("Max", f"{here}rulings/")]
    return {path: browser(name).get(path, follow=True).status_code for name, path in asked}


@cache
def browser(name: str) -> Any:
    """The browser of a user; making one takes longer than most pages."""
    from django.test import Client

    from legation.server.accounts.models import User

    client = Client()
    user = User.objects.get(name=name)
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


def press(game: Any) -> dict[str, list[str]]:
    """What each of these reads in all threads, and what he has begun to write."""
    from legation.server.accounts.models import User
    from legation.server.games.readers import reader_of
    from legation.server.press import inbox, reading

    found = {}
    for name in ("Ada", "Bea", "Dov", "Max"):
        scope = reading.scope_of(game, reader_of(game, User.objects.get(name=name)))
        keys = [circle.key for circle in inbox.circles(scope)]
        drafts = [draft.text for key in keys if (draft := inbox.draft_of(scope, key))]
        texts = [m.text for key in keys for m in inbox.messages(scope, key)]
        found[name] = sorted([*texts, *drafts])
    return found


def goes_on(game: Any, no_order: str) -> dict[str, Any]:
    """Ada's sheet as she left it; then one by a bot, the end of the phase, and an audit."""
    from django.utils import timezone

    from legation.bots.base import find_bot
    from legation.server.accounts.models import User
    from legation.server.games import clock, process, reads, records, sheets
    from legation.server.games.models import DUE, Deadline, Game
    from legation.server.games.readers import reader_of

    if game.state == "paused":
        clock.resume(game=game, actor="Max")
        game = Game.objects.get(pk=game.pk)
    reader = reader_of(game, User.objects.get(name="Ada"))
    left = reads.sheet_for(game, reader)
    book, view = reads.book_of(game), reads.view_for(game, reader)
    lines = find_bot("random").choose(book, view, random.Random(game.name))
    saved = sheets.submit(game=game, power=reader.power, typed="\n".join(lines), settled=False)
    clock.end_now(game=game, actor="Max")
    deadline = Deadline.objects.get(game=game, serial=game.serial, kind=DUE)
    process.process(deadline=deadline, worker="kept", now=timezone.now() + timedelta(seconds=1))
    after = Game.objects.get(pk=game.pk)
    table = records.load(after)
    return {
        "left": no_order in left.typed if left else None,
        "errors": [str(error.error) for error in saved.errors],
        "serial": after.serial - game.serial,
        "phase": after.phase == str(table.phase),
        "audit": [str(difference) for difference in table.audit()],
        "page": browser("Ada").get(f"/games/{game.slug}/").status_code,
    }


if __name__ == "__main__":
    main(*sys.argv[1:])
