"""What the studio does for whom, and for nobody else: what mutants of its checks have named."""

import hashlib
import json
import zlib
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from tables import person, started
from test_studio import draft, put, signed

from legation.errors import StateError
from legation.server.games.models import Game
from legation.server.studio import (
    doors,
    drafts,
    jobs,
    leaving,
    making,
    packing,
    publishing,
    shelf,
    sound,
    trials,
    tried,
)
from legation.server.studio.models import (
    BUILD,
    CHECK,
    DONE,
    FAILED,
    LAB,
    PUBLISH,
    Draft,
    Edition,
    Job,
    Step,
)

pytestmark = pytest.mark.django_db
AT, FR = "Austria", "France"
HOUR = timedelta(hours=1)


def edition(row: Draft, digit: int, public: bool = True) -> Edition:
    """An edition without files, of a name that ends with a digit."""
    return Edition.objects.create(
        maker=row.owner,
        draft=row,
        name=f"studio_{digit:012}",
        number=digit if public else None,
        title=f"{row.owner.name} {digit}",
        made_at=timezone.now(),
    )


def made(row: Draft, kind: str, state: str = DONE, picture: bytes = b"") -> Job:
    """A job that a worker has ended."""
    held = jobs.claim(jobs.ask(draft=row, kind=kind), timezone.now())
    assert held is not None
    jobs.end(held, state, {}, made=picture)
    return held


def test_a_designer_finds_his_own_drafts_alone() -> None:
    hers, more, his = draft("Ada"), draft("Ada"), draft("Bob")
    ada = signed("Ada")
    page = ada.get("/studio/").content.decode()
    assert [row.key in page for row in (hers, more, his)] == [True, True, False]
    for key, status in ((hers.key, 200), (more.key, 200), (his.key, 404), ("nothing", 404)):
        assert ada.get(f"/studio/{key}/draft/").status_code == status
    job = jobs.ask(draft=hers, kind=CHECK)
    for row, status in ((hers, 200), (more, 404), (his, 404)):
        assert ada.get(f"/studio/{row.key}/jobs/{job.pk}/").status_code == status
    wrong = {"table": "nothing", "typed": "", "serial": 1}
    assert ada.post(f"/studio/{hers.key}/tables/", wrong).status_code == 404


def test_what_others_have_and_ask_for_is_not_counted(settings: Any) -> None:
    settings.STUDIO_DRAFTS = 1
    his, hers = draft("Bob"), draft("Ada")
    with pytest.raises(StateError, match="1 drafts"):
        draft("Ada")
    for kind in (BUILD, CHECK, LAB):
        jobs.ask(draft=his, kind=kind)
    asked = [jobs.ask(draft=hers, kind=kind) for kind in (BUILD, CHECK, LAB)]
    assert {job.draft for job in asked} == {hers}
    with pytest.raises(StateError, match="three things"):
        jobs.ask(draft=hers, kind=PUBLISH)


def test_two_windows_that_ask_in_one_moment_have_one_job(monkeypatch: pytest.MonkeyPatch) -> None:
    hers, his = draft("Ada"), draft("Bob")
    first = jobs.ask(draft=hers, kind=LAB)
    jobs.ask(draft=his, kind=LAB)
    monkeypatch.setattr(jobs, "_open", lambda *_: None)  # neither knows of the other
    assert jobs.ask(draft=hers, kind=LAB) == first


def test_what_failed_replaces_nothing_that_was_made() -> None:
    row, other = draft("Ada"), draft("Bob")
    path, ada = f"/studio/{row.key}/", signed("Ada")
    assert ada.get(f"{path}board.svg").status_code == 404
    made(row, BUILD)
    assert ada.get(f"{path}board.svg").status_code == 404  # and there was none to draw
    first = made(row, BUILD, picture=zlib.compress(b"<svg/>"))
    check, theirs = made(row, CHECK), made(other, BUILD)
    made(row, BUILD, FAILED)
    failed = made(row, BUILD, FAILED)
    assert set(Job.objects.all()) == {first, check, theirs, failed}
    assert jobs.last(row, BUILD) == first
    assert ada.get(f"{path}board.svg").content == b"<svg/>"
    Job.objects.update(asked_at=timezone.now() - timedelta(days=8))
    jobs.tidy(timezone.now())
    assert set(Job.objects.all()) == {first, check, theirs}


def test_who_was_given_up_writes_nothing_any_more() -> None:
    asked, now = jobs.ask(draft=draft(), kind=CHECK), timezone.now()
    _, held, lost = (jobs.claim(asked, now + tries * HOUR) for tries in range(3))
    assert held is not None
    assert lost is None
    assert not jobs.end(held, DONE, {})
    asked.refresh_from_db()
    assert asked.state == FAILED


def test_a_job_is_made_of_the_draft_as_it_is_when_it_is_begun() -> None:
    row = draft()
    asked = jobs.ask(draft=row, kind=CHECK)
    put(signed("Ada"), row, 1, title="Isles")
    held = jobs.claim(asked, timezone.now())
    assert held is not None
    assert (asked.serial, held.serial) == (1, 2)


def test_a_draft_that_another_window_deleted_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    row = draft()

    def found(*_: object) -> Draft:
        Draft.objects.filter(pk=row.pk).delete()
        return row

    monkeypatch.setattr("legation.server.studio.views.changing.find", found)
    undone = signed("Ada").post(f"/studio/{row.key}/undo/", {"serial": 1}, "application/json")
    assert undone.status_code == 404


def test_what_is_deleted_twice_takes_nothing_along() -> None:
    row, other = draft(), edition(draft("Bob"), 1)
    Edition.objects.update(draft=None)  # its draft is gone, too
    publishing.drop(row)
    publishing.drop(row)
    assert set(Edition.objects.all()) == {other}


def test_an_edition_that_is_nobodys_and_was_not_published_is_shut_for_everybody() -> None:
    name = edition(draft(), 1, public=False).name
    assert not doors.is_shut(person("Ada"), name)
    Edition.objects.update(maker=None)
    assert [doors.is_shut(user, name) for user in (person("Ada"), AnonymousUser())] == [True, True]


def test_nothing_is_begun_with_a_copy_of_what_is_not_there() -> None:
    page = signed("Ada").post("/studio/new/", {"begin": "copy", "game": "nowhere"})
    assert "here is no game &quot;nowhere&quot;" in page.content.decode()
    assert not Draft.objects.exists()


def test_two_who_send_bots_in_one_moment_see_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    first = tried.ask(user=person("Ada"), variant="standard", options={})
    monkeypatch.setattr(tried, "find", lambda _: None)  # neither knows of the other
    assert tried.ask(user=person("Bob"), variant="standard", options={}) == first


def test_of_a_variant_that_is_gone_bots_show_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    job = tried.ask(user=person("Ada"), variant="standard", options={})
    page = f"/rules/standard/bots/{job.tried}/"
    assert signed("Ada").get(page).status_code == 200
    monkeypatch.setattr("legation.server.studio.views.trying.card_of", lambda _: None)
    assert signed("Ada").get(page).status_code == 404


def test_of_too_many_steps_the_oldest_go(monkeypatch: pytest.MonkeyPatch) -> None:
    row, ada = draft(), signed("Ada")

    def kept(serial: int) -> list[int]:
        assert put(ada, row, serial, title=f"Title {serial}").status_code == 200
        return sorted(row.steps.values_list("number", flat=True))

    monkeypatch.setattr(drafts, "MOST_STEPS", 2)
    assert [kept(1), kept(2)] == [[1, 2], [2, 3]]
    monkeypatch.setattr(drafts, "MOST_BYTES", 1)
    assert kept(3) == [4]  # the newest stays, however large


def test_what_is_taken_along_and_ends_is_of_one_account() -> None:
    hers, his = draft("Ada"), draft("Bob")
    put(signed("Ada"), hers, 1, title="Isles")
    for row, digit in ((hers, 1), (his, 2), (his, 3)):
        edition(row, digit)
    game = started()
    Game.objects.filter(pk=game.pk).update(variant="studio_000000000002")
    tried_out = {row: started() for row in (hers, his)}
    for row, sandbox in tried_out.items():
        Draft.objects.filter(pk=row.pk).update(sandbox=sandbox)
    ada, bob = person("Ada"), person("Bob")
    assert [each["title"] for each in leaving.drafts_of(None, user=ada)[1]] == ["Isles"]
    assert [each["title"] for each in leaving.editions_of(None, user=ada)[1]] == ["Ada 1"]
    assert [len(leaving.played_stay(None, user=user)) for user in (ada, bob)] == [0, 1]
    leaving.withdraw(None, user=ada)
    assert {row.title for row in Edition.objects.all()} == {"Bob 2", "Bob 3"}
    assert set(Game.objects.all()) == {game, tried_out[his]}


def test_every_step_and_all_that_was_made_is_taken_along(settings: Any) -> None:
    row, ada = draft("Ada"), signed("Ada")
    put(ada, row, 1, title="Isles")
    picture, page = b"<svg/>", b"<html>"
    board = made(row, BUILD, picture=zlib.compress(picture))
    Job.objects.filter(pk=board.pk).update(files=b"a zip")
    games = made(row, LAB, picture=zlib.compress(page))
    (found,) = leaving.drafts_of(None, user=row.owner)[1]
    assert [(step["number"], step["what"]) for step in found["steps"]] == [
        (1, "Begun"),
        (2, "a test"),
    ]
    assert [(job["kind"], job["state"]) for job in found["jobs"]] == [(BUILD, DONE), (LAB, DONE)]
    settings.STUDIO = False  # what is his stays his
    taken = packing.unzipped(ada.get(found["all of it"]).content)
    steps = [json.loads(taken.pop(f"steps/000{number}.json")) for number in (1, 2)]
    assert [(step["what"], step["document"].get("title", "")) for step in steps] == [
        ("Begun", "A new game"),
        ("a test", "Isles"),
    ]
    assert taken == {
        f"made/{board.pk}-build.svg": picture,
        f"made/{board.pk}-build.zip": b"a zip",
        f"made/{games.pk}-lab.html": page,
    }
    assert signed("Bob").get(found["all of it"]).status_code == 404


def test_editions_of_others_are_not_counted_and_stay(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("load", "board_of"):
        monkeypatch.setattr(publishing, name, lambda name: name)
    settings.STUDIO_EDITIONS = 2
    hers, his = draft("Ada"), draft("Bob")
    tried = edition(his, 1, public=False)
    first, second, third = (packing.zipped({"rules.md": text}, "x") for text in (b"1", b"2", b"3"))
    edition(his, 2)
    sandbox = publishing.edition(draft=hers, built=first, public=False)
    public = publishing.edition(draft=hers, built=second, public=True)
    assert set(Edition.objects.filter(maker=hers.owner)) == {public}, "the sandbox made room"
    assert Edition.objects.filter(pk=tried.pk).exists()
    publishing.edition(draft=hers, built=first, public=True)
    with pytest.raises(StateError, match="2 editions"):
        publishing.edition(draft=hers, built=third, public=True)
    assert sandbox.pk not in Edition.objects.values_list("pk", flat=True)
    publishing.drop(hers)
    assert set(Edition.objects.values_list("maker__name", flat=True)) == {"Bob"}


def test_boards_that_are_tried_have_a_bound_of_their_own(settings: Any) -> None:
    settings.STUDIO_EDITIONS = 1
    row = draft()
    Game.objects.filter(pk=started().pk).update(variant=edition(row, 1, public=False).name)
    with pytest.raises(StateError, match="1 boards that you have not published"):
        publishing._room(row, public=False)
    publishing._room(row, public=True)


def test_a_sandbox_is_a_game_against_bots_of_one_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "name_of", lambda *_: "standard")
    monkeypatch.setattr(publishing, "edition", lambda **_: None)
    monkeypatch.setattr(publishing, "read_ahead", lambda *_: None)
    row, other = draft(AT), draft(AT)
    offered, his = started(AT, mastered=True), started(FR)
    Game.objects.filter(pk=offered.pk).update(maker=person(AT))
    address, more = (making.sandbox(each, b"", FR) for each in (row, other))
    assert len({address, more, *(f"/games/{g.slug}/what-if/0" for g in (offered, his))}) == 4
    assert making.sandbox(row, b"", "") == making.sandbox(row, b"", FR) == address
    Game.objects.filter(sandbox_of=row).update(serial=1)  # a phase of it was played
    assert making.sandbox(row, b"", "") != address
    assert Game.objects.filter(sandbox_of=other).exists()
    assert Game.objects.count() == 4


def test_a_site_without_a_studio_shows_no_edition(settings: Any) -> None:
    settings.STUDIO = False
    name = edition(draft(), 1).name
    for end in ("", "folder.zip"):
        assert signed("Ada").get(f"/studio/edition/{name}/{end}").status_code == 404


def test_an_edition_that_cannot_be_played_has_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legation.server.studio.views.editions.card_of", lambda _: None)
    assert signed("Ada").get(f"/studio/edition/{edition(draft(), 1).name}/").status_code == 404


def test_other_files_than_were_published_are_not_written(tmp_path: Path) -> None:
    files = packing.zipped({"rules.md": b"1"}, "x")
    with pytest.raises(ValueError, match="not what was published"):
        shelf.write(tmp_path / "studio_000000000001", files, "0" * 64)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_right_is_left(tmp_path: Path) -> None:
    files, place = packing.zipped({"rules.md": b"1"}, "x"), tmp_path / "studio_000000000001"
    shelf.write(place, files, hashlib.sha256(files).hexdigest())
    before = place.stat().st_ino
    shelf.write(place, files, hashlib.sha256(files).hexdigest())
    assert place.stat().st_ino == before, "who reads in it is not disturbed"
    (place / "rules.md").write_text("2")
    shelf.write(place, files, hashlib.sha256(files).hexdigest())
    assert (place / "rules.md").read_text() == "1"


def test_a_trial_ends_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that was begun is played to its end; no other is begun then."""
    monkeypatch.setattr(trials, "play", lambda _, task: task)
    monkeypatch.setattr(trials, "page", lambda _, played, home: f"{len(played)}{home}")
    assert trials.page_of("standard", {}, {}, 3, 600, "/") == "3/"
    assert trials.page_of("standard", {}, {}, 3, -1, "/") == "1/"


def test_a_backup_tells_what_of_the_studio_is_lost() -> None:
    row, torn = draft(), draft("Bob")
    whole, other = edition(row, 1), edition(row, 2)
    Edition.objects.filter(pk=whole.pk).update(digest=hashlib.sha256(b"").hexdigest())
    Draft.objects.filter(pk=torn.pk).update(document=b"torn")
    Step.objects.filter(draft=row, number=1).update(document=b"torn")
    assert list(sound.lost("default")) == [
        f"The edition {other.name}: its files are not what was published.",
        f"Draft {torn.pk} of a variant: it cannot be read.",
        f"Draft {row.pk} of a variant: its step 1 cannot be read.",
    ]
