"""The page of who runs the site, which nobody else finds, and the log, which everybody may read."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from legation.errors import LegationError
from legation.server.accounts.models import User
from legation.server.lobby.forms import said
from legation.server.office import acts
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
    found = {
        "waiting": late(),
        "find": text,
        "accounts": acts.accounts(text) if text else [],
        "log": acts.log(10),
    }
    return render(request, "office/office.html", found)


@require_GET
def log(request: HttpRequest) -> HttpResponse:
    """What operators did, for everybody."""
    return render(request, "office/log.html", {"log": acts.log()})


def _acted(request: HttpRequest) -> HttpResponse:
    """Asks whether he is sure, and then does it."""
    act = ACTS.get(request.POST.get("what", ""))
    if act is None:
        return redirect("office")
    title, warning, do = act
    if not is_sure(request.POST):
        about = request.POST.get("name", "") or request.POST.get("game", "")
        title = title.format(about=about[:60], to=request.POST.get("to", "")[:60])
        question = Question(title, (warning, _LOGGED), "Do it")
        return ask(request, question, back=request.path, place="the office", section="office")
    try:
        messages.success(request, do(request.POST))
    except LegationError as error:
        messages.error(request, said(error))
    return redirect("office")


def _suspend(post: QueryDict) -> str:
    acts.suspend(name=post.get("name", ""), why=post.get("why", ""))
    return "The account is suspended."


def _reinstate(post: QueryDict) -> str:
    acts.reinstate(name=post.get("name", ""), why=post.get("why", ""))
    return "The account may be used again."


def _rename(post: QueryDict) -> str:
    acts.rename(name=post.get("name", ""), to=post.get("to", ""), why=post.get("why", ""))
    return "The account has another name."


def _stop(post: QueryDict) -> str:
    acts.stop(slug=post.get("game", ""), why=post.get("why", ""))
    return "The clock of the game stands still."


def _go_on(post: QueryDict) -> str:
    acts.go_on(slug=post.get("game", ""), why=post.get("why", ""))
    return "The clock of the game goes on."


def _stop_all(post: QueryDict) -> str:
    return f"The clocks of {acts.stop_all(why=post.get('why', ''))} games stand still."


def _go_on_all(post: QueryDict) -> str:
    return f"The clocks of {acts.go_on_all(why=post.get('why', ''))} games go on."


_LOGGED = "It stands in the log of the site with your reason, for everybody to read."
_OUT = "All sessions and tokens of the account end now, and it is told by mail. Seats stay."
_IN = "The account may be used again, and is told by mail."
_NAME = "Players read the new name everywhere, also in games that are over."
_STILL = "No phase ends until it goes on; orders and press are taken. Players read it."
_ON = "Each phase has the time that it had left."

Act = tuple[str, str, Callable[[QueryDict], str]]
ACTS: Mapping[str, Act] = {
    "suspend": ("Suspend {about}?", _OUT, _suspend),
    "reinstate": ("Let {about} in again?", _IN, _reinstate),
    "rename": ("Call {about} {to}?", _NAME, _rename),
    "stop": ("Stop the clock of {about}?", _STILL, _stop),
    "go-on": ("Let the clock of {about} go on?", _ON, _go_on),
    "stop-all": ("Stop the clocks of all games?", _STILL, _stop_all),
    "go-on-all": ("Let the clocks of all games go on?", _ON, _go_on_all),
}
"""Each act: its question, what comes of it, and how it is done."""
