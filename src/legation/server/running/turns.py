"""Whose turn it is: one who waits for a row keeps nobody from reading, and no other game.

A request that changes something may have to wait for what another holds, and
its thread with it. So only some of the threads change things, and each game
has one of them at a time: the rest of its requests wait here, where they hold
nothing. Who waits too long, or comes when too many do, is turned away.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TypeVar

from legation.server.site.threads import Threads

T = TypeVar("T")

_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_GAME = re.compile(r"(?:/api)?/games/([^/]+)/")


class Turns:
    """The threads of one event loop, as far as they are taken."""

    def __init__(self, threads: int, writing: int, patience: float, most: int) -> None:
        """Of so many threads some may write; one waits so many seconds, beside `most` at once."""
        self._all = asyncio.Semaphore(threads)
        self._threads = Threads("request")
        self._writing = asyncio.Semaphore(writing)
        self._lanes: dict[str, tuple[asyncio.Lock, int]] = {}
        self._patience, self._most, self._waiting = patience, most, 0

    @asynccontextmanager
    async def turn(self, method: str, path: str) -> AsyncIterator[bool]:
        """Waits for a turn, and keeps it; False for who is turned away."""
        if method in _READING and not self._all.locked():  # as almost always: nobody waits
            async with self._all:
                yield True
            return
        async with AsyncExitStack() as stack:
            yield await self._wait(stack, method, path)

    async def carry(self, do: Callable[[], T]) -> T:
        """Carries something out in a thread, for who has a turn.

        None is free where a request was broken off whose thread is still at work: one more begins.
        """
        return await self._threads.carry(do)

    async def _wait(self, stack: AsyncExitStack, method: str, path: str) -> bool:
        if self._waiting >= self._most:
            return False
        self._waiting += 1
        try:
            async with asyncio.timeout(self._patience):
                if method not in _READING:
                    game = _GAME.match(path)
                    if game:
                        await stack.enter_async_context(self._lane(game[1]))
                    await stack.enter_async_context(self._writing)
                await stack.enter_async_context(self._all)
        except TimeoutError:
            await stack.aclose()
            return False
        finally:
            self._waiting -= 1
        return True

    @asynccontextmanager
    async def _lane(self, game: str) -> AsyncIterator[None]:
        lock, users = self._lanes.get(game, (asyncio.Lock(), 0))
        self._lanes[game] = lock, users + 1
        try:
            async with lock:
                yield
        finally:
            lock, users = self._lanes.pop(game)
            if users > 1:
                self._lanes[game] = lock, users - 1
