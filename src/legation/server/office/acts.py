"""The acts of operators: each says why, and stands in a log that everybody may read.

An operator reads no game and changes none: he stops and starts clocks, and
says who may come in. What he may not do here, nobody may by the site. Each act
returns a sentence that says what was done; `offered` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress

from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import QuerySet

from legation.errors import InputError, StateError, meant
from legation.server.accounts import letters, names
from legation.server.accounts.models import User
from legation.server.accounts.signals import relocked
from legation.server.games import clock
from legation.server.games.models import RUNNING, Game
from legation.server.office.models import LONGEST_WHY, Act, Stopped, Suspension
from legation.server.site import moment
from legation.server.site.patience import held

ACTOR = "The operator"


def account(name: str) -> User:
    """The account that is called so.

    Raises:
        InputError: where none is; with the name that was probably meant.
    """
    user = User.objects.filter(name__iexact=name.strip()).first()
    if user is None:
        others = User.objects.values_list("name", flat=True)
        raise InputError(f'nobody is called "{name}".{meant(name, others)}')
    return user


def game_of(slug: str) -> Game:
    """The game with this word in its address.

    Raises:
        InputError: where there is none.
    """
    game = Game.objects.filter(slug=slug.strip()).first()
    if game is None:
        raise InputError(
            f'there is no game "{slug}"; its word is the one in its address, /games/WORD/.'
        )
    return game


def suspend(*, name: str, why: str) -> str:
    """Lets somebody in no more: his sessions and tokens end, his seats and games stay.

    Raises:
        InputError: for a name that nobody has, or without a reason.
        StateError: where he is suspended already.
    """
    user, why = account(name), _reason(why)
    with transaction.atomic():
        made, fresh = Suspension.objects.get_or_create(
            user=user, defaults={"since": moment.now(), "why": why}
        )
        if not fresh:
            raise StateError(f"{user.name} is suspended already: {made.why}")
        user.is_active = False
        user.confirmed_at = user.confirmed_at or made.since  # or it would be an account that waits
        user.save(update_fields=["is_active", "confirmed_at"])
        relocked.send(sender=User, user=user)
        _log(f"The account {user.name} was suspended.", why)
        if user.reachable:
            letters.suspended(user, why)
    return f"The account is suspended{_by_mail(user)}."


def reinstate(*, name: str, why: str) -> str:
    """Lets somebody in again.

    Raises:
        InputError: for a name that nobody has, or without a reason.
        StateError: where he is not suspended.
    """
    user, why = account(name), _reason(why)
    with transaction.atomic():
        if not Suspension.objects.filter(user=user).delete()[0]:
            raise StateError(f"{user.name} is not suspended.")
        user.is_active = True
        user.save(update_fields=["is_active"])
        _log(f"The account {user.name} was let in again.", why)
        if user.reachable:
            letters.reinstated(user)
    return f"The account may be used again{_by_mail(user)}."


def rename(*, name: str, new: str, why: str) -> str:
    """Gives somebody another name, where the one that he chose will not do.

    The log tells the new one alone.

    Raises:
        InputError: for a name that nobody has, one that nobody may have, or without a reason.
    """
    user, why, new = account(name), _reason(why), names.plain(new)
    said = names.wrong(new)
    if said:
        raise InputError(f'nobody may be called "{new}": {said}')
    if User.objects.filter(likeness=names.likeness(new)).exclude(pk=user.pk).exists():
        raise InputError(f'nobody may be called "{new}": {names.ALIKE}')
    user.call(new)
    try:
        user.full_clean(exclude=["password"])
        with transaction.atomic():
            user.save(update_fields=["name", "likeness"])
            _log(f"An account was given the name {new}.", why)
            if user.reachable:
                letters.renamed(user, why)
    except ValidationError as error:
        raise InputError(f'nobody may be called "{new}": {" ".join(error.messages)}') from None
    except IntegrityError:
        raise InputError(f'somebody is called "{new}" already.') from None
    return f"The account has another name{_by_mail(user)}."


def stop(*, game: str, why: str) -> str:
    """Stops the clock of a game; orders and press go on.

    Raises:
        InputError: for a game that is not there, or without a reason.
        StateError: for one that does not run.
    """
    row, why = game_of(game), _reason(why)
    with transaction.atomic():
        clock.pause(game=row, actor=ACTOR)
        _log(f"The clock of the game {row.slug} was stopped.", why)
    return "The clock of the game stands still; its log says so."


def go_on(*, game: str, why: str) -> str:
    """Lets the clock of a game go on with the time that was left.

    Raises:
        InputError: for a game that is not there, or without a reason.
        StateError: for one that is not paused.
    """
    row, why = game_of(game), _reason(why)
    with transaction.atomic():
        clock.resume(game=row, actor=ACTOR)
        Stopped.objects.filter(game=row).delete()
        _log(f"The clock of the game {row.slug} goes on.", why)
    return "The clock of the game goes on; its log says so."


def stop_all(*, why: str) -> str:
    """Stops the clocks of all games that run, but for those that somebody holds.

    Raises:
        InputError: without a reason.
    """
    why = _reason(why)
    with _at_once():
        done, left = _each(Game.objects.filter(state=RUNNING), _stopped)
        whom = f"{done} running games" if left else f"all {done} running games"
        _log(f"The clocks of {whom} were stopped.", why)
    return f"The clocks of {done} games stand still.{_once_more(left)}"


def go_on_all(*, why: str) -> str:
    """Lets the clocks go on that were stopped with those of all, but where somebody holds a game.

    Raises:
        InputError: without a reason.
    """
    why = _reason(why)
    with _at_once():
        done, left = _each(Game.objects.filter(pk__in=Stopped.objects.values("game")), _gone_on)
        _log(f"The clocks of {done} games go on.", why)
    return f"The clocks of {done} games go on.{_once_more(left)}"


def _at_once() -> AbstractContextManager[object]:
    """All of it or nothing, where the database is one file.

    Of a file all games are held or none, so that a second half could fail after
    the first. Rows are held one by one, and nobody should wait for those of others.
    """
    return transaction.atomic() if connection.vendor == "sqlite" else nullcontext()


def _each(games: QuerySet[Game], act: Callable[[Game], bool]) -> tuple[int, int]:
    """Does it to each game by itself; to how many, and how many somebody held meanwhile."""
    skip = connection.features.has_select_for_update_skip_locked
    every = set(games.values_list("pk", flat=True))
    with transaction.atomic():
        free = list(games.select_for_update(skip_locked=skip, no_key=True).order_by("pk"))
    done, left = 0, len(every - {game.pk for game in free})
    for game in free:
        try:
            with transaction.atomic():
                done += act(game)
        except DatabaseError as error:
            if not held(error):
                raise
            left += 1
    return done, left


def _once_more(left: int) -> str:
    return f" Somebody holds {left} more at this moment: do it once more." if left else ""


def _stopped(game: Game) -> bool:
    """Stops one of all clocks; not where somebody else was quicker."""
    with suppress(StateError):
        clock.pause(game=game, actor=ACTOR)
        Stopped.objects.get_or_create(game=game)
        return True
    return False


def _gone_on(game: Game) -> bool:
    """Lets one of all clocks go on, unless its master did so already."""
    Stopped.objects.filter(game=game).delete()
    with suppress(StateError):
        clock.resume(game=game, actor=ACTOR)
        return True
    return False


def log(most: int = 200) -> Sequence[Act]:
    """What operators did, the newest first."""
    return list(Act.objects.all()[:most])


def _by_mail(user: User) -> str:
    return "; it is told by mail" if user.reachable else ""


def _log(said: str, why: str) -> None:
    Act.objects.create(made_at=moment.now(), said=said, why=why)


def _reason(why: str) -> str:
    why = " ".join(why.split())
    if not why:
        raise InputError("say why: it stands in the log that everybody may read.")
    if len(why) > LONGEST_WHY:
        raise InputError(f"a reason has at most {LONGEST_WHY} letters; this one has {len(why)}.")
    return why
