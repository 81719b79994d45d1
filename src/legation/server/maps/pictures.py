"""Pictures of boards that are no game's: the opening of each variant, and the front page's."""

from __future__ import annotations

import random
import re
from functools import lru_cache
from xml.sax.saxutils import escape

from legation.atlas import css
from legation.atlas.draw import draw
from legation.atlas.look import look_of
from legation.bots.base import find_bot
from legation.rules.dice import SEED_BITS
from legation.rules.rulebook import Rulebook
from legation.sight.view import View
from legation.sight.viewer import SPECTATOR, power_viewer
from legation.table.game import Game as Table

_SEED = "0" * (SEED_BITS // 4)
_FRONT_PHASES = 4
_TEXT = re.compile(r"<text\b.*?</text>|<tspan\b.*?</tspan>", re.DOTALL)


@lru_cache(maxsize=64)
def opening(variant: str) -> bytes:
    """The board with which a variant begins, as everybody knows it.

    Raises:
        LegationError: for a variant that does not exist, or has no drawn board.
    """
    book, view = _begun(variant)
    return draw(book, view).encode()


@lru_cache(maxsize=16)
def inline(variant: str) -> str:
    """The same for a page that has the style sheet of its board.

    Raises:
        LegationError: as `opening` does.
    """
    book, view = _begun(variant)
    return draw(book, view, standalone=False)


@lru_cache(maxsize=64)
def small(variant: str) -> bytes:
    """The same without its lettering, for a picture of a hand's breadth.

    Raises:
        LegationError: for a variant that does not exist, or has no drawn board.
    """
    book, view = _begun(variant)
    plain = _TEXT.sub("", draw(book, view, standalone=False))
    style = f"<style>{escape(css.sheet(look_of(book)))}</style>"
    return plain.replace("<defs>", f"{style}<defs>", 1).encode()


@lru_cache(maxsize=1)
def front() -> bytes:
    """A standard game in its second year, with the orders of the phase and what came of them."""
    game = Table.new("standard", seed=_SEED)
    bot, dice = find_bot("steady"), random.Random(7)
    before = game.view(SPECTATOR)
    for _ in range(_FRONT_PHASES):
        before = game.view(SPECTATOR)
        for power in game.book.powers:
            view = game.view(power_viewer(power.name))
            game.submit(power.name, bot.choose(game.book, view, dice))
        game.advance()
    return draw(game.book, before, game.view(SPECTATOR)).encode()


def _begun(variant: str) -> tuple[Rulebook, View]:
    game = Table.new(variant, seed=_SEED)
    return game.book, game.view(SPECTATOR)
