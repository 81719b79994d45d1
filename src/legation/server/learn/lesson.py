"""A lesson on the page of a board: the same picture, menu and sheet; progress is in the session.

Nobody needs an account for it, and nothing of it is a game: what is written is
kept with the session alone, and carried out by the engine when it will do.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from legation.atlas.draw import Drawn, draw, drawn
from legation.atlas.nations import class_of
from legation.atlas.part import part_of
from legation.errors import LegationError
from legation.rules.survey import survey_of
from legation.server.accounts.limits import sender, spend
from legation.server.board import lines, looks
from legation.server.board.answers import places_of
from legation.server.board.fates import results_of
from legation.server.board.linked import rendered
from legation.server.board.menu import menu_data
from legation.server.board.news import beside
from legation.server.board.page import MODULES
from legation.server.board.rules import clauses_of, rules_of
from legation.server.site.nulls import plain
from legation.server.site.packed import packed
from legation.sight.view import Sheet, View
from legation.table.lessons import Lesson, lessons_of
from legation.table.newsletter import report
from legation.table.sheets import read_sheet

_KEY = "lessons"
_LONGEST = 2000
_OFTEN, _MINUTE = 120, timedelta(minutes=1)
_MANY = "Very much was tried within this minute."


def _lesson(variant: str, number: int) -> Lesson:
    """One lesson, by its number from 1.

    Raises:
        Http404: where there is none.
    """
    try:
        found = lessons_of(variant)
    except (LegationError, ImportError, OSError):
        raise Http404 from None
    if not 1 <= number <= len(found):
        raise Http404
    return found[number - 1]


def _written(request: HttpRequest, variant: str, number: int) -> tuple[str, bool]:
    """What the pupil wrote here, and whether it was carried out."""
    kept = request.session.get(_KEY, {}).get(f"{variant} {number}", ["", False])
    return str(kept[0]), bool(kept[1])


def _keep(request: HttpRequest, variant: str, number: int, typed: str, done: bool) -> None:
    kept = dict(request.session.get(_KEY, {}))
    request.session[_KEY] = {**kept, f"{variant} {number}": [typed, done]}


@never_cache
@require_safe
def begin(request: HttpRequest, variant: str) -> HttpResponse:
    """To the first lesson that was not done yet."""
    _lesson(variant, 1)
    count = len(lessons_of(variant))
    left = (n for n in range(1, count + 1) if not _written(request, variant, n)[1])
    return redirect("lesson", variant, next(left, count))


@never_cache
@require_safe
def lesson(request: HttpRequest, variant: str, number: int) -> HttpResponse:
    """A lesson: its board with what is written, or what came of it."""
    here, count = _lesson(variant, number), len(lessons_of(variant))
    typed, done = _written(request, variant, number)
    book, view, clauses = here.case.book, here.view, clauses_of(variant)
    context: dict[str, Any] = {
        "lesson": here,
        "near": _near(variant, number),
        "variant": variant,
        "game": book.title,
        "number": number,
        "count": count,
        "base": reverse("lesson", args=[variant, number]),
        "phase": view.phase,
        "power": book.nations[here.power],
        "css": class_of(book, here.power),
        "todo": rendered(here.todo, variant, clauses),
        "said": rendered(here.said, variant, clauses),
        "typed": typed,
        "done": done,
        "look": looks.href_of(book),
        "rules": rules_of(variant),
        "modules": MODULES,
        "next": number + 1 if number < count else 0,
    }
    if done:
        before, after = here.played(typed)
        context["picture"] = draw(book, before, after, standalone=False)
        context["results"] = results_of(book, before, after)
        context["told"] = beside(report(book, before, after))
    else:
        context["picture"] = str(_drawn(here, view, typed))
        context["judged"] = lines.judged(book, view, here.power, typed)
    get_token(request)
    return packed(request, render(request, "learn/lesson.html", context))


@lru_cache(maxsize=256)
def _near(variant: str, number: int) -> str:
    """The part of the board that a lesson is about: where its orders are."""
    here = _lesson(variant, number)
    whole = _drawn(here, here.view, "\n".join(here.wanted[0]))
    return part_of(whole.scene, whole.seating)


def _drawn(here: Lesson, view: View, typed: str) -> Drawn:
    """The board with the orders that are written on it."""
    texts = read_sheet(survey_of(here.case.book, view.position), here.power, typed).texts
    return drawn(here.case.book, replace(view, sheets={here.power: Sheet(texts)} if texts else {}))


@never_cache
@require_safe
def menu(request: HttpRequest, variant: str, number: int) -> HttpResponse:
    """What may be ordered in a lesson, and the sheet, as data: as `board.views.menu`."""
    here = _lesson(variant, number)
    book, view = here.case.book, here.view
    typed, _ = _written(request, variant, number)
    return JsonResponse(
        {
            "serial": number,
            "kind": view.phase.kind,
            "pen": here.power,
            **menu_data(book, view, here.power),
            **places_of(book, view),
            "sheet": _sheet(here, typed, number),
        }
    )


def _sheet(here: Lesson, typed: str, number: int) -> dict[str, Any]:
    """A sheet as the scripts of a board want it."""
    view = here.view
    found = lines.judged(here.case.book, view, here.power, typed)
    return {
        "serial": number,
        "typed": typed,
        "edition": 0,
        "lines": found.lines,
        "whole": found.whole,
        "warnings": found.warnings if typed.strip() else [],  # the lesson says what to write
        "count": found.count,
        "settled": False,
        "saved": None,  # nothing is handed in here
        "ending": False,
        "arrows": _drawn(here, view, typed).orders,
    }


@never_cache
@require_POST
def sheet(request: HttpRequest, variant: str, number: int) -> HttpResponse:
    """Writes the sheet of a lesson, or has it carried out; begins it anew."""
    here = _lesson(variant, number)
    spend("lesson", sender(request), _OFTEN, _MINUTE, _MANY)
    before, done = _written(request, variant, number)
    data = request.headers.get("Accept") == "application/json"
    if request.POST.get("again"):
        _keep(request, variant, number, "", False)
        return redirect("lesson", variant, number)
    if done:
        return _answered(request, here, number, "", closed=True) if data else _back(variant, number)
    typed, why = before, ""
    try:
        typed = _typed(request, here, before)
    except LegationError as error:
        why = str(error)
    ready = bool(request.POST.get("ready")) and not why
    will_do = ready and here.does(typed)
    _keep(request, variant, number, typed, will_do)
    if ready and not will_do:
        why = here.otherwise
    if data:
        return _answered(request, here, number, why, closed=will_do)
    if why:
        messages.error(request, why)
    return _back(variant, number)


def _back(variant: str, number: int) -> HttpResponse:
    return redirect("lesson", variant, number)


def _typed(request: HttpRequest, here: Lesson, before: str) -> str:
    """The sheet after what was asked for.

    Raises:
        LegationError: for an order that is none, or a line that is not there.
    """
    post, phase = request.POST, here.view.phase.kind
    typed = plain(post.get("typed", before))[:_LONGEST]
    if post.get("clear"):
        return ""
    if post.get("order"):
        typed = lines.with_order(here.case.book, phase, typed, plain(post["order"])[:_LONGEST])
    if post.get("drop"):
        row = post.get("line", "")
        typed = lines.without_line(typed, int(row) if row.isdecimal() else 0, post["drop"])
    return typed[:_LONGEST]


def _answered(
    request: HttpRequest, here: Lesson, number: int, why: str, *, closed: bool
) -> HttpResponse:
    """What a script is told: the sheet, that it was carried out, or what is wrong."""
    if closed:
        return JsonResponse({"closed": True, "error": "It was carried out."})
    found = _sheet(here, _written(request, here.case.book.variant, number)[0], number)
    if why:
        return JsonResponse({"error": why, "sheet": found}, status=400)
    return JsonResponse(found)
