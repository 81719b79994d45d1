"""The page of an edition, for whoever has its address: its board, its rules, a game of it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legation.server.board.looks import href_of
from legation.server.board.rules import pages_of
from legation.server.lobby.catalogue import card_of
from legation.server.maps.pictures import inline
from legation.server.site.packed import packed
from legation.server.studio import doors
from legation.server.studio.packing import unzipped
from legation.server.studio.views.pages import as_zip
from legation.variants.load import load


@never_cache
@require_safe
def edition(request: HttpRequest, name: str) -> HttpResponse:
    """An edition; where its designer looks, with the way back to his draft."""
    row = doors.edition(name)
    card = card_of(name)
    if card is None:
        raise Http404
    draft = row.draft
    mine = draft is not None and draft.owner_id == request.user.pk
    context = {
        "section": "games",
        "edition": row,
        "card": card,
        "rules": pages_of(name)[0].text,
        "board": inline(name) if card.mark else "",
        "look": href_of(load(name)),
        "offer": reverse("new-game", args=[name]),
        "mine": reverse("studio:draft", args=[draft.key]) if draft is not None and mine else "",
        "folder": reverse("studio:edition-folder", args=[name]),
    }
    answer = packed(request, render(request, "studio/edition.html", context))
    answer["X-Robots-Tag"] = "noindex"
    return answer


@never_cache
@require_safe
def folder(request: HttpRequest, name: str) -> HttpResponse:
    """The folder of an edition, under the name that its games have: an audit finds it so."""
    del request
    return as_zip(unzipped(doors.edition(name).files), name)
