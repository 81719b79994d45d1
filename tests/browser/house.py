"""A house with a guest in every room, on the database of a server: answers as JSON.

Games that go on, one of them with a master, letters, an edition and a seat by post;
one that is offered, one behind a password, and one that is over, with an archive.
Who signs in are Anna, who plays, Max, who is master and has a variant in hand, Olga,
who runs the site, and a guest. `games` says of each game how it stands, `doors` which
addresses somebody has by letter alone.
"""

import json
import os
import re
import sys
from pathlib import Path

import django

sys.path += [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "server")]
ANNA, ODA = "Anna", "oda@example.org"


def main() -> None:
    """Makes the games, and signs everybody in."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "server_settings"
    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.utils import timezone
    from sessions import sessions_of

    from legation.server.games.models import Game
    from legation.server.lobby import guests
    from legation.server.post import switches

    call_command("migrate", interactive=False, verbosity=0)
    import boards

    for name in (ANNA, "Max", "Olga"):
        user = boards.user(name)
        user.confirmed_at = timezone.now()
        user.save()
    games = {boards.begin(variant, phases=1).slug: "running" for variant in boards.SEATS}
    Game.objects.filter(slug=next(iter(games))).update(advice=True)
    games |= {_mastered(): "mastered", _over(): "over", _offered(): "forming", _closed(): "closed"}
    edition = _drafted()
    guest = guests.make()
    people = {name: boards.user(name) for name in (ANNA, "Max", "Olga")} | {"guest": guest}
    doors = [*_letters(), switches.link(boards.user(ANNA).pk, "phase"), *_plain(games), edition]
    doors = [each.removeprefix(settings.SITE_URL) for each in doors]
    print(json.dumps({"games": games, "doors": doors, "sessions": sessions_of(people)}))


def _mastered() -> str:
    """Letters, one of them reported, an edition, a question, a seat by post and one on offer."""
    import boards

    from legation.server.desk import handing, rulings
    from legation.server.edition import signing
    from legation.server.games import entering, seats
    from legation.server.press import services
    from legation.server.press.members import PUBLIC

    anna, master = boards.user(ANNA), boards.user("Max")
    game = boards.begin(phases=2, master=master)
    for user, text in ((anna, "Peace in our time."), (master, "Orders by Friday.")):
        services.send(game=game, user=user, key=PUBLIC, text=text, token=text)
    rulings.ask(game=game, user=anna, question="May a fleet go by Kiel?", token="kiel")
    seats.give(game=game, handover=seats.Handover(power="Italy", postal="Old Mr Grey", actor="Max"))
    came = entering.Came(game=game, power="Italy", way="post", actor="Max", serial=game.serial)
    entering.open_sheet(came)
    for address in ("anna@example.org", ODA):
        handing.to_address(game=game, power="Turkey", address=address, master=master, sure=True)
    draft = signing.draft_of(game)
    written = signing.Written("Gunpowder", "Dear readers,", signing.next_number(game), draft.saves)
    signing.sign(game=game, written=written, user=master)
    return game.slug


def _over() -> str:
    """A conversation that is opened, another that may be, and a remark."""
    import boards

    from legation.server.archive import opening, remarks
    from legation.server.desk import acts
    from legation.server.games import reads
    from legation.server.press import services
    from legation.server.press.members import PUBLIC, key_of

    anna, master = boards.user(ANNA), boards.user("Max")
    game = boards.begin(phases=2, master=master)
    book = reads.book_of(game)
    keys = PUBLIC, *(key_of(book, ("France", power)) for power in ("Austria", "Italy"))
    for key in keys:
        services.send(game=game, user=anna, key=key, text="Who is with me?", token=key)
    game = boards.end_phase(game)
    acts.abandon(game=game, actor="Max", serial=game.serial, sure=True)
    game.refresh_from_db()
    opening.agree(game=game, user=anna, key=keys[1])
    remarks.write(game=game, user=master, number=0, text="A quiet year.", publish=True)
    return game.slug


def _offered() -> str:
    import boards

    from legation.server.desk import inviting
    from legation.server.games import create
    from legation.server.games.offer import Offer

    master = boards.user("Max")
    offer = Offer(name="A table for seven", variant="warwick", starts="hand", mastered=True)
    game = create.create(user=master, offer=offer)
    inviting.invite(game=game, addresses=[ODA], power="", user=master)
    return game.slug


def _closed() -> str:
    """A game that one enters by a word."""
    import boards

    from legation.server.games import create
    from legation.server.games.offer import Offer

    offer = Offer(
        name="Behind a door",
        fill_bot="steady",
        starts="hand",
        access="password",
        password="friend",
    )
    game = create.create(user=None, offer=offer)
    create.join(game=game, user=boards.user(ANNA))
    return create.start(game=game, seed=boards.SEED).slug


def _drafted() -> str:
    """A variant in hand, and the address of an edition of it."""
    import boards
    from django.urls import reverse

    from legation.server.studio import drafts, packing, publishing
    from legation.studio import taken, written
    from legation.variants import find

    document, notes = taken.of(find.folder("standard"))
    row = drafts.begin(user=boards.user("Max"), document=document, notes=list(notes), what="A copy")
    files = written.files(drafts.document_of(row))
    files["map/board.json"] = find.folder("standard").joinpath("map/board.json").read_bytes()
    built = packing.zipped(files, "draft")
    edition = publishing.edition(draft=row, built=built, public=True)
    return reverse("studio:edition", args=[edition.name])


def _letters() -> list[str]:
    """The addresses that the letters of this house name: seats, invitations, accounts."""
    from legation.server.accounts import services
    from legation.server.lobby import guests
    from legation.server.post.models import Letter

    services.sign_up(email="new@example.org", name="Newcomer")
    services.forgotten(email="anna@example.org")
    guests.keep(user=guests.make(), email="kept@example.org", name="Kept", zone="UTC")
    bodies = Letter.objects.order_by("pk").values_list("body", flat=True)
    found = [link for body in bodies for link in re.findall(r"https?://[^\s,]+", body)]
    return list(dict.fromkeys(link.rstrip(".") for link in found))


def _plain(games: dict[str, str]) -> list[str]:
    """What no link leads to: shown after a form, for a seat by post, of an operator, or wrong."""
    import boards
    from django.urls import reverse

    from legation.server.studio import tried

    called = {state: slug for slug, state in games.items()}
    job = tried.ask(user=boards.user("Max"), variant="standard", options={})
    return [
        "/accounts/signed-up/",
        "/accounts/reset/sent/",
        "/accounts/deleted/",
        "/keep/",
        "/office/",
        "/api/",
        "/no/such/page/",
        *(f"/games/{called['closed']}/{end}" for end in ("enter/", "report/")),
        f"/games/{called['mastered']}/press/to/",
        *(f"/games/{called['mastered']}/for/Italy/{end}" for end in ("", "lists/", "later/")),
        reverse("studio:tried", args=["standard", job.tried]),
    ]


if __name__ == "__main__":
    main()
