"""The board page: who sees what of it, how a sheet is written, results, history, what if."""

import gzip
import html
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from asking import bare
from boards import SEATS, begin, end_phase, truth_of, user, write_by_bot
from django.test import Client

from counting import counting
from legation.server.board import whatif
from legation.server.board.fates import results_of
from legation.server.board.news import Own
from legation.server.board.pens import Sitting
from legation.server.games import change, seats
from legation.server.games.models import Game, Holding
from legation.server.games.models.sheet import Sheet
from legation.server.games.readers import reader_of
from legation.server.games.reads import book_of
from legation.server.site.nulls import plain
from legation.table.game import Game as Table

pytestmark = pytest.mark.django_db(transaction=True)
VARIANTS = tuple(SEATS)
JSON = {"Accept": "application/json"}


def signed_in(name: str = "Anna") -> Client:
    client = Client()
    client.force_login(user(name))
    return client


def post(client: Client, game: Game, **data: str) -> Any:
    data.setdefault("serial", str(Game.objects.get(pk=game.pk).serial))
    return client.post(f"/games/{game.slug}/sheet", data, headers=JSON)


# Who sees it


def rooms(slug: str) -> list[str]:
    base = f"/games/{slug}/"
    ends = ("", "?phase=0", "menu", "menu/steps?verb=x", "lists/", "standings/", "what-if/0")
    return [f"{base}{end}" for end in ends]


def test_a_private_game_is_not_there_for_a_stranger() -> None:
    game = begin(access="link")
    for client in (Client(), signed_in("Eve")):
        for here, nowhere in zip(rooms(game.slug), rooms("zzzzzzzzzz"), strict=True):
            answer, other = client.get(here), client.get(nowhere)
            assert answer.status_code == other.status_code == 404
            assert bare(answer.content) == bare(other.content)
        assert client.post(f"/games/{game.slug}/sheet", {"typed": "A Par H"}).status_code == 404
    assert signed_in().get(f"/games/{game.slug}/").status_code == 200


def test_who_watches_writes_nothing() -> None:
    game = begin()
    for client in (Client(), signed_in("Eve")):
        page = client.get(f"/games/{game.slug}/").content.decode()
        assert "you watch" in page
        read = [page.index(f'id="{part}"') for part in ("line", "orders", "news", "map", "time")]
        assert read == sorted(read), "who hears the page hears the places of the map last"
        assert "<textarea" not in page
        assert client.get(f"/games/{game.slug}/menu").status_code == 404
        assert post(client, game, typed="A Par H").status_code == 409
    assert not Sheet.objects.filter(game=game).exists()


def test_a_game_that_is_forming_has_no_board() -> None:
    from legation.server.games import create
    from legation.server.games.offer import Offer

    game = create.create(user=user("Anna"), offer=Offer(name="Forming"))
    answer = signed_in().get(f"/games/{game.slug}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.slug}/about/")


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_has_a_page_with_nothing_inline(variant: str) -> None:
    game = begin(variant, phases=2)
    client = signed_in()
    for address in (f"/games/{game.slug}/", f"/games/{game.slug}/?phase=1"):
        page = client.get(address).content.decode()
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|https?://(?!www\.w3)", page)
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page))
        assert '<svg xmlns="http://www.w3.org/2000/svg" class="atlas"' in page
    assert client.get(f"/games/{game.slug}/lists/").status_code == 200


def test_a_page_is_light() -> None:
    game = begin("locarno", phases=3)
    answer = signed_in().get(f"/games/{game.slug}/?phase=1", headers={"Accept-Encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) < 60_000
    assert b"class=" in gzip.decompress(answer.content)
    assert "Content-Encoding" not in signed_in().get(f"/games/{game.slug}/")


def strip(page: str) -> str:
    """How the game stands, as the strip of a board says it, in one line."""
    (part,) = re.findall(r'<details class="standings".*?</summary>', page, re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", part)).split())


def test_a_strip_says_how_the_game_stands() -> None:
    """Each power has three centres and units to begin with, and Russia four of each."""
    game = begin()
    said = strip(signed_in().get(f"/games/{game.slug}/").content.decode())
    assert said == (
        "Centres · units AU 3 3 EN 3 3 FR 3 3 GE 3 3 IT 3 3 RU 4 4 TU 3 3"
        " 18 centres win, if they are more than anybody else's."
    )


def test_a_chart_says_how_it_stood() -> None:
    """Two phases: one line a power and kind, and a table of the phase that it began with."""
    game = begin(phases=1)
    page = signed_in().get(f"/games/{game.slug}/standings/").content.decode()
    assert page.count('<path class="line"') == 14
    assert page.count('<th scope="row">Spring 1901, movement</th>') == 2
    assert page.index("Centres") < page.index("Units")
    assert (
        f'href="/games/{game.slug}/standings/"'
        in Client().get(f"/games/{game.slug}/").content.decode()
    )
    assert (
        f'href="/games/{game.slug}/standings/"'
        in Client().get(f"/games/{game.slug}/about/").content.decode()
    )


def test_a_chart_of_one_phase_is_not_drawn() -> None:
    game = begin()
    page = Client().get(f"/games/{game.slug}/standings/").content.decode()
    assert "This is the first phase." in page
    assert "<path" not in page
    assert Client().get("/games/none/standings/").status_code == 404


def test_what_the_others_own_is_not_counted_where_nobody_is_told() -> None:
    """PA-10a: who watches is told nobody's centres; a game's own page is for everybody."""
    game = begin("post_atomic", phases=1)
    for page in (f"/games/{game.slug}/", f"/games/{game.slug}/about/"):
        whole = Client().get(page).content.decode()
        assert "As far as everybody knows." in whole
        assert '<th scope="col" class="number">Centres</th>' not in whole
    charts = Client().get(f"/games/{game.slug}/standings/").content.decode()
    assert '<section class="course" aria-label="Units">' in charts.replace(" deciding", "")
    assert 'aria-label="Centres"' not in charts
    own = strip(signed_in().get(f"/games/{game.slug}/").content.decode())
    assert own.startswith("Centres · units AU 0 3 EN ? 3 ")  # Austria is hers
    assert own.endswith("As far as you know.")


def test_a_number_of_no_phase_is_not_found() -> None:
    game = begin()
    for text in ("1", "999999", "-1", "x", "1;2"):
        assert signed_in().get(f"/games/{game.slug}/", {"phase": text}).status_code == 404
    assert signed_in().get(f"/games/{game.slug}/what-if/7").status_code == 404


# Writing


def test_a_click_and_typed_text_are_one_sheet() -> None:
    game, client = begin(), signed_in()
    first = post(client, game, typed="A Mar H", order="A Par - Bur").json()
    assert first["typed"] == "A Mar H\nA Par - Bur"
    assert first["count"] == "2 of 3 orders in"
    assert 'class="orders"' in first["arrows"]
    again = post(client, game, order="A Par - Pic").json()
    assert again["typed"] == "A Mar H\nA Par - Pic"
    fewer = post(client, game, drop="A Mar H", line="1").json()
    assert fewer["typed"] == "A Par - Pic"
    assert Sheet.objects.get(game=game, power="France").orders == ["A Par - Pic"]


def test_what_is_wrong_is_kept_with_its_reason() -> None:
    game, client = begin(), signed_in()
    data = post(client, game, typed="A Par - Bur\nF Bre - Pra").json()
    bad = [line for line in data["lines"] if not line["ok"]]
    assert [line["text"] for line in bad] == ["F Bre - Pra"]
    assert "Did you mean" in bad[0]["why"]
    page = client.get(f"/games/{game.slug}/").content.decode()
    assert "F Bre - Pra" in page
    assert "Did you mean" in page


def test_ready_and_not_ready() -> None:
    game, client = begin(), signed_in()
    Game.objects.filter(pk=game.pk).update(when_ready=False)
    whole = "A Par - Bur\nA Mar H\nF Bre H"
    assert post(client, game, typed=whole, ready="yes").json()["settled"]
    assert post(client, game, typed=whole).json()["settled"], "nothing else is typed"
    assert not post(client, game, typed="A Par - Pic\nA Mar H\nF Bre H").json()["settled"]
    assert post(client, game, ready="yes").json()["settled"]
    assert not post(client, game, ready="no").json()["settled"]
    refused = post(client, game, typed="A Par - Xyz\nA Mar H", ready="yes")
    assert refused.status_code == 409
    assert "not ready yet" in refused.json()["error"]
    assert refused.json()["sheet"]["typed"] == "A Par - Xyz\nA Mar H"
    assert post(client, game, clear="yes").json()["typed"] == ""


def test_who_types_nothing_but_mistakes_is_not_ready_any_more() -> None:
    """His orders stand as they were; but what he meant instead is not there."""
    game, client = begin(), signed_in()
    Game.objects.filter(pk=game.pk).update(when_ready=False)
    whole = "A Par - Bur\nA Mar H\nF Bre H"
    for ready in ({}, {"ready": "yes"}, {"ready": "no"}):
        assert post(client, game, typed=whole, ready="yes").json()["settled"]
        post(client, game, typed="nonsense", **ready)
        row = Sheet.objects.get(game=game, power="France")
        assert (row.typed, row.settled) == ("nonsense", False), ready
        assert row.orders == ["A Par - Bur", "A Mar H", "F Bre H"]


def test_one_ready_parses_and_judges_its_three_orders_once() -> None:
    """To the end of the phase, the page that answers included."""
    game, client = begin(), signed_in()
    client.get(f"/games/{game.slug}/")
    typed = ["a par - Bur", "a mar s a par - Bur", "f bre - MAO"]
    with counting() as asked:
        answer = post(client, game, typed="\n".join(typed), ready="yes").json()
        assert (answer["settled"], len(answer["lines"])) == (True, 3)
        assert ([t for t in asked.parsed if t in typed], asked.of("France")) == (typed, 3)
        end_phase(game)
    assert ([t for t in asked.parsed if t in typed], asked.of("France")) == (typed, 3)


def test_who_leaves_an_order_out_is_asked_whether_he_is_ready() -> None:
    game, client = begin(), signed_in()
    asked = post(client, game, typed="A Par - Bur", ready="yes")
    assert asked.json()["unsure"]
    assert asked.json()["error"].startswith("2 units have no order (F Bre and A Mar);")
    assert not asked.json()["sheet"]["settled"]
    assert asked.json()["sheet"]["typed"] == "A Par - Bur"
    assert post(client, game, ready="sure").json()["settled"]
    Sheet.objects.all().delete()
    form = {"serial": str(game.serial), "ready": "yes", "back": "lists"}
    answer = client.post(f"/games/{game.slug}/sheet", form)
    assert answer["Location"] == f"/games/{game.slug}/lists/?sure=yes#orders"
    page = client.get(answer["Location"]).content.decode()
    bare = "3 units have no order (F Bre, A Mar and A Par); without one a unit holds."
    assert f"{bare} Press again" in html.unescape(page)
    assert 'name="ready" value="sure"' in page
    client.post(f"/games/{game.slug}/sheet", form | {"ready": "sure"})
    assert Sheet.objects.get(game=game, power="France").settled


def test_builds_and_removals_that_are_left_out_are_asked_about() -> None:
    game, client = begin(), signed_in()
    asked: list[str] = []
    for number in range(12):
        if game.phase_kind == "adjustment":
            answer = post(client, game, typed="", ready="yes").json()
            asked += [answer["error"]] if answer.get("unsure") else []
        write_by_bot(game, number=number)
        game = end_phase(game)
    assert asked
    assert re.match(r"\d (build|removal)s? (is|are) not (used|chosen)", asked[0])


def test_two_windows_do_not_overwrite_each_other() -> None:
    game, client = begin(), signed_in()
    assert post(client, game, typed="A Par - Bur", edition="0").json()["edition"] == 1
    lost = post(client, game, typed="A Par - Pic", edition="0")
    assert lost.status_code == 409
    assert lost.json()["elsewhere"]
    assert lost.json()["sheet"]["typed"] == "A Par - Bur"
    assert post(client, game, typed="A Par - Pic", edition="1").json()["typed"] == "A Par - Pic"
    form = {"typed": "A Par - Gas", "serial": str(game.serial), "edition": "1"}
    page = client.post(f"/games/{game.slug}/sheet", form)
    assert page.status_code == 409
    text = page.content.decode()
    assert "<pre>A Par - Gas</pre>" in text
    assert ">A Par - Pic</textarea>" in text
    assert 'name="edition" value="2"' in text
    assert Sheet.objects.get(game=game, power="France").typed == "A Par - Pic"


def test_what_comes_too_late_is_kept_and_does_not_count() -> None:
    game, client = begin(), signed_in()
    post(client, game, typed="A Par - Bur")
    after = end_phase(game)
    late = post(client, game, typed="A Par - Pic", serial="0")
    assert late.status_code == 409
    assert late.json()["closed"]
    assert "A Par - Pic" in client.get(f"/games/{game.slug}/").content.decode()
    assert Sheet.objects.get(game=game, serial=0, power="France").orders == ["A Par - Bur"]
    assert not Sheet.objects.filter(game=game, serial=after.serial, settled=True).exists()


def test_a_sheet_is_of_the_phase_that_was_read_though_it_ends_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = begin("standard")

    def read_and_ended(text: str) -> str:
        monkeypatch.undo()
        end_phase(game)
        return plain(text)

    monkeypatch.setattr("legation.server.board.views.plain", read_and_ended)
    data = {"typed": "A Par - Pic"}  # it names no phase
    answer = signed_in().post(f"/games/{game.slug}/sheet", data, headers=JSON)
    assert (answer.status_code, answer.json()["closed"], answer.json()["serial"]) == (409, True, 1)
    rows = Sheet.objects.filter(game=game, power="France").values_list("serial", "typed", "late")
    assert list(rows) == [(0, "", "A Par - Pic")]


def test_without_script_forms_do_the_same() -> None:
    game, client = begin(), signed_in()
    serial = str(game.serial)
    answer = client.post(
        f"/games/{game.slug}/sheet", {"typed": "A Par - Bur\nA Foo", "serial": serial}
    )
    assert answer["Location"] == f"/games/{game.slug}/#orders"
    page = client.get(f"/games/{game.slug}/").content.decode()
    assert "1 line is no order yet" in page
    client.post(
        f"/games/{game.slug}/sheet", {"order": "F Bre - MAO", "serial": serial, "back": "lists"}
    )
    lists = client.get(f"/games/{game.slug}/lists/").content.decode()
    assert "F Bre - MAO" in lists
    assert '<th scope="row">Paris</th>' in lists


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_list_orders_what_it_says(variant: str) -> None:
    game, client = begin(variant), signed_in()
    page = client.get(f"/games/{game.slug}/lists/").content.decode()
    chosen = re.findall(r'<select id="choose-\d+" name="order">.*?<option value="([^"]*)"', page)
    assert chosen
    for text in chosen:
        assert post(client, game, order=text).status_code == 200, text


def test_orders_are_asked_field_by_field() -> None:
    game, client = begin("post_atomic"), signed_in()
    base = f"/games/{game.slug}/menu/steps"
    values = client.get(base, {"verb": "mountain-if"}).json()["values"]
    assert "Vie" in values
    assert client.get(base, {"verb": "mountain-if", "v": "Mos"}).status_code == 400
    assert client.get(base, {"verb": "hold"}).status_code == 400


def test_the_game_master_writes_and_seals_what_is_his() -> None:
    master = user("Max")
    game = begin("london_nights", options={"police-orders": "game-master"}, master=master)
    client = signed_in("Max")
    police = client.get(f"/games/{game.slug}/menu").json()
    assert police["pen"] == "Police"
    assert police["units"]
    text = police["units"][0]["groups"][0]["rows"][0][-2]
    assert post(client, game, order=text).json()["count"].startswith("1 of")
    assert "Sealed is for good" in post(client, game, ready="yes").json()["error"]
    assert post(client, game, ready="sure").json()["settled"]
    assert "are sealed" in client.get(f"/games/{game.slug}/").content.decode()
    assert post(client, game, order=text).status_code == 409


# Results


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_fate_has_its_why_and_the_clause_its_place_in_the_rules(variant: str) -> None:
    game = begin(variant, phases=3, bot="random")
    client = signed_in()
    rules = client.get(f"/rules/{variant}/").content.decode()
    known = set(re.findall(r'id="([a-z0-9-]+)"', rules))
    asked = 0
    for number in range(3):
        page = client.get(f"/games/{game.slug}/", {"phase": number}).content.decode()
        for clause in re.findall(rf'class="clause" href="/rules/{variant}/#([a-z0-9-]+)"', page):
            assert clause in known
            asked += 1
    assert asked


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_clauses_of_order_types_stand_in_the_rules(variant: str) -> None:
    from legation.variants.load import load

    rules = Client().get(f"/rules/{variant}/").content.decode()
    for kind in load(variant, {}).order_types.values():
        assert f'id="{kind.clause.lower()}"' in rules


def test_rules_of_no_variant_are_not_found() -> None:
    for name in ("nothing", "__init__", "map"):
        assert Client().get(f"/rules/{name}/").status_code == 404


def test_history_shows_results_and_one_can_go_on() -> None:
    game, client = begin(phases=2), signed_in()
    page = client.get(f"/games/{game.slug}/?phase=0").content.decode()
    assert "Spring 1901, movement" in page
    assert "as you knew it" in page
    assert 'rel="next"' in page
    assert "<textarea" not in page
    assert 'class="ask">why' in page


def test_news_are_of_all_phases_since_the_last_movement() -> None:
    game, client = begin(), signed_in()
    post(client, game, typed="A Mar - Gas\nA Par - Gas\nF Bre - MAO")
    game = end_phase(game)
    page = client.get(f"/games/{game.slug}/").content.decode()
    failed = "A Mar - Gas (bounced) and A Par - Gas (bounced) failed."
    assert f"Spring 1901, movement: 1 of your 3 orders was carried out; {failed}" in page
    post(client, game, typed="A Mar - Spa\nF MAO - Por")
    while game.phase_kind != "adjustment":
        game = end_phase(game)
    while game.phase_kind == "adjustment":  # in it the bots build
        game = end_phase(game)
    page = client.get(f"/games/{game.slug}/").content.decode()
    news = page[page.index('id="news"') : page.index("</aside>")]
    assert "1902" in game.phase
    assert news.index(">Autumn 1901, movement<") < news.index(">Winter 1901")
    assert "Spring 1901" not in news
    assert "Autumn 1901, movement: all of your 2 orders were carried out." in page


def test_only_what_was_ordered_counts_as_carried_out() -> None:
    """Rumania was attacked in vain without an order, and says that it held."""
    game, client = begin(), signed_in()
    post(client, game, typed="A Mar - Spa")
    page = client.get(f"/games/{end_phase(game).slug}/").text
    assert "Spring 1901, movement: your order was carried out." in page
    table = Table.new("standard", seed="0" * 32)
    table.submit("France", "A Mar - Spa")
    table.submit("Germany", "A Mun - Bur")
    table.advance()
    seen = table.view("France", 0), table.view("France")
    rows = dict(results_of(table.book, *seen))["France"]
    held = [replace(row, ordered=True, bad=False) for row in rows]  # as one that was attacked
    own = Own("Spring 1901", held, "", frozenset({"Mar"}))
    assert own.said == "Spring 1901: your order was carried out."
    assert Own("Spring 1901", held, "", frozenset()).said == "Spring 1901: you gave no orders."
    went = next(row for row in held if row.place == "Mar")
    beaten = [replace(went, bad=True, fate="bounced"), replace(went, bad=True, fate="cut")]
    said = "not carried out: A Mar - Spa (bounced)"
    assert (
        Own("Spring 1901", beaten[:1], "", own.written).said
        == f"Spring 1901: your order was {said}."
    )
    said = "none of your 2 orders were carried out: A Mar - Spa (bounced) and A Mar - Spa (cut)."
    assert Own("Spring 1901", beaten, "", own.written).said == f"Spring 1901: {said}"


# Styles


def test_styles_and_faces_are_kept_for_a_year() -> None:
    game = begin()
    page = signed_in().get(f"/games/{game.slug}/").content.decode()
    found = re.search(r'href="(/looks/[^"]+\.css)"', page)
    assert found
    answer = Client().get(found[1])
    assert "immutable" in answer["Cache-Control"]
    face = re.search(r'url\("(/looks/[^"]+\.woff2)"\)', answer.content.decode())
    assert face
    assert Client().get(face[1])["Content-Type"] == "font/woff2"
    assert Client().get("/looks/standard.000000000000.css").status_code == 404
    assert Client().get("/looks/nothing.000000000000.css").status_code == 404
    assert Client().get("/looks/nothing.000000000000.woff2").status_code == 404


# What if


def test_what_if_stores_nothing() -> None:
    game, client = begin(phases=1), signed_in()
    before = Game.objects.values().get(pk=game.pk)
    address = f"/games/{game.slug}/what-if/0"
    assert client.get(address).status_code == 200
    page = client.post(
        address, {"typed": "France\nA Par - Bur\nGermany\nA Mun - Bur\nA Xyz H"}
    ).content.decode()
    assert "bounced" in page
    assert "no place is called" in page
    on = {"typed": "A Par - Bur", "on": "yes"}
    two = client.post(address, on).content.decode()
    assert 'class="phase">Autumn 1901, movement' in two
    assert 'data-unit="A Bur"' in two
    back = client.post(address, {"sheet": ["A Par - Bur"], "back": "yes"}).content.decode()
    assert 'class="phase">Spring 1901, movement' in back
    assert ">A Par - Bur</textarea>" in back
    assert Game.objects.values().get(pk=game.pk) == before
    assert not Sheet.objects.filter(game=game, serial=game.serial).exists()


def supposed(client: Client, game: Game, number: int = 0, **form: Any) -> dict[str, Any]:
    data = {"ask": "sheet", **form}
    answer = client.post(f"/games/{game.slug}/what-if/{number}", data)
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def strip_of(text: str, power: str) -> list[str]:
    """The figures of a power in the strip of standings: centres, units."""
    found = re.search(rf'title="{power}">\w+</abbr> <b>([^<]+)</b> <span>([^<]+)</span>', text)
    assert found is not None, text
    return list(found.groups())


def test_what_if_says_who_would_then_lead() -> None:
    """In autumn France stands in Spain and Portugal: centres change hands then (STD-ADJ)."""
    game, client = begin(), signed_in()
    page = client.get(f"/games/{game.slug}/what-if/0").content.decode()
    assert strip_of(page, "France") == ["3", "3"]
    assert "How it stood over time" not in page
    spring = "France\nA Mar - Spa\nF Bre - MAO"
    there = supposed(client, game, typed=spring)["standings"]
    assert strip_of(there, "France") == ["3", "3"]
    autumn: dict[str, Any] = {"sheet": [spring], "typed": "France\nA Spa H\nF MAO - Por"}
    then = supposed(client, game, **autumn)["standings"]
    assert "Then centres" in then
    assert strip_of(then, "France") == ["5", "3"]
    assert strip_of(then, "Germany") == ["3", "3"]
    bare = supposed(client, game, sheet=[spring], typed="")["standings"]
    assert strip_of(bare, "France") == ["3", "3"]
    assert "Then" not in bare


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_if_begins_with_the_standings_of_the_board(variant: str) -> None:
    """What one was never told, as of the Theatre-Goers' units, is counted in neither (LN-1A-c)."""
    game, client = begin(variant, phases=1), signed_in()
    now = client.get(f"/games/{game.slug}/").content.decode()
    supposing = client.get(f"/games/{game.slug}/what-if/{game.serial}").content.decode()
    rows = re.compile(r'<tr class="nation.*?</tr>', re.DOTALL)
    assert rows.findall(now) == rows.findall(supposing) != []


def test_by_clicks_everybody_is_ordered_and_what_comes_of_it_is_drawn() -> None:
    """Two armies into Burgundy bounce; with a support it is taken, and who stood there is lost."""
    game, client = begin(), signed_in()
    menu = supposed(client, game, ask="menu")
    assert {unit["power"] for unit in menu["units"]} == set(book_of(game).players)
    assert len(menu["units"]) == 22
    one = supposed(client, game, typed="", order="A Par - Bur", power="France")
    assert one["typed"] == "France: A Par - Bur"
    assert "bounced" not in one["came"]
    two = supposed(client, game, typed=one["typed"], order="A Mun - Bur", power="Germany")
    assert two["came"].count(">bounced<") == 2
    assert [(line["power"], line["place"], line["fate"]) for line in two["lines"]] == [
        ("France", "Par", "bounced"),
        ("Germany", "Mun", "bounced"),
    ]
    other = supposed(client, game, typed=two["typed"], order="A Mun - Ruh", power="Germany")
    assert other["typed"] == "France: A Par - Bur\nGermany: A Mun - Ruh"
    assert "bounced" not in other["came"]
    less = supposed(client, game, typed=other["typed"], drop="A Par - Bur", line="1")
    assert less["typed"] == "Germany: A Mun - Ruh"
    assert supposed(client, game, typed=less["typed"], clear="yes")["came"].strip() == ""
    before, after = "A Ven - Tyr\nA Rom - Ven", "A Ven - Tri\nF Tri H"
    assert "dislodged" not in supposed(client, game, sheet=before, typed=after)["units"]
    helped = f"{after}\nA Tyr S A Ven - Tri"
    assert "dislodged" in supposed(client, game, sheet=before, typed=helped)["units"]
    assert not Sheet.objects.filter(game=game, serial=game.serial).exists()


def test_what_bears_on_the_orders_of_others_is_said_of_them_by_name() -> None:
    game, client = begin("warwick"), signed_in()
    menu = supposed(client, game, ask="menu")
    for group in (*menu["beside"], *(g for unit in menu["units"] for g in unit["groups"])):
        for told in group.get("bearings", ()):
            assert not re.search(r"\b[Yy]ours?\b|\b[Yy]ou\b", told["text"]), told
    stands = [
        (group["power"], told["text"])
        for group in menu["beside"]
        for told in group.get("bearings", ())
        if told["clause"] == "WA-3a-1"
    ]
    assert ("Edward IV", "As things stand Edward IV is a claimant.") in stands
    assert all(power in said for power, said in stands)


def test_who_has_to_retreat_is_pointed_at_where_he_is_drawn() -> None:
    """Rumania is taken from Austria by a fleet with a support; the army stands beside it."""
    game, client = begin(), signed_in()
    done = [
        "Austria: A Bud - Rum\nRussia: F Sev - BLA\nA Mos - Ukr",
        "Russia: F BLA - Rum\nA Ukr S F BLA - Rum",
    ]
    there = supposed(client, game, ask="menu", sheet=done[:1])["spots"]["Rum"]
    menu = supposed(client, game, ask="menu", sheet=done)
    assert [(unit["power"], unit["unit"]) for unit in menu["units"]] == [("Austria", "A Rum")]
    beside = menu["spots"]["Rum"]
    assert abs(beside[0] - there[0]) > 10 or abs(beside[1] - there[1]) > 8
    assert {**menu["spots"], "Rum": there} == supposed(client, game, ask="menu")["spots"]


def test_what_cannot_be_supposed_is_said_and_nothing_is_lost() -> None:
    game, client = begin(), signed_in()
    path, typed = f"/games/{game.slug}/what-if/0", "France: A Par H"
    for form in (
        {"order": "A Xyz H", "power": "France"},
        {"order": "A Par - Bur", "power": "Atlantis"},
        {"order": "A Par - Bur"},
        {"drop": "A Mar H", "line": "1"},
        {"drop": "A Par H", "line": "x"},
    ):
        answer = client.post(path, {"ask": "sheet", "typed": typed, **form})
        assert answer.status_code == 409, form
        assert answer.json()["error"]
        assert answer.json()["sheet"]["typed"] == typed
    assert client.post(path, {"ask": "steps", "verb": "x"}).status_code == 400


def test_ones_own_part_alone_is_taken_over() -> None:
    game, client = begin(), signed_in()
    post(client, game, typed="A Par H")
    address = f"/games/{game.slug}/what-if/0"
    page = client.get(address).content.decode()
    assert ">France: A Par H</textarea>" in page, "it begins with what is on the sheet"
    assert 'name="typed" id="own" value="A Par H"' in page
    both = "France: A Par - Bur\nGermany: A Mun - Bur\nF Bre - MAO"
    page = client.post(address, {"typed": both}).content.decode()
    form = page[page.index('id="take"') :]
    values = dict(re.findall(r'name="(serial|edition|typed)"[^>]* value="([^"]*)"', form)[:3])
    assert values["typed"] == "A Par - Bur\nF Bre - MAO"
    assert client.post(f"/games/{game.slug}/sheet", values).status_code == 302
    stored = Sheet.objects.get(game=game, serial=game.serial)
    assert stored.typed.split() == values["typed"].split()
    seen = signed_in("Eve").get(address).content.decode()
    assert "A Par - Bur" not in seen
    assert 'id="take"' not in seen


def test_a_past_phase_begins_with_its_orders_as_they_were_told() -> None:
    game, client = begin(phases=1), signed_in()
    told = [o for each in truth_of(game).view("gm").told for o in each.outcomes]
    page = client.get(f"/games/{game.slug}/what-if/0").content.decode()
    typed = re.search(r'id="typed"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    assert typed
    assert len(html.unescape(typed[1]).splitlines()) == sum(o.order is not None for o in told)
    assert 'id="take"' not in page


def test_what_one_does_not_know_is_not_supposed() -> None:
    game = begin("london_nights", phases=2)
    table = truth_of(game)
    hidden = {u.place for u in table.view("Theatre-Goers").position.of("Theatre-Goers")}
    known = {u.place for u in table.view("Nurses").position.of("Theatre-Goers")}
    assert hidden - known, "nobody is hidden in this game, so it shows nothing"
    client = signed_in()
    now = table.number
    page = client.get(f"/games/{game.slug}/what-if/{now}").content.decode()
    for place in hidden - known:
        assert f"U {place}" not in re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL)
        assert f'data-unit="U {place}"' not in page


def test_dice_that_were_thrown_for_it_may_fall_otherwise() -> None:
    """The Police throw in every round of a night (LN-3c); the standard game throws none."""
    for variant, typed, throws in (("london_nights", "U Gra H", 1), ("standard", "A Par H", 0)):
        came = supposed(signed_in(), begin(variant), typed=typed)["came"]
        assert came.count("The Police choose between equals by dice") == throws
        assert came.count("by dice") == throws


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_if_works_in_every_game(variant: str) -> None:
    game, client = begin(variant, phases=1), signed_in()
    for number in (0, 1):
        address = f"/games/{game.slug}/what-if/{number}"
        assert client.post(address, {"typed": ""}).status_code == 200


def test_what_if_takes_no_endless_forms() -> None:
    game, client = begin(), signed_in()
    address = f"/games/{game.slug}/what-if/0"
    assert client.post(address, {"sheet": ["x"] * 30}).status_code == 404
    assert client.post(address, {"typed": "x" * 30_000}).status_code == 404


# Data


def test_the_menu_says_where_all_is() -> None:
    game = begin()
    data = json.loads(signed_in().get(f"/games/{game.slug}/menu").content)
    assert data["pen"] == "France"
    assert data["names"]["Par"] == "Paris"
    assert set(data["spots"]) >= {unit["place"] for unit in data["units"]}
    assert book_of(game).variant == "standard"


# After the end, and after one has left


def test_a_finished_game_is_opened_and_only_then() -> None:
    game, client = begin(phases=1), signed_in()
    for seen in ("archive", "Germany"):
        assert client.get(f"/games/{game.slug}/", {"as": seen}).status_code == 404
    change.change(game=game, do=lambda table: table.abandon())
    page = client.get(f"/games/{game.slug}/").content.decode()
    assert "The game is over" in page
    assert "<textarea" not in page
    for seen in ("archive", "Germany"):
        answer = client.get(f"/games/{game.slug}/", {"as": seen, "phase": "0"})
        assert answer.status_code == 200
    assert client.get(f"/games/{game.slug}/", {"as": "Nobody"}).status_code == 404
    assert client.get(f"/games/{game.slug}/menu").status_code == 404


def test_who_left_his_seat_sees_it_as_it_was_then() -> None:
    game, client = begin(phases=1), signed_in()
    seats.give_up(game=game, user=user("Anna"))
    held = Holding.objects.get(seat__game=game, user=user("Anna"))
    end_phase(game)
    page = client.get(f"/games/{game.slug}/", {"holding": held.pk}).content.decode()
    assert "Autumn 1901, movement" in page
    assert "Winter 1901" not in page
    assert "<textarea" not in page
    assert client.get(f"/games/{game.slug}/", {"holding": held.pk + 999}).status_code == 404
    assert signed_in("Eve").get(f"/games/{game.slug}/", {"holding": held.pk}).status_code == 404


def test_the_master_reads_the_board_as_told_to_each() -> None:
    """Only he, and nothing that still waits to be told: no sheet, no vote (STD-WHY)."""
    master = user("Master")
    game = begin("post_atomic", master=master, phases=2)
    write_by_bot(game)
    book, client = book_of(game), signed_in("Master")
    address = f"/games/{game.slug}/"
    own = client.get(address).content.decode()
    assert "<option>Austria</option><option>England</option>" in own
    for name in ("Austria", "Turkey"):
        page = client.get(address, {"to": name}).content.decode()
        table = Sitting(game, reader_of(game, master), book, told_to=name).view()
        assert f"as told to {name}, for the game master" in page
        assert (
            table.position
            == truth_of(game).view(name).position
            != truth_of(game).view("gm").position
        )
        assert (table.told, table.sheets) == (truth_of(game).view(name).told, {})
        assert "<textarea" not in page
        assert f"/games/{game.slug}/report/1/?to={name}" in page
    assert Sheet.objects.get(game=game, serial=game.serial, power="Austria").orders
    for end in ("", "lists/", "what-if/1", "report/1/"):
        assert client.get(f"{address}{end}", {"to": "spectator"}).status_code == 200
        assert client.get(f"{address}{end}", {"to": "nobody"}).status_code == 404
        for other in (Client(), signed_in()):
            answer = other.get(f"{address}{end}", {"to": "Austria"})
            assert answer.status_code == 404, end
            assert 'name="to"' not in other.get(f"{address}{end}").content.decode()


FAR = {
    "Anna": "Reasons and supports are told as far as you know.",
    "Eve": "Reasons and supports are told as far as everybody knows.",
    "Master": "",
}


@pytest.mark.parametrize("variant", ["post_atomic", "standard"])
def test_explanations_hold_as_far_as_their_reader_knows(variant: str) -> None:
    """Once with the orders of each phase, where a battle may hide something (STD-WHY)."""
    game = begin(variant, master=user("Master"), phases=2)
    battle = 1 if variant == "post_atomic" else 0
    now, past, if_ = (f"/games/{game.slug}/{e}" for e in ("", f"?phase={battle}", "what-if/"))
    for name, words in FAR.items():
        said, client = words if variant == "post_atomic" else "", signed_in(name)
        for address in (now, past):
            page = client.get(address).content.decode()
            assert 'class="fate' in page, address
            own = name == "Anna" and address == now  # one's own stand above the sheet, too
            assert page.count(said or "as far as") == (1 + own if said else 0), (name, address)
        data = client.get(f"/api/games/{game.slug}/view").json()["view"]
        told = [moment for moment in data["told"] if moment["outcomes"]]
        battles = [moment for moment in told if moment["phase"]["kind"] == "movement"]
        assert [moment["proviso"] for moment in battles] == [said] * len(battles) != []
        assert {moment["proviso"] for moment in told if moment not in battles} <= {""}
    view = truth_of(game).view(SEATS[variant])
    unit = view.position.of(SEATS[variant])[0]
    answer = signed_in().post(f"{if_}{view.number}", {"typed": f"{unit} H"})
    assert ("told as far as you know" in answer.content.decode()) == (variant == "post_atomic")


def test_supposing_too_often_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whatif, "_OFTEN", 2)
    game, client = begin(), signed_in()
    address = f"/games/{game.slug}/what-if/0"
    answers = [client.post(address, {"ask": "sheet"}), *(client.get(address) for _ in range(2))]
    assert [each.status_code for each in answers] == [200, 200, 429], "of one budget"
    assert client.post(address, {"ask": "sheet"}).status_code == 429
