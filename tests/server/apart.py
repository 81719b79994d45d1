"""Tasks of `harness.py` in a process of its own, on a database that is made for them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from databases import environment

HARNESS = Path(__file__).with_name("harness.py")
Came = dict[str, Any]


def carried_out(kind: str, folder: Path, tasks: list[str], **more: str) -> Came:
    """What came of all tasks on a database, or the error; `more` is of the environment."""
    with environment(kind, folder) as env:
        line = [sys.executable, str(HARNESS), *tasks]
        done = subprocess.run(line, env=env | more, capture_output=True, text=True)
    found: Came = json.loads(done.stdout) if done.returncode == 0 else {"error": done.stderr}
    return found
