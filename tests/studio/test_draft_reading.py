"""What a draft may not be: each with one sentence that names the thing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from legation.studio import taken
from legation.studio.document import DraftError, empty, kept, packed, read
from legation.studio.held import Held

PLACE = {"code": "Bel", "name": "Belfast", "points": [[54.6, -5.9]]}
WRONG: tuple[tuple[Any, str], ...] = (
    ([], "the draft must be a table of keys"),
    ({"titel": "x"}, 'nothing reads the key "titel". Did you mean title?'),
    ({"title": "a\nb"}, '"a□b" has a control character or a line break in it'),
    ({"title": "a\u202eb"}, '"a□b" has a control character or a line break in it'),
    ({"title": "x" * 61}, "title must be a text of at most 60 letters"),
    ({"rules": "a\0b"}, "rules has a control character in it"),
    ({"parent": "../standard"}, '"../standard" is no game to begin from'),
    ({"places": {}}, "places must be a list of rows"),
    ({"places": [PLACE] * 251}, "there are 251 places; there may be 250"),
    (
        {"places": [{**PLACE, "points": [[0, 0]] * 99}] * 41},
        "the places have 4059 points; there may be 4000",
    ),
    ({"borders": [{"a": "A", "b": "B"}] * 1501}, "there are 1501 borders; there may be 1500"),
    (
        {"places": [PLACE, {**PLACE, "points": [[91, 0]]}]},
        "places, row 2 (Bel): points must be a list of 1 to 100 pairs of degrees",
    ),
    (
        {"places": [{**PLACE, "points": [[1e300, 0]]}]},
        "places.points has a number that is too large",
    ),
    ({"places": [{**PLACE, "points": []}]}, "places, row 1 (Bel): points must be"),
    (
        {"places": [{**PLACE, "name": "=HYPERLINK(1)"}]},
        "places, row 1 (Bel): name must be a text of at most 60 letters that begins with none",
    ),
    ({"places": [{**PLACE, "terrain": "see"}]}, "Did you mean sea?"),
    ({"powers": [{"name": "Ireland", "colour": "red"}]}, "powers, row 1 (Ireland): colour must be"),
    ({"powers": [{"colour": 'url(x)"><script>'}]}, "powers, row 1: colour must be"),
    ({"extra": {"coast": {"river": "../../x.csv"}}}, "extra.coast.river names a file"),
    (
        {"extra": {"frame": {"centre": [0, 0], "x": [0, 9e6], "y": [0, 9e6]}}},
        "to the other side of the earth",
    ),
    (
        {"extra": {"frame": {"centre": [0, 0], "x": [0, 9], "y": [0, 9000]}}},
        "three times as high",
    ),
    ({"extra": {"lenses": [{}]}}, 'extra: the key "lat" is missing in lenses'),
    ({"declared": {"calendar": {"years": 1}}}, 'the key "first-year" is missing in calendar'),
    (
        {"borders": [{"a": "Bel", "b": f"P{row}", "army": True} for row in range(41)]},
        "Bel has 41 borders; there may be 40 of one place",
    ),
    ({"places": [{**PLACE, "points": [[10**400, 0]]}]}, "has a number that is too large"),
    ({"words": {"news": 3}}, "words: news must be written as [news]"),
    ({"title": {"a": [[[[[[[[[[[[[1]]]]]]]]]]]]]}}, "title.a is nested too deeply"),
)


@pytest.mark.parametrize(("data", "said"), WRONG, ids=range(len(WRONG)))
def test_what_is_no_draft_is_said_in_one_sentence(data: Any, said: str) -> None:
    with pytest.raises(DraftError) as caught:
        read(json.dumps(data).encode())
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert [problem.text for problem in caught.value.problems] == [str(caught.value)]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"[" * 400_000, "the draft is nested too deeply"),
        (b"{" * 9, "the draft is no JSON"),
        (b'{"title": "\xff"}', "the draft is no JSON"),
        (b" " * 600_000, "the draft is larger than 512 kB"),
    ],
    ids=("deep", "open", "bytes", "large"),
)
def test_bytes_that_are_no_draft(data: bytes, said: str) -> None:
    with pytest.raises(DraftError, match=said):
        read(data)


def test_a_fault_leads_to_its_row() -> None:
    with pytest.raises(DraftError) as caught:
        read({"powers": [{"name": "A"}, {"name": "B", "colour": "red"}]})
    assert caught.value.problems[0].where == {"section": "powers", "row": 1, "key": "colour"}


def test_a_half_done_draft_is_read() -> None:
    draft = read({"places": [{"points": [[0, 0]]}], "borders": [{}], "powers": [{}], "setup": [{}]})
    assert draft.powers[0].short == "XA"
    assert draft.places[0].terrain == "inland"


def test_an_uploaded_table_that_is_too_large_is_refused() -> None:
    row = "X{n},Name {n},inland,0,,,,1,1,,\n"
    table = "code,name,terrain,centre,home,region,coasts,lat,lon,points,features\n"
    table += "".join(row.format(n=n) for n in range(300))
    content = {
        "variant.toml": b'name = "x"\n',
        "words.toml": b"",
        "map/provinces.csv": table.encode(),
    }
    content |= {"map/borders.csv": b"", "map/setup.csv": b""}
    with pytest.raises(DraftError, match="there are 300 places"):
        taken.of(Held(content))


def test_every_power_gets_a_mark_of_its_own() -> None:
    names = [f"Pa{chr(97 + n % 26)}" for n in range(40)]
    draft = read({"powers": [{"name": name} for name in names]})
    marks = [power.short for power in draft.powers]
    assert marks[0] == "PA"
    assert len(set(marks)) == 40


def test_what_was_kept_is_read_although_its_game_is_gone() -> None:
    """A backup can be put where that variant is not."""
    kept_then = packed(empty()).replace(b'"standard"', b'"gone"', 1)
    with pytest.raises(DraftError, match="is no game to begin from"):
        read(kept_then)
    assert kept(kept_then).parent == "gone"
