"""The desk's buttons for who stands by: put on the list, taken off, and offered a seat in turn."""

from __future__ import annotations

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from legation.errors import InputError, StateError
from legation.server.accounts.limits import allowed
from legation.server.accounts.models import User
from legation.server.desk import handing, unasked
from legation.server.desk.models import Offer
from legation.server.desk.sent import Doing, Done
from legation.server.games import seats, standby
from legation.server.games.models import Game
from legation.server.games.models.standby import Standby
from legation.server.games.waiting import holdings
from legation.server.site.sure import Question

_DAY = timedelta(days=1)


def add(doing: Doing) -> Done:
    """Puts a user by his name, or an address, on the list."""
    whom = doing.word("whom")
    if "@" in whom:
        try:
            validate_email(whom)
        except ValidationError:
            raise InputError(f'"{whom[:60]}" is no mail address.') from None
        if not allowed("put-on-list", str(doing.user.pk), standby.MOST, _DAY):
            raise StateError("you have put many addresses on lists today; go on tomorrow.")
        if unasked.is_off(whom):
            raise StateError(f"{whom} wants no letters of people that it did not ask.")
        standby.add(game=doing.game, address=whom.lower())
        return f"{whom} stands by."
    user = User.objects.filter(name__iexact=whom, is_active=True).first() if whom else None
    if user is None:
        raise InputError(f'nobody here is called "{whom[:40]}".' if whom else "say who stands by.")
    standby.add(game=doing.game, user=user)
    return f"{user.name} stands by."


def take_off(doing: Doing) -> Done:
    """Takes somebody off the list; what he was offered stays on offer."""
    standby.take_off(game=doing.game, number=doing.word("standby"))
    return "He stands by no longer."


def offer(doing: Doing) -> Done:
    """Offers a vacant seat to the first on the list who was not offered it yet."""
    power = doing.power
    heir = next_for(doing.game, power)
    if heir is None:
        raise StateError(f"nobody stands by to whom {power} was not offered yet.")
    if doing.sure and doing.word("heir") != str(heir.pk):
        raise StateError(f"the list has changed meanwhile: {heir.called} is next now. Offer again.")
    handing.to_standby(game=doing.game, power=power, heir=heir, master=doing.user, sure=doing.sure)
    if doing.sure:
        return f"A letter offers the seat of {power} to {heir.called}."
    but = ""
    if heir.user and not heir.himself:
        but = " Who wants no letters that he did not ask for gets none, and you do not hear of it."
    said = (
        f"{heir.called} gets a letter, and three days to take the seat. Until then a bot plays on,"
        f" and you can take the offer back.{but}",
        "Who takes it has it at once, and learns what the power was told. After a no, or the three"
        " days, you can offer it to the next.",
    )
    title, sent = f"Offer {power} to {heir.called}?", (("heir", str(heir.pk)),)
    return Question(title, said, "Send the letter", sent=sent)


def next_for(game: Game, power: str) -> Standby | None:
    """Who is next: the first who may play the power, and was not offered its vacant seat yet."""
    asked = Offer.objects.filter(holding=holdings(game, power).get()).exclude(standby=None)
    had = set(asked.values_list("standby_id", flat=True))
    return next((s for s in standby.listed(game) if s.pk not in had and _may(game, s, power)), None)


def _may(game: Game, each: Standby, power: str) -> bool:
    if each.user is None:
        return not unasked.is_off(each.address)
    try:
        seats.check_new(game, each.user, power)
    except StateError:
        return False
    return each.user.is_active and each.user.reachable
