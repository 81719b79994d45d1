"""Files packed with gzip are read wherever a file is read."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from legation.cli.casefiles import is_saved_game
from legation.cli.main import run
from legation.documents.packed import LARGEST, head, plain_name, unpacked
from legation.documents.yaml import read_data, read_text
from legation.errors import FileError, TruncatedError
from legation.table.cases.file import load_cases
from legation.table.formats.convert import convert, target_format
from legation.table.game import Game
from legation.table.saving import save

SAMPLES = Path(__file__).parents[1] / "samples" / "formats"
CASE = (
    b"id: one\nunits: {France: [A Par]}\norders: {France: [A Par - Bur]}\n"
    b"expect: {A Par: {at: Bur}}\n"
)


def pack(file: Path, data: bytes) -> Path:
    file.write_bytes(gzip.compress(data))
    return file


def packed_game(folder: Path) -> Path:
    game = Game.new("standard", {}, "0" * 32, "packed")
    game.submit("France", ["A Par - Bur"])
    game.advance()
    return pack(folder / "game.json.gz", save.dump(game).encode())


def test_what_is_not_packed_stays_as_it_is() -> None:
    assert unpacked(CASE, "x") == CASE
    assert unpacked(b"", "x") == b""
    assert unpacked(gzip.compress(CASE), "x") == CASE
    # Two packed files one after the other are one, as gzip has it.
    assert unpacked(gzip.compress(b"a: 1\n") + gzip.compress(b"b: 2\n"), "x") == b"a: 1\nb: 2\n"


@pytest.mark.parametrize(
    ("data", "kind", "said"),
    [
        (
            gzip.compress(CASE, mtime=0)[:40],
            TruncatedError,
            "x.gz: the packed file stops in the middle",
        ),
        (
            gzip.compress(CASE, mtime=0)[:-8] + bytes(8),
            FileError,
            "x.gz: the packed file is damaged",
        ),
        (b"\x1f\x8b no such file", FileError, "x.gz: the packed file is damaged"),
        (
            gzip.compress(bytes(LARGEST + 1), 1, mtime=0),
            FileError,
            "x.gz: unpacked it is larger than 64 MiB",
        ),
    ],
    ids=["cut", "changed", "no gzip", "bomb"],
)
def test_what_cannot_be_unpacked_is_refused_in_a_sentence(
    data: bytes, kind: type[FileError], said: str
) -> None:
    with pytest.raises(kind) as caught:
        unpacked(data, "x.gz")
    assert str(caught.value) == said


def test_the_largest_file_is_still_unpacked() -> None:
    assert len(unpacked(gzip.compress(bytes(LARGEST), 1), "x")) == LARGEST


def test_the_name_tells_json_without_the_ending(tmp_path: Path) -> None:
    assert plain_name("a.json.GZ") == "a.json"
    assert plain_name("a.yaml") == "a.yaml"
    assert read_data(pack(tmp_path / "a.json.gz", b'{"a": [1]}')) == {"a": ["1"]}
    assert read_text(pack(tmp_path / "b.yaml.gz", b"a: 1\r\nb: 2\r\n")) == "a: 1\nb: 2\n"


def test_the_first_bytes_are_those_of_what_is_inside(tmp_path: Path) -> None:
    assert head(pack(tmp_path / "a.gz", CASE), 7) == b"id: one"
    (tmp_path / "b").write_bytes(CASE)
    assert head(tmp_path / "b", 7) == b"id: one"
    (tmp_path / "c.gz").write_bytes(gzip.compress(CASE)[:20])
    assert head(tmp_path / "c.gz", 7) in (b"", b"id: one")
    assert is_saved_game(packed_game(tmp_path))


def test_a_packed_save_is_loaded(tmp_path: Path) -> None:
    game = save.load(packed_game(tmp_path))
    assert str(game.phase) == "Autumn 1901, movement"
    assert game.audit() == []


@pytest.mark.parametrize(
    "name", ["diplomacy.json", "history.webdip", "script.jdip", "position.yaml", "mail.njudge"]
)
def test_every_format_is_read_packed(name: str, tmp_path: Path) -> None:
    source = pack(tmp_path / f"{name}.gz", (SAMPLES / name).read_bytes())
    plain = convert(SAMPLES / name, tmp_path / "plain.yaml")
    assert convert(source, tmp_path / "packed.yaml") == plain
    assert (tmp_path / "packed.yaml").read_text() == (tmp_path / "plain.yaml").read_text()


def test_nothing_is_written_packed() -> None:
    with pytest.raises(FileError, match=r"nothing is written packed; leave \.gz out"):
        target_format(Path("game.json.gz"), "save")


def test_the_verbs_read_packed_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case, game = pack(tmp_path / "case.yaml.gz", CASE), packed_game(tmp_path)
    assert [c.id for c in load_cases(case)] == ["one"]
    for words, said in (
        (("check", str(case)), "1 passed, 0 failed"),
        (("adjudicate", str(case), "--short"), "A Par - Bur"),
        (("audit", str(game)), "game.json.gz"),
        (("report", str(game)), "A Par - Bur"),
    ):
        assert run(words) == 0
        assert said in capsys.readouterr().out
    # In a folder a packed case file is one of its case files.
    game.unlink()
    assert run(["check", str(tmp_path)]) == 0
    assert "1 passed, 0 failed" in capsys.readouterr().out
