"""Taking over a game begun elsewhere: what is typed or handed in, what is refused, what is told.

Expected values are worked by hand from the rules.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from legation.errors import FileError, InputError, StateError
from legation.rules.rulebook import Rulebook
from legation.rules.wording import sentence
from legation.table.elsewhere import Found, read_elsewhere
from legation.table.game import Game
from legation.table.positions import read_start
from legation.table.proof import cuts
from legation.table.saving.save import dump, read
from legation.table.takeover import take_over
from legation.table.typed import MOST, Fault, read_typed, texts_of
from legation.variants.load import load

SAMPLES = Path(__file__).parents[1] / "samples" / "formats"
STANDARD = load()
# France and Italy alone, in 1903: Burgundy is no centre, the others are.
MIDWAY = {
    "date": "Spring 1903",
    "units": "France: A Bur, F Spa/sc\nItaly: A Ven",
    "centres": "France: Par, Mar, Spa\nItaly: Ven, Rom",
}


def start_of(texts: Mapping[str, str], book: Rulebook = STANDARD) -> Game:
    typed = read_typed(texts, book)
    assert typed.faults == ()
    assert typed.start is not None
    return take_over(book, typed.start)


def faults_of(texts: Mapping[str, str], book: Rulebook = STANDARD) -> list[Fault]:
    return list(read_typed({**MIDWAY, **texts}, book).faults)


def kept(game: Game, viewer: str, field: str) -> Any:
    """A field of the ledger as a viewer knows it."""
    return getattr(game.view(viewer).ledger, field)


def told(game: Game, viewer: str) -> list[str]:
    moments = game.view(viewer).told
    return [sentence(game.book, report) for moment in moments for report in moment.reports]


def test_after_very_many_faults_no_others_are_looked_for() -> None:
    """Each line is judged by itself, and of hundreds nobody reads more."""
    lines = "\n".join(f"France: A Nowhere{n}" for n in range(500))
    found = faults_of({"units": lines})
    assert [fault.line for fault in found] == [*range(1, MOST + 1), 0]
    assert found[-1].said == "40 things are wrong with it; the rest was not read."


# What is told


def test_everybody_is_told_that_it_was_taken_over_and_each_what_he_has() -> None:
    game = start_of(MIDWAY)
    public = (
        "The game was taken over in Spring 1903, movement, as it stood elsewhere; what was played"
        " before is not told here."
    )
    gone = [f"Out of the game: {power}." for power in ("Austria", "England", "Germany", "Russia")]
    gone.append("Out of the game: Turkey.")
    assert told(game, "spectator") == [public, *gone]
    france = "To France: you have A Bur and F Spa/sc."
    assert told(game, "France") == [public, france, "To France: you own Mar, Par and Spa.", *gone]
    assert told(game, "Austria") == [public, *gone]
    assert game.audit() == []
    game.submit("France", "A Bur - Mun", settled=True)
    assert game.waiting == ("Italy",)
    game.advance()
    assert str(game.phase) == "Autumn 1903, movement"
    assert "A Mun" in map(str, game.view("France").position.of("France"))


def test_a_dislodged_unit_is_told_with_the_rest() -> None:
    """Italy's army lost Venice to Tyrolia, and may go to Apulia, Piedmont or Tuscany."""
    game = start_of(
        {
            "date": "Autumn 1903",
            "phase": "retreat",
            "units": "Austria: A Ven",
            "centres": "Austria: Ven, Vie\nItaly: Rom",
            "dislodged": "Italy: A Ven from Tyr: Apu, Pie, Tus",
        }
    )
    assert told(game, "Italy")[1:3] == ["To Italy: you have A Ven.", "To Italy: you own Rom."]
    assert game.waiting == ("Italy",)
    assert game.submit("Italy", "A Ven - Rom") != []  # two away
    assert game.submit("Italy", "A Ven - Tus") == []


def test_a_record_that_begins_so_is_kept_rolled_back_and_forked() -> None:
    game = start_of(MIDWAY)
    first = dump(game)
    assert read(first).record == game.record
    assert game.record.phases[0].begins == "taken-over"
    game.advance()
    game.rollback(0)
    assert told(game, "spectator")[-1] == "The game went back to Spring 1903, movement."
    assert game.audit() == []
    fork = game.fork(0)
    assert told(fork, "France")[1] == "To France: you have A Bur and F Spa/sc."
    assert [cut.kind for cut in cuts.cuts_between(None, read(first))] == ["deal"]


def test_a_record_cannot_be_taken_over_in_its_middle() -> None:
    game = start_of(MIDWAY)
    game.advance()
    text = dump(game).replace('"begins":"resolution"', '"begins":"taken-over"')
    with pytest.raises(FileError, match="what the phase before it came to is missing"):
        read(text)


# What is typed wrongly


@pytest.mark.parametrize(
    ("field", "text", "line", "said"),
    [
        ("units", "France: A Bur\nItaly: A Venize", 2, 'No place is called "Venize". Did you mean'),
        ("units", "France: A Bur\n\nItalia: A Ven", 3, '"Italia"'),
        ("units", "France: F Bur", 1, "F Bur: such a unit cannot be in Burgundy."),
        ("units", "France: F Spa", 1, "F Spa: name the coast: Spa/nc or Spa/sc."),
        ("units", "France: A Bur\nItaly: A Bur", 0, "A Bur and A Bur stand in one province."),
        ("units", "France: 2A Bur", 1, '"2A Bur" is no unit; write A or F and a place.'),
        ("units", "A Bur", 1, "write a name, a colon, and what belongs to it."),
        ("units", "", 0, "no unit stands on the board."),
        ("centres", "France: Par, Bur", 1, "Bur is no supply centre."),
        ("centres", "France: Par\nItaly: Par", 0, "Par belongs to France and to Italy."),
        ("date", "", 0, "say when the game stands so."),
        ("date", "Winter of 1903", 0, '"Winter of 1903" is no date; write it like Spring 1901.'),
        ("date", "Spring 1800", 0, "is no date of this game, which has the years 1901 to"),
        ("phase", "retreat", 0, "in the retreats nobody has anything to decide"),
        ("dislodged", "Italy: A Ven: Tus", 0, "There are no dislodged units in Spring 1903"),
        ("disorder", "Itly", 0, '"Itly"'),
    ],
)
def test_what_is_wrong_is_named_with_its_field_and_line(
    field: str, text: str, line: int, said: str
) -> None:
    [fault] = faults_of({field: text})
    assert said in fault.said
    assert (fault.field, fault.line) == (field, line)


def test_all_that_is_wrong_is_named_at_once() -> None:
    wrong = faults_of({"units": "France: F Bur\nItaly: A Ven\nFrnce: A Par", "centres": "Italy: X"})
    assert [(fault.field, fault.line) for fault in wrong] == [
        ("units", 1),
        ("units", 3),
        ("centres", 1),
    ]


def test_a_field_that_is_too_long_is_not_read() -> None:
    [fault] = faults_of({"units": "France: A Bur\n" * 2000})
    assert (fault.field, fault.said) == ("units", "at most 20000 letters.")


# The secrets of each variant


def test_post_atomic_needs_its_centres() -> None:
    """Three of each country are dealt, four of Russia, twelve neutral ones (PA-3, PA-4)."""
    book = load("post_atomic")
    dealt = sorted(kept(Game.new("post_atomic", seed="7" * 32), "gm", "centres_dealt"))
    france = next(code for code in dealt if book.graph.provinces[code].home == "France")
    texts = {
        "date": "Spring 2022",
        "units": f"France: A {france}",
        "centres": f"France: {france}",
        "kept-centres-dealt": ", ".join(dealt),
        "kept-centres-known": f"France: {france}",
    }
    game = start_of(texts, book)
    assert kept(game, "France", "centres_dealt") == {france}
    assert kept(game, "Germany", "centres_dealt") == frozenset()
    assert kept(game, "gm", "centres_dealt") == frozenset(dealt)
    less = ", ".join(code for code in dealt if code != france)
    said = [fault.said for fault in read_typed({**texts, "kept-centres-dealt": less}, book).faults]
    assert said[0].startswith("3 of the places of France are centres, and")
    assert f"{france} is owned, and is none of the centres of this game." in said
    known = {**texts, "kept-ranges": "Bur-Mun: Frnce"}
    [fault] = read_typed(known, book).faults
    assert fault == Fault(
        "kept-ranges", 0, 'Bur-Mun: no power is called "Frnce". Did you mean France?'
    )
    [fault] = read_typed({**texts, "kept-ranges-known": "Frnce: Bur-Mun"}, book).faults
    assert fault.field == "kept-ranges-known"


def test_warwick_needs_henry_in_one_place() -> None:
    book = load("warwick")
    texts = {
        "date": f"{book.calendar.phases[0][0]} {book.calendar.first_year + 1}",
        "units": "Earl of Warwick: U War\nEdward IV: U Lon",
        "centres": "Earl of Warwick: War\nEdward IV: Lon",
        "kept-henry-holder": "Earl of Warwick",
        "kept-henry-unit": "War",
    }
    game = start_of(texts, book)
    assert kept(game, "Earl of Warwick", "henry_unit") == "War"
    assert kept(game, "Edward IV", "henry_unit") == ""
    both = read_typed({**texts, "kept-henry-place": "Lon"}, book).faults
    assert both[0].field == "kept-henry-holder"
    assert both[0].said.endswith(": say one.")
    nowhere = read_typed({**texts, "kept-henry-unit": "Lon"}, book).faults
    assert nowhere[0].said == "no unit of Earl of Warwick stands in Lon to hold Henry VI."
    unsaid = read_typed({**texts, "kept-henry-unit": ""}, book).faults
    assert unsaid[0].field == "kept-henry-unit"
    stranger = read_typed({**texts, "kept-king": "Edward V"}, book).faults
    assert stranger[0].said == '"Edward V" is nobody at this court. Did you mean Edward IV?'


def test_london_needs_ten_hidden_centres() -> None:
    book = load("london_nights")
    pool = sorted(c for c, p in book.graph.provinces.items() if p.centre == "?")
    texts = {
        "date": "20:30",
        "units": "City Boys: U Old\nTheatre-Goers: U Cov",
        "centres": "",
        "kept-hidden-centres": ", ".join(pool[:10]),
        "kept-known-to-city": ", ".join(pool[:5]),
        "kept-unseen": "Cov",
    }
    game = start_of(texts, book)
    assert [str(u) for u in game.view("Theatre-Goers").position.of("Theatre-Goers")] == ["U Cov"]
    assert game.view("City Boys").position.of("Theatre-Goers") == ()
    assert kept(game, "City Boys", "known_to_city") == frozenset(pool[:5])
    assert kept(game, "Theatre-Goers", "known_to_city") == frozenset()
    nine = {**texts, "kept-hidden-centres": ", ".join(pool[:9])}
    assert [f.said for f in read_typed(nine, book).faults] == ["10 are dealt, and this names 9."]
    gone = read_typed({**texts, "kept-unseen": "Old"}, book).faults
    assert gone == (Fault("kept-unseen", 0, "no unit of the Theatre-Goers stands in Old."),)


def test_locarno_minors_stand_at_home() -> None:
    book = load("locarno")
    texts = {
        "date": "Spring 1926",
        "units": "Germany: A Mun\nAustria: A Mun",
        "centres": "Germany: Mun",
    }
    two = read_typed(texts, book).faults
    assert [fault.said for fault in two] == ["A Mun and A Mun stand in one province."]
    astray = read_typed({**texts, "units": "Germany: A Mun\nAustria: A Cze"}, book).faults
    assert astray[0].said == (
        "A Cze cannot be of Austria, whose only unit stands at home (LO-MP-4)."
    )


def test_claudian_units_have_their_strengths() -> None:
    book = load("claudian")
    first = book.graph.setup[0]
    texts = {
        "date": book.calendar.first.turn,
        "units": f"{first.power}: {first.kind} {first.place} 120",
        "centres": "",
    }
    game = start_of(texts, book)
    assert [unit.strength for unit in game.view("spectator").position.units] == [120]
    heavy = read_typed({**texts, "units": texts["units"] + "0"}, book).faults
    assert (heavy[0].field, heavy[0].line) == ("units", 1)
    assert "is no strength" in heavy[0].said


# Files


def found(name: str) -> Found:
    return read_elsewhere((SAMPLES / name).read_bytes(), name)


def test_a_save_is_taken_over_where_it_stands_and_says_what_stays_behind() -> None:
    game = Game.new(seed="a" * 32)
    game.submit("France", "A Par - Bur")
    game.advance()
    game.submit("France", "A Bur - Mun")
    for data in (dump(game).encode(), gzip.compress(dump(game).encode())):
        there = read_elsewhere(data, "game.json")
        assert there.form == "save"
        assert there.table["date"] == "Autumn 1901"
        assert "A Bur" in there.table["units"]["France"]
        assert there.remarks == (
            "Its 1 earlier phases are not taken along.",
            "The sheets that waited are not taken along.",
        )
    game.abandon()
    with pytest.raises(InputError, match="the game is over"):
        read_elsewhere(dump(game).encode(), "game.json")


def test_a_case_is_taken_over_after_its_turns() -> None:
    text = "{id: x, units: {France: [A Par]}, centres: {France: [Par]}%s}"
    before = read_elsewhere((text % "").encode(), "x.yaml")
    assert before.table["units"] == {"France": ["A Par"]}
    after = read_elsewhere((text % ", orders: {France: [A Par - Bur]}").encode(), "x.yaml")
    assert after.table["units"] == {"France": ["A Bur"]}
    assert after.table["date"] == "Autumn 1901"
    none = read_elsewhere((text % ", turns: []").encode(), "x.yaml")
    assert none.table == before.table


def test_other_programs_files_are_taken_over_where_they_end() -> None:
    there = found("diplomacy.json")
    assert there.form == "diplomacy"
    last = json.loads((SAMPLES / "diplomacy.json").read_text().splitlines()[0])["phases"][-1]
    units = sorted(unit for own in there.table["units"].values() for unit in own)
    assert last["name"][1:5] in there.table["date"]
    assert take_over(there.book, read_start(there.table, there.book)).audit() == []
    assert units
    typed = read_typed(texts_of(there.table, there.book), there.book)
    assert typed.faults == ()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "it is empty"),
        (b"\xff\xfe\x00", "it is not UTF-8 text"),
        (b"x" * (9 * 2**20), "it is larger than 8 MiB"),
        (gzip.compress(b" " * (9 * 2**20), mtime=0), "unpacked it is larger than 8 MiB"),
        (gzip.compress(b"- id: x", mtime=0)[:-6], "the packed file stops in the middle"),
        (b"# " + b"x" * 2**19 + b"\nunits: {}", "it is larger than 512 KiB"),
        (b"units: &a [*a]", "an alias (*) stands in what it is an alias of"),
        (
            b"a0: &a0 [x]\n"
            + b"".join(b"a%d: &a%d [*a%d, *a%d]\n" % (n, n, n - 1, n - 1) for n in range(1, 40)),
            "with its aliases (*) it has over 200000 values",
        ),
        (b"units: " + b"[" * 99 + b"]" * 99, "it is nested too deeply"),
        (b"- id: x\n- id: y", "it holds 2 games or cases"),
        (b"id: x\nunits: {Frnce: [A Par]}", '"Frnce"'),
        (b"id: x\nledger: {secret: [Par]}", 'the ledger of standard has no key "secret"'),
        (b"id: x\nfacts: {starting: [Par]}", 'the board of standard has no fact "starting"'),
        (b'{"format": "legation-game", "version": 99}', "version 99"),
    ],
)
def test_a_file_that_is_none_is_refused_in_a_sentence(data: bytes, said: str) -> None:
    with pytest.raises(FileError) as caught:
        read_elsewhere(data, "file.yaml")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_stranger_names_no_variant_by_its_path(tmp_path: Path) -> None:
    """Its rules are a program: the folder is not even looked for."""
    there = json.dumps(str(tmp_path))
    save = json.dumps({"format": "legation-game", "version": 2, "variant": str(tmp_path)})
    for data in (f"id: x\nvariant: {there}", save):
        with pytest.raises(FileError, match="there is no variant"):
            read_elsewhere(data.encode(), "file.yaml", by_path=False)
    game = Game.new("warwick", seed="3" * 32)
    assert read_elsewhere(dump(game).encode(), "x.json", by_path=False).book.variant == "warwick"


def test_nothing_is_taken_over_of_a_game_that_is_over() -> None:
    game = start_of(MIDWAY)
    game.abandon()
    with pytest.raises(StateError):
        game.advance()
