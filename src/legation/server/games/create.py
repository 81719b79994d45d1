"""Making a game, joining it, and starting it when its time has come."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.db.models import QuerySet

from legation.errors import InputError, StateError
from legation.server.accounts.limits import spend
from legation.server.accounts.models import User
from legation.server.games import (
    absences,
    events,
    letters_of_seats,
    logged,
    lost,
    pledges,
    records,
    taking,
)
from legation.server.games.models import (
    AT_TIME,
    BY_PASSWORD,
    FINISHED,
    FORMING,
    FULL,
    NO_VOTE,
    PAUSED,
    RUNNING,
    START,
    Deadline,
    Entry,
    Game,
    Holding,
    Seat,
)
from legation.server.games.models.pledge import Pledge
from legation.server.games.offer import Offer
from legation.server.games.publish import schedule, standing
from legation.server.games.time import LIVE
from legation.server.post import outbox
from legation.server.site import moment
from legation.server.site.over import OverError
from legation.table.game import Game as Table
from legation.table.keeping import plain_line
from legation.variants.load import load
from legation.variants.sums import is_changed

_MOST_FORMING = 20
_DAY = timedelta(days=1)
_LATER = timedelta(minutes=10)
_MADE = "You have made as many games today as one account may."
_STARTED = "As many of your games were started today as may be in a day."


def create(
    *,
    user: User | None,
    offer: Offer,
    now: datetime | None = None,
    taken: Table | None = None,
) -> Game:
    """Offers a game; who makes it is its game master, where it is to have one.

    `taken` is the game that begins then, where it was begun elsewhere.

    Raises:
        InputError: for an offer of which no game can be made.
        StateError: for a user who has made many games that did not start.
        OverError: for one who makes very many games, or has very many live ones.
    """
    now = now or moment.now()
    book = offer.check(now)
    if taken is not None:
        if not offer.mastered:
            raise InputError("who takes a game over knows its secrets: be its game master.")
        rules = taken.book.variant, dict(taken.book.options.chosen)
        if rules != (book.variant, dict(book.options.chosen)):
            raise InputError("the position was read by other rules: look at it again.")
    if user and Game.objects.filter(maker=user, state=FORMING).count() >= _MOST_FORMING:
        raise StateError(f"{_MOST_FORMING} of your games wait for players already.")
    if user:
        spend("games-made", str(user.pk), settings.GAMES_A_DAY, _DAY, _MADE)
    if user and offer.movement is not None and offer.movement <= LIVE:
        _check_live(Game.objects.filter(maker=user), settings.LIVE_GAMES, "of yours")
    with transaction.atomic():
        game = Game.objects.create(
            name=plain_line(offer.name),
            variant=offer.variant,
            options=dict(book.options.chosen),
            movement_minutes=offer.movement,
            retreat_minutes=offer.retreat,
            adjustment_minutes=offer.adjustment,
            grace_minutes=offer.grace if offer.movement is not None else 0,
            fixed_time=offer.fixed,
            zone=offer.zone,
            weekends_off=offer.weekends_off,
            when_ready=offer.when_ready,
            missed=offer.missed,
            absences=offer.absences,
            away_days=offer.away_days,
            postpone=offer.postpone if offer.movement is not None else NO_VOTE,
            press=offer.press,
            grey=offer.grey,
            anonymous=offer.anonymous,
            awaited=offer.awaited,
            advice=offer.advice,
            sealed=offer.sealed,
            access=offer.access,
            password=make_password(offer.password) if offer.password else "",
            replacers=offer.replacers,
            starts=offer.starts,
            start_at=offer.start_at,
            lost=lost.counted().lost,
            fill_bot=offer.fill_bot,
            master=user if offer.mastered else None,
            maker=user,
        )
        if taken is not None:
            taking.keep(game, taken)
        if offer.starts == AT_TIME:
            Deadline.objects.create(game=game, serial=0, kind=START, due_at=offer.start_at)
    return game


def _check_live(games: QuerySet[Game], most: int, whose: str) -> None:
    """Says whether there is room for one more live game.

    Raises:
        OverError: where there is none.
    """
    live = games.exclude(state=FINISHED).filter(movement_minutes__lte=LIVE)
    if live.count() >= most:
        said = f"There are {most} live games {whose}, as many as may be at once: end one first."
        raise OverError(said, _LATER)


def places(game: Game) -> int:
    """How many players a game is for; where it was begun elsewhere, those who are left."""
    return len(load(game.variant, game.options).powers) - len(game.out)


def right_password(game: Game, password: str) -> bool:
    """Does this word open the game? The time that it takes tells nothing of a game without one."""
    return check_password(password, game.password or make_password(None)) and (
        game.access == BY_PASSWORD
    )


def join(*, game: Game, user: User, wishes: Sequence[str] = (), power: str = "") -> bool:
    """Joins a game that is forming; says whether it has started by that.

    Whether the game is open to him has been asked before, by `reads.find_game`
    or by an invitation; that may name the `power` that he gets without a lot.

    Raises:
        StateError: where the game has started or is full, or he is in it, or its
            master, or the power is another's already.
        NameUnknownError: for a wish that is no power.
    """
    book = load(game.variant, game.options)
    powers = list(dict.fromkeys(book.names.find_power(wish) for wish in wishes))
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        if row.state != FORMING:
            raise StateError("the game has started.")
        if row.master_id == user.pk:
            raise StateError("you are the game master, and cannot play as well.")
        if Entry.objects.filter(game=row, user=user).exists():
            raise StateError("you have joined already.")
        return _enter(row, Entry(game=row, user=user, wishes=powers, power=power))


def seat_by_post(*, game: Game, name: str, power: str = "") -> bool:
    """Gives a place to somebody without an account; says whether the game has started by that.

    Raises:
        StateError: where the game has started or is full, has no master who enters
            his orders, or has somebody of this name; where the power is another's.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        if row.state != FORMING:
            raise StateError("the game has started.")
        if row.master is None:
            raise StateError("this game has no game master who enters orders that come by post.")
        there = Entry.objects.filter(game=row).select_related("user")
        names = {row.master.name, *(each.user.name if each.user else each.postal for each in there)}
        if name.casefold() in {each.casefold() for each in names}:
            raise StateError(f"{name} is in this game already; give another name.")
        return _enter(row, Entry(game=row, postal=name, power=power))


def _enter(row: Game, entry: Entry) -> bool:
    """Adds somebody to a game whose row is locked, and starts it when it is full."""
    there = Entry.objects.filter(game=row).count()
    if there >= places(row):
        raise StateError("the game is full.")
    if entry.power in row.out:
        raise StateError(f"{entry.power} is out of the game.")
    if entry.power and Entry.objects.filter(game=row, power=entry.power).exists():
        raise StateError(f"{entry.power} is somebody else's already.")
    entry.save()
    events.tell(row, [("", events.SEAT)])
    if there + 1 < places(row) or not (row.starts == FULL or _is_late(row)):
        return False
    now = lost.counted()
    row.lost = now.lost
    _start(row, now.at)
    return True


def take_off(*, game: Game, number: str) -> str:
    """Takes somebody without an account off a game that has not started; his name.

    Raises:
        StateError: where it has, or nobody of this number waits in it.
    """
    pk = int(number) if number.isascii() and number.isdecimal() and len(number) < 15 else 0
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        entry = Entry.objects.filter(game=row, user=None, pk=pk).first()
        if entry is None:
            raise StateError("nobody of this number waits by post.")
        entry.delete()
        events.tell(row, [("", events.SEAT)])
    return entry.postal


def _is_late(row: Game) -> bool:
    """Is its time to start over, for it had not enough players then?"""
    return row.starts == AT_TIME and row.start_at is not None and row.start_at <= moment.now()


def leave(*, game: Game, user: User) -> None:
    """Leaves a game that has not started.

    Raises:
        StateError: where it has, or he is not in it.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        if row.state != FORMING:
            raise StateError("the game has started; a seat in it is given up, not left.")
        gone, _ = Entry.objects.filter(game=row, user=user).delete()
        if not gone:
            raise StateError("you have not joined.")
        events.tell(row, [("", events.SEAT)])


def withdraw(*, game: Game) -> None:
    """Takes back the offer of a game that has not started; it is as if it had never been.

    Raises:
        StateError: where it has.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        if row.state != FORMING:
            raise StateError("the game has started.")
        row.delete()


def start(*, game: Game, seed: str | None = None, now: datetime | None = None) -> Game:
    """Starts a game with who has joined, and bots where it is to be filled with them.

    Raises:
        StateError: where it has started, or players are missing.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        if row.state != FORMING:
            raise StateError("the game has started.")
        who = row.maker_id or row.master_id  # whose account has ended made games, and has none
        if who:
            spend("games-started", str(who), settings.GAMES_A_DAY, _DAY, _STARTED)
        counted = lost.counted()
        row.lost = counted.lost
        _start(row, now or counted.at, seed)
    return row


def start_if_due(*, deadline: Deadline, now: datetime, given: timedelta) -> bool:
    """Starts a game whose time has come; without enough players it waits until it is full.

    `given` is what had been lost in all when `now` was read.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=deadline.game_id)
        if row.lost != given:
            return False  # the lease runs out, and it is looked at by the clock as it is then
        if row.state == FORMING:
            joined = Entry.objects.filter(game=row).count()
            if joined and (row.fill_bot or joined == places(row)):
                try:
                    with transaction.atomic():
                        _start(row, now)
                except OverError as error:  # it is tried again, which is no failure
                    Deadline.objects.filter(pk=deadline.pk).update(
                        lease_until=now + error.wait, tries=0
                    )
                    return False
        Deadline.objects.filter(pk=deadline.pk).update(done_at=now)
    return row.state != FORMING


def assign(
    powers: Sequence[str],
    wishes: Mapping[int, Sequence[str]],
    settled: Mapping[int, str] | None = None,
) -> dict[int, str]:
    """Who, by a number, gets which power: in an order that is drawn, each the dearest left to him.

    Who has no wish, or none that is left, gets what nobody has chosen. What is
    `settled` is so without a lot.
    """
    dice = secrets.SystemRandom()
    assigned = dict(settled or {})
    free = [power for power in powers if power not in assigned.values()]
    dice.shuffle(free)
    users = [user for user in wishes if user not in assigned]
    dice.shuffle(users)
    for user in users:
        power = next((wish for wish in wishes[user] if wish in free), None)
        if power is not None:
            free.remove(power)
            assigned[user] = power
    return assigned | dict(
        zip([user for user in users if user not in assigned], free, strict=False)
    )


def _start(row: Game, now: datetime, seed: str | None = None) -> None:
    """Starts a game whose row is locked.

    Raises:
        StateError: where players are missing.
        OldFilesError: where the variant's folder was changed since it was read.
    """
    if is_changed(row.variant):
        raise pledges.OldFilesError(pledges.CHANGED)
    if row.times.live:
        running = Game.objects.filter(state__in=(RUNNING, PAUSED))
        _check_live(running, settings.ALL_LIVE_GAMES, "of this site")
    offered = load(row.variant, row.options, recorded=True).options.chosen
    table = taking.begun(row) or Table.new(row.variant, offered, seed, row.name)
    powers = [power.name for power in table.book.powers if power.name not in row.out]
    entries = list(Entry.objects.filter(game=row).order_by("pk"))
    lacking = len(powers) - len(entries)
    if lacking and not row.fill_bot:
        raise StateError(f"{lacking} more {'player is' if lacking == 1 else 'players are'} needed.")
    settled = {entry.pk: entry.power for entry in entries if entry.power}
    given = assign(powers, {entry.pk: list(entry.wishes) for entry in entries}, settled)
    whose = {given[entry.pk]: entry for entry in entries}
    for power in powers:
        entry = whose.get(power)
        user, postal = (entry.user_id, entry.postal) if entry else (None, "")
        bot = "" if entry else row.fill_bot
        seat = Seat.objects.create(game=row, power=power, user_id=user, postal=postal, bot=bot)
        Holding.objects.create(seat=seat, user_id=user, bot=bot)
    for power in row.out:
        Holding.objects.create(seat=Seat.objects.create(game=row, power=power))
    Entry.objects.filter(game=row).delete()
    row.state, row.started_at, row.version = RUNNING, now, row.version + 1
    grown = records.grown(row, None, table)
    row.head = grown.head
    for name, value in standing(table).items():
        setattr(row, name, value)
    row.due, later = absences.opens(row, table, now)
    row.save()
    records.write(row, grown)
    Deadline.objects.filter(game=row, kind=START, done_at=None).update(done_at=now)
    schedule(row, table, now)
    Pledge.objects.bulk_create(pledges.pledged(row, None, table, now))
    logged.write(row, "", _begins(row), now, (0, row.phase))
    if later is not None:
        absences.log(row, later, now)
    outbox.post(letters_of_seats.of_start(row, list(Seat.objects.filter(game=row)), now, table))
    events.tell(row, [("", events.PHASE)])


def _begins(row: Game) -> str:
    """What the log says of the beginning."""
    if not row.begun_elsewhere:
        return "The game begins."
    return f"The game was taken over in {row.begun_elsewhere}, as it stood elsewhere."
