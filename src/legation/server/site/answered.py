"""Answers that their reader may have already: kept for him, and 304 where nothing of them changed.

What an answer is made of is read first, and is its key, together with who asks
and what he asked: so it can be given to nobody else, and goes with the first
thing in it that changes. The ETag is made of the answer itself and of its
reader, with a key of the server. It changes when what he is shown does, and
tells nothing else: of two games that look the same to him it is the same.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Collection, Hashable
from hashlib import sha256
from typing import NamedTuple

from django.conf import settings
from django.contrib.messages import get_messages
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.utils.http import parse_etags

from legation.server.site.kept import Kept, Key
from legation.server.site.lasting import Lasting, pieces
from legation.server.site.packed import packed, takes_packed


class _Answer(NamedTuple):
    """An answer as it goes out."""

    body: bytes
    heads: tuple[tuple[str, str], ...]

    @property
    def size(self) -> int:
        return len(self.body) + BESIDE


BESIDE = 4000  # letters of a key and of heads, rather too many than too few
_kept: Kept[_Answer] = Kept(room=32_000_000, size=lambda answer: answer.size)
_TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value=)"[^"]*"')
_SALT = b"legation.server.site.answered"
_WHOLE = 200
_OF_BODY = ("Content-Type", "Content-Encoding", "Content-Length")


def stored(row: Model, without: Collection[str] = ()) -> str:
    """A row with all that was read of it, save these: what is made of it changes with this."""
    values = vars(row).copy()
    for name in ("_state", *without):
        values.pop(name, None)
    return repr(values)


def answered(
    request: HttpRequest,
    of: Key,
    make: Callable[[], HttpResponse],
    still: Callable[[], bool] = lambda: True,
) -> HttpResponse:
    """What `make` answers, or has answered before, or 304.

    `of` is all that the answer is made of, beside the request itself; `still`
    says, once it is made, whether all of that was of one moment. What was not
    is not kept, and goes out like any other: a head of its own would tell that
    something happened. An answer with a notice for one time is not kept, and
    nor is what is no whole page.
    """
    if len(get_messages(request)):
        return _once(request, make())
    key = key_of(request, of)
    kept = _kept.find(key) if key else None
    if kept is None:
        answer = make()
        if answer.status_code != _WHOLE or answer.cookies:
            return _once(request, answer)
        answer["ETag"] = _etag(request, answer)
        answer["Cache-Control"] = "private, no-cache"
        packed(request, answer)
        kept = _Answer(answer.content, tuple(answer.items()))
        if key and still():
            _kept.keep(key, kept)
    return _given(request, kept)


def key_of(request: HttpRequest, of: Key) -> Key | None:
    """By what is kept what is made of this for who asks, as he asks; None where nothing may be.

    That is where his browser has no token yet, or has to show a notice for one time.
    """
    secret = _secret(request)
    if not secret or len(get_messages(request)):
        return None
    return Key(of.game, of.version, (_who(request), secret, of.reader), (_what(request), of.asked))


def _once(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    answer["Cache-Control"] = "private, no-store"
    return packed(request, answer)


def _given(request: HttpRequest, kept: _Answer) -> HttpResponse:
    heads = dict(kept.heads)
    if heads["ETag"] in parse_etags(request.headers.get("If-None-Match", "")):
        answer = HttpResponse(status=304)
        del answer["Content-Type"]
        heads = {name: value for name, value in heads.items() if name not in _OF_BODY}
    else:
        answer = HttpResponse(kept.body)
    for name, value in heads.items():
        answer[name] = value
    return answer


def _who(request: HttpRequest) -> str:
    """Who asks: all of his account."""
    user = request.user
    if not user.is_authenticated:
        return ""
    return stored(getattr(user, "_wrapped", user))  # as it was read: each look through it is dear


def _secret(request: HttpRequest) -> str:
    """What the tokens of this browser's forms are made of; empty where it has none yet."""
    return str(request.META.get("CSRF_COOKIE") or "")


def _what(request: HttpRequest) -> Hashable:
    return (request.get_full_path(), takes_packed(request))


def _etag(request: HttpRequest, answer: HttpResponse) -> str:
    """The mark of an answer, without the token in it that is drawn anew each time."""
    made = hmac.new(_SALT + settings.SECRET_KEY.encode(), digestmod=sha256)
    made.update(repr((request.user.pk, _secret(request), _what(request))).encode())
    for piece in pieces(answer):
        made.update(piece.mark if isinstance(piece, Lasting) else _TOKEN.sub(rb"\1", piece))
    return f'W/"{made.hexdigest()[:32]}"'
