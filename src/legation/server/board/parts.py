"""Pieces of a board's page, for a page that is there and has heard that something has changed.

It asks its own address for them by name. They are rendered of the context of the page itself,
so who may not see the page is sent no piece of it, and what stands in none of them is not made.
"""

from __future__ import annotations

import re
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

PARTS = {
    "board": "board/whole.html",
    "line": "board/line.html",
    "news": "board/news.html",
    "slider": "board/slider.html",
    "stage": "board/stage.html",
}
"""The pieces that can be asked for, and what each is made with. The root of each has its name as an
id; but `slider` has `time`, and `stage` has none: it is of that class."""

_SHAPE = re.compile(r'(<path (?:id="p-[^"]*"|class="(?:between|ground|offwater)")[^>]*?) d="[^"]*"')


def wanted(request: HttpRequest) -> tuple[str, ...]:
    """The pieces that are asked for; none where the page is.

    Raises:
        Http404: for a name that no piece has.
    """
    names = request.GET.get("parts")
    if names is None:
        return ()
    found = tuple(dict.fromkeys(names.split(",")))
    if not PARTS.keys() >= set(found):
        raise Http404
    return found


def sent(request: HttpRequest, names: tuple[str, ...], context: dict[str, Any]) -> HttpResponse:
    """These pieces of the page that this context makes.

    The shapes of provinces are most of a map, and do not change: who says by `ground`
    that he has them is sent it without.
    """
    parts = [PARTS[name] for name in names]
    answer = render(request, "board/parts.html", {**context, "parts": parts})
    if request.GET.get("ground") == context["ground"]:
        answer.content = _SHAPE.sub(r"\1", answer.content.decode()).encode()
    return answer
