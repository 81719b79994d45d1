"""The manual: built strictly, without a gap, whole, and asking nothing of the network."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client, override_settings

from legation.cli.main import run, verbs
from legation.variants.find import folders
from legation.variants.load import load

ROOT = Path(__file__).parents[1]
SITE = ROOT / "docs" / "site"
sys.path.insert(0, str(SITE))

from layout import PARTS  # noqa: E402  (its folder is no package)

WRITTEN = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]
WRITTEN += [*sorted((ROOT / "docs").glob("*.md")), ROOT / "docs/gallery/README.md"]
GUIDES = ("tour.md", "play.md", "master.md")
LINK = re.compile(r"(?:\]\(|src=\"|href=\")([^)\"\s]+)[)\"]")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


class Page(HTMLParser):
    """What is in a page of the manual: addresses, ids, scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.ids: set[str] = set()
        self.inline: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes what a tag asks for."""
        said = dict(attrs)
        self.ids |= {value for name in ("id", "name") if (value := said.get(name))}
        if tag == "a" and (target := said.get("href")):
            self.links.append(target)
        elif target := said.get("src") or said.get("href") or said.get("action"):
            self.loads.append(target)
        if (
            "style" in said
            or tag == "style"
            or (tag == "script" and not said.get("src"))
            or any(name.startswith("on") for name in said)
        ):
            self.inline.append(f"<{tag} {said}>")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The manual, built as `make docs` does it: a warning would fail it."""
    out = tmp_path_factory.mktemp("manual") / "built"
    line = [sys.executable, str(SITE / "build.py"), "--out", str(out)]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


def pages(built: Path) -> Iterator[tuple[Path, Page]]:
    for file in sorted(built.rglob("*.html")):
        yield file, read(file)


@cache
def read(file: Path) -> Page:
    return Page(file.read_text("utf-8"))


@pytest.mark.evening
def test_every_link_leads_to_a_place_that_is_there(built: Path) -> None:
    followed = 0
    for file, page in pages(built):
        for link in (*page.links, *page.loads):
            if link.startswith(("https://", "http://", "mailto:")) or link == "/":
                continue
            path, _, anchor = link.partition("#")
            goal = (file.parent / unquote(path.partition("?")[0])).resolve() if path else file
            assert goal.is_relative_to(built.resolve()) or goal == file, (file.name, link)
            assert goal.is_file(), (file.name, link)
            if anchor:
                assert unquote(anchor) in read(goal).ids, (file.name, link)
            followed += 1
    assert followed > 1000


@pytest.mark.evening
def test_no_page_hangs_on_where_it_was_built(built: Path) -> None:
    for file in (*built.rglob("*.html"), built / "searchindex.js"):
        text = file.read_text("utf-8")
        assert str(ROOT) not in text, file.name
        assert str(built) not in text, file.name


@pytest.mark.evening
def test_no_program_of_another_lies_among_the_modules_of_the_server(built: Path) -> None:
    assert [file for file in built.rglob("*") if file.suffix in (".py", ".pyc")] == []
    assert list(built.glob("_downloads/*/learn.py.txt"))


@pytest.mark.evening
def test_a_page_asks_nothing_of_others_and_holds_no_script(built: Path) -> None:
    """As the content security policy of the server wants it."""
    for file, page in pages(built):
        assert page.inline == [], file.name
        assert [at for at in page.loads if "//" in at] == [], file.name
    for sheet in built.rglob("*.css"):
        assert not re.search(r"//[a-z]|@import", sheet.read_text("utf-8")), sheet.name


@pytest.mark.evening
def test_what_scrolls_is_reached_by_the_keyboard(built: Path) -> None:
    text = "".join(page.read_text("utf-8") for page in built.rglob("*.html"))
    assert "<pre>" not in text
    assert text.count('<pre tabindex="0">') > 100


def test_a_link_that_leads_nowhere_is_no_manual(tmp_path: Path) -> None:
    code = (
        "from pathlib import Path; from layout import turned;"
        "turned('[a](cases.md#x) [c](no.md)', 'docs/operate.md',"
        " {'docs/operate.md': 'operate.md', 'docs/cases.md': 'cases.md'}, Path('.'))"
    )
    line = [sys.executable, "-c", code]
    done = subprocess.run(
        line, cwd=tmp_path, env={"PYTHONPATH": str(SITE)}, capture_output=True, text=True
    )
    assert "docs/operate.md: there is no no.md, to which it links." in done.stderr


@pytest.mark.evening
@pytest.mark.parametrize("part", PARTS)
def test_every_name_of_the_library_has_its_place(built: Path, part: str) -> None:
    names = set(vars(import_module(part))["__all__"]) - {"__version__"}
    assert {f"{part}.{name}" for name in names} <= read(built / f"reference/{part}.html").ids


@pytest.mark.evening
def test_a_type_leads_to_its_own_kind(built: Path) -> None:
    """The drop-in's `Game` is another than the library's."""
    page = read(built / "reference/legation.compat.diplomacy.html")
    assert "#legation.compat.diplomacy.Game" in page.links
    assert "legation.html#legation.Game" not in page.links
    assert "legation.html#legation.View" in read(built / "reference/legation.env.html").links


@pytest.mark.evening
def test_methods_stand_with_their_class(built: Path) -> None:
    ids = read(built / "reference/legation.html").ids
    assert {"legation.Game.submit", "legation.Game.undo", "legation.View.over"} <= ids


@pytest.mark.evening
def test_every_verb_has_its_place(built: Path) -> None:
    ids = read(built / "reference/command.html").ids
    assert {f"legation-{verb}" for verb in verbs()} <= ids


def plain(text: str) -> str:
    return re.sub(r"</?span[^>]*>", "", text)


@pytest.mark.evening
@pytest.mark.parametrize("name", sorted(folders()))
def test_every_game_has_its_board_and_all_its_clauses(built: Path, name: str) -> None:
    text = (built / f"games/{name}.html").read_text("utf-8")
    assert f"{name}-start.svg" in text
    rules = (ROOT / f"src/legation/variants/{name}/rules.md").read_text("utf-8")
    clauses = set(re.findall(r"^\| ([A-Z]{2,4}-\S+) \|", rules, re.MULTILINE))
    assert len(clauses) > 20
    shown = {html.unescape(code) for code in re.findall(r"<code[^>]*>(.*?)</code>", plain(text))}
    for kind in load(name).order_types.values():
        form = re.sub(r"\{(\w+)\}", lambda part: part[1].upper(), kind.forms[0])
        assert form in shown, form
    assert {clause.lower() for clause in clauses} <= read(built / f"games/{name}.html").ids


@pytest.mark.evening
def test_what_is_searched_for_is_found(built: Path) -> None:
    text = (built / "searchindex.js").read_text("utf-8")
    index = json.loads(text[text.index("(") + 1 : text.rindex(")")])
    found = index["terms"]["szykman"]
    found = {index["docnames"][n] for n in (found if isinstance(found, list) else [found])}
    assert "games/standard" in found
    assert {"library", "tour", "play", "master", "operate"} <= set(index["docnames"])


def asked(path: str, **more: Any) -> tuple[Any, bytes]:
    """An answer, and all of its body."""
    answer: Any = Client().get(path, **more)
    body = b"".join(answer) if answer.streaming else answer.content
    answer.close()
    return answer, body


@pytest.mark.evening
@pytest.mark.django_db
def test_it_is_served_to_everybody_alike(built: Path) -> None:
    with override_settings(MANUAL=built):
        front, body = asked("/docs/")
        assert front.status_code == 200
        policy = front["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert front["Cache-Control"] == "public, max-age=600"
        assert "Set-Cookie" not in front
        assert b"The manual of Legation" in body
        again, _ = asked("/docs/", headers={"If-None-Match": front["ETag"]})
        assert again.status_code == 304
        packed, _ = asked("/docs/operate.html", headers={"Accept-Encoding": "gzip"})
        assert packed["Content-Encoding"] == "gzip"
        drawn, _ = asked(f"/docs/{next(built.glob('_images/*.svg')).relative_to(built)}")
        assert drawn["Content-Type"].startswith("image/svg+xml")
        assert "default-src 'none'" in drawn["Content-Security-Policy"]
        assert asked("/docs")[0]["Location"] == "docs/"
        assert Client().post("/docs/").status_code == 405


@pytest.mark.evening
@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        "../urls.py",
        "%2e%2e/urls.py",
        "..%2furls.py",
        "games/../../urls.py",
        "./index.html",
        "games//standard.html",
        "..\\urls.py",
        "/etc/passwd",
        "play.html%00",
        "play.html/",
        "_static",
    ],
)
def test_there_is_no_way_out_of_it(built: Path, path: str) -> None:
    (built.parent / "urls.py").write_text("secret")
    with override_settings(MANUAL=built):
        answer, body = asked(f"/docs/{path}")
    assert answer.status_code in (400, 404)
    assert b"secret" not in body


def test_where_it_was_not_built_it_is_said() -> None:
    answer = Client().get("/docs/play.html")
    assert answer.status_code == 404
    assert b"The manual was not built on this server." in answer.content


@pytest.mark.evening
@pytest.mark.django_db
def test_it_is_linked_where_it_is(built: Path) -> None:
    for path in ("/about/", "/rules/"):
        assert b'"/docs/' not in Client().get(path).content
        with override_settings(MANUAL=built):
            assert b'"/docs/"' in Client().get(path).content


@pytest.mark.parametrize("file", WRITTEN, ids=lambda file: file.name)
def test_links_in_the_tree_lead_somewhere(file: Path) -> None:
    for link in LINK.findall(FENCED.sub("", file.read_text("utf-8"))):
        path, _, anchor = link.partition("#")
        if link.startswith(("https:", "http:")):
            continue
        goal = file.parent / path if path else file
        assert goal.exists(), link
        if anchor and goal.suffix == ".md":
            assert anchor in slugs(goal), link


def slugs(file: Path) -> set[str]:
    """The anchors of headings, as sites that show the tree make them."""
    heads = re.findall(r"^#+ (.*)$", FENCED.sub("", file.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def commands(text: str) -> Iterator[str]:
    """Command lines of ours in a page: in blocks, and within its sentences."""
    for block in FENCED.findall(text):
        yield from re.findall(r"^\s*(legation [^\n|<#;&]*)", block, re.MULTILINE)
    yield from re.findall(r"`(legation [^`<]*)`", FENCED.sub("", text))


OPERATED = ("operate.md", "library.md", "formats.md", "cases.md", "bots.md", "fairness.md")


@pytest.mark.parametrize("name", [*GUIDES, *OPERATED])
def test_verbs_and_options_that_are_named_exist(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in commands((ROOT / "docs" / name).read_text("utf-8")):
        words = line.split()[1:]
        verb = [word for word in words[: 2 if words[0] == "map" else 1] if word[0] != "-"]
        assert run([*verb, "--help"]) == 0, line
        told = capsys.readouterr().out
        for word in words:
            if word.startswith("--"):
                assert word.partition("=")[0] in told, line


@pytest.mark.parametrize("name", ["play.md", "master.md", "studio.md"])
def test_what_a_page_of_the_server_is_said_to_say_it_says(name: str) -> None:
    """Words in bold are on its pages, to the letter."""
    server = ROOT / "src/legation/server"
    said = " ".join(
        re.sub(r"\s+", " ", file.read_text("utf-8"))
        for kind in ("*.html", "*.py", "*.js")
        for file in server.rglob(kind)
        if "built" not in file.parts
    )
    bold = re.findall(r"\*\*([^*]+)\*\*", (ROOT / "docs" / name).read_text("utf-8"))
    assert len(bold) > 15
    for words in bold:
        assert words.strip(".,:;") in said, words
