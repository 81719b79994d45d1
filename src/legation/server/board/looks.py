"""Styles and faces of boards, each under an address that names its content: kept for a year."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from legation.atlas import css, fonts
from legation.atlas.look import Look, look_of
from legation.errors import LegationError
from legation.rules.rulebook import Rulebook
from legation.variants.load import load

_FOREVER = "public, max-age=31536000, immutable"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


def href_of(book: Rulebook) -> str:
    """The address of the style sheet of a variant's board."""
    return _address(book.variant, look_of(book))


@lru_cache(maxsize=64)
def _address(variant: str, look: Look) -> str:
    return reverse("look", args=[variant, _digest(_sheet(look).encode())])


@lru_cache(maxsize=64)
def _sheet(look: Look) -> str:
    """The rules of a board, its faces by address."""
    faces = "".join(
        f'@font-face{{font-family:"{fonts.FACES[name].family}";font-display:swap;'
        f'src:url("{reverse("face", args=[name, _digest(fonts.face(name))])}") format("woff2")}}'
        for name in look.face_ids
    )
    return faces + css.sheet(look, css.AUTO) + css.nations(look)


@require_safe
def look(request: HttpRequest, variant: str, digest: str) -> HttpResponse:
    """The style sheet of a variant's board."""
    del request
    try:
        text = _sheet(look_of(load(variant)))
    except (LegationError, ImportError, OSError):
        raise Http404 from None
    return _kept(text.encode(), "text/css; charset=utf-8", digest)


@require_safe
def face(request: HttpRequest, name: str, digest: str) -> HttpResponse:
    """A face of type."""
    del request
    if name not in fonts.FACES:
        raise Http404
    return _kept(fonts.face(name), "font/woff2", digest)


def _kept(data: bytes, kind: str, digest: str) -> HttpResponse:
    if digest != _digest(data):
        raise Http404  # an address that was never given out
    answer = HttpResponse(data, content_type=kind)
    answer["Cache-Control"] = _FOREVER
    return answer
