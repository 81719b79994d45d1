"""Editions as they were signed, for everybody who may see the game, and one's own address."""

from __future__ import annotations

from datetime import timedelta
from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from legation.errors import LegationError
from legation.server.accounts.limits import sender, spend
from legation.server.accounts.models import User
from legation.server.edition import addresses, letters, paper
from legation.server.edition.models import ADDRESS, Edition
from legation.server.edition.printed import Lines, Printed, readable
from legation.server.games.doors import find
from legation.server.games.models import FORMING, Game
from legation.server.site.policy import PICTURE

MOST = 2**31 - 1
_TYPESET, _HOUR = 60, timedelta(hours=1)


@never_cache
@require_safe
def all_of(request: HttpRequest, slug: str) -> HttpResponse:
    """The editions of a game, the latest first, and the address with which one stands in them."""
    game, reader = find(request, slug)
    if game.state == FORMING:
        raise Http404
    signed = Edition.objects.filter(game=game).select_related("corrects").order_by("-number")
    context = {
        "section": "games",
        "game": game,
        "reader": reader,
        "editions": [(each.number, Printed.kept(each.printed)) for each in signed],
        "may_stand": addresses.may(game, reader),
        "own": addresses.own(game, reader),
        "longest": ADDRESS,
    }
    return render(request, "edition/all.html", context)


@never_cache
@require_POST
def address(request: HttpRequest, slug: str) -> HttpResponse:
    """Gives one's own address, or withdraws it."""
    game, reader = find(request, slug)
    if game.state == FORMING or not (addresses.may(game, reader) or addresses.own(game, reader)):
        raise Http404
    user = cast(User, request.user)
    try:
        if request.POST.get("what") == "withdraw":
            addresses.withdraw(game=game, user=user)
            said = (
                "Your address is withdrawn: no page shows it any more. Letters that were sent and"
                " sheets that were printed cannot be called back."
            )
        else:
            text = request.POST.get("text", "")
            addresses.give(game=game, reader=reader, user=user, text=text)
            said = "You stand in the editions that are signed from now on, as you have written it."
    except LegationError as error:
        messages.error(request, readable(error))
    else:
        messages.success(request, said)
    return redirect("edition:all", slug)


@never_cache
@require_safe
def edition(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """An edition as a page."""
    game, there, printed, stood = _signed(request, slug, number)
    corrected = there.corrections.order_by("-number").values_list("number", flat=True).first()
    reader = find(request, slug)[1]
    context = {
        "section": "games",
        "game": game,
        "reader": reader,
        "printed": printed,
        "stood": stood,
        "pictured": bool(there.picture),
        "corrected": corrected,
    }
    return render(request, "edition/edition.html", context)


@never_cache
@require_safe
def as_text(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The same as text."""
    _, _, printed, stood = _signed(request, slug, number)
    return HttpResponse(letters.text(printed, stood), content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def as_pdf(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The same as PDF."""
    _, there, printed, stood = _signed(request, slug, number)
    return printed_pdf(request, printed, there.picture, stood, slug, str(number))


@never_cache
@require_safe
def picture(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Its map."""
    there = _signed(request, slug, number)[1]
    return printed_picture(there.picture)


def _signed(request: HttpRequest, slug: str, number: int) -> tuple[Game, Edition, Printed, Lines]:
    """An edition that was signed, with the addresses that stand in it still.

    Raises:
        Http404: where there is none, or the game is not his to see.
    """
    game, _ = find(request, slug)
    rows = Edition.objects.filter(game=game, number=min(number, MOST))
    there = rows.select_related("game").first()
    if there is None:
        raise Http404
    return game, there, Printed.kept(there.printed), addresses.of(there)


def printed_picture(drawn: str) -> HttpResponse:
    """A map as an answer."""
    if not drawn:
        raise Http404
    answer = HttpResponse(drawn, content_type="image/svg+xml")
    answer["Content-Security-Policy"] = PICTURE
    return answer


def printed_pdf(
    request: HttpRequest, printed: Printed, drawn: str, stood: Lines, slug: str, name: str
) -> HttpResponse:
    """An edition as PDF, or where the renderer is not installed a sentence that says so.

    Raises:
        OverError: for who has very many typeset, from wherever he is.
    """
    spend("typeset", sender(request), _TYPESET, _HOUR, "Very many editions were typeset for you.")
    try:
        made = paper.pdf(printed, drawn, stood)
    except LegationError:
        messages.error(
            request, "This server has no renderer for PDF. The page prints as it is, too."
        )
        return redirect("edition:all", slug)
    answer = HttpResponse(made, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="edition-{name}.pdf"'
    return answer
