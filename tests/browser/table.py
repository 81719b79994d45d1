"""Games for browsers, made on the database of a running server: a script with answers as JSON.

``python table.py games`` makes them and signs Anna and Max in; ``python table.py
begin`` makes one more; ``end SLUG 2`` ends two phases, one after another; ``again SLUG``
tells once more that one ended. ``read`` does line after line of such words, as JSON.
"""

import json
import os
import sys
from pathlib import Path

import django

sys.path += [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "server")]


def main(words: list[str]) -> None:
    """Does what it is told."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "server_settings"
    django.setup()
    if words != ["read"]:
        _does(words)
        return
    for line in sys.stdin:
        _does(json.loads(line))
        sys.stdout.flush()


def _does(words: list[str]) -> None:
    from django.core.management import call_command

    from legation.server.games.models import Game

    if words[0] == "begin":
        import boards

        print(json.dumps({"slug": boards.begin().slug}))
        return
    if words[0] == "end":
        import boards

        for _ in range(int(words[2])):
            game = boards.end_phase(Game.objects.get(slug=words[1]))
        print(json.dumps({"phase": game.phase}))
        return
    if words[0] == "again":
        from django.db import transaction

        from legation.server.games import events

        with transaction.atomic():
            events.tell(Game.objects.get(slug=words[1]), [("", events.PHASE)])
        print("{}")
        return
    call_command("migrate", interactive=False, verbosity=0)
    print(json.dumps(_games()))


def _games() -> dict[str, object]:
    import boards
    from sessions import sessions_of

    games = {variant: boards.begin(variant).slug for variant in boards.SEATS}
    games["played"] = boards.begin(phases=3).slug
    games["ranges"] = boards.begin("post_atomic", phases=1).slug
    games["taxis"] = boards.begin("london_nights", "Taxi Drivers").slug
    games["mutants"] = boards.begin("post_atomic", "Germany", phases=3).slug
    games["lords"] = boards.begin("warwick", "Edward IV", phases=1, bot="dumb").slug
    games["winter"] = boards.begin_with_builds("England").slug
    games["live"] = boards.begin().slug
    games["shown"] = boards.begin().slug
    games["left"] = boards.begin().slug
    games["twice"] = boards.begin().slug
    master = boards.user("Max")
    police = {"police-orders": "game-master"}
    games["police"] = boards.begin("london_nights", options=police, master=master).slug
    sessions = sessions_of({name: boards.user(name) for name in ("Anna", "Max")})
    return {"games": games, "sessions": sessions}


if __name__ == "__main__":
    main(sys.argv[1:])
