"""The kept files: a folder for each time that a format changed, written once, and for good.

Each has saves, case files, databases, and an ``index.toml`` that says what they
hold; a folder that is added is found by itself. ``differences.toml`` beside
them is what later rules changed, and the one file here that changes: what
today's program would decide otherwise, file by file.
"""

from __future__ import annotations

import gzip
import tomllib
from pathlib import Path
from typing import Any

KEPT = Path(__file__).parent / "kept"
FOLDERS = sorted(path for path in KEPT.iterdir() if path.is_dir() and path.name != "__pycache__")


def files(pattern: str) -> list[Path]:
    """The kept files of all folders that a pattern finds."""
    return [file for folder in FOLDERS for file in sorted(folder.glob(pattern))]


def label(file: Path) -> str:
    """A kept file as it is called in names of tests and in ``differences.toml``."""
    return file.relative_to(KEPT).as_posix()


def index(folder: Path) -> dict[str, Any]:
    """What a folder says that its files hold."""
    return tomllib.loads(folder.joinpath("index.toml").read_text("utf-8"))


def unpacked(file: Path) -> bytes:
    """What a file holds."""
    return gzip.decompress(file.read_bytes())


def changed(name: str, what: str) -> list[str]:
    """This of each entry that ``differences.toml`` has for a file, or for a game of a database."""
    listed = tomllib.loads((KEPT / "differences.toml").read_text("utf-8"))
    return [each[what] for each in listed.get(name, ())]


def differences(name: str) -> list[str]:
    """Where today's rules differ from the record of this file or game, as an audit says it."""
    return [
        f"{phase}: {what}"
        for phase, what in zip(changed(name, "phase"), changed(name, "what"), strict=True)
    ]
