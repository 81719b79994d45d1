"""The signs on a board, as pages list them: drawn, named, explained."""

from __future__ import annotations

from django.utils.html import escape
from django.utils.safestring import SafeString

from legation.atlas.legend import Sampled, signs
from legation.rules.rulebook import Rulebook
from legation.server.board.linked import linked
from legation.server.board.rules import clauses_of

Row = tuple[str, str, SafeString]


def signs_of(book: Rulebook, named: Sampled) -> list[Row]:
    """The signs of a picture: the sample as SVG, its name, what it means as HTML."""
    clauses = clauses_of(book.variant)
    return [
        (sign.drawn, sign.name, linked(escape(sign.said), book.variant, clauses))
        for sign in signs(book, named)
    ]
