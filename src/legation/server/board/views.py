"""The board: its page, its menu, and the sheet that is written beside it."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from legation.errors import LegationError
from legation.rules.survey import survey_of
from legation.server.accounts.models import User
from legation.server.board import answers, lines, page, parts
from legation.server.board.made import drawn, shown
from legation.server.board.pens import (
    NotOpenError,
    Sitting,
    judgements_of,
    sheet_of,
    sitting,
)
from legation.server.board.steps import step
from legation.server.devices.marks import keep
from legation.server.games import sheets
from legation.server.games.doors import find
from legation.server.games.late import power_of
from legation.server.games.models import Game
from legation.server.games.reads import Handed
from legation.server.games.sheets import Saved
from legation.server.site.nulls import plain
from legation.server.site.packed import packed

_LATE_FOR = "the phase was over when this came. It is kept in the log; it does not count."
_LATE = "The phase was over when this came. What you wrote is kept below; it does not count."
_NOTHING_NEW = "The phase was over when this came. It said nothing that was not saved before."
_SURE = "sure"  # ready, though somebody was told what is left out


class UnsureError(LegationError):
    """Somebody is ready who has left something out; he is asked whether he means it."""


def number_of(text: str) -> int | None:
    """A number out of an address; None where there is none.

    Raises:
        Http404: for what is no number.
    """
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise Http404
    return int(text)


@require_safe
def board(request: HttpRequest, slug: str, power: str = "") -> HttpResponse:
    """The board of a game, now or at an earlier phase, as the reader knows it; or pieces of it.

    `power`: as the game master enters orders for its player; here and below.
    """
    try:
        at = sitting(request, slug, power)
    except NotOpenError:
        return redirect(f"/games/{slug}/desk/#others")
    if not at.game.phase:
        return redirect("game-about", slug)
    phase, facts = number_of(request.GET.get("phase", "")), page.facts_of(at)
    pieces = parts.wanted(request)

    def make() -> HttpResponse:
        if pieces:
            return parts.sent(request, pieces, page.context(request, at, phase, facts))
        answer = drawn(request, at, phase, facts)
        own = at.seat and phase is None and (at.reader.power or at.reader.master)
        return keep(answer) if own else answer

    return shown(request, at, facts, make)


@require_safe
def menu(request: HttpRequest, slug: str, power: str = "") -> HttpResponse:
    """What the reader may order now, and his sheet, as data."""
    at = _writing(request, slug, power)
    facts = page.facts_of(at)

    def make() -> HttpResponse:
        view = at.view_with(facts.sheet)
        data = answers.sheet_data(at, view, facts.sheet, facts=facts)
        return answers.menu_with(at, view, data)

    return shown(request, at, facts, make)


@never_cache
@require_safe
def steps(request: HttpRequest, slug: str, power: str = "") -> HttpResponse:
    """What may come next in an order that is asked for field by field."""
    at = _writing(request, slug, power)
    survey = survey_of(at.book, at.view().position)
    chosen = request.GET.getlist("v")[:12]
    try:
        values, text = step(survey, at.pen, request.GET.get("verb", ""), chosen)
    except LegationError as error:
        return JsonResponse(answers.wrong(str(error)), status=400)
    return JsonResponse({"values": values, "text": text})


@never_cache
@require_POST
def sheet(request: HttpRequest, slug: str, power: str = "") -> HttpResponse:
    """Writes the reader's sheet: as typed, with an order more or less, ready or not.

    Answers a script with the sheet as it is then stored, a form with the page.
    """
    serial = number_of(request.POST.get("serial", ""))
    try:
        at = sitting(request, slug, power)
    except NotOpenError:
        return _not_open(request, slug, power, serial)
    try:
        saved = _write(request, at, serial)
    except sheets.ElsewhereError as error:
        return _elsewhere(request, at, error)
    except UnsureError as error:
        return _refused(request, at, str(error), unsure=True)
    except LegationError as error:
        return _refused(request, at, str(error))
    if saved.closed:
        return _closed(request, at, saved)
    if request.headers.get("Accept") == "application/json":
        stored = _handed(saved)
        data = answers.sheet_data(at, at.view_with(stored), stored, saved)
        return packed(request, JsonResponse(data))
    bad = sum(1 for error in saved.errors if error.line)
    lacks = f"{bad} line is no order" if bad == 1 else f"{bad} lines are no orders"
    text = f"Saved. {lacks} yet; see below." if bad else "Saved."
    messages.success(request, text)
    return redirect(_back(request, at))


def _not_open(request: HttpRequest, slug: str, power: str, serial: int | None) -> HttpResponse:
    """A sheet that the game master has not opened, or not in this phase: it is kept, and noted."""
    game, _ = find(request, slug)
    by, post = cast(User, request.user).name, request.POST
    typed = post.get("typed", post.get("order", ""))
    try:
        saved = sheets.submit(game=game, power=power, typed=typed, serial=serial, by=by)
        why = _LATE_FOR if saved.closed else ""
    except LegationError as error:
        why = str(error)
    if request.headers.get("Accept") == "application/json":
        now = Game.objects.get(pk=game.pk)
        return JsonResponse(answers.wrong(why, closed=True, serial=now.serial), status=409)
    messages.error(request, f"{why[:1].upper()}{why[1:]}")
    return redirect(f"/games/{slug}/desk/#others")


def _writing(request: HttpRequest, slug: str, power: str = "") -> Sitting:
    try:
        at = sitting(request, slug, power)
    except NotOpenError:
        raise Http404 from None
    if not at.pen:
        raise Http404
    return at


def _handed(saved: Saved) -> Handed:
    """A sheet that was just stored, as who wrote it would read it now."""
    assert saved.saved_at is not None, "nothing was stored"
    return Handed(saved.typed, saved.orders, saved.settled, saved.edition, saved.saved_at)


def _write(request: HttpRequest, at: Sitting, serial: int | None) -> Saved:
    game, power, post = at.game, at.pen or power_of(at.book, at.reader), request.POST
    if power and serial is not None and serial != game.serial:
        typed, order = post.get("typed"), post.get("order", "")
        return sheets.submit(
            game=game,
            power=power,
            typed=" ".join(order.split()) if typed is None else typed,
            serial=serial,
            by=at.by,
            added=typed is None,
        )
    if not at.pen:
        raise LegationError("you have no sheet to write in this phase.")
    typed = plain(_typed(at) if (given := post.get("typed")) is None else given)
    serial, phase = game.serial, game.phase_kind  # of the phase that was looked at, or late
    if post.get("clear"):
        return sheets.clear(game=game, power=power, serial=serial, by=at.by)
    if post.get("order"):
        typed = lines.with_order(at.book, phase, typed, _ordered(at, post.get("order", "")))
    if post.get("drop"):
        at_line = number_of(post.get("line", "")) or 0
        typed = lines.without_line(typed, at_line, post.get("drop", ""))
    ready = {"yes": True, _SURE: True, "no": False}.get(post.get("ready", ""))
    saved = sheets.submit(
        game=game,
        power=power,
        typed=typed,
        settled=False if ready else ready,
        serial=serial,
        edition=number_of(post.get("edition", "")),
        by=at.by,
        reopens=True,  # who changes his orders is not ready until he says so again
    )
    if ready and not saved.closed:
        _check_whole(saved)
        if post.get("ready") != _SURE:
            _check_meant(at, typed)
        done = sheets.settle(game=game, power=power, settled=True, serial=serial, by=at.by)
        return done if not done.closed else saved
    return saved


def _typed(at: Sitting) -> str:
    """What is typed on the sheet that he writes."""
    sheet = sheet_of(at)
    return sheet.typed if sheet else ""


def _check_whole(saved: Saved) -> None:
    """Lets nobody be ready by mistake: every line is an order, or is taken away.

    Raises:
        LegationError: where a line is none; what was typed is stored.
    """
    if saved.errors:
        first = saved.errors[0]
        why = f"line {first.line} is no order." if first.line else str(first.error)
        raise LegationError(f"saved, but you are not ready yet: {why}")


def _check_meant(at: Sitting, typed: str) -> None:
    """Lets nobody leave an order out by mistake, or seal what is sealed for good.

    Raises:
        UnsureError: where something is left out, or it is for good; the sheet is stored.
    """
    view = at.view()
    lacks = page.reading_of(at, view, typed, judgements_of(at, view)).lacks
    if at.seals:
        lacks = f"{lacks} Sealed is for good.".strip()
    if lacks:
        raise UnsureError(f"{lacks} Press again if you mean it.")


def _ordered(at: Sitting, text: str) -> str:
    """An order out of a form, its numbers put in.

    Raises:
        OrderError: where it is none.
    """
    text = " ".join(text.split())
    why = lines.is_order(at.book, at.game.phase_kind, text)
    if why:
        raise LegationError(why)
    return text


def _refused(request: HttpRequest, at: Sitting, why: str, *, unsure: bool = False) -> HttpResponse:
    if request.headers.get("Accept") == "application/json":
        answer = answers.wrong(why, unsure=True) if unsure else answers.wrong(why)
        fresh = sitting(request, at.game.slug, at.writes_for)
        if fresh.pen:
            answer["sheet"] = answers.sheet_data(fresh, fresh.view(), sheet_of(fresh))
        return JsonResponse(answer, status=200 if unsure else 409)
    messages.error(request, f"{why[:1].upper()}{why[1:]}")
    return _given_back(request, at) or redirect(_back(request, at, "?sure=yes" if unsure else ""))


def _given_back(request: HttpRequest, at: Sitting) -> HttpResponse | None:
    """The board with what was typed and is nowhere stored; None where there is no such thing.

    The text of who has no seat any more is his still. What is refused of a sheet
    that is another's stands in the log.
    """
    typed = plain(request.POST.get("typed", ""))
    if not typed.strip() or at.writes_for or not at.game.phase:
        return None
    fresh = sitting(request, at.game.slug)
    stored = sheet_of(fresh)
    if stored and stored.typed == typed:
        return None
    context = page.context(request, fresh, None, page.facts_of(fresh))
    return render(request, "board/board.html", {**context, "mine": typed}, status=409)


def _elsewhere(request: HttpRequest, at: Sitting, why: LegationError) -> HttpResponse:
    """What is stored, and beside it what was typed here: who wrote both chooses."""
    if request.headers.get("Accept") == "application/json":
        sheet = answers.sheet_data(at, at.view(), sheet_of(at))
        return JsonResponse(answers.wrong(str(why), elsewhere=True, sheet=sheet), status=409)
    context = page.context(request, at, None, page.facts_of(at))
    typed = request.POST.get("typed")
    if typed is not None:
        context["mine"] = typed
    messages.error(request, f"{str(why)[:1].upper()}{str(why)[1:].rstrip('.')}; it is below.")
    return render(request, "board/board.html", context, status=409)


def _closed(request: HttpRequest, at: Sitting, saved: Saved) -> HttpResponse:
    said = _LATE if saved.kept else _NOTHING_NEW
    if at.by:  # the same whatever its player has sent
        said = f"{_LATE_FOR[:1].upper()}{_LATE_FOR[1:]}"
    if request.headers.get("Accept") == "application/json":
        now = Game.objects.get(pk=at.game.pk)
        kept = saved.kept or bool(at.by)
        answer = answers.wrong(said, closed=True, kept=kept, serial=now.serial)
        return JsonResponse(answer, status=409)
    messages.error(request, said)
    return redirect(_back(request, at))


def _back(request: HttpRequest, at: Sitting, query: str = "") -> str:
    room = "lists/" if request.POST.get("back") == "lists" else ""
    return f"{at.base}{room}{query}#orders"
