"""Watching the counts of events: one look at the database serves all streams of a process.

What this process tells is known at once. Of what any tells it is heard on
PostgreSQL, and the counts of that game are read; on SQLite, where one writes at
a time, what was told since is looked for. All are looked at now and then.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Max

from legation.server.games.listen import Listener, can_listen
from legation.server.games.models import Event, Line
from legation.server.site.statement import Statement

Ask = Callable[[Callable[[], Any]], Awaitable[Any]]
Audiences = tuple[str, ...]
Counts = Mapping[str, int]
_SELDOM = 10
"""How many times longer all games are left alone while it is known what happens in each."""


class Hub:
    """The games that the streams of one event loop watch, and the counts last seen."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._watching: defaultdict[int, int] = defaultdict(int)
        self._counts: dict[int, Counts] = {}
        self._waiting: defaultdict[int, dict[asyncio.Event, Audiences]] = defaultdict(dict)
        self._fresh: set[int] = set()
        self._reading: frozenset[int] = frozenset()
        self._woken = asyncio.Event()
        self._looks = self._last = 0
        self._task: asyncio.Task[None] | None = None

    def enter(self, game: int) -> None:
        """Begins to watch a game."""
        self._watching[game] += 1
        if self._watching[game] == 1:
            self.moved(game)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._look())

    def leave(self, game: int) -> None:
        """Stops watching it."""
        self._watching[game] -= 1
        if not self._watching[game]:
            del self._watching[game]
            self._counts.pop(game, None)
            self._waiting.pop(game, None)

    def told(self, game: int, counts: Counts) -> None:
        """What some audiences of a game have been told by now."""
        known = self._counts.get(game)
        if known is not None and game not in self._reading:  # which may be from before that
            later = {each: max(count, known.get(each, 0)) for each, count in counts.items()}
            self._wake(game, {**known, **later})
        else:
            self.moved(game)

    def moved(self, game: int | None) -> None:
        """Something was told in a game; None where it may have been in any."""
        self._fresh.update(self._watching if game is None else {game} & self._watching.keys())
        if self._fresh:
            self._woken.set()

    async def after(
        self, game: int, audiences: Audiences, seen: Counts | None, patience: float
    ) -> Counts | None:
        """The counts of a game, once one of these is another than was seen or patience is over."""
        if not _differ(audiences, seen, self._counts.get(game)):
            woken = asyncio.Event()
            self._waiting[game][woken] = audiences
            try:
                async with asyncio.timeout(patience):
                    await woken.wait()
            except TimeoutError:
                pass
            finally:
                self._waiting[game].pop(woken, None)
        return self._counts.get(game)

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        around = loop.time()
        while self._watching:
            self._reading = frozenset(self._fresh & self._watching.keys())
            self._fresh.clear()
            self._woken.clear()
            try:
                seen = await self._read()
            except DatabaseError:
                seen = {}  # it will be back
                await asyncio.sleep(settings.POLL_SECONDS)
                self.moved(None)
            self._reading = frozenset()
            for game, counts in seen.items():
                if game in self._watching:
                    self._wake(game, counts)
            with suppress(TimeoutError):
                async with asyncio.timeout_at(around + _patience()):
                    await self._woken.wait()
            if loop.time() >= around + _patience():  # however much is told here meanwhile
                around = loop.time()
                await self._look_around()

    async def _read(self) -> Mapping[int, Counts]:
        """The counts of those games of which something was told."""
        games = sorted(self._reading)
        counts: Mapping[int, Counts] = await self._ask(partial(_read, games)) if games else {}
        return counts

    async def _look_around(self) -> None:
        """Looks for what was told by who is not heard: now and then in all games."""
        self._looks += 1
        try:
            if can_listen():
                self.moved(None)
                return
            if self._looks % _SELDOM == 1:
                self._last = await self._ask(_newest)
                self.moved(None)
                return
            self._last, told = await self._ask(partial(_told_after, self._last))
        except DatabaseError:
            self._looks = 0
            return
        for game in told.keys() & self._watching.keys():
            self.told(game, told[game])

    def _wake(self, game: int, counts: Counts) -> None:
        """Wakes those to whose audiences something was told, and nobody else."""
        before = self._counts.get(game)
        self._counts[game] = counts
        for woken, audiences in self._waiting[game].items():
            if _differ(audiences, before, counts):
                woken.set()


def _differ(audiences: Audiences, before: Counts | None, now: Counts | None) -> bool:
    """Was one of these audiences told something between two looks?"""
    if before is None or now is None:
        return before is not now
    return any(before.get(audience) != now.get(audience) for audience in audiences)


def _patience() -> float:
    """Seconds until all games are looked at, whether anything was heard or not."""
    heard = _listener is not None and _listener.there
    return settings.POLL_SECONDS * (_SELDOM if heard else 1)


def _read(games: list[int]) -> dict[int, dict[str, int]]:
    counts: dict[int, dict[str, int]] = {}
    one = len(games) == 1  # as almost every time, when something was told
    for game, audience, count in _of_game(games[0]) if one else _rows_of(games):
        counts.setdefault(game, {})[audience] = count
    return counts


_columns = ("game_id", "audience", "count")
_of_game = Statement(lambda game: Line.objects.filter(game=game).values_list(*_columns), int)


def _rows_of(games: list[int]) -> Iterable[tuple[int, str, int]]:
    return Line.objects.filter(game_id__in=games).values_list(*_columns)


def _newest() -> int:
    """The number of the last event of all."""
    return next((number for (number,) in _last_of_all()), 0)


def _told_after(last: int) -> tuple[int, dict[int, dict[str, int]]]:
    """The last event, and how many the audiences were told that were told one after `last`."""
    told: dict[int, dict[str, int]] = {}
    for game, audience, count, number in _after(last):
        told.setdefault(game, {})[audience] = count
        last = max(last, number)
    return last, told


_last_of_all = Statement(lambda: Event.objects.order_by("-pk").values_list("pk")[:1])
_after = Statement(
    lambda last: (
        Event.objects.filter(pk__gt=last)
        .values_list("game_id", "audience")
        .annotate(Max("number"), Max("pk"))
        .order_by()
    ),
    int,
)


class Watched:
    """One game that is watched."""

    def __init__(self, hub: Hub, game: int) -> None:
        self._hub, self._game = hub, game
        self._seen: Counts | None = None

    async def after(self, audiences: Audiences, patience: float) -> Counts:
        """The counts, once one of these has moved since last asked or patience is over."""
        self._seen = await self._hub.after(self._game, audiences, self._seen, patience)
        return self._seen or {}


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()
_listener: Listener | None = None


def moved(game: int | None, counts: Counts | None = None) -> None:
    """Wakes the streams of a game, or of all, in this process; from any thread.

    `counts`: of those audiences that were told something, where that is known.
    """
    for loop, hub in list(_hubs.items()):
        with suppress(RuntimeError):  # that loop is closed
            if game is not None and counts is not None:
                loop.call_soon_threadsafe(hub.told, game, counts)
            else:
                loop.call_soon_threadsafe(hub.moved, game)


def _begin_to_listen() -> None:
    global _listener
    if _listener is None and can_listen():
        _listener = Listener(moved)


@asynccontextmanager
async def watch(game: int, ask: Ask) -> AsyncIterator[Watched]:
    """Watches a game while the stream lives."""
    _begin_to_listen()
    loop = asyncio.get_running_loop()
    hub = _hubs.setdefault(loop, Hub(ask))
    hub.enter(game)
    try:
        yield Watched(hub, game)
    finally:
        hub.leave(game)
