"""The named steps of what a worker does, so that tests can kill it at each of them."""

from __future__ import annotations

import os
import signal

STEPS = (
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
DIE_AT = "LEGATION_DIE_AT"


def reached(step: str) -> None:
    """Says that a step is reached; where the environment says so, the process dies there."""
    if os.environ.get(DIE_AT) == step:
        os.kill(os.getpid(), signal.SIGKILL)
