"""Real games of webDiplomacy (``tests/samples/games``) become saves, and go there and back."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from pathlib import Path

import pytest

from legation.board.calendar import Phase
from legation.errors import FileError
from legation.table.cases.check import check_case
from legation.table.cases.file import load_cases
from legation.table.formats import dipjson
from legation.table.formats.complete import complete
from legation.table.formats.convert import convert
from legation.table.formats.transcript import Entry
from legation.table.saving import save
from legation.variants.load import load

GAMES = {
    file.name.partition(".")[0]: file
    for file in sorted((Path(__file__).parents[1] / "samples" / "games").glob("*.jsonl.gz"))
}
BY_ITS_RULES = {"adjacent-convoy": "explicit"}  # webDiplomacy's, beside those of the package
ALL_RULES = {**dipjson.HOUSE_RULES, **BY_ITS_RULES}
HOLD_RULES = ("save", "cases")  # formats that tell the options of a game
HOLD_PHASES = ("save", "cases", "diplomacy")  # formats that tell a phase of which nobody ordered


def phases(file: Path) -> dict[str, Entry]:
    """The game as it is played again here, phase by phase; nothing of it may differ."""
    data = file.read_bytes()
    text = (gzip.decompress(data) if file.suffix == ".gz" else data).decode()
    (told,) = dipjson.read(text, str(file), load())
    done = complete(told, load("standard", ALL_RULES))
    assert done.quarrels == ()
    assert done.unknown == ()
    return {str(entry.phase): entry for entry in done.told.entries}


def orders(entry: Entry, impossible: bool = True, lost: str = "") -> set[tuple[str, str]]:
    """The orders; `lost` are the losses told, which name those that lose their `via convoy`."""
    kept = [line for line in entry.lines if impossible or line.told != ("void",)]
    return {(line.power, as_kept(entry.phase, str(line.order), lost)) for line in kept}


def as_kept(phase: Phase, text: str, lost: str) -> str:
    said = f'{phase}: "via convoy" without a whole convoy left out: {text}\n'
    return text.removesuffix(" via convoy") if said in lost else text


def trip(name: str, target: str, folder: Path) -> None:
    """There and back again: what is missing afterwards is what docs/formats.md says is lost."""
    there, back = folder / "there", folder / "back.jsonl"
    done = convert(GAMES[name], there, None, target, BY_ITS_RULES)
    lost = "".join(f"{line}\n" for line in done.losses)
    rules: Mapping[str, str] = {} if target in HOLD_RULES else ALL_RULES
    convert(there, back, target, None, rules)
    before, after = phases(GAMES[name]), phases(back)
    assert set(after) <= set(before)
    for phase, mine in before.items():
        theirs = after.get(phase)
        if theirs is None:
            assert target not in HOLD_PHASES
            assert not mine.lines, phase
            continue
        assert set(map(str, theirs.units or ())) == set(map(str, mine.units or ())), phase
        assert theirs.owners == mine.owners, phase
        assert theirs.dislodged == mine.dislodged, phase
        assert orders(theirs, lost=lost) == orders(mine, target != "save", lost), phase


def becomes_a_save(name: str, folder: Path) -> None:
    target = folder / "game.json"
    done = convert(GAMES[name], target, options=BY_ITS_RULES)
    assert all(line.endswith("no dislodged unit can go anywhere") for line in done.remarks)
    game = save.load(target)
    last = phases(GAMES[name]).popitem()[1]
    position = game.view("gm").position
    assert game.over is not last.open
    if game.over:  # the file tells the centres of the end under COMPLETED
        assert len(position.centres_of("France")) == 18
    else:
        assert game.phase == last.phase
        assert position.owners == last.owners
        assert set(map(str, position.units)) == set(map(str, last.units or ()))
    assert game.audit() == []


@pytest.mark.parametrize("name", ["433967", "439643", "443777", "445608"])
def test_a_real_game_becomes_a_save(name: str, tmp_path: Path) -> None:
    becomes_a_save(name, tmp_path)


def test_a_game_that_another_rule_decided_is_refused_without_it(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="goes another way: Autumn 1907, retreats: units: Turkey"):
        convert(GAMES["443777"], tmp_path / "game.json")


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("save", "445608"),
        ("cases", "433967"),
        ("diplomacy", "435440"),
        ("webdiplomacy", "443777"),
        ("dpjudge", "444400"),
        ("njudge", "435086"),
    ],
)
def test_a_real_game_goes_there_and_back(target: str, name: str, tmp_path: Path) -> None:
    trip(name, target, tmp_path)


@pytest.mark.night
@pytest.mark.parametrize("name", GAMES)
def test_every_real_game_becomes_a_save(name: str, tmp_path: Path) -> None:
    becomes_a_save(name, tmp_path)


@pytest.mark.night
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("target", [*HOLD_PHASES, "webdiplomacy", "dpjudge", "njudge"])
def test_every_real_game_goes_there_and_back(target: str, name: str, tmp_path: Path) -> None:
    trip(name, target, tmp_path)


def test_a_real_game_as_a_script_holds_phase_by_phase(tmp_path: Path) -> None:
    script, cases = tmp_path / "game.jdip", tmp_path / "game.yaml"
    convert(GAMES["448105"], script, options=BY_ITS_RULES)
    done = convert(script, cases, options=ALL_RULES)
    assert not [line for line in done.remarks if "differs" in line]
    kept = load_cases(cases)
    decided = [entry for entry in phases(GAMES["448105"]).values() if not entry.open]
    assert len(kept) >= len(decided)
    assert [failure for case in kept for failure in check_case(case)] == []
