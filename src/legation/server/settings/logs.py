"""What is written down of what goes wrong: where it happened, never what was in it."""

from __future__ import annotations

import logging
import traceback
from types import TracebackType
from typing import TypeAlias

_Raised: TypeAlias = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


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
