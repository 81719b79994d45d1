"""Filters: a game's variant, pace and result in words; whether somebody is a guest."""

from __future__ import annotations

from datetime import datetime

from django import template

from legation.server.games import reads
from legation.server.games.create import places as places_of
from legation.server.games.lost import Known
from legation.server.games.models import Game
from legation.server.lobby import catalogue, guests, words

register = template.Library()


@register.filter
def variant_title(game: Game) -> str:
    """What the variant of a game is called."""
    return catalogue.title_of(game.variant)


@register.filter
def pace(game: Game) -> str:
    """How fast it is played."""
    return words.pace(game)


@register.filter
def result(game: Game) -> str:
    """How it ended."""
    return words.result(game)


@register.filter
def press_said(game: Game) -> str:
    """Its press, in words."""
    return f"press {words.PRESS[game.press]}" if game.press != "none" else "no press"


@register.filter
def places(game: Game) -> int:
    """How many players it is for."""
    return places_of(game)


@register.filter
def state_said(game: Game) -> str:
    """Its state, in a word."""
    return words.STATES[game.state]


@register.filter
def sheet_closes(game: Game) -> datetime | None:
    """When all sheets close; of one's own game one's own, where one was given more time."""
    before = getattr(game, "own_respite", None)  # of one's own alone (`reads.with_own`)
    return game.closes if before is None or game.due is None else game.due - before


@register.filter
def stands(game: Game, clock: Known) -> bool:
    """Will its time be moved by what was lost?"""
    return clock.stands(game)


@register.filter
def asks_own(game: Game) -> bool:
    """Is one asked for orders there, in one's own game?"""
    return reads.asks_own(game)


@register.filter
def guest(user: object) -> bool:
    """Is this a guest?"""
    return guests.is_guest(user)


@register.filter
def left(moment: datetime | None, now: datetime) -> str:
    """The time from `now` until a moment, in words."""
    if moment is None:
        return ""
    seconds = (moment - now).total_seconds()
    if seconds <= 0:
        return "now"
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            number = int(seconds // size)
            return f"{number} {word}{'' if number == 1 else 's'}"
    return "less than a minute"


@register.filter
def clause_id(clause: str) -> str:
    """The id that a clause has on the page of the rules: its first word, in small letters."""
    return (clause.split() or [""])[0].lower()
