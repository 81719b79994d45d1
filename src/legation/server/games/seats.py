"""Who sits where: seats given up, taken, handed on. A seat that changes hands keeps its knowledge.

Who leaves one keeps what he was told until then, and learns nothing more of it.
"""

from __future__ import annotations

from django.db import IntegrityError
from django.utils import timezone

from legation.errors import StateError
from legation.server.accounts.models import User
from legation.server.games import bots, events, keeping, letters
from legation.server.games.change import change
from legation.server.games.models import ANYBODY, NOBODY, Game, Holding, Seat, Sheet
from legation.server.post import outbox
from legation.table.game import Game as Table

GAME_ITSELF = ""
"""The actor in the log where nobody did it but the game."""


def give_up(*, game: Game, user: User) -> None:
    """Gives up one's seat: a bot plays on, and somebody else may take it where that is allowed.

    Raises:
        StateError: where he has none, or the game is over.
    """
    seat = Seat.objects.filter(game=game, user=user).first()
    if seat is None:
        raise StateError("you have no seat in this game.")
    give(game=game, power=seat.power, user=None, open=game.replacers != NOBODY, leaver=user)


def take(*, game: Game, user: User, power: str) -> None:
    """Takes a seat that is open to anybody.

    Raises:
        StateError: where it is not, or he may not play in this game.
    """
    if game.replacers != ANYBODY:
        raise StateError("only the game master gives seats away in this game.")
    give(game=game, power=power, user=user, only_open=True)


def give(
    *,
    game: Game,
    power: str,
    user: User | None,
    bot: str = "",
    open: bool = False,  # noqa: A002  the word that the seat has for it
    only_open: bool = False,
    leaver: User | None = None,
    actor: str = GAME_ITSELF,
) -> None:
    """Hands a seat on: to a user, or to a bot; its civil disorder ends where the rules allow that.

    `only_open`: unless somebody else has taken it by now. Who had the seat is written to,
    unless he is its `leaver`.

    Raises:
        StateError: for a user who may not play in this game, or a seat that is not open.
        NameUnknownError: for no power of the game.
    """
    if not game.going_on:
        raise StateError("the game is not being played.")
    bot = "" if user else bot or game.fill_bot or bots.STEADY

    def orderly(table: Table) -> tuple[str, int, int, int]:
        named = table.book.names.find_power(power)
        # Where his knowledge ends who leaves: before anything that this change tells.
        here = table.record.phases[-1]
        mark = (named, keeping.serial_of(table), len(here.acts), len(here.told))
        lost = named in table.view("spectator").disorder
        if lost and user is not None and table.book.disorder_ends:
            table.civil_disorder(named, declared=False)
        return mark

    marks: list[tuple[str, int, int, int]] = []

    def noted(table: Table) -> None:
        marks[:] = [orderly(table)]

    def moved(row: Game) -> None:
        named, serial, acts, told = marks[0]
        seat = Seat.objects.select_related("user").get(game=row, power=named)
        if only_open and not seat.open:
            raise StateError("somebody else has taken this seat.")
        if user is not None:
            check_new(row, user, named)
        now = timezone.now()
        Holding.objects.filter(seat=seat, until=None).update(
            until=now, serial_to=serial, acts_to=acts, told_to=told
        )
        Holding.objects.create(seat=seat, user=user, bot=bot, serial_from=serial)
        if seat.user_id != (user and user.pk):
            lost = None if leaver else seat.user
            outbox.post(letters.of_seat(row, named, lost, user, actor, now))
            # The sheet was another's: it stands, but is for the new one to settle.
            Sheet.objects.filter(game=row, serial=serial, power=named).update(
                settled=False, late=""
            )
        seat.user, seat.bot, seat.open = user, bot, open and user is None
        try:
            seat.save()
        except IntegrityError:
            raise StateError("you play another power in this game.") from None

    text = f"{power} has {'a new player' if user else 'no player; a bot plays on'}."
    change(game=game, do=noted, told=[("", events.SEAT)], log=(actor, text), also=moved)


def check_new(row: Game, user: User, power: str) -> None:
    """Says whether a user may play a power: he knows nothing from another seat.

    Raises:
        StateError: where he may not.
    """
    if row.master_id == user.pk:
        raise StateError("the game master cannot play as well.")
    if Seat.objects.filter(game=row, user=user).exclude(power=power).exists():
        raise StateError("who plays one power cannot play another.")
    if Holding.objects.filter(seat__game=row, user=user).exclude(seat__power=power).exists():
        raise StateError("who has played one power of a game cannot play another.")


def come_back(*, game: Game, user: User) -> None:
    """Ends the civil disorder of one's own power, where the rules allow that.

    Raises:
        StateError: where he has no seat, or it is in no disorder, or for good.
    """
    seat = Seat.objects.filter(game=game, user=user).first()
    if seat is None:
        raise StateError("you have no seat in this game.")

    def orderly(table: Table) -> None:
        table.civil_disorder(seat.power, declared=False)

    def back(row: Game) -> None:
        Seat.objects.filter(game=row, pk=seat.pk).update(bot="", open=False)

    text = f"{seat.power} is back."
    change(game=game, do=orderly, told=[("", events.SEAT)], log=(GAME_ITSELF, text), also=back)
