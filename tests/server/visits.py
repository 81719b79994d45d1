"""How every address of the server is visited: by name, so that a new one has to be told here.

`of(place)` lists what is asked of every pattern of the resolver. A test that
does not know how to visit a pattern fails.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

from django.urls import URLPattern, get_resolver

from legation.server.desk.parts import PARTS
from legation.variants.load import load

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
    draft: str = "00000000000000000000"
    message: str = "void"
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
    wrong: str = ""
    """What is wrong with how it is asked: ``host``, a form from ``elsewhere``, or nothing."""


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
_ASKED: tuple[Mapping[str, Any], ...] = ({}, {"sure": "yes"})  # the question, and the act


def _get(path: str, **data: Any) -> Made:
    return lambda at: [Visit("", path.format(at=at), data=data)]


def _form(path: str, *forms: Mapping[str, Any]) -> Made:
    def made(at: Place) -> list[Visit]:
        found = [Visit("", path.format(at=at), "POST", form) for form in forms or ({},)]
        return [Visit("", path.format(at=at)), *found]

    return made


def _docs(at: Place) -> list[Visit]:
    """A page, one that is none, and ways out of the folder."""
    pages = ("play.html", f"{at.slug}/", "../accounts/profile/", "%2e%2e/__init__.py", "//x")
    return [Visit("", f"/docs/{page}") for page in pages]


def _numbers(path: str, **more: Any) -> Made:
    return lambda at: [Visit("", path.format(at=at, n=n), data=more) for n in range(at.last + 2)]


def _ways(at: Place) -> list[dict[str, Any]]:
    """The ways in which a game may be looked at, open to who asks or not."""
    opened = ("archive", "spectator", *at.powers[:1])
    told = [{"to": who} for who in (*at.powers[:1], "spectator")]
    held = [{"holding": pk} for pk in (*at.holdings, 999_999)]
    return [*told, *held, *({"as": who} for who in opened)]


def _in_each_way(end: str, **more: Any) -> Made:
    """As one sits, and in each other way."""

    def made(at: Place) -> list[Visit]:
        path = f"/games/{at.slug}/{end}".format(at=at)
        return [Visit("", path, data={**more, **way}) for way in ({}, *_ways(at))]

    return made


def _board(at: Place) -> list[Visit]:
    base = f"/games/{at.slug}/"
    found = _in_each_way("")(at) + _in_each_way("", phase=at.last)(at)
    odd: list[dict[str, Any]] = [{"phase": "x"}, {"phase": 77}, {"sure": "yes"}]
    odd += [{"holding": "x"}, {"as": "nobody"}, {"to": "nobody"}, {"to": "gm"}]
    odd += [{"parts": "line,nonsense"}, {"parts": ""}]
    pieces = _in_each_way("", parts="board")(at) + _in_each_way("", parts="line,news")(at)
    pieces += _in_each_way("", parts="stage,slider", phase=max(at.last - 1, 0))(at)
    return [*found, *pieces, *(Visit("", base, data=data) for data in odd)]


def _lists_of(at: Place) -> list[Visit]:
    base = f"/games/{at.slug}/lists/"
    found = _in_each_way("lists/")(at) + _in_each_way("lists/", phase=max(at.last - 1, 0))(at)
    return [*found, *(Visit("", base, data={"phase": n}) for n in range(at.last + 2))]


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


def _for(end: str, **more: Any) -> Made:
    """The board on which the game master enters orders for a power."""

    def made(at: Place) -> list[Visit]:
        return [
            Visit("", f"/games/{at.slug}/for/{quote(power)}/{end}", data=more)
            for power in (*at.powers[:2], "Nobody")
        ]

    return made


def _sheet_for(at: Place) -> list[Visit]:
    form = {"typed": "A Par H", "serial": at.serial}
    return [
        replace(visit, method=method, data=form, part=part)
        for visit in _for("sheet")(at)
        for method, part in (("GET", False), ("POST", False), ("POST", True))
    ]


def _later(at: Place) -> list[Visit]:
    path = f"/games/{at.slug}/later/"
    form = {"use": "next-movement", "typed": "if A Par moved: A Par H", "serial": at.serial}
    forms: list[dict[str, Any]] = [
        {**form, "what": "keep", "edition": 77},
        {**form, "what": "keep", "typed": "if A Par flew: A Par H"},
        {"use": "draft", "what": "hand-in", "typed": "", "serial": at.serial},
        {"use": "nonsense"},
    ]
    return [Visit("", path), *(Visit("", path, "POST", each) for each in forms)]


def _later_for(at: Place) -> list[Visit]:
    form = {"use": "next-movement", "what": "keep", "typed": "A Par H", "edition": 77}
    found = _for("later/")(at)
    return [*found, *(replace(visit, method="POST", data=form) for visit in found)]


def _steps(at: Place) -> list[Visit]:
    path = f"/games/{at.slug}/menu/steps"
    found = [Visit("", path, data={"verb": verb, "v": []}) for verb in ("bid", "mountain")]
    return [*found, *_in_each_way("menu/steps", verb="move", v=[])(at)]


def _what_if(at: Place) -> list[Visit]:
    path = f"/games/{at.slug}/what-if/"
    found = [Visit("", f"{path}{n}") for n in (at.last + 1, 77)]
    found += _in_each_way("what-if/{at.last}")(at)
    if at.last:
        found.append(Visit("", f"{path}{at.last - 1}"))
    power = next(iter(at.powers), "")
    order = {"order": "A Par - Bur", "power": power}
    forms: list[dict[str, Any]] = [{"ask": "menu"}, {"ask": "steps"}, {"ask": "sheet", **order}]
    forms += [{"on": "yes"}, {"typed": "\n".join(at.powers)}, {"sheet": [""], "ask": "menu"}]
    place = next(iter(load(at.variant).graph.provinces))
    forms += [{"advise": "threats", "place": place}, {"advise": "likely", "whose": power}]
    return [*found, *(Visit("", f"{path}{at.last}", "POST", form) for form in forms)]


def _acts(at: Place) -> list[Visit]:
    whats = (
        "join",
        "leave",
        "start",
        "withdraw",
        "take",
        "give-up",
        "come-back",
        "stand-by",
        "stand-down",
        "nonsense",
    )
    form = {"power": at.powers[0] if at.powers else ""}
    return [
        Visit("", f"/games/{at.slug}/act/{what}/", "POST", {**form, **sure})
        for what in whats
        for sure in _ASKED
    ]


def _votes(at: Place) -> list[Visit]:
    path = f"/games/{at.slug}/votes/"
    forms = ({"what": "draw"}, {"what": "yes", "proposal": "1"}, {"what": "x"})
    sent = [Visit("", path, "POST", {**form, **sure}) for form in forms for sure in _ASKED]
    return [Visit("", path), *sent]


def _report(end: str) -> Made:
    def made(at: Place) -> list[Visit]:
        found = [Visit("", f"/games/{at.slug}/report/{n}{end}") for n in range(at.last + 1)]
        return [*found, *_in_each_way(f"report/{max(at.last - 1, 0)}{end}")(at)[1:]]

    return made


def _lists(at: Place) -> list[Visit]:
    del at
    words = ("open", "running", "finished")
    return [Visit("", "/games/"), *(Visit("", "/games/", data={"show": w}) for w in words)]


def _replay(at: Place) -> list[Visit]:
    found = _in_each_way("replay/")(at)
    return found if at.slow else found[1:2]


def _press(at: Place) -> list[Visit]:
    base = f"/games/{at.slug}/press/"
    return [
        Visit("", base),
        Visit("", base, part=True),
        Visit("", base, data={"q": "canary"}),
        *(Visit("", base, data={"parts": names}) for names in ("circles", "nonsense")),
    ]


def _threads(at: Place) -> list[Visit]:
    base = f"/games/{at.slug}/press/"
    found = [Visit("", f"{base}{key}/", part=part) for key in at.keys for part in (False, True)]
    for key in at.keys:
        for more in ({}, {"after": "void"}, {"all": "1"}):
            data = {"parts": "messages,closed", **more}
            found.append(Visit("", f"{base}{key}/", data=data))
    found.append(Visit("", f"{base}public/", data={"parts": "nonsense"}))
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


def _message(at: Place) -> list[Visit]:
    path = f"/games/{at.slug}/press/of/{at.message}/"
    forms = ({"what": "block"}, {"what": "report", "to": "master", "note": "a word"})
    return [Visit("", path), *(Visit("", path, "POST", form) for form in forms)]


def _desk_page(at: Place) -> list[Visit]:
    """The desk, each of its pieces, and some that are none."""
    asked: list[dict[str, Any]] = [{}, *({"parts": name} for name in PARTS)]
    return [
        Visit("", f"/games/{at.slug}/desk/", data=data)
        for data in (*asked, {"parts": "line,nonsense"}, {"parts": ""})
    ]


def _desk(at: Place) -> list[Visit]:
    forms: dict[str, dict[str, Any]] = {
        "pause": {},
        "resume": {},
        "extend": {"until": "2030-01-01T10:00"},
        "more-time": {"power": at.powers[0] if at.powers else "", "until": "2030-01-01T10:00"},
        "now": {},
        "hold": {"held": "yes"},
        "chase": {},
        "seal": {"nation": "Police", "typed": "", "seal": "yes"},
        "give": {"power": at.powers[0] if at.powers else "", "to": "open"},
        "disorder": {"power": at.powers[-1] if at.powers else "", "declared": "yes"},
        "unit": {"nation": "x", "kind": "A", "place": "x"},
        "remove": {"place": "nowhere"},
        "owner": {"place": "nowhere", "power": ""},
        "back-to": {"number": 0},
        "end-game": {},
        "answer": {"code": at.code, "answer": "a word"},
        "vote": {"power": at.powers[0] if at.powers else "", "proposal": 1, "answer": "yes"},
        "others": {"power": at.powers[0] if at.powers else "", "way": "post", "what": "received"},
        "standby": {"whom": "x@example.org"},
        "standby-off": {"standby": 1},
        "withdraw": {"offer": 1},
        "offer-next": {"power": at.powers[0] if at.powers else ""},
        "nonsense": {},
    }
    base = f"/games/{at.slug}/desk/"
    return [
        Visit("", f"{base}{what}/", "POST", {"serial": at.serial, **form, **sure})
        for what, form in forms.items()
        for sure in _ASKED
    ]


def _correct(at: Place) -> list[Visit]:
    path = f"/games/{at.slug}/desk/correct/"
    forms: tuple[dict[str, Any], ...] = (
        {"what": "orders", "power": at.powers[0] if at.powers else "", "typed": ""},
        {"what": "remove", "place": "nowhere"},
        {"what": "unit", "nation": "x", "kind": "A", "place": "x"},
        {"what": "owner", "place": "nowhere", "power": ""},
        {"what": "nonsense"},
    )
    posts = [
        Visit("", path, "POST", {"serial": at.serial, "note": "a word", **form, **sure})
        for form in forms
        for sure in _ASKED
    ]
    whose = [Visit("", path, data={"power": power}) for power in at.powers]
    return [Visit("", path), *whose, *posts]


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


def _api_read(at: Place) -> list[Visit]:
    body = {"until": "2031-01-01T00:00:00Z"}
    path = f"/api/games/{at.slug}/press/"
    return [Visit("", f"{path}{key}/read", "POST", body, as_json=True) for key in at.keys]


def _api_view(at: Place) -> list[Visit]:
    path = f"/api/games/{at.slug}/view"
    return [Visit("", path), *(Visit("", path, data={"number": n}) for n in range(at.last + 2))]


def _events(at: Place) -> list[Visit]:
    path = f"/games/{at.slug}/events"
    return [Visit("", path), Visit("", path, data={"since": "0.0"})]


def _editions(end: str) -> Made:
    return lambda at: [Visit("", f"/games/{at.slug}/editions/{n}{end}") for n in (1, 77)]


def _draft(at: Place) -> list[Visit]:
    path = f"/games/{at.slug}/editions/draft/"
    words = {"heading": "a word", "editorial": "more", "number": 2, "saves": 0}
    forms = ({**words, "what": "save"}, {**words, "what": "sign", "heading": ""})
    others = ({"what": "correct", "of": 77}, {"what": "discard"}, {"what": "nonsense"})
    return [Visit("", path), *(Visit("", path, "POST", form) for form in (*forms, *others))]


def _address(at: Place) -> list[Visit]:
    path = f"/games/{at.slug}/editions/address/"
    return [Visit("", path, "POST", {"what": w, "text": "by post"}) for w in ("give", "withdraw")]


def _archive(end: str) -> Made:
    """Each view that a finished game has, and one that it has not."""

    def made(at: Place) -> list[Visit]:
        path = f"/games/{at.slug}/archive/{end}".format(at=at)
        whose = ("archive", "spectator", *at.powers[:1], "nobody")
        return [Visit("", path), *(Visit("", path, data={"as": each}) for each in whose)]

    return made


def _archived(at: Place) -> list[Visit]:
    phases = [Visit("", f"/games/{at.slug}/archive/{n}/") for n in (0, at.last, 77)]
    return [*phases, *_archive("{at.last}/")(at), *_archive("0/")(at)[1:]]


def _opening(at: Place) -> list[Visit]:
    path = f"/games/{at.slug}/archive/press/"
    forms: list[dict[str, Any]] = [{"what": "agree"}, {"what": "nonsense"}]
    forms += [{"what": what, "key": key} for what in ("agree", "withdraw") for key in at.keys[2:]]
    posts = [Visit("", path, "POST", {**form, **sure}) for form in forms for sure in _ASKED]
    return [Visit("", path), *posts]


def _note(at: Place) -> list[Visit]:
    path = f"/games/{at.slug}/notes/"
    whats = ("keep", "publish", "drop")
    posts = [Visit("", f"{path}0/", "POST", {"what": w, "text": "a word"}) for w in whats]
    return [*(Visit("", f"{path}{n}/") for n in (*range(at.last + 1), 77)), *posts]


def _conversations(at: Place) -> list[Visit]:
    return [Visit("", f"/games/{at.slug}/archive/press/{key}/") for key in at.keys]


def _draft_of_variant(at: Place) -> list[Visit]:
    path = f"/studio/{at.draft}/draft/"
    body = {"serial": 1, "document": {"title": "canary"}}
    return [Visit("", path), *(Visit("", path, "PUT", b, as_json=True) for b in (body, {}))]


def _studio(end: str, *bodies: Mapping[str, Any]) -> Made:
    """What a script asks of a draft, and what a form does."""

    def made(at: Place) -> list[Visit]:
        path = f"/studio/{at.draft}/{end}"
        sent = [Visit("", path, "POST", body, as_json=True) for body in bodies or ({},)]
        return [Visit("", path), *sent, Visit("", path, "POST", {"serial": 1})]

    return made


_EMPTY: Mapping[str, Any] = {}
HOW: dict[str, Made] = {
    "health": _get("/health"),
    "metrics": _get("/metrics"),
    "manifest": _get("/manifest.webmanifest"),
    "worker": _get("/worker.js"),
    "browsers": _form("/accounts/browsers/", _EMPTY, {"what": "forget", "number": "1"}),
    "docs": _get("/docs/"),
    "docs-page": _docs,
    "sign-in": _form("/accounts/sign-in/", {"username": "x@example.org", "password": "x"}),
    "sign-out": _get("/accounts/sign-out/"),
    "sign-up": _form("/accounts/sign-up/", _EMPTY),
    "signed-up": _get("/accounts/signed-up/"),
    "confirm": _form("/accounts/confirm/MQ/void/", _EMPTY),
    "reset": _form("/accounts/reset/", {"email": "x@example.org"}),
    "reset-sent": _get("/accounts/reset/sent/"),
    "reset-confirm": _get("/accounts/reset/MQ/void/"),
    "profile": _form("/accounts/profile/", _EMPTY),
    "away": _form("/accounts/away/", _EMPTY),
    "password": _form("/accounts/password/", _EMPTY),
    "export": _get("/accounts/export/"),
    "delete": _form("/accounts/delete/", {"password": "wrong"}),
    "deleted": _get("/accounts/deleted/"),
    "front": _get("/"),
    "play-alone": _get("/play-alone/"),
    "about": _get("/about/"),
    "player": lambda at: [Visit("", f"/players/{name}/") for name in ("Nobody", *at.powers)],
    "rules": _get("/rules/"),
    "front-picture": _get("/maps/front.svg"),
    "map-picture": _get("/maps/{at.variant}.svg"),
    "map-small": _get("/maps/small/{at.variant}.svg"),
    "keep": _form("/keep/", _EMPTY),
    "guest-end": _form("/keep/end/", *_ASKED),
    "kept": _form("/keep/void/", _EMPTY),
    "mail-off": _form("/mail/off/void/", _EMPTY),
    "lobby": _lists,
    "new-games": _get("/games/new/"),
    "new-game": _form("/games/new/{at.variant}/", _EMPTY),
    "take-over": _form("/games/new/{at.variant}/taken-over/", _EMPTY),
    "game-about": _get("/games/{at.slug}/about/"),
    "game-picture": _get("/games/{at.slug}/board.svg"),
    "game-act": _acts,
    "game-key": _get("/games/{at.slug}/key/void/"),
    "game-enter": _form("/games/{at.slug}/enter/", {"password": "wrong"}),
    "game-votes": _votes,
    "office": _form("/office/", {"what": "stop-all", "why": "x"}, {"what": "nonsense"}),
    "office-log": _get("/office/log/"),
    "fairness": _get("/fairness/"),
    "game-fairness": _get("/games/{at.slug}/fairness/"),
    "game-receipts": _get("/games/{at.slug}/fairness/receipts.json"),
    "game-opened": _get("/games/{at.slug}/fairness/opened.json"),
    "game-reports": _in_each_way("report/"),
    "game-report": _report("/"),
    "game-report-text": _report(".txt"),
    "report-picture": _report(".svg"),
    "game-replay": _replay,
    "game": _board,
    "board-for": lambda at: _for("")(at) + _for("", parts="board,line,news")(at),
    "menu-for": _for("menu"),
    "steps-for": _for("menu/steps", verb="move", v=[]),
    "sheet-for": _sheet_for,
    "lists-for": _for("lists/"),
    "later": _later,
    "later-for": _later_for,
    "board-menu": _in_each_way("menu"),
    "board-steps": _steps,
    "board-sheet": _sheet,
    "board-late": _form("/games/{at.slug}/late", {}, {"back": "lists"}),
    "board-lists": _lists_of,
    "board-standings": _in_each_way("standings/"),
    "what-if": _what_if,
    "primer": _get("/rules/{at.variant}/different/"),
    "lessons": _get("/learn/{at.variant}/"),
    "lesson": _get("/learn/{at.variant}/1/"),
    "lesson-menu": _get("/learn/{at.variant}/1/menu"),
    "lesson-sheet": _form("/learn/{at.variant}/1/sheet", {"typed": "A Par - Bur", "ready": "yes"}),
    "rules-of": _get("/rules/{at.variant}/"),
    "look": _get("/looks/{at.variant}.000000000000.css"),
    "face": _get("/looks/text.000000000000.woff2"),
    "press:panel": _press,
    "press:to": _get("/games/{at.slug}/press/to/", to="Nobody"),
    "press:message": _message,
    "press:unblock": _form("/games/{at.slug}/press/unblock/", {"member": "France"}),
    "press:reported": _form("/games/{at.slug}/press/reported/", {"code": "void"}),
    "press:custom": _form("/games/{at.slug}/press/custom/", {"heirs_read": "yes"}),
    "press:thread": _threads,
    "press:send": _writes("send"),
    "press:draft": _writes("draft"),
    "press:aside": _writes("aside"),
    "desk:desks": _get("/desks/"),
    "desk:desk": _desk_page,
    "desk:correct": _correct,
    "desk:act": _desk,
    "edition:all": _get("/games/{at.slug}/editions/"),
    "edition:address": _address,
    "edition:draft": _draft,
    "edition:draft-pdf": _get("/games/{at.slug}/editions/draft.pdf"),
    "edition:draft-picture": _get("/games/{at.slug}/editions/draft.svg"),
    "edition:edition": _editions("/"),
    "edition:text": _editions(".txt"),
    "edition:pdf": _editions(".pdf"),
    "edition:picture": _editions(".svg"),
    "archive:whole": _archive(""),
    "archive:phase": _archived,
    "archive:decided": _archive("decided/"),
    "archive:press": _opening,
    "archive:notes": _form("/games/{at.slug}/notes/", _EMPTY),
    "archive:note": _note,
    "archive:report": _form("/games/{at.slug}/remarks/void/", {"to": "master", "note": "?"}),
    "archive:conversation": _conversations,
    "studio:drafts": _get("/studio/"),
    "studio:new": _form("/studio/new/", {"begin": "copy", "game": "nonsense"}, _EMPTY),
    "studio:edition": _get("/studio/edition/studio_000000000000/"),
    "studio:edition-folder": _get("/studio/edition/studio_000000000000/folder.zip"),
    "studio:draft": _get("/studio/{at.draft}/"),
    "studio:document": _draft_of_variant,
    "studio:undo": _studio("undo/"),
    "studio:redo": _studio("redo/"),
    "studio:steps": _studio("steps/", {"step": 1}),
    "studio:preview": _studio("preview/", {"document": {}, "moves": []}),
    "studio:tables": _form("/studio/{at.draft}/tables/", {"table": "places", "typed": "x"}),
    "studio:build": _studio("build/"),
    "studio:check": _studio("check/"),
    "studio:lab": _studio("lab/", {"games": 1}),
    "studio:lab-page": _get("/studio/{at.draft}/lab/page/"),
    "studio:publish": _studio("publish/"),
    "studio:sandbox": _studio("sandbox/"),
    "studio:job": _get("/studio/{at.draft}/jobs/1/"),
    "studio:board": _get("/studio/{at.draft}/board.svg"),
    "studio:folder": _get("/studio/{at.draft}/folder.zip"),
    "studio:kept": _get("/studio/{at.draft}/kept.zip"),
    "studio:delete": _form("/studio/{at.draft}/delete/", *_ASKED),
    "studio:try": _form("/rules/standard/bots/", {"ruling_paradox": "nonsense"}),
    "studio:tried": _get("/rules/standard/bots/00000000000000000000/"),
    "desk:log": _get("/games/{at.slug}/log/"),
    "desk:rulings": _form("/games/{at.slug}/rulings/", {"question": "?", "token": TOKEN}),
    "desk:invitations": _form(
        "/games/{at.slug}/invitations/", {"addresses": "x@example.org"}, {"withdraw": "1"}
    ),
    "desk:invited": _form("/games/{at.slug}/invited/void/", _EMPTY, {"what": "decline"}),
    "desk:letters-off": _form("/letters/off/void/", _EMPTY),
    "desk:accept": _form("/games/{at.slug}/seat/{at.seat_token}/", _EMPTY, {"what": "decline"}),
    "api:index": _get("/api/"),
    "api:tokens": _form(
        "/accounts/tokens/",
        {"name": "x", "scopes": ["read", "press"], "days": "7"},
        {"revoke": "1"},
    ),
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
    "interface:later": _get("/api/games/{at.slug}/later"),
    "interface:keep_later": lambda at: _api(
        "PUT", "/later/next-movement", {"typed": "# canary of later"}, {"typed": "A Xyz H"}
    )(at),
    "interface:withdraw_later": lambda at: _api("DELETE", "/later/next-movement")(at),
    "interface:absent": _get("/api/away"),
    "interface:announce": lambda _: [
        Visit("", "/api/away", "POST", {"first": "2031-01-02", "last": "2031-01-01"}, as_json=True)
    ],
    "interface:take_back": lambda _: [
        Visit("", "/api/away/2031-01-01/2031-01-02", "DELETE", as_json=True)
    ],
    "interface:more_time": _get("/api/games/{at.slug}/more-time"),
    "interface:ask": lambda at: _api("POST", "/more-time", {"minutes": 60, "serial": at.serial})(
        at
    ),
    "interface:agree": lambda at: [
        visit
        for power in at.powers
        for visit in _api("POST", f"/more-time/{power}", {"serial": at.serial})(at)
    ],
    "interface:no_more": lambda at: _api("DELETE", "/more-time")(at),
    "interface:menu": _get("/api/games/{at.slug}/menu"),
    "interface:threads": _get("/api/games/{at.slug}/press"),
    "interface:thread": _api_threads,
    "interface:write": _api_writes,
    "interface:mark_read": _api_read,
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
        found += [replace(visit, name=name) for visit in HOW[name](at)]
    # Errors of the server itself: no such page, no such host, a form from elsewhere.
    board = f"/games/{at.slug}/"
    wrong = [Visit("(404)", f"{board}nonsense/and/more"), Visit("(404)", "/x")]
    wrong.append(Visit("(400)", board, wrong="host"))
    wrong.append(Visit("(403)", f"{board}sheet", "POST", {"typed": "A Par H"}, wrong="elsewhere"))
    return [*found, *wrong]
