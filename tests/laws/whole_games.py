"""Whole random games of a variant: every invariant holds at every phase, and kernel agrees.

A game is played to its end, or for twelve game years. `check` is called by a
few games in the suite and by hundreds in the nightly run.
"""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from random_play import step
from test_kernel_agrees import differences

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.graph import province_of
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.rules import movement
from legation.rules.battle import Battle
from legation.rules.removals import moves_to
from legation.rules.resolve import Resolution, resolve
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.rules.wording import sentence
from legation.sight.viewer import ARCHIVE, GAME_MASTER, SPECTATOR, Viewer, power_viewer
from legation.table.game import Game
from legation.table.ledgers import ledger_data
from legation.table.saving.save import dump, read

YEARS = 12
MOST_PHASES = 120

# Options that a random game is played with, besides the defaults, by its number.
OPTIONS: Mapping[str, Sequence[Mapping[str, str]]] = {
    "locarno": ({}, {"cd-when": "between-turns", "split-bids": "no", "reveal-bids-at-end": "yes"}),
    "london_nights": (
        {},
        {"police-orders": "game-master", "clock": "named", "discovery": "hour"},
        {"police-conflict": "no", "police-leash": "1", "fortress-vacant": "royals"},
        {"retreat-list": "open", "upkeep": "strength", "removal-multiple": "whole"},
        {"taxi-duty": "allow", "fortress-garrison": "royals", "hidden-pool": "no-police"},
        {"upkeep": "units", "fortress-vacant": "none", "tie-break": "centres"},
    ),
    "warwick": (
        {},
        {"henry-at-sea": "stays", "ex-claimant-support": "allowed"},
        {"henry-king": "nobody", "edition": "2025"},
    ),
    "claudian": (
        {},
        {"weaken-order": "holders-first", "support-number": "must-match"},
        {"reinforce-counts": "yes", "retreat-merge": "yes"},
    ),
    "post_atomic": (
        {},
        {"range-nmr": "none", "cliff-army": "passes", "mutant-upkeep": "2"},
        {"range-coastal-fleet": "stops", "range-support": "passes", "publish-builds": "unit-only"},
    ),
}


@contextmanager
def recording(battles: list[Battle]) -> Iterator[None]:
    """Keeps every battle that is fought meanwhile."""

    def kept(battle: Battle) -> Resolution:
        battles.append(battle)
        return resolve(battle)

    movement.resolve = kept  # type: ignore[attr-defined]
    try:
        yield
    finally:
        movement.resolve = resolve  # type: ignore[attr-defined]


def check(variant: str, seeds: Sequence[int]) -> Counter[str]:
    """Plays a game for each seed; what was met. Raises AssertionError, naming the seed."""
    met: Counter[str] = Counter()
    battles: list[Battle] = []
    with recording(battles):
        for seed in seeds:
            try:
                _whole_game(variant, seed, met)
            except Exception as error:
                where = "".join(traceback.format_tb(error.__traceback__)[-2:])
                said = f"{variant}, seed {seed}: {error!r}\n{where}"
                raise AssertionError(said) from error
    fought: Counter[str] = Counter()
    wrong = list(differences(battles, fought)) if battles else []
    assert not wrong, f"{variant}: kernel and resolver differ on {wrong[0]}"
    return met + Counter({"battles": len(battles)})


def _whole_game(variant: str, seed: int, met: Counter[str]) -> None:
    rng = random.Random(seed)
    choices = OPTIONS.get(variant, ({},))
    game = Game.new(variant, choices[seed % len(choices)], f"{seed:032x}")
    for _ in range(MOST_PHASES):
        if game.over or game.phase.year >= game.book.calendar.first_year + YEARS:
            break
        if rng.random() < 1 / 40:
            _declare(game, rng, met)
        if game.over:
            break
        met[f"{game.phase.kind} phases"] += 1
        step(game, rng)
        invariants(game)
    met["games"] += 1
    met["ended"] += game.over
    for power in game.book.powers:
        for told in game.view(power_viewer(power.name)).told:
            for report in (*told.reports, *(o.reason for o in told.outcomes)):
                assert sentence(game.book, report).endswith((".", "?")), report
                met["reports"] += 1
    assert game.audit() == []
    text = dump(game)
    assert dump(read(text)) == text


def _declare(game: Game, rng: random.Random, met: Counter[str]) -> None:
    """Civil disorder for one power, which is to be survived by the rest."""
    power = rng.choice(sorted(game.book.players))
    if power not in game.view(GAME_MASTER).disorder:
        game.civil_disorder(power)
        met["declared in civil disorder"] += 1
        invariants(game)


def invariants(game: Game) -> None:
    """What holds at every phase of every game."""
    book, truth = game.book, game.record.phases[-1].truth
    position = game.view(GAME_MASTER).position
    _units(game, position)
    assert set(position.owners) <= set(book.possible_centres)
    assert set(position.owners.values()) <= book.players
    survey = Survey(book, position)
    for lost in position.dislodged:
        assert position.phase.kind == RETREAT
        for place in lost.retreats:
            assert place in survey.steps(lost.unit)
            held = survey.at.get(province_of(place), ())
            merges = book.full and {unit.power for unit in held} == {lost.unit.power}
            assert province_of(place) in book.open_places or not held or merges
    before = game.record.phases[-2].truth.position.phase.kind if game.number else ""
    if before == ADJUSTMENT and not game.over:
        for power in book.players:  # STD-ADJ
            assert book.due(survey, power) >= 0 or not position.of(power), power
    ids = [u.id for u in truth.position.units] + [d.unit.id for d in truth.position.dislodged]
    assert len(set(ids)) == len(ids)
    one = power_viewer(sorted(book.players)[game.number % len(book.players)])
    for viewer in (SPECTATOR, one, *([ARCHIVE] if game.over else [])):
        _seen(game, viewer)
    own = OWN.get(book.variant)
    if own is not None:
        own(game, position)


def _units(game: Game, position: Position) -> None:
    book = game.book
    places = Counter(unit.province for unit in position.units)
    for unit in (*position.units, *(lost.unit for lost in position.dislodged)):
        assert unit.power in book.nations
        assert unit.kind in book.kinds
        assert unit.written in book.written_kinds, unit
        assert book.graph.can_stand(unit.kind, unit.place), unit
    for province, count in places.items():
        assert count == 1 or province in book.open_places, province
    named = Counter((unit.power, unit.place, unit.number) for unit in position.units)
    assert set(named.values()) <= {1}
    for unit in position.units:
        together = [u for u in position.units if (u.power, u.place) == (unit.power, unit.place)]
        assert (unit.number > 0) == (len(together) > 1)


def _seen(game: Game, viewer: Viewer) -> None:
    """Nobody sees what is not there, nor private identities."""
    view = game.view(viewer)
    truth = {(u.power, u.written, u.place) for u in game.view(GAME_MASTER).position.units}
    assert {(u.power, u.written, u.place) for u in view.position.units} <= truth
    assert {u.id for u in view.position.units} <= {0}


# What holds in one variant


def _locarno(game: Game, position: Position) -> None:
    """Minors stand at home; a centre without an owner has its minor after every Winter."""
    book = game.book
    for unit in position.units:
        if unit.power not in book.players:
            assert book.graph.provinces[unit.province].name == unit.power  # LO-MP-4
            assert position.owners.get(unit.province) is None  # LO-MP-3b
    if position.phase.season == "Spring" and position.phase.kind == MOVEMENT and not game.over:
        taken = {unit.province for unit in position.units}
        for centre in book.graph.centres:
            assert centre in position.owners or centre in taken, centre  # LO-MP-3a
    for power in game.view(GAME_MASTER).disorder:
        if book.options.chosen["cd-when"] == "at-once":
            assert position.of(power) == ()  # LO-CD-a


def _london(game: Game, position: Position) -> None:
    """The Police near the river; hidden centres ten; 3U never more than one."""
    book, view = game.book, game.view(GAME_MASTER)
    graph = book.graph
    banks = {
        side: {c for c, p in graph.provinces.items() if f"{side}bank" in p.features}
        for side in ("north", "south")
    }
    land = {
        code: frozenset(p for p in near if graph.provinces[p].terrain != "bridge")
        for code, near in graph.army.items()
    }
    for unit in position.of("Police"):
        side = graph.provinces[unit.province].region
        if side in banks:  # LN-3b
            leash = int(book.options.chosen["police-leash"])
            assert moves_to(land, [unit.province], banks[side]) <= leash
    assert len(position.of("Police")) <= 10
    truth = game.record.phases[-1].truth
    hidden, found = (_places(truth, key) for key in ("hidden-centres", "discovered"))
    assert len(hidden) == 10  # LN-5a
    assert found <= hidden
    assert set(position.owners) <= set(graph.centres) | found
    assert sum(unit.strength == 3 for unit in position.units) <= 1  # LN-1C-b
    public = game.view(SPECTATOR).position
    for power in book.players - {"Theatre-Goers"}:
        seen = [u for u in public.units if u.power == power]
        assert len(seen) == len(position.of(power))
    assert Rulebook.survivors(book, truth) or view.over
    if position.phase.kind == ADJUSTMENT:
        assert position.phase.season.endswith(":00")  # LN-6b


def _warwick(game: Game, position: Position) -> None:
    """Henry is with one unit, lies in one place, or is dead."""
    truth = game.record.phases[-1].truth
    kept = ledger_data(truth.ledger)
    holder, unit, place = (str(kept[f"henry-{key}"]) for key in ("holder", "unit", "place"))
    gone = kept["henry-dead"]
    if not game.number:
        return  # he is not assigned yet (WA-3e-1)
    assert [bool(unit), bool(place), bool(gone)].count(True) == 1, truth.ledger
    assert bool(holder) == bool(unit)
    if unit:
        code, _, number = unit.partition("/")
        units = (*position.units, *(lost.unit for lost in position.dislodged))
        here = [u for u in units if (u.power, u.place) == (holder, code)]
        assert [u.number for u in here if u.number == int(number or 0)], unit


def _claudian(game: Game, position: Position) -> None:
    """Forces keep their bounds; men and ships change by builds, removals and losses only."""
    for unit in (*position.units, *(lost.unit for lost in position.dislodged)):
        least, most = (1000, 10000) if unit.kind == "A" else (50, 250)
        assert least <= unit.strength <= most, unit
        assert unit.strength % 5 == 0, unit
    if not game.number:
        return
    done = game.record.phases[-2]
    before, after = _strengths(done.truth.position), _strengths(position)
    match done.truth.position.phase.kind:
        case "movement":
            gone: Counter[tuple[str, str]] = Counter()
            for report in (report for told in done.told for report in told.reports):
                if report.kind in ("destroyed", "standing-army-gone"):
                    lost = report.facts["unit"]
                    assert isinstance(lost, Unit)
                    gone[lost.power, lost.kind] += lost.strength
            assert before - after == gone
            assert not after - before
        case "retreat":
            assert not after - before
        case "adjustment":
            for power in game.book.players:  # one builds, or removes, and not both
                kinds = [(before[power, kind], after[power, kind]) for kind in "AF"]
                assert all(a <= b for a, b in kinds) or all(a >= b for a, b in kinds), power


def _strengths(position: Position) -> Counter[tuple[str, str]]:
    """Men and ships by power and kind."""
    found: Counter[tuple[str, str]] = Counter()
    for unit in (*position.units, *(lost.unit for lost in position.dislodged)):
        found[unit.power, unit.kind] += unit.strength
    return found


def _post_atomic(game: Game, position: Position) -> None:
    """As many centres as dealt; whoever owns one knows it; no mutants before a Winter."""
    book, truth = game.book, game.record.phases[-1].truth
    dealt = _places(truth, "centres-dealt")
    assert len(dealt) == 6 * 3 + 4 + 12  # PA-3, PA-4
    assert set(position.owners) <= dealt
    for power in book.players:
        known = game.view(power).position
        assert known.centres_of(power) == position.centres_of(power)
        assert set(known.owners) <= dealt
        stands = {u.province for u in position.of(power)}
        if position.phase.season != "Winter" and position.phase.kind == MOVEMENT:
            found = set(known.facts.get("centres-known", ()))
            assert stands & dealt <= found, power  # PA-10a
            ranges = ledger_data(truth.ledger)["ranges"]
            assert isinstance(ranges, Mapping)
            met = set(map(str, known.facts.get("ranges-known", ())))
            beside = {str(b) for b in ranges if stands & set(str(b).split("-"))}
            assert beside <= met, power  # PA-8a
    if position.phase.year <= book.calendar.first_year:
        assert all(unit.kind != "M" for unit in position.units)  # PA-9c


def _places(truth: Truth, key: str) -> set[str]:
    entry = ledger_data(truth.ledger)[key]
    assert isinstance(entry, list)
    return {str(place) for place in entry}


OWN: Mapping[str, Callable[[Game, Position], None]] = {
    "locarno": _locarno,
    "london_nights": _london,
    "warwick": _warwick,
    "claudian": _claudian,
    "post_atomic": _post_atomic,
}
