"""What is written down of what goes wrong: where it happened, never what was in it."""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from http.client import responses
from types import TracebackType
from typing import TypeAlias

_Raised: TypeAlias = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class Placeless(logging.Filter):
    """Requests that went wrong by their pattern: addresses may be keys, and headers quote them."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Says of a request its method, the pattern of its address and what was answered."""
        request, status = getattr(record, "request", None), getattr(record, "status_code", None)
        if request is None or status is None:
            return True
        match = getattr(request, "resolver_match", None)
        where = f"/{match.route}" if match else "an address that is none"
        kind = record.name.rpartition(".")[2]  # the last word of django.security.DisallowedHost
        why = f" ({kind})" if record.name.startswith("django.security.") else ""
        record.msg = f"{_method(request)} {where}: {status} {_phrase(status)}{why}"
        record.args = ()
        return True


def _method(request: object) -> str:
    method = str(getattr(request, "method", ""))
    return method if method in _METHODS else "Something"


def _phrase(status: int) -> str:
    return responses.get(status, "")


class Discreet(logging.Formatter):
    """Tracebacks without the errors' own words: those may quote an order, a letter, an address."""

    def formatException(self, ei: _Raised) -> str:  # noqa: N802  the name is logging's
        """The way to an error, and to those that led to it, each by its kind alone."""
        parts: list[str] = []
        error, seen = ei[1], set[int]()
        while error is not None and id(error) not in seen:
            seen.add(id(error))
            kind = f"{type(error).__module__}.{type(error).__qualname__}"
            parts.insert(0, "".join(traceback.format_tb(error.__traceback__)) + kind)
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n\nand then\n\n".join(parts)


class Lines(Discreet):
    """An entry as one line of JSON, as discreet as the others: when, how bad, from where, what."""

    def __init__(self, *, debug: bool = False) -> None:
        """With `debug`, errors are told in their own words."""
        super().__init__()
        self._debug = debug

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        at = datetime.fromtimestamp(record.created, UTC)
        entry = {
            "time": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry)

    def formatException(self, ei: _Raised) -> str:  # noqa: N802  the name is logging's
        """As the plain log has it."""
        if self._debug:
            return logging.Formatter.formatException(self, ei)
        return super().formatException(ei)
