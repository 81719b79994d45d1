"""Times are shown by the clock of who looks."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

Answer = Callable[[HttpRequest], HttpResponseBase]


def own_zone(get_response: Answer) -> Answer:
    """Activates the time zone of the user for the request."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        user = getattr(request, "user", None)
        if user is None or not user.is_authenticated:
            return get_response(request)
        with timezone.override(ZoneInfo(user.zone)):
            return get_response(request)

    return answer
