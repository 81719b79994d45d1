"""What the tests of questions share: a form is sent once, nothing is stored, it is sent again."""

import re
from typing import Any

from django.test import Client
from tables import person

from legation.server.accounts.models import User
from legation.server.games import records
from legation.server.games.models import Deadline, Entry, Game, LogEntry
from legation.server.games.models.sheet import Sheet
from legation.server.post.models import Letter


def browser(name: str) -> Client:
    client = Client()
    client.force_login(person(name), "django.contrib.auth.backends.ModelBackend")
    return client


def bare(page: bytes) -> str:
    """A page without the tokens of its forms: others each time, and one may hold any short name."""
    return re.sub(r'(name="csrfmiddlewaretoken" value=")[^"]*', r"\1", page.decode())


def stored() -> list[Any]:
    """Everything that an act might change, but for sessions."""
    rows: list[Any] = []
    for model in (User, Game, Entry, Deadline, LogEntry, Letter, Sheet):
        rows += model._default_manager.order_by("pk").values()
    rows += [(s.power, s.user_id, s.bot, s.open) for g in Game.objects.all() for s in g.seats.all()]
    return [*rows, *(records.text_of(g) for g in Game.objects.all())]


def fields(page: str) -> dict[str, list[str]]:
    """The form that a question sends again."""
    form = page[page.index("<form", page.index("<h1")) :]
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form):
        found.setdefault(name, []).append(value)
    found.pop("csrfmiddlewaretoken")
    button = re.search(r'<button class="first" name="(\w+)" value="(\w+)"', form)
    assert button is not None
    return {**found, button[1]: [button[2]]}


def question(name: str, path: str, form: dict[str, Any], *says: str) -> dict[str, list[str]]:
    """Sends a form once: it changes nothing, and the page says what would happen."""
    client, before = browser(name), stored()
    answer = client.post(path, form)
    page = answer.content.decode()
    assert answer.status_code == 200, answer
    assert stored() == before
    for words in says:
        assert words in page, page[page.index("<h1") :]
    assert page.count("<script") == page.count("/scheme.") == 1
    return fields(page)


def asked(name: str, path: str, form: dict[str, Any], *says: str) -> None:
    """Asks, and then sends what the page of the question sends."""
    browser(name).post(path, question(name, path, form, *says))
