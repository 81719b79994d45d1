"""Figures and logs for who runs the server: in a form that programs read, without a secret."""

import json
import logging
import sys
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from tables import person, started
from test_studio import draft

from legation.server.accounts.models import User
from legation.server.games.models import DUE, Deadline
from legation.server.post.models import Letter
from legation.server.running import doctor
from legation.server.running.models import Backup, Failure, Worker
from legation.server.settings.logs import Lines
from legation.server.site import moment
from legation.server.studio import jobs
from legation.server.studio.models import Job

pytestmark = pytest.mark.django_db
TOKEN = "0123456789abcdefghij"


def _figures(client: Client, **more: Any) -> dict[str, float]:
    """What is told, by name and labels; Prometheus' own reader reads it."""
    answer = client.get("/metrics", **more)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain")
    return {
        f"{sample.name}{sorted(sample.labels.items())}": sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


def test_figures_are_what_is_stored() -> None:
    started("France")
    started("Germany")
    User.objects.filter(pk=person("Italy").pk).update(is_active=False)
    now = moment.now()
    Worker.objects.create(name="one", started_at=now, seen_at=now)
    found = _figures(Client())
    assert found["legation_database_up[]"] == 1
    assert found["legation_games[('state', 'running')]"] == 2
    assert found["legation_games[('state', 'finished')]"] == 0
    assert found["legation_workers[]"] == 1
    assert found["legation_accounts[]"] == 2
    assert "legation_backup_age_seconds[]" not in found  # there is none yet


def test_all_who_count_count_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """Health, Prometheus, the doctor and the verb of the office: one late phase, of two games."""
    late, _ = started("France"), started("Germany")
    now = moment.now()
    Worker.objects.create(name="gone", started_at=now, seen_at=now - timedelta(seconds=40))
    due = now - timedelta(hours=2)
    row = Deadline.objects.get(game=late, kind=DUE)
    Deadline.objects.filter(pk=row.pk).update(due_at=due, tries=3)
    Failure.objects.create(deadline=row, said="ValueError in x.py, line 1")
    Letter.objects.all().delete()
    for key, at, failed in (("a", due, False), ("b", now, False), ("c", due, True)):
        Letter.objects.create(
            key=key, address="a@b.org", kind="x", made_at=at, due_at=at, failed=failed
        )
    Backup.objects.create(made_at=now - timedelta(hours=3))
    jobs.ask(draft=draft("Ada"), kind="check")
    Job.objects.update(asked_at=due)
    assert Client().get("/health").json() == {
        "database": True,
        "workers": 0,
        "late_deadlines": 1,
        "stuck_deadlines": 1,
        "standing_games": 0,
        "longest_standing_hours": None,
        "unsent_letters": 1,
        "refused_letters": 1,
        "last_backup_hours": 3.0,
    }
    told = _figures(Client())
    counted = "workers late_deadlines stuck_deadlines waiting_letters refused_letters waiting_jobs"
    assert [told[f"legation_{name}[]"] for name in counted.split()] == [0, 1, 1, 2, 1, 1]
    assert 10_800 <= told["legation_backup_age_seconds[]"] < 10_860
    why = "failed 3 times, by ValueError in x.py, line 1"
    found = {(each.about, each.said) for look in doctor.KEPT for each in doctor.KEPT[look](look)}
    since = f"{due:%Y-%m-%d %H:%M} UTC"
    assert found >= {
        ("workers", "none was at work within half a minute"),
        ("workers", f"the game {late.slug} waits since {since}: {why}"),
        ("letters", "1 letters of a month were refused"),
        ("letters", "1 letters wait for more than an hour"),
        ("backups", "the newest is 3 hours old"),
        ("studio", "1 jobs of designers wait for more than an hour"),
    }
    call_command("site", "stuck")
    told_there = f"{late.slug}  {late.name} waits since {since}: {why}\n"
    assert capsys.readouterr().out == told_there


def test_requests_are_counted_by_method_and_status() -> None:
    client = Client()

    def seen(status: int) -> float:
        return sum(
            value
            for name, value in _figures(client).items()
            if name.startswith("legation_request_seconds_count") and f"'{status}'" in name
        )

    before = seen(404)
    client.get("/games/nowhere/")
    assert seen(404) == before + 1


def test_no_name_is_in_them() -> None:
    game = started("France", name="Canaryname")
    person("Canaryperson")
    client = Client()
    client.get(f"/games/{game.slug}/")
    told = client.get("/metrics").content.decode()
    for secret in ("Canary", game.slug, "example.org", "France"):
        assert secret not in told


@pytest.mark.parametrize(
    "more",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"REMOTE_ADDR": ""},
        {"headers": {"X-Forwarded-For": "192.0.2.7"}},
        {"headers": {"X-Real-IP": "127.0.0.1"}},
        {"headers": {"Forwarded": "for=127.0.0.1"}},
    ],
)
def test_nobody_elsewhere_reads_them(more: dict[str, Any]) -> None:
    assert Client().get("/metrics", **more).status_code == 404


def test_with_a_token_it_is_asked_of_everybody(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    assert Client().get("/metrics").status_code == 404
    for wrong in ("", "Bearer ", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}"):
        assert Client().get("/metrics", headers={"Authorization": wrong}).status_code == 404
    right = {"Authorization": f"Bearer {TOKEN}"}
    assert _figures(Client(), REMOTE_ADDR="192.0.2.7", headers=right)


def _logged(error: Exception | None = None) -> logging.LogRecord:
    raised = None
    if error is not None:
        try:
            raise error
        except type(error):
            raised = sys.exc_info()
    return logging.LogRecord(
        "legation.tests", logging.ERROR, __file__, 1, "game %s\nstuck", ("x",), raised
    )


def test_a_line_of_the_log_is_json() -> None:
    line = Lines().format(_logged(ValueError("A Par - Bur")))
    assert "\n" not in line
    found = json.loads(line)
    assert found["message"] == "game x\nstuck"
    assert (found["level"], found["logger"]) == ("error", "legation.tests")
    assert found["time"].endswith("+00:00")
    assert "builtins.ValueError" in found["error"]
    assert "A Par - Bur" not in line  # the error's own words may quote an order


def test_in_debugging_errors_have_their_own_words() -> None:
    found = json.loads(Lines(debug=True).format(_logged(ValueError("A Par - Bur"))))
    assert "A Par - Bur" in found["error"]
    assert "error" not in json.loads(Lines(debug=True).format(_logged()))
