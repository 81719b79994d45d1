"""What a page says is stored is on the disk: flushes are counted, and the power is cut."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("flushes.py")
SAVES = 60


@pytest.mark.evening
def test_each_save_is_flushed_and_survives_a_loss_of_power(tmp_path: Path) -> None:
    env = {**os.environ, "LEGATION_DATA": str(tmp_path)}
    line = [sys.executable, str(SCRIPT), str(tmp_path), str(SAVES)]
    done = subprocess.run(line, env=env, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) >= SAVES, "a flush for each that was stored"
    # The machine comes up again with what was flushed, and with nothing since.
    database = tmp_path / "after.sqlite3"
    for end in ("", "-wal"):
        flushed = tmp_path / f"legation.sqlite3{end}.flushed"
        if flushed.exists():
            flushed.rename(f"{database}{end}")
    with closing(sqlite3.connect(database)) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (typed,) = raw.execute("SELECT typed FROM games_sheet WHERE power = 'France'").fetchone()
    assert typed.endswith(f"; {SAVES - 1}"), "the last that was acknowledged"
