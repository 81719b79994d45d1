"""The pages of a designer: his drafts, one of them, and its tables for who has no script."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from legation.errors import LegationError
from legation.server.accounts.limits import spend
from legation.server.accounts.models import User
from legation.server.lobby.catalogue import cards
from legation.server.site.nulls import plain
from legation.server.site.packed import packed
from legation.server.site.sure import Question, ask, is_sure
from legation.server.studio import beginning, drafts, leaving, publishing, tables
from legation.server.studio.answers import said, serial_in, steps
from legation.server.studio.doors import designer, find
from legation.server.studio.models import Draft
from legation.server.studio.packing import gathered, unzipped, zipped
from legation.server.studio.parents import parent_of
from legation.studio import written
from legation.studio.document import DraftError, as_data

_KEPT = 10
_OFTEN = "All steps of your drafts were put together very often for you."
_OWN = (
    "borders",
    "change",
    "earlier",
    "fields",
    "ground",
    "keep",
    "mends",
    "names",
    "places",
    "play",
    "powers",
    "preview",
    "problems",
    "start",
    "state",
    "trying",
    "where",
)
MODULES = (
    *(f"studio/{name}.js" for name in _OWN),
    "legation/parts.js",
    "board/make.js",
    "board/map.js",
    "board/legible.js",
)
"""Scripts that the first one asks for."""


@never_cache
@login_required
@require_safe
def all_of(request: HttpRequest) -> HttpResponse:
    """The drafts of a designer, and the ways to begin one."""
    return _all_of(request)


def _all_of(request: HttpRequest, wrong: str = "") -> HttpResponse:
    rows = Draft.objects.filter(owner=designer(request)).order_by("-changed_at")
    context = {
        "section": "games",
        "drafts": [
            {
                "title": row.title or "Untitled",
                "url": reverse("studio:draft", args=[row.key]),
                "changed": row.changed_at,
                "places": row.places,
            }
            for row in rows.defer("document")
        ],
        "games": [{"name": card.name, "title": card.title} for card in cards()],
        "limits": f"{settings.STUDIO_DRAFTS} drafts at most, and {settings.STUDIO_EDITIONS}"
        f" editions; a file of at most {settings.BODY_KB} kB.",
        "wrong": wrong,
        "begin": request.POST.get("begin", ""),
        "game": request.POST.get("game", ""),
    }
    return render(request, "studio/drafts.html", context, status=422 if wrong else 200)


@never_cache
@login_required
@require_POST
def new(request: HttpRequest) -> HttpResponse:
    """Begins a draft: of nothing, of a game that there is, or of a file."""
    user = designer(request)
    try:
        row = beginning.begin(
            user=user,
            way=request.POST.get("begin", ""),
            game=request.POST.get("game", ""),
            file=request.FILES.get("file"),
        )
    except LegationError as error:
        return _all_of(request, said(error))
    return redirect("studio:draft", row.key)


@never_cache
@login_required
@require_safe
def draft(request: HttpRequest, key: str) -> HttpResponse:
    """A draft: its map, its tables, and all that is declared of it."""
    return packed(request, _draft(request, find(request, key)))


def _draft(
    request: HttpRequest, row: Draft, table: str = "", typed: str = "", problems: Sequence[str] = ()
) -> HttpResponse:
    document = drafts.document_of(row)
    context: dict[str, Any] = {
        "section": "games",
        "draft": row,
        "document": as_data(document),
        "parent": parent_of(document.parent),
        **drafts.ways(row),
        "steps": steps(row),
        "notes": row.notes,
        "editions": [
            {
                "name": each.name,
                "number": each.number,
                "published": each.published_at,
                "title": each.title,
                "url": reverse("studio:edition", args=[each.name]),
            }
            for each in row.editions.exclude(number=None).order_by("-number").defer("files")
        ],
        "tables": [
            {
                "name": name,
                "label": tables.LABELS[name],
                "typed": typed if name == table else tables.typed(document, name),
                "hint": tables.HINTS[name],
                "problems": problems if name == table else [],
            }
            for name in tables.LABELS
        ],
        "modules": MODULES,
    }
    return render(request, "studio/draft.html", context, status=422 if problems else 200)


@never_cache
@login_required
@require_POST
def change_table(request: HttpRequest, key: str) -> HttpResponse:
    """Takes one table as text; what is wrong with it is said beside it, and nothing is lost."""
    row, table = find(request, key), request.POST.get("table", "")
    if table not in tables.LABELS:
        raise Http404
    typed = plain(request.POST.get("typed", ""))
    try:
        document = tables.changed(drafts.document_of(row), table, typed)
        what = f"{tables.LABELS[table]} as text"
        serial = serial_in(request.POST.dict())
        drafts.save(draft=row, serial=serial, document=document, what=what)
    except DraftError as error:
        problems = [each.text for each in error.problems]
        return _draft(request, row, table, typed, problems)
    except LegationError as error:
        row.refresh_from_db()
        return _draft(request, row, table, typed, [said(error)])
    messages.success(request, f"Stored: {tables.LABELS[table].lower()}.")
    return redirect("studio:draft", key)


@never_cache
@login_required
@require_safe
def folder(request: HttpRequest, key: str) -> HttpResponse:
    """The folder of a draft as it is now, with its board where that was built."""
    row = find(request, key)
    built = publishing.fresh(row)
    files = unzipped(built.files) if built else written.files(drafts.document_of(row))
    return as_zip(files, slugify(row.title).replace("-", "_") or "draft")


@never_cache
@login_required
@require_safe
def kept(request: HttpRequest, key: str) -> HttpResponse:
    """All steps of a draft and what was made of it: of people's data, so also without a studio."""
    row = get_object_or_404(Draft, owner=cast(User, request.user), key=key)
    spend("studio-kept", str(row.owner_id), _KEPT, timedelta(hours=1), _OFTEN)
    return _along(gathered(leaving.kept_of(row), f"draft-{key}"), f"draft-{key}")


def as_zip(files: dict[str, bytes], name: str) -> HttpResponse:
    """A folder to take along."""
    return _along(zipped(files, name), name)


def _along(data: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(data, content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    return answer


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Deletes a draft, when who has it is sure."""
    row = find(request, key)
    back = reverse("studio:draft", args=[key])
    if request.method != "POST":
        return redirect(back)
    title = row.title or "Untitled"
    if not is_sure(request.POST):
        played = "An edition with which a game is played stays with that game; the others go."
        what = ("The draft goes with all its steps.", played)
        question = Question(f"Delete {title}?", what, "Delete it")
        return ask(request, question, back=back, place=title)
    publishing.drop(row)
    messages.success(request, f"{title} is deleted.")
    return redirect("studio:drafts")
