"""Rules that fail in a game: it waits for its master, who is told; nothing is lost."""

import logging
import re
import shutil
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from tables import SEED, fresh, person, started

from legation.server.games import clock, sheets
from legation.server.games.models import PAUSED, RUNNING, Deadline, Game, LogEntry
from legation.server.games.records import text_of
from legation.server.post.models import Letter
from legation.server.running import doctor
from legation.server.running.models import Failure
from legation.server.running.worker import Working
from legation.server.site import kept, moment
from legation.variants.find import PATH
from legation.variants.load import forget, load

pytestmark = pytest.mark.django_db
FOG = Path(__file__).parents[1] / "variants" / "fog"
CANARY = "Ruhr-canary"
BREAKS = f"""
FAILS = True
_murmur = murmur


def murmur(work: Work) -> Work:
    if FAILS:
        raise KeyError("{CANARY}")
    return _murmur(work)
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a variant whose rules can be made to fail."""
    shutil.copytree(FOG, tmp_path / "fog")
    with (tmp_path / "fog/hooks.py").open("a", encoding="utf-8") as file:
        file.write(BREAKS)
    monkeypatch.setenv(PATH, str(tmp_path))
    forget()
    yield tmp_path / "fog"
    forget()
    for name in [name for name in sys.modules if name.startswith("legation_variant_fog")]:
        del sys.modules[name]


def ready(**offer: Any) -> Game:
    """A game whose one player is ready, and whose time has come."""
    game = started("France", variant="fog", **offer)
    sheets.submit(game=game, power="France", typed="A Par - Bur")
    Letter.objects.all().delete()
    now = moment.now()
    Game.objects.filter(pk=game.pk).update(due=now)
    Deadline.objects.filter(game=game, kind="due").update(due_at=now)
    return fresh(game)


def board(game: Game) -> Any:
    client = Client(raise_request_exception=False)
    client.force_login(person("France"), "django.contrib.auth.backends.ModelBackend")
    return client.get(f"/games/{game.slug}/")


def test_the_game_waits_for_its_master_and_goes_on_when_it_is_mended(
    place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game = ready(mastered=True)
    lines = (place / "hooks.py").read_text("utf-8").split("\n")
    line = lines.index(f'        raise KeyError("{CANARY}")')
    caplog.set_level(logging.WARNING)
    Working("tests").once()
    assert (fresh(game).state, fresh(game).serial) == (PAUSED, 0)
    where = f"KeyError at fog/hooks.py, line {line + 1}"
    assert f"the rules of game {game.slug} fail: {where}" in caplog.text
    letter = Letter.objects.get()
    assert letter.user == person("Master")
    assert f"({where})" in letter.body
    entry = LogEntry.objects.filter(game=game).latest("pk").text
    assert entry.startswith("The clock is stopped: the rules of this variant fail.")
    page = board(game)
    assert page.status_code == 200
    for secret in (CANARY, SEED):
        assert secret not in letter.body + entry + caplog.text
    assert "hooks.py" not in entry + page.content.decode()

    clock.resume(game=game, actor="Master")  # before it is mended: it stands still again
    Working("tests").once()
    assert (fresh(game).state, fresh(game).serial) == (PAUSED, 0)
    sys.modules[type(load("fog")).__module__].__dict__["FAILS"] = False
    clock.resume(game=game, actor="Master")
    Game.objects.filter(pk=game.pk).update(due=moment.now())
    Deadline.objects.filter(game=game, kind="due", done_at=None).update(due_at=moment.now())
    Working("tests").once()
    assert (fresh(game).state, fresh(game).serial) == (RUNNING, 1)
    assert "A Par - Bur" in text_of(fresh(game))


def test_words_that_cannot_be_read_are_no_damaged_record(place: Path) -> None:
    game = ready(mastered=True)
    words = place / "words.toml"
    good = words.read_text("utf-8")
    words.write_text(good.replace("{unit} lost", "{unnit} lost"), encoding="utf-8")
    kept.forget()
    forget()
    Working("tests").once()
    assert fresh(game).state == PAUSED
    said = "fog/words.toml, line 2: lost-in-fog: its text has {unnit}"
    assert said in Letter.objects.get().body
    page = board(game)
    assert page.status_code == 500
    assert "The rules of this game fail" in page.content.decode()
    words.write_text(good, encoding="utf-8")
    assert board(game).status_code == 200


@pytest.mark.usefixtures("place")
def test_without_a_master_no_player_reads_where() -> None:
    game = ready()
    Working("tests").once()
    assert fresh(game).state == PAUSED
    assert not any("hooks.py" in letter.body for letter in Letter.objects.all())


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("error", [MemoryError(), OSError(28, "No space left on device")])
def test_what_the_machine_lacks_is_no_fault_of_the_rules(error: Exception) -> None:
    game = ready(mastered=True)
    hooks = sys.modules[type(load("fog")).__module__].__dict__

    def fails(work: object) -> None:
        del work
        raise error

    hooks["_murmur"] = fails
    hooks["FAILS"] = False
    Working("tests").once()
    assert fresh(game).state == RUNNING
    assert not Letter.objects.filter(user=person("Master")).exists()


@pytest.mark.usefixtures("place")
def test_who_runs_the_site_sees_that_it_stands_still_until_it_goes_on(
    capsys: pytest.CaptureFixture[str], settings: Any
) -> None:
    game, other = ready(), started("France")
    clock.pause(game=other, actor="Master")  # its rules are good: it waits for nobody
    Working("tests").once()
    olga = person("Olga", confirmed_at=moment.now())
    settings.OPERATORS = frozenset({olga.email.lower()})
    office = Client()
    office.force_login(olga, "django.contrib.auth.backends.ModelBackend")

    def health() -> tuple[int, float | None]:
        said = office.get("/health").json()
        return said["standing_games"], said["longest_standing_hours"]

    def metrics() -> str:
        return office.get("/metrics").content.decode()

    (failure,) = Failure.objects.all()
    assert failure.at is not None
    assert timedelta(0) <= moment.now() - failure.at < timedelta(minutes=5)

    def told() -> list[str]:
        """What the page, the verb and the doctor say of it, without the line."""
        call_command("site", "stuck")
        verb = capsys.readouterr().out
        page = office.get("/office/").content.decode()
        seen = " ".join(each.said for each in doctor.KEPT["workers"]("workers"))
        for said in (verb, page, seen):
            assert CANARY not in said
            assert other.slug not in said
        return [re.sub(r"line \d+", "line n", said) for said in (verb, page, seen)]

    at = moment.now() - timedelta(hours=30)  # no worker tries it again, and so it stays
    Failure.objects.update(at=at)
    why = f"stands still since {at:%Y-%m-%d %H:%M} UTC: KeyError in hooks.py, line n"
    verb, page, seen = told()
    assert verb == f"{game.slug}  {game.name} {why}\n"
    hour = f"{at.day} {at:%B, %H:%M}"
    assert f"({game.slug}) stands still since {hour}: KeyError in hooks.py, line n." in page
    assert f"the game {game.slug} {why}" in seen
    assert health() == (1, 30.0)
    longest = re.search(r"\nlegation_longest_standing_seconds ([\d.e+]+)\n", metrics())
    assert longest
    assert 108_000 <= float(longest[1]) < 111_600
    Working("tests").once()
    assert health() == (1, 30.0)
    Failure.objects.update(at=None)  # of before it was written down
    assert "stands still: KeyError in" in told()[0]
    assert health() == (1, None)
    sys.modules[type(load("fog")).__module__].__dict__["FAILS"] = False
    clock.resume(game=game, actor="The operator")
    assert all(game.slug not in said for said in told())
    assert health() == (0, None)
    assert "legation_longest_standing_seconds" not in metrics()
    clock.pause(game=game, actor="Master")  # by somebody, and for another reason
    assert all(game.slug not in said for said in told())
