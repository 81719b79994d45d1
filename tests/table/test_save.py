"""Saved games: read as written; whatever else is in a file, one sentence and no harm."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import legation
from legation.board.borders import BorderName
from legation.board.orders import Order
from legation.board.units import Unit, UnitName
from legation.documents.json import FaultError, Node, line_of
from legation.errors import FileError, LegationError, NewerError, TruncatedError
from legation.rules.reports import Fate, Report
from legation.table.canonical import digest
from legation.table.game import Game
from legation.table.kept import ORDER, REPORT
from legation.table.saving.reading import Reading
from legation.table.saving.save import dump, load, read, write
from legation.table.saving.schema import schema
from legation.table.written import COUNT, NUMBER, PLAIN, Written
from legation.variants.load import load as load_book

SEED = "0123456789abcdef0123456789abcdef"
SCHEMA = schema()
Data = dict[str, Any]
Edit = Callable[[Data], object]


def eventful() -> Game:
    """A game with everything that a save can hold."""
    game = Game.new(seed=SEED, name="Königsspiel «1»")
    game.submit("France", "A Par-Bur\nF Brest - Mid-Atlantic Ocean", settled=True)
    game.submit("Italy", "A Ven-Tyr")
    game.extend("until Friday")
    game.advance()
    game.submit("France", "A Bur-Mun")
    game.submit("Italy", "A Tyr S A Bur-Mun")
    game.set_unit("Turkey", "A", "Gre")
    game.set_owner("Gre", "Turkey")
    game.remove_unit("Sev")
    game.civil_disorder("Austria")
    game.propose("France", "draw")
    game.advance()
    game.rollback(1)
    game.submit("France", "A Bur-Mun")
    game.submit("Italy", "A Tyr S A Bur-Mun")
    game.advance()
    game.submit("Germany", "A Mun - Sil")
    game.propose("Russia", "concession", ["France", "Italy"])
    game.vote("Italy", 2, "yes")
    return game


TEXT = dump(eventful())
SHORT = dump(Game.new(seed=SEED))
ENDED = eventful()
ENDED.abandon()


def edited(edit: Edit, text: str = TEXT) -> str:
    """A save with something changed in it, laid out in one line."""
    data = json.loads(text)
    edit(data)
    return json.dumps(data)


def resealed(edit: Edit, text: str = TEXT) -> str:
    """A save changed by somebody who took care of the hashes."""
    data = json.loads(text)
    edit(data)
    reseal(data)
    return json.dumps(data)


def reseal(data: Data) -> None:
    """Puts right every hash of a record and every link of its chain."""
    previous = ""
    for phase in data["phases"]:
        phase["sha256"] = digest(phase["truth"])
        phase["previous"] = previous
        previous = digest(phase)


def refusal(text: str) -> FileError:
    with pytest.raises(FileError) as caught:
        read(text, "war.json")
    assert caught.value.message.endswith(".")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
    return caught.value


# As written


def test_a_save_is_read_as_it_was_written() -> None:
    for game in (eventful(), ENDED):
        again = read(dump(game))
        assert dump(again) == dump(game)
        assert again.record == game.record
        assert again.audit() == []
        assert again.view("gm") == game.view("gm")
    assert json.loads(TEXT)["written_by"] == legation.__version__


def test_saves_fit_their_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for text in (TEXT, SHORT, dump(ENDED)):
        validator.validate(json.loads(text))


@dataclass(frozen=True)
class Stone:
    """What somebody adds a field to."""

    place: str
    layers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Tower(Stone):
    """The same with another field."""

    keepers: frozenset[str] = frozenset()
    fallen: bool = False


def test_a_field_that_is_added_is_saved() -> None:
    before, after = Written(Stone, PLAIN), Written(Tower, PLAIN, at_need=("fallen",))
    tower = Tower("Par", (2, 1), frozenset({"Italy", "France"}))
    data = {"place": "Par", "layers": [2, 1], "keepers": ["France", "Italy"]}
    assert after.write(tower) == data
    assert after.reader()(Node(data)) == tower
    assert after.reader()(Node({**data, "fallen": True})).fallen
    assert after.schema()["required"] == ["place", "layers", "keepers"]
    assert before.write(tower) == {"place": "Par", "layers": [2, 1]}
    with pytest.raises(FaultError, match='lacks the key "keepers"'):
        after.reader()(Node(before.write(tower)))
    with pytest.raises(FaultError, match='"keepers", which nothing reads'):
        before.reader()(Node(data))


def test_a_field_of_a_type_that_nobody_writes_is_refused() -> None:
    @dataclass(frozen=True)
    class Cellar(Stone):
        wine: complex = 0j

    with pytest.raises(TypeError, match="complex"):
        Written(Cellar, PLAIN)
    with pytest.raises(TypeError, match="Stone has no field wine"):
        Written(Stone, PLAIN, wine=COUNT)
    with pytest.raises(TypeError, match="nothing reads Stone layers"):
        Written(Stone, PLAIN, layers=NUMBER).reader()


def test_a_phase_takes_one_line() -> None:
    lines = TEXT.splitlines()
    assert [line[:10] for line in lines[10:15]] == ['{"number":'] * 5
    assert lines[9] == '"phases": ['


def test_another_layout_and_a_byte_order_mark_are_read() -> None:
    text = "\ufeff" + json.dumps(json.loads(TEXT), indent=2)
    assert dump(read(text)) == TEXT


KEPT = {
    "centres-dealt": ["Gas", "Par"],
    "centres-known": {"France": ["Gas"]},
    "ranges": {"Bur-Mun": ["France", "Germany"]},
    "ranges-known": {"France": ["Bur-Mun"]},
    "doubles-known": {},
    "stood": {},
    "built-unseen": [],
    "looks-open": {},
    "out": ["Turkey"],
}


def test_what_a_variant_keeps_is_kept() -> None:
    text = dump(Game.new("post_atomic", seed="5" * 32))
    text = resealed(lambda data: data["phases"][-1]["truth"].update(ledger=KEPT), text)
    game = read(text)
    kept = game.record.phases[0].truth.ledger
    assert getattr(kept, "centres_dealt") == {"Gas", "Par"}  # noqa: B009  a variant's own field
    assert getattr(kept, "ranges") == {BorderName("Mun", "Bur"): ("France", "Germany")}  # noqa: B009
    assert json.loads(dump(game))["phases"][0]["truth"]["ledger"] == KEPT
    jsonschema.validate(json.loads(text), SCHEMA)


def test_what_is_no_border_is_refused() -> None:
    text = dump(Game.new("post_atomic", seed="5" * 32))
    wrong = {**KEPT, "ranges": {"Burgundy": ["France"]}}
    text = resealed(lambda data: data["phases"][-1]["truth"].update(ledger=wrong), text)
    with pytest.raises(FileError, match="is no border, such as Bur-Mun"):
        read(text)


def test_a_border_in_a_report_is_read_as_one() -> None:
    reading = Reading(load_book("post_atomic"))
    one = Report("range-found", "PA-8a", {"power": "France", "border": BorderName("Bur", "Mun")})
    cliffs = (BorderName("Bre", "ENG"), BorderName("Pic", "ENG"))
    more = Report("range-convoy", "PA-6c", {"unit": Unit("France", "A", "Bre"), "border": cliffs})
    for report, written in ((one, "Bur-Mun"), (more, ["Bre-ENG", "Pic-ENG"])):
        data = REPORT.write(report)
        assert data["facts"]["border"] == written
        assert reading.report(Node(data)) == report


def test_a_unit_in_a_field_of_an_order_is_read_as_one() -> None:
    book = load_book("post_atomic")
    given = (("first", UnitName("Par", "A")), ("second", UnitName("Mar")))
    order = Order("mutate", goal="Par", extra=given)
    written = {"verb": "mutate", "goal": "Par", "extra": {"first": "A Par", "second": "Mar"}}
    assert ORDER.write(order) == written
    assert Reading(book).order(Node(written)) == order
    with pytest.raises(FaultError, match=r"extra\.first names no unit"):
        Reading(book).order(Node({"verb": "mutate", "extra": {"first": "A Nowhere"}}))


# Refused


def test_a_save_of_a_newer_version_says_who_wrote_it() -> None:
    text = edited(lambda data: data.update(version=3, written_by="7.1.0", more={}))
    with pytest.raises(NewerError, match=r"saved by Legation 7\.1\.0.*Install Legation 7\.1\.0"):
        read(text)
    for writer in (7, None, "\n\x00", "x" * 5000):
        text = edited(lambda data, writer=writer: data.update(version=99, written_by=writer))  # type: ignore[misc]
        with pytest.raises(NewerError):
            read(text)


def test_every_truncation_is_told_as_one() -> None:
    whole = TEXT.rstrip()
    ends = [*range(1, 1500), *range(1500, len(whole), 97), *range(len(whole) - 300, len(whole))]
    for end in ends:
        with pytest.raises(TruncatedError) as caught:
            read(whole[:end], "war.json")
        assert caught.value.line == whole[:end].rstrip().count("\n") + 1
    assert str(caught.value).startswith("war.json, line 16: the file stops in the middle.")
    for empty in ("", " \n"):
        with pytest.raises(TruncatedError, match="empty"):
            read(empty)


def put(*steps: str | int, value: object) -> Edit:
    """Writes a value at the end of a way through the data."""

    def edit(data: Any) -> None:
        for step in steps[:-1]:
            data = data[step]
        data[steps[-1]] = value

    return edit


UNIT = ("phases", 1, "truth", "position", "units", 0)
POSITION = ("phases", 1, "truth", "position")


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (lambda data: data.pop("format"), "is no saved game of Legation"),
        (lambda data: data.pop("seeds"), 'lacks the key "seeds"'),
        (lambda data: data.pop("version"), 'lacks the key "version"'),
        (put("extra", value=1), 'has the key "extra", which nothing reads'),
        (put("version", value="1"), 'version must be a whole number, not "1"'),
        (put("version", value=True), "version must be a whole number, not true"),
        (put("name", value=7), "name must be a text, not 7"),
        (put("name", value="\ud800"), "name holds half of a character"),
        (put("variant", value="standrad"), "Did you mean standard?"),
        (put("options", "paradox", value="maybe"), 'option paradox cannot be "maybe"'),
        (put("options", "edition", value="1971"), "names an edition"),
        (put("seeds", value=[]), "must begin with a seed"),
        (put("seeds", 0, "seed", value="XY"), "must be 32 hexadecimal digits"),
        (put("seeds", 0, "from", value=1), "must begin with a seed from phase record 0"),
        (put("phases", value=[]), "has no phase"),
        (put("phases", 0, value=None), "phases[0] must be an object, not null"),
        (put("phases", 1, "number", value=-1), "phases[1].number cannot be -1"),
        (put("phases", 1, "sheets", "Gaul", value={}), "unknown power"),
        (put("phases", 1, "sheets", "France", "settled", value=0), "must be true or false, not 0"),
        (put("phases", 1, "acts", 0, "kind", value="explode"), 'no act "explode"'),
        (put("phases", 1, "acts", 0, "facts", value={}), "has the facts power, unit, place"),
        (put("phases", 1, "acts", 0, "facts", "place", value="Mos/nc"), '"place" of the act'),
        (put("phases", 1, "acts", 0, "facts", "place", value="NTH"), "A cannot stand in NTH"),
        (put("phases", 1, "acts", 0, "facts", "place", value="Vie"), "Vie, where one stands"),
        (put("phases", 1, "told", 0, "reports", value={}), "must be a list, not an object"),
        (put("phases", 1, "told", -1, "outcomes", 0, "causes", value=[99]), "no outcome"),
        (put("phases", 1, "truth", "winner", value=["France"]), "is not the hash of the position"),
        (put("phases", 0, "sheets", value={}), "phases[1].previous is not the hash"),
        (put("phases", 4, "number", value=3), "phases[4] does not follow"),
        (lambda data: data["phases"].pop(), "is told, but no phase follows"),
        (lambda data: data["phases"].pop(2), "what the phase before it came to is missing"),
        (put("phases", -1, "resolved_by", value={"engine": "", "variant": ""}), "no phase follows"),
        (put("phases", -1, "sheets", "Germany", "orders", value=["A Mun - Xyz"]), "cannot be read"),
        (put(*UNIT, "place", value="Vlenna"), 'unknown place "Vlenna"'),
        (put(*UNIT, "place", value="NTH"), "no unit of kind A can be"),
        (put(*UNIT, "kind", value="Z"), 'kind cannot be "Z"'),
        (put(*UNIT, "power", value="Gaul"), 'unknown power "Gaul"'),
        (put(*UNIT, "strength", value=0), "strength cannot be 0"),
        (put(*UNIT, "id", value=1.5), "must be a whole number, not 1.5"),
        (put(*UNIT, "id", value=10**30), "id cannot be 1000"),
        (put(*UNIT, "place", value="Vie"), "has two units in one province"),
        (put(*POSITION, "owners", "Boh", value="Austria"), "owns what is no supply centre"),
        (put(*POSITION, "contested", value=["Spa/nc"]), "must be a province without a coast"),
        (put(*POSITION, "phase", "season", value="Winter"), "names a phase that the game does not"),
        (put(*POSITION, "phase", "year", value=1492), "must be from 1901 to 1936, not 1492"),
        (put("phases", 1, "truth", "ledger", "x", value=[]), "is nothing that this game keeps"),
    ],
)  # fmt: skip
def test_what_was_changed_is_named(edit: Edit, says: str) -> None:
    error = refusal(edited(edit))
    assert says in error.message
    assert not isinstance(error, TruncatedError | NewerError)


def test_hashes_that_fit_do_not_make_a_record_true() -> None:
    text = resealed(put("phases", 4, "number", value=3))
    assert "does not follow" in refusal(text).message
    text = resealed(put("phases", 3, "truth", "winner", value=["France"]))
    assert "went back to another position" in refusal(text).message
    # What a replay alone can find, the audit finds: no such winner came of phase record 3.
    text = resealed(put("phases", 4, "truth", "winner", value=["France"]))
    assert [difference.index for difference in read(text).audit()] == [3]


def test_the_line_to_blame_is_named() -> None:
    lines = TEXT.splitlines()
    lines[12] = lines[12].replace('"kind":"A","place":"Bud"', '"kind":"A","place":"Bad"')
    error = refusal("\n".join(lines))
    assert error.line == 13
    assert str(error).startswith("war.json, line 13: phases[2].truth.position.units[0].place names")
    assert "Did you mean" in error.message


def test_no_json() -> None:
    lines = TEXT.splitlines()
    lines[4] = lines[4].replace('"', "'")
    assert refusal("\n".join(lines)).line == 5
    assert "twice" in refusal('{"a": 1, "a": 2}').message
    assert "no number" in refusal('{"a": NaN}').message
    assert "nested" in refusal("[" * 200_000 + "]" * 200_000).message
    assert refusal('{"a": ' + "1" * 10_000 + "}").message
    assert "no saved game" in refusal("[1, 2]").message
    assert "no JSON" in refusal(TEXT + "x").message
    assert "no JSON" in refusal("Dear GM, my orders are").message


def test_reasons_within_reasons_are_refused() -> None:
    data = json.loads(dump(eventful()))
    told = next(m for phase in data["phases"] for m in phase["told"] if m["reports"])
    why: Data = {"kind": "void", "clause": "STD-ORD", "facts": {}, "audience": None}
    for _ in range(300):
        why = {**why, "facts": {"why": why}}
    told["reports"][0]["facts"]["why"] = why
    with pytest.raises(FileError, match="nested too deeply"):
        read(json.dumps(data))


def test_line_of_finds_values_in_any_layout() -> None:
    text = '{\n "a": [1,\n {"b\\n": "}",\n "c":\n [2]}\n]}'
    assert [line_of(text, steps) for steps in ((), ("a",), ("a", 0), ("a", 1, "c"))] == [1, 2, 2, 5]
    assert line_of(text, ("nowhere",)) == 1


# Files


def test_files_are_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "war.json"
    game = eventful()
    write(game, path)
    assert path.read_bytes() == TEXT.encode("utf-8")
    assert dump(load(str(path))) == TEXT
    write(Game.new(seed=SEED), str(path))
    assert path.read_text("utf-8") == SHORT
    assert os.listdir(tmp_path) == ["war.json"]


def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "war.json"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match="No space left"):
        write(eventful(), path)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["war.json"]


def test_a_link_stays_a_link_and_a_mode_a_mode(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    write(eventful(), link)
    assert link.is_symlink()
    assert real.read_text("utf-8") == TEXT
    assert real.stat().st_mode & 0o777 == 0o640


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        load(tmp_path / "none.json")
    with pytest.raises(FileError, match="cannot be read"):
        load(tmp_path)
    with pytest.raises(FileError, match="no name of a file"):
        load("a\0b")
    with pytest.raises(FileError, match="cannot be written"):
        write(eventful(), tmp_path / "none" / "war.json")
    for name in ("a\0b", "/"):
        with pytest.raises(FileError, match="no name of a file"):
            write(eventful(), name)
    path = tmp_path / "war.json"
    raw = TEXT.encode("utf-8")
    path.write_bytes(raw[: raw.index("ö".encode()) + 1])
    with pytest.raises(TruncatedError, match="line 5"):
        load(path)
    path.write_bytes(raw.replace("ö".encode(), b"\xff"))
    with pytest.raises(FileError, match=r"line 5: this is no text in UTF-8"):
        load(path)
    assert path.read_bytes() == raw.replace("ö".encode(), b"\xff")


# Fuzz: one kind of answer to whatever is in a file

fuzz = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


def answer(text: str) -> Game | None:
    try:
        return read(text, "war.json")
    except FileError as error:
        said = str(error)
    assert said.startswith("war.json")
    assert len(said) < 600
    return None


@fuzz
@given(st.data())
def test_any_mutation_of_the_text_gets_an_answer(data: st.DataObject) -> None:
    text = TEXT if data.draw(st.booleans()) else SHORT
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 40)))
        middle = data.draw(
            st.text(max_size=6) | st.sampled_from(["{", "]", '"', ",", "null", "1e9"])
        )
        text = text[:start] + middle + text[end:]
    answer(text)


@fuzz
@given(st.text(max_size=60) | anything.map(json.dumps))
def test_any_text_gets_an_answer(text: str) -> None:
    assert answer(text) is None


@fuzz
@given(st.binary(max_size=60))
def test_any_bytes_get_an_answer(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.json"
    path.write_bytes(raw)
    with pytest.raises(FileError):
        load(path)


words = st.sampled_from(
    ["France", "Par", "Spa/nc", "NTH", "A", "F", "", "rollback", "resolution", "draw", "movement"]
)
values = anything | words | st.integers(-2, 40) | st.lists(words, max_size=3)


def ways(value: object, steps: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The ways to every value within a value."""
    found = [steps] if steps else []
    if isinstance(value, dict):
        inner = list(value.items())
    else:
        inner = list(enumerate(value)) if isinstance(value, list) else []
    for key, item in inner:
        found += ways(item, (*steps, key))
    return found


WAYS = ways(json.loads(TEXT))
SHALLOW = [way for way in WAYS if len(way) <= 4]


@fuzz
@given(st.sampled_from(WAYS) | st.sampled_from(SHALLOW), values, st.booleans())
def test_any_change_of_a_value_gets_an_answer(
    way: tuple[str | int, ...], value: object, seal: bool
) -> None:
    data = json.loads(TEXT)
    put(*way, value=value)(data)
    if seal:
        try:
            reseal(data)
        except (TypeError, KeyError, AttributeError):
            return  # not even the shape of a record is left
    game = answer(json.dumps(data))
    if game is None:
        return
    # What was accepted can be used: it plays on, or says in a sentence why not.
    assert dump(read(dump(game))) == dump(game)
    game.view("gm")
    game.audit()
    with suppress(LegationError):
        game.advance()
        game.rollback(0)


# Options that are newer, or have another default, than the game


def _saved_before(variant: str, options: dict[str, str], without: str = "") -> str:
    """A save of a game begun under these options; of one of them its version knew nothing."""
    data = json.loads(dump(Game.new(variant, options, SEED)))
    assert without == "" or data["options"].pop(without)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("variant", "option", "old"),
    [
        ("locarno", "cd-when", "between-turns"),
        ("warwick", "ex-claimant-support", "allowed"),
    ],
)
def test_a_game_keeps_a_value_that_is_the_default_no_more(
    variant: str, option: str, old: str
) -> None:
    """STD-OPT: a save names every option, so that a new default changes new games only."""
    game = read(_saved_before(variant, {option: old}))
    assert game.book.options.chosen[option] == old
    assert Game.new(variant, {}, SEED).book.options.chosen[option] != old


def test_a_game_goes_on_as_before_there_was_the_choice() -> None:
    """CL-1: two armies changed places in games begun before `own-exchange`."""
    text = _saved_before("claudian", {}, "own-exchange")
    game = read(text)
    assert game.submit("Italy", "A Rom - Ven\nA Ven - Rom") == []
    game.advance()
    fates = {str(o.unit): o.fate for t in game.view("Italy").told for o in t.outcomes}
    assert (fates["A Rom 10000"], fates["A Ven 10000"]) == (Fate.SUCCEEDS, Fate.SUCCEEDS)
    again = json.loads(dump(game))
    assert again["options"]["own-exchange"] == "yes"  # from now on it names the value


def test_an_option_without_a_value_from_before_has_its_default() -> None:
    game = read(_saved_before("claudian", {}, "retreat-merge"))
    assert game.book.options.chosen["retreat-merge"] == "no"
