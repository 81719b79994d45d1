"""Blocking a writer, and reporting a message: the one is told to nobody, the other to whom it may.

A block is of a power as long as the same user plays it, in one game: in
another it would tell who plays there. It hides letters from who made it, and
changes nothing for anybody else.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import transaction

from legation.errors import InputError, StateError
from legation.server.accounts import letters as accounts
from legation.server.accounts.limits import allowed
from legation.server.accounts.models import User
from legation.server.games import letters
from legation.server.games.models import MASTER, Game
from legation.server.post import outbox
from legation.server.press.members import GREY, said
from legation.server.press.models import Block, Message, Report
from legation.server.press.reading import Scope
from legation.server.site import moment
from legation.server.site.nulls import plain

LONGEST_NOTE = 2_000
"""Letters of what somebody says of a message that he reports."""
TO_MASTER, TO_OPERATOR = "master", "operator"
_DAY, _MOST = timedelta(days=1), 20


@dataclass(frozen=True, slots=True)
class Remark:
    """What is reported like a message: a remark on a game that is over, of this power.

    `by` is who wrote it, as the archive says: who had the power before is another.
    """

    code: str
    by: str
    sender: str
    text: str


def may_block(scope: Scope, message: Message) -> bool:
    """Can he block who wrote this: another power, that signed it?"""
    return (
        bool(scope.reader.power)
        and message.thread.key != GREY
        and message.sender not in ("", MASTER, scope.reader.power)
    )


def block(*, scope: Scope, message: Message, user: User) -> None:
    """Hides from a reader what the writer of a message writes as that power.

    Raises:
        StateError: where he cannot be blocked.
    """
    if not may_block(scope, message):
        raise StateError("who wrote this cannot be blocked.")
    Block.objects.get_or_create(
        game=scope.game,
        user=user,
        member=message.sender,
        author_id=message.author_id,
        defaults={"made_at": moment.now()},
    )


def unblock(*, game: Game, user: User, member: str) -> None:
    """Shows a reader again what a power writes, and what it wrote meanwhile."""
    Block.objects.filter(game=game, user=user, member=member).delete()


def blocked_by(game: Game, member: str, author: User) -> set[int]:
    """The users who do not want to read what somebody writes as a power."""
    rows = Block.objects.filter(game=game, member=member, author=author)
    return set(rows.values_list("user_id", flat=True))


def recipients(scope: Scope, message: Message | Remark) -> list[tuple[str, str]]:
    """To whom he can report a message, and how that is said."""
    addressed = []
    if scope.game.master_id and not scope.reader.master and message.sender != MASTER:
        addressed.append((TO_MASTER, "the game master"))
    if settings.OPERATORS:
        addressed.append((TO_OPERATOR, "who runs this site"))
    return addressed


def report(*, scope: Scope, message: Message | Remark, user: User, to: str, note: str) -> None:
    """Tells the game master, or who runs the site, of a message or a remark, with its text.

    Raises:
        InputError: for a note that is too long, or nobody to tell.
        StateError: where he has reported it already, or very many.
    """
    note = plain(note).strip()
    if len(note) > LONGEST_NOTE:
        raise InputError(f"what you say of it has at most {LONGEST_NOTE} letters.")
    if to not in dict(recipients(scope, message)):
        raise InputError("say whom you want to tell.")
    if Report.objects.filter(reporter=user, code=message.code).exists():
        raise StateError("you have reported this already.")
    if not allowed("report", str(user.pk), _MOST, _DAY):
        raise StateError("you have reported very much today; wait until tomorrow.")
    if isinstance(message, Remark):
        what, sender = "remark", message.by
    else:
        what, sender = "message", message.sender if message.thread.key != GREY else ""
    with transaction.atomic():
        made = Report.objects.create(
            game=scope.game,
            reporter=user,
            by=scope.writer,
            sender=sender,
            code=message.code,
            text=message.text,
            note=note,
            to_master=to == TO_MASTER,
            made_at=moment.now(),
        )
        _tell(scope.game, made, what)


def _tell(game: Game, made: Report, what: str) -> None:
    by = said(made.by) or "Somebody who watches"
    body = (
        f"{by} has reported a {what} of {said(made.sender) or 'somebody unsigned'}.\n\n"
        f"{_quoted(made.text)}\n\n{by} says of it: {made.note or 'nothing.'}\n"
    )
    if made.to_master:
        if game.master is not None and game.master.reachable:
            body += f"\nAll that was reported to you: {letters.address_of(game)}press/reported/\n"
            key, now = f"reported-{secrets.token_hex(8)}", made.made_at
            title = f"a {what} was reported"
            outbox.post([letters.letter(game, game.master, "account", key, title, body, now)])
        return
    body += f"\nThe game: {letters.address_of(game)} ({what} {made.code})\n"
    for address in sorted(settings.OPERATORS):
        accounts.write(address, f"Reported: a {what} in {game.name}", body)


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines())


def reports_for(scope: Scope) -> list[Report]:
    """What was reported to the game master, the latest first; nothing for anybody else."""
    if not scope.reader.master:
        return []
    return list(Report.objects.filter(game=scope.game, to_master=True).order_by("-pk")[:200])


def done(*, scope: Scope, code: str) -> None:
    """The game master has looked at what was reported of a message."""
    if scope.reader.master:
        rows = Report.objects.filter(game=scope.game, to_master=True, code=code, done_at=None)
        rows.update(done_at=moment.now())
