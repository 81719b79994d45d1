"""Every page that asks who one is sends who is not signed in to the page where he says so."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import sites
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

pytestmark = pytest.mark.django_db


def patterns(resolver: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every pattern with the whole of its path, and its view."""
    for one in resolver.url_patterns:
        path = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from patterns(one, path)
        elif isinstance(one, URLPattern):
            yield path, one.callback


def behind_doors() -> dict[str, str]:
    """The views that let only some come in, as the source says: by module and name, a path."""
    doors = {
        (f"legation.{m.file.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}", name)
        for m in sites.permissions()
        if m.door >= 0
        for name in [m.function]
    }
    found = {}
    for path, view in patterns(get_resolver()):
        if (view.__module__, view.__name__) in doors:
            found[f"{view.__module__}.{view.__name__}"] = path
    assert len(found) == len(doors), "one of them has no address"
    return found


def test_who_is_not_signed_in_is_asked_who_he_is() -> None:
    for name, path in behind_doors().items():
        there = re.sub("<[^>]*>", "1", path)  # whatever it is: who asks is asked first
        for ask in (Client().get, Client().post):
            answer = ask(f"/{there}")
            assert answer.status_code == 302, name
            assert answer["Location"].startswith("/accounts/sign-in/?next="), name
