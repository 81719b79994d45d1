"""The same search on PostgreSQL, where the server may be asked in another order and by others."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from databases import environment
from test_leaks import Record

SEARCH = Path(__file__).with_name("test_leaks.py")
SECONDS = 300
COUNT = re.compile(r"([\d,]+) (answers|letters|events|canaries|leaks)")


@pytest.mark.night
def test_canaries_on_postgresql(tmp_path: Path, record_property: Record) -> None:
    wanted = f"{SEARCH}::test_canaries"
    line = [sys.executable, "-m", "pytest", "-p", "no:xdist", "-m", "", wanted]
    line.append(f"--basetemp={tmp_path / 'inner'}")
    # Who listens there has a line of his own, which ends with the process.
    line += ["-W", "ignore:Error when trying to teardown test databases:pytest.PytestWarning"]
    with environment("postgresql", tmp_path) as env:
        env = {k: v for k, v in env.items() if not k.startswith("PYTEST_")}
        done = subprocess.run(
            line, env=env, capture_output=True, text=True, timeout=SECONDS, cwd=os.getcwd()
        )
    assert done.returncode == 0, done.stdout[-2000:]
    told = next(v for v in done.stdout.splitlines() if v.startswith("leak tests: "))
    counts = {what: int(n.replace(",", "")) for n, what in COUNT.findall(told)}
    assert counts["answers"] > 500
    record_property("leaks", {"what": "canaries, in short, on PostgreSQL", **counts})
