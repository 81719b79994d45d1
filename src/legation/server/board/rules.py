"""The rules of a variant as a page, with an address for every clause."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from legation.atlas.board import board_of
from legation.atlas.draw import drawn
from legation.errors import LegationError
from legation.server.board import looks
from legation.server.site.addresses import address
from legation.table.primers import has_primer, primer_of
from legation.variants.file import read_own
from legation.variants.find import folder
from legation.variants.load import load

_CLAUSE = re.compile(r"[A-Z]{2,4}-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")
_MOST_PARENTS = 8


@dataclass(frozen=True)
class Page:
    """The rules of one variant: title, text, headings with their addresses, clauses."""

    name: str
    title: str
    text: SafeString
    headings: list[tuple[str, str]]
    clauses: frozenset[str]


@dataclass
class _Found:
    """What is found in a text while it is read."""

    headings: list[tuple[str, str]] = field(default_factory=list)
    clauses: set[str] = field(default_factory=set)


def anchor(clause: str) -> str:
    """The part of an address that leads to a clause."""
    return clause.lower()


def rules_of(variant: str) -> str:
    """The address of the rules page of a variant."""
    return address("rules-of", variant)


def clauses_of(variant: str) -> frozenset[str]:
    """Every clause that its rules page has: its own, and those of what it comes from.

    Raises:
        LegationError: for a variant that does not exist.
    """
    return frozenset().union(*(page.clauses for page in pages_of(variant)))


@require_safe
def rules(request: HttpRequest, variant: str) -> HttpResponse:
    """The clauses of a variant, those of its parents after its own."""
    try:
        parts = pages_of(variant)
    except (LegationError, ImportError, OSError):
        raise Http404 from None
    context = {
        **_pictured(variant),
        "section": "rules",
        "title": parts[0].title,
        "parts": parts,
        "has_primer": has_primer(variant),
        "studio": settings.STUDIO,
    }
    return render(request, "board/rules.html", context)


@lru_cache(maxsize=32)
def _pictured(variant: str) -> dict[str, object]:
    """The board of a variant, and the worked picture of its primer, where it has them."""
    try:
        board, worked = board_of(variant), primer_of(variant)
    except LegationError:
        return {}
    found: dict[str, object] = {"wide": round(board.width), "high": round(board.height)}
    if worked is not None:
        picture = str(drawn(worked.book, worked.before, worked.after, near=True))
        found |= {"worked": picture, "caption": worked.caption, "look": looks.href_of(worked.book)}
        found |= {"worked_at": worked.before.phase, "worked_for": worked.before.viewer.power}
    return found


@lru_cache(maxsize=32)
def pages_of(variant: str) -> list[Page]:
    """The rules of a variant, then those of what it comes from.

    Raises:
        LegationError: for a variant that does not exist.
    """
    pages: list[Page] = []
    seen: set[str] = set()
    name = variant
    while name and name not in seen and len(seen) < _MOST_PARENTS:
        seen.add(name)
        text = folder(name).joinpath("rules.md").read_text(encoding="utf-8")
        found = _Found()
        html = _rendered(text, name, not pages, found)
        title, clauses = load(name).title, frozenset(found.clauses)
        pages.append(Page(name, title, html, found.headings, clauses))
        name = read_own(name).parent
    return pages


def _rendered(text: str, name: str, first: bool, found: _Found) -> SafeString:
    """Markdown without HTML in it, as HTML; a row of the table is the anchor of its clause."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    _mark_clauses(tokens, found.clauses)
    if tokens and tokens[0].type == "heading_open":
        tokens = tokens[3:]
    for token, inside in pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            address = f"{name}-{slugify(inside.content)}".replace("_", "-")
            token.attrSet("id", address)
            found.headings.append((address, inside.content))
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + (0 if first else 1), 6)}"
    # markdown-it escapes all text, and lets no HTML and no script address through
    return mark_safe(str(reader.renderer.render(tokens, reader.options, {})))


def _mark_clauses(tokens: list[Token], seen: set[str]) -> None:
    """The row or the paragraph that begins with a clause gets its name as id."""
    opened: list[Token] = []
    for token in tokens:
        if token.nesting == 1:
            opened.append(token)
        elif token.nesting == -1:
            opened.pop()
        elif token.type == "inline":
            named = _CLAUSE.match(token.content.strip("*` "))
            if named and named[0] not in seen:
                seen.add(named[0])
                row = next((t for t in reversed(opened) if t.type == "tr_open"), opened[-1])
                row.attrSet("id", escape(anchor(named[0])))
