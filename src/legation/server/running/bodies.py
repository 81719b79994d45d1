"""The body of a request, read as far as is allowed: before anybody looks at what it is."""

from __future__ import annotations

import asyncio
import io
import tempfile
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import RequestAborted

SECONDS = 60.0
"""How long a body may take to come."""

_IN_MEMORY = 256 * 1024


class TooLargeError(Exception):
    """A body is larger than anything that is sent here."""


async def read(scope: Mapping[str, Any], receive: Any) -> IO[bytes]:
    """The body, from its beginning.

    Raises:
        TooLargeError: as soon as it is known, without reading the rest.
        RequestAborted: where the line breaks, or it does not come to its end in time.
    """
    most = settings.BODY_KB * 1024
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit() and int(value) > most:
            raise TooLargeError
    try:
        async with asyncio.timeout(SECONDS):
            return await _whole(receive, most)
    except TimeoutError:
        raise RequestAborted from None


async def _whole(receive: Any, most: int) -> IO[bytes]:
    """The body; one that comes in a single piece, as almost every does, is kept as it is."""
    message = await receive()
    if message["type"] == "http.request" and not message.get("more_body", False):
        part = message.get("body", b"")
        if len(part) > most:
            raise TooLargeError
        return io.BytesIO(part)
    body: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115  its reader closes it
    try:
        await _fill(body, message, receive, most)
    except BaseException:
        body.close()
        raise
    body.seek(0)
    return body


async def _fill(body: IO[bytes], message: Any, receive: Any, most: int) -> None:
    size = 0
    while True:
        if message["type"] == "http.disconnect":
            raise RequestAborted
        part = message.get("body", b"")
        size += len(part)
        if size > most:
            raise TooLargeError
        body.write(part)
        if not message.get("more_body", False):
            return
        message = await receive()
