"""Laws of games in arrays: every phase, order by order, is what the objects make of it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from test_kernel_play import crowd

import legation
from legation import arrays
from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT, Phase
from legation.board.orders import Order
from legation.board.position import Position, sort_units
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.errors import OrderError
from legation.kernel.compiled import COMPILED
from legation.rules.dice import Dice
from legation.rules.reports import Fate, Outcome
from legation.rules.turn import Turn, advance
from legation.variants.load import load

COUNT = int(os.environ.get("LEGATION_LAW_COUNT", "300")) // (1 if COMPILED else 30)
PHASES = 25  # of each game; some five of them are retreats or winters
SEED = "0" * 32
BOOK = load("standard")
NAMES = arrays.names()
DICE = Dice(SEED, "")
OF_UNIT: dict[tuple[str, str], list[int]] = {}
for _number, _text in enumerate(NAMES.orders):
    _words = _text.removeprefix("Build ").removeprefix("Remove ").split(" ")
    OF_UNIT.setdefault((_words[0], _words[1]), []).append(_number)


def spoil(numbers: np.ndarray, rest: np.random.Generator) -> None:
    """Forget an order here and there, or put in its place one that any unit there could write."""
    for game, province in np.argwhere(numbers >= 0):
        luck = rest.random()
        if luck < 0.04:
            numbers[game, province] = -1
        elif luck < 0.12:
            words = NAMES.orders[numbers[game, province]].split(" ")
            unit = (words[1], words[2]) if words[0] in ("Build", "Remove") else (words[0], words[1])
            numbers[game, province] = rest.choice(OF_UNIT[unit])


def sheets(position: Position, row: np.ndarray) -> dict[str, list[Order]]:
    """The orders of a phase by power, those that are none in such a phase left out."""
    kind, homes = position.phase.kind, BOOK.graph.homes
    found: dict[str, list[Order]] = {}
    for province in np.flatnonzero(row >= 0):
        code = NAMES.provinces[province]
        standing = position.by_province.get(code)
        power = standing.power if standing else ""
        if kind == RETREAT:
            power = next(d.unit.power for d in position.dislodged if d.unit.province == code)
        elif not power:
            power = next(owner for owner, codes in homes.items() if code in codes)
        try:
            order = BOOK.read(NAMES.orders[row[province]], kind)
        except OrderError:
            continue
        found.setdefault(power, []).append(order)
    return found


def bare(units: tuple[Unit, ...]) -> list[tuple[str, str, str]]:
    return sorted((unit.power, unit.kind, unit.place) for unit in units)


def alike(here: Position, there: Position) -> None:
    """The same board, the private numbers of units left out."""
    assert here.phase == there.phase
    assert bare(here.units) == bare(there.units)
    assert here.owners == there.owners
    assert here.contested == there.contested
    lost = [[(*bare((d.unit,)), d.by, d.retreats) for d in p.dislodged] for p in (here, there)]
    assert lost[0] == lost[1]


def compare(
    position: Position, results: arrays.Results, game: int, turn: Turn, row: np.ndarray
) -> Iterator[str]:
    """Every fate, where the unit then is and who dislodged it; yields what was met."""
    kind = position.phase.kind
    told: dict[str, Outcome] = {}
    for outcome in turn.outcomes:
        told.setdefault(outcome.province, outcome)
    for province, code in enumerate(NAMES.provinces):
        number = int(results.fate[game, province])
        if number < 0:
            assert code not in told
            continue
        fate, known = NAMES.fates[number], told.get(code)
        if row[province] >= 0 and fate == Fate.VOID and not _in_phase(row[province], kind):
            continue  # the objects know no such order: there it is as if there were none
        assert known is not None, (code, fate)
        assert fate == known.fate, (kind, code, NAMES.orders[row[province]])
        if fate != Fate.VOID:
            at = int(results.at[game, province])
            assert (NAMES.places[at] if at >= 0 else "") == known.at
            by = int(results.by[game, province])
            assert (NAMES.provinces[by] if by >= 0 else "") == known.by
        yield f"{kind} {fate.value}"


def _in_phase(number: int, kind: str) -> bool:
    try:
        BOOK.read(NAMES.orders[number], kind)
    except OrderError:
        return False
    return True


def test_every_phase_comes_out_as_with_objects() -> None:
    """Whole games, a tenth of the orders spoilt: fates, boards, retreats, owners, endings."""
    many, rest, met = max(COUNT // PHASES, 2), np.random.default_rng(14), Counter[str]()
    games = arrays.begin(many, seed=14)
    ledger = BOOK.ledger()
    truths = [Truth(arrays.position_of(games, game), ledger) for game in range(many)]
    for phase in range(PHASES):
        numbers = arrays.draw(games, "any" if phase % 3 == 0 else "players")
        spoil(numbers, rest)
        results = arrays.adjudicate(games, numbers, threads=2)
        for game, truth in enumerate(truths):
            if truth.ending:
                continue
            position = arrays.position_of(games, game)
            turn = advance(BOOK, truth, sheets(position, numbers[game]), DICE)
            met.update(compare(position, results, game, turn, numbers[game]))
            alike(arrays.position_of(results.after, game), turn.truth.position)
            over = NAMES.phases[results.after.phase[game]] == "over"
            assert over == bool(turn.truth.ending)
            truths[game] = turn.truth
        games = results.after
    print(f"\n{dict(met)}")
    wanted = ("movement given", "movement cut", "movement void", "movement unmatched")
    assert all(met[what] for what in (*wanted, "movement available", "adjustment succeeds"))


def test_crowded_boards_come_out_as_with_objects() -> None:
    """Fleets in most seas and units anywhere: convoys by many routes, coasts, wrong ones too."""
    many, rest, met = max(COUNT // 2, 5), np.random.default_rng(18), Counter[str]()
    games, ledger = arrays.begin(many, seed=18), BOOK.ledger()
    for game in range(many):
        crowd(games, game, rest)
    for style in ("players", "any"):
        numbers = arrays.draw(games, style)
        spoil(numbers, rest)
        results = arrays.adjudicate(games, numbers)
        for game in range(many):
            position = arrays.position_of(games, game)
            turn = advance(BOOK, Truth(position, ledger), sheets(position, numbers[game]), DICE)
            met.update(compare(position, results, game, turn, numbers[game]))
            alike(arrays.position_of(results.after, game), turn.truth.position)
        games = results.after
    print(f"\n{dict(met)}")
    assert met["movement available"]
    assert met["movement succeeds"]


def test_lists_are_those_of_the_objects() -> None:
    """As texts, unit by unit, in games of any phase."""
    many, met = max(COUNT // PHASES, 2), Counter[str]()
    games = arrays.begin(many, seed=15)
    for _ in range(PHASES):
        lists = arrays.legal_orders(games, threads=2)
        for game in range(many):
            if NAMES.phases[games.phase[game]] == "over":
                continue
            position = arrays.position_of(games, game)
            view = arrays.view_of(games, game)
            readable = legation.legal_orders(view)
            readable.pop("", None)  # a waived build
            assert len(lists.of(game)) == sum(map(len, readable.values()))
            by_province = {name.split(" ")[-1].split("/")[0]: its for name, its in readable.items()}
            for province, code in enumerate(NAMES.provinces):
                first, last = lists.first[game, province : province + 2]
                texts = arrays.texts_of(lists.orders[first:last])
                assert sorted(texts) == sorted(by_province.get(code, []))
            met[position.phase.kind] += len(lists.of(game))
        games = arrays.adjudicate(games, arrays.draw(games, "players")).after
    print(f"\n{dict(met)} orders compared")
    assert met[MOVEMENT]
    assert met[ADJUSTMENT]


def test_self_play_is_played_again_on_a_game() -> None:
    """Handed in as texts, phase by phase: nothing is refused, and all comes out the same."""
    many = max(COUNT // 100, 1)
    games, lost = arrays.begin(many, seed=16), 0
    tables = [legation.game("standard", seed=SEED) for _ in range(many)]
    for _ in range(PHASES):
        numbers = arrays.draw(games, "players")
        results = arrays.adjudicate(games, numbers)
        for game, table in enumerate(tables):
            before = arrays.position_of(games, game)
            for power, orders in sheets(before, numbers[game]).items():
                assert table.submit(power, list(orders)) == []
            view = table.advance()
            alike(arrays.position_of(results.after, game), view.position)
            ordered = [r for r in legation.results(view) if r.unit and r.clause != "STD-NMR"]
            fates = Counter(NAMES.fates[f] for f in results.fate[game][numbers[game] >= 0])
            assert Counter(result.fate for result in ordered) == fates
            lost += len(view.position.dislodged)
        games = results.after
    print(f"\n{many} games of {PHASES} phases, {lost} units had to retreat")


def test_play_is_drawing_and_adjudicating_again_and_again() -> None:
    many, phases = max(COUNT // 10, 3), 12 if COMPILED else 3
    start = arrays.begin(many, seed=17)
    played, counted = arrays.play(start, phases, "players", threads=2)
    games = arrays.begin(many, seed=17)
    moved = np.zeros(many, np.int64)
    while True:
        waiting = (games.phase == 0) & (moved == phases) | (games.phase == 3)
        if waiting.all():
            break
        # those that are done wait: only the others go on
        left = np.flatnonzero(~waiting)
        some = arrays.Games._make(array[left] for array in games)
        moved[left] += some.phase == 0
        after = arrays.adjudicate(some, arrays.draw(some, "players")).after
        for name, part in after._asdict().items():
            getattr(games, name)[left] = part
    assert counted["phases"] == moved.sum()
    for game in range(many):
        alike(arrays.position_of(played, game), arrays.position_of(games, game))
    assert (played.dice == games.dice).all()


# Round trips

UNITS = {
    code: [
        (kind, place)
        for kind in NAMES.kinds
        for place in BOOK.graph.provinces[code].places
        if BOOK.graph.can_stand(kind, place)
    ]
    for code in NAMES.provinces
}


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any units in any places, any owners, any phase; nobody dislodged."""
    there = sorted(code for code, choices in UNITS.items() if choices)
    codes = draw(st.lists(st.sampled_from(there), unique=True, max_size=34))
    power = st.sampled_from(NAMES.powers)
    units = [Unit(draw(power), *draw(st.sampled_from(UNITS[code]))) for code in codes]
    centres = sorted(BOOK.graph.centres)
    owned = draw(st.lists(st.sampled_from(centres), unique=True))
    year = draw(st.integers(1901, 1936))
    season, kind = draw(st.sampled_from(BOOK.calendar.phases))
    empty = sorted(set(there) - set(codes))
    contested = draw(st.lists(st.sampled_from(empty), unique=True, max_size=3))
    return Position(
        Phase(season, year, kind),
        sort_units(units),
        {code: draw(power) for code in owned},
        contested=frozenset(contested if kind != MOVEMENT else ()),
    )


@given(st.lists(positions(), max_size=3))
@settings(max_examples=40, deadline=None)
def test_positions_come_back_as_they_were(given_positions: list[Position]) -> None:
    games = arrays.games_of(given_positions)
    back = [arrays.position_of(games, game) for game in range(len(games.year))]
    assert back == given_positions


@given(positions().filter(lambda p: p.phase.kind == MOVEMENT and p.units), st.randoms())
@settings(max_examples=40, deadline=None)
def test_orders_come_back_as_they_were(position: Position, chance: object) -> None:
    """Of any unit any order that it could ever write, legal here or not."""
    games = arrays.games_of([position])
    texts = []
    for unit in position.units:
        written = [NAMES.orders[n] for n in OF_UNIT[unit.kind, unit.place]]
        pick = chance.choice(written)  # type: ignore[attr-defined]
        texts.append(pick)
    numbers = arrays.orders_of(games, [texts])
    assert sorted(arrays.texts_of(numbers)) == sorted(texts)
    fates = arrays.fates(position, texts)
    row = arrays.adjudicate(games, numbers).fate[0]
    told = {
        str(unit): NAMES.fates[row[NAMES.provinces.index(unit.province)]] for unit in position.units
    }
    assert fates == told
