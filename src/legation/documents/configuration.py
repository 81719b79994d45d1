"""Where the configuration file is, and the one key of it that all verbs read: `variants`.

The others are the server's (`legation.server.settings.file`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from legation.documents.shape import Shape
from legation.documents.toml import Document

SYSTEM = Path("/etc/legation/legation.toml")
Texts = Annotated[tuple[str, ...], Meta(description="a list of texts")]


class _Folders(Shape, frozen=True, kw_only=True):
    variants: Texts = ()


def place(env: Mapping[str, str]) -> Path | None:
    """The file that is read: LEGATION_CONFIG, or the user's own, or the machine's; None: no file.

    One that is there but cannot be read is not passed over for the next.
    """
    named = env.get("LEGATION_CONFIG", "").strip()
    if named:
        return Path(os.path.expanduser(named))
    home = env.get("XDG_CONFIG_HOME", "").strip() or "~/.config"
    for file in (Path(os.path.expanduser(home), "legation/legation.toml"), SYSTEM):
        try:
            file.stat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError:
            return file  # reading it says why it cannot be
        return file
    return None


def variants(env: Mapping[str, str]) -> str:
    """The folders of variants that the file lists, as LEGATION_VARIANTS has them.

    None for who may not read the server's file: it holds passwords, and he runs no server.

    Raises:
        FileError: for a file that is named and not there, and one that is no TOML.
    """
    file = place(env)
    named = env.get("LEGATION_CONFIG", "").strip()
    if file is None or not (named or os.access(file, os.R_OK)):
        return ""
    document = Document(file)
    document.data = {key: each for key, each in document.data.items() if key == "variants"}
    return os.pathsep.join(document.read(_Folders).variants)
