"""A variant's folder that is mended while the server runs: nothing begins by other rules."""

import hashlib
import json
import shutil
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from leak_asking import browser
from tables import fresh, person, started

from legation.server.games import create, records
from legation.server.games.models import RUNNING, Deadline, Game
from legation.server.games.models.pledge import Pledge
from legation.server.games.offer import Offer
from legation.server.games.pledges import OldFilesError
from legation.server.lobby import catalogue
from legation.server.post.models import Letter
from legation.server.running.models import Failure
from legation.server.running.worker import Working
from legation.server.site import moment
from legation.table.proof import bound
from legation.variants import sums
from legation.variants.find import PATH
from legation.variants.load import forget, load

pytestmark = pytest.mark.django_db
FOG = Path(__file__).parents[1] / "variants" / "fog"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a variant of the server's own, which nobody has read yet."""
    shutil.copytree(FOG, tmp_path / "fog", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv(PATH, str(tmp_path))
    monkeypatch.setattr(sums, "_read", {})
    forget()
    yield tmp_path / "fog"
    forget()
    catalogue.cards.cache_clear()
    for name in [name for name in sys.modules if name.startswith("legation_variant_fog")]:
        del sys.modules[name]


def mend(place: Path) -> None:
    with (place / "hooks.py").open("a", encoding="utf-8") as file:
        file.write("# mended\n")


def begin_mist(place: Path, parent: str) -> None:
    """Writes a variant beside it that only starts from another."""
    child = place.with_name("mist")
    child.mkdir(exist_ok=True)
    rules = f'name = "mist"\nparent = "{parent}"\ntitle = "Mist"\n'
    (child / "variant.toml").write_text(rules, encoding="utf-8")
    (child / "words.toml").touch()


def summed(place: Path) -> str:
    """The hash of the lines of ``sha256sum``, as docs/fairness.md says how."""
    files = [
        file for file in place.rglob("*") if file.is_file() and "__pycache__" not in file.parts
    ]
    named = {f"fog/{file.relative_to(place).as_posix()}": file for file in files}
    lines = [
        f"{hashlib.sha256(named[name].read_bytes()).hexdigest()}  {name}\n"
        for name in sorted(named)
    ]
    return "sha256:" + hashlib.sha256("".join(lines).encode()).hexdigest()


def pledged(game: Game) -> str:
    first = Pledge.objects.filter(game=game).earliest("number")
    files: str = json.loads(first.text)["rules"]["files"]
    return files


def due(game: Game) -> None:
    now = moment.now() - timedelta(seconds=1)
    Game.objects.filter(pk=game.pk).update(due=now)
    Deadline.objects.filter(game=game, kind="due", done_at=None).update(
        due_at=now, lease_until=None
    )


def restarted() -> None:
    """As in a process that begins: nothing is read yet."""
    sums._read.clear()
    forget()
    records._records.clear()
    for name in [name for name in sys.modules if name.startswith("legation_variant_fog")]:
        del sys.modules[name]


def test_no_game_begins_by_rules_that_are_not_those_of_its_folder(place: Path) -> None:
    before, was = started("France", variant="fog"), summed(place)
    assert pledged(before) == was
    offer = Offer(name="Waits", variant="fog", fill_bot="random", starts="hand", grace=0)
    waits = create.create(user=person("Maker"), offer=offer)
    create.join(game=waits, user=person("Maker"))
    about, why = f"/games/{waits.slug}/about/", "The files of this variant were changed since"
    assert why not in browser(person("Maker")).get(about).content.decode()
    mend(place)
    assert why in browser(person("Maker")).get(about).content.decode()
    assert summed(place) != was
    forget()  # what an edition of the studio does that comes to be: modules stay as they were
    with pytest.raises(OldFilesError):
        create.start(game=waits)
    page = browser(person("Maker")).post(
        f"/games/{waits.slug}/act/start/", {"sure": "yes"}, follow=True
    )
    assert "the files of this variant were changed since the server read them" in (
        page.content.decode().lower()
    )
    assert fresh(waits).state == "forming"
    assert bound.rules_of(records.load(fresh(before)).record)["files"] == was
    due(before)  # what had begun goes on by what was read
    Working("tests").once()
    assert fresh(before).serial == 1
    restarted()
    create.start(game=waits)
    assert pledged(waits) == summed(place)


def test_a_worker_that_has_read_other_files_than_were_pledged_ends_no_phase(place: Path) -> None:
    """The server was started anew, and a worker was not."""
    old = started("France", variant="fog")
    worker = dict(sums._read)
    mend(place)
    restarted()
    new = started("France", variant="fog")
    assert pledged(new) == summed(place) != pledged(old)
    server = dict(sums._read)
    sums._read.clear()
    sums._read.update(worker)
    Letter.objects.all().delete()
    for game in (old, new):
        due(game)
    Working("tests").once()
    assert (fresh(old).serial, fresh(new).serial) == (1, 0)
    assert fresh(new).state == RUNNING
    assert Failure.objects.get().said.startswith("OldFilesError in pledges.py")
    assert not [each for each in Letter.objects.all() if "fail" in each.subject]
    sums._read.update(server)
    due(new)
    Working("tests").once()
    assert fresh(new).serial == 1


@pytest.mark.parametrize("kept", [True, False], ids=["record at hand", "record to be read"])
@pytest.mark.parametrize("how", ["half written", "moved"])
def test_a_folder_that_is_no_variant_just_now_stops_no_game(
    place: Path, how: str, kept: bool
) -> None:
    game = started("France", variant="fog")
    Letter.objects.all().delete()
    if how == "moved":
        place.rename(place.with_name("fog_old"))
    else:
        rules = place / "variant.toml"
        said = rules.read_text(encoding="utf-8")
        rules.write_text(said[: said.index("=") + 1], encoding="utf-8")  # a key, and no value
    if not kept:
        records._records.clear()
    due(game)
    Working("tests").once()
    assert (fresh(game).serial, fresh(game).state) == (1, RUNNING)
    assert not Failure.objects.exists()
    assert not [each for each in Letter.objects.all() if "fail" in each.subject]


def test_the_child_of_a_changed_parent_begins_no_game(place: Path) -> None:
    """Its own files are read after the change, and its parent's hooks were before."""
    load("fog")
    with (place / "hooks.py").open("a", encoding="utf-8") as file:
        file.write("MENDED = 1\n")
    begin_mist(place, "fog")
    parent = sys.modules[type(load("mist")).__module__]
    assert not hasattr(parent, "MENDED")
    assert sums.is_changed("mist")
    with pytest.raises(OldFilesError):
        started("France", variant="mist")
    restarted()
    assert hasattr(sys.modules[type(load("mist")).__module__], "MENDED")
    assert not sums.is_changed("mist")
    assert started("France", variant="mist").state == RUNNING


def test_a_child_is_not_changed_by_what_its_parent_had_before_it_was_read(place: Path) -> None:
    mend(place)
    begin_mist(place, "fog")
    load("mist")
    assert not sums.is_changed("mist")
    assert sums.sums_read("mist") == sums.sums_of("mist")
    begin_mist(place, "standard")
    assert sums.is_changed("mist")
    assert "fog/hooks.py" in sums.sums_read("mist")


def test_a_server_that_has_read_other_files_than_were_pledged_corrects_nothing(
    place: Path,
) -> None:
    """A worker was started anew, and the web process was not."""
    begin_mist(place, "standard")
    load("mist")
    server = dict(sums._read)
    (place.with_name("mist") / "words.toml").write_text("# mended\n", encoding="utf-8")
    restarted()
    game = started("France", variant="mist", mastered=True)
    due(game)
    Working("tests").once()
    worker = dict(sums._read)
    sums._read.clear()
    sums._read.update(server)
    path = f"/games/{game.slug}/desk/correct/"
    form = {"serial": 1, "what": "orders", "power": "France", "typed": "A Par - Bur"}
    other = "The files of this variant were changed since the server read them"
    version = fresh(game).version
    for sure in ({}, {"sure": "yes"}):
        page = browser(person("Master")).post(path, {**form, **sure}, follow=True)
        assert other in page.content.decode()
    assert fresh(game).version == version
    sums._read.update(worker)
    browser(person("Master")).post(path, {**form, "sure": "yes"}, follow=True)
    assert fresh(game).version > version
