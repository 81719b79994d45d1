"""The page of a game whose record cannot be read, in the place of the server's mistake."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from legation.server.games.damage import tell
from legation.server.games.records import DamagedError
from legation.server.running.views import wrong


class Damaged:
    """Says that a record cannot be read, and who was told."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Passes a request on."""
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answers for a view that met such a record."""
        if not isinstance(error, DamagedError):
            return None
        said = f"What is kept of this game cannot be read. {tell(error)}"
        return wrong(request, 500, "This game is damaged", said)
