"""How requests are served: views in threads that stay, streams that end with their readers."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth import get_user
from django.core.signals import request_finished
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client, override_settings
from django.urls import path
from tables import person, reader, started

from legation.server.games import stream
from legation.server.games.readers import SPECTATING, Reader
from legation.server.games.watch import Counts
from legation.server.running.handler import THREADS, Handler

_ended: list[str] = []
_seen: list[str] = []


def where(request: HttpRequest) -> HttpResponse:
    _seen.append(request.path)
    return HttpResponse(threading.current_thread().name)


def pieces(request: HttpRequest) -> FileResponse:
    del request
    return FileResponse(iter([b"one ", b"file"]), content_type="text/plain")


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError(request.path)


def talk(request: HttpRequest) -> StreamingHttpResponse:
    async def said() -> AsyncIterator[str]:
        try:
            yield "first"
            if request.GET:
                raise RuntimeError("a stream went wrong")
            await asyncio.sleep(60)
        finally:
            _ended.append(request.path)

    return StreamingHttpResponse(said())


urlpatterns = [
    path("where", where),
    path("pieces", pieces),
    path("broken", broken),
    path("talk", talk),
]
handler500 = "legation.server.running.views.broken"


_WHOLE = {"type": "http.request", "body": b"", "more_body": False}
_HALF = {"type": "http.request", "body": b"typed=A+Par+", "more_body": True}


@pytest.fixture
def handler() -> Iterator[Handler]:
    with override_settings(ROOT_URLCONF=__name__):
        yield Handler()


async def _ask(
    handler: Handler, path: str, query: bytes = b"", asked: Iterable[dict[str, Any]] = (_WHOLE,)
) -> list[dict[str, Any]]:
    """What is sent in answer; the browser leaves half a second after what it asks."""
    said: list[dict[str, Any]] = []
    coming = iter(asked)

    async def receive() -> dict[str, Any]:
        found = next(coming, None)
        if found is None:
            await asyncio.sleep(0.5)
            return {"type": "http.disconnect"}
        return found

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    headers = [(b"host", b"localhost")]
    scope = {"type": "http", "method": "GET", "path": path, "query_string": query}
    await handler({**scope, "headers": headers, "scheme": "http"}, receive, send)
    return said


def _text(said: list[dict[str, Any]]) -> bytes:
    return b"".join(message.get("body", b"") for message in said[1:])


def test_views_are_served_by_a_few_threads_that_stay(handler: Handler) -> None:
    async def one_by_one() -> list[bytes]:
        return [_text(await _ask(handler, "/where")) for _ in range(5)]

    async def at_once() -> list[list[dict[str, Any]]]:
        return await asyncio.gather(*(_ask(handler, "/where") for _ in range(50)))

    names = {f"request_{number}".encode() for number in range(THREADS)}
    assert set(asyncio.run(one_by_one())) <= names
    assert {_text(said) for said in asyncio.run(at_once())} <= names


def test_half_a_request_is_not_answered_and_keeps_nobody_waiting(handler: Handler) -> None:
    """Neither is half a sheet stored where a line breaks, nor do slow lines hold threads."""

    async def beside() -> tuple[list[list[dict[str, Any]]], bytes]:
        halves = [_ask(handler, "/where", asked=(_HALF,)) for _ in range(2 * THREADS)]
        waiting = asyncio.gather(*halves)
        await asyncio.sleep(0)  # they have begun
        answer = await asyncio.wait_for(_ask(handler, "/where"), 20)
        assert not waiting.done()
        return await waiting, _text(answer)

    _seen.clear()
    halves, whole = asyncio.run(beside())
    assert whole.startswith(b"request_")
    assert halves == [[]] * (2 * THREADS)
    assert _seen == ["/where"]


def test_a_file_is_sent_whole(handler: Handler) -> None:
    said = asyncio.run(_ask(handler, "/pieces"))
    assert said[0]["status"] == 200
    assert (b"Content-Type", b"text/plain") in said[0]["headers"]
    assert _text(said) == b"one file"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_what_fails_is_answered(handler: Handler) -> None:
    said = asyncio.run(_ask(handler, "/broken"))
    assert said[0]["status"] == 500
    assert _text(said).startswith(b"The server has made a mistake.")


def test_a_stream_ends_when_its_reader_leaves(handler: Handler) -> None:
    """Before it begins, its request is over: it keeps no connection to the database."""

    def finished(**_: Any) -> None:
        _ended.append("request")

    _ended.clear()
    request_finished.connect(finished)
    try:
        said = asyncio.run(asyncio.wait_for(_ask(handler, "/talk"), 20))
    finally:
        request_finished.disconnect(finished)
    assert _text(said) == b"first"
    assert _ended[:2] == ["request", "/talk"]


def test_a_stream_that_goes_wrong_is_told(handler: Handler) -> None:
    with pytest.raises(RuntimeError, match="a stream went wrong"):
        asyncio.run(_ask(handler, "/talk", b"wrong=1"))


def test_what_others_are_told_leaves_no_sign_in_a_stream() -> None:
    """France hears nothing, not even a sign of life, while Italy saves; then her own at once."""
    counts: dict[str, int] = {"": 1, "France": 1, "Italy": 1}
    france = Reader(user=1, power="France")

    async def ask(question: Any) -> Any:
        if question.func is stream._news:
            return france, ["sheet"], (counts[""], counts["France"])
        found: dict[int, Counts] = {7: dict(counts)}
        return found

    async def heard() -> list[str]:
        told = stream._told(HttpRequest(), "void", 7, france, (1, 1))
        said = [await anext(told)]
        waiting = asyncio.ensure_future(anext(told))
        for _ in range(10):
            counts["Italy"] += 1
            await asyncio.sleep(0.03)
        assert not waiting.done()
        counts["France"] += 1
        said.append(await asyncio.wait_for(waiting, 5))
        await told.aclose()  # type: ignore[attr-defined]  # it is a generator
        return said

    with patch.object(stream, "ask", ask), override_settings(POLL_SECONDS=0.01):
        said = asyncio.run(heard())
    assert said[1] == "id: 1.2\nevent: sheet\ndata: sheet\n\n"


@pytest.mark.django_db
def test_who_has_signed_out_is_told_nothing_more() -> None:
    game, france, client = started("France"), person("France"), Client()
    client.force_login(france)
    request = HttpRequest()
    request.session = client.session
    assert get_user(request) == france
    before = reader(game, "France")
    client.logout()
    fresh, kinds, _ = stream._news(request, game.slug, game.pk, before, (0, 0))
    assert (fresh, kinds) == (SPECTATING, [])
