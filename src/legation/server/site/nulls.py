"""A null in a text or an address: PostgreSQL takes none, and a path with one names nothing."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponseBase

Answer = Callable[[HttpRequest], HttpResponseBase]


def without_nulls(get_response: Answer) -> Answer:
    """Finds nothing at a path with a null; leaves one in a query out, as texts of forms do."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if "\x00" in request.path_info:
            raise Http404
        query = request.META.get("QUERY_STRING", "")
        if "%00" in query:
            request.META["QUERY_STRING"] = query.replace("%00", "")
        return get_response(request)

    return answer


def plain(text: str) -> str:
    """A text that somebody sent, as it is kept: without nulls, and with one kind of line end."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
