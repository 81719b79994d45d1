"""How a visit is made, and its whole answer read: status, headers, body, event stream."""

import json
import re
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from asgiref.sync import async_to_sync, sync_to_async
from django.db import connection, transaction
from django.http import StreamingHttpResponse
from django.test import Client
from django.urls import get_resolver
from visits import Visit

from legation.server.accounts.models import User
from legation.server.api import tokens
from legation.server.games import stream
from legation.server.press import models as press
from legation.server.site import kept

BACKEND = "django.contrib.auth.backends.ModelBackend"


def browser(user: User | None) -> Client:
    """A browser in which somebody is signed in, or nobody."""
    client = Client(raise_request_exception=True)
    if user is not None:
        client.force_login(user, BACKEND)
    client.cookies["csrftoken"] = "c" * 32  # the same each time, so that marks can be compared
    return client


def program(user: User) -> Client:
    """A program that has a token of somebody's, and no session."""
    word = tokens.make(user=user, name="leaks", scopes=tokens.SCOPES)
    client = Client(headers={"Authorization": f"Bearer {word}"})
    body = {"settled": True, "serial": 0}  # that it would write today is noted once
    client.post("/api/games/nothere/settle", body, content_type="application/json")
    return client


@dataclass(frozen=True)
class Heard:
    """An answer, whole: status, headers, body; and how often the database was asked."""

    status: int
    head: str
    body: str
    queries: int

    @property
    def mark(self) -> str:
        """Its ETag, by which who has it asks whether it has changed; empty where it has none."""
        found = re.search(r"(?m)^ETag: (.+)$", self.head)
        return found[1] if found else ""

    @property
    def text(self) -> str:
        """All of it as one text."""
        return f"{self.status}\n{self.head}\n{self.body}"


class _Counter:
    """Counts what the database is asked; Django's own way asks it once more each time."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute: Callable[..., Any], *rest: Any) -> Any:
        self.count += 1
        return execute(*rest)


class _Drawn:
    """What a letter draws for its code, each time the same: the mark of a thread is made of it.

    What is written is taken back, so that no two meet.
    """

    def __init__(self) -> None:
        self.count = 0

    def token_hex(self, octets: int) -> str:
        self.count += 1
        return f"{self.count:0{2 * octets}x}"


async def _here(question: Callable[[], Any]) -> Any:
    """Asks in the thread of the test, which alone sees what the test has written."""
    return await sync_to_async(question, thread_sensitive=True)()


def ask(client: Client, visit: Visit, known: str = "") -> Heard:
    """Makes a visit. What a POST changes is taken back. `known` is the mark of what one has."""
    headers = {"Accept": "application/json", "HX-Request": "true"} if visit.part else {}
    if known:
        headers["If-None-Match"] = known
    more: dict[str, Any] = {"headers": headers}
    data: Any = dict(visit.data)
    if visit.as_json:
        data, more["content_type"] = json.dumps(data), "application/json"
    if visit.wrong == "host":
        headers["Host"] = "elsewhere.example"
    changes, asked = visit.method != "GET", _Counter()
    with (
        patch.object(client.handler, "enforce_csrf_checks", visit.wrong == "elsewhere"),
        patch.object(stream, "ask", _here),
        patch.object(stream, "_LIFE", 0.05),
        patch.object(stream, "_BEAT", 0.01),
        patch.object(stream, "_MINUTE", 0.04),
        patch.object(press, "secrets", _Drawn()),
        connection.execute_wrapper(asked),
        transaction.atomic() if changes else nullcontext(),
    ):
        response = getattr(client, visit.method.lower())(visit.path, data, **more)
        body = _body(response)
        if changes and response.status_code in (301, 302):
            body += "\n" + _body(client.get(response["Location"]))
        if changes:
            transaction.set_rollback(True)
    if changes:
        forget()
    head = "\n".join(f"{k}: {v}" for k, v in sorted(response.items()) if k != "Content-Length")
    head += "".join(f"\n{k}={m.value}" for k, m in response.cookies.items())
    return Heard(response.status_code, head, body, asked.count)


def _body(response: Any) -> str:
    if isinstance(response, StreamingHttpResponse):
        return b"".join(async_to_sync(_read)(response)).decode()
    return str(response.content.decode("utf-8", "replace"))


async def _read(response: Any) -> list[bytes]:
    return [part async for part in response]


def forget() -> None:
    """Empties what the process keeps of records and views: a version was taken back."""
    assert get_resolver().url_patterns  # which loads every page
    assert len(kept.stores()) >= 6, "a place where answers are kept is not found any more"
    kept.forget()


_CHANGING = (
    (r'name="csrfmiddlewaretoken" value="[^"]*"', "csrf"),
    (r'name="token" value="[0-9a-f]{32}"', "token"),
    (r"(?m)^(csrftoken|sessionid|messages)=.*$", "cookie"),
    (r"(?m)^(Expires|Last-Modified): .*", "now"),
    (r"(?m)^:\n\n", ""),  # signs of life of a stream
    (r"legation_[\w-]{30,}", "a token"),
    (r"sha256:[0-9a-f]{64}", "a pledge"),  # of something secret: it is another, and tells nothing
)


def normal(text: str) -> str:
    """A text without what is drawn anew for every answer."""
    for pattern, word in _CHANGING:
        text = re.sub(pattern, word, text)
    return text
