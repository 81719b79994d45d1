"""How every address of the server is visited: by name, so that a new one has to be told here.

`of(place)` lists what is asked of every pattern of the resolver. A test that
does not know how to visit a pattern fails.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from asgiref.sync import async_to_sync, sync_to_async
from django.db import connection, transaction
from django.http import StreamingHttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, get_resolver

from legation.server.games import stream

TOKEN = "abcdefgh12345678"


@dataclass(frozen=True)
class Place:
    """A game to be visited: which addresses in it there are."""

    slug: str
    variant: str
    serial: int = 0
    last: int = 0
    keys: Sequence[str] = ("public", "grey", "1-2", "1-gm")
    holdings: Sequence[int] = ()
    seat_token: str = "void"
    code: str = "void"
    powers: Sequence[str] = ()
    finished: bool = False
    slow: bool = True


@dataclass(frozen=True)
class Visit:
    """One request; `name` is the pattern that it visits."""

    name: str
    path: str
    method: str = "GET"
    data: Mapping[str, Any] = field(default_factory=dict)
    as_json: bool = False
    part: bool = False


def patterns() -> list[tuple[str, str]]:
    """Every pattern of the server: its route, and its name."""

    def walk(resolver: Any, before: str, space: str) -> Iterator[tuple[str, str]]:
        for each in resolver.url_patterns:
            if isinstance(each, URLPattern):
                name = f"{space}:{each.name}" if space else str(each.name)
                yield before + str(each.pattern), name
            else:
                yield from walk(each, before + str(each.pattern), each.namespace or space)

    return list(walk(get_resolver(), "", ""))


Made = Callable[[Place], list[Visit]]


def _get(path: str, **data: Any) -> Made:
    return lambda at: [Visit("", path.format(at=at), data=data)]


def _form(path: str, *forms: Mapping[str, Any]) -> Made:
    def made(at: Place) -> list[Visit]:
        found = [Visit("", path.format(at=at), "POST", form) for form in forms or ({},)]
        return [Visit("", path.format(at=at)), *found]

    return made


def _numbers(path: str, **more: Any) -> Made:
    return lambda at: [Visit("", path.format(at=at, n=n), data=more) for n in range(at.last + 2)]


def _board(at: Place) -> list[Visit]:
    base = f"/games/{at.slug}/"
    found = [Visit("", base), Visit("", base, data={"phase": at.last})]
    found += [Visit("", base, data={"holding": pk}) for pk in (*at.holdings, 999_999)]
    opened = ("archive", *at.powers[:2]) if at.finished else ("archive", *at.powers[:1])
    found += [Visit("", base, data={"as": who}) for who in opened]
    return [*found, Visit("", base, data={"phase": "x"}), Visit("", base, data={"phase": 77})]


def _sheet(at: Place) -> list[Visit]:
    path = f"/games/{at.slug}/sheet"
    forms: list[dict[str, Any]] = [
        {"typed": "A Par - - Bur\nU Xyz H", "serial": at.serial},
        {"typed": "A Par H", "serial": max(at.serial - 1, 0)},
        {"typed": "", "ready": "yes", "serial": at.serial},
    ]
    return [
        Visit("", path),
        *(Visit("", path, "POST", form) for form in forms),
        *(Visit("", path, "POST", form, part=True) for form in forms),
    ]


def _steps(at: Place) -> list[Visit]:
    path = f"/games/{at.slug}/menu/steps"
    return [Visit("", path, data={"verb": verb, "v": []}) for verb in ("bid", "move", "mountain")]


def _what_if(at: Place) -> list[Visit]:
    path = f"/games/{at.slug}/what-if/"
    found = [Visit("", f"{path}{n}") for n in (at.last, at.last + 1, 77)]
    return [*found, Visit("", f"{path}{at.last}", "POST", {"fresh": "\n".join(at.powers)})]


def _acts(at: Place) -> list[Visit]:
    whats = ("join", "leave", "start", "withdraw", "take", "give-up", "come-back", "nonsense")
    form = {"power": at.powers[0] if at.powers else ""}
    return [Visit("", f"/games/{at.slug}/act/{what}/", "POST", form) for what in whats]


def _votes(at: Place) -> list[Visit]:
    path = f"/games/{at.slug}/votes/"
    forms = ({"what": "draw", "of": "all"}, {"what": "yes", "proposal": "1"}, {"what": "x"})
    return [Visit("", path), *(Visit("", path, "POST", form) for form in forms)]


def _report(end: str) -> Made:
    def made(at: Place) -> list[Visit]:
        found = [Visit("", f"/games/{at.slug}/report/{n}{end}") for n in range(at.last + 1)]
        query = {"as": "archive"}
        return [*found, Visit("", f"/games/{at.slug}/report/0{end}", data=query)]

    return made


def _lists(at: Place) -> list[Visit]:
    del at
    words = ("open", "running", "finished")
    return [Visit("", "/games/"), *(Visit("", "/games/", data={"show": w}) for w in words)]


def _replay(at: Place) -> list[Visit]:
    return [Visit("", f"/games/{at.slug}/replay/")] if at.slow else []


def _press(at: Place) -> list[Visit]:
    base = f"/games/{at.slug}/press/"
    return [
        Visit("", base),
        Visit("", base, part=True),
        Visit("", base, data={"q": "canary"}),
    ]


def _threads(at: Place) -> list[Visit]:
    base = f"/games/{at.slug}/press/"
    found = [Visit("", f"{base}{key}/", part=part) for key in at.keys for part in (False, True)]
    return [*found, Visit("", f"{base}public/", data={"all": "1"})]


def _writes(end: str) -> Made:
    def made(at: Place) -> list[Visit]:
        form = {"text": "a word", "token": TOKEN}
        base = f"/games/{at.slug}/press/"
        return [
            Visit("", f"{base}{key}/{end}", "POST", form, part=part)
            for key in at.keys
            for part in (False, True)
        ]

    return made


def _desk(at: Place) -> list[Visit]:
    forms: dict[str, dict[str, Any]] = {
        "pause": {},
        "resume": {},
        "extend": {"until": "2030-01-01T10:00"},
        "now": {},
        "hold": {"held": "yes"},
        "seal": {"nation": "Police", "typed": "", "seal": "yes"},
        "give": {"power": at.powers[0] if at.powers else "", "to": "open"},
        "disorder": {"power": at.powers[-1] if at.powers else "", "declared": "yes"},
        "unit": {"nation": "x", "kind": "A", "place": "x"},
        "remove": {"place": "nowhere"},
        "owner": {"place": "nowhere", "power": ""},
        "back-to": {"number": 0},
        "end-game": {},
        "answer": {"code": at.code, "answer": "a word"},
        "nonsense": {},
    }
    base = f"/games/{at.slug}/desk/"
    return [
        Visit("", f"{base}{what}/", "POST", {"serial": at.serial, **form})
        for what, form in forms.items()
    ]


def _api(method: str, end: str, *bodies: Mapping[str, Any]) -> Made:
    def made(at: Place) -> list[Visit]:
        path = f"/api/games/{at.slug}{end}"
        return [Visit("", path, method, body, as_json=True) for body in bodies or ({},)]

    return made


def _api_threads(at: Place) -> list[Visit]:
    return [Visit("", f"/api/games/{at.slug}/press/{key}") for key in at.keys]


def _api_writes(at: Place) -> list[Visit]:
    body = {"text": "a word", "token": TOKEN}
    path = f"/api/games/{at.slug}/press/"
    return [Visit("", f"{path}{key}", "POST", body, as_json=True) for key in at.keys]


def _api_view(at: Place) -> list[Visit]:
    path = f"/api/games/{at.slug}/view"
    return [Visit("", path), *(Visit("", path, data={"number": n}) for n in range(at.last + 2))]


def _events(at: Place) -> list[Visit]:
    path = f"/games/{at.slug}/events"
    return [Visit("", path), Visit("", path, data={"since": "0.0"})]


_EMPTY: Mapping[str, Any] = {}
HOW: dict[str, Made] = {
    "health": _get("/health"),
    "sign-in": _form("/accounts/sign-in/", {"username": "x@example.org", "password": "x"}),
    "sign-out": _get("/accounts/sign-out/"),
    "sign-up": _form("/accounts/sign-up/", _EMPTY),
    "signed-up": _get("/accounts/signed-up/"),
    "confirm": _form("/accounts/confirm/MQ/void/", _EMPTY),
    "reset": _form("/accounts/reset/", {"email": "x@example.org"}),
    "reset-sent": _get("/accounts/reset/sent/"),
    "reset-confirm": _get("/accounts/reset/MQ/void/"),
    "profile": _form("/accounts/profile/", _EMPTY),
    "password": _form("/accounts/password/", _EMPTY),
    "export": _get("/accounts/export/"),
    "delete": _form("/accounts/delete/", {"password": "wrong"}),
    "deleted": _get("/accounts/deleted/"),
    "front": _get("/"),
    "play-alone": _get("/play-alone/"),
    "about": _get("/about/"),
    "rules": _get("/rules/"),
    "front-picture": _get("/maps/front.svg"),
    "map-picture": _get("/maps/{at.variant}.svg"),
    "map-small": _get("/maps/small/{at.variant}.svg"),
    "keep": _form("/keep/", _EMPTY),
    "guest-end": _form("/keep/end/", _EMPTY),
    "kept": _form("/keep/void/", _EMPTY),
    "mail-off": _form("/mail/off/void/", _EMPTY),
    "lobby": _lists,
    "new-games": _get("/games/new/"),
    "new-game": _form("/games/new/{at.variant}/", _EMPTY),
    "game-about": _get("/games/{at.slug}/about/"),
    "game-picture": _get("/games/{at.slug}/board.svg"),
    "game-act": _acts,
    "game-key": _get("/games/{at.slug}/key/void/"),
    "game-enter": _form("/games/{at.slug}/enter/", {"password": "wrong"}),
    "game-votes": _votes,
    "game-reports": _get("/games/{at.slug}/report/"),
    "game-report": _report("/"),
    "game-report-text": _report(".txt"),
    "report-picture": _report(".svg"),
    "game-replay": _replay,
    "game": _board,
    "board-menu": _get("/games/{at.slug}/menu"),
    "board-steps": _steps,
    "board-sheet": _sheet,
    "board-lists": _get("/games/{at.slug}/lists/"),
    "what-if": _what_if,
    "rules-of": _get("/rules/{at.variant}/"),
    "look": _get("/looks/{at.variant}.000000000000.css"),
    "face": _get("/looks/text.000000000000.woff2"),
    "press:panel": _press,
    "press:to": _get("/games/{at.slug}/press/to/", to="Nobody"),
    "press:custom": _form("/games/{at.slug}/press/custom/", {"heirs_read": "yes"}),
    "press:thread": _threads,
    "press:send": _writes("send"),
    "press:draft": _writes("draft"),
    "desk:desk": _get("/games/{at.slug}/desk/"),
    "desk:back": _get("/games/{at.slug}/desk/back/", number=0),
    "desk:end": _get("/games/{at.slug}/desk/end/"),
    "desk:act": _desk,
    "desk:log": _get("/games/{at.slug}/log/"),
    "desk:rulings": _form("/games/{at.slug}/rulings/", {"question": "?", "token": TOKEN}),
    "desk:accept": _form("/games/{at.slug}/seat/{at.seat_token}/", _EMPTY),
    "api:index": _get("/api/"),
    "api:tokens": _form("/accounts/tokens/", {"name": "x"}, {"revoke": "1"}),
    "interface:openapi-json": _get("/api/openapi.json"),
    "interface:games": _get("/api/games"),
    "interface:game": _get("/api/games/{at.slug}"),
    "interface:view": _api_view,
    "interface:sheet": _get("/api/games/{at.slug}/sheet"),
    "interface:submit": lambda at: _api(
        "PUT", "/sheet", {"typed": "A Par - - Bur", "serial": at.serial}, {}
    )(at),
    "interface:settle": lambda at: _api("POST", "/settle", {"settled": True, "serial": at.serial})(
        at
    ),
    "interface:menu": _get("/api/games/{at.slug}/menu"),
    "interface:threads": _get("/api/games/{at.slug}/press"),
    "interface:thread": _api_threads,
    "interface:write": _api_writes,
    "interface:events": _get("/api/games/{at.slug}/events", since="0.0"),
    "interface:api-root": _get("/api/"),
    "api-nothing": _get("/api/nonsense"),
    "events": _events,
}
"""How each pattern is visited, by its name."""


def of(at: Place) -> list[Visit]:
    """All visits of a place.

    Raises:
        KeyError: for a pattern that nobody has said here how to visit.
    """
    found: list[Visit] = []
    for _, name in patterns():
        found += [Visit(name, v.path, v.method, v.data, v.as_json, v.part) for v in HOW[name](at)]
    # Errors of the server itself: no such page, no such host, a form from elsewhere.
    return [*found, Visit("(404)", f"/games/{at.slug}/nonsense/and/more"), Visit("(404)", "/x")]


# Asking


@dataclass(frozen=True)
class Heard:
    """An answer, whole: status, headers, body; and how often the database was asked."""

    status: int
    head: str
    body: str
    queries: int

    @property
    def text(self) -> str:
        """All of it as one text."""
        return f"{self.status}\n{self.head}\n{self.body}"


async def _here(question: Callable[[], Any]) -> Any:
    """Asks in the thread of the test, which alone sees what the test has written."""
    return await sync_to_async(question, thread_sensitive=True)()


def ask(client: Client, visit: Visit) -> Heard:
    """Makes a visit. What a POST changes is taken back."""
    headers = {"Accept": "application/json", "HX-Request": "true"} if visit.part else {}
    more: dict[str, Any] = {"headers": headers}
    data: Any = dict(visit.data)
    if visit.as_json:
        data, more["content_type"] = json.dumps(data), "application/json"
    connection.queries_log.clear()
    with (
        patch.object(stream, "ask", _here),
        patch.object(stream, "_LIFE", 0.05),
        patch.object(stream, "_BEAT", 0.01),
        CaptureQueriesContext(connection) as asked,
        transaction.atomic(),
    ):
        answer = getattr(client, visit.method.lower())
        response = answer(visit.path, data, **more)
        body = _body(response)
        if visit.method != "GET" and response.status_code in (301, 302):
            body += "\n" + _body(client.get(response["Location"]))
        if visit.method != "GET":
            transaction.set_rollback(True)
    if visit.method != "GET":
        forget()
    head = "\n".join(f"{k}: {v}" for k, v in sorted(response.items()) if k != "Content-Length")
    head += "".join(f"\n{k}={m.value}" for k, m in response.cookies.items())
    return Heard(response.status_code, head, body, len(asked))


def _body(response: Any) -> str:
    if isinstance(response, StreamingHttpResponse):
        return b"".join(async_to_sync(_read)(response)).decode()
    return str(response.content.decode("utf-8", "replace"))


async def _read(response: Any) -> list[bytes]:
    return [part async for part in response]


def forget() -> None:
    """Empties what the process keeps of records and views: a version was taken back."""
    assert get_resolver().url_patterns  # which loads every page
    emptied = 0
    for name, module in list(sys.modules.items()):
        kept = getattr(module, "_kept", None)
        if name.startswith("legation.server.") and isinstance(kept, dict):
            kept.clear()
            emptied += 1
    assert emptied >= 6, "a place where answers are kept is not found any more"


_CHANGING = (
    (r'name="csrfmiddlewaretoken" value="[^"]*"', "csrf"),
    (r'name="token" value="[0-9a-f]{32}"', "token"),
    (r"(?m)^(csrftoken|sessionid|messages)=.*$", "cookie"),
    (r"(?m)^(Expires|Last-Modified): .*", "now"),
    (r"(?m)^:\n\n", ""),  # signs of life of a stream
    (r"legation_[\w-]{30,}", "a token"),
)


def normal(text: str) -> str:
    """A text without what is drawn anew for every answer."""
    for pattern, word in _CHANGING:
        text = re.sub(pattern, word, text)
    return text
