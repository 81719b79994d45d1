"""The doors of the studio: files and copies that come in, and what a worker makes of a draft."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import foreign_files
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from tables import person
from test_budgets import Line
from test_studio import built, restarted, signed

from legation.server.games.models import Game
from legation.server.running.builder import Builder
from legation.server.studio import beginning, drafts, jobs
from legation.server.studio.models import Draft, Edition
from legation.server.studio.packing import zipped
from legation.studio import taken
from legation.studio.document import Document, as_data, read
from legation.variants import find

pytestmark = pytest.mark.django_db
EXAMPLES = Path(__file__).parents[2] / "examples"
__all__ = ["restarted"]


def brings(client: Client, name: str, data: bytes) -> Any:
    """The answer to a file."""
    return client.post("/studio/new/", {"begin": "file", "file": SimpleUploadedFile(name, data)})


def begun(answer: Any) -> tuple[Draft, Document]:
    """The draft to which an answer leads."""
    assert answer.status_code == 302, answer.content.decode()
    row = Draft.objects.get()
    assert answer["Location"] == f"/studio/{row.key}/"
    return row, drafts.document_of(row)


def refused(answer: Any) -> str:
    """What is said on the page to who could not begin."""
    assert answer.status_code == 422
    assert not Draft.objects.exists()
    page = answer.content.decode()
    return str(page.partition('<p class="error" role="alert">')[2].partition("</p>")[0])


def test_a_map_of_another_program_becomes_a_draft() -> None:
    ada = signed("Ada")
    row, document = begun(brings(ada, "Lake.go", foreign_files.GODIP.encode()))
    assert (row.title, row.owner) == ("Lake", person("Ada"))
    assert [power.name for power in document.powers] == ["Aster Land", "Birch"]
    assert row.steps.get().what == "Begun with Lake.go"
    page = ada.get(f"/studio/{row.key}/").content.decode()
    assert all(note.partition('"')[0] in page for note in row.notes)
    assert row.notes


def test_the_folder_of_a_variant_becomes_a_draft() -> None:
    folder = EXAMPLES / "fog"
    files = {name: (folder / name).read_bytes() for name in ("variant.toml", "rules.md")}
    _, document = begun(brings(signed("Ada"), "fog.zip", zipped(files, "fog")))
    assert document.declared["visibility"] == {"sees": "adjacent", "clause": "FOG-1"}
    assert document.rules == files["rules.md"].decode().strip() + "\n"
    assert len(document.places) == 76  # the board of its parent, with Switzerland


def test_a_game_of_the_shelf_is_copied() -> None:
    row, document = begun(signed("Ada").post("/studio/new/", {"begin": "copy", "game": "hundred"}))
    assert (row.title, row.steps.get().what) == ("Hundred", "Begun with a copy of Hundred")
    assert {power.name for power in document.powers} == {"Burgundy", "England", "France"}
    assert document.places


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("x.zip", b"PK\x03\x04 no zip", "The zip is damaged, or packed in a way"),
        ("x.txt", b"Belfast", "This is no folder with a variant.toml as a zip, and no map"),
    ],
)
def test_what_is_no_map_is_said(name: str, data: bytes, said: str) -> None:
    assert refused(brings(signed("Ada"), name, data)).startswith(said)


def test_a_bomb_is_not_unpacked() -> None:
    """Of 9 MB, packed into ten thousand bytes: small enough to be sent."""
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("variant.toml", b"#" * 9 * 2**20)
    assert len(bomb.getvalue()) < 20_000
    said = refused(brings(signed("Ada"), "x.zip", bomb.getvalue()))
    assert said == "Unpacked the zip is larger than 8 MB"


def test_two_files_are_read_at_once_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beginning, "_PATIENCE", 0.0)
    ada, lake = signed("Ada"), foreign_files.GODIP.encode()
    with beginning._AT_ONCE:
        with beginning._AT_ONCE:
            assert refused(brings(ada, "Lake.go", lake)).startswith("Others bring files just now")
        refused(brings(ada, "Lake.txt", lake))  # a place is given back also where it is refused
        begun(brings(ada, "Lake.go", lake))


@pytest.mark.django_db(transaction=True)
def test_a_file_that_is_too_large_is_not_read(settings: Any) -> None:
    settings.BODY_KB = 64
    line = Line(b"x", length=64 * 1024 + 1)
    line.scope["path"] = "/studio/new/"
    begin, end = line.answer()
    assert begin["status"] == 413
    assert b"larger than 64 kB" in end["body"]
    assert line.asked == 0


def test_a_worker_plays_a_draft_and_opens_its_sandbox(restarted: Callable[[], None]) -> None:
    """Of the board that is built by then; a game of the laboratory lasts two years here."""
    copied, _ = taken.of(find.folder("standard"))
    calendar = {
        "first-year": 1901,
        "years": 2,
        "phases": [
            *(["Spring", "movement"], ["Spring", "retreat"]),
            *(["Autumn", "movement"], ["Autumn", "retreat"], ["Winter", "adjustment"]),
        ],
    }
    document = read({**as_data(copied), "title": "Isles", "declared": {"calendar": calendar}})
    row, ada = drafts.begin(user=person("Ada"), document=document, notes=[], what=""), signed("Ada")
    path = f"/studio/{row.key}/"
    assert ada.get(f"{path}lab/page/").status_code == 404
    asked = [
        ada.post(f"{path}{way}/", body, "application/json").json()["job"]
        for way, body in (("lab", {"games": 1}), ("sandbox", {"power": "Italy"}))
    ]
    held = jobs.claim(jobs.ask(draft=row, kind="build"), timezone.now())
    assert held is not None
    jobs.end(held, "done", {"problems": [], "svg": "/board.svg"}, files=built(row))
    assert [Builder().once(), Builder().once(), Builder().once()] == [1, 1, 0]
    played, opened = (ada.get(f"{path}jobs/{number}/").json() for number in asked)
    assert (played["state"], played["text"]) == ("done", "The games are played.")
    page = ada.get(played["result"]["page"])
    assert page["Content-Security-Policy"].startswith("default-src 'none'")
    text = page.content.decode()
    assert "1 games by bots: Isles" in text
    assert f'<a href="{path}">Back</a>' in text
    assert signed("Bob").get(f"{path}lab/page/").status_code == 404
    assert opened["state"] == "done", opened
    game = Game.objects.get()
    assert opened["result"]["url"] == f"/games/{game.slug}/what-if/0"
    assert game.seats.exclude(user=None).get().power == "Italy"
    assert (Edition.objects.get().number, Edition.objects.get().name) == (None, game.variant)
    whole = ada.get(opened["result"]["url"]).content.decode()
    assert "Italy" in whole
    restarted()
