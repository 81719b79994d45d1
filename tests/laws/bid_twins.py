"""Pairs of Locarno that differ in bids, and in nothing that a minor power does for them (LO-DP-5).

The two sets of bids come from plans that LO-DP-3 and LO-DP-4 give one and the
same answer to, worked out here from the rules: no bids, a tie, a bid to hold,
points forfeited or spent for nothing all let a minor power hold; a support wins
with more points than any other, whoever gave them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from random_play import hand_in, play, random_orders
from twins import ARCHIVE, Pair, arriving, everybody, twin

from legation.board.calendar import MOVEMENT
from legation.board.graph import province_of
from legation.board.position import Position
from legation.rules.menus import beside_menu
from legation.rules.survey import Survey
from legation.table.game import Game

Bids = Mapping[str, list[str]]


class Plan(NamedTuple):
    """Two sets of bids that come to the same; `forced` ones would be refused at entry."""

    kind: str
    one: Bids
    two: Bids
    forced: bool = False


def points(position: Position) -> dict[str, int]:
    """One point a centre, three at most (LO-DP-1a)."""
    return {p: min(3, n) for p, n in Counter(position.owners.values()).items()}


class Bidding:
    """The minor powers of a board, what may be bid for them, and who has points."""

    def __init__(self, game: Game, dice: random.Random) -> None:
        self.dice = dice
        self.survey = Survey(game.book, game.view("spectator").position)
        self.position = self.survey.position
        players = game.book.players
        living = {u.power for u in self.position.units} & players - set(game.view("gm").disorder)
        self.budgets = {p: n for p, n in points(self.position).items() if p in living}
        found: dict[str, dict[tuple[str, str], str]] = {}
        for choices in sorted(beside_menu(self.survey, min(players)), key=str):
            for order in sorted(choices.orders(), key=str):
                assert order.unit is not None
                if order.target is not None:
                    # A coast may or may not matter: rivals differ in unit or province.
                    key = (order.target.province, province_of(order.goal))
                    goal = f" - {order.goal}" if order.goal else ""
                    line = f"{order.unit} S {order.target}{goal}"
                    found.setdefault(str(order.unit), {})[key] = line
        self.supports = {unit: list(lines.values()) for unit, lines in found.items()}
        self.minors = [
            str(u) for u in self.position.units if u.power not in players and str(u) in found
        ]
        dice.shuffle(self.minors)
        self.rich = sorted(self.budgets)
        dice.shuffle(self.rich)

    def plan(self, kind: str = "") -> Plan | None:
        """Two sets of bids for one minor power, by this plan or one that the dice choose."""
        if not self.minors or len(self.rich) < 4:
            return None
        minor = self.minors.pop()
        lines = self.supports[minor]
        wanted, rival = self.dice.choice(lines), self.dice.choice(lines)
        hold = f"{minor} H"
        a, b, c, d = self.rich[:4]
        most = self.budgets
        kind = kind or self.dice.choice(KINDS)
        match kind:
            case "hold by bid":
                return Plan(kind, {}, {a: [_dp(self.dice.randint(1, most[a]), hold)]})
            case "tie" if wanted != rival:
                level = self.dice.randint(1, min(most[a], most[b]))
                return Plan(kind, {}, {a: [_dp(level, wanted)], b: [_dp(level, rival)]})
            case "other tie" if wanted != rival and min(most[a], most[b]) > 1:
                one = {a: [_dp(1, wanted)], b: [_dp(1, rival)]}
                return Plan(kind, one, {a: [_dp(2, wanted)], b: [_dp(2, rival)]})
            case "tie with hold":
                return Plan(kind, {}, {a: [_dp(1, wanted)], b: [_dp(1, hold)]})
            case "outbid" if wanted != rival and most[a] > 1:
                ahead = most[a]
                two = {a: [_dp(ahead, wanted)], b: [_dp(1, rival)]}
                return Plan(kind, {a: [_dp(ahead, wanted)]}, two)
            case "outbid by hold" if most[a] > 1:
                two = {a: [_dp(2, hold)], b: [_dp(1, rival)]}
                return Plan(kind, {b: []}, two)
            case "other bidder":
                level = self.dice.randint(1, min(most[a], most[b]))
                return Plan(kind, {a: [_dp(level, wanted)]}, {b: [_dp(level, wanted)]})
            case "shared out" if most[c] > 1:
                two = {a: [_dp(1, wanted)], b: [_dp(1, wanted)], d: []}
                return Plan(kind, {c: [_dp(2, wanted)]}, two)
            case "in two parts" if most[a] > 1:
                return Plan(kind, {a: [_dp(2, wanted)]}, {a: [_dp(1, wanted), _dp(1, wanted)]})
            case "forfeited":
                over = [_dp(most[a], wanted), _dp(1, self.dice.choice((wanted, rival, hold)))]
                return Plan(kind, {}, {a: over}, forced=True)
            case "forfeited rival" if wanted != rival:
                over = [_dp(3, rival), _dp(3, rival)]
                return Plan(kind, {b: [_dp(1, wanted)]}, {b: [_dp(1, wanted)], a: over}, True)
            case "impossible":
                return Plan(kind, {}, {a: [_dp(1, self._far(minor))]}, forced=True)
        return None

    def _far(self, minor: str) -> str:
        """A support of a unit that is nowhere near."""
        unit = next(u for u in self.position.units if str(u) == minor)
        near = self.survey.graph.touching[unit.province]
        far = [u for u in self.position.units if u.province not in {*near, unit.province}]
        return f"{minor} S {self.dice.choice(far)}"


KINDS = (
    *("impossible", "hold by bid", "tie", "other tie", "tie with hold", "outbid"),
    *("outbid by hold", "other bidder", "shared out", "in two parts", "forfeited"),
    "forfeited rival",
)


def _dp(count: int, line: str) -> str:
    return f"DP {count}: {line}"


def _plain(game: Game, power: str, dice: random.Random) -> list[str]:
    """Random orders without bids."""
    kind = game.phase.kind
    texts = random_orders(game, power, dice)
    return [text for text in texts if game.book.read(text, kind).verb != "bid"]


def _handed(game: Game, sheets: Bids, bids: Bids, forced: bool) -> Game:
    for power in sorted({*sheets, *bids}):
        orders, mine = sheets.get(power, []), bids.get(power, [])
        if orders or (mine and not forced):
            errors = game.submit(power, [*orders, *([] if forced else mine)])
            assert not errors, errors
    if forced:
        for power, mine in bids.items():
            game = arriving(game, power, mine)
    return game


def pairs(seed: int) -> Iterator[Pair]:
    """A game in which bids differ for a while, then a phase or two that go on alike, then its end.

    In the middle of it all the archive: closed for bids, unless an option opens it.
    """
    dice = random.Random(f"bids {seed}")
    opened = dice.random() < 0.2
    options = {"reveal-bids-at-end": "yes" if opened else "no"}
    base = Game.new("locarno", options, seed=f"{dice.getrandbits(128):032x}")
    play(base, dice.randrange(4), dice)
    one, two, insiders = base, twin(base), set[str]()
    for _ in range(dice.randint(2, 5)):
        if one.over:
            break
        if one.phase.kind != MOVEMENT:
            _in_step(one, two, dice)
            yield Pair("bids, later", one, two, everybody(one, *insiders), whole=False)
            continue
        bidding = Bidding(one, dice)
        plan = bidding.plan()
        while plan is None and bidding.minors:
            plan = bidding.plan()
        if plan is None or len(insiders) > 4:
            one, insiders = twin(two), set()
            plan = plan or Plan("none", {}, {})
        insiders |= {p for p in {**plan.one, **plan.two} if plan.one.get(p) != plan.two.get(p)}
        # Some forget their orders, so that nothing but bids stands on a sheet.
        sheets = {
            p: _plain(one, p, dice) if dice.random() < 0.8 else [] for p in sorted(one.book.players)
        }
        one = _handed(
            one, sheets, plan.one, False if plan.kind == "forfeited rival" else plan.forced
        )
        if plan.kind == "forfeited rival":
            fair = {p: b for p, b in plan.two.items() if p in plan.one}
            two = _handed(two, sheets, fair, False)
            two = _handed(two, {}, {p: b for p, b in plan.two.items() if p not in fair}, True)
        else:
            two = _handed(two, sheets, plan.two, plan.forced)
        yield Pair(plan.kind, one, two, everybody(one, *insiders), note="bids are in")
        one.advance()
        two.advance()
        yield Pair(plan.kind, one, two, everybody(one, *insiders))
    if not insiders:
        return
    if not one.over:
        one.abandon()
        two.abandon()
    yield _ended(one, two, insiders, opened)


def archive_pairs(seed: int) -> Iterator[Pair]:
    """One round of bids, and the end: closed for bids, unless an option opens them (LO-DP-5)."""
    dice = random.Random(f"archive {seed}")
    opened = seed // len(KINDS) % 3 == 1
    options = {"reveal-bids-at-end": "yes" if opened else "no"}
    one = Game.new("locarno", options, seed=f"{dice.getrandbits(128):032x}")
    kind = KINDS[seed % len(KINDS)]
    plans = (Bidding(one, dice).plan(kind) for _ in range(9))
    plan = next((plan for plan in plans if plan is not None), None)
    if plan is None or kind == "forfeited rival":
        return
    insiders = {p for p in {**plan.one, **plan.two} if plan.one.get(p) != plan.two.get(p)}
    sheets = {p: _plain(one, p, dice) for p in sorted(one.book.players) if dice.random() < 0.4}
    two = _handed(twin(one), sheets, plan.two, plan.forced)
    one = _handed(one, sheets, plan.one, plan.forced)
    for game in (one, two):
        game.advance()
        game.abandon()
    yield _ended(one, two, insiders, opened)


def _ended(one: Game, two: Game, insiders: Collection[str], opened: bool) -> Pair:
    others = everybody(one, *insiders)
    if opened:
        return Pair("bids, opened", one, two, others, (ARCHIVE,), whole=True)
    return Pair("bids, archive", one, two, (*others, ARCHIVE), whole=True)


def _in_step(one: Game, two: Game, dice: random.Random) -> None:
    """A phase that goes on alike in both games."""
    for power in one.waiting:
        orders = random_orders(one, power, dice)
        hand_in(one, power, orders)
        hand_in(two, power, orders)
    one.advance()
    two.advance()
