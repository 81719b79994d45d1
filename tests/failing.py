"""The addresses of the server, and some that fail as it is told: for who looks at the pages."""

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from legation.server import urls
from legation.server.urls import *  # noqa: F403  (what is said where something fails)

_FAULTS = {
    400: SuspiciousOperation,
    403: PermissionDenied,
    500: RuntimeError,
    503: OperationalError,
}


@csrf_exempt
def fails(request: HttpRequest, status: int) -> HttpResponse:
    """Fails as a view does that is answered by this status."""
    del request
    raise _FAULTS[status]("database is locked" if status == 503 else "as it was asked to")


urlpatterns = [*urls.urlpatterns, path("fails/<int:status>/", fails)]
