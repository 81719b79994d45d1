"""`Message`: what one player writes to another, or to all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

SYSTEM, GLOBAL, OBSERVER, OMNISCIENT = "SYSTEM", "GLOBAL", "OBSERVER", "OMNISCIENT"


class Message:
    """A message of a `sender` to a `recipient` (a power, or ``GLOBAL``), written in a `phase`.

    `time_sent` is in microseconds since 1970; None until a game has it.
    """

    def __init__(
        self,
        sender: str = "",
        recipient: str = "",
        phase: str = "",
        message: str = "",
        time_sent: int | None = None,
    ) -> None:
        self.sender = sender
        self.recipient = recipient
        self.time_sent = time_sent
        self.phase = phase
        self.message = message

    def __str__(self) -> str:
        parts = f"{self.time_sent or 0}/{self.phase}/{self.sender}->{self.recipient}"
        return f"[{parts}]({self.message})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.sender, self.recipient, self.message))

    def __lt__(self, other: Message) -> bool:
        return (self.time_sent or 0) < (other.time_sent or 0)

    def is_global(self) -> bool:
        """Is it to all players?"""
        return self.recipient == GLOBAL

    def for_observer(self) -> bool:
        """Is it to those who watch?"""
        return self.recipient == OBSERVER

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "sender": self.sender,
            "recipient": self.recipient,
            "time_sent": self.time_sent,
            "phase": self.phase,
            "message": self.message,
        }

    def json(self) -> str:
        """The same as a text of JSON."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_dict(cls, json_dict: Mapping[str, Any]) -> Message:
        """A message from plain values."""
        keys = ("sender", "recipient", "phase", "message", "time_sent")
        return cls(**{key: json_dict[key] for key in keys if key in json_dict})
