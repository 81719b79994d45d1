"""The page of orders for later: a text for each use, what waits, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from legation.board.position import Position
from legation.errors import LegationError, StateError
from legation.rules.rulebook import Rulebook
from legation.server.board.pens import NotOpenError, Sitting, sitting
from legation.server.board.views import number_of
from legation.server.games import later as ahead
from legation.server.games.later import Writer, use_of
from legation.server.games.models.later import DRAFT, NEXT
from legation.server.games.promise import promise
from legation.server.games.sheets import LONGEST
from legation.server.games.waiting import Text, Use, became_for, by_post, uses, waiting_for
from legation.table.conditional import Fault

_HELP = {
    DRAFT: "Any text. It counts for nothing until you hand it in.",
    NEXT: "They are decided when that phase opens, and become its sheet, which you may change.",
}
_STANDING = "They are used in each such phase in which no order is on your sheet, as far as legal."


@dataclass(frozen=True, slots=True)
class Slot:
    """One use, with the text in its field: what waits, or what was just refused.

    `stored` is what waits beside a text that was refused.
    """

    use: Use
    typed: str = ""
    edition: int = 0
    saved_at: datetime | None = None
    faults: Sequence[Fault] = ()
    stored: str = ""

    @property
    def open(self) -> bool:
        """Is there anything to see of it?"""
        return bool(self.typed or self.faults)

    @property
    def help(self) -> str:
        """What it does, in a sentence."""
        return _HELP.get(self.use.use, _STANDING)

    @property
    def rows(self) -> int:
        """The lines of its field."""
        return max(5, min(self.typed.count("\n") + 2, 20))


@dataclass(frozen=True, slots=True)
class _Refused:
    """A text that was not kept, and why."""

    use: Use
    typed: str
    faults: Sequence[Fault]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def later(request: HttpRequest, slug: str, power: str = "") -> HttpResponse:
    """What the reader writes ahead; with `power`, as the game master for its player by post."""
    try:
        at = sitting(request, slug, power)
    except NotOpenError:
        return redirect(f"/games/{slug}/desk/#others")
    if not at.pen or at.seals or (power and not by_post(at.game, power)):
        raise Http404
    if request.method != "POST":
        return _page(request, at)
    try:
        use = use_of(at.book, request.POST.get("use", ""))
    except LegationError as error:
        messages.error(request, str(error))
        return redirect(f"{at.base}later/")
    try:
        said = _done(request, at, use)
    except LegationError as error:
        kept = request.POST.get("typed", "")[: LONGEST + 1]
        return _page(request, at, _Refused(use, kept, ahead.faults_of(error)))
    messages.success(request, said)
    back = f"{at.base}#orders" if request.POST.get("what") == "hand-in" else f"{at.base}later/"
    return redirect(back)


def _done(request: HttpRequest, at: Sitting, use: Use) -> str:
    """What was done, in a sentence.

    Raises:
        LegationError: where it was refused.
    """
    post = request.POST
    user = None if at.by else at.reader.user
    writer = Writer(game=at.game, power=at.pen, user=user, by=at.by)
    what, edition = post.get("what", ""), number_of(post.get("edition", ""))
    if what == "hand-in" and use.use == DRAFT:
        serial = number_of(post.get("serial", ""))
        saved = ahead.hand_in(writer, serial, post.get("typed", ""), edition)
        if saved.closed:
            raise StateError(
                "the phase has closed meanwhile: the draft came too late, and is kept."
            )
        bad = sum(1 for error in saved.errors if error.line)
        return "Handed in; some lines are no orders yet, see below." if bad else "Handed in."
    typed = "" if what == "withdraw" else post.get("typed", "")
    ahead.keep(writer, use, typed, edition)
    return f"{use.said}: {'kept' if typed.strip() else 'nothing waits'}."


def _page(request: HttpRequest, at: Sitting, refused: _Refused | None = None) -> HttpResponse:
    view = at.view()
    waits = {text.use: text for text in waiting_for(at.game, at.reader, at.pen)}
    own, place, power = _example(at.book, view.position, at.pen)
    context = {
        "section": "games",
        "game": at.game,
        "sitting": at,
        "view": view,
        "pen": at.pen,
        "promise": promise(at.game),
        "slots": [_slot(use, waits.get(use), refused) for use in uses(at.book)],
        "became": became_for(at.game, at.reader, at.pen),
        "own": own,
        "place": place,
        "power": power,
    }
    return render(request, "board/later.html", context, status=409 if refused else 200)


def _slot(use: Use, text: Text | None, refused: _Refused | None) -> Slot:
    kept, edition = (text.typed, text.edition) if text else ("", 0)
    saved_at = text.saved_at if text else None
    if refused is None or refused.use != use:
        return Slot(use, kept, edition, saved_at)
    beside = kept if kept != refused.typed else ""
    return Slot(use, refused.typed, edition, saved_at, refused.faults, beside)


def _example(book: Rulebook, position: Position, power: str) -> tuple[str, str, str]:
    """A unit of the power, a place beside it and another power, for the page to name."""
    units = position.of(power)
    others = [each.name for each in book.powers if each.name != power]
    for unit in units:
        beside = sorted(book.graph.steps(unit.kind, unit.place))
        if beside:
            return f"{unit.written} {unit.place}", beside[0], others[0]
    return "A Par", "Bur", others[0]
