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

from legation.server.games import stream, watch
from legation.server.games.readers import SPECTATING, Reader
from legation.server.games.watch import Counts
from legation.server.running.handler import THREADS, WRITING, Handler
from legation.server.running.overload import Overload

_ended: list[str] = []
_row = threading.Event()
_seen: list[str] = []


def where(request: HttpRequest) -> HttpResponse:
    _seen.append(request.path)
    return HttpResponse(threading.current_thread().name)


def waiting(request: HttpRequest, slug: str = "") -> HttpResponse:
    """As one that waits for a row which somebody holds."""
    _seen.append(slug or request.path)
    _row.wait(20)
    return HttpResponse("stored")


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
    path("health", where),
    path("waiting", waiting),
    path("games/<slug:slug>/sheet", waiting),
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
    handler: Handler,
    path: str,
    query: bytes = b"",
    asked: Iterable[dict[str, Any]] = (_WHOLE,),
    method: str = "GET",
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
    scope = {"type": "http", "method": method, "path": path, "query_string": query}
    await handler({**scope, "headers": headers, "scheme": "http"}, receive, send)
    return said


def _header(said: list[dict[str, Any]], name: bytes) -> bytes:
    return dict(said[0]["headers"])[name]  # type: ignore[no-any-return]


def _text(said: list[dict[str, Any]]) -> bytes:
    return b"".join(message.get("body", b"") for message in said[1:])


def test_views_are_served_by_a_few_threads_that_stay(handler: Handler) -> None:
    async def one_by_one() -> list[bytes]:
        return [_text(await _ask(handler, "/where")) for _ in range(5)]

    async def at_once() -> list[list[dict[str, Any]]]:
        return await asyncio.gather(*(_ask(handler, "/where") for _ in range(50)))

    names = {f"request_{number}_0".encode() for number in range(THREADS)}
    assert set(asyncio.run(one_by_one())) <= names
    assert {_text(said) for said in asyncio.run(at_once())} <= names


@pytest.mark.usefixtures("row_held")
def test_the_thread_that_was_at_work_last_is_the_next() -> None:
    """One after the other are answered by one thread, at once by several, then by one again."""

    async def asked(handler: Handler) -> tuple[list[bytes], bytes, list[bytes]]:
        before = [_text(await _ask(handler, "/where")) for _ in range(3)]
        waits = await _sent(handler, ["/waiting"], "GET")
        beside = _text(await _ask(handler, "/where"))
        _row.set()
        await asyncio.gather(*waits)
        return before, beside, [_text(await _ask(handler, "/where")) for _ in range(3)]

    with override_settings(ROOT_URLCONF=__name__):
        before, beside, after = asyncio.run(asked(Handler()))
    assert before == [before[0]] * 3
    assert beside != before[0], "it is at work"
    assert after == [before[0]] * 3, "it was the last to be free again"


@pytest.mark.usefixtures("row_held")
def test_a_request_that_is_broken_off_keeps_its_thread_and_nobody_waiting() -> None:
    """Its thread is still at work, so that the next has another, also where all are so."""

    async def asked(handler: Handler) -> list[bytes]:
        names = []
        for _ in range(THREADS + 1):
            (broken,) = await _sent(handler, ["/waiting"], "GET")
            broken.cancel()
            await asyncio.gather(broken, return_exceptions=True)
            names.append(_text(await asyncio.wait_for(_ask(handler, "/where"), 20)))
        _row.set()
        return names

    with override_settings(ROOT_URLCONF=__name__):
        names = asyncio.run(asked(Handler()))
    assert len(set(names[:THREADS])) == THREADS, "the last of them is one more than there were"
    assert all(name.startswith(b"request_") for name in names)


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


@pytest.fixture
def row_held() -> Iterator[None]:
    _row.clear()
    _seen.clear()
    with override_settings(PATIENCE_SECONDS=0.2, MIDDLEWARE=[f"{Overload.__module__}.Overload"]):
        yield
    _row.set()


async def _sent(handler: Handler, paths: Iterable[str], method: str) -> list[asyncio.Task[Any]]:
    """Requests that have begun."""
    asked = [asyncio.ensure_future(_ask(handler, path, method=method)) for path in paths]
    await asyncio.sleep(0.05)
    return asked


def _codes(said: Iterable[list[dict[str, Any]]]) -> list[int]:
    return [each[0]["status"] for each in said]


@pytest.mark.usefixtures("row_held")
def test_who_waits_for_a_row_keeps_no_other_game_waiting_and_nobody_from_reading() -> None:
    """Of one game one thread waits; the others' requests are turned away when it is too long."""

    async def at_once(handler: Handler) -> tuple[list[Any], bytes, list[Any], list[Any]]:
        one = await _sent(handler, ["/games/held/sheet"] * 3 * THREADS, "POST")
        other = await _sent(handler, ["/games/other/sheet"], "POST")
        read = _text(await asyncio.wait_for(_ask(handler, "/where"), 20))
        seen = list(_seen)
        turned = [await asked for asked in one[1:]]
        _row.set()
        return turned, read, seen, [await one[0], await other[0]]

    with override_settings(ROOT_URLCONF=__name__):
        turned, read, seen, stored = asyncio.run(at_once(Handler()))
    assert seen == ["held", "other", "/where"]
    assert read.startswith(b"request_")
    assert _codes(turned) == [503] * (3 * THREADS - 1)
    assert all(_header(said, b"Retry-After") == b"0.2" for said in turned)
    assert [_text(said) for said in stored] == [b"stored"] * 2


@pytest.mark.usefixtures("row_held")
def test_threads_are_kept_for_reading_and_for_health() -> None:
    async def at_once(handler: Handler) -> tuple[int, bytes, bytes, list[Any]]:
        games = [f"/games/game-{number}/sheet" for number in range(THREADS)]
        writing = await _sent(handler, games, "POST")
        begun = len(_seen)
        read = _text(await asyncio.wait_for(_ask(handler, "/where"), 20))
        reading = await _sent(handler, ["/waiting"] * THREADS, "GET")
        health = _text(await asyncio.wait_for(_ask(handler, "/health"), 20))
        turned = [await asked for asked in reading[THREADS - WRITING :]]
        _row.set()
        await asyncio.gather(*writing, *reading)
        return begun, read, health, turned

    with override_settings(ROOT_URLCONF=__name__):
        begun, read, health, turned = asyncio.run(at_once(Handler()))
    assert begun == WRITING < THREADS
    assert read.startswith(b"request_")
    assert health.startswith(b"aside_"), "though all the others are taken"
    assert _codes(turned) == [503] * WRITING


@pytest.mark.usefixtures("row_held")
def test_when_too_many_wait_the_next_is_turned_away_at_once() -> None:
    async def at_once(handler: Handler) -> tuple[int, int]:
        waiting = await _sent(handler, ["/waiting"] * THREADS + ["/where"] * 2, "GET")
        full = await asyncio.wait_for(_ask(handler, "/where"), 20)
        begun = len(_seen)
        _row.set()
        await asyncio.gather(*waiting)
        return full[0]["status"], begun

    with (
        override_settings(ROOT_URLCONF=__name__, PATIENCE_SECONDS=60),
        patch("legation.server.running.handler.WAITING", 2),
    ):
        assert asyncio.run(at_once(Handler())) == (503, THREADS)


def test_a_file_is_sent_whole(handler: Handler) -> None:
    said = asyncio.run(_ask(handler, "/pieces"))
    assert said[0]["status"] == 200
    assert (b"Content-Type", b"text/plain") in said[0]["headers"]
    assert _text(said) == b"one file"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_what_fails_is_answered(handler: Handler) -> None:
    said = asyncio.run(_ask(handler, "/broken"))
    assert said[0]["status"] == 500
    assert b"<p>The server has made a mistake." in _text(said)


def test_a_mistake_is_told_where_its_own_page_cannot_be_made(
    handler: Handler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the style is not among the static files that were collected."""

    def lacking(*_: object) -> str:
        raise ValueError("Missing staticfiles manifest entry")

    monkeypatch.setattr("legation.server.site.addresses._Static.handle_simple", lacking)
    said = asyncio.run(_ask(handler, "/broken"))
    assert said[0]["status"] == 500
    assert _header(said, b"Content-Type") == b"text/plain; charset=utf-8"
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
        found: dict[int, Counts] = {7: dict(counts)}
        if question is watch._newest:
            return 0
        if question.func is watch._told_after:
            return 0, found
        if question.func is stream._news:
            return france, ["sheet"], (counts[""], counts["France"]), False
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
    fresh, kinds, *_ = stream._news(request, game.slug, game.pk, before, (0, 0))
    assert (fresh, kinds) == (SPECTATING, [])
