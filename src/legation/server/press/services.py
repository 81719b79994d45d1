"""Writing press: a message is sent once, however often it arrives; drafts are kept till then."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from legation.errors import InputError, StateError
from legation.rules.rulebook import Rulebook
from legation.server.accounts import limits
from legation.server.accounts.models import User
from legation.server.devices.notices import PRESS
from legation.server.games import events, letters, notices, reads
from legation.server.games.models import FORMING, MASTER, Game, Seat
from legation.server.games.readers import Reader, reader_of
from legation.server.post import outbox
from legation.server.post.models import Letter
from legation.server.press.asides import muted_by
from legation.server.press.guarding import blocked_by
from legation.server.press.members import GREY, PUBLIC, members_of, said, title_of
from legation.server.press.models import LONGEST, Custom, Draft, Message, ReadMark, Thread
from legation.server.press.permits import closed, custom_of, exists, writer_of
from legation.server.site import moment
from legation.server.site.nulls import plain

_MOST_DRAFTS = 100
_MOST_SENT, _WITHIN = 200, timedelta(hours=1)


def send(*, game: Game, user: User, key: str, text: str, token: str) -> Message:
    """Sends a message; the same `token` again sends nothing, and returns what was sent.

    Raises:
        InputError: for no text, one that is too long, or no such thread.
        StateError: where he may not write there now.
    """
    text = _plain(text)
    if not text.strip():
        raise InputError("there is nothing to send yet.")
    mark = _mark(game, user, key, token)
    with transaction.atomic():
        # Under the lock of the game, so that it is before a seat changes hands, or after.
        row = Game.objects.select_for_update().get(pk=game.pk)
        reader, book = reader_of(row, user), reads.book_of(row)
        writer = _checked(row, book, reader, key)
        known = Message.objects.filter(token=mark).first()
        if known is not None:
            return known
        if not limits.allowed("press", str(user.pk), _MOST_SENT, _WITHIN):
            raise StateError("you have written very much within this hour; wait a little.")
        now = moment.now()
        thread, _ = Thread.objects.get_or_create(game=row, key=key)
        Thread.objects.filter(pk=thread.pk).update(count=F("count") + 1)
        thread.refresh_from_db()
        unsigned = key == GREY and not custom_of(row).grey_told
        message = Message.objects.create(
            thread=thread,
            number=thread.count,
            sender="" if unsigned else writer,
            author=None if key == GREY else user,
            text=text,
            phase=row.phase,
            made_at=now,
            token=mark,
        )
        # What he sees while he writes he has read; his own unsigned word is not news to him.
        _read(thread, user, thread.count)
        Draft.objects.filter(game=row, user=user, key=key).delete()
        audiences = members_of(book, key) or ("",)
        events.tell(row, [(audience, events.PRESS) for audience in audiences])
        readers = _readers(row, book, message, key, user)
        outbox.post(_letters(row, book, message, key, readers, now))
        notices.tell(row, [each.pk for each in readers], PRESS, now)
    return message


def _mark(game: Game, user: User, key: str, token: str) -> str:
    """The mark of one sending: the same token says another thing in another thread."""
    return hashlib.sha256(f"{game.pk} {user.pk} {key} {token}".encode()).hexdigest()


def _plain(text: str) -> str:
    text = plain(text).strip("\n")
    if len(text) > LONGEST:
        raise InputError(f"a message has at most {LONGEST} letters; this one has {len(text)}.")
    return text


def _checked(row: Game, book: Rulebook, reader: Reader, key: str) -> str:
    """As whom he writes there.

    Raises:
        InputError: where there is no such thread for him.
        StateError: where he may not write there now.
    """
    writer = writer_of(reader)
    if not exists(row, book, key, writer):
        raise InputError("there is no such thread.")
    why = closed(row, book, key, writer)
    if why:
        raise StateError(why)
    return writer


def _readers(row: Game, book: Rulebook, message: Message, key: str, author: User) -> list[User]:
    """Those who read it, and have neither blocked who wrote it nor muted it."""
    members = members_of(book, key)
    seats = Seat.objects.filter(game=row, user__is_active=True)
    if members:
        seats = seats.filter(power__in=members)
    readers = [seat.user for seat in seats.select_related("user").order_by("power")]
    if row.master is not None and row.master.is_active and (not members or MASTER in members):
        readers.append(row.master)
    unwelcome = muted_by(row, key, message.sender)
    if key != GREY:
        unwelcome |= blocked_by(row, message.sender, author)
    unwelcome.add(author.pk)
    return [user for user in readers if user is not None and user.pk not in unwelcome]


def _letters(
    row: Game,
    book: Rulebook,
    message: Message,
    key: str,
    readers: Sequence[User],
    now: datetime,
) -> list[Letter]:
    """Letters to those who read it and want mail of press."""
    sender = "Somebody" if key == GREY else said(message.sender)
    whom = {PUBLIC: "all", GREY: "all, unsigned"}.get(key, "")
    return [
        letters.letter(
            row,
            user,
            "press",
            secrets.token_hex(8),  # the number of a message would tell how many there were
            "press",
            f"{sender} to {whom or title_of(book, key, message.sender)}:\n\n{message.text}",
            now,
        )
        for user in readers
        if user.wants("press")
    ]


def save_draft(*, game: Game, user: User, key: str, text: str, token: str) -> bool:
    """Keeps what somebody is writing; says whether it was. An empty text is not kept.

    What comes after it was sent is an echo, and no draft.

    Raises:
        InputError: for a text that is too long, or no such thread.
    """
    text = _plain(text)
    reader, book = reader_of(game, user), reads.book_of(game)
    writer = writer_of(reader)
    if not writer or not exists(game, book, key, writer):
        raise InputError("there is no such thread.")
    mark = _mark(game, user, key, token)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        own = Draft.objects.filter(game=game, user=user)
        if not text.strip():
            own.filter(key=key).delete()
            return False
        if Message.objects.filter(token=mark).exists():
            return False
        if not own.filter(key=key).exists() and own.count() >= _MOST_DRAFTS:
            raise InputError("you have very many drafts in this game; send or empty some.")
        Draft.objects.update_or_create(
            game=game,
            user=user,
            key=key,
            defaults={"text": text, "token": token, "saved_at": moment.now()},
        )
    return True


def mark_read(*, message: Message, user: User) -> None:
    """Says that somebody has read a thread up to a message."""
    _read(message.thread, user, message.number)


def _read(thread: Thread, user: User, number: int) -> None:
    mark, fresh = ReadMark.objects.get_or_create(
        thread=thread, user=user, defaults={"number": number}
    )
    if not fresh and mark.number < number:
        ReadMark.objects.filter(pk=mark.pk, number__lt=number).update(number=number)


def set_custom(*, game: Game, heirs_read: bool, grey_told: bool) -> None:
    """Fixes what is usual for the press of a game that has not begun.

    Raises:
        StateError: where it has.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        if row.state != FORMING:
            raise StateError("the game has begun; its press stays as it is.")
        Custom.objects.update_or_create(
            game=row, defaults={"heirs_read": heirs_read, "grey_told": grey_told}
        )
        events.tell(row, [("", events.PRESS)])
