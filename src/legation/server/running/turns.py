"""Whose turn it is: one who waits for a row keeps nobody from reading, and no other game.

A request that changes something may have to wait for what another holds, and
its thread with it. So only some of the threads change things, and each game
has one of them at a time: the rest of its requests wait here, where they hold
nothing. Who waits too long, or comes when too many do, is turned away.

Of the threads that are free the one that was at work last is the next: its
connection, and what it has read of the database, are at hand.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager

_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_GAME = re.compile(r"(?:/api)?/games/([^/]+)/")


class Turns:
    """The threads of one event loop, as far as they are taken."""

    def __init__(self, threads: int, writing: int, patience: float, most: int) -> None:
        """Of so many threads some may write; one waits so many seconds, beside `most` at once."""
        self._all = asyncio.Semaphore(threads)
        self._idle = [ThreadPoolExecutor(1, f"request_{number}") for number in range(threads)]
        self._writing = asyncio.Semaphore(writing)
        self._lanes: dict[str, tuple[asyncio.Lock, int]] = {}
        self._patience, self._most, self._waiting = patience, most, 0

    @asynccontextmanager
    async def turn(self, method: str, path: str) -> AsyncIterator[Executor | None]:
        """Waits for a turn, and keeps it: a thread; None for who is turned away."""
        async with AsyncExitStack() as stack:
            if not await self._wait(stack, method, path):
                yield None
                return
            thread = self._idle.pop()
            stack.callback(self._idle.append, thread)
            yield thread

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
