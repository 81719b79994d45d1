"""Figures of the server in Prometheus' text form: how it goes, and nothing of any game.

They are for who runs the server: to a request from this machine itself, or with
the token of the settings. To all others there is no such page.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterator
from ipaddress import ip_address

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from legation.server.accounts.models import User
from legation.server.games.models import STATES, Game
from legation.server.running.figures import figures

_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")
_METHODS = ("GET", "HEAD", "POST", "PUT")

_registry = CollectorRegistry()
_requests = Histogram(
    "legation_request_seconds",
    "Time from a request to the head of its answer, of the process that tells it.",
    ("process", "method", "status"),
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
    registry=_registry,
)


class _Stored(Collector):
    """What the database says of how it goes; every process tells the same."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The figures, or only that there are none now."""
        try:
            figures_now = dict(_figures())
        except DatabaseError:
            figures_now = {}
        up = GaugeMetricFamily("legation_database_up", "Does the database answer? 1 is yes.")
        up.add_metric([], float(bool(figures_now)))
        yield up
        for name, (said, value) in figures_now.items():
            if value is not None:
                yield GaugeMetricFamily(f"legation_{name}", said, value=value)
        if figures_now:
            yield _games()


def _figures() -> Iterator[tuple[str, tuple[str, float | None]]]:
    now = figures()
    yield "accounts", ("Accounts that have begun.", User.objects.filter(is_active=True).count())
    yield "workers", ("Workers seen within half a minute.", now.workers)
    yield "late_deadlines", ("Deadlines that no worker took within a lease.", now.late)
    yield "stuck_deadlines", ("Deadlines that were tried three times and failed.", now.stuck)
    yield "standing_games", ("Games whose rules failed, and whose clock is stopped.", now.standing)
    stood = None if now.stood is None else now.stood.total_seconds()
    yield "longest_standing_seconds", ("Since the first of these stopped.", stood)
    yield "waiting_letters", ("Letters that are due.", now.waiting)
    yield "refused_letters", ("Letters that the mail server refused for good.", now.refused)
    yield "waiting_jobs", ("Boards, checks and trials that designers wait for.", now.jobs)
    age = None if now.backup is None else now.backup.total_seconds()
    yield "backup_age_seconds", ("How long ago the last backup was made.", age)


def _games() -> GaugeMetricFamily:
    counted = dict(Game.objects.order_by().values_list("state").annotate(Count("pk")))
    states = GaugeMetricFamily("legation_games", "Games, by state.", labels=["state"])
    for state in STATES:
        states.add_metric([state], counted.get(state, 0))
    return states


_registry.register(_Stored())


def timed(
    answer: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """A middleware: how long requests take, by method and status, never by address."""

    def asked(request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = answer(request)
        method = request.method if request.method in _METHODS else "other"
        seen = _requests.labels(str(os.getpid()), method, str(response.status_code))
        seen.observe(time.perf_counter() - began)
        return response

    return asked


def may_read(request: HttpRequest) -> bool:
    """Does this come from this machine, past no proxy, or with the token of the settings?"""
    word = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if settings.METRICS_TOKEN:
        return secrets.compare_digest(word.encode(), settings.METRICS_TOKEN.encode())
    if any(header in request.headers for header in _FORWARDED):
        return False  # the proxy is on this machine, and who asks it may be anywhere
    try:
        return ip_address(str(request.META.get("REMOTE_ADDR", ""))).is_loopback
    except ValueError:
        return False


@never_cache
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The figures."""
    if not may_read(request):
        raise Http404
    return HttpResponse(generate_latest(_registry), content_type=CONTENT_TYPE_LATEST)
