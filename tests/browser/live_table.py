"""A live game of two people among bots, which shows who is waited for: answers as JSON.

Both sheets are whole, and neither is ready; who signs in are Anna of France and Max of Germany.
"""

import json
import os
import sys
from pathlib import Path

import django

sys.path += [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "server")]
SHEETS = {
    "France": ("Anna", "A Par - Gas\nA Mar - Gas\nF Bre - MAO"),
    "Germany": ("Max", "A Mun - Tyr\nA Ber - Kie\nF Kie - Den"),
}


def main() -> None:
    """Makes the game, and signs both in."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "server_settings"
    django.setup()
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)
    import boards
    from sessions import sessions_of

    from legation.server.games import create, sheets
    from legation.server.games.offer import Offer

    offer = Offer(
        name="Live",
        fill_bot="steady",
        starts="hand",
        movement=15,
        retreat=15,
        grace=0,
        awaited=True,
    )
    game = create.create(user=None, offer=offer)
    users = {name: boards.user(name) for name, _ in SHEETS.values()}
    for power, (name, _) in SHEETS.items():
        create.join(game=game, user=users[name], wishes=[power])
    game = create.start(game=game, seed=boards.SEED)
    for power, (_, typed) in SHEETS.items():
        sheets.submit(game=game, power=power, typed=typed, serial=game.serial)
    print(json.dumps({"game": game.slug, "sessions": sessions_of(users)}))


if __name__ == "__main__":
    main()
