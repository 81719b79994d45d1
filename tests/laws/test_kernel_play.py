"""Laws of the array form of the standard game: what it lists and plays is what `rules` say."""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from legation.board.calendar import MOVEMENT, Phase
from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.units import Unit
from legation.errors import RefusedError
from legation.kernel.choose import ANY, LIKE_PLAYERS
from legation.kernel.compiled import COMPILED
from legation.kernel.games import NOBODY, Games, Scratch, games_for, muster, scratch_for
from legation.kernel.layout import MET_RING
from legation.kernel.menu import list_orders
from legation.kernel.orders import HOLDS, MOVES, SUPPORTS, prepare
from legation.kernel.play import deal, play_on, self_play
from legation.kernel.play import resolve as fight
from legation.kernel.tables import KINDS, board_of
from legation.kernel.translate import (
    listed,
    names,
    order_of,
    position_of,
    put_orders,
    put_position,
    unit_name,
)
from legation.rules import retreat
from legation.rules.legality import judge
from legation.rules.menus import menu as readable_menu
from legation.rules.movement import Movement
from legation.rules.movement import prepare as readable_prepare
from legation.rules.resolve import Resolution, resolve
from legation.rules.survey import Survey
from legation.variants.load import load

COUNT = int(os.environ.get("LEGATION_LAW_COUNT", "300" if COMPILED else "60"))
BOOK = load("standard")
BOARD = board_of(BOOK.graph, [power.name for power in BOOK.powers])
CODES = list(BOOK.graph.provinces)


def mid_games(count: int, seed: int) -> Iterator[tuple[Games, int, Scratch]]:
    """Games at many stages, each with orders chosen on the scratch arrays."""
    scratch, batch = scratch_for(BOARD), 10
    for start in range(0, count, batch):
        games = games_for(BOARD, batch, seed + start)
        rest = np.random.default_rng(seed + start)
        play_on(BOARD, games, int(rest.integers(0, 40 if COMPILED else 4)), LIKE_PLAYERS)
        for game in range(min(batch, count - start)):
            if game % 5 == 0:
                crowd(games, game, rest)
            deal(BOARD.tables, games, game, ANY if game % 3 == 0 else LIKE_PLAYERS, scratch)
            if game % 2 == 0:
                gang_up(scratch, rest)
            forget_tags(scratch, rest)
            yield games, game, scratch


def gang_up(scratch: Scratch, rest: np.random.Generator) -> None:
    """Let all who can attack one unit, and others crowd into the places around it.

    Plants what chance alone seldom brings: dislodgements, and contested places to retreat to.
    """
    units, orders, steps = scratch.units, scratch.orders, BOARD.tables.steps
    size = int(units.size[0])
    if size == 0:
        return
    ways = [names(BOARD, steps[units.kind[u], units.place[u]]) for u in range(size)]
    tried = rest.integers(size, size=8).tolist()
    victim = max(tried, key=lambda unit: len(foes(scratch, ways, unit)))
    home, gang = CODES[units.province[victim]], foes(scratch, ways, victim)
    around = {province_of(place) for place in ways[victim]}
    for unit in range(size):
        near = [place for place in ways[unit] if province_of(place) in around]
        if near and unit not in gang[:3] and unit != victim:
            move(scratch, unit, near[rest.integers(len(near))])
    for number, unit in enumerate(gang[:3]):
        orders.verb[unit], orders.via[unit] = SUPPORTS, 0
        orders.target[unit], orders.goal[unit] = gang[0], BOARD.number[home]
        if number == 0:
            move(scratch, unit, next(place for place in ways[unit] if province_of(place) == home))
    orders.verb[victim], orders.via[victim] = HOLDS, 0
    orders.target[victim] = orders.goal[victim] = -1


def foes(scratch: Scratch, ways: list[list[str]], victim: int) -> list[int]:
    """The units of other powers that could enter a unit's province."""
    power, home = scratch.units.power, CODES[scratch.units.province[victim]]
    return [
        unit
        for unit, places in enumerate(ways)
        if power[unit] != power[victim] and home in {province_of(place) for place in places}
    ]


def move(scratch: Scratch, unit: int, place: str) -> None:
    orders = scratch.orders
    orders.verb[unit], orders.via[unit] = MOVES, 0
    orders.target[unit], orders.goal[unit] = -1, BOARD.number[place]


def forget_tags(scratch: Scratch, rest: np.random.Generator) -> None:
    """Leave half the armies that go to a neighbour by convoy without saying so."""
    for unit in range(int(scratch.units.size[0])):
        if scratch.orders.via[unit] and rest.random() < 0.5:
            near = BOOK.graph.army[CODES[scratch.units.province[unit]]]
            scratch.orders.via[unit] = BOARD.places[scratch.orders.goal[unit]] not in near


def crowd(games: Games, game: int, rest: np.random.Generator) -> None:
    """Put fleets into most seas and armies and fleets anywhere: many convoys, by many routes."""
    games.power[game] = NOBODY
    for index, code in enumerate(CODES):
        at_sea = code in BOOK.graph.carriers
        places = [
            (kind, place)
            for kind in KINDS
            for place in BOOK.graph.provinces[code].places
            if BOOK.graph.can_stand(kind, place)
        ]
        if places and rest.random() < (0.8 if at_sea else 0.3):
            kind, place = places[rest.integers(len(places))]
            games.power[game, index] = rest.integers(len(BOARD.powers))
            games.kind[game, index] = KINDS.index(kind)
            games.place[game, index] = BOARD.number[place]


def chosen(scratch: Scratch) -> dict[str, list[Order]]:
    found: dict[str, list[Order]] = {}
    for unit in range(scratch.units.size[0]):
        power = BOARD.powers[scratch.units.power[unit]]
        found.setdefault(power, []).append(order_of(BOARD, scratch.units, scratch.orders, unit))
    return found


def test_the_menu_lists_what_legality_lists() -> None:
    orders = 0
    for games, game, scratch in mid_games(COUNT, 1000):
        position = position_of(BOARD, games, game)
        survey = Survey(BOOK, position)
        for index, code in enumerate(CODES):
            unit = scratch.units.at[index]
            assert (unit >= 0) == (code in position.by_province)
            if unit < 0:
                continue
            readable = [
                order
                for choices in readable_menu(survey, position.by_province[code])
                for order in choices.orders()
            ]
            mine = listed(BOARD, scratch.units, scratch.menu, unit)
            assert mine == set(readable)
            assert scratch.menu.total[unit] == len(mine) == len(readable)
            orders += len(mine)
        assert (
            list_orders(BOARD.tables, scratch.units, scratch.menu)
            == scratch.menu.total[: scratch.units.size[0]].sum()
        )
    print(f"\n{COUNT} positions, {orders} legal orders compared")


def readable_end(games: Games, game: int, scratch: Scratch) -> tuple[Movement, Resolution]:
    survey = Survey(BOOK, position_of(BOARD, games, game))
    movement = readable_prepare(survey, chosen(scratch))
    assert not movement.refused
    return movement, resolve(movement.battle)


def test_orders_come_to_the_same_battle_and_end() -> None:
    met = dict.fromkeys(("supports", "void", "convoyed", "meant", "routes", "dislodged"), 0)
    met["rings"] = 0
    for games, game, scratch in mid_games(COUNT, 2000):
        movement, end = readable_end(games, game, scratch)
        fight(BOARD.tables, scratch)
        number = {force.place: index for index, force in enumerate(movement.battle.forces)}
        for index, force in enumerate(movement.battle.forces):
            unit = scratch.units.at[BOARD.number[force.place]]
            assert scratch.results.arrived[unit] == end.arrived[index], force
            by = int(scratch.results.dislodged_by[unit])
            entered = CODES[scratch.units.province[by]] if by >= 0 else ""
            assert (number[entered] if by >= 0 else -1) == end.dislodged_by[index]
            assert scratch.results.support[unit] == end.support[index]
            assert scratch.results.convoy[unit] == end.convoy[index]
            assert bool(scratch.results.contested[unit]) == (force.goal in end.contested)
            # The battles themselves: road, routes and what is void.
            assert scratch.forces.road[unit] == force.road
            assert scratch.forces.target[unit] == (
                scratch.units.at[BOARD.number[movement.battle.forces[force.target].place]]
                if force.target >= 0 and not force.preset
                else -1
            )
            assert laid_routes(scratch, unit) == {
                tuple(movement.battle.forces[fleet].place for fleet in route)
                for route in force.routes
            }
            met["meant"] += force.road.value > 0 and not scratch.orders.via[unit]
            met["supports"] += scratch.orders.verb[unit] == SUPPORTS
            met["void"] += bool(force.preset)
            met["convoyed"] += force.road.value > 0
            met["routes"] += len(force.routes)
            met["dislodged"] += by >= 0
        met["rings"] += bool(scratch.results.met[0] & MET_RING)
    print(f"\n{COUNT} positions; met {met}")
    assert all(many for what, many in met.items() if what != "rings")


def laid_routes(scratch: Scratch, unit: int) -> set[tuple[str, ...]]:
    forces = scratch.forces
    return {
        tuple(
            CODES[scratch.units.province[fleet]]
            for fleet in forces.fleets[forces.fleet_at[route] : forces.fleet_at[route + 1]]
        )
        for route in range(forces.route_at[unit], forces.route_at[unit + 1])
    }


def test_places_open_to_retreats_are_the_same() -> None:
    lost = places = 0
    for games, game, scratch in mid_games(COUNT, 3000):
        movement, end = readable_end(games, game, scratch)
        standing = [
            intent.unit
            for index, intent in enumerate(movement.intents)
            if end.dislodged_by[index] < 0 and not end.arrived[index]
        ]
        arrived = [
            type(intent.unit)(intent.unit.power, intent.unit.kind, intent.order.goal)
            for index, intent in enumerate(movement.intents)
            if end.arrived[index] and intent.order
        ]
        readable = {
            (d.unit.place, d.retreats)
            for d in retreat.dislodged(movement, end, [*standing, *arrived])
        }
        fight(BOARD.tables, scratch)
        retreats, units = scratch.retreats, scratch.units
        mine = {
            (
                unit_name(BOARD, units, retreats.unit[at]).place,
                tuple(sorted(names(BOARD, retreats.open[at]))),
            )
            for at in range(retreats.size[0])
        }
        assert mine == readable
        lost += len(mine)
        places += sum(len(open_places) for _, open_places in mine)
    print(f"\n{COUNT} positions, {lost} dislodged, {places} places open to them")
    assert lost
    assert places


def test_positions_and_orders_survive_translation() -> None:
    scratch = scratch_for(BOARD)
    for games, game, drawn in mid_games(COUNT // 10, 4000):
        position, orders = position_of(BOARD, games, game), chosen(drawn)
        blank = games_for(BOARD, 1, 0)
        put_position(BOARD, blank, 0, position)
        assert position_of(BOARD, blank, 0) == position
        muster(BOARD.tables, blank, 0, scratch.units)
        put_orders(BOARD, scratch.units, scratch.orders, orders)
        assert chosen(scratch) == orders


@pytest.mark.parametrize("style", [ANY, LIKE_PLAYERS])
def test_random_games_break_no_invariant(style: object) -> None:
    chosen_style = LIKE_PLAYERS if style is LIKE_PLAYERS else ANY
    games = games_for(BOARD, max(COUNT // 10, 1), 5)
    for phase in range(40 if COMPILED else 6):
        play_on(BOARD, games, 1, chosen_style)
        for game in range(len(games.year)):
            check(games, game)
        assert set(games.season.tolist()) == {(phase + 1) % 2}
        assert set(games.year.tolist()) == {1901 + (phase + 1) // 2}


def check(games: Games, game: int) -> None:
    """One unit a province by construction; its place, its kind, and the numbers."""
    for province, code in enumerate(CODES):
        owner, power = games.owner[game, province], games.power[game, province]
        assert NOBODY <= owner < len(BOARD.powers)
        assert NOBODY <= power < len(BOARD.powers)
        assert owner == NOBODY or code in BOOK.graph.centres
        if power != NOBODY:
            place = BOARD.places[games.place[game, province]]
            assert province_of(place) == code
            assert BOOK.graph.can_stand(KINDS[games.kind[game, province]], place)
    if games.season[game] == 0:  # after a winter
        for number in range(len(BOARD.powers)):
            units = np.count_nonzero(games.power[game] == number)
            assert units <= np.count_nonzero(games.owner[game] == number)


def test_the_sample_is_legal_and_mixed_as_it_says() -> None:
    file = Path(__file__).parents[2] / "benchmarks/sample.json.gz"
    if not file.is_file():
        pytest.skip("the sample is not part of this copy")
    rows = json.loads(gzip.decompress(file.read_bytes()))
    assert len(rows) == 2000
    verbs: Counter[str] = Counter()
    for row in rows[:: 20 if COMPILED else 200]:
        units = tuple(
            Unit(power, *text.split(" ", 1))
            for power, sheet in row["units"].items()
            for text in sheet
        )
        assert 28 <= len(units) <= 33
        owners = {code: power for power, codes in row["owners"].items() for code in codes}
        survey = Survey(BOOK, Position(Phase(row["season"], row["year"], MOVEMENT), units, owners))
        for power, sheet in row["orders"].items():
            for text in sheet:
                order = BOOK.read(text, MOVEMENT)
                assert judge(survey, power, order) == order
                verbs[order.verb] += 1
    assert 0.30 < verbs["support"] / verbs.total() < 0.37
    assert 0.08 < verbs["convoy"] / verbs.total() < 0.13


def test_play_is_reproducible_on_any_number_of_threads() -> None:
    many, phases = (20, 30) if COMPILED else (2, 3)
    one = self_play(BOARD, 7, phases, many)
    two = self_play(BOARD, 7, phases, many, threads=2)
    other = self_play(BOARD, 8, phases, many)
    assert one.counted == two.counted
    same = two.games._asdict()
    assert all(np.array_equal(array, same[name]) for name, array in one.games._asdict().items())
    assert not np.array_equal(one.games.power, other.games.power)


def test_other_options_are_refused_by_name() -> None:
    self_play(BOARD, 1, 0, options=BOOK.options.chosen)
    with pytest.raises(RefusedError, match="paradox = all-hold"):
        self_play(BOARD, 1, 0, options=load("standard", {"paradox": "all-hold"}).options.chosen)


def test_full_seas_overflow_nothing() -> None:
    """A fleet in every sea, an army on every shore: the most convoys that there can be."""
    scratch = scratch_for(BOARD)
    games = games_for(BOARD, 1, 3)
    games.power[0] = NOBODY
    for index, code in enumerate(CODES):
        if code in BOOK.graph.carriers or code in BOOK.graph.harbours:
            games.power[0, index] = index % len(BOARD.powers)
            games.kind[0, index] = code in BOOK.graph.carriers
            games.place[0, index] = index
    muster(BOARD.tables, games, 0, scratch.units)
    assert list_orders(BOARD.tables, scratch.units, scratch.menu) > 10_000
    survey = Survey(BOOK, position_of(BOARD, games, 0))
    for army in survey.position.units:
        if army.kind != "A" or not survey.overseas(army):
            continue
        for goal in sorted(survey.overseas(army))[:: 1 if COMPILED else 20]:
            routes = BOOK.lanes.routes(army.province, goal, survey.seas)
            carriers = {sea for route in routes for sea in route}
            sheet = [
                Order(
                    "move",
                    unit_name(BOARD, scratch.units, at(scratch, army.province)),
                    None,
                    goal,
                    True,
                )
            ]
            sheet += [
                Order(
                    "convoy", unit_name(BOARD, scratch.units, at(scratch, sea)), sheet[0].unit, goal
                )
                for sea in carriers
            ]
            put_orders(BOARD, scratch.units, scratch.orders, {"": sheet})
            prepare(BOARD.tables, scratch.units, scratch.orders, scratch.draft, scratch.forces)
            assert laid_routes(scratch, at(scratch, army.province)) == set(routes)


def at(scratch: Scratch, province: str) -> int:
    return int(scratch.units.at[BOARD.number[province]])
