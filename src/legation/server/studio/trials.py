"""The laboratory of a draft: whole games by bots, as many as there is time for, and their page.

Runs in a process of its own, which has neither the database nor Django.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from legation.lab.page import page
from legation.lab.playing import play
from legation.lab.trial import Side, Trial, trial_of

_NAME = "draft"


def page_of(files: Mapping[str, bytes], games: int, seconds: float) -> str:
    """The page of so many games of a variant, or of those that were played in time."""
    until, played = time.monotonic() + seconds, []
    with tempfile.TemporaryDirectory() as kept:
        folder = Path(kept) / _NAME
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        trial = trial_of(Trial((Side(str(folder)),), games))
        for task in trial.tasks:
            played.append(play(trial, task))
            if time.monotonic() > until:
                break
        return page(trial, played)
