"""Invitations to a game that has not begun: a letter, and a link in it that takes a place once.

An address is never looked up: the letter is the same whether or not an account
has it, and whoever opens the link may take the place, with whatever account.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
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
from legation.server.desk import unasked
from legation.server.desk.models import Invitation
from legation.server.games import create, reads
from legation.server.games.models import FORMING, Entry, Game
from legation.server.games.promise import promise
from legation.server.post.models import Letter
from legation.server.site import moment
from legation.server.site.outdated import Outdated

MONTH = timedelta(days=28)
"""How long an invitation is open, where the game does not begin before."""
MOST = 20
"""Addresses that are written to at once."""
_DAY = timedelta(hours=24)
_BY_ONE, _WAITING = 60, 100
VOID = "this invitation is void: the game has begun, or the place was taken, or it was withdrawn."


def addresses_of(text: str) -> list[str]:
    """The addresses of a text in which lines, commas or spaces part them.

    Raises:
        InputError: for one that is none, for none, and for very many.
    """
    typed = [each for each in re.split(r"[\s,;]+", text) if each]
    found = list({each.casefold(): each for each in typed}.values())
    if not found:
        raise InputError("say to which addresses to write.")
    if len(found) > MOST:
        raise InputError(f"write to {MOST} addresses at once at most.")
    for each in found:
        try:
            validate_email(each)
        except ValidationError:
            raise InputError(f'"{each[:60]}" is no mail address.') from None
    return found


def invite(*, game: Game, addresses: Sequence[str], power: str, user: User) -> list[str]:
    """Writes to addresses: each letter has a place at the table, of this power where one is named.

    Gives back, address by address, why it was not written to; where it is to none,
    that is raised.

    Raises:
        StateError: where the game has begun; where an address has an invitation;
            where each wants none, or was written to often; for very many letters.
        InputError: for a power that the game has not, that somebody is invited to
            already, or that the game's players draw lots for.
    """
    unasked.check_sender(user)
    _check(Game.objects.get(pk=game.pk), addresses, power)
    missing = _missing(addresses, user)
    if len(missing) == len(addresses):
        raise StateError(" ".join(dict.fromkeys(missing.values())))
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        _check(row, addresses, power)
        for address in addresses:
            if address in missing:
                continue
            made = Invitation.objects.create(
                game=row, address=address, power=power, made_at=moment.now()
            )
            subject = f"{row.name}: you are invited"
            letters.put(address, subject, _letter(row, made, user), key=_key(made))
    return list(dict.fromkeys(missing.values()))


def _missing(addresses: Sequence[str], user: User) -> dict[str, str]:
    """Which addresses are not written to, and why. Each is counted, whatever comes of it."""
    missing: dict[str, str] = {}
    for number, address in enumerate(addresses):
        if not allowed("invite", str(user.pk), _BY_ONE, _DAY):
            late = addresses[number:]
            many = f"{', '.join(late)}: you have invited many today; go on tomorrow."
            return missing | dict.fromkeys(late, many)
        if why := unasked.refused(address):
            missing[address] = why
    return missing


def _check(row: Game, addresses: Sequence[str], power: str) -> None:
    """Says whether these can be invited, as far as it hangs on the game alone."""
    if row.state != FORMING:
        raise StateError("the game has begun.")
    check_power(row, addresses, power)
    there = Invitation.objects.filter(game=row)
    if there.count() + len(addresses) > _WAITING:
        raise StateError(f"a game has {_WAITING} invitations at most: withdraw some first.")
    for address in addresses:
        if there.filter(address__iexact=address).exists():
            raise StateError(f"{address} is invited already: withdraw that to write again.")


def check_power(row: Game, addresses: Sequence[str], power: str) -> None:
    """Says whether a power can be given to one of these without a lot.

    Raises:
        InputError: where it cannot; the message says why.
    """
    if not power:
        return
    if row.master_id is None:
        raise InputError("lots are drawn for the seats of a game without a game master.")
    if power in row.out:
        raise InputError(f"{power} is out of the game.")
    if power not in {each.name for each in reads.book_of(row).powers}:
        raise InputError("choose a power of the game.")
    if len(addresses) > 1:
        raise InputError(f"invite one address to {power}, and not {len(addresses)}.")
    waiting = Q(declined_at=None, made_at__gt=moment.now() - MONTH, taken_at=None)
    if Invitation.objects.filter(waiting, game=row, power=power).exists():
        raise InputError(f"somebody is invited to {power} already.")
    if Entry.objects.filter(game=row, power=power).exists():
        raise InputError(f"somebody has taken {power} already.")


def _key(made: Invitation) -> str:
    """By which a letter is found again."""
    return f"invitation-{made.pk}"


def link_of(made: Invitation) -> str:
    """The address that takes a place."""
    return settings.SITE_URL + reverse("desk:invited", args=[made.game.slug, made.code])


def _letter(row: Game, made: Invitation, user: User) -> str:
    whose = f" {made.power} would be yours." if made.power else ""
    return (
        f"{user.name} invites you to {row.name}, a game of Diplomacy that has not begun yet.{whose}"
        " What it is, and a button to take your place, is on this page:\n\n"
        f"{link_of(made)}\n\n"
        "The place is for whoever opens the page and takes it first. Who has no account yet makes"
        " one from there, and is led back. The link is good for four weeks, and until the game"
        f" begins. Sheets in it are {promise(row)}.\n\n"
        "If you do not want it, there is nothing to do.\n\n"
        f"-- \n{unasked.foot(made.address)}"
    )


@dataclass(frozen=True, slots=True)
class Line:
    """An invitation as who wrote it sees it; `state` is in words.

    `held`: somebody has a place by it.
    """

    made: Invitation
    link: str
    state: str
    open: bool
    held: bool


def names_takers(game: Game) -> bool:
    """Does who wrote an invitation read who took it? In an anonymous game a game master does."""
    return game.master_id is not None or not game.anonymous


def lines(game: Game) -> list[Line]:
    """The invitations of a game and what became of them, for who keeps it."""
    rows = list(Invitation.objects.filter(game=game).select_related("game", "user").order_by("pk"))
    keys = [f"account:{_key(each)}" for each in rows]
    back = set(Letter.objects.filter(key__in=keys, failed=True).values_list("key", flat=True))
    here = _here(game)
    named, found = names_takers(game), []
    for each in rows:
        is_open = _is_open(each)
        if each.taken_at:
            who = f" by {each.user.name}" if each.user and named else ""
            state = f"taken{who}" if each.user_id in here else "taken, and left again"
        elif each.declined_at:
            state = "declined"
        elif not is_open:
            state = "its time is over"
        elif f"account:{_key(each)}" in back:
            state = "the letter came back"
        else:
            state = "opened" if each.opened_at else "written"
        found.append(Line(each, link_of(each), state, is_open, each.user_id in here))
    return found


def _here(game: Game) -> set[int]:
    users = Entry.objects.filter(game=game, user__isnull=False)
    return set(users.values_list("user_id", flat=True))


def withdraw(*, game: Game, number: str) -> None:
    """Makes an invitation void; a letter that has not gone yet does not go.

    One with which somebody took a place, and left again, is forgotten by it, so that
    he can be invited once more.

    Raises:
        StateError: where there is none that is open.
    """
    pk = int(number) if number.isascii() and number.isdecimal() and len(number) < 15 else 0
    with transaction.atomic():
        made = Invitation.objects.select_for_update().filter(game=game, pk=pk).first()
        if made is None or made.user_id in _here(game):
            raise StateError("this invitation is no longer open.")
        letters.call_back(_key(made))
        made.delete()


def invited(slug: str, code: str) -> Invitation | None:
    """What a link invites to; None for one that is void. One look, whether or not there is one."""
    made = Invitation.objects.select_related("game", "game__master").filter(code=code).first()
    if made is None or made.game.slug != slug or not _is_open(made):
        return None
    return made


def invited_to(user: User) -> list[Invitation]:
    """The places for which the address of a user is written to, if he has shown that it is his.

    Not those in games in which he waits already.
    """
    if not services.has_shown_address(user):
        return []
    rows = Invitation.objects.filter(address__iexact=user.email)
    rows = rows.exclude(game__entries__user=user).select_related("game").order_by("pk")
    return [made for made in rows if _is_open(made)]


def _is_open(made: Invitation) -> bool:
    used = made.taken_at or made.declined_at
    return not used and made.game.state == FORMING and made.made_at > moment.now() - MONTH


def opened(made: Invitation) -> None:
    """Notes that somebody has opened the page of a letter, the first time."""
    if made.opened_at is None:
        Invitation.objects.filter(pk=made.pk, opened_at=None).update(opened_at=moment.now())


def take(*, made: Invitation, user: User) -> bool:
    """Takes the place of an invitation; says whether the game has started by that.

    Raises:
        StateError: for a link that is void by now; as `create.join` does.
    """
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=made.game_id)
        now = invited(made.game.slug, made.code)
        if now is None:
            raise StateError(VOID)
        there = Invitation.objects.filter(pk=made.pk, taken_at=None, declined_at=None)
        if not there.update(taken_at=moment.now(), user=user):  # withdrawn in this moment
            raise StateError(VOID)
        wishes = [made.power] if made.power else []
        return create.join(game=made.game, user=user, wishes=wishes, power=made.power)


def decline(*, made: Invitation) -> None:
    """Says that nobody takes it."""
    Invitation.objects.filter(pk=made.pk, taken_at=None).update(declined_at=moment.now())


def _gone(then: datetime) -> QuerySet[Invitation]:
    return Invitation.objects.filter(~Q(game__state=FORMING) | Q(made_at__lt=then))


_GONE = Outdated(_gone, datetime)


def tidy(now: datetime) -> None:
    """Forgets addresses whose game has begun, or whose time is over."""
    _GONE.throw(now - MONTH)
