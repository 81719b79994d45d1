"""What is over a budget: said at once, with when it may be tried again, and nothing is done."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import timedelta

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render

TOO_LARGE = "legation.too_large"
"""Marks a request whose body was not read: its scope says so, and how much may be sent."""


class OverError(Exception):
    """A budget is spent. `said` is what was too much and what to do, `wait` until when."""

    def __init__(self, said: str, wait: timedelta) -> None:
        super().__init__(said)
        self.said, self.wait = said, wait


class Budgets:
    """Answers for who is over a budget, and for what is too large to be read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Turns away what is too large."""
        most = getattr(request, "scope", {}).get(TOO_LARGE)
        if most is None:
            return self._get_response(request)
        said = f"What you sent is larger than {most} kB, and was not read. Send less at once."
        answer = _answer(request, 413, "Too large", said)
        answer["Connection"] = "close"  # the rest is not waited for
        return answer

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Says what a view would not do."""
        return over(request, error.said, error.wait) if isinstance(error, OverError) else None


def over(request: HttpRequest, said: str, wait: timedelta) -> HttpResponse:
    """The answer to who is over a budget."""
    answer = _answer(request, 429, "Too often", f"{said} Try again in {in_words(wait)}.")
    answer["Retry-After"] = str(max(1, math.ceil(wait.total_seconds())))
    return answer


def in_words(wait: timedelta) -> str:
    """A time to be waited, as a person would say it, rather too long than too short."""
    minutes = max(1, math.ceil(wait / timedelta(minutes=1)))
    if minutes == 1:
        return "a minute"
    hours = math.ceil(minutes / 60)
    return f"{minutes} minutes" if hours == 1 and minutes < 60 else _hours(hours)


def _hours(hours: int) -> str:
    return "an hour" if hours == 1 else f"{hours} hours"


def _answer(request: HttpRequest, status: int, title: str, said: str) -> HttpResponse:
    accepted = request.headers.get("Accept", "")
    answer: HttpResponse
    if "application/json" in accepted or request.path.startswith("/api/"):
        answer = JsonResponse({"error": said}, status=status)
    else:
        answer = render(request, "wrong.html", {"title": title, "text": said}, status=status)
    answer["Cache-Control"] = "no-store"
    return answer
