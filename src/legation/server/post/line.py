"""A line to the mail server that is cut when its time is over, whatever the server says by then.

A time-out counts from the last byte: a server that says one now and then holds
a line for as long as it likes. So there is a limit to the whole as well.
"""

from __future__ import annotations

import contextlib
import smtplib
import socket
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from django.core.mail.backends import smtp


class EmailBackend(smtp.EmailBackend):
    """Django's, with `MAIL_SECONDS` from when it is opened until it is closed."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._handles: list[socket.socket] = []
        self._watch: threading.Timer | None = None

    @property
    def connection_class(self) -> Any:
        """The library's, which besides hands over its socket before it says a word."""
        return partial(_Secure if self.use_ssl else _Plain, self._note)

    def open(self) -> bool | None:
        """Connects, if it is not.

        Raises:
            OSError: where the server cannot be reached, or is not done in time.
        """
        if self._watch is None:
            self._watch = threading.Timer(settings.MAIL_SECONDS, self._cut)
            self._watch.daemon = True
            self._watch.start()
        try:
            return super().open()
        except BaseException:
            self._let_go()
            raise

    def close(self) -> None:
        """Says goodbye, if there is time left for it."""
        try:
            super().close()
        finally:
            self._let_go()

    def _note(self, sock: socket.socket) -> None:
        # A second handle: the first one is changed when the line is made secret.
        self._handles.append(sock.dup())

    def _cut(self) -> None:
        for handle in list(self._handles):
            with contextlib.suppress(OSError):
                handle.shutdown(socket.SHUT_RDWR)

    def _let_go(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
        self._watch = None
        while self._handles:
            self._handles.pop().close()


class _Plain(smtplib.SMTP):
    def __init__(self, note: Callable[[socket.socket], None], *args: Any, **options: Any) -> None:
        self._note = note
        super().__init__(*args, **options)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        opened: socket.socket = super()._get_socket(host, port, timeout)  # type: ignore[misc]
        self._note(opened)
        return opened


class _Secure(smtplib.SMTP_SSL, _Plain):
    """SSL is put around the socket that `_Plain` has noted."""
