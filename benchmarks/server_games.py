"""Games for `server.py`: a few are played, and their rows copied as often as wanted."""

from __future__ import annotations

import copy
import os
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from django.db.models import Model

if TYPE_CHECKING:
    from legation.server.accounts.models import User
    from legation.server.games.models import Game

Row = TypeVar("Row", bound=Model)
TESTS = Path(__file__).parents[1] / "tests"
VARIANTS = ("standard", "london_nights", "locarno", "post_atomic", "warwick", "claudian")


def begin(folder: Path, database: str = "") -> dict[str, str]:
    """Makes an empty database ready; the environment of what works on it."""
    sys.path += [str(TESTS), str(TESTS / "server")]
    env = {
        "DJANGO_SETTINGS_MODULE": "legation.server.settings",
        "LEGATION_DATA": str(folder),
        "DATABASE_URL": database or f"sqlite:///{folder / 'bench.sqlite3'}",
        "EMAIL_URL": "memory:",
        "LEGATION_STATIC": "collected",
        "LEGATION_LOG": "error",
        "LEGATION_POLL_MS": "500",
    }
    os.environ |= env
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    return {**os.environ}


def played(count: int) -> list[Game]:
    """So many games of all variants, begun and in mid-play, with Anna in one seat of each."""
    import boards

    bases = [boards.begin(variant, phases=phases) for variant in VARIANTS for phases in (0, 4)]
    games = list(bases)
    for number in range(count - len(bases)):
        games += copied(bases[number % len(bases)], [f"bench-{number}"])
    return games


def full(powers: Sequence[str], tables: int) -> list[tuple[Game, str, User]]:
    """Games of Standard with people in all seats: the game, the power and the user of each."""
    import boards
    import tables as rows

    from legation.server.games.models import Seat

    base = rows.started(*powers)
    games = [base, *copied(base, [f"bench-{n}" for n in range(1, tables)])]
    found = []
    for number, game in enumerate(games):
        for seat in Seat.objects.filter(game=game).select_related("user").order_by("power"):
            if number:
                seat.user = boards.user(f"{seat.power} {number}")
                seat.save()
            assert seat.user is not None
            found.append((game, seat.power, seat.user))
    return found


def due_at_once(count: int, at: datetime) -> None:
    """Games in which all have handed in nothing, and whose phase ends at a moment."""
    import tables as rows

    from legation.server.games import sheets
    from legation.server.games.models import DUE, Deadline, Game
    from legation.server.post.models import Letter

    powers = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
    base = rows.started(*powers)
    for power in powers:
        sheets.submit(game=base, power=power, typed="")
    copied(base, [f"bench-{number}" for number in range(count - 1)])
    Letter.objects.all().delete()
    Game.objects.update(due=at)
    Deadline.objects.filter(kind=DUE).update(due_at=at)


def copied(base: Game, slugs: Sequence[str]) -> list[Game]:
    """A game again under other names, with its seats, sheets, deadlines and counts of events."""
    from legation.server.games.models import Deadline, Game, Holding, Line, Seat
    from legation.server.games.models.leaf import Leaf
    from legation.server.games.models.sheet import Sheet

    whole = Game.objects.get(pk=base.pk)
    Game.objects.bulk_create([_again(whole, slug=slug, token=slug) for slug in slugs])
    games = list(Game.objects.filter(slug__in=slugs))
    for kind in (Leaf, Seat, Sheet, Deadline, Line):
        found: list[Any] = list(kind.objects.filter(game=base))
        fresh = [_again(row, game=game) for game in games for row in found]
        kind.objects.bulk_create(fresh)
    seats = Seat.objects.filter(game__in=games)
    Holding.objects.bulk_create(
        [Holding(seat=seat, user=seat.user, bot=seat.bot) for seat in seats]
    )
    return games


def _again(row: Row, **changed: Any) -> Row:
    fresh = copy.copy(row)
    fresh._state = copy.copy(row._state)
    fresh._state.adding, fresh._state.fields_cache = True, {}
    fresh.pk = None
    for name, value in changed.items():
        setattr(fresh, name, value)
    return fresh


def session(user: User) -> str:
    """A session in which a user is signed in; its key."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    assert store.session_key is not None
    return store.session_key
