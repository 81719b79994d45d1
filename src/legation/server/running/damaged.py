"""The page of a game that cannot be read, or whose rules fail, in place of the server's mistake."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from legation.errors import LegationError
from legation.server.games.damage import tell
from legation.server.games.models import Game
from legation.server.games.records import DamagedError, FaultyError, check_rules
from legation.server.running.views import wrong
from legation.variants.faults import line_of


class Damaged:
    """Says that a record cannot be read, and who was told."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Passes a request on."""
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answers for a view that met such a record."""
        fault = _of(request, error)
        if fault is None:
            return None
        if isinstance(fault, FaultyError):
            said = f"The rules of this game fail; what was written is kept. {tell(fault)}"
            return wrong(request, 500, "The rules of this game fail", said)
        said = f"What is kept of this game cannot be read. {tell(fault)}"
        return wrong(request, 500, "This game is damaged", said)


def _of(request: HttpRequest, error: Exception) -> DamagedError | None:
    """What is wrong with the game that a request was about, where it is that."""
    if isinstance(error, DamagedError):
        return error
    at, match = line_of(error), request.resolver_match
    if not (at or isinstance(error, LegationError)):
        return None
    slug = match.kwargs.get("slug", "") if match else ""
    row = Game.objects.filter(slug=slug).first()
    if row is None:
        return None
    try:
        check_rules(row)
    except FaultyError as fault:
        return fault
    return FaultyError(slug, f"{type(error).__name__} at {at}") if at else None
