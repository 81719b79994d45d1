"""Laws of the formats: nothing that is read breaks a reader, and what is written is read back."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legation.errors import FileError
from legation.rules.dice import Dice
from legation.rules.turn import advance, set_up
from legation.table.formats import (
    dipjson,
    dipjson_text,
    jdip,
    jdip_text,
    judge,
    judge_text,
    saved,
    webdip,
)
from legation.table.formats.complete import complete
from legation.table.formats.convert import FORMATS, convert
from legation.table.formats.source import Source
from legation.table.formats.transcript import Entry, Line, Transcript
from legation.table.saving import save
from legation.variants.load import load

SAMPLES = Path(__file__).parents[1] / "samples" / "formats"
BOOK = load()
FILES = {
    "diplomacy": "diplomacy.json",
    "njudge": "mail.njudge",
    "dpjudge": "report.njudge.txt",
    "webdiplomacy": "history.webdip",
    "jdip": "script.jdip",
    "godip": "game.godip.txt",
    "cases": "position.yaml",
}
TEXTS = {name: (SAMPLES / file).read_text(encoding="utf-8") for name, file in FILES.items()}
BITS = (
    "A PAR - BUR|England: F nth|ORDERS|END|POSTSTATE|signon fgame x|phase F1901M|(*bounce*)|"
    "Movement results for Fall of 1901|The army at Paris hold.|Spring, 1901|France:|Retreats|"
    "{|}|[|]|:|,|null|1e999|\u0000|\ud7ff|\x85|999999999999999999999|²|press to x|endpress|"
    "PRESTATE_SETPHASE Spring 1901, Retreat|- id: x|units: {France: [A Par]}|&a|*a|turns:"
)
BIT_LIST = BITS.split("|")
few = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def assert_read_or_one_error(name: str, text: str, folder: Path) -> None:
    path = folder / f"in{Path(FILES[name]).suffix}"
    path.write_text(text, encoding="utf-8", newline="")
    refusal = None
    try:
        convert(path, folder / "out.yaml", from_format=name)
    except FileError as error:
        refusal = error
    assert refusal is None or (refusal.path == str(path) and "\n" not in refusal.message)


@few
@given(name=st.sampled_from(sorted(FILES)), text=st.text(max_size=300))
def test_any_text_is_read_or_refused(tmp_path: Path, name: str, text: str) -> None:
    assert_read_or_one_error(name, text.encode("utf-8", "replace").decode(), tmp_path)


@few
@given(name=st.sampled_from(sorted(FILES)), bits=st.lists(st.sampled_from(BIT_LIST), max_size=12))
def test_any_bits_are_read_or_refused(tmp_path: Path, name: str, bits: list[str]) -> None:
    assert_read_or_one_error(name, "\n".join(bits), tmp_path)


@few
@given(name=st.sampled_from(sorted(FILES)), data=st.data())
def test_a_garbled_file_is_read_or_refused(tmp_path: Path, name: str, data: st.DataObject) -> None:
    text = TEXTS[name][: data.draw(st.sampled_from([400, 1500, 100_000]))]
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.sampled_from([0, 1, 1, 2, 8, 40]))
        put = data.draw(st.one_of(st.sampled_from(BIT_LIST), st.text(max_size=3)))
        text = text[:at] + put.encode("utf-8", "replace").decode() + text[at + gone :]
    assert_read_or_one_error(name, text, tmp_path)


@few
@given(name=st.sampled_from(sorted(FILES)), data=st.data())
def test_lines_may_be_lost_or_doubled(tmp_path: Path, name: str, data: st.DataObject) -> None:
    rows = TEXTS[name].splitlines()
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(rows) - 1))
        rows[at : at + 1] = [rows[at]] * data.draw(st.sampled_from([0, 2]))
        rows = rows or [""]
    assert_read_or_one_error(name, "\n".join(rows), tmp_path)


@few
@given(text=st.text(max_size=300))
def test_no_text_breaks_the_guessing(text: str) -> None:
    for known in FORMATS.values():
        assert known.sniff(text) in (True, False)


@st.composite
def games(draw: st.DrawFn) -> Transcript:
    """A few phases from the opening, with orders that come to something and others."""
    truth, entries = set_up(BOOK), []
    for _ in range(draw(st.integers(1, 4))):
        position = truth.position
        lines: list[Line] = []
        for unit in [*position.units, *(d.unit for d in position.dislodged)]:
            near = sorted(BOOK.graph.steps(unit.kind, unit.place))
            goal = draw(st.sampled_from(near))
            text = draw(
                st.sampled_from([f"{unit} H", f"{unit} - {goal}", f"{unit} - {goal}"])
                if position.phase.kind == "movement"
                else st.sampled_from([f"{unit} D", f"{unit} - {goal}"])
                if position.phase.kind == "retreat"
                else st.sampled_from([f"Remove {unit}", "Waive"])
            )
            if position.phase.kind == "adjustment" and text == "Waive" and len(lines) > 2:
                continue
            source = Source("", "", BOOK)
            lines.append(Line(unit.power, source.order(text, position.phase.kind)))
        entries.append(Entry(position.phase, tuple(sorted(lines, key=lambda x: x.power))))
        truth = advance(BOOK, truth, entries[-1].sheets, Dice("0" * 32, "")).truth
    told = Transcript("standard", "law", entries=tuple(entries))
    return complete(told, BOOK).told


def sheets(told: Transcript) -> list[tuple[str, str, tuple[str, ...]]]:
    return [
        (str(entry.phase), power, tuple(sorted(map(str, orders))))
        for entry in told.entries
        for power, orders in sorted(entry.sheets.items())
    ]


@few
@given(told=games())
def test_a_game_is_read_back_from_every_format_that_holds_its_orders(told: Transcript) -> None:
    for read, write in (
        (dipjson.read, dipjson_text.write),
        (judge.read, judge_text.write_njudge),
        (judge.read, judge_text.write_dpjudge),
    ):
        text, _ = write([told], BOOK)
        (again,) = read(text, "x", BOOK)
        assert sheets(again) == sheets(told)
    text, _ = webdip.write([told], BOOK)
    (again,) = webdip.read(text, "x", BOOK)
    bare = [(p, w, tuple(sorted(re_kinded(t) for t in ts))) for p, w, ts in sheets(told)]
    assert [(p, w, tuple(sorted(re_kinded(t) for t in ts))) for p, w, ts in sheets(again)] == bare


def re_kinded(text: str) -> str:
    """A removal without its kind of unit, which webDiplomacy does not tell."""
    return text.replace("Remove A ", "Remove ").replace("Remove F ", "Remove ")


@few
@given(told=games())
def test_results_are_read_back_as_far_as_they_are_told(told: Transcript) -> None:
    for read, write in (
        (dipjson.read, dipjson_text.write),
        (judge.read, judge_text.write_dpjudge),
        (webdip.read, webdip.write),
    ):
        text, _ = write([told], BOOK)
        (again,) = read(text, "x", BOOK)
        done = complete(again, load("standard", again.options))
        if not again.options:
            assert done.quarrels == ()


@few
@given(told=games())
def test_a_script_holds_every_position(told: Transcript) -> None:
    text, _ = jdip_text.write([told], BOOK)
    cases = jdip.read(text, "x", BOOK)
    assert len(cases) == len(told.entries)
    for case, entry in zip(cases, told.entries, strict=True):
        assert set(map(str, case.entries[0].units or ())) == set(map(str, entry.units or ()))


@few
@given(told=games())
def test_a_game_becomes_a_save_that_audits_clean(told: Transcript) -> None:
    text, _ = saved.write([told], BOOK)
    game = save.read(text)
    assert game.audit() == []
    left = told.entries[-1].left or ()
    position = game.view("gm").position
    assert sorted(map(str, position.units)) == sorted(map(str, left))
