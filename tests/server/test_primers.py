"""What teaches: primers for every variant, reached from where one looks for them."""

import html
import re
import shutil
from pathlib import Path

import pytest
from boards import begin
from django.db import OperationalError
from django.test import Client

from legation.atlas.board import board_of
from legation.atlas.legend import Sign, sampled, signs
from legation.atlas.scene import scene_of
from legation.errors import InputError
from legation.server.lobby import catalogue
from legation.table import primers
from legation.table.primers import Primer, has_primer, primer_for, primer_of
from legation.variants import find
from legation.variants.find import folders
from legation.variants.load import load
from shelf import MAPS, MAPS_IN_TURN

pytestmark = pytest.mark.django_db
VARIANTS = sorted(folders())


def explained(found: Primer) -> list[Sign]:
    """The signs of its picture."""
    return signs(found.book, sampled(found.book, scene_of(found.book, found.before, found.after)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_primer_has_its_text_a_worked_picture_and_its_signs(variant: str) -> None:
    page = Client().get(f"/rules/{variant}/different/").content.decode()
    found = primer_of(variant)
    assert found is not None
    assert f"<h1>{found.title}</h1>" in page
    assert page.count('class="order ') > 1
    for sign in explained(found):
        assert sign.said == "" or sign.drawn in page


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_picture_of_a_primer_shows_where_something_is_ordered(variant: str) -> None:
    """A part of the board, with the beginning of every order in it."""
    page = Client().get(f"/rules/{variant}/different/").content.decode().split("<figcaption")[0]
    (box,) = re.findall(r'<svg[^>]* class="atlas" viewBox="([^"]*)"', page)
    x, y, wide, high = map(float, box.split())
    board = board_of(variant)
    assert 0 <= x <= x + wide <= board.width + 0.1
    assert 0 <= y <= y + high <= board.height + 0.1
    assert high < board.height or wide < board.width
    starts = re.findall(r'<path class="line"[^>]* d="M(-?[\d.]+)[ ,]?(-?[\d.]+)', page)
    assert starts
    off = [(a, b) for a, b in starts if not (x < float(a) < x + wide and y < float(b) < y + high)]
    assert off == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_clause_that_a_primer_names_leads_to_the_rules(variant: str) -> None:
    page = Client().get(f"/rules/{variant}/different/").content.decode()
    rules = Client().get(f"/rules/{variant}/").content.decode()
    linked = re.findall(rf'class="clause" href="/rules/{variant}/#([a-z0-9-]+)"', page)
    assert len(set(linked)) > 6
    assert [clause for clause in linked if f'id="{clause}"' not in rules] == []
    found = primer_of(variant)
    assert found is not None
    named = re.findall(r"\b[A-Z]{2,3}-[A-Z0-9][A-Za-z0-9-]*\b", found.text)
    assert {name.lower() for name in named} <= set(linked)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_a_variant_explains_of_its_map_is_of_signs_and_clauses_that_are(variant: str) -> None:
    found, book = primer_of(variant), load(variant)
    assert found is not None
    names = {sign.said for sign in explained(found)}
    assert set(book.sign_words.values()) & names
    rules = Client().get(f"/rules/{variant}/").content.decode()
    for said in book.sign_words.values():
        clauses = re.findall(r"[A-Z]{2,3}-[A-Z0-9][A-Za-z0-9-]*", said)
        assert clauses, said
        assert [c for c in clauses if f'id="{c.lower()}"' not in rules] == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_is_linked_from_lobby_game_and_board(variant: str) -> None:
    game = begin(variant)
    link = f'href="/rules/{variant}/different/"'
    addresses = ["/", "/rules/", "/games/new/", f"/rules/{variant}/"]
    addresses += [f"/games/{game.slug}/", f"/games/{game.slug}/about/"]
    for address in addresses:
        assert link in Client().get(address).content.decode(), address


@pytest.mark.parametrize("variant", MAPS_IN_TURN)
def test_a_variant_without_a_primer_has_one_of_its_clauses_and_its_opening(variant: str) -> None:
    """And the way to the lessons of the game whose rules it has: none of the shelf has its own."""
    assert primer_of(variant) is None
    page, book = Client().get(f"/rules/{variant}/different/").content.decode(), load(variant)
    assert f"<h1>What is different in {book.title}</h1>" in page
    rules = folders(maps=True)[variant].joinpath("rules.md").read_text("utf-8")
    clauses = re.findall(r"^\| ([A-Z]{3}-\d) \|", rules, re.MULTILINE)
    assert clauses
    for clause in clauses:
        link = f'<a class="clause" href="/rules/{variant}/#{clause.lower()}">{clause}</a>'
        assert link in page, clause
    assert "All else is as in Standard." in page
    places = re.compile('id="p-[^"]*"')
    opening = Client().get(f"/rules/{variant}/").content.decode()
    picture = re.search(r'<img src="(/[^"]+)"', opening)
    assert picture is not None
    whole = Client().get(picture[1]).content.decode()
    assert set(places.findall(page)) >= set(places.findall(whole)) != set()
    assert page.count('data-unit="') == whole.count('data-unit="')
    assert " centres win" in page.split("<figcaption")[1]
    assert 'href="/learn/standard/"' in page
    assert "What came of it" not in page


def test_each_card_of_the_shelf_leads_to_its_page_and_to_the_lessons_of_its_rules() -> None:
    for address in ("/", "/rules/"):
        page = Client().get(address).content.decode()
        for variant in MAPS:
            assert f'href="/rules/{variant}/different/"' in page, (address, variant)
        assert page.count("its rules are those of Standard; learn them") == len(MAPS)
        assert page.count('href="/learn/warwick/"') == 1


def test_a_variant_that_is_not_there_has_none() -> None:
    assert Client().get("/rules/nowhere/different/").status_code == 404


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_worked_picture_stands_after_the_clauses_of_its_game(variant: str) -> None:
    found, board = primer_of(variant), board_of(variant)
    assert found is not None
    page = Client().get(f"/rules/{variant}/").content.decode()
    own, _, rest = page.partition('<figure class="worked">')
    assert own.count("<table>")
    assert '<h2 id="from-' not in own
    assert rest.count('class="order ') > 1
    assert found.caption in html.unescape(rest)
    assert f'width="{board.width:.0f}" height="{board.height:.0f}"' in own


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_rules_have_contents_that_lead_to_their_headings(variant: str) -> None:
    page = Client().get(f"/rules/{variant}/").content.decode()
    contents = page.partition('class="contents"')[2].partition("</nav>")[0]
    addresses = re.findall(r'href="#([a-z0-9_-]+)"', contents)
    assert len(addresses) > 7
    assert len(set(addresses)) == len(addresses)
    for address in addresses:
        assert page.count(f'id="{address}"') == 1, address


def test_no_text_of_rules_keeps_who_makes_a_primer_of_it_long(tmp_path: Path) -> None:
    """A row that is none, of spaces alone, and then one that is."""
    place = Path(shutil.copytree(str(find.folder("fleet_rome")), tmp_path / "spaced"))
    rules = place / "rules.md"
    rules.write_text(f"| SP-1 |{' ' * 300_000}x\n| SP-2 |  Rome begins at sea.  |\n")
    assert primer_for(str(place)).text.startswith("- Rome begins at sea (SP-2).\n")


def test_a_stranger_whose_hooks_fail_has_no_primer_and_stops_no_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing(_: str) -> None:
        raise KeyError("a hook of a stranger")

    monkeypatch.setattr(primers, "_made", failing)
    anew()
    assert not has_primer("fleet_rome")
    assert Client().get("/rules/fleet_rome/").status_code == 200
    assert Client().get("/rules/fleet_rome/different/").status_code == 404
    anew()


def anew() -> None:
    primers.primer_for.cache_clear()
    primers._tried.cache_clear()


def test_a_fault_that_passes_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by the primer, and not by the card of one of no list."""
    real, faults = primers._made, [OperationalError("database is locked")] * 2

    def made(variant: str) -> Primer:
        if faults:
            raise faults.pop()
        return real(variant)

    monkeypatch.setattr(primers, "_made", made)
    anew()
    assert not has_primer("fleet_rome")
    with pytest.raises(OperationalError):
        catalogue._card("fleet_rome")
    card = catalogue._card("fleet_rome")
    assert card is not None
    assert card.primer
    assert has_primer("fleet_rome")
    anew()


@pytest.mark.parametrize("raised", ["InputError('no.')", "KeyError('a hook')"])
def test_one_that_fails_is_not_made_again_until_a_file_of_it_is_another(
    raised: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of its own folder, or of that of the game which it starts from."""
    for name in ("fleet_rome", "standard"):
        shutil.copytree(str(find.folder(name)), tmp_path / f"own_{name}")
    place, older = tmp_path / "own_fleet_rome", tmp_path / "own_standard"
    own = place / "variant.toml"
    own.write_text(own.read_text("utf-8").replace('"standard"', f'"{older}"'), encoding="utf-8")
    tried: list[str] = []
    real = primers._made

    def failing(variant: str) -> Primer:
        tried.append(variant)
        if "Not yet." in (place / "rules.md").read_text("utf-8"):
            line = compile(f"raise {raised}", str(place / "hooks.py"), "exec")
            exec(line, {"InputError": InputError})  # as a line of its own hooks
        return real(variant)

    monkeypatch.setattr(primers, "_made", failing)
    rules = "| SP-1 | Rome begins at sea. |\n"
    (place / "rules.md").write_text(f"{rules}Not yet.\n", encoding="utf-8")
    anew()
    for _ in range(5):
        assert not has_primer(str(place))
    assert len(tried) == 1
    (older / "words.txt").write_text("More.", encoding="utf-8")
    for _ in range(5):
        assert not has_primer(str(place))
    assert len(tried) == 2
    (place / "rules.md").write_text(rules, encoding="utf-8")
    for _ in range(5):
        assert primer_for(str(place)).text.startswith("- Rome begins at sea (SP-1).\n")
    assert len(tried) == 3
    anew()
