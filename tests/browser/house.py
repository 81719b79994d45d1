"""A house with a guest in every room, on the database of a server: answers as JSON.

Games that go on, one of them with a master, letters and an edition, one that is
offered and one that is over; who signs in are Anna, who plays, Max, who is
master and has a variant in hand, and Olga, who runs the site.
"""

import json
import os
import sys
from pathlib import Path

import django

sys.path += [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "server")]


def main() -> None:
    """Makes the games, and signs everybody in."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "server_settings"
    django.setup()
    from django.core.management import call_command
    from django.utils import timezone
    from sessions import sessions_of

    from legation.server.games.models import Game

    call_command("migrate", interactive=False, verbosity=0)
    import boards

    slugs = [boards.begin(variant, phases=1).slug for variant in boards.SEATS]
    Game.objects.filter(slug=slugs[0]).update(advice=True)
    slugs += [_mastered(), _over(), _offered()]
    _drafted()
    olga = boards.user("Olga")
    olga.confirmed_at = timezone.now()
    olga.save()
    sessions = sessions_of({name: boards.user(name) for name in ("Anna", "Max", "Olga")})
    print(json.dumps({"games": slugs, "sessions": sessions}))


def _mastered() -> str:
    import boards

    from legation.server.press import services
    from legation.server.press.members import PUBLIC

    game = boards.begin(phases=2, master=boards.user("Max"))
    for name, text in (("Anna", "Peace in our time."), ("Max", "Orders by Friday.")):
        services.send(game=game, user=boards.user(name), key=PUBLIC, text=text, token=text)
    return game.slug


def _over() -> str:
    import boards

    from legation.server.desk import acts

    game = boards.begin(phases=3, master=boards.user("Max"))
    acts.abandon(game=game, actor="Max", serial=game.serial, sure=True)
    return game.slug


def _drafted() -> None:
    import boards

    from legation.server.studio import drafts
    from legation.studio import taken
    from legation.variants import find

    document, notes = taken.of(find.folder("standard"))
    drafts.begin(user=boards.user("Max"), document=document, notes=list(notes), what="A copy")


def _offered() -> str:
    import boards

    from legation.server.games import create
    from legation.server.games.offer import Offer

    offer = Offer(name="A table for seven", variant="warwick", starts="hand", mastered=True)
    return create.create(user=boards.user("Max"), offer=offer).slug


if __name__ == "__main__":
    main()
