"""Opening press: a conversation is open when all who wrote in it have agreed.

What counts is what was written before the game was over; what is written later
stays among those who read it. Of whom an account is gone nobody knows whether
he would agree: what he wrote in is never opened. Who has agreed is told to
nobody; only that a conversation is open.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Max, QuerySet

from legation.errors import StateError
from legation.rules.rulebook import Rulebook
from legation.server.accounts.models import User
from legation.server.archive.models import Consent, Opened
from legation.server.games.models import FINISHED, Game
from legation.server.games.readers import Reader
from legation.server.games.reads import book_of
from legation.server.press.lines import listed
from legation.server.press.members import GREY, PUBLIC, members_of, said
from legation.server.press.models import Message, Thread

CLOSED = "press is opened when the game is over."


@dataclass(frozen=True, slots=True)
class Choice:
    """A conversation in which somebody wrote, with his own choice and what came of it.

    `own` is how many of the messages are his.
    """

    key: str
    title: str
    own: int
    agreed: bool
    opened: bool


def title_of(book: Rulebook, key: str) -> str:
    """Whose conversation it is, as everybody may read it."""
    return listed([said(member) for member in members_of(book, key)])


def choices(game: Game, reader: Reader) -> list[Choice]:
    """The conversations in which a reader wrote before the game was over."""
    own = _written(game).filter(author_id=reader.user or 0)
    counts = dict(own.values_list("thread").annotate(Count("pk")))
    last = _last(game, counts)
    threads = Thread.objects.filter(pk__in=counts).order_by("key")
    agreed = dict(
        Consent.objects.filter(thread__in=counts, user_id=reader.user or 0).values_list(
            "thread", "number"
        )
    )
    opened = dict(Opened.objects.filter(thread__in=counts).values_list("thread", "number"))
    book = book_of(game)
    return [
        Choice(
            key=thread.key,
            title=title_of(book, thread.key),
            own=counts[thread.pk],
            agreed=agreed.get(thread.pk, 0) >= last[thread.pk],
            opened=opened.get(thread.pk, 0) >= last[thread.pk],
        )
        for thread in threads
    ]


def agree(*, game: Game, user: User, key: str = "") -> int:
    """Agrees to open a conversation, or all in which he wrote; how many are open by it.

    Raises:
        StateError: where the game is not over, or he wrote nothing there.
    """
    with transaction.atomic():
        row, threads = _own(game, user, key)
        last, opened = _last(row, threads), 0
        for thread in threads:
            Consent.objects.update_or_create(
                thread_id=thread, user=user, defaults={"number": last[thread]}
            )
            opened += _open(row, thread, last[thread])
    return opened


def withdraw(*, game: Game, user: User, key: str) -> None:
    """Takes it back that one agreed.

    Raises:
        StateError: where the game is not over, he wrote nothing there, or it is open.
    """
    with transaction.atomic():
        row, threads = _own(game, user, key)
        last = _last(row, threads)
        for thread in threads:
            if Opened.objects.filter(thread=thread, number__gte=last[thread]).exists():
                raise StateError("this conversation is open, and stays open.")
        Consent.objects.filter(thread__in=threads, user=user).delete()


def _own(game: Game, user: User, key: str) -> tuple[Game, list[int]]:
    """The row of the game, locked, and the threads that are meant."""
    row = Game.objects.select_for_update().get(pk=game.pk)
    if row.state != FINISHED:
        raise StateError(CLOSED)
    own = _written(row).filter(author=user)
    if key:
        own = own.filter(thread__key=key)
    threads = sorted(set(own.values_list("thread", flat=True)))
    if not threads:
        raise StateError("you have written nothing there.")
    return row, threads


def _open(row: Game, thread: int, last: int) -> bool:
    """Opens a conversation where all who wrote in it have agreed."""
    writers = set(_written(row).filter(thread=thread).values_list("author", flat=True))
    agreed = Consent.objects.filter(thread=thread, number__gte=last)
    if not writers <= set(agreed.values_list("user", flat=True)):  # None is who is gone
        return False
    before = Opened.objects.filter(thread=thread, number__gte=last).exists()
    Opened.objects.update_or_create(thread_id=thread, defaults={"number": last})
    return not before


def _written(game: Game) -> QuerySet[Message]:
    """What was written among some before the game was over; nothing while it goes on."""
    if game.state != FINISHED or game.ended_at is None:
        return Message.objects.none()
    rows = Message.objects.filter(thread__game=game, made_at__lte=game.ended_at)
    return rows.exclude(thread__key__in=(PUBLIC, GREY))


def _last(game: Game, threads: Collection[int]) -> dict[int, int]:
    """The number of the last message of each thread before the game was over."""
    rows = _written(game).filter(thread__in=threads)
    return dict(rows.values_list("thread").annotate(Max("number")))
