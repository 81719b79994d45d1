"""The studio on PostgreSQL: all that is tested on SQLite, and what two do in the same moment."""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from databases import environment
from django.conf import settings as site
from django.db import connection
from django.utils import timezone
from tables import person
from test_studio import built

from legation.errors import LegationError
from legation.server.games.models import Game
from legation.server.studio import drafts, jobs, making, packing, publishing
from legation.server.studio.models import Draft, Edition, Job, Step
from legation.studio import taken
from legation.studio.document import as_data, empty, read
from legation.variants import find, load

HERE = Path(__file__)
SECONDS = 200
AT_ONCE = 4
apart = pytest.mark.skipif(
    "postgresql" not in site.DATABASES["default"]["ENGINE"], reason="the test below carries it out"
)


@pytest.mark.evening
def test_the_studio_on_postgresql(tmp_path: Path) -> None:
    files = [str(HERE.with_name("test_studio.py")), str(HERE)]
    line = [sys.executable, "-m", "pytest", "-p", "no:xdist", "-k", "not on_postgresql", *files]
    line.append(f"--basetemp={tmp_path / 'inner'}")
    with environment("postgresql", tmp_path) as env:
        env = {k: v for k, v in env.items() if not k.startswith("PYTEST_")}
        done = subprocess.run(
            line, env=env, capture_output=True, text=True, timeout=SECONDS, cwd=os.getcwd()
        )
    assert done.returncode == 0, done.stdout[-3000:]
    assert "skipped" not in done.stdout.splitlines()[-1]


def together(do: Callable[[int], Any]) -> list[Any]:
    """What comes of it where several threads, each on its own line, do it in one moment."""
    start = Barrier(AT_ONCE)

    def one(number: int) -> Any:
        try:
            start.wait()
            return do(number)
        except (LegationError, Draft.DoesNotExist) as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(one, range(AT_ONCE)))


@apart
@pytest.mark.django_db(transaction=True)
def test_workers_claim_each_job_once_and_one_of_a_designer_at_a_time() -> None:
    made = []
    for name in ("Ada", "Bob"):
        for _ in range(3):
            row = drafts.begin(user=person(name), document=empty(), notes=[], what="")
            made.append(jobs.ask(draft=row, kind="check").pk)

    def claim(_: int) -> Job | None:
        now = timezone.now()
        held = (jobs.claim(job, now) for job in jobs.waiting(now))
        return next((job for job in held if job is not None), None)

    done = []
    while held := [job for job in together(claim) if job is not None]:
        owners = [job.draft.owner_id for job in held]
        assert len(set(owners)) == len(owners)
        assert all(jobs.end(job, "done", {}) for job in held)
        done += [job.pk for job in held]
    assert sorted(done) == made


@apart
@pytest.mark.django_db(transaction=True)
def test_one_of_several_windows_saves_and_the_others_are_told() -> None:
    row = drafts.begin(user=person("Ada"), document=empty(), notes=[], what="Begun")

    def save(number: int) -> Draft:
        return drafts.save(draft=row, serial=1, document=read({"title": f"Window {number}"}))

    came = together(save)
    (saved,) = [each for each in came if isinstance(each, Draft)]
    assert sum(isinstance(each, drafts.StaleError) for each in came) == AT_ONCE - 1
    row.refresh_from_db()
    assert (row.title, row.serial, Step.objects.count()) == (saved.title, 2, 2)


@apart
@pytest.mark.django_db(transaction=True)
def test_an_edition_is_made_once_and_none_outlives_its_draft(settings: Any, tmp_path: Path) -> None:
    settings.DATA_FOLDER = tmp_path
    copied, _ = taken.of(find.folder("standard"))
    row = drafts.begin(user=person("Ada"), document=copied, notes=[], what="A copy")
    files = built(row)

    def publish(_: int) -> Edition:
        return publishing.edition(draft=row, built=files, public=True)

    assert {each.number for each in together(publish)} == {1}
    assert Edition.objects.count() == 1

    def publish_or_drop(number: int) -> None:
        if number:
            publishing.drop(row)
        else:
            publish(number)

    together(publish_or_drop)
    assert not Draft.objects.exists()
    assert not Edition.objects.exists()
    load.forget()


@apart
@pytest.mark.django_db(transaction=True)
def test_windows_open_sandboxes_of_one_draft_and_save_it_at_once(
    settings: Any, tmp_path: Path
) -> None:
    """Each has built another version: one comes after the other, and the last one's stays."""
    settings.DATA_FOLDER = tmp_path
    copied, _ = taken.of(find.folder("standard"))
    row = drafts.begin(user=person("Ada"), document=copied, notes=[], what="A copy")
    files = packing.unzipped(built(row))
    versions = [
        packing.zipped({**files, "rules.md": f"# Version {number}".encode()}, "draft")
        for number in range(AT_ONCE - 1)
    ]

    def opens_or_saves(number: int) -> Any:
        if number < len(versions):
            return making.sandbox(row, versions[number], "France")
        document = read({**as_data(copied), "title": "Meanwhile"})
        return drafts.save(draft=row, serial=1, document=document).title

    *urls, title = together(opens_or_saves)
    game = Game.objects.get()
    assert len(set(urls)) == len(versions)
    assert f"/games/{game.slug}/what-if/0" in urls
    row.refresh_from_db()
    assert (row.sandbox, row.title, title) == (game, "Meanwhile", "Meanwhile")
    assert Edition.objects.get().name == game.variant
    load.forget()
