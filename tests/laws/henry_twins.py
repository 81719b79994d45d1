"""Pairs of Warwick: where Henry is, what lies sealed on a sheet, and who wished in vain to win.

What may not be told is settled here from the sentences of WA-2b, WA-3a-2,
WA-3e and WA-4c-1. Of Henry only they hear who hold him, or held him, or are
handed him, in either game; a joint win is wished in vain where not both wish
it, neither is King, they are of two factions, or hold too little.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from night_twins import truth_of, with_truth
from random_play import random_orders
from twins import Pair, arriving, everybody, twin

from legation.board.calendar import MOVEMENT
from legation.board.orders import Order
from legation.board.units import Unit
from legation.rules.naming import own_name
from legation.rules.survey import Survey
from legation.table.game import Game
from legation.variants.warwick.cast import Ledger

VARIANT, WARWICK, HENRY = "warwick", "Earl of Warwick", "Henry VI"
LONDON, ENOUGH = "Lon", 14
_ABOUT_HENRY = ("Henry to", "Henry starts", "Abandon Henry", "Kill Henry")
_WISH = "Declare joint win"

Sheets = Mapping[str, list[str]]


def _new(dice: random.Random, **options: str) -> Game:
    drawn = {
        "henry-at-sea": dice.choice(("drowns", "stays")),
        "henry-king": dice.choice(("holder", "nobody")),
        "ex-claimant-support": dice.choice(("allowed", "void")),
        **options,
    }
    return Game.new(VARIANT, drawn, seed=f"{dice.getrandbits(128):032x}")


def _sheets(game: Game, dice: random.Random, *without: str) -> dict[str, list[str]]:
    """Random orders, without those that begin like this; somebody forgets his."""
    return {
        power: [t for t in random_orders(game, power, dice) if not t.startswith(without)]
        for power in game.waiting
        if dice.random() < 0.85
    }


def _handed(games: Collection[Game], sheets: Sheets) -> None:
    for game in games:
        for power, orders in sheets.items():
            game.submit(power, orders)  # of which some may be refused: who holds Henry changes


def _played(dice: random.Random, phases: int, **options: str) -> Game:
    """A game that has gone on for a while, Henry being alive."""
    game = _new(dice, **options)
    for _ in range(phases):
        if not game.over:
            _handed((game,), _sheets(game, dice, "Kill Henry"))
            game.advance()
    return game


# Henry (WA-3e)


def henry(game: Game) -> tuple[str, str, str]:
    """Who holds Henry, where, and where he lies abandoned: the truth of it."""
    kept = Ledger.of(truth_of(game))
    return kept.henry_holder, kept.henry_unit, kept.henry_place


def dead(game: Game) -> bool:
    """Is Henry dead, which is public (WA-3e-4)?"""
    return Ledger.of(truth_of(game)).henry_dead


def holders(*games: Game) -> set[str]:
    """Who holds Henry in these games."""
    return {henry(game)[0] for game in games} - {""}


def _spot(unit: Unit) -> str:
    return f"{unit.place}/{unit.number}" if unit.number else unit.place


def put(game: Game, dice: random.Random, holder: str = "", lying: bool = False) -> Game:
    """The game with Henry somewhere else: with any unit, or abandoned where nobody stands."""
    position, graph = truth_of(game).position, game.book.graph
    units = (*position.units, *(lost.unit for lost in position.dislodged))
    where = dice.choice([unit for unit in units if holder in ("", unit.power)] or units)
    holder, unit, place = where.power, _spot(where), ""
    if lying:
        taken = {unit.province for unit in units}
        near = {p for unit in position.units for p in graph.army[unit.province]}
        empty = sorted(near - taken - graph.carriers)
        holder, unit, place = "", "", dice.choice(empty)
    truth = truth_of(game)
    ledger = replace(
        Ledger.of(truth),
        henry_holder=holder,
        henry_unit=unit,
        henry_place=place,
        henry_left_by="",
        henry_dead=False,
    )
    return with_truth(game, replace(truth, ledger=ledger))


def _about(game: Game, dice: random.Random) -> tuple[str, list[str]]:
    """What the holder writes about Henry: to pass him to a unit near by, or to leave him."""
    holder, where, _ = henry(game)
    if not holder:
        return "", []
    position, touching = truth_of(game).position, game.book.graph.touching
    own = position.of(holder)
    bearer = next((u for u in own if _spot(u) == where), own[0] if own else None)
    if bearer is None:
        return holder, []
    ring = {bearer.province, *touching[bearer.province]}
    near = [u for u in position.units if u is not bearer and u.province in ring]
    choice = dice.randrange(8)
    if choice < 4 and near:
        taker = dice.choice(near)
        return holder, [f"Henry to {taker.power} U {_spot(taker)}"]
    if choice == 4:
        return holder, [f"Henry to {dice.choice(position.units).power} U {_spot(bearer)}"]
    if choice == 5 and game.number == 0:
        return holder, [f"Henry starts with {dice.choice(own)}"]
    return holder, ["Abandon Henry"] if choice > 5 else []


def _what_happened(before: Sequence[tuple[str, str, str]], games: Sequence[Game]) -> str:
    """The kind of secret, by where Henry was and is."""
    kinds = set()
    for (holder, unit, place), game in zip(before, games, strict=True):
        now = henry(game)
        if place and now[0]:
            kinds.add("Henry found")
        elif holder and now[2]:
            kinds.add("Henry left behind")
        elif holder != now[0]:
            kinds.add("Henry handed over")
        elif place or not unit:
            kinds.add("Henry lies there" if place else "Henry assigned")
    for kind in ("Henry found", "Henry left behind", "Henry handed over", "Henry assigned"):
        if kind in kinds:
            return kind
    return "Henry's whereabouts"


def _fetching(games: Collection[Game], sheets: dict[str, list[str]]) -> None:
    """Lets somebody go where Henry lies, in one game, and maybe in the other for nothing."""
    for game in games:
        _, _, place = henry(game)
        survey = Survey(game.book, truth_of(game).position)
        for unit in survey.position.units:
            if place in survey.steps(unit) and unit.power in sheets:
                rest = [t for t in sheets[unit.power] if not t.startswith(f"{unit} ")]
                sheets[unit.power] = [f"{unit} - {place}", *rest]
                break


ROADS = ("assigned", "anywhere", "killed", "lying")
"""How twins part: in the first turn, or later, Henry with whomever, with other
units of one power that has him killed, or lying somewhere."""


def token_pairs(seed: int) -> Iterator[Pair]:
    """Twins in which Henry is somewhere else, and goes other ways, unit by unit."""
    dice, road = random.Random(f"henry {seed}"), ROADS[seed % len(ROADS)]
    one = _played(dice, 0 if road == "assigned" else dice.randrange(1, 5))
    if one.over:
        return
    two, aware = twin(one), holders(one)
    if road != "assigned":
        power = dice.choice(sorted(one.book.players)) if road == "killed" else ""
        one = put(one, dice, power, road == "lying")
        two = put(two, dice, power, road == "lying" and dice.random() < 0.5)
        if henry(one) == henry(two):
            two = put(two, dice)
        aware = holders(one, two)
        yield Pair("Henry's whereabouts", one, two, everybody(one, *aware))
    for step in range(4):
        sheets = _sheets(one, dice, *_ABOUT_HENRY, _WISH)
        moving, before = one.phase.kind == MOVEMENT, (henry(one), henry(two))
        if moving and dice.random() < 0.7:
            _fetching((one, two), sheets)
        killing = road == "killed" and moving and holders(one) == holders(two) != set()
        written = []
        for game in (one, two):
            holder, line = _about(game, dice) if moving else ("", [])
            line = ["Kill Henry"] if killing else line
            written.append(line)
            _handed(
                (game,), {**sheets, holder: [*sheets.get(holder, ()), *line]} if line else sheets
            )
        others = sorted(one.book.players - aware)
        if moving and others:  # from a file or an old version, for it would be refused
            stranger, text = dice.choice(others), dice.choice(_ABOUT_HENRY[2:])
            one, two = (arriving(game, stranger, [text]) for game in (one, two))
        if written[0] != written[1]:
            yield Pair("Henry on a sheet", one, two, everybody(one, *aware))
        one.advance()
        two.advance()
        if dead(one) != dead(two):  # drowned with a unit that was removed, which is published
            return
        aware |= holders(one, two)
        kind = "Henry killed" if dead(one) else _what_happened(before, (one, two))
        yield Pair(kind, one, two, everybody(one, *aware), whole=step == 3)
        if one.over or dead(one):
            return


# Sheets (WA-3a-2, WA-4c-1)


def sealed_pairs(seed: int) -> Iterator[Pair]:
    """Sheets that differ in one declaration, or in what one cut order guesses."""
    dice = random.Random(f"sealed court {seed}")
    game = _played(dice, dice.randrange(5))
    if game.over or game.phase.kind != MOVEMENT:
        return
    sheets = _sheets(game, dice, *_ABOUT_HENRY)
    _handed((game,), sheets)
    declarations = ("Declare neutral", "Declare myself", "Declare Henry VI")
    for power in dice.sample(sorted(sheets), min(2, len(sheets))):
        one, two = twin(game), twin(game)
        plain = [text for text in sheets[power] if not text.startswith("Declare")]
        for each, said in zip((one, two), dice.sample(declarations, 2), strict=True):
            each.submit(power, [*plain, said])
        yield Pair("sealed alignment", one, two, everybody(game, power))
        survey = Survey(game.book, game.view("spectator").position)
        for unit in survey.position.of(power):
            rest = [text for text in plain if not text.startswith(f"{unit} ")]
            guesses = list(_guesses(survey, unit))
            if not guesses:
                continue
            one, two = twin(game), twin(game)
            for each, order in zip((one, two), dice.sample(guesses, 2), strict=True):
                assert each.submit(power, [*rest, game.book.write(order)]) == []
            yield Pair("sealed cut", one, two, everybody(game, power))
            break


def _guesses(survey: Survey, unit: Unit) -> Iterator[Order]:
    """The cuts that a unit may be ordered, those that cannot be right among them (WA-4c)."""
    seas = sorted((survey.steps(unit) | {unit.province}) & survey.book.open_places)
    for sea, power in product(seas, sorted(survey.book.players - {unit.power})):
        goal = "" if sea == unit.province else sea
        for target in survey.names:
            yield Order("cut", own_name(unit), target, goal, extra=(("power", power),))


# Joint wins (WA-2b)


class Wish(NamedTuple):
    """Two who wish to win jointly, and why it is in vain."""

    kind: str
    king: str
    ally: str
    stands: Mapping[str, str]
    crown: str
    centres: tuple[str, ...]
    lines: Sheets


WISHES = (
    *("one wish", "wish for another", "too few centres", "without London", "no King"),
    *("another faction", "Henry's King is nobody", "Henry's holder is not his"),
)


def _wish(game: Game, kind: str, dice: random.Random) -> Wish:
    """Those two, with what they need for it but for one thing."""
    graph = game.book.graph
    king, ally, third = dice.sample(sorted(game.book.players - {WARWICK, "Edward IV"}), 3)
    centres = sorted(set(graph.centres) - {LONDON})
    count = 12 if kind == "too few centres" else ENOUGH
    held = dice.sample(centres, count - (kind != "without London"))
    held += [LONDON] * (kind != "without London")
    stands = {king: "claimant", ally: king, WARWICK: HENRY, "Edward IV": "claimant"}
    crown = king
    match kind:
        case "another faction":
            stands[ally] = "Edward IV"
        case "no King":
            crown = ""
        case "Henry's King is nobody":
            stands, crown = {**stands, king: HENRY, ally: HENRY}, HENRY
        case "Henry's holder is not his":
            stands, crown = {**stands, king: "neutral", ally: HENRY}, HENRY
    lines = {king: [f"{_WISH} with {ally}"], ally: [f"{_WISH} with {king}"]}
    if kind == "one wish":
        del lines[dice.choice((king, ally))]
    if kind == "wish for another":
        lines[dice.choice((king, ally))] = [f"{_WISH} with {third}"]
    return Wish(kind, king, ally, stands, crown, tuple(held), lines)


def _courtly(game: Game, wish: Wish) -> Game:
    """The game as if they had come to that."""
    truth = truth_of(game)
    position = truth.position
    rest = {c: p for c, p in position.owners.items() if p not in (wish.king, wish.ally)}
    owners = {c: p for c, p in rest.items() if c not in wish.centres}
    half = len(wish.centres) // 2
    owners |= dict.fromkeys(wish.centres[:half], wish.king)
    owners |= dict.fromkeys(wish.centres[half:], wish.ally)
    stands = {**dict.fromkeys(game.book.players, "neutral"), **wish.stands}
    ledger = replace(
        Ledger.of(truth),
        alignments=stands,
        king=wish.crown,
        sole="",
        claimed=frozenset(p for p, stand in stands.items() if stand == "claimant"),
    )
    unit = next(iter(position.of(wish.king)), None)
    if wish.crown == HENRY and unit is not None:
        ledger = replace(ledger, henry_holder=wish.king, henry_unit=_spot(unit), henry_place="")
    return with_truth(
        game, replace(truth, position=replace(position, owners=owners), ledger=ledger)
    )


def wish_pairs(seed: int) -> Iterator[Pair]:
    """Twins in which two wish to win jointly, and in vain, or do not; nobody hears (WA-2b)."""
    dice = random.Random(f"wishes {seed}")
    kind = WISHES[seed % len(WISHES)]
    king = {"Henry's King is nobody": "nobody", "Henry's holder is not his": "holder"}
    options = {"henry-king": king[kind]} if kind in king else {}
    base, told = _played(dice, dice.randrange(2), **options), {False: 0, True: 0}
    for _ in range(6):
        winter = base.phase.kind != MOVEMENT
        if base.over or all(told.values()):
            return
        wish = _wish(base, kind, dice)
        here = _courtly(base, wish)
        sheets = _sheets(here, dice, *_ABOUT_HENRY, "Declare")
        if here.phase.kind == "retreat" or not here.view("gm").position.of(wish.king):
            _handed((base,), sheets)
            base.advance()
            continue
        one, two = here, twin(here)
        lines = {p: [*sheets.get(p, ()), *line] for p, line in wish.lines.items()}
        _handed((one,), sheets)
        _handed((two,), {**sheets, **lines})
        outsiders = everybody(one, *wish.lines)
        name = f"wish to win, {'winter' if winter else 'movement'}"
        one.advance()
        two.advance()
        told[winter] += 1
        assert not one.over
        assert not two.over
        yield Pair(name, one, two, outsiders, note=kind)
        base = one
