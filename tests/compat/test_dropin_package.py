"""The drop-in beside the package itself, in a few games; `against_package.py` plays more.

The package is in no lock file. Who has it somewhere names that Python in
LEGATION_PEER; else these are left out aloud.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PEER = "LEGATION_PEER"
_WHERE = "import diplomacy, pathlib; print(pathlib.Path(diplomacy.__file__).parents[1])"


@pytest.fixture(scope="module")
def packages() -> str:
    """The folder with the package in it."""
    python = os.environ.get(PEER, "")
    if not python:
        pytest.skip(f"NOT RUN, {PEER} names no Python that has diplomacy 1.1.2")
    done = subprocess.run([python, "-c", _WHERE], capture_output=True, text=True)
    assert done.returncode == 0, f"{PEER}={python}: {done.stderr[-300:]}"
    return done.stdout.strip()


def test_random_games_are_those_of_the_package(packages: str) -> None:
    line = [sys.executable, str(HERE / "against_package.py"), packages, "--games", "5"]
    done = subprocess.run(line, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("5 games, ")


def test_the_list_of_names_is_that_of_the_package(packages: str) -> None:
    """No name of the package's is left out of the list."""
    line = [sys.executable, str(HERE / "package_names.py"), packages]
    done = subprocess.run(line, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == (HERE / "package_names.yaml").read_text(encoding="utf-8")
