"""A game that is over and one that goes on, on the database of a running server, as JSON.

``python fair_games.py games`` makes them; the receipts are those that Anna took while she played.
"""

import json
import os
import sys
from pathlib import Path

import django

sys.path += [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "server")]


def main() -> None:
    """Makes the games."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "server_settings"
    django.setup()
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)
    print(json.dumps(_games()))


def _games() -> dict[str, object]:
    import boards
    from sessions import sessions_of

    from legation.server.desk import acts
    from legation.server.games import receipts
    from legation.server.games.models import Game
    from legation.server.games.readers import reader_of
    from legation.table.proof.papers import dump

    anna = boards.user("Anna")
    going_on = boards.begin(phases=2)
    over = boards.begin(phases=2)
    kept = dump(receipts.receipts_for(over, reader_of(over, anna)))
    place = over.seats.get(user=anna).power
    acts.set_owner(game=over, actor="Max", centre="Tunis", power=place, sure=True)
    over = Game.objects.get(pk=over.pk)
    acts.abandon(game=over, actor="Max", serial=over.serial, sure=True)
    return {
        "going on": going_on.slug,
        "over": over.slug,
        "receipts": kept,
        "sessions": sessions_of({"Anna": anna}),
    }


if __name__ == "__main__":
    main()
