"""Asking whether one is sure, before an act that cannot simply be taken back.

The question is the answer to the first form; its button sends the same form
again with the word that makes it count. Nothing of it needs a script.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

_OWN = frozenset({"csrfmiddlewaretoken", "sure"})
_SECRET = ("password", "token")


@dataclass(frozen=True, slots=True)
class Question:
    """What will happen, and to whom: sentences, and a list where there is one, of orders or not.

    `instead` is another way out, in words, and its address. `sent` are fields that
    the form had not, by which it is known later what was asked.
    """

    title: str
    said: tuple[str, ...]
    button: str
    listed: tuple[str, ...] = ()
    of_orders: bool = False
    instead: tuple[str, str] = ("", "")
    sent: tuple[tuple[str, str], ...] = ()


def is_sure(post: QueryDict) -> bool:
    """Does a form come from the page of its question?"""
    return post.get("sure") == "yes"


def hidden_fields(post: QueryDict) -> list[tuple[str, str]]:
    """What a form said, to be sent again with the word that makes it count; no passwords."""
    return [
        (name, value)
        for name, values in post.lists()
        if name not in _OWN and not any(word in name for word in _SECRET)
        for value in values
    ]


def ask(
    request: HttpRequest, question: Question, *, back: str, place: str, section: str = "games"
) -> HttpResponse:
    """The page of a question; `back` is the address, `place` the name, of where one came from."""
    own = {name for name, _ in question.sent}
    fields = [each for each in hidden_fields(request.POST) if each[0] not in own]
    fields += question.sent
    context = {"question": question, "fields": fields, "back": back, "place": place}
    return render(request, "sure.html", {**context, "section": section})
