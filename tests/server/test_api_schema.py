"""What the interface sends is what its schema says: every route, and what goes wrong."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from boards import SEATS, begin, end_phase, user, write_by_bot
from django.db import OperationalError
from django.test import Client
from jsonschema import Draft202012Validator

from legation.server.api import tokens
from legation.server.api.shapes import ViewOut
from legation.server.board.menu import menu_data
from legation.server.games import reads
from legation.server.games.models import Game, Seat
from legation.server.games.readers import reader_of
from legation.server.site import moment
from legation.server.site.over import OverError
from legation.table.plain import view_data
from shelf import in_turn

pytestmark = pytest.mark.django_db
ANNA, MASTER = "Anna", "Max"
Asked = tuple[str, str, int]


class Program:
    """A program of somebody's, each of whose answers must be as the schema says."""

    def __init__(self, name: str) -> None:
        word = tokens.make(user=user(name), name="a program", scopes=tokens.SCOPES)
        self.client = Client(headers={"Authorization": f"Bearer {word}"})
        self.schema = Client().get("/api/openapi.json").json()
        self.asked: set[Asked] = set()
        self.later = False

    def get(self, path: str) -> Any:
        """Asks for what is at a path."""
        return self._answer("get", path, self.client.get(f"/api{path}"))

    def send(self, method: str, path: str, body: str = "", **fields: Any) -> Any:
        """Sends fields as JSON, or a body as it is."""
        send = getattr(self.client, method)
        data = body or json.dumps(fields)
        answer = send(f"/api{path}", data, content_type="application/json")
        return self._answer(method, path, answer)

    def _answer(self, method: str, path: str, answer: Any) -> Any:
        """The answer, which is declared for its route and status, and is what is declared."""
        route = next(route for route in self.schema["paths"] if _fits(route, path))
        declared = self.schema["paths"][route][method]["responses"]
        status = answer.status_code
        assert str(status) in declared, (route, method, status, answer.content)
        shape = declared[str(status)]["content"]["application/json"]["schema"]
        data = json.loads(answer.content)
        whole = {**shape, "components": self.schema["components"]}
        wrong = [
            f"{e.json_path}: {e.message}" for e in Draft202012Validator(whole).iter_errors(data)
        ]
        assert not wrong, (route, method, status, wrong[:5])
        self.asked.add((route, method, status))
        self.later = "Retry-After" in answer
        return data


def _fits(route: str, path: str) -> bool:
    pattern = re.sub(r"\{[a-z]+\}", "[^/]+", route)
    return re.fullmatch(pattern, f"/api{path.partition('?')[0]}") is not None


def plain(data: object) -> Any:
    """As JSON gives it back."""
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("variant", in_turn("london_nights", *sorted({*SEATS} - {"london_nights"})))
def test_a_view_and_a_menu_are_sent_whole_and_as_declared(variant: str) -> None:
    game = begin(variant, bot="random", master=user(MASTER))
    hers, masters = Program(ANNA), Program(MASTER)
    menus = 0
    for number in range(4):
        for program, name in ((hers, ANNA), (masters, MASTER)):
            reader = reader_of(game, user(name))
            view = reads.view_for(game, reader)
            data = view_data(reads.book_of(game), view)
            sent = program.get(f"/games/{game.slug}/view")
            assert sent == {"view": {**plain(data), "name": game.name}}
        power = SEATS[variant]
        known = reads.view_for(game, reader_of(game, user(ANNA)))
        menu = hers.get(f"/games/{game.slug}/menu")
        assert menu["menu"] == plain(menu_data(reads.book_of(game), known, power))
        menus += bool(menu["menu"]["units"] or menu["menu"]["beside"])
        write_by_bot(game, ANNA, "random", number)
        game = end_phase(game)
    assert menus >= 2
    told = hers.get(f"/games/{game.slug}/view")["view"]["told"]
    assert sum(len(one["outcomes"]) for one in told) > 10


def test_every_route_answers_as_declared() -> None:
    game = begin(master=user(MASTER))
    hers, base = Program(ANNA), f"/games/{game.slug}"
    assert [g["slug"] for g in hers.get("/games")] == [game.slug]
    assert hers.get(base)["power"] == "France"
    hers.get(f"{base}/view")
    hers.get(f"{base}/menu")
    hers.get(f"{base}/sheet")
    assert hers.send("put", f"{base}/sheet", typed="A Par - Bur\nA Xyz H", serial=0)["errors"]
    assert hers.get(f"{base}/sheet")["saved_at"]
    assert hers.send("post", f"{base}/settle", settled=True, serial=0)["settled"]
    assert hers.send("put", f"{base}/later/next-movement", typed="A Bur H")["edition"] == 1
    end_phase(game)
    assert hers.get(f"{base}/later")["became"][0]["typed"] == "A Bur H"
    assert hers.send("delete", f"{base}/later/draft")["edition"] == 0
    assert hers.send("post", f"{base}/press/public", text="hello", token="abcdefgh1234")["sent"]
    assert hers.get(f"{base}/press/public")[0]["text"] == "hello"
    assert hers.get(f"{base}/press")[0]["key"] == "public"
    until = hers.get(f"{base}/press/public")[0]["made_at"]
    assert hers.send("post", f"{base}/press/public/read", until=until) == {"read": 1}
    for last_of_all in ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59"):
        assert hers.send("post", f"{base}/press/public/read", until=last_of_all) == {"read": 1}
    hers.get(f"{base}/events")
    day = str(moment.now().date() + timedelta(days=2))
    assert hers.get("/away") == []
    assert hers.send("post", "/away", first=day, last=day) == [{"first": day, "last": day}]
    assert hers.send("delete", f"/away/{day}/{day}") == []
    Game.objects.update(postpone="all")
    Seat.objects.filter(game=game, power="Turkey").update(user=user("Bert"), bot="")
    assert hers.get(f"{base}/more-time")["may_vote"]
    assert hers.send("post", f"{base}/more-time", minutes=60, serial=1)["asks"][0]["agreed"]
    berts = Program("Bert")
    assert berts.send("post", f"{base}/more-time/France", serial=1)["put_off"]
    masters = Program(MASTER)
    assert masters.send("delete", f"{base}/more-time")["agreeing"] == "none"
    hers.asked |= berts.asked | masters.asked
    routes = {(path, method) for path, each in hers.schema["paths"].items() for method in each}
    assert {(path, method) for path, method, status in hers.asked if status == 200} == routes


def test_what_goes_wrong_is_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    game = begin(access="link")
    hers, strangers, base = Program(ANNA), Program("Stranger"), f"/games/{game.slug}"
    for path in ("", "/view", "/menu", "/sheet", "/later", "/press", "/press/public", "/events"):
        strangers.get(f"{base}{path}")
    strangers.send("put", f"{base}/sheet", typed="A Par H", serial=0)
    strangers.send("post", f"{base}/settle", settled=True, serial=0)
    strangers.send("put", f"{base}/later/draft", typed="A Par H")
    strangers.send("delete", f"{base}/later/draft")
    strangers.send("post", f"{base}/press/public", text="hello", token="abcdefgh1234")
    strangers.send("post", f"{base}/press/public/read", until="2031-01-01T00:00:00Z")
    strangers.get(f"{base}/more-time")
    strangers.send("post", f"{base}/more-time", minutes=60, serial=0)
    strangers.send("post", f"{base}/more-time/France", serial=0)
    strangers.send("delete", f"{base}/more-time")
    strangers.send("delete", "/away/2031-01-01/2031-01-02")
    assert {status for _, _, status in strangers.asked} == {404}
    hers.get(f"{base}/view?number=x")
    hers.send("put", f"{base}/sheet", typed="A Par H")  # of which phase it does not say
    for method, path in (("put", "sheet"), ("post", "settle"), ("post", "press/public")):
        hers.send(method, f"{base}/{path}", body="{")
    end_phase(game)
    hers.send("put", f"{base}/sheet", typed="A Par H", serial=0)
    monkeypatch.setattr("legation.server.api.entry.MOST", 0)
    hers.get("/games")
    assert sorted(status for _, _, status in hers.asked) == [400, 400, 400, 409, 422, 422, 429]
    hers.client = Client()
    hers.get("/games")
    assert ("/api/games", "get", 401) in hers.asked


@pytest.mark.parametrize(
    ("error", "status", "later"),
    [
        (OperationalError("the server closed the connection"), 503, True),
        (OverError("Too much.", timedelta(minutes=1)), 429, True),
        (ZeroDivisionError(), 500, False),
    ],
)
def test_every_route_says_that_it_cannot_answer_now(
    monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, later: bool
) -> None:
    """Whoever makes a client of the schema is told that this may come, in a sentence."""

    def fails(_: str) -> None:
        raise error

    hers = Program(ANNA)
    hers.client.raise_request_exception = False
    monkeypatch.setattr("legation.server.api.tokens.find", fails)
    routes = [(path, method) for path, each in hers.schema["paths"].items() for method in each]
    for route, method in routes:
        path = re.sub(r"\{[a-z]+\}", "x", route).removeprefix("/api")
        hers.get(path) if method == "get" else hers.send(method, path)
        assert hers.later == later
    assert hers.asked == {(route, method, status) for route, method in routes}
    assert {"413", str(status)} <= set(hers.schema["paths"]["/api/games"]["get"]["responses"])


def test_what_is_not_declared_is_not_sent() -> None:
    game = begin()
    view = reads.view_for(game, reader_of(game, user(ANNA)))
    data = view_data(reads.book_of(game), view)
    assert ViewOut.model_validate({"view": data}).view.name == data["name"]
    for secret in ({**data, "ledger": {}}, {**data, "viewer": {**data["viewer"], "user": 1}}):
        with pytest.raises(ValueError, match="Unexpected keyword argument"):
            ViewOut.model_validate({"view": secret})
