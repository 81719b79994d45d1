"""The addresses of the interface for programs."""

from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from legation.server.api import views
from legation.server.api.api import api, wrong

_NOT_ALLOWED = 405


def _said(view: Any) -> Any:
    """A route that answers a wrong method with a sentence, as it answers all that goes wrong."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        answer: HttpResponse = view(request, *args, **named)
        if answer.status_code != _NOT_ALLOWED:
            return answer
        fresh = wrong(request, _NOT_ALLOWED, f"{request.method} is not for this address")
        fresh["Allow"] = answer["Allow"]
        return fresh

    return answered


_routes, _app, _name = api.urls
for _route in _routes:
    _route.callback = _said(_route.callback)

_pages = [
    path("api/", views.index, name="index"),
    path("accounts/tokens/", views.own, name="tokens"),
]
urlpatterns = [
    path("", include((_pages, "api"))),
    path("api/", (_routes, _app, _name)),
    path("api/<path:rest>", views.nothing, name="api-nothing"),
]
