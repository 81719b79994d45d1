"""Pairs of Post-Atomic: what was dealt, who placed which range, what was built out of sight.

What may not be told is settled here by where units stood and which borders
orders cross, from the sentences of PA-3, PA-6, PA-8 and PA-10: who never stood
in a place does not know whether it is a centre, who never stood beside a range,
and did not place it, does not know of it, and nobody else is told who placed
it, or that a second one lies there, unless his mutant tried to cross.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from night_twins import truth_of, with_truth
from random_play import random_orders
from twins import Pair, arriving, everybody, twin

from legation.board.borders import BorderName
from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT, SETUP
from legation.board.graph import MapGraph, province_of
from legation.board.position import sort_units
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.table.game import Game
from legation.variants.post_atomic.ledger import Ledger

VARIANT = "post_atomic"
Sheets = Mapping[str, list[str]]
Border = tuple[str, str]

CHOICES: Mapping[str, tuple[str, ...]] = {
    "range-nmr": ("random", "none"),
    "cliff-army": ("stops", "passes"),
    "range-coastal-fleet": ("passes", "stops"),
    "range-support": ("stops", "passes"),
    "publish-builds": ("yes", "unit-only"),
    "retreat-list": ("ranked", "open"),
}


def _new(dice: random.Random, **options: str) -> Game:
    drawn = {name: dice.choice(values) for name, values in CHOICES.items()}
    return Game.new(VARIANT, {**drawn, **options}, seed=f"{dice.getrandbits(128):032x}")


def _homes(graph: MapGraph, power: str) -> list[str]:
    """The provinces of a country (PA-5)."""
    return sorted(code for code, p in graph.provinces.items() if p.home == power)


def _frontiers(graph: MapGraph, power: str) -> list[Border]:
    """Where a power may place a range: in its country or at its edge (PA-6b)."""
    return [(a, b) for a in _homes(graph, power) for b in sorted(graph.touching[a])]


def _range(border: Border) -> str:
    return f"Mountain {border[0]}-{border[1]}"


def _first_sheets(game: Game, dice: random.Random) -> dict[str, list[str]]:
    """Sheets of the first Winter: everybody places one range or two, and some choose fleets."""
    sheets = {}
    for power in sorted(game.book.players):
        placed = dice.sample(_frontiers(game.book.graph, power), dice.randint(1, 2))
        sheets[power] = [_range(border) for border in placed]
        for place in _homes(game.book.graph, power):
            kind = dice.choice("AF")
            if dice.random() < 0.5 and f"{kind} {place}" in _pieces(game, power):
                sheets[power].append(f"Start {kind} {place}")
    return sheets


def _pieces(game: Game, power: str) -> set[str]:
    """The pieces that a power may start with, without those of which it chooses the place."""
    graph = game.book.graph
    places = [u.province for u in truth_of(game).position.of(power)]
    kinds = {"A": graph.army, "F": graph.fleet}
    return {f"{k} {p}" for p in places for k in kinds if p in kinds[k] and p != "Stp"}


def _sheets(game: Game, dice: random.Random) -> dict[str, list[str]]:
    """Random orders; nobody builds mutants; somebody forgets his."""
    return {
        power: [t for t in random_orders(game, power, dice) if not t.startswith("Build M")]
        for power in game.waiting
        if dice.random() < 0.9
    }


def _handed(games: Collection[Game], sheets: Sheets) -> None:
    for game in games:
        for power, orders in sheets.items():
            game.submit(power, orders)


def _standing(truth: Truth) -> set[tuple[str, str]]:
    """Powers, and the provinces where their units are, or were dislodged."""
    position = truth.position
    units: list[Unit] = [*position.units, *(lost.unit for lost in position.dislodged)]
    return {(unit.power, unit.province) for unit in units}


def _on(one: Game, two: Game, dice: random.Random, phases: int) -> Iterator[Game]:
    """Both games go on alike."""
    for _ in range(phases):
        if one.over:
            return
        _handed((one, two), _sheets(one, dice))
        one.advance()
        two.advance()
        yield one


def _parted(game: Game, sheets: Sheets, one: Sheets, two: Sheets) -> tuple[Game, Game]:
    """Twins whose sheets of the first Winter are these, but for some."""
    games = twin(game), twin(game)
    for each, mine in zip(games, (one, two), strict=True):
        _handed((each,), {**sheets, **mine})
    return games


# Ranges (PA-6, PA-8)

NEIGHBOURS: tuple[tuple[str, str, tuple[Border, ...]], ...] = (
    ("France", "Germany", (("Bur", "Mun"), ("Bur", "Ruh"))),
    ("Austria", "Italy", (("Tyr", "Ven"), ("Tri", "Ven"), ("Tyr", "Pie"))),
    ("Germany", "Austria", (("Mun", "Tyr"), ("Mun", "Boh"), ("Sil", "Boh"), ("Sil", "Gal"))),
    ("Germany", "Russia", (("Sil", "War"), ("Pru", "War"), ("Pru", "Lvn"))),
    ("Russia", "Austria", (("Gal", "War"), ("Gal", "Ukr"))),
)


def placer_pairs(seed: int) -> Iterator[Pair]:
    """The same ranges placed by others, or by a condition; or a second one on a border.

    All may be crossed by anybody but mutants (PA-6d, PA-8b, PA-11).
    """
    dice = random.Random(f"placers {seed}")
    game = _new(dice)
    sheets = _first_sheets(game, dice)
    p, q, borders = dice.choice(NEIGHBOURS)
    near, other = dice.sample(borders, 2)
    start = [text for text in sheets[p] if text.startswith("Start")]
    match seed % 4:
        case 0:
            kind, insiders = "who placed it", {p, q}
            first = {p: [*start, _range(near)], q: [_range(other)]}
            second = {p: [*start, _range(other)], q: [_range(near)]}
        case 1:
            kind, insiders = "who made it double", {p, q}
            first = {p: [*start, _range(near), _range(near)], q: [_range(other)]}
            second = {p: [*start, _range(near), _range(other)], q: [_range(near)]}
        case 2:
            kind, insiders = "whether it is double", {q}
            first = {p: [*start, _range(near)], q: [_range(other), _range(near)]}
            second = {p: [*start, _range(near)], q: [_range(other)]}
        case _:
            kind, insiders = "a condition", {p}
            home = truth_of(game).position.of(p)[0].province
            dealt = home in Ledger.of(truth_of(game)).centres_dealt
            order = (near, other) if dealt else (other, near)
            asked = f"if {home} is a centre: {_range(order[0])} else {_range(order[1])}"
            first, second = {p: [_range(near)]}, {p: [asked]}
    one, two = _parted(game, sheets, first, second)
    yield Pair(kind, one, two, everybody(one, *insiders), note="sheets are in")
    one.advance()
    two.advance()
    yield Pair(kind, one, two, everybody(one, *insiders))
    for step, _ in enumerate(_on(one, two, dice, 6)):
        if step % 2 or one.phase.kind != MOVEMENT:
            yield Pair(kind, one, two, everybody(one, *insiders), note=f"{p}, {q}")


def _crosses(game: Game, text: str, shut: Collection[frozenset[str]]) -> bool:
    """Does an order have to do with one of these borders, or go by sea, where one may lie?"""
    order = game.book.read(text, game.phase.kind)
    if order.unit is None or order.verb == "convoy" or order.via:
        return True
    goals = [order.goal, *(str(value) for _, value in order.extra)]
    if order.target is not None:
        goals += [order.target.place]
        if order.goal:
            shut_for = frozenset({order.target.province, province_of(order.goal)})
            if shut_for in shut or not _beside(game, order.target.province, order.goal):
                return True
    elif order.goal and not _beside(game, order.unit.province, order.goal):
        return True
    return any(frozenset({order.unit.province, province_of(g)}) in shut for g in goals if g)


def _beside(game: Game, start: str, goal: str) -> bool:
    return province_of(goal) in game.book.graph.touching[start]


def unmet_pairs(seed: int) -> Iterator[Pair]:
    """A power places its range here or there; nobody's order crosses either of them.

    Who ever stood beside one of the two is an insider (PA-8a).
    """
    dice = random.Random(f"unmet {seed}")
    game = _new(dice, **{"retreat-list": "ranked"})
    sheets = _first_sheets(game, dice)
    power = dice.choice(sorted(sheets))
    here, there = dice.sample(_frontiers(game.book.graph, power), 2)
    start = [text for text in sheets[power] if text.startswith("Start")]
    first, second = ({power: [*start, _range(border)]} for border in (here, there))
    one, two = _parted(game, sheets, first, second)
    shut, beside = {frozenset(here), frozenset(there)}, {*here, *there}
    insiders = {power}
    for step in range(6):
        insiders |= {who for who, place in _standing(truth_of(one)) if place in beside}
        if step:
            outsiders = everybody(one, *insiders)
            yield Pair("an unmet range", one, two, outsiders, whole=step == 5, note=str(shut))
            mine = _sheets(one, dice)
            if one.phase.kind != ADJUSTMENT:
                mine = {p: [t for t in s if not _crosses(one, t, shut)] for p, s in mine.items()}
            _handed((one, two), mine)
        if one.over:
            return
        before = _standing(truth_of(one))
        one.advance()
        two.advance()
        insiders |= {who for who, place in before if place in beside}


# Centres (PA-3, PA-10)


def deal_pairs(seed: int) -> Iterator[Pair]:
    """Twins in which other places are centres, where nobody has stood, or only insiders have."""
    dice = random.Random(f"deal 2020 {seed}")
    start = _new(dice)
    one, sheets, stood = twin(start), list[Sheets](), list[set[tuple[str, str]]]()
    last = dice.randint(2, 7)
    for _ in range(last):
        mine = _sheets(one, dice) if sheets else _first_sheets(one, dice)
        sheets.append(mine)
        _handed((one,), mine)
        one.advance()
        stood.append(_standing(truth_of(one)))
        if one.phase.kind == ADJUSTMENT and seed % 2:
            break
    ever = set[tuple[str, str]]().union(*stood)
    visited = {place for _, place in ever}
    insiders: set[str] = set()
    if seed % 2:  # until the first adjustments: then what is due shows
        insiders = {dice.choice(sorted(start.book.players))}
        visited = {place for who, place in ever if who not in insiders}
    truth = truth_of(start)
    dealt = Ledger.of(truth).centres_dealt
    pools: dict[str, list[str]] = {}
    for code, province in start.book.graph.provinces.items():
        if province.centre == "?" and code not in visited:
            pools.setdefault(province.home, []).append(code)
    other = dealt & visited
    for pool in pools.values():
        other |= set(dice.sample(pool, len(dealt & set(pool))))
    first = start.record.phases[0]
    ledger = replace(Ledger.of(truth), centres_dealt=frozenset(other))
    two = Game(replace(start.record, phases=(first,)))
    two = with_truth(two, replace(truth, ledger=ledger))
    one, kind = twin(start), "centres that only some found" if seed % 2 else "centres nobody found"
    for index, each in enumerate(sheets):
        _handed((one, two), each)
        one.advance()
        two.advance()
        if index % 2 == 0 or index == len(sheets) - 1:
            outsiders = everybody(one, *insiders)
            yield Pair(kind, one, two, outsiders, note=", ".join(sorted(insiders)))
    if one.phase.kind != ADJUSTMENT or not insiders or any(_short(g, insiders) for g in (one, two)):
        return
    one.advance()  # who may build, and does not, is not told from who may not
    two.advance()
    yield Pair("builds not used", one, two, everybody(one, *insiders))


def _short(game: Game, powers: Collection[str]) -> bool:
    position = truth_of(game).position
    return any(len(position.centres_of(p)) < len(position.of(p)) for p in powers)


# Sheets of the Winters


def first_winter_pairs(seed: int) -> Iterator[Pair]:
    """Before all sheets of the first Winter are in, and after it as far as they are secret."""
    dice = random.Random(f"first winter {seed}")
    game = _new(dice)
    assert game.phase.kind == SETUP
    sheets = _first_sheets(game, dice)
    power = dice.choice(sorted(sheets))
    pieces = sorted(_pieces(game, power))
    one, two = _parted(game, sheets, {}, {})
    for each, piece in zip((one, two), dice.sample(pieces, 2), strict=True):
        each.submit(power, [*sheets[power][:1], f"Start {piece}"], settled=dice.random() < 0.5)
    yield Pair("start types", one, two, everybody(one, power))
    two.clear(power)
    yield Pair("start types", one, two, everybody(one, power))
    one, two = _parted(game, sheets, {}, {})
    two = arriving(two, power, ["Start A Swi", "Mountain Spa-Por"])
    one.advance()
    two.advance()
    yield Pair("refused in the first Winter", one, two, everybody(one, power))


def winter(dice: random.Random, **options: str) -> Game:
    """A game in its first adjustments."""
    game = _new(dice, **options)
    _handed((game,), _first_sheets(game, dice))
    while game.phase.kind != ADJUSTMENT:
        game.advance()
        _handed((game,), _sheets(game, dice) if game.phase.kind != ADJUSTMENT else {})
    return game


def _set(game: Game, units: Sequence[Unit], owners: Mapping[str, str], **ledger: Any) -> Game:
    truth = truth_of(game)
    kept = replace(truth.ledger, **ledger)
    position = replace(truth.position, units=sort_units(units), owners=dict(owners))
    return with_truth(game, replace(truth, position=position, ledger=kept))


def placed(
    game: Game,
    units: Sequence[Unit],
    ranges: Mapping[BorderName, Sequence[str]],
    insiders: Iterable[str],
) -> Game:
    """The game with these units and ranges alone; insiders found those beside them (PA-8a)."""
    found = {}
    for power in insiders:
        own = {unit.province for unit in units if unit.power == power}
        found[power] = tuple(border for border in ranges if own & {*border.sides})
    known = {power: borders for power, borders in found.items() if borders}
    owners = truth_of(game).position.owners
    return _set(game, units, owners, ranges=dict(ranges), ranges_known=known, doubles_known={})


def winter_pairs(seed: int) -> Iterator[Pair]:
    """What only its owner hears of a Winter: refusals, and why a unit went (PA-10b)."""
    dice = random.Random(f"winter {seed}")
    game = winter(dice)
    one, two = twin(game), twin(game)
    power = dice.choice(sorted(game.book.players))
    others = _sheets(game, dice)
    _handed((one, two), {p: s for p, s in others.items() if p != power})
    taken = {place for _, place in _standing(truth_of(game))}
    nobody = next(code for code in game.book.graph.army if code not in taken)
    lines = ["Build A Swi", f"Remove A {nobody}"]
    two = arriving(two, power, lines if _short(game, {power}) else [*lines, "Waive"])
    one.advance()
    two.advance()
    yield Pair("refused in Winter", one, two, everybody(one, power))
    # The last unit of a power goes, whichever of its centres it is measured from.
    position = truth_of(game).position
    units = [u for u in position.units if u.power != "Turkey" and u.province != "Arm"]
    owners = {c: p for c, p in position.owners.items() if p != "Turkey"}
    last = Unit("Turkey", "A", "Arm", id=99)
    found = Ledger.of(truth_of(game)).centres_known
    known = {power: places for power, places in found.items() if power != "Turkey"}
    one, two = (
        _set(game, [*units, last], owners, centres_known={**known, "Turkey": (home,)})
        for home in ("Con", "Smy")
    )
    one.advance()
    two.advance()
    yield Pair("why it was removed", one, two, everybody(one, "Turkey"))


def balance_pairs(seed: int) -> Iterator[Pair]:
    """Nobody has anything to build or remove, or one has: there is a Winter either way (PA-10a)."""
    dice = random.Random(f"balance {seed}")
    game = winter(dice, **{"publish-builds": "yes"})
    game.advance()
    while not (game.phase.kind == MOVEMENT and game.phase.season == "Autumn"):
        game.advance()
    position, dealt = truth_of(game).position, Ledger.of(truth_of(game)).centres_dealt
    held = {u.province: u.power for u in position.units}
    owners = {c: p for c, p in held.items() if c in dealt}
    free = sorted(dealt - set(owners))
    short = ""
    for power in sorted(game.book.players):
        count = len(position.of(power)) - sum(p == power for p in owners.values())
        for _ in range(count):
            owners[free.pop()] = short = power
    if not short:
        return
    lost = next(c for c, p in owners.items() if p == short and c not in held)
    fewer = {c: p for c, p in owners.items() if c != lost}
    one, two = (_set(game, position.units, mine, centres_known={}) for mine in (owners, fewer))
    outsiders = everybody(one, short)
    yield Pair("nothing due", one, two, outsiders)
    one.advance()
    two.advance()
    yield Pair("nothing due", one, two, outsiders)


def unseen_pairs(seed: int) -> Iterator[Pair]:
    """A unit is built here or there, stays where it is, and nobody comes near (PA-10b)."""
    dice = random.Random(f"unseen {seed}")
    game = winter(dice, **{"publish-builds": "unit-only", "retreat-list": "ranked"})
    power = dice.choice(sorted(game.book.players))
    homes = _homes(game.book.graph, power)
    here, there = dice.sample(homes, 2)
    position = truth_of(game).position
    units = [u for u in position.units if u.power != power and u.province not in homes]
    far = next(u for u in position.units if u.power == power)
    place = dice.choice([h for h in homes if h not in (here, there)])
    units.append(replace(far, kind="A", place=place))
    owners = {c: p for c, p in position.owners.items() if p != power and c not in homes}
    owners |= dict.fromkeys((here, there), power)
    game = _set(
        game, units, owners, centres_dealt=Ledger.of(truth_of(game)).centres_dealt | {here, there}
    )
    sheets = {p: s for p, s in _sheets(game, dice).items() if p != power}
    one, two = twin(game), twin(game)
    _handed((one,), {**sheets, power: [f"Build A {here}"]})
    _handed((two,), {**sheets, power: [f"Build A {there}"]})
    outsiders = everybody(one, power)
    for step in range(3):
        one.advance()
        two.advance()
        # What others order has nothing to do with the two places.
        yield Pair("built unseen" if not step else "unseen still", one, two, outsiders)
        if one.phase.kind == RETREAT:
            return
        _handed((one, two), _calm(one, dice, power, {here, there}))


def _calm(game: Game, dice: random.Random, power: str, spots: set[str]) -> dict[str, list[str]]:
    """Random orders of the others that have nothing to do with these places."""
    found = {}
    for each, sheet in _sheets(game, dice).items():
        if each != power:
            found[each] = [text for text in sheet if not any(spot in text for spot in spots)]
    return found


def cliff_pairs(seed: int) -> Iterator[Pair]:
    """A convoy fails by a cliff where it starts, or by one where it lands: others just hear so."""
    dice = random.Random(f"cliffs {seed}")
    game = _new(dice, **{"cliff-army": "stops", "publish-builds": "yes"})
    game.advance()
    position = truth_of(game).position
    units = [u for u in position.units if u.power not in ("England", "France")]
    units += [Unit("England", "A", "Lon", id=98), Unit("England", "F", "ENG", id=99)]
    one, two = (
        _set(game, units, position.owners, ranges=ranges, ranges_known={}, doubles_known={})
        for ranges in (
            {BorderName("ENG", "Lon"): ("England",)},
            {BorderName("Bre", "ENG"): ("France",)},
        )
    )
    _handed((one, two), {"England": ["A Lon - Bre", "F ENG C A Lon - Bre"]})
    one.advance()
    two.advance()
    yield Pair("which cliff it was", one, two, everybody(one, "England", "France"))


def pairs(seed: int) -> Iterator[Pair]:
    """All of these that are about the Winters."""
    yield from first_winter_pairs(seed)
    yield from winter_pairs(seed)
    yield from balance_pairs(seed)
    yield from unseen_pairs(seed)
    yield from cliff_pairs(seed)
