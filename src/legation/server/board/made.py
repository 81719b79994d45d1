"""What a page of a game is made of, so that it is made again when its reader sees another game.

A page is made of Views, and of what was asked of the database for it. So the
counts of what its reader was told stand for the record (`games.so_far`), which
is not even read: a change that he is not told of, such as another's vote, moves
no mark, and costs his next page no time. Who sees more than he is told of, the
game master above all, has pages that are of one version of the record.

Most of a board's page is the same whatever he writes. So that is kept, made of
a page on which none of those facts stands but whether he may still write, with
places for the parts that hang on them (`apart`); and these alone are made when
he has written something.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from legation.server.board import page
from legation.server.board.page import Context, Facts
from legation.server.board.pens import Sitting
from legation.server.board.pictures import picture
from legation.server.games.models import OF_RECORD
from legation.server.site.answered import BESIDE, answered, key_of, stored
from legation.server.site.kept import Kept, Key
from legation.server.site.lasting import has, in_places, place
from legation.sight.viewer import GAME_MASTER

_APART = {name: place(at) for at, name in enumerate(("line", "orders", "thumb", "signs", "heard"))}
"""The parts of a board's page that hang on what is asked of the database for it."""
_OWN = {
    "signs": _APART["signs"],
    "heard": _APART["heard"],
    "picture": "".join(place(len(_APART) + at) for at in range(3)),  # below the orders, they, above
}
_rests: Kept[bytes] = Kept(room=16_000_000, size=lambda rest: len(rest) + BESIDE)


def shown(
    request: HttpRequest, at: Sitting, facts: Facts, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """What `make` shows of a game to who looks at it, or has shown him before."""
    return answered(request, _made_of(at, facts), make, lambda: at.told.holds(at.game))


def _made_of(at: Sitting, facts: Facts) -> Key:
    sheets: Hashable = None
    if at.seat and at.sight.viewer == GAME_MASTER:
        sheets = tuple(sorted((p, s.orders, s.settled) for p, s in at.view().sheets.items()))
    made_of = (at.reader, stored(at.game, without=OF_RECORD), facts, sheets)
    return at.told.key(at.sight, made_of)


def drawn(request: HttpRequest, at: Sitting, phase: int | None, facts: Facts) -> HttpResponse:
    """The page of a board at a phase, or now, in parts."""
    bare = replace(page.NO_FACTS, sealed=facts.sealed)
    key = key_of(request, _made_of(at, bare))  # before a token is drawn for who has none
    context = page.context(request, at, phase, facts)
    text = render_to_string("board/apart.html", {**context, "apart": _APART}, request)
    apart = in_places(text.encode())
    own = [apart.get(number, b"") for number in range(len(_APART))]
    found = picture(at, context["view"], at.view() if context["past"] else None)
    below, above = found.parts
    rest = _rests.find(key) if key else None
    if rest is None:
        rest = _rest(request, page.context(request, at, phase, bare))
        if key and at.told.holds(at.game):
            _rests.keep(key, rest)
    return has(HttpResponse(rest), [*own, below, found.orders.encode(), above])


def _rest(request: HttpRequest, context: Context) -> bytes:
    """A page of a board with places for what hangs on the facts."""
    context = {**context, "apart": _APART, **_OWN}
    return render_to_string("board/board.html", context, request).encode()
