"""Messages as pages show them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from legation.server.press import inbox, reading
from legation.server.press.members import said, title_of
from legation.server.press.models import Message


@dataclass(frozen=True, slots=True)
class Line:
    """A message as it is shown."""

    sender: str
    own: bool
    text: str
    phase: str
    made_at: datetime
    key: str = ""
    title: str = ""
    code: str = ""
    fresh: bool = False


def listed(names: list[str]) -> str:
    """Names as they are said: ``you, France and Italy``."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def line_of(scope: reading.Scope, key: str, message: Message) -> Line:
    """A message as this reader may see it."""
    sender = inbox.signed(message, key, scope)
    return Line(
        sender=said(sender) if sender else "",
        own=bool(sender) and sender == scope.writer,
        text=message.text,
        phase=message.phase,
        made_at=message.made_at,
        key=key,
        title=title_of(scope.book, key, scope.member),
        code=message.code,
    )
