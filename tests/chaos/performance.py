"""The performance: games are begun, players play, one thing after the other goes wrong."""

import random
import threading
import time
from collections import Counter
from collections.abc import Sequence

import faults
from audit import Found, audit, hurry_letters, late, looked
from django.core.management import call_command
from django.db import DatabaseError
from django.test import Client
from office import Office
from ordeals import leave_database
from places import Place
from players import Ledger, Player, Seat
from stage import Stage, wait_for

from legation.server.accounts.models import User
from legation.server.games import create
from legation.server.games.offer import Offer

TABLES = 6
_QUIET = 60.0


def begin(tables: int = TABLES, powers: Sequence[str] = ("Austria", "Turkey")) -> list[Seat]:
    """Games with players of these powers and bots of the others, and sessions of the players."""
    call_command("migrate", interactive=False, verbosity=0)
    seats = []
    for number in range(tables):
        offer = Offer(
            name=f"Chaos {number}", fill_bot="random", starts="hand", movement=24 * 60, grace=0
        )
        game = create.create(user=None, offer=offer)
        sessions = {}
        for power in powers:
            name = f"{power} {number}"
            user = User.objects.make(
                email=f"{power}.{number}@example.org".lower(), name=name, password=None
            )
            create.join(game=game, user=user, wishes=[power])
            client = Client()
            client.force_login(user, "django.contrib.auth.backends.ModelBackend")
            sessions[power] = client.cookies["sessionid"].value
        game = create.start(game=game, seed=f"{number:032x}")
        seats += [Seat(game.pk, game.slug, power, key) for power, key in sessions.items()]
    return seats


def settle() -> list[str]:
    """Waits until all that was begun is done; what is not, in time."""

    def quiet() -> bool:
        try:
            return looked() and not late() and not hurry_letters()
        except DatabaseError:
            leave_database()
            return False

    done = wait_for(quiet, _QUIET)
    waits = "" if looked() else ", and nobody has seen that the clock is right"
    return [] if done else [f"{late()} deadlines are late, {hurry_letters()} letters wait{waits}"]


def happen(
    stage: Stage, seats: list[Seat], dice: random.Random, until: float, only: Sequence[str]
) -> Counter[str]:
    """One thing after the other goes wrong, what has come to pass least goes first; how often.

    Of all kinds, or of those alone whose names begin as one of `only`.
    """
    known = faults.kinds(stage, sorted({seat.game for seat in seats}))
    if only:
        known = {name: fault for name, fault in known.items() if name.startswith(tuple(only))}
    count: Counter[str] = Counter(dict.fromkeys(known, 0))
    while time.monotonic() < until:
        least = min(count.values())
        coming = sorted(name for name in known if count[name] == least)
        for name in dice.sample(coming, len(coming)):
            if time.monotonic() >= until:
                break
            time.sleep(dice.uniform(0.2, 1))
            print(f"  {name}", flush=True)
            count[name] += known[name](stage, dice)
    return count


def run(
    place: Place, mail: Office, seconds: float, dice: random.Random, only: Sequence[str] = ()
) -> tuple[Counter[str], Ledger, Found]:
    """Chaos in a place for a while; the environment says where that is."""
    seats = begin()
    leave_database()  # nobody holds a line to a database that will go away
    stage = Stage(place, mail)
    ledger, over = Ledger(), threading.Event()
    stage.begin()
    try:
        players = [
            Player(seat, stage.ports, ledger, random.Random(dice.random()), over) for seat in seats
        ]
        for player in players:
            player.start()
        count = happen(stage, seats, dice, time.monotonic() + seconds, only)
        time.sleep(2)  # a little of an ordinary day
        over.set()
        for player in players:
            player.join(60)
        wrong = settle()
        found = audit(ledger, stage.mail.taken)
        found.wrong += wrong
    finally:
        stage.end()
        leave_database()
    return count, ledger, found
