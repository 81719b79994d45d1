"""What stands on a board page, put together from Views."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.safestring import SafeString

from legation.atlas.layers import shapes_mark
from legation.atlas.legend import sampled
from legation.atlas.nations import class_of
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Judged as Judgements
from legation.server.board import looks, standings
from legation.server.board.clock import by_clock, time_said
from legation.server.board.fragments import fragment
from legation.server.board.lines import Judged, judged
from legation.server.board.news import heard, news_of, own_of
from legation.server.board.past import Stop, stops
from legation.server.board.pens import EVERYTHING, Sitting, sheet_of
from legation.server.board.pictures import picture
from legation.server.board.rules import rules_of
from legation.server.board.signs import signs_of
from legation.server.board.written import written_so
from legation.server.games import absences, lost, respites, stream
from legation.server.games.awaited import awaited
from legation.server.games.late import Late, late_for
from legation.server.games.models.later import STANDING
from legation.server.games.promise import promise
from legation.server.games.reads import Handed
from legation.server.games.seldom import beside
from legation.server.games.stream import Counts
from legation.server.games.traced import Told, traces_for
from legation.server.games.waiting import (
    Became,
    Text,
    Use,
    became_for,
    by_post,
    falls_back,
    waiting_for,
)
from legation.server.site import moment
from legation.server.site.addresses import address
from legation.sight.view import View
from legation.sight.viewer import SPECTATOR
from legation.table.knowing import lore_rows
from legation.table.primers import has_primer

Context = dict[str, Any]
MODULES = (
    *(f"board/{name}.js" for name in ("map", "legible", "orders", "rows", "sheet", "numbers")),
    *(f"board/{name}.js" for name in ("make", "parts", "play", "clock", "chime")),
    "legation/hear.js",
    "legation/parts.js",
)
"""Scripts that the first one asks for; the page names them so that they come with it."""
_ROOMS = {
    "press": "press:panel",
    "votes": "game-votes",
    "about": "game-about",
    "log": "desk:log",
}
"""The views to which a page links, beside its own."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a board page is made of, beside who looks, the row of the game and its record.

    `counts` are of what the reader was told: no View of his changes without them.
    """

    sheet: Handed | None
    late: Late | None
    traces: tuple[Told, ...]
    waits: tuple[Text, ...]
    became: tuple[Became, ...]
    counts: Counts
    time: str
    later: str
    """Why it lasts longer than others, where somebody is away."""
    until: datetime | None
    """When the reader's sheet closes; None also where that is still to be moved."""
    by_post: bool
    """Has the player no account for whom he enters orders?"""
    awaited: tuple[str, ...]
    """Who is not ready, where all may see it."""
    sealed: bool = False
    """Has the game master sealed what he writes himself, for good?"""


NO_FACTS = Facts(None, None, (), (), (), (), "", "", None, by_post=False, awaited=())
"""Of a page on which nothing stands that is asked of the database for it."""


def facts_of(sitting: Sitting) -> Facts:
    """All that is asked of the database for a page; what is made of it asks for no more."""
    game, reader = sitting.game, sitting.reader
    until, at = respites.ends_for(game, sitting.pen), moment.now()
    stands = lost.known(at).stands(game)
    writes = bool(sitting.pen) and not sitting.seals
    sits, there = sitting.seat and not sitting.writes_for, beside(game, reader)
    sheet = there.own if sitting.pen == reader.power else sheet_of(sitting)
    return Facts(
        sheet=sheet,
        late=late_for(game, reader) if sits and there.late else None,
        traces=traces_of(sitting) if there.traces else (),
        waits=waiting_for(game, reader, sitting.pen) if writes and there.waits else (),
        became=became_for(game, reader, sitting.pen, now=True) if writes and there.became else (),
        counts=sitting.told.told(reader.audiences),
        time=time_said(game, at, until, respites.are_shut(game, at), stands),
        later=absences.why_later(game, at),
        until=None if stands else until,
        by_post=bool(sitting.writes_for) and by_post(game, sitting.writes_for),
        awaited=awaited(game),
        sealed=bool(sheet and sheet.settled and sitting.seals),
    )


def traces_of(sitting: Sitting) -> tuple[Told, ...]:
    """What a game master did with the sheet that is shown, in the phase that is open."""
    if not sitting.pen or sitting.seals:
        return ()
    return tuple(traces_for(sitting.game, sitting.reader, sitting.pen, now=True))


def traces_said(traces: Iterable[Told]) -> list[str]:
    """These as sentences, by the reader's clock."""
    return [each.said(by_clock(each.made_at)) for each in traces]


def context(request: HttpRequest, sitting: Sitting, phase: int | None, facts: Facts) -> Context:
    """All that the template of the board asks for; what is dear is made when it is asked for.

    Raises:
        Http404: for a phase that the game has not come to.
    """
    game, book, now = sitting.game, sitting.book, sitting.view_with(facts.sheet)
    past = phase is not None and phase != now.number
    shown = sitting.view(phase) if past else now
    news = cache(lambda: [heard(sitting, shown.number, now)] if past else news_of(sitting, now))
    known = stops(sitting, now, shown.number)
    live = not past and not sitting.told_to
    parts: Context = {
        "game": game,
        "sitting": sitting,
        "book": book,
        "view": shown,
        "past": past,
        "live": sitting.seat and not past,
        "heard": stream.written(facts.counts),
        "picture": lambda: str(picture(sitting, shown, now if past else None)),
        "ground": shapes_mark(book),
        "look": looks.href_of(book),
        "rules": rules_of(book.variant),
        "has_primer": has_primer(book.variant),
        "signs": cache(lambda: _signs(sitting, shown, now)),
        "time": facts.time,
        "later": facts.later,
        "until": facts.until,
        "awaited": facts.awaited,
        "mark": _mark(book, now),
        "stops": known,
        "stop": known[shown.number],
        "tables": sitting.query(phase=shown.number if past else None),
        "back": _near(known, shown.number - 1),
        "next": _near(known, shown.number + 1),
        "standings": cache(lambda: _standings(sitting, shown)),
        "news": news,
        "own": cache(lambda: own_of(news(), now.viewer.power) if live else []),
        "lore": cache(lambda: known_beside(book, shown)),
        "ways": _ways(sitting),
        "readers": told_apart(sitting),
        "promise": promise(game),
        "links": _links(sitting, lambda: news()[-1].number if news() else None),
        "modules": MODULES,
    }
    if not past:
        parts |= orders_context(sitting, facts, now)
        parts["sure"] = request.GET.get("sure") == "yes"
    if sitting.pen:
        parts["csrf_token"] = get_token(request)  # of the forms, and the cookie that goes with it
    return parts


def orders_context(sitting: Sitting, facts: Facts, now: View) -> Context:
    """The sheet that the reader writes, and how it stands."""
    pen, sheet, late = sitting.pen, facts.sheet, facts.late
    answered = bool(sheet and late and sheet.saved_at > late.came_at)
    came = {"late": late, "late_open": not answered}
    if not pen:
        return {"pen": "", **came}
    typed = sheet.typed if sheet else ""
    reading = reading_of(sitting, now, typed, waits=facts.waits)
    return {
        "pen": pen,
        **came,
        "typed": typed,
        "edition": sheet.edition if sheet else 0,
        "judged": reading,
        "settled": bool(sheet and sheet.settled),
        "master": sitting.seals,
        "sealed": facts.sealed,
        "traces": traces_said(facts.traces),
        "by_post": facts.by_post,
        "waits": facts.waits,
        "became": facts.became,
        "disorder": pen in now.disorder,
        "saved": by_clock(sheet.saved_at) if sheet else "",
        "forms": lambda: _forms(sitting, now),
    }


def reading_of(
    sitting: Sitting,
    view: View,
    typed: str,
    before: Judgements | None = None,
    waits: Sequence[Text] | None = None,
) -> Judged:
    """The sheet that he writes as it was judged, and what becomes of it where it is bare.

    `waits` is what he has written ahead, where that was asked already.
    """
    reading = judged(sitting.book, view, sitting.pen, typed, before)
    if not reading.bare or sitting.seals:
        return reading
    if waits is None:
        waits = waiting_for(sitting.game, sitting.reader, sitting.pen)
    standing = Use(STANDING, sitting.game.phase_kind)
    for text in waits:
        if text.use == standing:
            return reading.falling_back(falls_back(sitting.book, view, text.typed))
    return reading


def _signs(sitting: Sitting, shown: View, now: View) -> SafeString:
    """The signs on the map, of which some are of the orders that wait."""
    drawn = picture(sitting, shown, None if shown is now else now)
    named = sampled(sitting.book, drawn.scene)
    return fragment(
        sitting,
        "board/signs.html",
        (shown.number, now.number, named),
        lambda: {"signs": signs_of(sitting.book, named)},
    )


def _standings(sitting: Sitting, shown: View) -> SafeString:
    """How the game stands, as a strip and as a table."""
    of = (shown.number, shown.over)
    return fragment(
        sitting,
        "board/standings.html",
        of,
        lambda: {
            "game": sitting.game,
            "sitting": sitting,
            "standings": standings.table_of(sitting.book, shown),
        },
    )


def _forms(sitting: Sitting, now: View) -> SafeString:
    """How orders are written."""
    return fragment(
        sitting,
        "board/forms.html",
        (now.number, sitting.pen),
        lambda: {
            "help": written_so(sitting.book, now, sitting.pen),
            "rules": rules_of(sitting.book.variant),
        },
    )


def _near(known: list[Stop], number: int) -> Stop | None:
    return known[number] if 0 <= number < len(known) else None


def _mark(book: Rulebook, view: View) -> Context | None:
    nation = book.nations.get(view.viewer.power)
    if nation is None:
        return None
    return {"name": nation.name, "mark": nation.mark, "css": class_of(book, nation.name)}


def _ways(sitting: Sitting) -> list[tuple[str, str, bool]]:
    """As whom the game may be seen: name, address, and is it seen so now?"""
    base = f"/games/{sitting.game.slug}/"
    now = "as you sit" if sitting.reader.power or sitting.reader.master else "as it is now"
    ways = [(now, base, sitting.seat)]
    for held in sitting.reader.past:
        here = sitting.holding == held.pk
        ways.append((f"as {held.seat.power}, until you left", f"{base}?holding={held.pk}", here))
    if sitting.game.ending:
        named = [(f"as {power.name}", power.name) for power in sitting.book.powers]
        everybody = ("as everybody was told", SPECTATOR.role)
        for name, opened in (("opened", EVERYTHING), *named, everybody):
            ways.append((name, f"{base}?as={opened}", sitting.opened == opened))
    return ways if len(ways) > 1 else []


def told_apart(sitting: Sitting) -> list[str]:
    """Whom the game master may read it as told to (STD-WHY); nobody, for anybody else."""
    if not sitting.reader.viewer.knows_all or sitting.writes_for:
        return []
    return [power.name for power in sitting.book.powers] + [SPECTATOR.role]


def _links(sitting: Sitting, last: Callable[[], int | None]) -> Mapping[str, Any]:
    """Addresses of other rooms, and that of the report of the `last` phase when it is asked for."""
    slug = sitting.game.slug
    rooms = dict(_ROOMS)
    if sitting.reader.master:
        rooms["desk"] = "desk:desk"
    links: dict[str, Any] = {name: address(view, slug) for name, view in rooms.items()}
    if sitting.seat or sitting.told_to:
        links["report"] = cache(lambda: _report(sitting, last()))
    return links


def _report(sitting: Sitting, number: int | None) -> str:
    """Where the report of a phase is found; empty where there is none."""
    if number is None:
        return ""
    return reverse("game-report", args=[sitting.game.slug, number]) + sitting.query()


def known_beside(book: Rulebook, view: View) -> list[str]:
    """What the reader knows beside the board, a sentence each."""
    known = {**view.position.facts, "disorder": view.disorder, **view.lore}
    return [
        f"{label[:1].upper()}{label[1:]}: {said}." if label else said
        for label, said in lore_rows(book, known)
    ]
