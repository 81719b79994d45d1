"""What a page of the studio is answered: data for a script, and a page for who has none."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from legation.errors import LegationError
from legation.server.site.over import OverError
from legation.server.studio import drafts
from legation.server.studio.models import Draft, Job
from legation.studio.document import Document, DraftError, as_data, read

View = Callable[..., HttpResponse]


def wants_page(request: HttpRequest) -> bool:
    """Does a form ask, and no script? A script takes whatever comes."""
    return "text/html" in request.headers.get("Accept", "")


def answering(view: View) -> View:
    """Says what a view would not do: to a script as data, to a form on the page of its draft."""

    @functools.wraps(view)
    def answer(request: HttpRequest, key: str, **more: Any) -> HttpResponse:
        try:
            return view(request, key, **more)
        except drafts.StaleError as error:
            status, told = 409, {**state(error.draft), "text": said(error)}
        except DraftError as error:
            status, told = 422, {"problems": msgspec.to_builtins(error.problems)}
        except LegationError as error:
            status, told = 409, {"text": said(error)}
        except OverError as error:
            if wants_page(request):
                raise
            status, told = 429, {"text": error.said}
        if wants_page(request):
            text = told.get("text") or told["problems"][0]["text"]
            messages.error(request, text)
            return redirect("studio:draft", key)
        return JsonResponse(told, status=status)

    return answer


def asked_for(view: View) -> View:
    """A form or a script of a designer asks for it; its answer is not kept, a refusal is said."""
    return never_cache(login_required(require_POST(answering(view))))


def said(error: Exception) -> str:
    """What an error says, as a sentence of its own."""
    text = str(error)
    return text[:1].upper() + text[1:]


def state(draft: Draft) -> dict[str, Any]:
    """A draft as a script has it."""
    document = as_data(drafts.document_of(draft))
    return {"serial": draft.serial, "document": document, **drafts.ways(draft)}


def steps(draft: Draft) -> list[dict[str, Any]]:
    """What was done to a draft, the newest first, as a page has it."""
    return [
        {
            "number": step.number,
            "what": step.what[:1].upper() + step.what[1:] or "A change",
            "at": date_format(localtime(step.at), "H:i, j F Y"),
            "here": step.number == draft.position,
        }
        for step in drafts.steps(draft)
    ]


def sent(request: HttpRequest) -> dict[str, Any]:
    """What a script sent.

    Raises:
        LegationError: where it is no table of keys.
    """
    try:
        data = json.loads(request.body or b"{}")
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise LegationError("what was sent is no JSON.")
    return data


def document_in(data: dict[str, Any]) -> Document:
    """The document that was sent.

    Raises:
        DraftError: where it is none.
    """
    return read(data.get("document"))  # type: ignore[arg-type]  # whatever it is, it is read


def serial_in(data: dict[str, Any]) -> int:
    """What a window has seen; 0 where it does not say, which no draft ever was."""
    return number_in(data, "serial")


def number_in(data: dict[str, Any], key: str) -> int:
    """A number that was sent; 0 where it is none."""
    text = str(data.get(key))
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def asked(request: HttpRequest, job: Job) -> HttpResponse:
    """The answer to who asked for a job."""
    if wants_page(request):
        return redirect("studio:job", job.own_draft.key, job.pk)
    return JsonResponse({"job": job.pk}, status=202)
