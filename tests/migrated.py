"""An empty database of this version, on SQLite, made once and copied to who needs one."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
LOCKED = HERE.parent / "lock" / "dev.txt"
SOURCE = HERE.parent / "src" / "legation" / "server"
KEPT = HERE.parent / ".pytest_cache" / "migrated"


def copy(to: Path) -> None:
    """Puts it there; it is made anew where the server, or a package, is another than before.

    Migrations are also those of packages, and some ask modules of ours that are none.
    """
    texts = [file.read_bytes() for file in (LOCKED, *sorted(SOURCE.rglob("*.py")))]
    kept = KEPT / f"{hashlib.sha256(b''.join(texts)).hexdigest()[:16]}.sqlite3"
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            for old in KEPT.glob("*.sqlite3"):
                old.unlink()
            _make(kept)
        shutil.copyfile(kept, to)


def _make(kept: Path) -> None:
    begun = kept.with_suffix(".begun")
    begun.unlink(missing_ok=True)
    env = os.environ | {
        "DJANGO_SETTINGS_MODULE": "server_settings",
        "PYTHONPATH": str(HERE),
        "DATABASE_URL": f"sqlite:///{begun}",
    }
    line = [sys.executable, "-m", "django", "migrate", "--verbosity", "0"]
    subprocess.run(line, env=env, check=True)
    begun.rename(kept)
