"""Pieces of a page, for one that is there and has heard that something has changed.

It asks its own address for them by name: `?parts=line,news`. They are rendered of the
context of the page itself, so who may not see the page is sent no piece of it; and what
is dear in that context is made where a template asks for it, so what stands in none of
them is not made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render


def wanted(request: HttpRequest, known: Mapping[str, str]) -> tuple[str, ...]:
    """The pieces that are asked for, of those that a page has; none where the page is.

    `known`: the template of each piece, by its name.

    Raises:
        Http404: for a name that no piece has.
    """
    names = request.GET.get("parts")
    if names is None:
        return ()
    found = tuple(dict.fromkeys(names.split(",")))
    if not known.keys() >= set(found):
        raise Http404
    return found


def sent(
    request: HttpRequest, templates: Iterable[str], context: Mapping[str, Any], title: str = ""
) -> HttpResponse:
    """The pieces that these templates make of the context of a page, which is called so by then."""
    return render(request, "parts.html", {**context, "parts": templates, "called": title})
