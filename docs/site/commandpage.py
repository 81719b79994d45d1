"""The command as a page: what every verb says of itself with ``--help``."""

from __future__ import annotations

import contextlib
import io
from unittest import mock

from legation.cli.main import MORE_VERBS, SERVER_VERBS, VERBS, run

_GROUPS = {
    "Games and positions": VERBS,
    "Variants and maps": MORE_VERBS,
    "A server": SERVER_VERBS,
}
_BELOW = {"map": ("draw", "replay", "new", "build", "check")}
_WIDTH = {"COLUMNS": "80", "NO_COLOR": "1"}


def page() -> str:
    """Every verb under a heading of its own."""
    lines = ["# The command", "", "What each verb says of itself with `--help`. Exit codes:"]
    lines += ["0 fine, 1 a check found something, 2 bad input.", ""]
    for heading, verbs in _GROUPS.items():
        lines += [f"## {heading}", ""]
        for verb in verbs:
            for words in ([verb], *([verb, below] for below in _BELOW.get(verb, ()))):
                lines += [f"### legation {' '.join(words)}", "", "```text"]
                lines += [_help(words).strip(), "```", ""]
    return "\n".join(lines) + "\n"


def _help(words: list[str]) -> str:
    told = io.StringIO()
    with contextlib.redirect_stdout(told), mock.patch.dict("os.environ", _WIDTH):
        if run([*words, "--help"]):
            raise SystemExit(f"`legation {' '.join(words)} --help` failed.")
    return told.getvalue()
