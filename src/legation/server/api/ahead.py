"""The routes of orders for later: for who writes them alone; the game master has none of them."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router
from ninja.params.functions import Query

from legation.server.api import shapes
from legation.server.api.routes import given, seat
from legation.server.api.tokens import ORDER
from legation.server.games.later import Writer, keep, use_of
from legation.server.games.models import Game
from legation.server.games.readers import Reader
from legation.server.games.reads import book_of
from legation.server.games.waiting import became_for, uses, waiting_for

router = Router()


@router.get("/games/{slug}/later", response=given(shapes.LaterOut), summary="Orders for later")
def later(request: HttpRequest, slug: str) -> shapes.LaterOut:
    """What you have written ahead for each use, and what became of it. Nobody else reads it."""
    game, reader = seat(request, slug, ORDER)
    return shapes.LaterOut(
        serial=game.serial,
        power=reader.power,
        texts=_texts(game, reader),
        became=[
            shapes.BecameOut(
                title=each.title,
                serial=each.serial,
                phase=each.phase,
                said=list(each.said),
                typed=each.typed,
                made_at=each.made_at,
            )
            for each in became_for(game, reader)
        ],
    )


@router.put(
    "/games/{slug}/later/{use}", response=given(shapes.TextOut), summary="Write orders for later"
)
def keep_later(request: HttpRequest, slug: str, use: str, body: shapes.TextIn) -> shapes.TextOut:
    """In place of what waited; refused, and that stays, where a line is not understood."""
    return _kept(request, slug, use, body.typed, body.edition)


@router.delete(
    "/games/{slug}/later/{use}", response=given(shapes.TextOut), summary="Take them back"
)
def withdraw_later(
    request: HttpRequest,
    slug: str,
    use: str,
    edition: int | None = Query(None, ge=0, le=shapes.LARGEST),
) -> shapes.TextOut:
    """Nothing waits then. With `edition` that one alone is taken back."""
    return _kept(request, slug, use, "", edition)


def _kept(
    request: HttpRequest, slug: str, name: str, typed: str, edition: int | None
) -> shapes.TextOut:
    game, reader = seat(request, slug, ORDER)
    use = use_of(book_of(game), name)
    keep(Writer(game=game, power=reader.power, user=reader.user), use, typed, edition)
    return next(text for text in _texts(game, reader) if text.use == use.name)


def _texts(game: Game, reader: Reader) -> list[shapes.TextOut]:
    """For each use what waits; nothing, of edition 0, where nothing does."""
    waits = {text.use: text for text in waiting_for(game, reader)}
    found = []
    for use in uses(book_of(game)):
        text = waits.get(use)
        found.append(
            shapes.TextOut(
                use=use.name,
                title=use.said,
                typed=text.typed if text else "",
                edition=text.edition if text else 0,
                saved_at=text.saved_at if text else None,
            )
        )
    return found
