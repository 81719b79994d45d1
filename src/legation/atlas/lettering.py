"""How much room lettering takes on a board: boxes of codes and names, in units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from legation.atlas.board import Label

CODE_SIZE = 10.5
SMALLEST = 9.5  # the smallest lettering that a phone shows readably when zoomed
CENTRE_RADIUS = 3.6
CENTRE_HALO = 0.9

CODE, NAME, SEA = "code", "name", "sea"

_CAPITAL, _TALL, _ACCENTED, _DEEP = 0.71, 0.78, 0.94, 0.22  # above and below the baseline, in em


class Box(NamedTuple):
    """A rectangle, in units; `top` is the smaller number."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def meets(self, other: Box, slack: float = 0.0) -> bool:
        """Whether they share room, by more than `slack` both ways."""
        return (
            min(self.right, other.right) - max(self.left, other.left) > slack
            and min(self.bottom, other.bottom) - max(self.top, other.top) > slack
        )


class Letters(Protocol):
    """What is asked of a look: the width of a text in the face of a role."""

    def width(self, text: str, size: float, role: str = ..., /) -> float:
        """How wide a text is, in units."""

    def written(self, text: str, role: str = ..., /) -> str:
        """A text in the case that it is set in."""


class RoughLetters:
    """Widths for a board whose look is not known: a little more than most faces take."""

    def width(self, text: str, size: float, role: str = NAME) -> float:
        """How wide a text is, in units."""
        if role == CODE:
            return size * sum(0.6 if letter.isupper() else 0.52 for letter in text)
        return size * len(text) * 0.62

    def written(self, text: str, role: str = NAME) -> str:  # noqa: ARG002 - the protocol's
        """The text as it is."""
        return text


def text_box(letters: Letters, text: str, at: tuple[float, float], size: float, role: str) -> Box:
    """The room of one line of text around `at`, its middle on the baseline."""
    x, y = at
    half = letters.width(text, size, role) / 2
    up, down = reach(letters.written(text, role))
    return Box(x - half, y - up * size, x + half, y + down * size)


def reach(text: str) -> tuple[float, float]:
    """How far a text as written goes above and below its baseline, in em."""
    if any(letter.isupper() and not letter.isascii() for letter in text):
        up = _ACCENTED
    else:
        up = _TALL if set(text) & set("bdfhijklt") else _CAPITAL
    return up, _DEEP if set(text) & set("gjpqyQ,;()") else 0.02


def name_role(terrain: str) -> str:
    """The role of the face in which the name of a province is set."""
    return SEA if terrain == "sea" else NAME


def label_boxes(letters: Letters, code: str, label: Label, role: str) -> Iterator[tuple[str, Box]]:
    """The code and each line of the name of a label, and the room of each."""
    yield code, text_box(letters, code, label.code, CODE_SIZE, CODE)
    for text, x, y in label.name:
        yield text, text_box(letters, text, (x, y), label.size, role)


def centre_box(at: tuple[float, float]) -> Box:
    """The room of a supply centre's mark with its halo."""
    (x, y), r = at, CENTRE_RADIUS + CENTRE_HALO
    return Box(x - r, y - r, x + r, y + r)
