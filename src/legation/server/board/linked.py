"""A text of a variant's folder as HTML, the clauses in it as links to the rules."""

from __future__ import annotations

import re

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

_CLAUSE = re.compile(r"\b[A-Z]{2,4}-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\b")


def rendered(text: str, variant: str, clauses: frozenset[str]) -> SafeString:
    """Markdown without HTML in it; a clause of the variant, or of the standard game, is a link."""
    reader = MarkdownIt("commonmark", {"html": False})
    # markdown-it escapes all text, and lets no HTML and no script address through
    return linked(str(reader.render(text)), variant, clauses)


def linked(text: str, variant: str, clauses: frozenset[str]) -> SafeString:
    """HTML with its clauses as links; a name that is no clause stays as it is."""
    rules = reverse("rules-of", args=[variant])

    def link(found: re.Match[str]) -> str:
        name = found[0]
        if name not in clauses:
            return name
        return format_html('<a class="clause" href="{}#{}">{}</a>', rules, name.lower(), name)

    return mark_safe(_CLAUSE.sub(link, text))
