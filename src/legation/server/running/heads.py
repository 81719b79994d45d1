"""How requests are read: in C, by httptools, with a bound on what is no body.

httptools keeps what has come of a head until the head is whole, however long
that is. So what comes beside bodies is counted here, and who sends too much of
it is refused before anybody is asked who he is.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD = 64 * 1024
"""Letters that a request may begin with, or end with behind its body: as many as h11 takes."""

AT_ONCE = 16
"""Requests that wait on one line behind the one that is answered, at most."""


class TooMuchError(Exception):
    """More than is taken before it is known who asks."""


class Reader(HttpToolsProtocol):
    """One line: the requests that come on it, one after the other."""

    _beside = 0
    """Letters that came since the last of a body, or since a request was whole.

    They are counted by pieces as they come, a quarter of a megabyte at most,
    and a piece in which a body or a request ends counts for nothing.
    """
    _in_head = False

    def data_received(self, data: bytes) -> None:
        """A piece of what is asked."""
        self._beside += len(data)
        super().data_received(data)
        if self._beside > HEAD and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def on_message_begin(self) -> None:
        """A request begins."""
        self._in_head = True
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A line of a head; one behind a body belongs to no head, and nobody asks for it."""
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """A head is whole.

        Raises:
            TooMuchError: where it came in one piece and is too long all the same, or too many wait.
        """
        self._in_head = False
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > HEAD or len(self.pipeline) >= AT_ONCE:
            raise TooMuchError
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A piece of a body, of which `running.bodies` has the bound."""
        self._beside = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is whole."""
        self._beside = 0
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Ends the line; where an answer is on its way, nothing is written in the midst of it."""
        cycle: Any = self.cycle
        if cycle is None or cycle.response_complete:
            super().send_400_response(msg)
        else:
            self.transport.close()
