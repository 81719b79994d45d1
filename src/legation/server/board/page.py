"""What stands on a board page, put together from Views."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from legation.board.position import UNCOUNTED, UNSEEN
from legation.errors import LegationError
from legation.rules.reports import Fact
from legation.rules.rulebook import Rulebook
from legation.server.board import looks
from legation.server.board.clock import by_clock, time_said
from legation.server.board.fates import results_of
from legation.server.board.lines import Judged, judged
from legation.server.board.past import Stop, stops
from legation.server.board.pens import EVERYTHING, Sitting, sheet_of
from legation.server.board.pictures import picture
from legation.server.games import reads, stream
from legation.sight.view import View
from legation.table.newsletter import Page, report

Context = dict[str, Any]
_MODULES = ("map", "orders", "rows", "sheet", "numbers", "make", "clock")
"""Scripts that the first one asks for; the page names them so that they come with it."""


def context(request: HttpRequest, sitting: Sitting, phase: int | None) -> Context:
    """All that the template of the board asks for.

    Raises:
        Http404: for a phase that the game has not come to.
    """
    game, reader, book = sitting.game, sitting.reader, sitting.book
    heard = stream.written(stream.counts(game.pk, reader))
    now = sitting.view()
    past = phase is not None and phase != now.number
    shown = sitting.view(phase) if past else now
    news = shown if past else _before(sitting, now)
    known = stops(sitting, now, shown.number)
    found: Context = {
        "game": game,
        "sitting": sitting,
        "book": book,
        "view": shown,
        "past": past,
        "live": sitting.seat and not past,
        "heard": heard,
        "picture": picture(sitting, shown, now if past else None),
        "look": looks.href_of(book),
        "rules": rules_of(book),
        "time": time_said(game, timezone.now()),
        "mark": _mark(book, now),
        "stops": known,
        "stop": known[shown.number],
        "back": _near(known, shown.number - 1),
        "next": _near(known, shown.number + 1),
        "results": results_of(book, news, now) if news is not None else [],
        "news": _news(book, sitting, news, now),
        "news_phase": news,
        "lore": lore_rows(book, shown),
        "ways": _ways(sitting),
        "links": _links(sitting, news),
        "modules": _MODULES,
    }
    if not past:
        found |= orders_context(sitting, now)
    if sitting.pen:
        get_token(request)  # the cookie that the forms' token goes with
    return found


def orders_context(sitting: Sitting, now: View) -> Context:
    """The sheet that the reader writes, and how it stands."""
    pen = sitting.pen
    if not pen:
        return {"pen": ""}
    sheet = sheet_of(sitting)
    typed = sheet.typed if sheet else ""
    found: Judged = judged(sitting.book, now, pen, typed)
    late = reads.late_for(sitting.game, sitting.reader)
    return {
        "pen": pen,
        "typed": typed,
        "judged": found,
        "settled": bool(sheet and sheet.settled),
        "master": not sitting.reader.power,
        "sealed": bool(sheet and sheet.settled and not sitting.reader.power),
        "disorder": pen in now.disorder,
        "saved": by_clock(sheet.saved_at) if sheet else "",
        "late": late,
        "help": [kind for kind in sitting.book.order_types.values() if _now(kind, now, pen)],
    }


def _now(kind: Any, now: View, pen: str) -> bool:
    return kind.phase == now.phase.kind and (not kind.powers or pen in kind.powers)


def _before(sitting: Sitting, now: View) -> View | None:
    """The phase whose report is the news: the one before, or the last of a finished game."""
    return sitting.view(now.number - 1) if now.number else None


def _near(known: list[Stop], number: int) -> Stop | None:
    return known[number] if 0 <= number < len(known) else None


def _mark(book: Rulebook, view: View) -> Context | None:
    nation = book.nations.get(view.viewer.power)
    return {"name": nation.name, "mark": nation.mark} if nation else None


def _news(book: Rulebook, sitting: Sitting, before: View | None, now: View) -> Page | None:
    """The report of a phase, as the reader heard it; None before the first has ended."""
    if before is None or before.number >= now.number:
        return None
    after = now if before.number + 1 == now.number else sitting.view(before.number + 1)
    page = report(book, before, after)
    orders = page.sections[:1] if page.sections and page.sections[0].title != "News" else ()
    rest = page.sections[len(orders) :]
    return Page(page.game, page.variant, page.reader, page.phase, rest, page.after)


def _ways(sitting: Sitting) -> list[tuple[str, str, bool]]:
    """As whom the game may be seen: name, address, and is it seen so now?"""
    base = f"/games/{sitting.game.slug}/"
    found = [("as you sit", base, sitting.seat)]
    for held in sitting.reader.past:
        here = sitting.holding == held.pk
        found.append((f"as {held.seat.power}, until you left", f"{base}?holding={held.pk}", here))
    if sitting.game.ending:
        here = sitting.opened == EVERYTHING
        found.append(("opened", f"{base}?as={EVERYTHING}", here))
        for power in sitting.book.powers:
            here = sitting.opened == power.name
            found.append((f"as {power.name}", f"{base}?as={power.name}", here))
    return found if len(found) > 1 else []


def _links(sitting: Sitting, news: View | None) -> Mapping[str, str]:
    """Addresses of other rooms, where they are built."""
    slug = sitting.game.slug
    wanted: dict[str, tuple[str, list[object]]] = {
        "press": ("press:panel", [slug]),
        "votes": ("game-votes", [slug]),
        "about": ("game-about", [slug]),
        "log": ("desk:log", [slug]),
    }
    if sitting.reader.master:
        wanted["desk"] = ("desk:desk", [slug])
    if news is not None and sitting.seat:
        wanted["report"] = ("game-report", [slug, news.number])
    found = {}
    for key, (name, args) in wanted.items():
        try:
            found[key] = reverse(name, args=args)
        except NoReverseMatch:
            continue
    return found


def rules_of(book: Rulebook) -> str:
    """The address of the rules page of a variant."""
    return reverse("rules-of", args=[book.variant])


def lore_rows(book: Rulebook, view: View) -> list[str]:
    """What the reader knows beside the board, in the variant's words."""
    hidden = (UNSEEN, UNCOUNTED)
    facts: dict[str, Fact] = {
        **{k: v for k, v in view.position.facts.items() if k not in hidden},
        **view.lore,
    }
    rows = []
    for name, value in facts.items():
        if value == () or value == "":
            continue
        said = ", ".join(value) if isinstance(value, tuple) else str(value)
        template = book.wording.get(f"lore-{name}")
        try:
            rows.append(template.format(value=said) if template else _plain(name, said))
        except (LegationError, KeyError, IndexError):
            rows.append(_plain(name, said))
    return rows


def _plain(name: str, said: str) -> str:
    label = name.replace("-", " ")
    return f"{label[:1].upper()}{label[1:]}: {said}."
