"""The routes of the interface. Each asks what a page asks, as the same reader."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, timedelta

from django.http import HttpRequest
from ninja import Router, Schema
from ninja.params.functions import Query

from legation.errors import StateError
from legation.server.api import shapes
from legation.server.api.entry import NotHereError, asker, find
from legation.server.api.tokens import ORDER, PRESS, READ
from legation.server.board.menu import menu_data
from legation.server.games import lost, reads, respites, sheets, stream
from legation.server.games.lost import Known
from legation.server.games.models import Game
from legation.server.games.promise import promise
from legation.server.games.readers import Reader, readers_of
from legation.server.games.so_far import so_far
from legation.server.press import inbox, reading, services
from legation.server.site import moment
from legation.table.plain import view_data

Shape = type[Schema] | type[Sequence[Schema]]
router = Router()
_ROUNDED = timedelta(milliseconds=1)  # JSON has no shorter ones
_WRONG: dict[int, Shape] = dict.fromkeys(
    (400, 401, 403, 404, 409, 413, 422, 429, 500, 503), shapes.Wrong
)


def given(shape: Shape) -> dict[int, Shape]:
    """What a route answers: this, or what went wrong."""
    return {200: shape, **_WRONG}


def _game(game: Game, reader: Reader, clock: Known) -> shapes.GameOut:
    stands = clock.stands(game)
    return shapes.GameOut(
        slug=game.slug,
        name=game.name,
        variant=game.variant,
        options=game.options,
        state=game.state,
        phase=game.phase,
        phase_kind=game.phase_kind,
        serial=game.serial,
        due=None if stands else respites.ends_for(game, reader.power),
        stands=stands,
        ending=game.ending,
        winners=game.winners,
        press=game.press,
        grey=game.grey,
        anonymous=game.anonymous,
        sheets=promise(game),
        power=reader.power,
        master=reader.master,
    )


def seat(request: HttpRequest, slug: str, scope: str) -> tuple[Game, Reader]:
    """A game in which who asks plays, and as what.

    Raises:
        NotHereError: where he does not.
    """
    game, reader = find(request, slug, scope)
    if not reader.power:
        raise NotHereError
    return game, reader


@router.get("/games", response=given(list[shapes.GameOut]), summary="Your games")
def games(request: HttpRequest) -> list[shapes.GameOut]:
    """The games in which you play, wait, or are the master."""
    user = asker(request, READ)
    own = list(reads.own_games(user)[:200])
    readers = readers_of(own, user)
    clock = lost.known(moment.now())
    return [_game(game, readers[game.pk], clock) for game in own]


@router.get("/games/{slug}", response=given(shapes.GameOut), summary="A game")
def game(request: HttpRequest, slug: str) -> shapes.GameOut:
    """What everybody may know of a game."""
    return _game(*find(request, slug, READ), lost.known(moment.now()))


@router.get("/games/{slug}/view", response=given(shapes.ViewOut), summary="What you see")
def view(
    request: HttpRequest, slug: str, number: int | None = Query(None, ge=0, le=shapes.LARGEST)
) -> shapes.ViewOut:
    """The board as you know it, what you were told, your sheet; now, or in an earlier phase."""
    game, reader = find(request, slug, READ)
    seen = reads.view_for(game, reader, number)
    data = {**view_data(reads.book_of(game), seen), "name": game.name}
    return shapes.ViewOut.model_validate({"view": data})


@router.get("/games/{slug}/sheet", response=given(shapes.SheetOut), summary="Your sheet")
def sheet(request: HttpRequest, slug: str) -> shapes.SheetOut:
    """What you have handed in for the phase that is open."""
    game, reader = seat(request, slug, READ)
    own = reads.sheet_for(game, reader)
    return shapes.SheetOut(
        serial=game.serial,
        power=reader.power,
        typed=own.typed if own else "",
        orders=list(own.orders) if own else [],
        settled=bool(own and own.settled),
        saved_at=own.saved_at if own else None,
    )


@router.put("/games/{slug}/sheet", response=given(shapes.SavedOut), summary="Hand in a sheet")
def submit(request: HttpRequest, slug: str, body: shapes.SheetIn) -> shapes.SavedOut:
    """Stored when this is answered. What is wrong with it comes back line by line."""
    game, reader = seat(request, slug, ORDER)
    saved = sheets.submit(
        game=game, power=reader.power, typed=body.typed, settled=body.settled, serial=body.serial
    )
    return _saved(saved)


@router.post("/games/{slug}/settle", response=given(shapes.SavedOut), summary="Ready, or not")
def settle(request: HttpRequest, slug: str, body: shapes.SettleIn) -> shapes.SavedOut:
    """Says that your sheet stands as it is, or takes that back."""
    game, reader = seat(request, slug, ORDER)
    return _saved(
        sheets.settle(game=game, power=reader.power, settled=body.settled, serial=body.serial)
    )


def _saved(saved: sheets.Saved) -> shapes.SavedOut:
    if saved.closed:
        raise StateError("the phase was over when this came; a sheet is kept, and does not count.")
    return shapes.SavedOut(
        orders=list(saved.orders),
        settled=saved.settled,
        errors=[
            shapes.ErrorLine(line=e.line, text=e.text, error=str(e.error)) for e in saved.errors
        ],
        warnings=list(saved.warnings),
        saved_at=saved.saved_at,
    )


@router.get(
    "/games/{slug}/menu",
    response=given(shapes.MenuOut),
    exclude_none=True,  # a group has only those of its keys that say something
    summary="What you may order",
)
def menu(request: HttpRequest, slug: str) -> shapes.MenuOut:
    """The legal orders of your power, judged on what it knows."""
    game, reader = seat(request, slug, READ)
    seen = reads.view_for(game, reader)
    if seen.over:
        raise StateError("the game is over.")
    menu = menu_data(reads.book_of(game), seen, reader.power)
    return shapes.MenuOut.model_validate(
        {"serial": game.serial, "power": reader.power, "menu": menu}
    )


@router.get("/games/{slug}/press", response=given(list[shapes.ThreadOut]), summary="Your press")
def threads(request: HttpRequest, slug: str) -> list[shapes.ThreadOut]:
    """The threads that you read, the latest first."""
    scope = reading.scope_of(*find(request, slug, PRESS))
    return [
        shapes.ThreadOut(
            key=c.key, title=c.title, last=c.last, unread=c.unread, closed=scope.closed(c.key)
        )
        for c in inbox.circles(scope)
    ]


@router.get(
    "/games/{slug}/press/{key}", response=given(list[shapes.MessageOut]), summary="A thread"
)
def thread(request: HttpRequest, slug: str, key: str) -> list[shapes.MessageOut]:
    """Its messages, the oldest first. `public` is to all, `grey` unsigned; others name members."""
    scope = _thread(request, slug, key)
    rows = list(inbox.messages(scope, key))[-500:]
    return [
        shapes.MessageOut(
            sender=inbox.signed(m, key, scope), text=m.text, phase=m.phase, made_at=m.made_at
        )
        for m in rows
    ]


@router.post("/games/{slug}/press/{key}", response=given(shapes.SentOut), summary="Write press")
def write(request: HttpRequest, slug: str, key: str, body: shapes.MessageIn) -> shapes.SentOut:
    """Sends a message to a thread; the key of a new one names its members."""
    scope = _thread(request, slug, key)
    user = asker(request, PRESS)
    services.send(game=scope.game, user=user, key=key, text=body.text, token=body.token)
    return shapes.SentOut(sent=True)


@router.post(
    "/games/{slug}/press/{key}/read", response=given(shapes.ReadOut), summary="Press was read"
)
def mark_read(request: HttpRequest, slug: str, key: str, body: shapes.ReadIn) -> shapes.ReadOut:
    """Says that you have read a thread until then; to read it is not enough."""
    scope = _thread(request, slug, key)
    until = body.until if body.until.tzinfo else body.until.replace(tzinfo=UTC)
    read = [m for m in inbox.messages(scope, key) if m.made_at - _ROUNDED < until]
    if read:
        services.mark_read(message=read[-1], user=asker(request, PRESS))
    return shapes.ReadOut(read=len(read))


def _thread(request: HttpRequest, slug: str, key: str) -> reading.Scope:
    """A game's press as who asks reads it, where a thread is his.

    Raises:
        NotHereError: where it is not.
    """
    scope = reading.scope_of(*find(request, slug, PRESS))
    if not scope.has(key):
        raise NotHereError
    return scope


@router.get("/games/{slug}/events", response=given(shapes.EventsOut), summary="What happened")
def events(request: HttpRequest, slug: str, since: str = "") -> shapes.EventsOut:
    """The kinds of what you were told since, without content: fetch what you may see.

    For a stream of them ask `/games/{slug}/events` as a browser does.
    """
    game, reader = find(request, slug, READ)
    now = so_far(game).told(reader.audiences)
    kinds = stream.kinds_of(game.pk, reader, stream.heard(since[:60], now), now)
    return shapes.EventsOut(since=stream.written(now), kinds=kinds)
