"""The draft of the next edition: its game master's page, and for everybody else no page."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from legation.errors import InputError, LegationError
from legation.server.accounts.models import User
from legation.server.edition import returned, signing
from legation.server.edition.models import EDITORIAL, HEADING, Draft, Stood
from legation.server.edition.printed import Lines, Sheetful, readable
from legation.server.edition.signing import Written
from legation.server.edition.views import MOST, printed_pdf, printed_picture
from legation.server.games.doors import find
from legation.server.games.models import FORMING, Game
from legation.server.site.nulls import plain
from legation.server.site.sure import Question, ask, is_sure

_SAID = (
    "It gets its number, stands on the pages of the game, and goes to everybody who plays by"
    " letter.",
    "It never changes after that: a mistake is mended by a correction, which is an edition of its"
    " own.",
)


def _mine(request: HttpRequest, slug: str) -> Game:
    """The game whose master asks.

    Raises:
        Http404: where it is not his, or has not begun.
    """
    game, reader = find(request, slug)
    if not reader.master or game.state == FORMING:
        raise Http404
    return game


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def draft(request: HttpRequest, slug: str) -> HttpResponse:
    """Writes, looks at and signs the next edition."""
    game = _mine(request, slug)
    if request.method != "POST":
        return _page(request, game, signing.draft_of(game))
    what = request.POST.get("what", "save")
    try:
        if what in ("sign", "save"):
            return _written(request, game, what == "sign")
        if what == "discard":
            signing.discard(game=game)
            messages.success(request, "The draft is thrown away.")
        elif what == "correct":
            signing.correct(game=game, number=_number(request, "of"))
            messages.success(request, "This is the correction: mend what is wrong, and sign it.")
        else:
            raise Http404
    except LegationError as error:
        return _refused(request, game, error)
    return redirect("edition:draft", slug)


def _written(request: HttpRequest, game: Game, sign: bool) -> HttpResponse:
    """Stores what was written; signs it, once the question was answered."""
    written = Written(
        plain(request.POST.get("heading", "")),
        plain(request.POST.get("editorial", "")),
        _number(request, "number"),
        _number(request, "saves"),
    )
    if sign and is_sure(request.POST):
        user = cast(User, request.user)
        edition = signing.sign(game=game, written=written, user=user)
        messages.success(request, f"Edition {edition.number} is signed, and on its way.")
        return redirect("edition:edition", game.slug, edition.number)
    if sign:
        signing.check(game=game, written=written)
        question = Question(f"Sign edition {written.number}?", _SAID, "Sign it")
        back = f"/games/{game.slug}/editions/draft/"
        return ask(request, question, back=back, place=f"Edition {written.number}")
    signing.save(game=game, written=written)
    messages.success(request, "Stored. Nobody but you is shown it.")
    return redirect("edition:draft", game.slug)


def _refused(request: HttpRequest, game: Game, error: LegationError) -> HttpResponse:
    """The page with what was written, and why nothing came of it."""
    there = signing.draft_of(game)
    there.heading = request.POST.get("heading", there.heading)
    there.editorial = request.POST.get("editorial", there.editorial)
    return _page(request, game, there, readable(error))


def _page(request: HttpRequest, game: Game, there: Draft, wrong: str = "") -> HttpResponse:
    made, stood, lost = _made(game, there)
    context: dict[str, Any] = {
        "section": "games",
        "game": game,
        "draft": there,
        "number": signing.next_number(game),
        "printed": made.printed if made else None,
        "pictured": bool(made and made.picture),
        "stood": stood,
        "wrong": wrong or lost,
        "returned": returned.names(game),
        "longest": {"heading": HEADING, "editorial": EDITORIAL},
    }
    return render(request, "edition/draft.html", context, status=422 if wrong else 200)


def _made(game: Game, there: Draft) -> tuple[Sheetful | None, Lines, str]:
    """The draft as it would be signed, its addresses, and why there is none."""
    try:
        made, stood = signing.drafted(game, there)
    except LegationError as error:
        return None, [], readable(error)
    return made, _lines(stood), ""


def _lines(stood: list[Stood]) -> Lines:
    return [(row.label, row.text) for row in stood]


@never_cache
@require_safe
def draft_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """The draft that is stored, as it would be printed."""
    game = _mine(request, slug)
    made, stood, _ = _made(game, signing.draft_of(game))
    if made is None:
        raise Http404
    return printed_pdf(request, made.printed, made.picture, stood, slug, "draft")


@never_cache
@require_safe
def draft_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """The map of the draft."""
    game = _mine(request, slug)
    made, _, _ = _made(game, signing.draft_of(game))
    return printed_picture(made.picture if made else "")


def _number(request: HttpRequest, name: str) -> int:
    """A number that a form of this page carries.

    Raises:
        InputError: for what is none.
    """
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) <= MOST):
        raise InputError("this form is not from the page of the draft; send it again from there.")
    return int(text)
