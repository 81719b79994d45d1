"""Who sits where: seats given up, taken, handed on. A seat that changes hands keeps its knowledge.

Who leaves one keeps what he was told until then, and learns nothing more of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import IntegrityError

from legation.errors import StateError
from legation.server.accounts.models import User
from legation.server.games import bots, events, letters_of_seats, records, respites
from legation.server.games.change import change
from legation.server.games.models import ANYBODY, NOBODY, Game, Holding, Seat
from legation.server.games.models.sheet import Sheet
from legation.server.post import outbox
from legation.server.site import moment
from legation.table.game import Game as Table

GAME_ITSELF = ""
"""The actor in the log where nobody did it but the game."""
_LATER = "seats are {} again when this phase is over: it waits for who was given more time."


@dataclass(frozen=True, slots=True, kw_only=True)
class Handover:
    """The seat of a power goes to somebody else: to a user, to `postal`, or to a bot.

    `postal` is the name of a person without an account, whose orders the game
    master enters. `bot` names one; without any of these it is the game's own. `open`:
    somebody may take the seat from the bot. `only_open`: the handover holds
    only while the seat is open. Who had it is written to, unless he is its
    `leaver`. `actor` stands in the log.
    """

    power: str
    user: User | None = None
    postal: str = ""
    bot: str = ""
    open: bool = False
    only_open: bool = False
    leaver: User | None = None
    actor: str = GAME_ITSELF

    @property
    def person(self) -> bool:
        """Does somebody get it who is no bot?"""
        return self.user is not None or bool(self.postal)


@dataclass(frozen=True, slots=True)
class _Mark:
    """Where in a game's record the knowledge of who leaves a seat ends."""

    power: str
    serial: int
    acts: int
    told: int


def give_up(*, game: Game, user: User) -> None:
    """Gives up one's seat: a bot plays on, and somebody else may take it where that is allowed.

    Raises:
        StateError: where he has none, or the game is over.
    """
    seat = Seat.objects.filter(game=game, user=user).first()
    if seat is None:
        raise StateError("you have no seat in this game.")
    may_take = game.replacers != NOBODY
    give(game=game, handover=Handover(power=seat.power, open=may_take, leaver=user))


def take(*, game: Game, user: User, power: str) -> None:
    """Takes a seat that is open to anybody.

    Raises:
        StateError: where it is not, or he may not play in this game.
    """
    if game.replacers != ANYBODY:
        raise StateError("only the game master gives seats away in this game.")
    give(game=game, handover=Handover(power=power, user=user, only_open=True))


def give(*, game: Game, handover: Handover) -> None:
    """Hands a seat on; its civil disorder ends where the rules allow that.

    Raises:
        StateError: for a user who may not play in this game, or a seat that is not open;
            as `check_told` does, but for who gives up his own.
        NameUnknownError: for no power of the game.
    """
    if not game.going_on:
        raise StateError("the game is not being played.")

    def orderly(table: Table) -> _Mark:
        power = table.book.names.find_power(handover.power)
        here = table.record.phases[-1]
        # Before anything that this change tells.
        mark = _Mark(power, records.serial_of(table), len(here.acts), len(here.told))
        lost = power in table.view("spectator").disorder
        if lost and handover.person and table.book.disorder_ends:
            table.civil_disorder(power, declared=False)
        return mark

    def moved(row: Game, mark: _Mark) -> None:
        _hand_on(row, handover, mark)

    now_has = "a new player" if handover.person else "no player; a bot plays on"
    log = (handover.actor, f"{handover.power} has {now_has}.")
    change(game=game, do=orderly, told=[("", events.SEAT)], log=log, also=moved)


def _hand_on(row: Game, handover: Handover, mark: _Mark) -> None:
    """Writes a handover down: the holding that ends, the one that begins, the seat."""
    user, power = handover.user, mark.power
    seat = Seat.objects.select_related("user").get(game=row, power=power)
    if handover.only_open and respites.are_given(row):  # whether he is back is not told yet
        raise StateError(_LATER.format("taken"))
    if handover.leaver is None:
        check_told(row, seat)
    if handover.only_open and not seat.open:
        raise StateError("somebody else has taken this seat.")
    if user is not None:
        check_new(row, user, power)
    now, person = moment.now(), handover.person
    bot = "" if person else handover.bot or row.fill_bot or bots.STEADY
    Holding.objects.filter(seat=seat, until=None).update(
        until=now, serial_to=mark.serial, acts_to=mark.acts, told_to=mark.told
    )
    Holding.objects.create(seat=seat, user=user, bot=bot, serial_from=mark.serial)
    if (seat.user_id, seat.postal) != (user and user.pk, handover.postal):
        lost = None if handover.leaver else seat.user
        outbox.post(letters_of_seats.of_seat(row, power, lost, user, handover.actor, now, person))
        # The sheet was another's: it stands, but is for the new one to settle.
        Sheet.objects.filter(game=row, serial=mark.serial, power=power).update(
            settled=False, late=""
        )
    seat.user, seat.postal, seat.bot = user, handover.postal, bot
    seat.open = handover.open and not person
    try:
        seat.save()
    except IntegrityError:
        raise StateError("you play another power in this game.") from None


def check_told(row: Game, seat: Seat) -> None:
    """Says whether a seat may be handed on: not one where all see a bot, and he may be back.

    Raises:
        StateError: in a phase of which the end says who is back; whether or not he is.
    """
    if seat.person and (seat.open or seat.bot) and respites.are_given(row):
        raise StateError(_LATER.format("handed on"))


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

    def back(_row: Game, _: None) -> None:
        Seat.objects.filter(pk=seat.pk).update(bot="", open=False)

    text = f"{seat.power} is back."
    change(game=game, do=orderly, told=[("", events.SEAT)], log=(GAME_ITSELF, text), also=back)
