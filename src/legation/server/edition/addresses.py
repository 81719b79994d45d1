"""Addresses in editions: each is given, worded and withdrawn by whose it is, and by nobody else."""

from __future__ import annotations

from django.db import transaction

from legation.errors import InputError, StateError
from legation.server.accounts.models import User
from legation.server.edition.models import ADDRESS, Address, Edition, Stood
from legation.server.games import events, logged
from legation.server.games.models import Game, Seat
from legation.server.games.readers import Reader
from legation.server.site import moment

WITHDRAWN = "An address that stood here was withdrawn."
Lines = list[tuple[str, str]]


def may(game: Game, reader: Reader) -> bool:
    """May he stand in its editions with an address? Not where nobody knows who plays."""
    return (bool(reader.power) or reader.master) and not game.anonymous


def give(*, game: Game, reader: Reader, user: User, text: str) -> None:
    """Lets him stand in every edition from the next one on, as he writes it.

    Raises:
        InputError: for no text, or one that is too long.
        StateError: where nobody is told who plays, or he does not.
    """
    if not may(game, reader):
        raise StateError("in this game no addresses are printed.")
    said = " ".join(text.split())
    if not said or len(said) > ADDRESS:
        raise InputError(f"write how you wish to be reached, in {ADDRESS} letters at most.")
    Address.objects.update_or_create(game=game, user=user, defaults={"text": said})


def withdraw(*, game: Game, user: User) -> None:
    """Takes it out of the next editions, and off the pages of those that were signed.

    Raises:
        StateError: where he has none.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        given, _ = Address.objects.filter(game=row, user=user).delete()
        stood, _ = Stood.objects.filter(edition__game=row, user=user).delete()
        if not given and not stood:
            raise StateError("you stand in no edition of this game with an address.")
        if stood:
            log(row, "", "An address was withdrawn from the editions.")


def own(game: Game, reader: Reader) -> str:
    """What he has given; empty for nothing."""
    rows = Address.objects.filter(game=game, user_id=reader.user or 0)
    return rows.values_list("text", flat=True).first() or ""


def standing(game: Game) -> list[Stood]:
    """Those that would stand in an edition which is signed now: of who plays, or masters."""
    if game.anonymous:
        return []
    given = {row.user_id: row for row in Address.objects.filter(game=game).select_related("user")}
    seats = Seat.objects.filter(game=game).order_by("pk")
    inside = [*seats.values_list("user_id", "power"), (game.master_id, "Game master")]
    return [
        Stood(user_id=pk, label=f"{given[pk].user.name}, {what}", text=given[pk].text)
        for pk, what in inside
        if pk in given
    ]


def of(edition: Edition) -> Lines:
    """Those of an edition that are not withdrawn; that others were is said."""
    rows = Stood.objects.filter(edition=edition).order_by("pk")
    found = [(row.label, row.text) for row in rows]
    return [*found, ("", WITHDRAWN)] if len(found) < edition.addresses else found


def log(row: Game, actor: str, text: str) -> None:
    """Writes down what was done, for the players to read, and tells them."""
    logged.write(row, actor, text, moment.now())
    events.tell(row, [("", events.NEWS)])
