"""Addresses that pages name again and again: looked for once, where nothing in them changes.

The tags ``{% url %}`` and ``{% static %}`` of all templates are these. Django's own look through
all addresses, and through all apps, for each of the thirty that a board names.
"""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import Context
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as djangos_url
from django.templatetags.static import StaticNode
from django.urls import get_script_prefix, get_urlconf, reverse

register = template.Library()
_ANY = "anyone"


def address(view: str, of: str) -> str:
    """The address of a view of a game or a variant, which is named in it and nothing else.

    Raises:
        NoReverseMatch: where there is no such view.
    """
    return _of_any(view, *_here()).replace(_ANY, of, 1)


def _here() -> tuple[str, str]:
    """What all addresses hang on: the table of views, and what Django puts before each."""
    return get_urlconf() or settings.ROOT_URLCONF, get_script_prefix()


@lru_cache(maxsize=256)
def _of_any(view: str, urlconf: str, prefix: str) -> str:  # noqa: ARG001  # Django asks for it by itself
    return reverse(view, urlconf, args=[_ANY])


@lru_cache(maxsize=256)
def _plain(view: str, urlconf: str, prefix: str) -> str:  # noqa: ARG001  # Django asks for it by itself
    return reverse(view, urlconf)


class _Plain(template.Node):
    """An address without anything in it that changes."""

    def __init__(self, view: str) -> None:
        self.view = view

    def render(self, context: Context) -> str:  # noqa: ARG002  # of which it has nothing
        return _plain(self.view, *_here())


class _Static(StaticNode):
    """The address of a file of ours."""

    @classmethod
    def handle_simple(cls, path: str) -> str:
        return str(staticfiles_storage.url(path))


@register.tag
def url(parser: Parser, token: Token) -> template.Node:
    """``{% url %}`` as Django has it."""
    node: URLNode = djangos_url(parser, token)
    named, filtered = node.view_name.var, node.view_name.filters
    if not isinstance(named, str) or ":" in named or filtered:
        return node  # which hangs on what is shown
    return node if node.args or node.kwargs or node.asvar else _Plain(named)


@register.tag
def static(parser: Parser, token: Token) -> template.Node:
    """``{% static %}`` as Django has it."""
    return _Static.handle_token(parser, token)
