"""The body of a request, read as far as is allowed: before anybody looks at what it is."""

from __future__ import annotations

import asyncio
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
    body: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115  its reader closes it
    try:
        await asyncio.wait_for(_fill(body, receive, most), SECONDS)
    except BaseException as error:
        body.close()
        if isinstance(error, TimeoutError):
            raise RequestAborted from None
        raise
    body.seek(0)
    return body


async def _fill(body: IO[bytes], receive: Any, most: int) -> None:
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise RequestAborted
        part = message.get("body", b"")
        size += len(part)
        if size > most:
            raise TooLargeError
        body.write(part)
        if not message.get("more_body", False):
            return
