"""The studio: drafts are their designer's, what he does is undone, and an edition is played."""

import hashlib
import io
import json
import re
import shutil
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from tables import PASSWORD, fresh, person, started, time_is_up

from legation.errors import NameUnknownError
from legation.server.games import process
from legation.server.games.models import Game
from legation.server.games.models.pledge import Pledge
from legation.server.lobby import catalogue, solo
from legation.server.running.builder import Builder
from legation.server.site.over import OverError
from legation.server.studio import drafts, jobs, making, packing, publishing, shelf, tried
from legation.server.studio.models import RUNNING, SANDBOX, Draft, Edition, Job
from legation.studio import taken, written
from legation.studio.document import as_data, empty, read
from legation.variants import find, load

pytestmark = pytest.mark.django_db


def signed(name: str) -> Client:
    client = Client()
    client.force_login(person(name), backend="django.contrib.auth.backends.ModelBackend")
    return client


def draft(name: str = "Ada") -> Draft:
    return drafts.begin(user=person(name), document=empty(), notes=[], what="Begun")


def put(client: Client, row: Draft, serial: int, **changes: Any) -> Any:
    document = {"title": "Isles", **changes}
    body = json.dumps({"serial": serial, "document": document, "what": "a test"})
    return client.put(f"/studio/{row.key}/draft/", body, "application/json")


def test_a_draft_is_saved_undone_and_done_again() -> None:
    row, ada = draft(), signed("Ada")
    path = f"/studio/{row.key}/"
    assert put(ada, row, 1, title="Isles").json() == {"serial": 2, "undo": True, "redo": False}
    assert put(ada, row, 2, title="Islands").json()["serial"] == 3
    back = ada.post(f"{path}undo/", {"serial": 3}, "application/json").json()
    assert (back["serial"], back["document"]["title"], back["redo"]) == (4, "Isles", True)
    forth = ada.post(f"{path}redo/", {"serial": 4}, "application/json").json()
    assert (forth["serial"], forth["document"]["title"], forth["redo"]) == (5, "Islands", False)
    ada.post(f"{path}undo/", {"serial": 5}, "application/json")
    other = put(ada, row, 6, title="Rocks").json()
    assert other == {"serial": 7, "undo": True, "redo": False}  # what was undone is gone
    stale = put(ada, row, 6, title="Late")
    assert stale.status_code == 409
    assert stale.json()["document"]["title"] == "Rocks"
    wrong = put(ada, row, 7, places=[{"code": "Bel"}])
    assert wrong.status_code == 422
    assert "Bel" in wrong.json()["problems"][0]["text"]
    assert ada.get(f"{path}draft/").json()["serial"] == 7


def test_one_click_goes_back_to_any_earlier_step() -> None:
    row, ada = draft(), signed("Ada")
    path = f"/studio/{row.key}/steps/"
    for serial, title in enumerate(("Isles", "Islands", "Rocks"), 1):
        put(ada, row, serial, title=title)
    listed = ada.get(path).json()["steps"]
    assert [each["number"] for each in listed] == [4, 3, 2, 1]
    assert [each["what"] for each in listed] == ["A test", "A test", "A test", "Begun"]
    assert [each["here"] for each in listed] == [True, False, False, False]
    back = ada.post(path, {"serial": 4, "step": 2}, "application/json").json()
    assert (back["serial"], back["document"]["title"]) == (5, "Isles")
    assert (back["undo"], back["redo"]) == (True, True)
    assert [each["number"] for each in ada.get(path).json()["steps"] if each["here"]] == [2]
    forth = ada.post(path, {"serial": 5, "step": 4}, "application/json").json()
    assert (forth["serial"], forth["document"]["title"]) == (6, "Rocks")
    for step in (0, 5, "x", None):  # there is no such step
        same = ada.post(path, {"serial": 6, "step": step}, "application/json").json()
        assert (same["serial"], same["document"]["title"]) == (6, "Rocks")
    stale = ada.post(path, {"serial": 5, "step": 1}, "application/json")
    assert (stale.status_code, stale.json()["serial"]) == (409, 6)
    plain = {"Accept": "text/html"}  # without a script
    assert 'name="step" value="3"' in ada.get(f"/studio/{row.key}/").content.decode()
    assert ada.post(path, {"serial": 6, "step": 3}, headers=plain).status_code == 302
    assert ada.get(f"/studio/{row.key}/draft/").json()["document"]["title"] == "Islands"
    bob = signed("Bob")
    assert bob.get(path).status_code == 404
    assert bob.post(path, {"serial": 7, "step": 1}, "application/json").status_code == 404


def built(row: Draft) -> bytes:
    """The files of a copy of the standard game, with the board that it has."""
    files = written.files(drafts.document_of(row))
    files["map/board.json"] = find.folder("standard").joinpath("map/board.json").read_bytes()
    return packing.zipped(files, "draft")


def published(row: Draft) -> Edition:
    """An edition of it."""
    return publishing.edition(draft=row, built=built(row), public=True)


@pytest.fixture
def restarted(settings: Any, tmp_path: Any) -> Callable[[], None]:
    """Lets another process go on: it has the database, and no folder of any edition."""
    settings.DATA_FOLDER = tmp_path

    def begin_anew() -> None:
        shutil.rmtree(tmp_path / "editions", ignore_errors=True)
        load.forget()
        catalogue._unlisted.cache_clear()

    return begin_anew


def test_an_edition_is_played_to_the_end(restarted: Callable[[], None]) -> None:
    """Whatever becomes of its draft, of the folder and of the process: rows hold the files."""
    copied, _ = taken.of(find.folder("standard"))
    row = drafts.begin(user=person("Ada"), document=copied, notes=[], what="A copy")
    ada, bob = signed("Ada"), signed("Bob")
    put(ada, row, 1, **{**as_data(copied), "title": "Isles"})
    row.refresh_from_db()
    edition = published(row)
    assert published(row).name == edition.name  # once published, the same is the same
    assert (edition.number, edition.title) == (1, "Isles")

    page = bob.get(f"/studio/edition/{edition.name}/").content.decode()
    assert f'href="/games/new/{edition.name}/"' in page
    assert row.key not in page
    offered = bob.get("/games/new/").content.decode()
    assert "Isles" not in offered  # it is in no list
    assert 'href="/studio/"' in offered
    assert 'href="/studio/"' in bob.get("/").content.decode()
    offer = {"name": "Among friends", "starts": "hand", "fill": "on", "zone": "UTC"}
    offer |= {"unit": "hours", "movement": "48", "retreat": "24", "adjustment": "24"}
    offer |= {"access": "open", "press": "all", "replacers": "anybody", "missed": "substitute"}
    made = ada.post(f"/games/new/{edition.name}/", offer)
    assert made.status_code == 302, made.context["form"].errors
    game = Game.objects.get(name="Among friends")
    assert "Isles" in bob.get("/games/").content.decode()
    for client, power in ((ada, "Austria"), (bob, "France")):
        client.post(f"/games/{game.slug}/act/join/", {"wish_1": power})
    ada.post(f"/games/{game.slug}/act/start/", {"sure": "yes"})
    taken_along = bob.get(f"/studio/edition/{edition.name}/folder.zip").content
    assert _pledged(game) == {
        "variant": edition.name,
        "options": game.options,
        "files": f"sha256:{hashlib.sha256(_sums(taken_along)).hexdigest()}",
    }

    assert ada.post(f"/studio/{row.key}/delete/").status_code == 200  # asks first
    ada.post(f"/studio/{row.key}/delete/", {"sure": "yes"})
    assert not Draft.objects.exists()
    restarted()
    typed = {"typed": "A Par - Bur\nA Mar H\nF Bre H", "ready": "yes", "serial": 0}
    assert bob.post(f"/games/{game.slug}/sheet", typed).status_code == 302
    assert time_is_up(game) == process.PROCESSED
    restarted()
    assert "Bur" in bob.get(f"/games/{game.slug}/report/0.txt").content.decode()
    assert bob.get(f"/games/{game.slug}/").status_code == 200
    assert fresh(game).serial == 1
    assert bob.get(f"/studio/edition/{edition.name}/").status_code == 200

    ada.post("/accounts/delete/", {"password": PASSWORD, "sure": "yes"})
    assert Edition.objects.get().maker is None
    assert time_is_up(game) == process.PROCESSED
    shelf.tidy()
    assert find.folder(edition.name)


def _pledged(game: Game) -> Any:
    return json.loads(Pledge.objects.get(game=game, number=0).text)["rules"]


def _sums(folder: bytes) -> bytes:
    """What `sha256sum` says of the files in a zip."""
    with zipfile.ZipFile(io.BytesIO(folder)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    lines = (f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    return "".join(lines).encode()


def test_a_job_is_made_once_and_again_only_where_its_worker_died(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row, now = draft(), timezone.now()
    builder = Builder()
    first = jobs.ask(draft=row, kind="check")
    assert jobs.ask(draft=row, kind="check").pk == first.pk  # one of a kind at a time
    monkeypatch.setattr(
        "legation.studio.limits.run", lambda *_: [{"text": "No power has a centre."}]
    )
    assert builder.once() == 1
    told = signed("Ada").get(f"/studio/{row.key}/jobs/{first.pk}/").json()
    assert (told["state"], told["result"]["problems"][0]["text"]) == (
        "done",
        "No power has a centre.",
    )

    lost = jobs.ask(draft=row, kind="check")
    held = jobs.claim(lost, now)  # and then its worker is killed
    assert held is not None
    assert jobs.claim(lost, now) is None
    assert builder.once(now + timedelta(seconds=59)) == 0
    again = now + timedelta(minutes=5)
    assert jobs.claim(lost, again) is not None
    assert not jobs.end(held, "done", {})  # the first has come back to life, too late
    assert builder.once(again + timedelta(minutes=5)) == 0
    lost.refresh_from_db()
    assert (lost.state, lost.result["text"][:28]) == ("failed", "The worker that made it died")


def test_designers_take_turns_and_are_told_their_place() -> None:
    """Ada asks for three, then Bob for two and Cyd for one; two builders are at work."""
    now = timezone.now()
    rows = {name: [draft(name) for _ in range(3)] for name in ("Ada", "Bob", "Cyd")}
    for name, count in (("Ada", 3), ("Bob", 2), ("Cyd", 1)):
        for row in rows[name][:count]:
            jobs.ask(draft=row, kind="check")

    def line() -> list[str]:
        return [each.own_draft.owner.name for each in jobs.waiting(now)]

    def text(name: str, at: int) -> str:
        row = rows[name][at]
        path = f"/studio/{row.key}/jobs/{row.jobs.latest('pk').pk}/"
        return str(signed(name).get(path).json()["text"])

    assert line() == ["Ada", "Bob", "Cyd", "Ada", "Bob", "Ada"]
    assert text("Ada", 0) == "You are next in line."
    assert text("Cyd", 0) == "Two are before you in line."
    assert text("Ada", 2) == "5 are before you in line."
    first = jobs.claim(jobs.waiting(now)[0], now)
    assert first is not None
    assert jobs.claim(rows["Ada"][1].jobs.get(), now) is None  # one at a time
    assert line() == ["Bob", "Cyd", "Ada", "Bob", "Ada"]
    assert jobs.claim(jobs.waiting(now)[0], now) is not None
    jobs.end(first, "done", {})
    assert line() == ["Cyd", "Ada", "Bob", "Ada"]
    page = signed("Cyd").get(
        f"/studio/{rows['Cyd'][0].key}/jobs/{rows['Cyd'][0].jobs.get().pk}/",
        HTTP_ACCEPT="text/html",
    )
    assert "You are next in line." in page.content.decode()


def test_an_edition_that_is_not_published_is_its_designers_alone(
    restarted: Callable[[], None],
) -> None:
    copied, _ = taken.of(find.folder("standard"))
    row = drafts.begin(user=person("Ada"), document=copied, notes=[], what="A copy")
    ada, bob = signed("Ada"), signed("Bob")
    name = publishing.name_of(row, built(row))
    pages = [f"/games/new/{name}/", f"/games/new/{name}/taken-over/", f"/rules/{name}/"]
    pages += [f"/maps/{name}.svg", f"/maps/small/{name}.svg"]
    alone = {"variant": name}

    def answers(client: Client) -> set[int]:
        return {client.get(page).status_code for page in pages}

    assert answers(ada) == answers(bob) == {404}  # there is none yet, and that is not kept
    publishing.edition(draft=row, built=built(row), public=False)
    assert answers(ada) == {200}
    assert answers(bob) == answers(Client()) == {404}
    assert bob.post("/play-alone/", alone).status_code == 404
    copy = bob.post("/studio/new/", {"begin": "copy", "game": name})
    assert "there is no game" in copy.content.decode().lower()
    published(row)
    assert answers(bob) == {200}
    restarted()


def test_the_row_of_an_edition_is_asked_before_its_folder(restarted: Callable[[], None]) -> None:
    copied, _ = taken.of(find.folder("standard"))
    row = drafts.begin(user=person("Ada"), document=copied, notes=[], what="A copy")
    edition = published(row)
    file = Path(str(find.folder(edition.name)), "rules.md")
    text = file.read_text("utf-8")
    file.write_text("# Other rules", "utf-8")
    shelf._sure.clear()  # in another process
    assert find.folder(edition.name).joinpath("rules.md").read_text("utf-8") == text
    edition.delete()
    with pytest.raises(NameUnknownError):
        find.folder(edition.name)
    restarted()


def test_what_can_be_played_is_published_with_its_blemishes(
    restarted: Callable[[], None],
) -> None:
    copied, _ = taken.of(find.folder("standard"))
    row, ada = drafts.begin(user=person("Ada"), document=copied, notes=[], what=""), signed("Ada")
    problems = [{"text": "The code of Tyr stands on a line."}]
    for picture, status in (("", 202), ("/board.svg", 200)):  # without a board it waits for one
        held = jobs.claim(jobs.ask(draft=row, kind="build"), timezone.now())
        assert held is not None
        jobs.end(held, "done", {"problems": problems, "svg": picture}, files=built(row))
        answer = ada.post(f"/studio/{row.key}/publish/")
        assert answer.status_code == status
    assert answer.json()["edition"] == 1
    restarted()


def opens(client: Client, row: Draft, title: str, power: str = "") -> Any:
    """The answer to who opens a sandbox of a copy that he gave another title, and built."""
    row.refresh_from_db()
    put(client, row, row.serial, **{**as_data(drafts.document_of(row)), "title": title})
    row.refresh_from_db()
    held = jobs.claim(jobs.ask(draft=row, kind="build"), timezone.now())
    assert held is not None
    jobs.end(held, "done", {"problems": [], "svg": "/board.svg"}, files=built(row))
    asked = {"serial": row.serial, "power": power}
    return client.post(f"/studio/{row.key}/sandbox/", asked, "application/json")


def test_a_sandbox_takes_the_place_of_the_one_before(
    restarted: Callable[[], None], settings: Any
) -> None:
    """However often the draft is changed and tried, there is room, and one game."""
    settings.STUDIO_EDITIONS = 1
    copied, _ = taken.of(find.folder("standard"))
    row, ada = drafts.begin(user=person("Ada"), document=copied, notes=[], what=""), signed("Ada")
    for title, power in (("Isles", "France"), ("Islands", ""), ("Rocks", "Turkey")):
        answer = opens(ada, row, title, power)
        assert answer.status_code == 200, answer.content
        assert ada.get(answer.json()["url"]).status_code == 200
    game, edition = Game.objects.get(), Edition.objects.get()
    assert (game.variant, edition.title) == (edition.name, "Rocks")
    assert game.seats.exclude(user=None).get().power == "Turkey"
    path, serial = f"/studio/{row.key}/sandbox/", {"serial": 4}
    again = [
        ada.post(path, {**serial, "power": power}, "application/json").json()["url"]
        for power in ("", "Turkey", "Italy")
    ]
    assert again[:2] == [answer.json()["url"]] * 2  # the same board, and the same eyes
    game = Game.objects.get()
    assert again[2] == f"/games/{game.slug}/what-if/0"
    assert game.seats.exclude(user=None).get().power == "Italy"
    wrong = ada.post(path, {**serial, "power": "Utopia"}, "application/json")
    assert (wrong.status_code, "Utopia" in wrong.json()["text"]) == (409, True)
    assert Game.objects.get() == game  # and it is there still
    assert ada.post(f"/studio/{row.key}/publish/").json()["edition"] == 1
    publishing.drop(row)
    assert not Game.objects.exists()
    assert not Edition.objects.exists()
    restarted()


def elsewhere(do: Callable[[], Any]) -> Any:
    """What comes of it on another connection, while this one is in the midst of something."""

    def one() -> Any:
        try:
            return do()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(one).result(timeout=30)


@pytest.mark.django_db(transaction=True)
def test_a_draft_is_saved_while_the_board_of_its_sandbox_is_read(
    restarted: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    copied, _ = taken.of(find.folder("standard"))
    row = drafts.begin(user=person("Ada"), document=copied, notes=[], what="")
    real, document = publishing.read_ahead, read({**as_data(copied), "title": "Meanwhile"})

    def reads(*args: Any) -> None:
        elsewhere(lambda: drafts.save(draft=row, serial=1, document=document))
        real(*args)

    monkeypatch.setattr(publishing, "read_ahead", reads)
    making.sandbox(row, built(row), "France")
    row.refresh_from_db()
    assert (row.serial, row.title) == (2, "Meanwhile")
    assert row.sandbox == Game.objects.get()
    restarted()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("happens", ["deleted", "another", "the same"])
def test_what_happens_to_a_draft_while_its_board_is_read(
    happens: str, restarted: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    copied, _ = taken.of(find.folder("standard"))
    row = drafts.begin(user=person("Ada"), document=copied, notes=[], what="")
    files, real, urls = built(row), publishing.read_ahead, list[str]()

    def during(*args: Any) -> None:
        real(*args)
        monkeypatch.setattr(publishing, "read_ahead", real)
        if happens == "deleted":
            elsewhere(lambda: publishing.drop(row))
        else:
            power = "France" if happens == "the same" else "Italy"
            urls.append(elsewhere(lambda: making.sandbox(row, files, power)))

    monkeypatch.setattr(publishing, "read_ahead", during)
    if happens == "deleted":
        with pytest.raises(Draft.DoesNotExist):
            making.sandbox(row, files, "France")
        assert (Game.objects.count(), Edition.objects.count()) == (0, 0)
    else:
        url = making.sandbox(row, files, "France")
        game = Game.objects.get()  # the other one went, or this one is it
        assert url == f"/games/{game.slug}/what-if/0"
        assert (url in urls) == (happens == "the same")
        assert game.seats.exclude(user=None).get().power == "France"
        row.refresh_from_db()
        assert row.sandbox == game
        assert Edition.objects.get().name == game.variant
    restarted()


@pytest.mark.parametrize("step", ["clear", "unused"])
def test_who_dies_between_making_a_sandbox_and_binding_it_leaves_no_game(
    step: str, restarted: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    copied, _ = taken.of(find.folder("standard"))
    row = drafts.begin(user=person("Ada"), document=copied, notes=[], what="")
    files, real, alone = built(row), getattr(publishing, step), solo.play_alone

    def begun(**more: Any) -> Game:
        game = alone(**more)
        monkeypatch.setattr(publishing, step, dies)
        return game

    def dies(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(solo, "play_alone", begun)
    with pytest.raises(KeyboardInterrupt):
        making.sandbox(row, files, "France")
    assert (Game.objects.count(), Edition.objects.count()) == (0, 0)
    monkeypatch.setattr(publishing, step, real)
    monkeypatch.setattr(solo, "play_alone", alone)
    making.sandbox(row, files, "France")
    row.refresh_from_db()
    assert row.sandbox == Game.objects.get()
    restarted()


def test_a_sandbox_over_the_budget_of_games_leaves_no_edition(
    restarted: Callable[[], None], settings: Any
) -> None:
    settings.GAMES_A_DAY = 0
    copied, _ = taken.of(find.folder("standard"))
    row = drafts.begin(user=person("Ada"), document=copied, notes=[], what="")
    with pytest.raises(OverError):
        making.sandbox(row, built(row), "France")
    assert (Game.objects.count(), Edition.objects.count()) == (0, 0)
    restarted()


def test_a_sandbox_that_somebody_joined_is_a_game(restarted: Callable[[], None]) -> None:
    copied, _ = taken.of(find.folder("standard"))
    row, ada = drafts.begin(user=person("Ada"), document=copied, notes=[], what=""), signed("Ada")
    assert opens(ada, row, "Isles", "France").status_code == 200
    game = Game.objects.get()
    game.seats.filter(power="Turkey").update(user=person("Bob"), bot="")
    assert opens(ada, row, "Rocks").status_code == 200
    assert Game.objects.count() == Edition.objects.count() == 2
    publishing.drop(row)
    assert (Game.objects.get(), Edition.objects.get().name) == (game, game.variant)
    restarted()


def test_what_waits_is_made_as_it_was_asked_last() -> None:
    row = draft()
    first = jobs.ask(draft=row, kind=SANDBOX, wanted={"power": ""})
    again = jobs.ask(draft=row, kind=SANDBOX, wanted={"power": "France"})
    first.refresh_from_db()
    assert (again.pk, first.wanted) == (first.pk, {"power": "France"})
    Job.objects.update(state=RUNNING)
    jobs.ask(draft=row, kind=SANDBOX, wanted={"power": "Turkey"})
    first.refresh_from_db()
    assert first.wanted == {"power": "France"}, "a worker is at it"


def test_what_is_over_a_budget_is_said(settings: Any) -> None:
    settings.STUDIO_JOBS, settings.STUDIO_PREVIEWS, settings.STUDIO_DRAFTS = 1, 0, 1
    row, ada = draft(), signed("Ada")
    path = f"/studio/{row.key}/"
    assert ada.post(f"{path}check/").status_code == 202
    for answer in (ada.post(f"{path}build/"), put(ada, row, 1)):
        assert answer.status_code == 429
        assert answer.json()["text"]
    page = ada.post("/studio/new/", {"begin": "nothing"})
    assert page.status_code == 422
    assert "1 drafts, as many as one may" in page.content.decode()
    settings.STUDIO = False
    assert ada.get(path).status_code == ada.get("/studio/").status_code == 404


def test_tables_are_typed_without_a_script() -> None:
    row, ada = draft(), signed("Ada")
    path = f"/studio/{row.key}/tables/"
    places = (
        "code,name,terrain,centre,home,points\nBel,Belfast,coast,yes,Ireland,54.6 -5.9; 54.5 -6"
    )
    form = {"table": "places", "typed": places, "serial": 1}
    assert ada.post(path, form).status_code == 302
    (place,) = drafts.document_of(Draft.objects.get()).places
    assert (place.code, place.centre, place.points) == ("Bel", True, ((54.6, -5.9), (54.5, -6.0)))
    wrong = {"table": "places", "typed": places.replace("54.6", "north"), "serial": 2}
    answer = ada.post(path, wrong)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Line 2, points: &quot;north -5.9&quot;" in page
    assert "north -5.9; 54.5 -6" in page  # and nothing is lost
    late = ada.post(path, {"table": "rules", "typed": "# Rules", "serial": 1})
    assert "changed in another window" in late.content.decode()


def test_bots_play_a_game_of_the_shelf_once_for_all_who_ask(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(tried, "GAMES", 1)
    game = started("England", variant="hundred", name="Canary", options={"paradox": "1982"})
    ada, bob = signed("Ada"), signed("Bob")
    about = ada.get(f"/games/{game.slug}/about/").content.decode()
    form = about.partition('action="/rules/hundred/bots/"')[2].partition("</form>")[0]
    sent = dict(re.findall(r'name="([a-z_-]+)" value="([^"]*)"', form))
    assert sent.keys() - {"csrfmiddlewaretoken"} == {"ruling_paradox"}  # of the game nothing else
    asked = ada.post("/rules/hundred/bots/", sent)
    there = asked["Location"]
    waits = bob.get(there)
    assert (waits.status_code, waits["Refresh"]) == (200, "3")
    assert "Bots are playing" in waits.content.decode()
    assert Builder().once() == 1
    page = bob.get(there)
    assert page["Content-Security-Policy"].startswith("default-src 'none'")
    text = page.content.decode()
    assert "1 games by bots: Hundred" in text
    assert "hundred paradox=1982" in text
    assert '<a href="/rules/hundred/">Back</a>' in text
    assert game.name not in text

    settings.STUDIO_JOBS = 0  # what was played costs nothing
    assert bob.post("/rules/hundred/bots/", {"ruling_paradox": "1982"})["Location"] == there
    assert bob.post("/rules/hundred/bots/").status_code == 429
    wrong = bob.post("/rules/hundred/bots/", {"ruling_paradox": "1066"}, follow=True)
    assert wrong.redirect_chain == [("/rules/hundred/", 302)]
    assert "1066" in wrong.content.decode()
    assert bob.post("/rules/nowhere/bots/").status_code == 404
    assert bob.get(there.replace("hundred", "standard")).status_code == 404
    jobs.tidy(timezone.now() + timedelta(days=8))
    assert bob.get(there).status_code == 404
    assert 'action="/rules/hundred/bots/"' in bob.get("/rules/hundred/").content.decode()
    assert 'action="/rules/hundred/bots/"' not in Client().get("/rules/hundred/").content.decode()
    settings.STUDIO = False
    assert "/bots/" not in bob.get("/rules/hundred/").content.decode()
    assert bob.post("/rules/hundred/bots/").status_code == 404
