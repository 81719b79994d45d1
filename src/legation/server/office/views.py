"""The page of who runs the site, which nobody else finds, and the log, which everybody may read."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from legation.errors import LegationError
from legation.server.accounts.models import User
from legation.server.lobby.forms import said
from legation.server.office import acts, listed
from legation.server.office.offered import ACTS
from legation.server.running.figures import late
from legation.server.site.sure import Question, ask, is_sure


def may(user: object) -> bool:
    """Does he run the site? His address is confirmed, and named in the settings."""
    return (
        isinstance(user, User)
        and user.is_active
        and user.confirmed_at is not None
        and user.email.lower() in settings.OPERATORS
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def office(request: HttpRequest) -> HttpResponse:
    """What is stuck, accounts, and the acts of an operator; not there for anybody else.

    Raises:
        Http404: for anybody else.
    """
    if not may(request.user):
        raise Http404
    if request.method == "POST":
        return _acted(request)
    text = request.GET.get("find", "").strip()[:100]
    context = {
        "waiting": late(),
        "find": text,
        "accounts": listed.accounts(text) if text else [],
        "suspended": listed.suspended(),
        "log": acts.log(10),
    }
    return render(request, "office/office.html", context)


@require_GET
def log(request: HttpRequest) -> HttpResponse:
    """What operators did, for everybody."""
    return render(request, "office/log.html", {"log": acts.log()})


def _acted(request: HttpRequest) -> HttpResponse:
    """Asks whether he is sure, and then does it."""
    offered = ACTS.get(request.POST.get("what", ""))
    if offered is None:
        return redirect("office")
    given = {word: request.POST.get(word, "") for word in offered.wants}
    if not is_sure(request.POST):
        title = offered.question.format(**{word: text[:60] for word, text in given.items()})
        question = Question(title, (offered.warning, _LOGGED), "Do it")
        return ask(request, question, back=request.path, place="the office", section="office")
    try:
        messages.success(request, offered.do(**given, why=request.POST.get("why", "")))
    except LegationError as error:
        messages.error(request, said(error))
    return redirect("office")


_LOGGED = "It stands in the log of the site with your reason, for everybody to read."
