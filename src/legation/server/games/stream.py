"""Server-sent events: a page hears that something happened, and fetches what it may see.

An event has no content but its kind. Its id counts what everybody was told
and what the reader's own audience was, each by itself: ``12.3``. Before every
delivery, and every minute besides, it is asked whether all by which he reads is
as it was (`part`), and if not, who he is now: so that nobody hears on of a seat
that he has left. Each minute it is also asked whether the clock
stands (`lost.known`): of that there is no event, for nobody has done anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import TypeVar

from django.conf import settings
from django.contrib.auth import get_user
from django.db import DatabaseError, close_old_connections
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.views.decorators.http import require_GET

from legation.server.accounts.limits import sender
from legation.server.games import listening, lost
from legation.server.games.doors import find
from legation.server.games.events import SEAT, TIME
from legation.server.games.models import Event, Game
from legation.server.games.part import Part, part_of
from legation.server.games.readers import Reader
from legation.server.games.so_far import row_of, so_far
from legation.server.games.watch import watch
from legation.server.site import moment
from legation.server.site.over import OverError
from legation.server.site.statement import Statement
from legation.server.site.threads import Threads

T = TypeVar("T")
_STREAM = "text/event-stream"
_SOON = timedelta(seconds=2)  # until a stream that has ended is opened again
_BEAT = 15.0  # seconds between two signs of life
_MINUTE = 60.0  # after which it is asked who reads, though nothing is told, and of the clock
_LIFE = 3600.0  # seconds until the browser is let to connect anew
_MOST = 100  # events that are told singly after an absence
_threads = Threads("stream", 4)  # and so many connections at most

Counts = tuple[int, ...]


async def ask(question: Callable[[], T]) -> T:
    """Asks the database in one of a few threads, with a connection that is given back."""

    def asked() -> T:
        close_old_connections()
        try:
            return question()
        finally:
            close_old_connections()

    return await _threads.carry(asked)


@require_GET
def events(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The events of a game for who asks, from the last one that he has heard.

    Raises:
        OverError: where very many are open, for who does not ask as a browser's page does.
    """
    game, reader = find(request, slug)
    since = request.headers.get("Last-Event-ID") or request.GET.get("since", "")
    now = so_far(game).told(reader.audiences)
    answer: HttpResponseBase
    try:
        listening.check(reader.user, sender(request))
    except OverError as error:
        if _STREAM not in request.headers.get("Accept", ""):
            raise
        answer = HttpResponse(_now_and_then(game.pk, reader, since, now, error.wait), _STREAM)
    else:
        told = _counted(request, slug, game.pk, reader, heard(since, now))
        answer = StreamingHttpResponse(told, _STREAM)
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"  # a proxy passes each event on
    answer["Content-Encoding"] = "identity"  # and nothing waits to be compressed
    return answer


def _now_and_then(game: int, reader: Reader, since: str, now: Counts, wait: timedelta) -> str:
    """A stream that is over at once, for whom there is no room: what he was told since.

    A browser gives up for good what is refused; one that has ended it opens
    again, here after a while.
    """
    other = since and since.count(".") + 1 != len(now)  # he had another seat, or none
    kinds = [SEAT] if other else kinds_of(game, reader, heard(since, now), now)
    return _head(wait, now) + "".join(_event(now, kind) for kind in kinds)


def written(at: Counts) -> str:
    """Counts as the id of an event; a page asks for what comes after with ``?since=``."""
    return ".".join(str(count) for count in at)


def heard(text: str, now: Counts) -> Counts:
    """Which events a reader has heard by the id that he names; all, where it names none."""
    parts = text.strip().split(".")
    if len(parts) != len(now) or not all(p.isascii() and p.isdecimal() for p in parts):
        return now
    return tuple(min(int(part[:12]), count) for part, count in zip(parts, now, strict=True))


async def _counted(
    request: HttpRequest, slug: str, game: int, reader: Reader, at: Counts
) -> AsyncIterator[str]:
    with listening.listening(reader.user, sender(request)):
        async for said in _told(request, slug, game, reader, at):
            yield said


async def _told(
    request: HttpRequest, slug: str, game: int, reader: Reader, at: Counts
) -> AsyncIterator[str]:
    loop = asyncio.get_running_loop()
    start = beat = asked = loop.time()
    of_clock = start - _MINUTE
    known: Mapping[str, int] = {}
    stood, who = False, _Known()
    yield _head(_SOON, at)
    async with watch(game, ask) as watched:
        while loop.time() - start < _LIFE:
            if not _ahead(known, reader, at):
                known = await watched.after(reader.audiences, beat + _BEAT - loop.time())
            told = _ahead(known, reader, at)
            if not told and loop.time() - beat < _BEAT:
                continue  # others were told something: of that he sees no sign
            beat = loop.time()
            if not told and beat - min(asked, of_clock) < _MINUTE:
                yield ":\n\n"
                continue
            just_now = beat - of_clock < _MINUTE
            try:
                counts, clock = (known if told else None), (stood if just_now else None)
                fresh, kinds, now, stands = await ask(
                    partial(_news, request, slug, game, reader, at, clock, counts=counts, who=who)
                )
            except Http404:
                return  # the game is no longer his to see
            except DatabaseError:
                yield ": the database is away\n\n"
                await asyncio.sleep(settings.POLL_SECONDS)
                continue
            asked = beat
            of_clock = of_clock if just_now else beat
            if fresh.audiences != reader.audiences:
                reader, at, stood = fresh, now, stands
                yield _event(at, SEAT)
                continue
            if stands != stood:
                kinds = list(dict.fromkeys([*kinds, TIME]))
            at, stood = now, stands
            if not kinds:
                yield ":\n\n"
            for kind in kinds:
                yield _event(at, kind)


def _head(wait: timedelta, at: Counts) -> str:
    """How a stream begins: when to come again once it has ended, and from where."""
    return f"retry: {round(wait.total_seconds() * 1000)}\nid: {written(at)}\n\n"


def _event(at: Counts, kind: str) -> str:
    return f"id: {written(at)}\nevent: {kind}\ndata: {kind}\n\n"


def _ahead(known: Mapping[str, int], reader: Reader, at: Counts) -> bool:
    return any(known.get(a, 0) > count for a, count in zip(reader.audiences, at, strict=True))


class _Known:
    """Who reads a stream, as far as he need not be looked for: by what he was found to read."""

    def __init__(self) -> None:
        self.by: Part | None = None


def _news(
    request: HttpRequest,
    slug: str,
    game: int,
    reader: Reader,
    at: Counts,
    stood: bool | None = None,
    *,
    counts: Mapping[str, int] | None = None,
    who: _Known | None = None,
) -> tuple[Reader, list[str], Counts, bool]:
    """Who reads by now, the kinds of what he was told since, the counts after it; stands the clock?

    Whether it does is asked where it is not said that it `stood`, or did not, just now, and
    where it was moved. A stream begins as if it did not: a page that is older is told.
    `counts` are what his audiences have been told, where that is known; `who` says by what
    he was found to read: as long as that is so, he is not looked for again.
    """
    row: Game | None = None
    who = who or _Known()
    if who.by is not None and (counts is None or stood is None):
        row = row_of(slug)  # before it is asked who reads: so he has a right to all that he is told
    by = part_of(request.session.session_key, reader.user, game)
    fresh, still = reader, by is not None and by == who.by
    if still and counts is not None and stood is not None:
        now = tuple(max(counts.get(a, 0), c) for a, c in zip(reader.audiences, at, strict=True))
        kinds = kinds_of(game, reader, at, now)
        if TIME not in kinds:
            return reader, kinds, now, stood
    if row is None or not still:
        request.session._session_cache = request.session.load()  # type: ignore[attr-defined]  # read anew
        request.user = get_user(request)  # he may have signed out, or lost his account
        row, fresh = find(request, slug)
    now = so_far(row).told(fresh.audiences)
    kinds = kinds_of(game, reader, at, now) if fresh.audiences == reader.audiences else []
    if stood is None or TIME in kinds:
        stood = lost.known(moment.now()).stands(row)
    who.by = by if by is not None and by.bears(fresh) else None
    return fresh, kinds, now, stood


def kinds_of(game: int, reader: Reader, at: Counts, now: Counts) -> list[str]:
    """What happened meanwhile, of all that a reader was told; each kind once."""
    kinds: list[str] = []
    for audience, after, until in zip(reader.audiences, at, now, strict=True):
        if after == until:
            continue
        kinds += (kind for (kind,) in _between(game, audience, after, until))
    return list(dict.fromkeys(kinds))


_between = Statement(
    lambda game, audience, after, until: (
        Event.objects.filter(game=game, audience=audience, number__gt=after, number__lte=until)
        .order_by("number")
        .values_list("kind")[:_MOST]
    ),
    *(int, str, int, int),
)
