"""Handing a seat to somebody: by his name at once, by his address with a letter that he answers.

An address is never looked up for who gives it: the letter is the same whether
or not an account has it, and the account that answers it has that address.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse

from legation.errors import InputError, StateError
from legation.server.accounts import letters, services
from legation.server.accounts.limits import allowed
from legation.server.accounts.models import User
from legation.server.accounts.onward import with_next
from legation.server.desk import unasked
from legation.server.desk.models import Offer
from legation.server.games import seats
from legation.server.games.models import Game, Seat
from legation.server.games.models.standby import Standby
from legation.server.games.promise import promise
from legation.server.games.waiting import holdings
from legation.server.site import moment
from legation.server.site.outdated import Outdated

WEEK = timedelta(days=7)
"""How long a seat is on offer."""
TURN = timedelta(days=3)
"""How long it is on offer to one of those who stand by: the next one waits."""
_DAY = timedelta(hours=24)
VOID = (
    "the seat has gone to somebody, or is no longer on offer, or the letter was written to another"
    " address than that of your account."
)


def to_name(*, game: Game, power: str, name: str, actor: str, sure: bool) -> User:
    """Hands a seat to a user by the name that he is known by, if one is `sure`; returns him.

    Raises:
        InputError: for a name that nobody has.
        StateError: for one who may not play in this game.
    """
    user = User.objects.filter(name__iexact=name.strip(), is_active=True).first()
    if user is None:
        raise InputError(f'nobody here is called "{name.strip()[:40]}".')
    seats.check_new(game, user, power)
    if sure:
        seats.give(game=game, handover=seats.Handover(power=power, user=user, actor=actor))
    return user


def to_address(*, game: Game, power: str, address: str, master: User, sure: bool) -> None:
    """Writes to an address, if one is `sure`, that the seat is his who has it, if he wants it.

    Raises:
        InputError: for what is no address.
        StateError: where the seat is on offer to it already, or the game is over; for
            too many letters.
    """
    if not game.going_on:
        raise StateError("the game is not being played.")
    address = address.strip()
    try:
        validate_email(address)
    except ValidationError:
        raise InputError(f'"{address[:60]}" is no mail address.') from None
    # Only what he typed himself: the address of who stands by under a name is not his to know.
    typed = Q(whom="", address__iexact=address) | Q(whom__iexact=address)
    if open_offers(game).filter(typed, power=power).exists():
        raise StateError("this address has a letter that offers it this seat already.")
    unasked.check_sender(master)
    if not sure:
        return
    if not allowed("hand-seat", str(master.pk), 20, _DAY):
        raise StateError("you have offered many seats today; go on tomorrow.")
    if why := unasked.refused(address):  # asked last: each answer costs a letter of the day
        raise StateError(why)
    with transaction.atomic():
        held = holdings(game, power).get()
        offer = Offer.objects.create(
            game=game, power=power, address=address, holding=held, made_at=moment.now()
        )
        subject = f"{game.name}: a seat is yours"
        letters.put(address, subject, _letter(game, offer, master), key=_key(offer))


def to_standby(*, game: Game, power: str, heir: Standby, master: User, sure: bool) -> None:
    """Offers a vacant seat to who stands by, by letter, if one is `sure`.

    Raises:
        StateError: where somebody plays it, or it is on offer to another; where the game
            is over; for too many letters.
    """
    if not game.going_on:
        raise StateError("the game is not being played.")
    unasked.check_sender(master)
    _check_vacant(game, power)
    if not sure:
        return
    if not allowed("hand-seat", str(master.pk), 20, _DAY):
        raise StateError("you have offered many seats today; go on tomorrow.")
    if why := _over(heir):
        raise StateError(why)
    user, address = heir.user, heir.user.email if heir.user else heir.address
    # Whom he put on the list by a name, and who wants no letters, gets none; he does not hear it.
    goes = user is None or heir.himself or not unasked.wants_none(user)
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        if not row.going_on:
            raise StateError("the game is not being played.")
        _check_vacant(row, power)
        offer = Offer.objects.create(
            game=game,
            power=power,
            address=address,
            holding=holdings(game, power).get(),
            standby=heir,
            whom=heir.called,
            made_at=moment.now(),
        )
        subject = f"{game.name}: a seat is yours"
        body = _letter(game, offer, master, user)
        letters.put(address, subject, body, key=_key(offer), goes=goes)


def _over(heir: Standby) -> str:
    """Counts a letter to who stands by; why it is not to be written, empty where it is.

    One to a name is counted apart from what is typed to his address: in one count
    they would tell whose address it is.
    """
    if heir.user is None:
        return unasked.refused(heir.address)
    if allowed("seat-mail-to-name", str(heir.user.pk), 4, _DAY):
        return ""
    return f"{heir.called} was written to often today; go on tomorrow."


def _check_vacant(game: Game, power: str) -> None:
    seat = Seat.objects.get(game=game, power=power)
    if seat.person and not seat.open:
        raise StateError(f"somebody plays {power}: its seat is not vacant.")
    seats.check_told(game, seat)
    if power in game.out:
        raise StateError(f"{power} is out of the game.")
    if open_offers(game).filter(power=power).exists():
        raise StateError(f"{power} is on offer already: wait for the answer, or take it back.")


def _key(offer: Offer) -> str:
    """By which its letter is found again."""
    return f"seat-{offer.pk}"


def _letter(game: Game, offer: Offer, master: User, heir: User | None = None) -> str:
    page = reverse("desk:accept", args=[game.slug, offer.code])
    there, sign_up = settings.SITE_URL + page, settings.SITE_URL + reverse("sign-up")
    joining = (
        f"You need an account with this address, {offer.address}. If you have none yet, make it"
        f" here; you are led back to the seat:\n\n{with_next(sign_up, page)}\n\n"
    )
    within = "three days" if offer.whom else "a week"
    why = " You stand by for it." if offer.whom else ""
    return (
        f"{master.name} offers you the seat of {offer.power} in {game.name}, a game of"
        f" Diplomacy.{why}"
        f" To take it, or to say no, open this page within {within}:\n\n{there}\n\n"
        f"{joining if settings.OPEN_SIGN_UP else ''}Sheets in this game are {promise(game)}.\n\n"
        "If you do not want it, there is nothing to do.\n\n"
        f"-- \n{unasked.foot(heir or offer.address)}"
    )


def open_offers(game: Game) -> QuerySet[Offer]:
    """The seats that are on offer by mail, the latest first; none of a game that is over."""
    if not game.going_on:
        return Offer.objects.none()
    now = moment.now()
    young = Q(whom="", made_at__gt=now - WEEK) | Q(made_at__gt=now - TURN)
    empty = Q(holding__seat__user=None, holding__seat__postal="")
    good = Q(whom="") | Q(holding__seat__open=True) | empty  # as `_is_back` says of one
    waiting = Offer.objects.filter(young, good, game=game, holding__until=None, declined_at=None)
    return waiting.order_by("-made_at", "-pk")


def take_back(*, game: Game, number: str) -> None:
    """Makes a letter void that offers a seat; one that has not gone yet does not go.

    Raises:
        StateError: where it is so already.
    """
    pk = int(number) if number.isascii() and number.isdecimal() and len(number) < 15 else 0
    with transaction.atomic():
        offer = open_offers(game).filter(pk=pk).first()
        if offer is None:
            raise StateError("this seat is no longer on offer there.")
        letters.call_back(_key(offer))
        offer.delete()


def offered(slug: str, user: User, code: str) -> Offer | None:
    """What a letter offers to this user in this game; None for a letter that is void.

    It is one look at the database, whether or not there is such a game.
    """
    offer = _whole().filter(code=code).first()
    if offer is None or offer.game.slug != slug or not _is_open(offer):
        return None
    return offer if offer.address.lower() == user.email.lower() else None


def offered_to(user: User) -> list[Offer]:
    """The seats on offer to the address of a user, if he has shown that it is his.

    Of one that was put on a list by his name, and wants no such letters, he hears nothing.
    """
    if not services.has_shown_address(user):
        return []
    found = [o for o in _whole().filter(address__iexact=user.email) if _is_open(o)]
    unasked_for = [o for o in found if o.standby and o.standby.user_id and not o.standby.himself]
    if unasked_for and unasked.wants_none(user):
        return [offer for offer in found if offer not in unasked_for]
    return found


def _whole() -> QuerySet[Offer]:
    return Offer.objects.select_related("game", "holding__seat", "standby").order_by("pk")


def _is_open(offer: Offer) -> bool:
    """May it still be taken, by whom it is for?"""
    if not offer.game.going_on or offer.declined_at or _is_back(offer):
        return False
    young = offer.made_at > moment.now() - (TURN if offer.whom else WEEK)
    return young and offer.holding.until is None


def _is_back(offer: Offer) -> bool:
    """Was the seat offered as a vacant one, and its player has handed in a sheet meanwhile?"""
    seat = offer.holding.seat
    return bool(offer.whom and seat.person and not seat.open)


def accept(*, offer: Offer, user: User) -> None:
    """Takes the seat that a letter offers.

    Raises:
        StateError: for a letter that is void by now, or who may not play in this game.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=offer.game_id)
        if offered(row.slug, user, offer.code) is None:
            raise StateError("this letter is void; ask the game master for another.")
        actor = row.master.name if row.master else ""
        seats.give(game=row, handover=seats.Handover(power=offer.power, user=user, actor=actor))
        Standby.objects.filter(Q(user=user) | Q(pk=offer.standby_id), game=row).delete()


def decline(*, offer: Offer) -> None:
    """Says no to a seat that a letter offers; the game master sees that."""
    Offer.objects.filter(pk=offer.pk).update(declined_at=moment.now())


def declined(game: Game) -> list[Offer]:
    """The offers of seats, vacant still, to which somebody said no."""
    rows = Offer.objects.filter(game=game, holding__until=None).exclude(declined_at=None)
    return list(rows.order_by("-declined_at"))


_OLD = Outdated(lambda then: Offer.objects.filter(made_at__lt=then, standby=None), datetime)
_TAKEN = Outdated(lambda: Offer.objects.exclude(holding__until=None))


def tidy(now: datetime) -> None:
    """Forgets addresses to which no seat is on offer any more.

    Those who stand by, and whose address is kept for that, are not asked twice for
    one vacant seat.
    """
    _OLD.throw(now - WEEK)
    _TAKEN.throw()
