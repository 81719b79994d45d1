"""Labels, spots and centre marks: nothing on a board is in the way of anything else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from legation.atlas.board import DrawnBoard, Label, Spot, board_of
from legation.atlas.collisions import collisions
from legation.atlas.lettering import CODE, CODE_SIZE, RoughLetters, centre_box, text_box
from legation.atlas.look import look_of
from legation.board.graph import MapGraph, Province
from legation.variants.find import folders
from legation.variants.load import load

shapely = pytest.importorskip("shapely")
placing = pytest.importorskip("legation.atlas.making.placing")
placing_text = pytest.importorskip("legation.atlas.making.placing_text")

SEA = Province("SEA", "Sea", "sea")


def request(size: float, provinces: list[Province], shapes: Mapping[str, Any], **more: Any) -> Any:
    anchors = {code: shape.representative_point().coords[0] for code, shape in shapes.items()}
    by_code = {province.code: province for province in provinces}
    return placing.Request(size, size, shapes, by_code, anchors, **more)


def island(side: float, province: Province, size: float = 300, **more: Any) -> Any:
    """One square land in the middle of a sea."""
    low, high = (size - side) / 2, (size + side) / 2
    land = shapely.box(low, low, high, high)
    shapes = {"SEA": shapely.box(0, 0, size, size).difference(land), province.code: land}
    return request(size, [SEA, province], shapes, **more)


def drawn(asked: Any, placed: Any) -> DrawnBoard:
    return DrawnBoard(
        width=asked.width,
        height=asked.height,
        made_from="",
        scale=1,
        arcs=(),
        areas={},
        ground=(),
        water=(),
        spots=placed.spots,
        labels=placed.labels,
        centres=placed.centres,
        crossings=(),
        bars=(),
        edges=(),
        graticule=(),
    )


def put(asked: Any) -> Any:
    """What is placed, after the checker has found nothing in it."""
    placed = placing.place(asked)
    assert placed.problems == ()
    graph = MapGraph(asked.provinces, ())
    assert collisions(drawn(asked, placed), graph, asked.letters) == []
    return placed


# The boards that come with the package


@pytest.mark.parametrize("name", sorted(folders()))
def test_nothing_on_a_board_is_in_the_way(name: str) -> None:
    book = load(name)
    assert collisions(board_of(name), book.graph, look_of(book)) == []


@pytest.mark.parametrize("name", sorted(folders()))
def test_a_unit_has_room_on_every_place(name: str) -> None:
    book, board = load(name), board_of(name)
    assert set(board.spots) == book.graph.places
    for place in book.open_places:
        assert board.spots[place].width >= 36
        assert board.spots[place].height >= 26
    if book.full:
        assert min(spot.height for spot in board.spots.values()) >= 26


# What fits where


def test_a_roomy_land_has_name_code_unit_and_mark_inside() -> None:
    placed = put(island(120, Province("Lan", "Landovery", "coast", centre="1")))
    label, spot = placed.labels["Lan"], placed.spots["Lan"]
    assert [text for text, *_ in label.name] == ["Landovery"]
    assert label.leader is None
    for x, y in (label.code, (spot.x, spot.y), placed.centres["Lan"]):
        assert 90 < x < 210
        assert 90 < y < 210
    assert abs(label.code[0] - spot.x) < 10  # unit and label in one column


def test_a_tiny_island_has_its_label_beside_it_and_a_leader_to_it() -> None:
    placed = put(island(12, Province("Isl", "Isle", "coast", centre="1")))
    label = placed.labels["Isl"]
    assert label.leader is not None
    *_, x, y = label.leader
    assert 144 <= x <= 156
    assert 144 <= y <= 156
    assert [text for text, *_ in label.name] == ["Isle"]  # over open water


def test_a_tiny_land_among_others_has_its_code_alone_beside_it() -> None:
    middle = shapely.box(144, 144, 156, 156)
    around = shapely.box(0, 0, 300, 300).difference(middle)
    lands = [Province("Big", "Big", "inland"), Province("Tin", "Tiny", "inland")]
    placed = put(request(300, lands, {"Big": around, "Tin": middle}))
    assert placed.labels["Tin"].leader is not None
    assert placed.labels["Tin"].name == ()


def test_a_name_that_does_not_fit_is_left_out() -> None:
    long = Province("Lon", "Llanfairpwllgwyngyll", "inland")
    lands = [long, Province("Eas", "East", "inland")]
    shapes = {"Lon": shapely.box(0, 0, 60, 200), "Eas": shapely.box(60, 0, 200, 200)}
    placed = put(request(200, lands, shapes))
    assert placed.labels["Lon"].name == ()
    assert placed.labels["Lon"].leader is None
    assert placed.labels["Eas"].name


def test_each_coast_has_a_spot_by_it() -> None:
    land = shapely.box(80, 110, 220, 190)
    shapes = {"SEA": shapely.box(0, 0, 300, 300).difference(land), "Two": land}
    coasts = {
        "Two/nc": shapely.LineString([(80, 110), (220, 110)]),
        "Two/sc": shapely.LineString([(80, 190), (220, 190)]),
    }
    province = Province("Two", "Twocoast", "coast", centre="1", coasts=("nc", "sc"))
    placed = put(request(300, [SEA, province], shapes, coasts=coasts))
    assert set(placed.spots) == {"SEA", "Two", "Two/nc", "Two/sc"}
    assert abs(placed.spots["Two/nc"].y - 110) < 12
    assert abs(placed.spots["Two/sc"].y - 190) < 12
    assert 110 < placed.spots["Two"].y < 190


def test_what_cannot_be_placed_is_told() -> None:
    lands = [Province("Tin", "Tiny", "inland", centre="1")]
    placed = placing.place(request(24, lands, {"Tin": shapely.box(0, 0, 24, 24)}))
    assert any(problem.startswith("Tin: ") for problem in placed.problems)


def test_lettering_keeps_off_obstacles_and_wishes_are_met() -> None:
    land = Province("Lan", "Landovery", "coast")
    line = shapely.LineString([(100, 150), (200, 150)])
    placed = put(island(120, land, obstacles=(line,)))
    x, y = placed.labels["Lan"].code
    assert not shapely.box(x - 8, y - 8, x + 8, y).intersects(line)
    placed = put(island(120, land, spots={"Lan": (120, 120)}, labels={"Lan": (170, 190)}))
    assert (placed.spots["Lan"].x, placed.spots["Lan"].y) == (120, 120)
    assert placed.labels["Lan"].code == pytest.approx((170, 190))


def test_crowds_and_numbers_have_more_room() -> None:
    land = Province("Lan", "Landovery", "coast")
    placed = put(island(120, land, crowded=frozenset({"SEA"}), counted=True))
    assert placed.spots["Lan"].height == 26
    assert placed.spots["SEA"].width > 36


def test_the_same_request_has_the_same_answer() -> None:
    asked = island(60, Province("Lan", "Landovery", "coast", centre="1"))
    assert placing.written(placing.place(asked)) == placing.written(placing.place(asked))


def test_a_name_is_broken_between_words() -> None:
    assert placing_text.broken("North Sea", 3) == [("North Sea",), ("North", "Sea")]
    assert ("North", "Atlantic", "Ocean") in placing_text.broken("North Atlantic Ocean", 3)
    assert placing_text.shown_name(Province("Rus", "Russia (closed)", "inland")) == "Russia"


# The checker

FINE = DrawnBoard(
    100, 100, "", 1, (), {}, (), (), {"Lan": Spot(50, 30, 26, 18)},
    {"Lan": Label((50, 60), (("Land", 50, 75),), 10)}, {"Lan": (20, 20)}, (), (), (), (),
)  # fmt: skip
GRAPH = MapGraph({"Lan": Province("Lan", "Land", "inland", centre="1")}, ())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, []),
        ({"labels": {}}, ["Lan has no code"]),
        ({"centres": {}}, ["Lan has no centre mark"]),
        ({"spots": {}}, ["Lan has no spot"]),
        ({"spots": {"Lan": Spot(50, 30, 20, 14)}}, ["the spot of Lan is too small for a unit"]),
        (
            {"centres": {"Lan": (50, 57)}},
            ["the code Lan and the centre mark of Lan share room"],
        ),
        ({"centres": {"Lan": (2, 57)}}, ["the centre mark of Lan is cut off by the frame"]),
        (
            {"labels": {"Lan": Label((50, 60), (("Land", 50, 66),), 8)}},
            [
                "the name of Lan is 8 units high, less than 9.5",
                'the code Lan and the name "Land" of Lan share room',
            ],
        ),
    ],
)
def test_the_checker_says_what_is_wrong(change: dict[str, Any], said: list[str]) -> None:
    assert collisions(replace(FINE, **change), GRAPH) == said


def test_boxes_follow_the_letters() -> None:
    rough = RoughLetters()
    plain = text_box(rough, "NTH", (50, 50), CODE_SIZE, CODE)
    deep = text_box(rough, "Apu", (50, 50), CODE_SIZE, CODE)
    assert plain.right - plain.left == pytest.approx(3 * 0.6 * CODE_SIZE)
    assert deep.bottom > plain.bottom > 50
    assert centre_box((10, 10)).middle == (10, 10)
