"""What a designer sees while he drags: areas, borders, faults, and where his points went."""

from __future__ import annotations

from typing import Any

import pytest
from thirty import thirty

from legation.studio.document import as_data
from legation.studio.preview import preview


def data(**changes: Any) -> dict[str, Any]:
    """Thirty, with sections changed."""
    return {**as_data(thirty()), **changes}


def border(seen: dict[str, Any], a: str, b: str) -> dict[str, Any]:
    """One border of a preview."""
    found: dict[str, Any] = next(row for row in seen["borders"] if (row["a"], row["b"]) == (a, b))
    return found


def test_a_map_shows_its_areas_and_what_its_table_lacks() -> None:
    joined = [
        {"a": "Mad", "b": "Tol", "army": True},
        {"a": "Lis", "b": "Cat", "army": True},
        {"a": "Lis", "b": "Xyz", "army": True},
    ]
    seen = preview(data(borders=joined))
    assert {area["code"] for area in seen["areas"]} == {p.code for p in thirty().places}
    mad = border(seen, "Mad", "Tol")
    assert (mad["in_table"], mad["in_picture"], mad["army"], mad["fleet"]) == (
        True,
        True,
        True,
        False,
    )
    # Madrin and Salman lie beside each other inland, and nobody has joined them yet
    assert border(seen, "Mad", "Sal") == {
        **border(seen, "Mad", "Sal"),
        "in_table": False,
        "in_picture": True,
        "army": True,
    }
    assert (border(seen, "Cat", "Lis")["in_table"], border(seen, "Cat", "Lis")["in_picture"]) == (
        True,
        False,
    )
    unknown = next(p for p in seen["problems"] if "Xyz" in p["text"])
    assert unknown["where"] == {"section": "borders", "row": 2}
    apart = next(p for p in seen["problems"] if p["places"] == ["Lis", "Cat"])
    assert apart["kind"] == "apart"
    assert apart["text"].endswith("are joined in the table, and do not touch in the picture.")
    assert apart["at"] is not None


def test_a_point_is_moved_where_the_hand_put_it() -> None:
    first = preview(data())
    at = next(p for p in first["points"] if p["code"] == "Mad")
    goal = {"code": "Mad", "i": 0, "x": at["x"] + 60, "y": at["y"] - 25}
    nowhere = {"code": "Non", "i": 0, "x": 1, "y": 1}
    seen = preview(data(), [goal, nowhere, {"code": "Mad", "i": 7, "x": 1, "y": 1}, {}])
    point = next(p for p in seen["points"] if p["code"] == "Mad")
    assert (point["x"], point["y"]) == pytest.approx((goal["x"], goal["y"]), abs=0.2)
    assert seen["moved"] == [{"code": "Mad", "i": 0, "lat": point["lat"], "lon": point["lon"]}]
    assert point["lat"] > at["lat"]  # north is up
    assert point["lon"] > at["lon"]
    assert seen["frame"] == first["frame"]


@pytest.mark.parametrize(
    "places",
    [
        [],
        [{"points": [[0, 0]]}],
        [{"code": "Abc", "name": "A", "points": [[90, 0]]}],
        [{"code": f"A{chr(97 + n)}c", "name": str(n), "points": [[1, 1]]} for n in range(9)],
        [{"code": "Abc", "points": [[0, 0]]}, {"code": "Def", "points": [[0, 180], [-80, -179]]}],
        [{"code": "BRI", "terrain": "bridge", "points": [[0, 0], [1, 1], [1, 1]]}] * 2,
    ],
    ids=["none", "blank", "pole", "heap", "antipodes", "bridge"],
)
def test_what_cannot_be_drawn_is_a_problem_and_no_error(places: list[dict[str, Any]]) -> None:
    seen = preview({"places": places, "extra": {"exceptions": [], "labels": {"Zzz": [0, 0]}}})
    assert seen["size"][0] == 1000
    assert len(seen["points"]) == sum(len(place["points"]) for place in places)
    assert any("Zzz" in problem["text"] for problem in seen["problems"])


def test_names_with_marks_of_other_languages_are_not_in_the_paths() -> None:
    places = [dict(p) for p in data()["places"]]
    places[0] |= {"name": "<script>alert(1)</script>", "region": '"><svg onload=x>'}
    seen = preview(data(places=places))
    assert all(set(area["d"]) <= set("MLZ0123456789.,-e") for area in seen["areas"])


def test_an_empty_frame_shows_its_land() -> None:
    """Nobody could click the first place otherwise: Ireland is there, and the sea beside it."""
    seen = preview(
        {"title": "x", "extra": {"frame": {"centre": [53, -8], "x": [-300, 300], "y": [-300, 300]}}}
    )
    assert seen["size"] == [1000, 1000]
    assert seen["ground"].startswith("M")
    assert seen["coast"] == seen["ground"]
    assert seen["areas"] == seen["problems"] == []


def test_a_land_is_shown_as_the_picture_has_it() -> None:
    """With an inland place at the shore and a coast without any the terrains are told."""
    places = as_data(thirty())["places"]
    wet = next(place for place in places if place["terrain"] == "coast" and not place["coasts"])
    wet["terrain"] = "inland"
    dry = next(place for place in places if place["code"] == "Mad")
    dry["terrain"] = "coast"
    shown = {area["code"]: area["shown"] for area in preview(data(places=places))["areas"]}
    assert (shown[wet["code"]], shown["Mad"]) == ("coast", "inland")


def test_colours_that_are_alike_are_told_while_one_picks_them() -> None:
    """Also before a place is there; green and brown by those alone who see no green."""
    powers = [
        {"name": name, "colour": colour}
        for name, colour in (
            *(("Ireland", "#2b4a8b"), ("Wales", "#2c4b8c"), ("Man", "#fffbe8")),
            *(("Moss", "#5f7a3a"), ("Rust", "#a3562f")),
        )
    ]
    for draft in (data(powers=powers), {"powers": powers}):
        told = {
            problem["where"]["row"]: problem["text"]
            for problem in preview(draft)["problems"]
            if problem.get("where", {}).get("section") == "powers"
        }
        assert told == {
            1: "The colours of Ireland and Wales look alike; change one.",
            2: "The colour of Man is as pale as the paper; take a darker one.",
            4: "Who sees no green cannot tell the colours of Moss and Rust apart;"
            " make one darker or lighter.",
        }
