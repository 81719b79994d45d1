"""How requests are read off a line: what a head may weigh, and what does not count as one."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from legation.server.running.heads import AT_ONCE, HEAD, Reader

_CHUNK = 256 * 1024  # as much as an event loop reads at once


@dataclass
class _Line:
    """A line to a server that answers with what it was asked, and what the server has seen."""

    reading: asyncio.StreamReader
    writing: asyncio.StreamWriter
    asked: list[dict[str, Any]]
    go: asyncio.Event

    async def send(self, *parts: bytes) -> None:
        for part in parts:
            self.writing.write(part)
            await self.writing.drain()

    async def answer(self) -> tuple[int, bytes]:
        """The next answer: its number, and its body."""
        head = await asyncio.wait_for(self.reading.readuntil(b"\r\n\r\n"), 10)
        lines = head.lower().split(b"\r\n")
        (size,) = (int(line[15:]) for line in lines if line.startswith(b"content-length:"))
        return int(lines[0].split()[1]), await self.reading.readexactly(size)

    async def rest(self) -> bytes:
        """All that still comes until the line is closed."""
        try:
            return await asyncio.wait_for(self.reading.read(), 10)
        except ConnectionError:
            return b""


@asynccontextmanager
async def _line() -> AsyncIterator[_Line]:
    asked: list[dict[str, Any]] = []
    go = asyncio.Event()
    go.set()

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        asked.append({**scope, "body": body, "headers": [*scope["headers"]]})
        await go.wait()
        said = scope["path"].encode()
        heads = [(b"content-length", str(len(said)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": heads})
        await send({"type": "http.response.body", "body": said})

    config = uvicorn.Config(answer, http=Reader, lifespan="off", log_level="critical")
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Reader(config, state, {}), "127.0.0.1", 0)
    reading, writing = await asyncio.open_connection(*server.sockets[0].getsockname())
    try:
        yield _Line(reading, writing, asked, go)
    finally:
        writing.close()
        server.close()


def _with_line(do: Callable[[_Line], Awaitable[None]]) -> None:
    async def doing() -> None:
        async with _line() as line:
            await do(line)

    asyncio.run(doing())


def _get(path: str, *more: bytes) -> bytes:
    lines = [b"GET %s HTTP/1.1" % path.encode(), b"Host: localhost", *more]
    return b"\r\n".join(lines) + b"\r\n\r\n"


async def _trickle(line: _Line, piece: bytes) -> int:
    """Sends a piece again and again until the line is closed; how much that was."""
    ended, sent = asyncio.ensure_future(line.answer()), 0
    while not ended.done() and sent < 2**20:
        await line.send(piece)
        sent += len(piece)
        await asyncio.sleep(0.005)  # until it is read: what is closed unread gives no answer
    assert (await ended)[0] == 400
    assert await line.rest() == b""
    assert line.asked == []
    return sent


def test_one_header_that_does_not_end_is_broken_off() -> None:
    async def do(line: _Line) -> None:
        await line.send(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
        assert HEAD - 100 <= await _trickle(line, b"a" * 2048) < HEAD + _CHUNK

    _with_line(do)


def test_an_address_that_does_not_end_is_broken_off() -> None:
    async def do(line: _Line) -> None:
        await line.send(b"GET /")
        assert HEAD - 100 <= await _trickle(line, b"a" * 2048) < HEAD + _CHUNK

    _with_line(do)


def test_many_headers_that_trickle_are_counted_together() -> None:
    async def do(line: _Line) -> None:
        await line.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        assert HEAD - 100 <= await _trickle(line, b"X-Some: 1\r\n" * 100) < HEAD + _CHUNK

    _with_line(do)


def test_a_long_head_in_one_piece_is_refused_as_well() -> None:
    """Whole, it has been read; it is not handed on all the same."""

    async def do(line: _Line) -> None:
        await line.send(_get("/", *[b"X-Some: " + b"a" * 100] * (HEAD // 100)))
        assert (await line.answer())[0] == 400
        assert line.asked == []

    _with_line(do)


def test_a_head_within_the_bound_is_taken() -> None:
    async def do(line: _Line) -> None:
        whole = _get("/one", b"X-Long: " + b"a" * (HEAD - 100))
        await line.send(whole[:1000], whole[1000:])
        assert await line.answer() == (200, b"/one")
        assert dict(line.asked[0]["headers"])[b"x-long"] == b"a" * (HEAD - 100)

    _with_line(do)


def test_the_heads_of_one_line_are_counted_each_by_itself() -> None:
    async def do(line: _Line) -> None:
        for number in range(2 * HEAD // 2048):
            await line.send(_get(f"/{number}", b"X-Some: " + b"a" * 2048))
            assert await line.answer() == (200, f"/{number}".encode())

    _with_line(do)


def test_a_large_body_is_none() -> None:
    body = bytes(range(256)) * (8 * HEAD // 256)

    async def do(line: _Line) -> None:
        head = b"POST /whole HTTP/1.1\r\nHost: localhost\r\n"
        await line.send(head + b"Content-Length: %d\r\n\r\n" % len(body), body)
        assert await line.answer() == (200, b"/whole")
        await line.send(head.replace(b"whole", b"pieces") + b"Transfer-Encoding: chunked\r\n\r\n")
        for at in range(0, len(body), 100):  # which makes 7 letters beside each 100
            await line.send(b"64\r\n" + body[at : at + 100].ljust(100) + b"\r\n")
        await line.send(b"0\r\n\r\n", _get("/after"))
        assert await line.answer() == (200, b"/pieces")
        assert await line.answer() == (200, b"/after")
        first, second, _ = (each["body"] for each in line.asked)
        assert first == body
        assert second.rstrip(b" ") == body

    _with_line(do)


def test_what_stands_behind_a_body_is_no_header_and_is_bounded() -> None:
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"

    async def short(line: _Line) -> None:
        await line.send(head, b"1\r\na\r\n0\r\nX-Late: yes\r\n\r\n")
        assert await line.answer() == (200, b"/")
        assert b"x-late" not in dict(line.asked[0]["headers"])

    async def long(line: _Line) -> None:
        await line.send(head, b"1\r\na\r\n0\r\nX-Late: ")
        with suppress(ConnectionError):
            await line.send(*[b"a" * 8192] * (4 * _CHUNK // 8192))
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await line.answer()

    _with_line(short)
    _with_line(long)


def test_requests_that_come_together_are_answered_in_turn() -> None:
    async def do(line: _Line) -> None:
        await line.send(b"".join(_get(f"/{number}") for number in range(AT_ONCE + 1)))
        for number in range(AT_ONCE + 1):
            assert await line.answer() == (200, f"/{number}".encode())

    _with_line(do)


def test_no_more_than_a_few_wait_on_one_line() -> None:
    async def do(line: _Line) -> None:
        line.go.clear()
        await line.send(b"".join(_get(f"/{number}") for number in range(1000)))
        assert await line.rest() == b"", "the line is closed, and nothing of an answer begun"
        assert len(line.asked) <= 1

    _with_line(do)


def test_nonsense_is_refused_but_not_in_the_midst_of_an_answer() -> None:
    async def alone(line: _Line) -> None:
        await line.send(b"nonsense\r\n\r\n")
        assert (await line.answer())[0] == 400

    async def behind(line: _Line) -> None:
        line.go.clear()
        await line.send(_get("/"), b"nonsense\r\n\r\n")
        assert await line.rest() == b""

    _with_line(alone)
    _with_line(behind)


def test_who_would_speak_another_protocol_is_answered_in_this_one() -> None:
    async def do(line: _Line) -> None:
        await line.send(_get("/one", b"Connection: Upgrade", b"Upgrade: h2c"))
        assert await line.answer() == (200, b"/one")
        await line.send(_get("/two"))
        assert await line.answer() == (200, b"/two")

    _with_line(do)
