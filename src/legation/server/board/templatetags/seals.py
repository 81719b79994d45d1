"""Tags: the mark of a power in its colour, wherever a page names the power."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from legation.atlas.look import look_of
from legation.atlas.nations import class_of
from legation.errors import FileError
from legation.server.board.looks import href_of
from legation.server.games import reads
from legation.server.games.models import Game

register = template.Library()


@register.simple_tag
def colours(game: Game) -> SafeString:
    """The sheet in which the seals of a game have their colours: that of its board."""
    book = reads.rules_there(game)
    try:
        return (
            format_html('<link rel="stylesheet" href="{}">', href_of(book))
            if book
            else SafeString()
        )
    except FileError:  # a variant that nobody has drawn
        return SafeString()


@register.simple_tag
def seal(game: Game, name: object) -> SafeString:
    """The seal of the power of this name, and nothing where it names no power.

    It says what the name beside it says, and no more: who is not told a name gets no seal.
    """
    book = reads.rules_there(game)
    nation = book.nations.get(str(name)) if book else None
    if book is None or nation is None:
        return SafeString()
    css = class_of(book, nation.name)
    return format_html(
        '<abbr class="seal nation-{}" aria-hidden="true">{}</abbr> ', css, nation.mark
    )


@register.simple_tag
def chip(game: Game, name: object) -> SafeString:
    """A seal in a list of games of many kinds, whose sheets would not agree on colours."""
    book = reads.rules_there(game)
    nation = book.nations.get(str(name)) if book else None
    if book is None or nation is None:
        return SafeString()
    css = class_of(book, nation.name)
    try:
        variables = look_of(book).variables["light"]
    except FileError:
        return SafeString()
    return format_html(
        '<svg class="chip" aria-hidden="true" viewBox="0 0 26 18" width="26" height="18">'
        '<rect width="26" height="18" fill="{}"/><text x="13" y="13.5" fill="{}">{}</text></svg> ',
        variables[f"{css}-body"],
        variables[f"{css}-on"],
        nation.mark,
    )
