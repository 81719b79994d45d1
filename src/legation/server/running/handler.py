"""How a request is answered: by one of a few threads that stay.

Django's own handler starts a thread for every request, which opens the database
anew, and goes to and fro between threads and the event loop. Here one thread
does all from the request to its answer; a burst of requests waits for its
`turns`. Health, figures, and who is turned away, are answered by threads of their own.
The event loop sends what was answered, and what streams go on to say.
"""

from __future__ import annotations

import asyncio
import io
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import IO, Any
from weakref import WeakKeyDictionary

from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse
from django.urls import set_script_prefix

from legation.server.running import bodies
from legation.server.running.overload import FULL
from legation.server.running.turns import Turns
from legation.server.site.over import TOO_LARGE

THREADS = 8
"""Requests that a process answers at once: some of them wait for a lock, or for a disk."""

WRITING = 5
"""Of these as many as may change something; the rest is kept for who reads."""

WAITING = 400
"""Requests that wait for their turn, at most."""

_ASIDE = 3
_ASKED_ASIDE = ("/health", "/metrics")


class Handler(ASGIHandler):
    """Django's handler for ASGI, with views in threads. No view is a coroutine."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._aside = ThreadPoolExecutor(_ASIDE, thread_name_prefix="aside")
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, Turns] = WeakKeyDictionary()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serves one request."""
        if scope["type"] != "http":
            raise ValueError(f"no {scope['type']} is served here")
        try:
            body = await bodies.read(scope, receive)
        except RequestAborted:
            return
        except bodies.TooLargeError:
            body, scope = io.BytesIO(), {**scope, TOO_LARGE: settings.BODY_KB}
        answer = await self._in_turn(scope, body)
        if not answer.streaming:
            await self.send_response(answer, send)
            return
        sending = asyncio.ensure_future(self.send_response(answer, send))
        gone = asyncio.ensure_future(receive())  # says nothing until the browser is gone
        try:
            await asyncio.wait((sending, gone), return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                sending.result()  # where it went wrong, the server is told
        finally:
            gone.cancel()
            sending.cancel()
            await asyncio.gather(sending, gone, return_exceptions=True)

    async def _in_turn(self, scope: Any, body: IO[bytes]) -> Any:
        loop = asyncio.get_running_loop()
        if scope["path"] in _ASKED_ASIDE or TOO_LARGE in scope:
            return await loop.run_in_executor(self._aside, self._answer, scope, body)
        turns = self._turns.get(loop)
        if turns is None:
            patience = 2.0 * settings.PATIENCE_SECONDS
            turns = self._turns[loop] = Turns(THREADS, WRITING, patience, WAITING)
        async with turns.turn(scope["method"], scope["path"]) as his:
            if his:
                return await turns.carry(partial(self._answer, scope, body))
        return await loop.run_in_executor(self._aside, self._answer, {**scope, FULL: True}, body)

    def _answer(self, scope: Any, body: IO[bytes]) -> Any:
        """The answer to a request, closed: what it was read from, the database too, is let go."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refused = self.create_request(scope, body)
        answer: Any = refused if request is None else self.get_response(request)
        try:
            if answer.streaming and not answer.is_async:  # a file
                whole = HttpResponse(b"".join(answer), status=answer.status_code)
                whole.headers, whole.cookies = answer.headers, answer.cookies
                return whole
            return answer
        finally:
            answer.close()
            body.close()
