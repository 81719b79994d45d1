"""What if: on a phase as the reader knows it he orders for everybody. Nothing is stored.

The page is that of a board, with the same composer; each answer is made of what was
sent with the question, by clicks, as a text, or from one supposed phase to the next.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from legation.atlas.legend import sampled
from legation.atlas.scene import scene_of
from legation.errors import LegationError
from legation.rules.survey import survey_of
from legation.server.accounts.limits import seldom, sender
from legation.server.board import lines, looks
from legation.server.board.advising import advice_on
from legation.server.board.answers import places_of, wrong
from legation.server.board.news import beside
from legation.server.board.page import MODULES
from legation.server.board.pens import Sitting, sheet_of, sitting
from legation.server.board.rules import rules_of
from legation.server.board.signs import signs_of
from legation.server.board.standings import table_of
from legation.server.board.steps import step
from legation.server.board.supposing import (
    Trial,
    judged_all,
    menu_of_all,
    orders_of,
    orders_told,
    with_order,
)
from legation.server.games.sheets import LONGEST
from legation.server.site.nulls import plain
from legation.server.site.over import OverError
from legation.server.site.packed import packed
from legation.sight.view import View
from legation.table.knowing import by_dice, proviso
from legation.table.newsletter import report

Data = dict[str, Any]
_OFTEN, _MINUTE = 60, timedelta(minutes=1)
_ADVICE = 10  # questions to bots in a minute, which take a second each
_MANY = "Very much was tried within this minute."
_DIGITS = 6  # of the number of a line
_MOST = 8
"""Phases that are supposed one after the other."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def what_if(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A phase as the reader knows it, with orders for everybody, and what comes of them.

    A script that `ask`s gets data: the ``menu`` of everybody, the ``steps`` of an
    order that is asked for field by field, or the ``sheet`` after what was done to it.
    """
    at = sitting(request, slug)
    if not at.game.phase:
        return redirect("game-about", slug)
    if not seldom("what-if", _who(request), _OFTEN, _MINUTE):
        raise OverError(_MANY, _MINUTE)
    if request.POST.get("advise") and not seldom("advice", _who(request), _ADVICE, _MINUTE):
        raise OverError(_MANY, _MINUTE)
    view, ask, why = at.view(number), request.POST.get("ask", ""), ""
    done, typed = _sent(request) if request.method == "POST" else ((), _first(at, view))
    trial = Trial(at.book, view, done, typed)
    try:
        trial = _changed(request, trial)
        _ = trial.came
    except LegationError as error:
        why, trial = str(error), _before(trial)
    if ask == "steps":
        return _steps(request, trial)
    data = _state(at, trial)
    if ask == "menu":
        menu = {
            **menu_of_all(at.book, trial.here, at.pen),
            **places_of(at.book, trial.here),
            "serial": len(done),
        }
        return JsonResponse({**menu, "sheet": data})
    if ask:
        return JsonResponse(wrong(why, sheet=data) if why else data, status=409 if why else 200)
    get_token(request)
    page = _page(at, trial, data, why) | {"advice": advice_on(request, at.game, trial, at.pen)}
    return packed(request, render(request, "board/what_if.html", page))


def _who(request: HttpRequest) -> str:
    return str(request.user.pk) if request.user.is_authenticated else sender(request)


def _sent(request: HttpRequest) -> tuple[tuple[str, ...], str]:
    """The sheets of the phases before, and the one that is written.

    Raises:
        Http404: for more than a page ever sends.
    """
    post = request.POST
    done = tuple(plain(text) for text in post.getlist("sheet"))
    typed = plain(post.get("typed", ""))
    if len(done) > _MOST or any(len(text) > LONGEST for text in (*done, typed)):
        raise Http404
    if post.get("back"):
        return done[:-1], done[-1] if done else ""
    if post.get("on") and len(done) < _MOST:
        return (*done, typed), ""
    return done, typed


def _first(at: Sitting, view: View) -> str:
    """With what it begins: his own sheet, or the orders of a past phase as they were told him."""
    now = at.view()
    if view.number != now.number:
        return orders_told(at.book, view, now)
    own = view.sheets.get(at.pen) if at.pen else None
    return orders_of(at.pen, own.orders) if own else ""


def _changed(request: HttpRequest, trial: Trial) -> Trial:
    """The same with an order more or less, or with none.

    Raises:
        LegationError: for an order that is none, or a line that is not there.
    """
    post, typed = request.POST, trial.typed
    if post.get("clear"):
        return replace(trial, typed="")
    if post.get("order"):
        text = " ".join(plain(post["order"]).split())
        typed = with_order(trial.book, trial.here, typed, post.get("power", ""), text)
    if post.get("drop"):
        line = post.get("line", "")
        at = int(line) if line.isascii() and line.isdecimal() and len(line) < _DIGITS else 0
        typed = lines.without_line(typed, at, post["drop"])
    return replace(trial, typed=typed) if typed != trial.typed else trial


def _before(trial: Trial) -> Trial:
    """A trial that can be shown, where what was asked cannot.

    Raises:
        Http404: where what was done before cannot be: no page sent that.
    """
    try:
        _ = trial.here
    except LegationError:
        raise Http404 from None
    try:
        _ = trial.came
    except LegationError:
        return replace(trial, typed="")
    return trial


def _steps(request: HttpRequest, trial: Trial) -> HttpResponse:
    """What may come next in an order that is asked for field by field."""
    survey, post = survey_of(trial.book, trial.here.position), request.POST
    try:
        chosen = post.getlist("v")[:12]
        values, text = step(survey, post.get("power", ""), post.get("verb", ""), chosen)
    except LegationError as error:
        return JsonResponse(wrong(str(error)), status=400)
    return JsonResponse({"values": values, "text": text})


def _state(at: Sitting, trial: Trial) -> Data:
    """The sheet as the scripts of a board want it, and what came of it."""
    found, picture, came = judged_all(at.book, trial.here, trial.typed), trial.picture, trial.came
    told = {
        "came": came,
        "past": True,
        "results": trial.results,
        "rules": rules_of(at.book.variant),
        "far": proviso(at.book, came.before.phase, trial.view.viewer) if came else "",
        "dice": by_dice(at.book, came.thrown) if came else (),
        "sections": beside(report(at.book, came.before, came.after)) if came else (),
    }
    return {
        "serial": len(trial.done),
        "typed": trial.typed,
        "edition": 0,
        "lines": trial.with_fates(found.lines),
        "whole": found.whole,
        "warnings": found.warnings,
        "count": found.count,
        "settled": False,
        "saved": None,
        "own": trial.sheet_of(at.pen) if at.pen else "",
        "came": render_to_string("board/supposed.html", told),
        "standings": render_to_string("board/standings.html", _standings(at, trial)),
        "arrows": picture.orders,
        "units": picture.units,
    }


def _standings(at: Sitting, trial: Trial) -> Data:
    """How it would stand after what is ordered, as far as the reader knows it.

    Before anything is supposed it stands as he knows it; what he was never told is not counted
    on the board that is played on, and it is said that there is such.
    """
    came, known = trial.came, table_of(at.book, trial.view)
    if came is None and not trial.done:
        return {"standings": known, "supposed": True}
    table = table_of(at.book, came.after if came else trial.here)
    table = replace(table, far=table.far or known.far)
    return {"standings": table, "supposed": True, "then": came is not None}


def _page(at: Sitting, trial: Trial, data: Data, why: str) -> Data:
    """All that the template asks for."""
    view, now = trial.view, at.view()
    sheet = sheet_of(at) if view.number == now.number and not trial.done else None
    can = at.pen and view.number == now.number and not trial.done and at.pen not in now.disorder
    return {
        **_standings(at, trial),
        "sitting": at,
        "game": at.game,
        "book": at.book,
        "view": view,
        "here": trial.here,
        "data": data,
        "picture": str(trial.picture),
        "signs": signs_of(at.book, sampled(at.book, scene_of(at.book, trial.here))),
        "look": looks.href_of(at.book),
        "rules": rules_of(at.book.variant),
        "modules": MODULES,
        "back": at.query(phase=view.number if view.number != now.number else None),
        "done": trial.done,
        "over": trial.here.over,
        "onward": not trial.here.over and len(trial.done) < _MOST,
        "takes": can and not (at.seals and sheet and sheet.settled),
        "edition": sheet.edition if sheet else 0,
        "wrong": why,
    }
