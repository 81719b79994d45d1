"""The page of the interface, the page of one's tokens, and the answer to what is no route."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from legation.errors import LegationError
from legation.server.accounts.models import User
from legation.server.api import tokens
from legation.server.api.api import NOT_HERE, api
from legation.server.api.forms import TokenForm
from legation.server.site import moment

_LONGEST_NUMBER = 15


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every route, out of the schema."""
    return render(request, "api/index.html", {"routes": list(_routes())})


def _routes() -> Iterator[dict[str, object]]:
    schema = api.get_openapi_schema()
    shapes = schema["components"]["schemas"]
    for path, methods in schema["paths"].items():
        for method, route in methods.items():
            body = route.get("requestBody", {}).get("content", {}).get("application/json", {})
            yield {
                "method": method.upper(),
                "path": path,
                "summary": route.get("summary", ""),
                "text": route.get("description", ""),
                "query": [p["name"] for p in route.get("parameters", ()) if p["in"] == "query"],
                "takes": _fields(shapes, body.get("schema", {})),
                "gives": _fields(shapes, _given(route)),
            }


def _given(route: dict[str, Any]) -> dict[str, Any]:
    content = route["responses"].get(200, route["responses"].get("200", {})).get("content", {})
    schema: dict[str, Any] = content.get("application/json", {}).get("schema", {})
    items: dict[str, Any] = schema.get("items", schema)
    return items


def _fields(shapes: dict[str, Any], schema: dict[str, Any]) -> list[tuple[str, str]]:
    shape = shapes.get(schema.get("$ref", "").rpartition("/")[2], {})
    return [(name, f.get("description", "")) for name, f in shape.get("properties", {}).items()]


@csrf_exempt
def nothing(request: HttpRequest, rest: str) -> HttpResponse:
    """What is no route."""
    del request, rest
    return JsonResponse({"error": NOT_HERE}, status=404)


@sensitive_post_parameters()
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest) -> HttpResponse:
    """One's tokens: to make one, which is shown once, or to revoke one."""
    user = cast(User, request.user)
    fresh, status = "", 200
    making = request.method == "POST" and "revoke" not in request.POST
    form = TokenForm(request.POST if making else None)
    if request.method == "POST":
        number = request.POST.get("revoke", "")
        if number.isascii() and number.isdecimal() and len(number) < _LONGEST_NUMBER:
            tokens.revoke(user=user, number=int(number))
            messages.success(request, "The token is revoked.")
            return redirect("api:tokens")
        try:
            if form.is_valid():
                fresh = tokens.make(user=user, **form.cleaned_data)
        except LegationError as error:
            form.add_error(None, str(error)[:1].upper() + str(error)[1:])
        status = 422 if form.errors else 200
    shown = TokenForm() if fresh else form
    context = {"fresh": fresh, "form": shown, "tokens": tokens.of(user), "now": moment.now()}
    return render(request, "api/tokens.html", context, status=status)
