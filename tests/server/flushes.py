"""A SQLite whose flushes are counted, and which keeps of each file what was flushed last.

It stands between SQLite and the disk of this process: whoever calls `watch`
before a database is opened finds in `Flushes` how often each file was flushed,
and beside each file a copy of it as it was then, named ``FILE.flushed``. Those
copies are what a machine finds that loses its power.

As a script, ``python flushes.py FOLDER NUMBER``: saves a sheet so many times on
a database in the folder, tells how many flushes that took, and dies at once.
"""

import _sqlite3
import ctypes as c
import json
import os
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import Any

_FILE = c.c_void_p
_OPEN = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, _FILE, c.c_int, c.POINTER(c.c_int))
_SYNC = c.CFUNCTYPE(c.c_int, _FILE, c.c_int)
_ANY = c.c_void_p


class _Methods(c.Structure):
    """``sqlite3_io_methods``: what SQLite does with a file that is open."""

    _fields_ = [
        ("version", c.c_int),
        *((name, _ANY) for name in ("close", "read", "write", "truncate")),
        ("sync", _SYNC),
        *((f"rest_{number}", _ANY) for number in range(13)),
    ]


class _Vfs(c.Structure):
    """``sqlite3_vfs``: how SQLite opens files."""

    _fields_ = [
        ("version", c.c_int),
        ("size", c.c_int),
        ("longest", c.c_int),
        ("next", _ANY),
        ("name", c.c_char_p),
        ("data", _ANY),
        ("open", _OPEN),
        *((f"rest_{number}", _ANY) for number in range(15)),
    ]


class Flushes:
    """How often each file was flushed, by the end of its name."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self._kept: list[Any] = []  # what C points to must not be thrown away
        self._names: dict[int, str] = {}

    def watch(self) -> None:
        """Begins to count, for every database that is opened from now on."""
        library = c.CDLL(_sqlite3.__file__)
        library.sqlite3_vfs_find.restype = c.POINTER(_Vfs)
        library.sqlite3_vfs_find.argtypes = [c.c_char_p]
        library.sqlite3_vfs_register.argtypes = [c.POINTER(_Vfs), c.c_int]
        found = library.sqlite3_vfs_find(None)
        own = _Vfs.from_buffer_copy(found.contents)
        own.name, own.next = b"counted", None
        inner = found.contents.open

        def opening(vfs: int, name: int | None, file: int, flags: int, out: Any) -> int:
            # The name goes on as it came: SQLite keeps the pointer as long as the file is open.
            code: int = inner(vfs, name, file, flags, out)
            place = c.cast(file, c.POINTER(c.POINTER(_Methods)))
            if code == 0 and name and place.contents:
                self._names[file] = os.fsdecode(c.string_at(name))
                place[0] = c.pointer(self._counted(place.contents.contents))
            return code

        own.open = _OPEN(opening)
        self._kept += [own, library]
        assert library.sqlite3_vfs_register(c.byref(own), 1) == 0

    def _counted(self, methods: _Methods) -> _Methods:
        inner = methods.sync
        own = _Methods.from_buffer_copy(methods)

        def syncing(file: int, flags: int) -> int:
            code: int = inner(file, flags)
            name = self._names[file]
            self.count[name.rpartition("sqlite3")[2]] += 1
            shutil.copyfile(name, f"{name}.flushed")
            return code

        own.sync = _SYNC(syncing)
        self._kept += [own, inner, methods]
        return own


def main(folder: Path, number: int) -> None:
    """Saves sheets, and dies."""
    flushes = Flushes()
    flushes.watch()
    here = Path(__file__).parent
    sys.path[:0] = [str(here.parent), str(here)]
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "server_settings",
        "DATABASE_URL": f"sqlite:///{folder}/legation.sqlite3",
    }
    import django
    from django.core.management import call_command

    django.setup()
    import boards

    call_command("migrate", interactive=False, verbosity=0)
    game = boards.begin("standard")
    from legation.server.games import sheets

    before = flushes.count["-wal"]
    for turn in range(number):
        sheets.submit(game=game, power="France", typed=f"A Par H\n; {turn}")
    print(json.dumps(flushes.count["-wal"] - before), flush=True)
    os._exit(0)  # no connection is closed, as when the power is gone


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
