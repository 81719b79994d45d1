"""Boards are drawn as their tables say, by the program that is here."""

from __future__ import annotations

import shutil
import time
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from shelf import later

pytest.importorskip("shapely")

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon

from legation.atlas.board import DrawnBoard, board_from, board_of, read_board
from legation.atlas.making.build import build, build_variant, save, write
from legation.atlas.making.check import check, check_variant
from legation.atlas.making.coast import coast_text, cut, read_coast
from legation.atlas.making.contacts import absolute
from legation.atlas.making.inputs import COAST, map_folders, own_coast
from legation.atlas.making.noise import Noise
from legation.atlas.making.outline import outline
from legation.atlas.making.projection import Projection
from legation.atlas.making.recipe import PICTURE, read_recipe
from legation.atlas.making.scene import Scene
from legation.atlas.making.stretches import stretches
from legation.atlas.making.whereabouts import drawn_at, ground
from legation.board.graph import BRIDGE
from legation.board.mapfile import load_map
from legation.errors import FileError
from legation.variants.find import folders

DRAWN = sorted(n for n, f in folders().items() if f.joinpath("map").joinpath(PICTURE).is_file())
SMALLEST = "warwick"
LONGEST_BUILD = 60.0  # seconds of one core


def map_of(name: str) -> Path:
    return Path(str(folders()[name])) / "map"


def copy_of(name: str, target: Path) -> Path:
    """A copy of a map in a folder of its own, with the coast that it goes by."""
    place, *parents = map_folders(name)
    shutil.copytree(str(place), target)
    coast = own_coast(place, parents)
    if not (target / COAST).is_file():
        (target / COAST).write_bytes(coast.read_bytes())
    return target


def rewrite(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def problems_of(place: Path) -> list[str]:
    board = board_from(build(place, lettering=False))
    return check(board, load_map(place), read_recipe(place))


def shapes(board: DrawnBoard) -> dict[str, list[Polygon]]:
    """Every ring of every area, of the ground and of the water, as it is in the file."""
    everything = {**board.areas, ".": board.ground, "~": board.water}
    found = {}
    for code, rings in everything.items():
        corners = []
        for ring in rings:
            points: list[tuple[int, int]] = []
            for number in ring:
                line = absolute(board.arcs[max(number, ~number)])
                points += (line if number >= 0 else line[::-1])[:-1]
            corners.append(Polygon(points))
        found[code] = corners
    return found


# The six boards


def test_every_board_of_the_package_is_drawn() -> None:
    assert sorted(folders()) == DRAWN


@pytest.mark.parametrize("name", DRAWN)
def test_areas_touch_exactly_where_the_table_says(name: str) -> None:
    assert check_variant(name) == []


@pytest.mark.parametrize("name", DRAWN)
def test_areas_ground_and_water_tile_the_frame(name: str) -> None:
    board, graph = board_of(name), load_map(map_of(name))
    strips = {code for code, province in graph.provinces.items() if province.terrain == BRIDGE}
    areas = []
    for code, rings in shapes(board).items():
        if code not in strips:
            whole = Polygon()
            for ring in rings:
                assert ring.is_valid, f"{code} crosses itself"
                whole = whole.symmetric_difference(ring)
            areas.append(whole)
    assert shapely.coverage_is_valid(areas)  # nothing overlaps, and corners match
    tenths = board.width * board.height * 100
    assert sum(area.area for area in areas) == tenths  # nothing gaps, to the last tenth


@pytest.mark.parametrize("name", DRAWN)
def test_every_place_has_an_area_and_every_line_two_sides(name: str) -> None:
    board, graph = board_of(name), load_map(map_of(name))
    assert set(board.areas) == set(graph.provinces)
    assert set(board.spots) >= graph.places - {c for c, p in graph.provinces.items() if p.coasts}
    used = [max(n, ~n) for rings in board.areas.values() for ring in rings for n in ring]
    used += [max(n, ~n) for rings in (board.ground, board.water) for ring in rings for n in ring]
    assert set(used) == set(range(len(board.arcs)))
    assert max(used.count(number) for number in set(used)) <= 2


@pytest.mark.parametrize("name", DRAWN)
def test_a_board_is_small(name: str) -> None:
    assert (map_of(name) / "board.json").stat().st_size < 70_000
    coast = map_of(name) / COAST
    assert not coast.is_file() or coast.stat().st_size < 150_000


@pytest.mark.parametrize(
    "name",  # with a river, with a coast, with lenses
    ["london_nights", *later("standard", "locarno")],
)
def test_the_lines_of_a_board_come_out_again(name: str) -> None:
    place, *parents = map_folders(name)
    again = board_from(build(place, parents, lettering=False))
    board = board_of(name)
    assert (again.arcs, again.areas, again.crossings) == (board.arcs, board.areas, board.crossings)


@pytest.mark.evening
def test_the_smallest_board_comes_out_byte_for_byte() -> None:
    began = time.process_time()
    text = write(build_variant(SMALLEST))
    assert time.process_time() - began < LONGEST_BUILD
    assert text == (map_of(SMALLEST) / "board.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DRAWN)
def test_a_player_sees_every_exception(name: str) -> None:
    board, recipe = board_of(name), read_recipe(map_of(name))
    lines = [LineString([ends[:2], ends[2:]]) for ends in (c.ends for c in board.crossings)]
    bars = [LineString([bar[:2], bar[2:]]) for bar in board.bars]
    for each in recipe.exceptions:
        pair = {each.a, each.b}
        assert len(each.reason) > 10, pair
        if each.how == "apart":
            assert any({c.a, c.b} == pair for c in board.crossings), f"no line between {pair}"
            continue
        seams = [at for at, beside in board.sides.items() if set(beside) == pair]
        assert seams, f"{pair} do not touch; the exception is not needed"
        for at in seams:
            seam = LineString([(x / 10, y / 10) for x, y in absolute(board.arcs[at])])
            assert min(map(seam.distance, (*bars, *lines))) < 10, f"{pair} look open"
        assert bars


def test_each_coast_has_its_own_stretch_of_shore() -> None:
    found = outline(*_with_parents("standard"))
    shore = stretches(found.graph, found.drawn)
    assert set(shore) == {place for place in found.graph.places if "/" in place}
    north, south = shore["Spa/nc"], shore["Spa/sc"]
    assert north.centroid.y < south.centroid.y
    assert north.distance(found.areas["Gas"]) == 0 < south.distance(found.areas["Gas"])
    assert south.distance(found.areas["Mar"]) == 0 < north.distance(found.areas["Mar"])


def _with_parents(name: str) -> tuple[Path, list[Path]]:
    place, *parents = map_folders(name)
    return Path(str(place)), [Path(str(parent)) for parent in parents]


# What is wrong is told, with what to move


def test_a_moved_point_is_told_with_what_to_move(tmp_path: Path) -> None:
    place = copy_of(SMALLEST, tmp_path / "map")
    graph = load_map(place)
    points = next(
        row
        for row in (place / "provinces.csv").read_text(encoding="utf-8").splitlines()
        if row.startswith("Lic,")
    )
    moved = points.replace(f"{graph.provinces['Lic'].lat:.3f}", "52.300", 1)
    assert moved != points
    rewrite(place / "provinces.csv", points, moved)
    problems = problems_of(place)
    assert any("Lic and " in each and "off the table" in each for each in problems)
    assert all(" near " in each and "move the point of " in each for each in problems)
    assert any("move the point of Lic at 52.30 N 1.80 W away" in each for each in problems)


def test_an_exception_that_nothing_needs_is_told(tmp_path: Path) -> None:
    place = copy_of(SMALLEST, tmp_path / "map")
    with (place / PICTURE).open("a", encoding="utf-8") as file:
        file.write('\n[[exceptions]]\na = "Lon"\nb = "Che"\nhow = "touch"\nreason = "none"\n')
    board = read_board(place)
    assert check(board, load_map(place), read_recipe(place)) == [
        "the exception Lon Che (touch) is not needed any more: take it out of picture.toml"
    ]


def test_a_border_without_its_exception_is_told() -> None:
    """The Sound parts Denmark from Sweden; the fleets that sail there do not meet at a shore."""
    board, place = board_of("standard"), map_of("standard")
    recipe = read_recipe(place)
    problems = check(board, load_map(place), msgspec.structs.replace(recipe, exceptions=()))
    assert sorted(each.split(":")[0].split(" for ")[0] for each in problems) == [
        "BAL and SKA touch",
        "Den and Swe do not touch",
        "fleets sail between Den and Swe, and the two do not meet at the shore",
    ]


def test_a_place_without_ground_is_told(tmp_path: Path) -> None:
    place = copy_of(SMALLEST, tmp_path / "map")
    row = next(
        row
        for row in (place / "provinces.csv").read_text(encoding="utf-8").splitlines()
        if row.startswith("IoM,")
    )
    rewrite(place / "provinces.csv", row, "IoM,Isle of Man,impassable,0,,,,60.0,-20.0,,")
    board = board_from(build(place, lettering=False))
    (problem,) = check(board, load_map(place), read_recipe(place))
    assert problem.startswith("IoM has no area: ")


def test_a_board_older_than_its_recipe_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "mine"
    shutil.copytree(str(folders()[SMALLEST]), home)
    monkeypatch.setenv("LEGATION_VARIANTS", str(tmp_path))
    assert check_variant("mine") == []
    with (home / "map" / PICTURE).open("a", encoding="utf-8") as file:
        file.write("\n# a change\n")
    (problem,) = check_variant("mine")
    assert problem.startswith("board.json is older than ")


WRONG = [
    ("[frame]\ncentre = [50, 0]\nx = [-1, 1]", 'the key "y" is missing in frame'),
    ("[coast]\ndetail = 1", "it lacks [frame]"),
    (
        "[frame]\ncentre = 50\nx = [-1, 1]\ny = [-1, 1]",
        "frame.centre must be [latitude, longitude]",
    ),
    ("[frame]\ncentre = [50, 0]\nx = [1, -1]\ny = [-1, 1]", "frame.x must be [from, to] in km"),
    ("GOOD\n[coasts]\ndetail = 1", 'nothing reads the key "coasts". Did you mean coast?'),
    ("GOOD\n[coast]\ndetial = 1", 'nothing reads the key "detial" in coast. Did you mean detail?'),
    ("GOOD\n[coast]\ndetail = -1", "coast.detail must be a number, 0 or more"),
    ("GOOD\n[islands]\nwith = 'sea'", 'islands.with is "sea"; it can be landmass or place'),
    ("GOOD\n[[lenses]]\nlat = 1\nlon = 1\nradius = 9\nm = 5", "would fold the map over"),
    ("GOOD\n[[bars]]\nfrom = [1, 2]", 'the key "to" is missing in bars'),
    ("GOOD\n[bars]\nfrom = [1, 2]\nto = [1, 2]", "bars must be written as [[bars]]"),
    (
        "GOOD\n[[exceptions]]\na = 'A'\nb = 'B'\nhow = 'touch'",
        'line 5: the key "reason" is missing in exceptions A B',
    ),
    ("GOOD\n[[points]]\nplace = 'A'\nat = [1, 2]", "points.at must be a list of [latitude, longit"),
    ("GOOD\n[spots]\nAbc = 3", "spots.Abc must be [latitude, longitude]"),
    ("GOOD\n[frame", "frame"),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_a_wrong_recipe_is_told(tmp_path: Path, text: str, said: str) -> None:
    good = "[frame]\ncentre = [50, 0]\nx = [-1, 1]\ny = [-1, 1]"
    (tmp_path / PICTURE).write_text(text.replace("GOOD", good), encoding="utf-8")
    with pytest.raises(FileError) as caught:
        read_recipe(tmp_path)
    assert said in str(caught.value)
    assert PICTURE in str(caught.value)


def test_a_map_without_a_recipe_says_what_one_needs(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="it needs at least"):
        read_recipe(tmp_path)


def test_a_recipe_that_names_no_place_is_told(tmp_path: Path) -> None:
    place = copy_of(SMALLEST, tmp_path / "map")
    with (place / PICTURE).open("a", encoding="utf-8") as file:
        file.write("\n[spots]\nLom = [51.5, 0.1]\n")
    with pytest.raises(FileError, match='no place of the map is "Lom"'):
        build(place, lettering=False)


def test_a_file_that_is_no_coast_is_told(tmp_path: Path) -> None:
    file = tmp_path / COAST
    with pytest.raises(FileError, match="there is no such coast"):
        read_coast(file)
    for text in ("{}", "[]", "nonsense", '{"grid": 1, "lands": [["1 2 x"]]}'):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(FileError, match="it is no coast"):
            read_coast(file)


# The parts


def test_the_projection_keeps_areas_and_comes_back() -> None:
    projection = Projection(52.0, 18.0)
    degrees = np.array([[52.0, 18.0], [36.0, -9.0], [70.0, 40.0], [-20.0, 100.0]])
    there = projection.forward(degrees)
    assert there[0] == pytest.approx([0, 0], abs=1e-6)
    assert projection.inverse(there) == pytest.approx(degrees, abs=1e-6)
    for lat, lon in ((40, 0), (60, 40)):  # a square degree, by its true area
        square = np.array([[lat, lon], [lat, lon + 1], [lat + 1, lon + 1], [lat + 1, lon]])
        true = 6371**2 * np.radians(1) * (np.sin(np.radians(lat + 1)) - np.sin(np.radians(lat)))
        assert Polygon(projection.forward(square)).area == pytest.approx(true, rel=2e-3)


@pytest.mark.parametrize("name", DRAWN)
def test_a_place_in_the_picture_is_found_again_on_the_ground(name: str) -> None:
    recipe = read_recipe(map_of(name))
    scene = Scene(recipe)
    for province in list(load_map(map_of(name)).provinces.values())[::7]:
        here = (province.lat, province.lon)
        assert drawn_at(recipe, here) == pytest.approx(scene.point(here), abs=1e-3)
        back = ground(recipe, scene.point(here))
        assert drawn_at(recipe, back) == pytest.approx(scene.point(here), abs=0.05)


@pytest.mark.parametrize("name", DRAWN)
def test_lenses_do_not_fold_the_map(name: str) -> None:
    recipe = read_recipe(map_of(name))
    (west, east), (south, north) = recipe.frame.x, recipe.frame.y
    x, y = np.meshgrid(np.linspace(west, east, 160), np.linspace(south, north, 160))
    at = Scene(recipe).units(np.column_stack([x.ravel(), y.ravel()])).reshape(160, 160, 2)
    across, down = np.diff(at, axis=1)[:-1], np.diff(at, axis=0)[:, :-1]
    turn = across[..., 0] * down[..., 1] - across[..., 1] * down[..., 0]
    assert (turn < 0).all()  # y runs down in the picture and up on the ground


def test_noise_is_smooth_and_the_same_each_time() -> None:
    line = np.column_stack([np.linspace(0, 300, 3000), np.full(3000, 7.3)])
    one, two = (Noise("a map", 4).shift(line, 70.0) for _ in range(2))
    assert (one == two).all()
    assert (one != Noise("another", 4).shift(line, 70.0)).any()
    assert np.abs(np.diff(one, axis=0)).max() < 0.1
    assert 0.3 < np.abs(one).max() < 2.5


def test_a_coast_is_written_and_read_again(tmp_path: Path) -> None:
    island = Polygon([(0, 0), (4, 0), (4, 4), (0, 4)], [[(1, 1), (1, 2), (2, 2), (2, 1)]])
    (tmp_path / COAST).write_text(coast_text([island], "mine", 0.01), encoding="utf-8")
    (again,) = read_coast(tmp_path / COAST)
    assert again.equals(island)


def test_the_world_comes_with_the_package_even_over_the_date_line(tmp_path: Path) -> None:
    world = read_coast(own_coast(tmp_path, []))
    frame = "[frame]\ncentre = [-17.5, 179.5]\nx = [-400, 400]\ny = [-300, 300]\n"
    (tmp_path / PICTURE).write_text(frame, encoding="utf-8")
    scene = Scene(read_recipe(tmp_path))
    lands = cut(world, scene)
    flat = [shapely.transform(p, lambda c: scene.kilometres(c[:, ::-1])) for p in lands]
    assert all(p.area < 20_000 for p in flat)
    for lat, lon in ((-17.8, 178.0), (-16.6, 179.3), (-16.83, -179.97)):  # Fiji's large islands
        here = shapely.Point(scene.kilometres(np.array([[lat, lon]]))[0])
        assert min(p.distance(here) for p in flat) < 5


def test_a_frame_on_the_open_sea_has_no_coast(tmp_path: Path) -> None:
    frame = "[frame]\ncentre = [-47, -127]\nx = [-90, 90]\ny = [-90, 90]\n"
    (tmp_path / PICTURE).write_text(frame, encoding="utf-8")
    assert cut(read_coast(own_coast(tmp_path, [])), Scene(read_recipe(tmp_path))) == []


MADE_UP = """code,name,terrain,centre,home,region,coasts,lat,lon,points,features
Nor,North Island,coast,1,Kiwi,,,-38.5,176.0,-36 174.5;-41 175.5;-39 174;-38 178,
Sou,South Island,coast,1,Kiwi,,,-43.5,171.0,-46 168;-41.5 173;-45 170.5;-47 168,
TAS,Tasman Sea,sea,0,,,,-40,168,-36 170;-37.8 174.4;-45 165;-48 165,
PAC,Pacific,sea,0,,,,-43,179,-36 180;-47 175;-50 172;-40 179.5,
"""
MADE_UP_BORDERS = """a,b,army,fleet,a_coast,b_coast,kind
Nor,PAC,0,1,,,
Nor,Sou,1,0,,,strait
Nor,TAS,0,1,,,
PAC,Sou,0,1,,,
PAC,TAS,0,1,,,
Sou,TAS,0,1,,,
"""


def test_a_new_map_elsewhere_is_drawn_without_any_download(tmp_path: Path) -> None:
    (tmp_path / "provinces.csv").write_text(MADE_UP, encoding="utf-8")
    (tmp_path / "borders.csv").write_text(MADE_UP_BORDERS, encoding="utf-8")
    (tmp_path / "setup.csv").write_text(
        "power,type,province,coast,strength\nKiwi,A,Nor,,1\nKiwi,F,Sou,,1\n", encoding="utf-8"
    )
    (tmp_path / PICTURE).write_text(
        "[frame]\ncentre = [-41, 173]\nx = [-900, 900]\ny = [-900, 900]\n"
        '[islands]\noff = 90000\n[[exceptions]]\na = "Nor"\nb = "Sou"\nhow = "apart"\n'
        'reason = "Cook Strait"\n',
        encoding="utf-8",
    )
    file = save(tmp_path, build(tmp_path))
    board = read_board(tmp_path)
    assert check(board, load_map(tmp_path), read_recipe(tmp_path)) == []
    ((a, b, ends),) = ((line.a, line.b, line.ends) for line in board.crossings)
    assert (a, b) == ("Nor", "Sou")
    assert 0 < np.hypot(ends[2] - ends[0], ends[3] - ends[1]) < 60
    assert file.stat().st_size < 100_000
    assert all(len(line) > 3 for line in board.arcs)
    assert all(p != q for line in board.arcs for p, q in pairwise(absolute(line)))
