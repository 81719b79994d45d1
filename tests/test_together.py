"""Tests that share something dear are run by one process, whatever pytest-xdist makes of marks."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py")
TESTS = """
import pytest

@pytest.mark.parametrize("kind", ["sqlite", "postgresql", "mail@example.org"])
@pytest.mark.parametrize("step", range(4))
def test_it(step, kind): pass
"""
FILES = (
    "browser/test_page.py",
    "laws/test_kernel_one.py",
    "test_backup.py",
    "test_kernel_two.py",
    "test_other.py",
    "test_robust.py",
)
RAN = re.compile(r"^\[(gw\d)\] .*PASSED (\S+)::\S+\[\d-(\S+)\]", re.MULTILINE)


@pytest.mark.evening
def test_who_runs_what(tmp_path: Path) -> None:
    shutil.copy(CONFTEST, tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    for name in FILES:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(TESTS)
    options = ["-v", "-n", "2", "--dist", "loadgroup", "-p", "no:django", "-p", "no:cacheprovider"]
    line = [sys.executable, "-m", "pytest", *options]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    workers: dict[str, set[str]] = defaultdict(set)
    ran = RAN.findall(done.stdout)
    assert len(ran) == 12 * len(FILES)
    for worker, file, kind in ran:
        workers[file].add(worker)
        workers[f"{file} {kind}"].add(worker)
    assert len(workers["browser/test_page.py"]) == 1
    assert len(workers["test_backup.py"]) == 1
    assert len(workers["laws/test_kernel_one.py"] | workers["test_kernel_two.py"]) == 1
    assert len(workers["test_robust.py postgresql"]) == 1
    assert len(workers["test_robust.py sqlite"]) == 1
    assert {worker for worker, _, _ in ran} == {"gw0", "gw1"}
