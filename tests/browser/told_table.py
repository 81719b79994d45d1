"""A game of one player, France, among bots: answers as JSON."""

import json
import os
import sys
from pathlib import Path

import django

sys.path += [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "server")]


def main() -> None:
    """Makes the game, and signs Anna and Max in."""
    django.setup()
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)
    import boards
    from sessions import sessions_of

    game = boards.begin()
    boards.write_by_bot(game)
    users = {name: boards.user(name) for name in ("Anna", "Max")}
    print(json.dumps({"game": game.slug, "sessions": sessions_of(users)}))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server_settings")
    main()
