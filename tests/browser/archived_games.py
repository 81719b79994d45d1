"""A finished game with letters, of which some may be opened: answers as JSON."""

import json
import os
import sys
from pathlib import Path

import django

sys.path += [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "server")]

LETTERS = (
    ("Austria", ("Austria", "France"), "Keep out of Piedmont,\nand I keep out of Tyrolia."),
    ("France", ("Austria", "France"), "Agreed. <b>Italy</b> will not like it."),
    ("Italy", ("Austria", "Italy"), "Are you two writing to each other?"),
)


def main() -> None:
    """Makes the game, plays some phases, ends it, and signs everybody in."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "server_settings"
    django.setup()
    from django.core.management import call_command
    from sessions import sessions_of
    from tables import fresh, person, started, time_is_up

    from legation.server.desk import acts
    from legation.server.games import reads
    from legation.server.press import services
    from legation.server.press.members import PUBLIC, key_of

    call_command("migrate", interactive=False, verbosity=0)
    players = ("Austria", "France", "Italy")
    game = started(*players, mastered=True, fill_bot="steady", name="The long summer")
    book = reads.book_of(game)
    for who, members, text in LETTERS:
        key = key_of(book, members)
        services.send(game=game, user=person(who), key=key, text=text, token=text)
    time_is_up(game)
    services.send(
        game=fresh(game), user=person("Italy"), key=PUBLIC, text="Peace in our time.", token="peace"
    )
    for _ in range(3):
        time_is_up(game)
    acts.abandon(game=fresh(game), actor="Master", serial=fresh(game).serial, sure=True)
    pair = key_of(book, ("Austria", "France"))
    sessions = sessions_of({name: person(name) for name in (*players, "Master")})
    print(json.dumps({"game": game.slug, "pair": pair, "sessions": sessions}))


if __name__ == "__main__":
    main()
