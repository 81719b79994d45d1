"""The named stages of what a worker or a server does, so that tests can kill it at each."""

from __future__ import annotations

import os
import signal

STAGES = (
    "claimed",
    "loaded",
    "sheets-read",
    "advanced",
    "transaction-open",
    "record-written",
    "before-commit",
    "after-commit",
    "letter-claimed",
    "letter-sent",
)
"""Of a worker."""

SAVING = ("sheet-written", "sheet-stored")
"""Of a server that is handed a sheet: before that is committed, and before it says so."""

DIE_AT = "LEGATION_DIE_AT"


def reached(stage: str) -> None:
    """Says that a stage is reached; where the environment says so, the process dies there."""
    if os.environ.get(DIE_AT) == stage:
        os.kill(os.getpid(), signal.SIGKILL)
