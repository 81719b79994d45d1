"""The laboratory of the server: whole games by bots, as many as there is time for, and their page.

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


def page_of(
    variant: str,
    files: Mapping[str, bytes],
    options: Mapping[str, str],
    games: int,
    seconds: float,
    home: str,
) -> str:
    """The page of so many games of a variant, or of those that were played in time.

    `files` are those of a variant that is on no shelf; the page leads back to `home`.
    """
    until, played = time.monotonic() + seconds, []
    with tempfile.TemporaryDirectory() as kept:
        folder = Path(kept) / variant
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        side = Side(str(folder) if files else variant, options)
        trial = trial_of(Trial((side,), games))
        for task in trial.tasks:
            played.append(play(trial, task))
            if time.monotonic() > until:
                break
        return page(trial, played, home)
