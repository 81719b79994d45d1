"""A game with a master for two browsers, made on the database of a server: answers as JSON."""

import json
import os
import sys
from pathlib import Path

import django

sys.path += [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "server")]


def main() -> None:
    """Makes the game, plays one phase, and signs everybody in."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "server_settings"
    django.setup()
    from django.core.management import call_command
    from sessions import sessions_of
    from tables import fresh, person, started, time_is_up

    call_command("migrate", interactive=False, verbosity=0)
    game = started(
        "Austria", "France", mastered=True, grey=True, movement=60, retreat=60, adjustment=60
    )
    time_is_up(game)
    night = started(
        "Nurses",
        variant="london_nights",
        mastered=True,
        options={"police-orders": "game-master"},
    )
    sessions = sessions_of({name: person(name) for name in ("Austria", "France", "Master")})
    found = {"game": game.slug, "night": night.slug, "phase": fresh(game).phase}
    print(json.dumps({**found, "sessions": sessions}))


if __name__ == "__main__":
    main()
