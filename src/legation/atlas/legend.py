"""What the signs on a board are, for a page that shows it: each drawn small, named, explained.

They are the samples of the picture's own legend, and so are of what is drawn.
What a variant has to say of one it declares in its ``words.toml``, under
``[signs]``, by the sign's name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from legation.atlas.board import board_of
from legation.atlas.figures import Scene
from legation.atlas.samples import WIDTH, samples
from legation.atlas.svg import group, tag, use
from legation.atlas.units import badge, default_shape
from legation.board.graph import BRIDGE
from legation.rules.rulebook import Rulebook

Sampled = tuple[tuple[str, str], ...]
"""Each sign of a picture: a sample of it as SVG, and what it is called."""

_BOX = f"-2 -14 {WIDTH + 8:g} 28"
STRONG = "×2"


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign: its sample as SVG for a page that has the board on it, its name, what it means."""

    drawn: str
    name: str
    said: str


def sampled(book: Rulebook, scene: Scene) -> Sampled:
    """The signs that are drawn of a scene.

    Raises:
        FileError: where the variant has no drawn board.
    """
    return (*samples(book, board_of(book.variant), scene), *_more(book, scene))


def signs(book: Rulebook, named: Sampled) -> list[Sign]:
    """These signs as a page shows them, those that the variant explains before the others."""
    found = [
        Sign(_framed(drawn), _named(book, name), book.sign_words.get(name, ""))
        for drawn, name in named
    ]
    return sorted(found, key=lambda sign: not sign.said)


def _framed(drawn: str) -> str:
    return tag("svg", drawn, class_="atlas sign", viewBox=_BOX, width="44", height="28")


def _named(book: Rulebook, name: str) -> str:
    """A guard is called by what it is, where only one power has no player."""
    return book.neutrals[0].name if name == "guard" and len(book.neutrals) == 1 else name


def _more(book: Rulebook, scene: Scene) -> Iterator[tuple[str, str]]:
    """Signs that the legend in a picture's margin has no room for."""
    if any(area.terrain == BRIDGE for area in scene.areas):
        span = tag("rect", x=3.0, y=-5.0, width=31.0, height=10.0, class_="o-none")
        yield group("bridges", span), "bridge"
    strong = [piece for piece in scene.pieces if piece.unit.strength > 1 and not piece.count]
    if strong:
        shape = default_shape(book)
        body = use(f"unit-{shape}", transform="translate(14 2)")
        yield group("unit o-none", body) + badge("strength-badge", STRONG, 28, -6), STRONG
