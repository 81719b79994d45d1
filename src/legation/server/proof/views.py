"""What everybody was told of each phase, one's own receipts, and the opened record."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legation.errors import StateError
from legation.server.games import receipts as reads
from legation.server.games.doors import find
from legation.server.games.models import FINISHED, FORMING
from legation.table.proof.papers import Paper, dump
from legation.table.proof.parts import DEAL

_SAID = {
    "deal": "The deal",
    "phase": "The phase closed",
    "correction": "Something was corrected",
    "back": "The game went back",
    "end": "The game was ended",
}
"""Kind of pledge → what it is about, in words."""


@require_safe
def explained(request: HttpRequest) -> HttpResponse:
    """What is proved and what is not, in plain words; files from anywhere are checked here."""
    return render(request, "proof/explained.html", {"section": "games"})


@never_cache
@require_safe
def of_game(request: HttpRequest, slug: str) -> HttpResponse:
    """The pledges of a game, and the files to keep."""
    game, reader = find(request, slug)
    shown = reads.pledges_for(game, reader)
    # A game that had begun before there were pledges has none of its deal.
    since = shown[-1] if shown and shown[-1].kind != DEAL else None
    context = {
        "section": "games",
        "game": game,
        "reader": reader,
        "pledges": [(each, _SAID[each.kind]) for each in shown],
        "since": since,
        "begun": game.state != FORMING,
        "over": game.state == FINISHED,
    }
    return render(request, "proof/game.html", context)


@never_cache
@require_safe
def receipts(request: HttpRequest, slug: str) -> HttpResponse:
    """All that the reader was told, as a file to keep."""
    game, reader = find(request, slug)
    paper = reads.receipts_for(game, reader)
    whose = f"-{paper.power.lower().replace(' ', '-')}" if paper.power else ""
    return _file(paper, f"receipts-{game.slug}{whose}.json")


@never_cache
@require_safe
def opened(request: HttpRequest, slug: str) -> HttpResponse:
    """All that is open of a finished game, as a file."""
    game, reader = find(request, slug)
    try:
        paper = reads.opened_for(game, reader)
    except StateError:
        raise Http404 from None
    return _file(paper, f"opened-{game.slug}.json")


def _file(paper: Paper, name: str) -> HttpResponse:
    answer = HttpResponse(dump(paper), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
