"""Handing a seat to somebody: by his name at once, by his address with a letter that he answers.

An address is never looked up for who gives it: whether an account has it is
told to its owner alone.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from legation.errors import InputError, StateError
from legation.server.accounts.limits import allowed
from legation.server.accounts.models import User
from legation.server.games import letters, seats
from legation.server.games.models import Game, Holding, Seat
from legation.server.post import outbox

_SALT = "legation.server.desk.handing"
_WEEK = 60 * 60 * 24 * 7


def to_name(*, game: Game, power: str, name: str, actor: str) -> None:
    """Hands a seat to a user by the name that he is known by.

    Raises:
        InputError: for a name that nobody has.
        StateError: for one who may not play in this game.
    """
    user = User.objects.filter(name__iexact=name.strip(), is_active=True).first()
    if user is None:
        raise InputError(f'nobody here is called "{name.strip()[:40]}".')
    seats.give(game=game, power=power, user=user, actor=actor)


def to_address(*, game: Game, power: str, address: str, master: User) -> None:
    """Writes to whoever has this address that the seat is his, if he wants it.

    Raises:
        StateError: where he has written many such letters.
    """
    if not allowed("hand-seat", str(master.pk), 20, timedelta(hours=24)):
        raise StateError("you have offered many seats today; go on tomorrow.")
    user = User.objects.filter(email__iexact=address.strip(), is_active=True).first()
    if user is None:
        return
    token = signing.dumps([game.pk, power, user.pk, _held(game, power)], salt=_SALT)
    link = settings.SITE_URL + reverse("desk:accept", args=[game.slug, token])
    body = (
        f"{master.name} offers you the seat of {power} in {game.name}."
        f" To take it, open this page within a week:\n\n{link}"
    )
    now = timezone.now()
    key = f"seat-{_held(game, power)}-{now:%Y%m%d}"
    with transaction.atomic():
        outbox.post([letters.letter(game, user, "game", key, "a seat is yours", body, now)])


def _held(game: Game, power: str) -> int:
    """The holding of a seat that goes on: another one once it has changed hands."""
    found = Holding.objects.filter(seat__game=game, seat__power=power, until=None)
    return found.order_by("-pk").values_list("pk", flat=True).first() or 0


def offered(game: Game, user: User, token: str) -> str:
    """The power that a letter offers to this user; empty for a letter that is void."""
    try:
        number, power, pk, held = signing.loads(token, salt=_SALT, max_age=_WEEK)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    good = (number, pk) == (game.pk, user.pk) and held == _held(game, str(power))
    return str(power) if good and game.going_on else ""


def accept(*, game: Game, user: User, token: str) -> str:
    """Takes the seat that a letter offers.

    Raises:
        StateError: for a letter that is void, or who may not play in this game.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        power = offered(row, user, token)
        if not power or not Seat.objects.filter(game=row, power=power).exists():
            raise StateError("this letter is void; ask the game master for another.")
        seats.give(game=row, power=power, user=user, actor=row.master.name if row.master else "")
    return power
