"""Files that strangers bring: maps of other programs, folders as zips, and bombs."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Mapping

import foreign_files
import pytest
from thirty import thirty

from legation.errors import InputError
from legation.studio.brought import brought
from legation.studio.document import read
from legation.studio.unpacking import unzip
from legation.studio.written import files


def zipped(content: Mapping[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", how) as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    return file.getvalue()


def link() -> bytes:
    """An archive whose rules are a link."""
    row = zipfile.ZipInfo("rules.md")
    row.external_attr = (stat.S_IFLNK | 0o777) << 16
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(row, "/etc/hostname")
    return file.getvalue()


def lying() -> bytes:
    """An archive that says of a file of 9 MB that it has 9 bytes."""
    data = bytearray(zipped({"rules.md": b"0" * 9 * 2**20}))
    for mark, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.index(mark) + offset
        data[at : at + 4] = (9).to_bytes(4, "little")
    return bytes(data)


def test_a_folder_is_brought_with_or_without_the_folder_around_it() -> None:
    content = files(thirty()) | {"hooks.py": b"raise SystemExit", "cases/x.yaml": b"", "a.txt": b""}
    for around in ("", "thirty/"):
        taken = brought("x.zip", zipped({f"{around}{name}": d for name, d in content.items()}))
        assert read(taken["document"]) == thirty()
        assert taken["notes"] == [
            "Its rules in Python are left out, for a draft has no code: it is played as standard."
        ]


def test_a_map_of_another_program_is_brought() -> None:
    taken = brought("../../Lake.GO", foreign_files.GODIP.encode())
    draft = read(taken["document"])
    assert draft.title == "Lake"
    assert [power.name for power in draft.powers] == ["Aster Land", "Birch"]
    assert {place.name for place in draft.places} >= {"Aster", "Birchwood", "Cedar", "The Lake"}
    assert draft.declared["victory"] == {"centres": 2}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\x03\x04 no zip", "the zip is damaged"),
        (zipped({"../variant.toml": b""}), 'a file "../variant.toml", whose name leads out'),
        (zipped({"/etc/variant.toml": b""}), "leads out of its folder"),
        (zipped({"map\\..\\x": b""}), "leads out of its folder"),
        (zipped({"C:variant.toml": b""}), "leads out of its folder"),
        (link(), 'the zip has a link, "rules.md"'),
        (zipped({f"{n}": b"" for n in range(401)}), "the zip has 401 files; there may be 400"),
        (zipped({"rules.md": b"0" * 9 * 2**20}), "unpacked the zip is larger than 8 MB"),
        (zipped({"map/borders.csv": b"0" * 5 * 2**20, "rules.md": b"0" * 5 * 2**20}), "larger"),
        (lying(), "the zip is damaged"),
        (zipped({"rules.md": b"x"}, zipfile.ZIP_LZMA), "packed in an odd way"),
        (b"PK\x03\x04" + b"0" * 9 * 2**20, "the file is larger than 8 MB"),
    ],
    ids=range(12),
)
def test_a_bomb_is_refused_in_a_sentence(data: bytes, said: str) -> None:
    with pytest.raises(InputError, match=said):
        unzip(data)


def test_what_is_neither_is_said() -> None:
    with pytest.raises(InputError, match="no folder with a variant"):
        brought("x.exe", b"MZ")
    with pytest.raises(InputError) as caught:
        brought("x.go", b"package x")
    assert "/tmp" not in str(caught.value)
