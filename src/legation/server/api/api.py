"""The interface as a whole: who is let in, and how what goes wrong is said."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

import legation
from legation.errors import InputError, LegationError
from legation.server.api.ahead import router as ahead
from legation.server.api.delays import router as delays
from legation.server.api.entry import BySession, ByToken, NotHereError, ScopeError, TooOftenError
from legation.server.api.routes import router

NOT_HERE = "There is no such thing here, or it is not yours."
_ENTER = "Sign in, or send a token: Authorization: Bearer legation_... (see /api/)."

api = NinjaAPI(
    title="Legation",
    version=legation.__version__,
    description="What the pages show, as data, to whom they show it.",
    auth=[ByToken(), BySession()],
    docs_url=None,
    openapi_url="openapi.json",
    urls_namespace="interface",
)
api.add_router("", router)
api.add_router("", ahead)
api.add_router("", delays)


def wrong(request: HttpRequest, status: int, text: str) -> HttpResponse:
    """What went wrong, as a sentence."""
    said = " ".join(text.split())
    said += "" if said.endswith((".", "?")) else "."
    return api.create_response(request, {"error": said[:1].upper() + said[1:]}, status=status)


@api.exception_handler(LegationError)
def _refused(request: HttpRequest, error: Exception) -> HttpResponse:
    return wrong(request, 422 if isinstance(error, InputError) else 409, str(error))


@api.exception_handler(NotHereError)
@api.exception_handler(Http404)
def _not_here(request: HttpRequest, error: Exception) -> HttpResponse:
    del error
    return wrong(request, 404, NOT_HERE)


@api.exception_handler(ScopeError)
def _not_for_that(request: HttpRequest, error: Exception) -> HttpResponse:
    return wrong(request, 403, f"This token is not for that: it lacks the scope {error}.")


@api.exception_handler(TooOftenError)
def _too_often(request: HttpRequest, error: Exception) -> HttpResponse:
    del error
    answer = wrong(request, 429, "You ask too often; wait some minutes.")
    answer["Retry-After"] = "600"
    return answer


@api.exception_handler(AuthenticationError)
def _nobody(request: HttpRequest, error: Exception) -> HttpResponse:
    del error
    answer = wrong(request, 401, _ENTER)
    answer["WWW-Authenticate"] = "Bearer"
    return answer


@api.exception_handler(HttpError)
def _http(request: HttpRequest, error: HttpError) -> HttpResponse:
    return wrong(request, error.status_code, str(error))


@api.exception_handler(ValidationError)
def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    first = error.errors[0] if error.errors else {}
    where = ".".join(str(part) for part in first.get("loc", ()) if part not in ("body",))
    return wrong(request, 422, f"{where}: {first.get('msg', 'is not as it should be')}.")
