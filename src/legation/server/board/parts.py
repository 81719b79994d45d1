"""Pieces of a board's page (`site.parts`), and of a map what its reader has not yet."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpRequest, HttpResponse

from legation.server.site import parts

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
    return parts.wanted(request, PARTS)


def sent(request: HttpRequest, names: tuple[str, ...], context: dict[str, Any]) -> HttpResponse:
    """These pieces of the page that this context makes.

    The shapes of provinces are most of a map, and do not change: who says by `ground`
    that he has them is sent it without.
    """
    title = f"{context['game'].name} · {context['stop'].name} · Legation"
    answer = parts.sent(request, [PARTS[name] for name in names], context, title)
    if request.GET.get("ground") == context["ground"]:
        answer.content = _SHAPE.sub(r"\1", answer.content.decode()).encode()
    return answer
