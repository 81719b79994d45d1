"""Questions to the game master, and what he answers: to the asker, or to all."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count

from legation.errors import InputError, StateError
from legation.server.accounts.limits import allowed
from legation.server.accounts.models import User
from legation.server.desk.models import LONGEST, Ruling
from legation.server.games import events, letters, logged
from legation.server.games.models import MASTER, PAUSED, RUNNING, Game, Seat
from legation.server.games.readers import Reader, reader_of
from legation.server.post import outbox
from legation.server.press.reading import scope_of
from legation.server.site import moment
from legation.server.site.nulls import plain

_MOST_OPEN = 10


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a reader may see it. `code` is empty for all but the game master."""

    code: str
    power: str
    question: str
    phase: str
    asked_at: datetime
    answer: str
    told: str


def own(game: Game, reader: Reader) -> list[Asked]:
    """The questions of the reader's power, the latest first; all of them for the game master."""
    if reader.master:
        rows = Ruling.objects.filter(game=game).order_by("-asked_at", "-pk")
        return [_asked(r, r.answer, r.told, code=r.code) for r in rows]
    scope = scope_of(game, reader)
    if not scope.member:
        return []
    rows = Ruling.objects.filter(game=game, power=scope.member).order_by("-asked_at", "-pk")
    listed = []
    for row in rows:
        if not _within(scope.windows, row.asked_at):
            continue
        heard = row.answered_at is not None and _within(scope.windows, row.answered_at)
        listed.append(_asked(row, row.answer if heard else "", ""))
    return listed


def waiting(master: User) -> dict[int, int]:
    """How many questions wait for a game master, by the number of his games that go on."""
    rows = Ruling.objects.filter(
        game__master=master, game__state__in=(RUNNING, PAUSED), answered_at=None
    )
    return dict(rows.values_list("game").annotate(Count("pk")))


def _within(windows: tuple[tuple[datetime, datetime | None], ...] | None, at: datetime) -> bool:
    if windows is None:
        return True
    return any(since <= at and (until is None or at <= until) for since, until in windows)


def _asked(row: Ruling, answer: str, told: str, code: str = "") -> Asked:
    return Asked(code, row.power, row.question, row.phase, row.asked_at, answer, told)


def published(game: Game, reader: Reader) -> list[Ruling]:
    """What everybody may read, the latest first."""
    del reader
    return list(Ruling.objects.filter(game=game).exclude(told="").order_by("-told_at", "-pk"))


def _plain(text: str) -> str:
    text = plain(text).strip()
    if len(text) > LONGEST:
        raise InputError(f"a question or an answer has at most {LONGEST} letters.")
    return text


def ask(*, game: Game, user: User, question: str, token: str) -> None:
    """Asks the game master; the same `token` again asks nothing.

    Raises:
        InputError: for no question, or one that is too long.
        StateError: for who plays no power, or a game without a game master.
    """
    question = _plain(question)
    if not question:
        raise InputError("there is no question yet.")
    mark = hashlib.sha256(f"{user.pk} {token}".encode()).hexdigest()
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        power = reader_of(row, user).power
        if not power or row.master is None:
            raise StateError("only players ask, and only a game master.")
        if Ruling.objects.filter(token=mark).exists():
            return
        waiting = Ruling.objects.filter(game=row, power=power, answered_at=None).count()
        if waiting >= _MOST_OPEN or not allowed("ask", str(user.pk), 30, timedelta(hours=1)):
            raise StateError("many of your questions wait for an answer already.")
        now = moment.now()
        Ruling.objects.create(
            game=row,
            power=power,
            author=user,
            question=question,
            phase=row.phase,
            asked_at=now,
            token=mark,
        )
        events.tell(row, [(MASTER, events.PRESS), (power, events.PRESS)])
        _write(row, row.master, f"{power} asks:\n\n{question}", now)


def answer(*, game: Game, code: str, text: str, told: str, actor: str) -> None:
    """Answers a question: to the asker, and to all where `told` says what was asked.

    What is published stays so; its words may be mended.

    Raises:
        InputError: for no answer, or no such question.
    """
    text, told = _plain(text), _plain(told)
    if not text:
        raise InputError("there is no answer yet.")
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        ruling = Ruling.objects.filter(game=row, code=code).first()
        if ruling is None:
            raise InputError("there is no such question.")
        now, fresh = moment.now(), bool(told and not ruling.told)
        news = fresh or text != ruling.answer
        ruling.answer, ruling.answered_at = text, now
        if told:
            ruling.told, ruling.told_at = told, ruling.told_at or now
        ruling.save()
        audiences = {ruling.power, MASTER, *([""] if ruling.told else [])}
        events.tell(row, [(a, events.PRESS) for a in audiences])
        if fresh:
            logged.write(row, actor, "A ruling is published.", now)
        seat = Seat.objects.filter(game=row, power=ruling.power).select_related("user").first()
        if news and seat and seat.user and (seat.user_id == ruling.author_id):
            body = f"You asked:\n\n{ruling.question}\n\nThe answer:\n\n{text}"
            if ruling.told:
                body += f"\n\nAll can read the answer, and this as the question:\n\n{ruling.told}"
            _write(row, seat.user, body, now)


def _write(row: Game, user: User, body: str, now: datetime) -> None:
    if user.is_active and user.wants("press"):
        key = secrets.token_hex(8)
        outbox.post([letters.letter(row, user, "press", key, "a ruling", body, now)])
