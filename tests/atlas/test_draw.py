"""The board as a picture: every form and fate of an order, units in all states, size and sense."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, islice, pairwise
from xml.etree import ElementTree as ET

import pytest
from random_play import random_orders

from golden_game import SCRIPTS, play
from legation.atlas import css, fonts
from legation.atlas.board import board_of
from legation.atlas.curves import Box, bent, trimmed
from legation.atlas.draw import draw, redrawn
from legation.atlas.draw import drawn as in_parts
from legation.atlas.layers import range_path
from legation.atlas.lettering import CODE, CODE_SIZE, text_box
from legation.atlas.lettering import Box as Room
from legation.atlas.look import look_of
from legation.atlas.numbers import lettering
from legation.atlas.scene import scene_of
from legation.atlas.svg import escaped, number, numbers
from legation.rules.definition import Power
from legation.rules.marks import LAST_SEEN, Mark
from legation.rules.rulebook import Rulebook
from legation.sight.view import Sheet, View
from legation.table.game import Game
from legation.variants.load import load

SEED = "0123456789abcdef0123456789abcdef"
SVG = "{http://www.w3.org/2000/svg}"
LARGEST, LARGEST_PACKED = 150_000, 45_000
Orders = Mapping[str, Sequence[str]]


# Playing, and looking at what was drawn


def table(units: Mapping[str, Sequence[str]], variant: str = "standard") -> Game:
    """A game with these units on the board and no others."""
    game = Game.new(variant, seed=SEED)
    for unit in game.view("gm").position.units:
        game.remove_unit(unit.place)
    for power, texts in units.items():
        for text in texts:
            kind, place = text.split()
            game.set_unit(power, kind, place)
    return game


def played(game: Game, orders: Orders) -> Game:
    for power, texts in orders.items():
        assert game.submit(power, texts) == []
    game.advance()
    return game


def drawn(game: Game, number: int, viewer: str = "spectator", **how: bool) -> Picture:
    after = game.view(viewer, number + 1) if number < game.number else None
    return Picture(draw(game.book, game.view(viewer, number), after, mode="light", **how))


def name_of(element: ET.Element) -> str:
    """What is said of an element: its label, or else its title."""
    return element.get("aria-label") or str(element.findtext(f"{SVG}title", ""))


class Picture:
    """A picture, and what is in it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg
        self.root = ET.fromstring(svg)

    def all(self, classes: str) -> list[ET.Element]:
        """The elements that have all of these classes (``move bounce``)."""
        wanted = set(classes.split())
        return [e for e in self.root.iter() if wanted <= set(e.get("class", "").split())]

    def said(self, classes: str) -> list[str]:
        """What is said of them to who cannot see them."""
        return sorted(map(name_of, self.all(classes)))

    def __str__(self) -> str:
        return self.svg


# Orders and what came of them


def test_two_moves_that_bounce() -> None:
    game = table({"France": ["A Par"], "Germany": ["A Mun"]})
    picture = drawn(played(game, {"France": ["A Par - Bur"], "Germany": ["A Mun - Bur"]}), 0)
    assert picture.said("order move bounce") == [
        "French army Paris to Burgundy: bounced",
        "German army Munich to Burgundy: bounced",
    ]
    assert len(picture.all("order")) == 2
    for order in picture.all("order"):
        parts = [part.get("class") for part in order]
        assert parts == [None, "casing", "line", "fate-ground", "fate"]  # no head: it got nowhere


def test_a_supported_attack_dislodges() -> None:
    units = {"France": ["A Par", "A Mar"], "Germany": ["A Bur", "A Mun"]}
    orders = {
        "France": ["A Par - Bur", "A Mar S A Par - Bur"],
        "Germany": ["A Bur H", "A Mun - Boh"],
    }
    game = played(table(units), orders)
    picture = drawn(game, 0)
    assert picture.said("order move ok") == [
        "French army Paris to Burgundy: succeeded",
        "German army Munich to Bohemia: succeeded",
    ]
    assert picture.said("order support ok") == [
        "French army Marseilles supports army Paris to Burgundy: given"
    ]
    assert picture.said("order hold dislodged") == ["German army Burgundy holds: dislodged"]
    assert picture.said("unit dislodged") == ["German army Burgundy, dislodged"]
    # In the retreats it lies beside the army that took its place.
    retreats = drawn(game, 1)
    assert picture.said("unit u-ge") == [
        "German army Burgundy, dislodged",
        "German army Munich",
    ]
    assert len({e.get("transform") for e in retreats.all("unit")}) == 4
    at = {e.get("data-unit") for e in retreats.all("unit")}
    assert len(at) == 3  # two of them in Burgundy
    lost, stands = (e for e in retreats.all("unit") if e.get("data-unit") == "A Bur")
    assert lost.get("class") == "unit army u-ge dislodged"
    assert stands.get("class") == "unit army u-fr"


def test_retreats_with_and_without_an_order() -> None:
    units = {"France": ["A Par", "A Mar", "A Tyr", "A Boh"], "Germany": ["A Bur", "A Mun"]}
    orders = {
        "France": [
            *("A Par - Bur", "A Mar S A Par - Bur"),
            *("A Tyr - Mun", "A Boh S A Tyr - Mun"),
        ],
    }
    game = played(table(units), orders)
    waiting = Game(game.record)
    assert waiting.submit("Germany", ["A Bur - Bel"]) == []
    assert drawn(waiting, 1, "Germany").said("order retreat pending") == [
        "German army Burgundy retreats to Belgium"
    ]
    assert drawn(waiting, 1, "France").all("order") == []
    picture = drawn(played(waiting, {}), 1)
    assert picture.said("order retreat ok") == [
        "German army Burgundy retreats to Belgium: succeeded"
    ]
    assert picture.said("order disband ok") == ["German army Munich disbands: disbanded"]


def test_a_support_that_is_cut_has_a_slash() -> None:
    units = {"France": ["A Par", "A Mar"], "Germany": ["A Bur"], "Italy": ["A Pie"]}
    orders = {
        "France": ["A Par - Bur", "A Mar S A Par - Bur"],
        "Italy": ["A Pie - Mar"],
    }
    picture = drawn(played(table(units), orders), 0)
    (cut,) = picture.all("order support cut")
    assert [part.get("class") for part in cut].count("line") == 2  # a gap between
    assert [part.get("class") for part in cut].count("fate") == 1
    assert len(picture.all("order move bounce")) == 2


def test_a_support_of_what_did_not_happen_is_void() -> None:
    units = {"France": ["A Par", "A Mar"]}
    orders = {"France": ["A Par - Pic", "A Mar S A Par - Bur"]}
    picture = drawn(played(table(units), orders), 0)
    assert len(picture.all("order support void")) == 1
    assert len(picture.all("order move ok")) == 1


def test_support_in_place_ends_in_a_bar_and_hold_in_brackets() -> None:
    units = {"France": ["A Par", "A Mar"]}
    orders = {"France": ["A Par H"]}
    picture = drawn(played(table(units), orders), 0)
    assert picture.said("order hold ok") == ["French army Paris holds: held"]
    game = played(table({"France": ["A Par", "A Bur"]}), {"France": ["A Par S A Bur"]})
    assert drawn(game, 0).said("order support ok") == [
        "French army Paris supports army Burgundy in place: given"
    ]


def test_an_army_goes_by_way_of_the_fleets_that_carry_it() -> None:
    units = {"England": ["A Lon", "F NTH"], "France": ["F ENG"]}
    orders = {"England": ["A Lon - Nwy", "F NTH C A Lon - Nwy"]}
    game = played(table(units), orders)
    picture = drawn(game, 0)
    assert picture.said("order move by-sea ok") == ["English army London to Norway: succeeded"]
    assert picture.said("order convoy ok") == [
        "English fleet North Sea carries army London to Norway: carried"
    ]
    scene = scene_of(game.book, game.view("spectator", 0), game.view("spectator", 1))
    (move,) = (line for line in scene.lines if line.form == "move")
    assert [stop.place for stop in move.stops] == ["Lon", "NTH", "Nwy"]


def test_a_convoy_that_is_broken() -> None:
    units = {"England": ["A Lon", "F ENG"], "France": ["F Bre", "F MAO"]}
    orders = {
        "England": ["A Lon - Bel", "F ENG C A Lon - Bel"],
        "France": ["F Bre - ENG", "F MAO S F Bre - ENG"],
    }
    picture = drawn(played(table(units), orders), 0)
    assert len(picture.all("order move failed by-sea")) == 1
    assert len(picture.all("order convoy failed dislodged")) == 1
    assert picture.said("unit dislodged") == ["English fleet English Channel, dislodged"]


def test_units_that_change_places_have_two_lines() -> None:
    units = {"France": ["A Par", "F Bre", "F ENG"], "Germany": ["A Bur"]}
    game = table(units)
    orders = {"France": ["A Par - Bur"], "Germany": ["A Bur - Par"]}
    lines = [
        e.find(f"{SVG}path[@class='line']") for e in drawn(played(game, orders), 0).all("move")
    ]
    first, second = (line.get("d") for line in lines if line is not None)
    assert first != second
    one, other = bent((0, 0), (40, 0), 0.11), bent((40, 0), (0, 0), 0.11)
    assert abs(one.at(0.5)[1] - other.at(0.5)[1]) > 8


def test_builds_and_removals() -> None:
    game = Game.new(seed=SEED)
    france = ["A Mar - Spa", "F Bre - MAO", "A Par - Gas"]
    game = played(game, {"France": france})
    game = played(game, {"France": ["F MAO - Por"]})
    assert game.phase.kind == "adjustment"
    assert game.submit("France", ["Build A Par", "Build F Bre"]) == []
    number = game.number
    assert drawn(game, number, "France").said("order build pending") == [
        "France builds a fleet in Brest",
        "France builds an army in Paris",
    ]
    assert drawn(game, number, "Germany").all("order") == []
    game.advance()
    assert drawn(game, number).said("order build ok") == [
        "France builds a fleet in Brest: succeeded",
        "France builds an army in Paris: succeeded",
    ]


def test_what_waits_is_drawn_for_its_owner_alone() -> None:
    game = Game.new(seed=SEED)
    game.submit("France", ["A Par - Bur", "A Mar S A Par - Bur"])
    game.submit("Germany", ["A Mun - Bur"])
    assert len(drawn(game, 0, "France").all("order pending")) == 2
    assert drawn(game, 0, "Germany").said("order pending") == ["German army Munich to Burgundy"]
    assert drawn(game, 0).all("order") == []
    assert len(drawn(game, 0, "gm").all("order pending")) == 3


def test_an_order_that_cannot_be_read_draws_nothing() -> None:
    game = Game.new(seed=SEED)
    view = game.view("France")
    sheet = Sheet(("A Par - Atlantis", "", "nonsense", "A Mos - Par", "A Par - Bur", "F Bre H"))
    picture = Picture(draw(game.book, replace(view, sheets={"France": sheet})))
    assert len(picture.all("order move pending")) == 2
    assert len(picture.all("order hold pending")) == 1


def test_orders_that_a_rollback_took_back_are_not_drawn() -> None:
    game = played(Game.new(seed=SEED), {"France": ["A Par - Bur"]})
    game.rollback(0)
    played(game, {"France": ["A Par - Pic"]})
    assert drawn(game, 0).said("order move") == ["French army Paris to Picardy: succeeded"]


# Units


def test_a_strength_has_a_badge_and_plates() -> None:
    picture = drawn(Game.new("london_nights", seed=SEED), 0)
    badges = [e.text for e in picture.all("badge-text")]
    assert sorted(str(b) for b in badges) == ["×2", "×3"]
    (triple,) = (e for e in picture.all("unit") if e.get("data-unit") == "3U Sho")
    assert len(triple.findall(f"{SVG}use")) == 3
    assert name_of(triple).endswith("unit of strength 3 in Shoreditch")


def test_men_and_ships_are_written_out() -> None:
    picture = drawn(Game.new("claudian", seed=SEED), 0)
    (paris,) = (e for e in picture.all("unit") if e.get("data-unit") == "A Par 10000")
    assert "10,000" in [t.text for t in paris.iter(f"{SVG}text")]
    assert name_of(paris) == "French army of 10,000 men in Paris"
    (brest,) = (e for e in picture.all("unit") if e.get("data-unit") == "F Bre 250")
    assert name_of(brest) == "French fleet of 250 ships in Brest"


def test_parts_of_a_force_fan_out_with_their_numbers() -> None:
    game = Game.new("claudian", seed=SEED)
    orders = ["A Par 4000 - Bur", "A Par 3000 - Pic", "A Par 3000 - Gas"]
    assert game.submit("France", orders) == []
    moves = drawn(game, 0, "France").all("order move pending")
    numbers = [text.text for move in moves for text in move.findall(f"{SVG}text[@class='code']")]
    assert numbers == ["4,000", "3,000", "3,000"]
    assert len({next(move.iter(f"{SVG}path")).get("d") for move in moves}) == 3


def test_units_in_one_sea_have_room_beside_each_other() -> None:
    game = Game.new("warwick", seed=SEED)
    view = game.view("gm")
    crowd = tuple(
        replace(unit, place="ENG", number=at) for at, unit in enumerate(view.position.units[:12], 1)
    )
    picture = Picture(draw(game.book, replace(view, position=replace(view.position, units=crowd))))
    places = {e.get("transform") for e in picture.all("unit")}
    more = picture.all("more")
    assert len(places) == 12 or len(more) == 1
    if more:
        assert name_of(more[0]).count(";") == 12 - len(places) - 1


def test_last_seen_and_police() -> None:
    game = play_once("london_nights")
    number = next(n for n in range(game.number) if _rumours(game, n))
    view = game.view("spectator", number)
    picture = drawn(game, number)
    seen = [mark for mark in game.book.marks(view.position, view.ledger) if mark.text]
    assert len(picture.all("seen-time")) == len(seen) > 0
    assert [s for s in picture.said("unit seen") if "last seen in" in s]
    assert len(picture.all("unit guard")) == 10
    insider = drawn(game, number, "Theatre-Goers")
    assert len(insider.all("unit u-tg")) > len(picture.all("unit u-tg")) - len(seen)


def _rumours(game: Game, number: int) -> list[Mark]:
    view = game.view("spectator", number)
    return [m for m in game.book.marks(view.position, view.ledger) if m.text]


def test_a_unit_in_sight_is_not_last_seen_there_too() -> None:
    game = play_once("london_nights")
    told = {True: 0, False: 0}
    for at in range(game.number):
        view = game.view("gm", at)
        scene = scene_of(game.book, view)
        stand = {(piece.unit.power, piece.unit.province) for piece in scene.pieces}
        for mark in game.book.marks(view.position, view.ledger):
            if mark.kind == LAST_SEEN:
                in_sight = (mark.power, mark.places[0]) in stand
                assert (mark in scene.marks) != in_sight
                told[in_sight] += 1
    assert all(told.values())


def test_a_dislodged_unit_has_a_ring_off_its_edge() -> None:
    units = {"France": ["A Par", "A Mar"], "Austria": ["A Bur"]}
    orders = {"France": ["A Par - Bur", "A Mar S A Par - Bur"], "Austria": ["A Bur H"]}
    game = played(table(units), orders)
    for number_ in (0, 1):  # beaten, and pushed aside
        (lost,) = drawn(game, number_).all("unit dislodged")
        rings = [part.get("class") for part in lost if part.get("class") != "mark"]
        assert rings[1:3] == ["alarm", "alarm-gap"]  # below the unit itself, red on red or not
    rules = css.sheet(look_of(game.book), "light")
    assert re.search(r"\.alarm-gap\{fill:none;stroke:#", rules)


def test_numbers_keep_off_each_other() -> None:
    game = play_once("claudian")
    look = look_of(game.book)
    many = 0
    for view, after in phases(game, ["gm"]):
        picture = Picture(draw(game.book, view, after, mode="light"))
        boxes = []
        for order in picture.all("order"):
            for e in order.iter(f"{SVG}text"):
                if e.get("class") == "code":
                    at = float(str(e.get("x"))), float(str(e.get("y")))
                    boxes.append(text_box(look, str(e.text), at, CODE_SIZE, CODE))
        assert not any(a.meets(b, 0.5) for a, b in combinations(boxes, 2))
        many += len(boxes)
    assert many > 50


def test_an_order_of_an_unseen_unit_that_was_told_shows_the_unit() -> None:
    game = play_once("london_nights")
    for at in range(game.number):
        view, after = game.view("Royals", at), game.view("Royals", at + 1)
        scene = scene_of(game.book, view, after)
        told = [piece for piece in scene.pieces if piece.state == "told"]
        if told:
            break
    assert {piece.unit.power for piece in told} == {"Theatre-Goers"}
    assert told[0].said.endswith("as it was reported")


def test_ranges_are_for_who_knows_them() -> None:
    game = play_once("post_atomic")
    number = next(n for n in range(game.number) if drawn(game, n, "France").all("range"))
    assert drawn(game, number).all("range") == []
    assert len(drawn(game, number, "gm").all("range")) > len(
        drawn(game, number, "France").all("range")
    )


def test_no_peak_stands_on_a_name() -> None:
    book = load("post_atomic")
    board, names = board_of(book.variant), lettering(book, board_of(book.variant), look_of(book))
    bare, kept = (range_path(board, "ENG", "Lon", names=each) for each in ((), names))
    peaks = [tuple(map(float, at)) for at in re.findall(r"M(-?[\d.]+)[ ]?(-?[\d.]+)", kept)]
    assert 1 < len(peaks) < bare.count("M")
    boxes = [Room(x, y - 5.0, x + 6.8, y) for x, y in peaks]
    assert not any(box.meets(name) for box in boxes for name in names)


def test_mountains_on_a_sheet_of_the_first_winter() -> None:
    game = Game.new("post_atomic", seed=SEED)
    assert game.submit("France", ["Mountain Bur-Mun", "Start F Bre"]) == []
    picture = drawn(game, 0, "France")
    assert len(picture.all("order border pending")) == 1
    assert len(picture.all("order build pending")) == 1
    assert drawn(game, 0, "Germany").all("order") == []


def test_a_mutant_and_what_is_given_up_for_it() -> None:
    game = play_once("post_atomic")
    builds = [build for n in range(game.number) for build in drawn(game, n).all("order build")]
    mutants = [build for build in builds if build.get("data-order") == "Build M Lon for A Wal"]
    shapes = {use.get("href") for build in mutants for use in build.iter(f"{SVG}use")}
    assert shapes == {"#unit-M"}


def test_a_double_move_and_a_bid() -> None:
    game = Game.new("london_nights", seed=SEED)
    assert game.submit("Taxi Drivers", ["U Bar - Smi - Far"]) == []
    scene = scene_of(game.book, game.view("Taxi Drivers"))
    assert [stop.place for stop in scene.lines[0].stops] == ["Bar", "Smi", "Far"]
    assert scene.lines[0].said.endswith("unit Barbican to Smithfield, then Farringdon")
    game = Game.new("locarno", seed=SEED)
    assert game.submit("Germany", ["DP 2: A Aus S A Mun - Cze", "DP 1: A Hun H"]) == []
    picture = drawn(game, 0, "Germany")
    assert len(picture.all("order support pending bid")) == 1
    assert len(picture.all("order hold pending bid")) == 1
    assert drawn(game, 0, "France").all("bid") == []


def test_who_carries_a_king_wears_a_crown() -> None:
    game = play_once("warwick")
    crowns = [drawn(game, n, "gm").all("crown") for n in range(game.number)]
    assert any(crowns)
    assert not any(drawn(game, n).all("crown") for n in range(game.number))


# The whole picture


def test_every_province_has_its_name_and_what_is_known_of_it() -> None:
    game = Game.new(seed=SEED)
    picture = drawn(game, 0)
    provinces = {str(e.get("data-code")): e for e in picture.all("province")}
    assert set(provinces) == set(game.book.graph.provinces)
    for code, province in provinces.items():
        assert province.get("id") == f"p-{code}"
        assert province[0].tag == f"{SVG}title"
        assert province[0].text == game.book.graph.provinces[code].name
    assert provinces["Bur"].get("aria-label") == "Burgundy."
    assert provinces["Par"].get("aria-label") == "Paris. Supply centre of France. French army."
    assert provinces["Bel"].get("aria-label") == "Belgium. Supply centre without an owner."
    assert provinces["NTH"].get("aria-label") == "North Sea. Sea."


def test_names_are_escaped() -> None:
    wild = '<script>&"\x00\x0b\ud800 Ä'
    game = Game.new("standard", {}, SEED, "x")
    nasty = replace(game.book.powers[0], name=wild, adjective=wild, mark="<&")
    game_of_it = replace(game.book.definition, powers=(nasty, *game.book.powers[1:]))
    book = Rulebook(game_of_it, game.book.options)
    view = game.view("spectator")
    units = tuple(
        replace(u, power=wild) if u.power == "Austria" else u for u in view.position.units
    )
    view = replace(view, name=wild, position=replace(view.position, units=units))
    svg = draw(book, view, furniture=True)
    picture = Picture(svg)
    assert "<script" not in svg
    assert picture.root.get("aria-label", "").startswith('<script>&" Ä. Spring 1901')
    assert escaped("a\nb\t<") == "a&#10;b\t&lt;"


def test_numbers_are_short() -> None:
    assert [number(x) for x in (0.04, -0.04, 0.5, -0.25, 10.0, 3.14159)] == [
        *("0", "0", ".5", "-.2", "10", "3.1"),
    ]
    assert numbers((1.5, 0.5, -2, 3)) == "1.5.5-2 3"


def test_a_line_between_units_that_touch_is_still_seen() -> None:
    a, b = Box(0, 0, 12, 8), Box(14, 0, 12, 8)
    curve = trimmed(bent((0, 0), (14, 0), 0.11), a, b)
    assert curve.length > 1


def test_furniture_stands_outside_the_map() -> None:
    game = Game.new(seed=SEED, name="Our game")
    view = game.view("France")
    plain, whole = (Picture(draw(game.book, view, furniture=f)) for f in (False, True))
    assert plain.all("title") == []
    said = [e.text for e in whole.all("legend")]
    assert f"{game.book.title} · Spring 1901, movement · as known to France" in said
    assert whole.all("title")[0].text == look_of(game.book).written("Our game", "title")
    assert "France 3" in said
    left, top, *_ = map(float, str(whole.root.get("viewBox")).split())
    assert left < 0
    assert top < 0


def test_the_legend_explains_what_the_board_has() -> None:
    game = play_once("warwick")
    number_ = next(n for n in range(game.number) if _has_king(game, n))
    said = {e.text for e in drawn(game, number_, "gm", furniture=True).all("legend")}
    assert {"port", "supply centre", "Henry VI"} <= said
    board = drawn(table({"France": ["A Par"]}), 0, furniture=True)
    assert {"crossing", "closed to ships"} <= {e.text for e in board.all("legend")}


def _has_king(game: Game, number_: int) -> bool:
    view = game.view("gm", number_)
    return any(m.kind == "bearer" for m in game.book.marks(view.position, view.ledger))


# Every phase of whole games


@cache
def play_once(name: str) -> Game:
    if name == "standard":
        return _random_game()
    return play(name)


def _random_game() -> Game:
    game, dice = Game.new(seed=SEED), random.Random(7)
    while game.number < 12 and not game.over:
        for power in game.waiting:
            game.submit(power, random_orders(game, power, dice))
        game.advance()
    return game


GAMES = ("standard", *SCRIPTS)


def phases(game: Game, viewers: Sequence[str]) -> Iterator[tuple[View, View | None]]:
    for viewer in viewers:
        views = [game.view(viewer, number) for number in range(game.number + 1)]
        yield from pairwise(views)
        yield from ((view, None) for view in views)


@pytest.mark.parametrize("name", GAMES)
def test_every_picture_is_well_formed_and_the_same_again(name: str) -> None:
    game = play_once(name)
    powers = [power.name for power in game.book.powers]
    viewers = ["spectator", "gm", powers[0], powers[-1]]
    for view, after in islice(phases(game, viewers), 0, None, 4):
        svg = draw(game.book, view, after, furniture=True)
        assert svg == draw(game.book, replace(view), after, furniture=True)
        root = ET.fromstring(svg)
        ids = [e.get("id") for e in root.iter() if e.get("id")]
        assert len(ids) == len(set(ids))
        links = {str(e.get("href")) for e in root.iter() if e.get("href")}
        assert links <= {f"#{one}" for one in ids}
        for e in root.iter():
            assert e.get("style") is None
            if e.get("role") == "img":
                assert e[0].tag == f"{SVG}title"
                assert e[0].text


@pytest.mark.parametrize("name", GAMES)
def test_every_picture_is_small(name: str) -> None:
    game = play_once(name)
    viewers = ["gm", game.book.powers[0].name]  # the game master sees the most
    told = (pair for pair in phases(game, viewers) if pair[1] is not None)
    largest = max((draw(game.book, *pair) for pair in told), key=len)
    assert len(largest.encode()) < LARGEST
    assert len(gzip.compress(largest.encode())) < LARGEST_PACKED


def test_a_picture_for_a_page_has_no_style_of_its_own() -> None:
    game = Game.new(seed=SEED)
    alone, inside = (
        draw(game.book, game.view("gm"), mode="light", standalone=each) for each in (True, False)
    )
    assert css.sheet(look_of(game.book), "light")[:60] in alone
    assert "<style" not in inside
    assert "@font-face" in alone
    assert fonts.FACES


def test_a_power_beyond_the_book_is_drawn_all_the_same() -> None:
    book = load()
    rome = Power("Rome", "Roman", "RO", "#884400")
    book = Rulebook(book.definition.with_neutrals(rome), book.options)
    view = Game.new(seed=SEED).view("gm")
    units = tuple(replace(u, power="Rome") if u.place == "Rom" else u for u in view.position.units)
    picture = Picture(draw(book, replace(view, position=replace(view.position, units=units))))
    assert picture.said("unit u-ro") == ["Roman army Rome"]


# Redrawn


@pytest.mark.parametrize("variant", sorted(SCRIPTS))
def test_a_picture_with_other_orders_is_the_one_that_would_be_drawn(variant: str) -> None:
    """Only the layer of orders is drawn anew, wherever nothing else of it hangs on them."""
    dice, kept = random.Random(7), 0
    game = Game.new(variant, seed=SEED)
    for _ in range(6):
        for power in [p.name for p in game.book.powers][:3]:
            earlier = in_parts(game.book, game.view(power))
            assert str(earlier) == draw(game.book, game.view(power), standalone=False)
            for moves in (2, 1, 0):
                if moves:
                    game.submit(power, random_orders(game, power, dice))
                else:
                    game.clear(power)
                view = game.view(power)
                later = in_parts(game.book, view)
                found = redrawn(game.book, view, earlier.scene, earlier.seating)
                if found is not None:
                    scene, orders = found
                    kept += orders != earlier.orders
                    anew = replace(earlier, scene=scene, orders=orders)
                    assert anew == later, (power, view.phase)
                earlier = later
        game.advance()
    assert kept > 10, "it is drawn anew each time"
