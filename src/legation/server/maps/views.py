"""Pictures of boards that are no game's."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from legation.errors import LegationError
from legation.server.games.doors import find
from legation.server.lobby.catalogue import card_of
from legation.server.maps import pictures
from legation.server.maps.gameboards import public_board
from legation.server.site.policy import PICTURE

_YEAR = 60 * 60 * 24 * 365
_HOUR = 60 * 60
_MINUTE = 60


@require_safe
def opening(request: HttpRequest, variant: str) -> HttpResponse:
    """The board with which a variant begins."""
    return _picture(request, variant, pictures.opening)


@require_safe
def small(request: HttpRequest, variant: str) -> HttpResponse:
    """The same without its lettering."""
    return _picture(request, variant, pictures.small)


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """The picture of the front page."""
    return _answer(request, pictures.front())


@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """The board of a game as everybody sees it who may see it; all of it when it is over."""
    row, _ = find(request, slug)
    try:
        answer = _answer(request, public_board(row))
    except LegationError:
        raise Http404 from None
    answer["Cache-Control"] = f"private, max-age={_MINUTE}"
    return answer


def _picture(request: HttpRequest, variant: str, draw: Callable[[str], bytes]) -> HttpResponse:
    if card_of(variant) is None:
        raise Http404
    try:
        return _answer(request, draw(variant))
    except LegationError:
        raise Http404 from None


def _answer(request: HttpRequest, picture: bytes) -> HttpResponse:
    answer = HttpResponse(picture, content_type="image/svg+xml")
    answer["Content-Security-Policy"] = PICTURE
    # The address of a page's picture changes with the picture.
    patch_cache_control(answer, public=True, max_age=_YEAR if request.GET.get("v") else _HOUR)
    return answer
