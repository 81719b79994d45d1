"""A page compressed: by ISA-L, since zlib takes as long for a map as all the rest of a page."""

from __future__ import annotations

import re
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from legation.server.site import lasting

_TAKES = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")


def takes_packed(request: HttpRequest) -> bool:
    """Does who asks take a page compressed?"""
    return _takes(request.META.get("HTTP_ACCEPT_ENCODING", ""))


@lru_cache(maxsize=256)
def _takes(said: str) -> bool:
    return bool(_TAKES.search(said))


def packed(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """The answer compressed, where the browser takes that."""
    patch_vary_headers(answer, ("Accept-Encoding",))
    if not takes_packed(request):
        answer.content = lasting.whole(answer)
        return answer
    answer.content = lasting.packed(answer)
    answer["Content-Encoding"] = "gzip"
    answer["Content-Length"] = str(len(answer.content))
    return answer
