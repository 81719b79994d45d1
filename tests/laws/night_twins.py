"""Pairs of London Nights: the quiet moves of the Theatre-Goers, and what the night's deal hid.

What may not be told is settled here by distances on the map and by who owns
what, from the sentences of LN-1A-a and LN-5b, not by asking the variant. A
unit is quiet in a round if nobody's order but its own faction's comes near the
places where it starts and to which it goes, and these are no centres of other
players; sharing a bridge is no conflict.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from random_play import hand_in, one_of, random_orders
from twins import Pair, everybody, twin

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.graph import BRIDGE, province_of
from legation.board.orders import Order
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.rules.menus import beside_menu, menu
from legation.rules.reports import Report
from legation.rules.survey import Survey
from legation.sight.moment import Moment
from legation.table.canonical import digest
from legation.table.game import Game
from legation.table.kept import TRUTH
from legation.table.ledgers import ledger_data
from legation.table.record import Record
from legation.variants.load import load
from legation.variants.london_nights.cast import Ledger

load("london_nights")
crossing = sys.modules["legation.variants.london_nights.crossing"]

THEATRE, TAXIS, CITY, POLICE = "Theatre-Goers", "Taxi Drivers", "City Boys", "Police"
VARIANT = "london_nights"
CHOICES: Mapping[str, tuple[str, ...]] = {
    "police-conflict": ("yes", "yes", "no"),
    "police-orders": ("automatic", "automatic", "game-master"),
    "hidden-pool": ("all", "no-police"),
    "discovery": ("round", "round", "hour"),
    "clock": ("ends", "named"),
    "taxi-duty": ("enforce", "allow"),
    "retreat-list": ("ranked", "ranked", "open"),
    "fortress-vacant": ("owner", "royals", "none"),
}


def night(dice: random.Random, **options: str) -> Game:
    """A new game, its options drawn but for those given."""
    drawn = {name: dice.choice(values) for name, values in CHOICES.items()}
    return Game.new(VARIANT, {**drawn, **options}, seed=f"{dice.getrandbits(128):032x}")


def truth_of(game: Game) -> Truth:
    """The whole truth."""
    return game.record.phases[-1].truth


# Restless play


def lively(game: Game, power: str, dice: random.Random) -> list[str]:
    """Legal orders of which most are moves; of the Taxi Drivers' units one drives, if it can."""
    if game.phase.kind != MOVEMENT:
        return random_orders(game, power, dice)
    survey = Survey(game.book, game.view("spectator" if power == POLICE else power).position)
    found, drives = [], dice.random() < 0.9
    own = survey.position.of(power)
    for unit in dice.sample(own, len(own)):
        steps = survey.ordered_steps(unit)
        if steps and not (power == TAXIS and drives) and dice.random() < 0.7:
            found.append(f"{unit} - {dice.choice(steps)}")
            continue
        choices = sorted(menu(survey, unit), key=str)
        doubles = [c for c in choices if c.verb == "double"] if drives else []
        drives = drives and not doubles
        plain = [c for c in choices if c.verb != "double"]
        found.append(one_of(survey, dice.choice(doubles or plain), dice))
    beside = sorted(beside_menu(survey, power), key=str)
    if beside and dice.random() < 0.5:
        found.append(one_of(survey, dice.choice(beside), dice))
    return found


Sheets = dict[str, list[str]]


def all_sheets(game: Game, dice: random.Random, *but: str) -> Sheets:
    """Orders of everybody who has something to decide, some of whom forget theirs."""
    powers = [p for p in game.waiting if p not in but and dice.random() < 0.95]
    if game.phase.kind == MOVEMENT:
        powers += game.book.master_powers
    sheets = {power: lively(game, power, dice) for power in powers}
    if POLICE in sheets:  # their master sees whom they could support, so that twins differ there
        sheets[POLICE] = [text for text in sheets[POLICE] if " S " not in text]
    return sheets


def played_on(games: Sequence[Game], sheets: Sheets) -> None:
    """Hands the same sheets in everywhere, and advances."""
    for game in games:
        for power, orders in sheets.items():
            game.submit(power, orders, settled=power in game.book.master_powers)
        game.advance()


# Quiet moves


class Step(NamedTuple):
    """An order of one unit: to its goal, or none to stay."""

    unit: Unit
    goal: str

    @property
    def text(self) -> str:
        """The order as written."""
        return f"{self.unit} - {self.goal}" if self.goal else f"{self.unit} H"

    @property
    def places(self) -> set[str]:
        """The places that it has to do with."""
        return {self.unit.province, self.goal or self.unit.province}


class Round:
    """Both games at the start of a round, and what is quiet in it by the rules."""

    def __init__(self, one: Game, two: Game, dice: random.Random, near: bool) -> None:
        self.dice, self.near, self.book = dice, near, one.book
        self.truths = truth_of(one), truth_of(two)
        self.boards = tuple(truth.position for truth in self.truths)
        self.army = one.book.graph.army
        provinces = one.book.graph.provinces
        self.bridges = {c for c, p in provinces.items() if p.terrain == BRIDGE}
        hour = self._ends_on_the_hour(one)
        hidden = {str(p) for truth in self.truths for p in _places(truth, "hidden-centres")}
        found = {str(p) for p in _places(self.truths[0], "discovered")}
        owners = self.boards[0].owners
        self.foreign = {c for c, owner in owners.items() if owner != THEATRE}
        self.telling = hidden - found
        if hour:  # whoever stands in a centre then, owns it, and that is public
            self.telling |= {c for c, p in provinces.items() if p.centre == "1" or c in found}
            self.telling -= {c for c, owner in owners.items() if owner == THEATRE}
        others = [u for u in self.boards[0].units if u.power != THEATRE]
        self.reached: set[str] = set()
        for unit in others:
            if near and unit.power != POLICE:
                self.reached.add(unit.province)
                continue
            ring = {unit.province, *self.army[unit.province]}
            if unit.power == TAXIS:
                ring |= {far for place in ring for far in self.army[place]}
            self.reached |= ring

    def _ends_on_the_hour(self, game: Game) -> bool:
        calendar, phase = game.book.calendar, game.phase
        after = calendar.after(calendar.after(phase))
        return after.kind == ADJUSTMENT or after.year > calendar.last_year

    def quiet(self, unit: Unit, touched: Collection[str]) -> list[Step]:
        """The quiet orders of one unit: to stay, or to go somewhere (LN-1A-a)."""
        found = [Step(unit, ""), *(Step(unit, goal) for goal in sorted(self.army[unit.place]))]
        return [step for step in found if self._is_quiet(step, touched)]

    def _is_quiet(self, step: Step, touched: Collection[str]) -> bool:
        if step.places & self.foreign or (step.goal or step.unit.province) in self.telling:
            return False
        # One who is stopped on his way stays where he was.
        if step.unit.province in self.telling:
            return False
        fought_over = step.places - self.bridges
        return not fought_over & self.reached and not fought_over & set(touched)

    def theatre(self, touched: Collection[str]) -> tuple[list[str], list[str], set[str]] | None:
        """Two sheets of the Theatre-Goers that differ in quiet orders only, and their places.

        Units whose orders are the same stand in the same place and have nothing
        to do with the places of the others, in either game.
        """
        one, two = ({u.id: u for u in board.of(THEATRE)} for board in self.boards)
        if set(one) != set(two):
            return None
        shared = {name for name in one if one[name] == two[name]}
        steps = {
            name: (self.quiet(one[name], touched), self.quiet(two[name], touched)) for name in one
        }
        able = [name for name in sorted(one) if all(steps[name])]
        if not {name for name in one if name not in shared} <= set(able):
            return None
        chosen = [name for name in able if name not in shared or self.dice.random() < 0.6]
        sheets: tuple[list[str], list[str]] = ([], [])
        used: set[str] = set()
        for name in chosen:
            for side in (0, 1):
                step = self.dice.choice(steps[name][side])
                sheets[side].append(step.text)
                used |= step.places
        if set(sheets[0]) == set(sheets[1]):
            return None
        for name in sorted(shared - set(chosen)):
            text = self._same(one[name], used - self.bridges, used & self.bridges)
            if text is None:
                return None
            for sheet in sheets:
                sheet.append(text)
        return (*sheets, used)

    def _same(self, unit: Unit, used: set[str], bridges: set[str]) -> str | None:
        """An order of a unit that has nothing to do with these places."""
        if unit.province in used | bridges:
            return None
        survey = Survey(self.book, self.boards[0])
        texts = [one_of(survey, c, self.dice) for c in sorted(menu(survey, unit), key=str)]
        self.dice.shuffle(texts)
        for text in (*texts, f"{unit} H"):
            order = self.book.read(text, MOVEMENT)
            target = {order.target.province} if order.target else set()
            if not (touched_by(order) | target) & (used | bridges):
                return text
        return None


def _places(truth: Truth, key: str) -> Collection[object]:
    found = ledger_data(truth.ledger)[key]
    assert isinstance(found, list)
    return found


def touched_by(order: Order) -> set[str]:
    """The places that an order has to do with: where it fights, or helps to."""
    found = {province_of(order.goal)} if order.goal else set()
    found |= {province_of(str(value)) for name, value in order.extra if name == "first"}
    if order.unit is not None and order.verb != "elect":
        found.add(order.unit.province)
    if order.target is not None and not order.goal:
        found.add(order.target.province)
    return found


def quiet_pairs(seed: int) -> Iterator[Pair]:
    """Twins in which the Theatre-Goers go different quiet ways, round after round.

    In half of the games others may be as near as they like, as long as their
    orders have nothing to do with the places of those who are quiet.
    """
    dice = random.Random(f"quiet {seed}")
    near = dice.random() < 0.6
    # With the other list of retreats, those near are shown where somebody stands.
    one = night(dice, **({"retreat-list": "ranked"} if near else {}))
    for _ in range(dice.randrange(5)):
        played_on((one,), all_sheets(one, dice))
        if one.over:
            return
    two, spots, told = twin(one), set[str](), 0
    if dice.random() < 0.7:
        one, two = spirited(one, two, dice)
        yield Pair("unseen units", one, two, everybody(one, THEATRE))
    for _ in range(9):
        if one.over or told > 4:
            return
        apart, kind = truth_of(one).position != truth_of(two).position, ""
        if one.phase.kind == MOVEMENT:
            kind, spots = _a_round(one, two, dice, near) or ("", spots)
        elif apart and one.phase.kind == RETREAT:
            kind = "retreats beside the unseen"
            _retreats(one, two, spots, dice)
        elif apart and _adjustments(one, two, dice):
            kind = "adjustments beside the unseen"
        if kind:
            told += 1
            note = "others near" if near else "nobody near"
            yield Pair(kind, one, two, everybody(one, THEATRE), whole=told == 4, note=note)
        elif apart:
            return
        else:
            played_on((one,), all_sheets(one, dice))
            two = twin(one)


def _a_round(one: Game, two: Game, dice: random.Random, near: bool) -> tuple[str, set[str]] | None:
    here = Round(one, two, dice, near)
    for _ in range(3):
        sheets = all_sheets(one, dice, THEATRE)
        texts = [text for sheet in sheets.values() for text in sheet] if near else []
        touched = set[str]().union(*(touched_by(one.book.read(t, MOVEMENT)) for t in texts))
        tries = (here.theatre(touched) for _ in range(4))
        found = next((each for each in tries if each is not None), None)
        if found is None:
            continue
        mine, its, used = found
        kind = "quiet moves"
        if used & here.bridges:
            kind = "quiet moves on bridges"
        elif dice.random() < 0.6 and _ghosted(here, one, sheets, (mine, its)):
            kind = "support of the unseen"
        for game, sheet in ((one, mine), (two, its)):
            hand_in(game, THEATRE, sheet)
        played_on((one, two), sheets)
        return kind, used | _standing(one, two)
    return None


def _standing(one: Game, two: Game) -> set[str]:
    boards = (truth_of(game).position for game in (one, two))
    return {unit.province for board in boards for unit in board.of(THEATRE)}


def _ghosted(here: Round, game: Game, sheets: Sheets, theatre: tuple[list[str], list[str]]) -> bool:
    """Lets somebody support a quiet unit, in place or on its way; nobody can reach the supporter.

    No battle is fought there, so the support is used in none (LN-1A-a), and he
    must not learn whether there was somebody to support.
    """
    everybody_else = [*here.boards[0].units, *here.boards[1].of(THEATRE)]
    quiet = [text for sheet in theatre for text in sheet if " S " not in text]
    done = False
    for unit in here.boards[0].units:
        if unit.power in (THEATRE, POLICE, TAXIS) or unit.power not in sheets:
            continue
        if unit.province in here.bridges:
            continue
        ring = {unit.province, *here.army[unit.province]}
        wide = ring | {far for place in ring for far in here.army[place]}
        if any(
            u.province in (wide if u.power == TAXIS else ring)
            for u in everybody_else
            if u.power != unit.power and u.power != THEATRE
        ):
            continue
        if any(text.endswith(f" - {unit.province}") for sheet in theatre for text in sheet):
            continue  # a support that they cut themselves is published
        offers = []
        for text in quiet:
            start, _, goal = text.removeprefix("U ").removesuffix(" H").partition(" - ")
            place = goal or start
            if place in here.army[unit.province] and place not in here.bridges:
                offers.append(f"{unit} S U {start}" + (f" - {goal}" if goal else ""))
        if not offers:
            continue
        line = here.dice.choice(offers)
        trial = twin(game)
        if trial.submit(unit.power, [line]):
            continue
        mine = [t for t in sheets[unit.power] if not t.startswith((f"{unit} ", "Elect"))]
        sheets[unit.power] = [line, *mine]
        done = True
    return done


def _retreats(one: Game, two: Game, spots: set[str], dice: random.Random) -> None:
    """Retreats, the same in both games, into none of the places where the games differ."""
    spots = spots | _standing(one, two)
    sheets: Sheets = {}
    for power in one.waiting:
        position = one.view(power).position
        for lost in position.dislodged:
            if lost.unit.power == power:
                open_to = [place for place in lost.retreats if place not in spots]
                goal = dice.choice(["", *open_to, *open_to])
                text = f"{lost.unit} - {goal}" if goal else f"{lost.unit} D"
                sheets.setdefault(power, []).append(text)
    played_on((one, two), sheets)


def _adjustments(one: Game, two: Game, dice: random.Random) -> bool:
    """Adjustments, the same in both games; of the Theatre-Goers only what both allow."""
    sheets = all_sheets(one, dice, THEATRE)
    boards = [truth_of(game).position for game in (one, two)]
    balance = len(boards[0].centres_of(THEATRE)) - len(boards[0].of(THEATRE))
    if balance < 0:
        same = [u for u in boards[0].of(THEATRE) if u in boards[1].of(THEATRE)]
        if len(same) < -balance:
            return False
        sheets[THEATRE] = [f"Remove {unit}" for unit in dice.sample(same, -balance)]
    elif balance > 0:
        taken = {u.province for board in boards for u in board.units}
        provinces = one.book.graph.provinces
        sites = [
            centre
            for centre in boards[0].centres_of(THEATRE)
            if centre not in taken and provinces[centre].region == "north"
        ]
        sheets[THEATRE] = [f"Build U {c}" for c in dice.sample(sites, min(len(sites), balance))]
        sheets[THEATRE] += ["Waive"] * dice.randrange(2)
    played_on((one, two), sheets)
    return True


# Units that nobody has seen for long


def spirited(one: Game, two: Game, dice: random.Random) -> tuple[Game, Game]:
    """Some of the Theatre-Goers' units are not seen, and stand elsewhere in each game.

    Quiet moves lead anywhere but into centres of others and places that would
    have been told; so the truth is set to what they may have come to.
    """
    truth, book = truth_of(one), one.book
    own = truth.position.of(THEATRE)
    if not own or truth.position.phase.kind == RETREAT:
        return one, two  # it is settled by now where one may go
    gone = dice.sample(own, dice.randint(1, len(own)))
    provinces, owners = book.graph.provinces, truth.position.owners
    rest = [unit for unit in truth.position.units if unit not in gone]
    closed = {unit.province for unit in rest}
    closed |= {c for c, owner in owners.items() if owner != THEATRE}
    closed |= {str(place) for place in _places(truth, "hidden-centres")}
    if dice.random() < 0.8:  # where the Police may come the story is soon over
        beat = {near for u in rest if u.power == POLICE for near in book.graph.army[u.place]}
        closed |= {place for place in beat if provinces[place].terrain != BRIDGE}
    free = [place for place in provinces if place not in closed]
    bridges = [place for place in free if provinces[place].terrain == BRIDGE]
    games = []
    for game in (one, two):
        pool = dice.sample(free, len(gone))
        if dice.random() < 0.3:
            pool[0] = dice.choice(bridges)
        moved = [replace(u, place=place) for u, place in zip(gone, pool, strict=True)]
        games.append(set_down(game, [*rest, *moved], moved))
    return games[0], games[1]


def set_down(
    game: Game,
    units: Sequence[Unit],
    unseen: Collection[Unit],
    owners: Mapping[str, str] | None = None,
) -> Game:
    """The game with these units on the board, some of the Theatre-Goers' among those not seen."""
    truth = truth_of(game)
    hidden = {str(place) for place in _places(truth, "unseen")}
    names = {unit.id for unit in unseen}
    names |= {u.id for u in truth.position.of(THEATRE) if spot(u) in hidden}
    numbered = crossing.numbered(game.book, units, frozenset(names))
    position = replace(truth.position, units=numbered)
    if owners is not None:
        position = replace(position, owners=owners)
    places = frozenset(spot(u) for u in numbered if u.power == THEATRE and u.id in names)
    ledger = replace(Ledger.of(truth), unseen=places)
    return with_truth(game, replace(truth, position=position, ledger=ledger))


def spot(unit: Unit) -> str:
    """A place, on a bridge with the unit's number, as the ledger has it."""
    return f"{unit.place}/{unit.number}" if unit.number else unit.place


def with_truth(game: Game, truth: Truth) -> Game:
    """The game as if its open phase had begun so."""
    last = replace(game.record.phases[-1], truth=truth, sha256=digest(TRUTH.write(truth)))
    return Game(replace(game.record, phases=(*game.record.phases[:-1], last)))


def full_house(seed: int) -> Iterator[Pair]:
    """Unseen units stand in all the centres where the Theatre-Goers might build, or in none.

    Builds are due to them. Whether there is room for these shows neither in a
    phase that is passed over nor in builds that lapse (LN-1A-c).
    """
    dice = random.Random(f"house {seed}")
    game = night(dice, clock="ends", **{"police-orders": "automatic"})
    truth = truth_of(game)
    own, homes = list(truth.position.of(THEATRE))[:2], ["Lei", "Sha"]
    south = dice.sample(
        [
            c
            for c, p in game.book.graph.provinces.items()
            if p.region == "south" and p.centre == "1"
        ],
        3,
    )
    owners = {c: owner for c, owner in truth.position.owners.items() if owner != THEATRE}
    owners |= dict.fromkeys((*homes, *south), THEATRE)
    rest = [unit for unit in truth.position.units if unit.power != THEATRE]
    hidden = {str(place) for place in _places(truth, "hidden-centres")}
    quiet = [p for p in ("Blo", "Soh", "May", "Eus", "Pan") if p not in hidden]
    if len(quiet) < 2:
        return
    away = dice.sample(quiet, 2)
    games = []
    for places in (homes, away):
        moved = [replace(u, place=place) for u, place in zip(own, places, strict=True)]
        games.append(set_down(game, [*rest, *moved], moved, owners))
    one, two = games
    for each in (one, two, one, two):
        if each.phase.kind != RETREAT:
            for power in each.waiting:
                each.submit(power, [])
        each.advance()
        if each is two:
            yield Pair("room to build", one, two, everybody(one, THEATRE))


# The deal


def deal_pairs(seed: int) -> Iterator[Pair]:
    """Twins in which other places are hidden centres (LN-5a), where nobody has stood.

    The City Boys are outsiders too, if their five are the same (LN-1G).
    """
    dice = random.Random(f"deal {seed}")
    start = night(dice)
    one = twin(start)
    sheets: list[Sheets] = []
    visited: set[str] = set()
    for _ in range(dice.randint(3, 8)):
        if one.over:
            break
        sheets.append(all_sheets(one, dice))
        played_on((one,), sheets[-1])
        visited |= {u.province for u in truth_of(one).position.units if u.power in one.book.players}
    truth = truth_of(start)
    hidden = {str(place) for place in _places(truth, "hidden-centres")}
    city = {str(place) for place in _places(truth, "known-to-city")}
    same_city = seed % 2 == 1
    kept = hidden & visited | (city if same_city else set())
    spared = one.book.options.chosen["hidden-pool"] == "no-police"
    pool = [
        code
        for code, province in one.book.graph.provinces.items()
        if province.centre == "?" and code not in visited | kept
        if not (spared and "police" in province.features)
    ]
    if len(pool) < 10 - len(kept):
        return
    dealt = kept | set(dice.sample(pool, 10 - len(kept)))
    known = city if same_city else set(dice.sample(sorted(dealt), 5))
    two = Game(_dealt(start.record, dealt, known))
    one = twin(start)
    outsiders = everybody(one) if known == city else everybody(one, CITY)
    kind = "the deal, beyond the City Boys' five" if known == city else "the deal"
    yield Pair(kind, one, two, outsiders)
    for index, each in enumerate(sheets):
        played_on((one, two), each)
        if index % 3 == 0:
            yield Pair(kind, one, two, outsiders)
    yield Pair(kind, one, two, outsiders, whole=True)
    if not one.over and dice.random() < 0.5:
        for game in (one, two):
            game.abandon()
        yield Pair(kind, one, two, outsiders, whole=True, note="abandoned")


def _dealt(record: Record, hidden: Collection[str], known: Collection[str]) -> Record:
    """A new game's record with another deal, whole and sound but for its seed."""
    first = record.phases[0]
    ledger = replace(
        Ledger.of(first.truth), hidden_centres=frozenset(hidden), known_to_city=frozenset(known)
    )
    truth = replace(first.truth, ledger=ledger)
    told = tuple(_told_again(moment, tuple(sorted(known))) for moment in first.told)
    first = replace(first, truth=truth, sha256=digest(TRUTH.write(truth)), told=told)
    return replace(record, phases=(first, *record.phases[1:]))


def _told_again(moment: Moment, known: tuple[str, ...]) -> Moment:
    def again(report: Report) -> Report:
        city = report.kind == "city-knows"
        return replace(report, facts={"places": known}) if city else report

    return replace(moment, reports=tuple(again(report) for report in moment.reports))


def pairs(seed: int) -> Iterator[Pair]:
    """All of these."""
    yield from quiet_pairs(seed)
    if seed % 4 == 0:
        yield from full_house(seed)
    yield from deal_pairs(seed)
