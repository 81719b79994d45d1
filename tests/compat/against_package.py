"""Random games in the `diplomacy` package and here, phase by phase, everything compared.

The package is asked, not read; it is in no lock file. Run it where both are::

    python tests/compat/against_package.py SITE-PACKAGES --games 300

Compared are possible orders, places that can be ordered, the orders that stand,
results, phases, units, retreats, centres, homes, influence and builds due. Each
difference is counted in its class; one that is in none of `KNOWN` is printed
whole, and is a failure. After a difference of boards the game goes on from the
package's.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from legation.compat.diplomacy import Game

KNOWN = {
    "victim's own support": "its own power's support dislodges a unit, by sea or head on",
    "support of a carrier": "a convoyed attack does not cut a support of a fleet that carries it",
    "retreats after a convoy": "occupied places are open to who was dislodged by a convoyed army",
    "disrupted by nobody": "an army has no convoy, though its fleets stand",
    "stale word": "a unit that disbanded some phases before still has its word",
    "coast in influence": "a retreat gives influence in a coast, beside that in its province",
}
"""Classes of difference, in all of which the package errs; docs/compat.md explains them."""

Given = dict[str, list[str]]


def choose(listed: Mapping[str, list[str]], where: Mapping[str, list[str]], dice: Any) -> Given:
    """An order for each place; half the units help what another really does, where they can."""
    first = {
        place: dice.choice(sorted(listed[place]))
        for places in where.values()
        for place in places
        if listed[place]
    }
    done = {order.removesuffix(" VIA") for order in first.values()}
    done |= {order[: -len(" H")] for order in done if order.endswith(" H")}
    given: Given = {}
    for power, places in where.items():
        given[power] = []
        for place in places:
            order = first.get(place)
            if order is None:
                continue
            helpful = sorted(o for o in listed[place] if _helped(o) in done)
            given[power].append(dice.choice(helpful) if helpful and dice.random() < 0.5 else order)
    return given


def _helped(order: str) -> str:
    for verb in (" S ", " C "):
        if verb in order:
            return order.partition(verb)[2]
    return "-"


def board(game: Any) -> dict[str, Any]:
    """What of a state must be equal, in no order of lists."""
    state = game.get_state()
    told: dict[str, Any] = {
        key: {power: sorted(things) for power, things in state[key].items()}
        for key in ("units", "centers", "homes", "influence")
    }
    told["retreats"] = {
        power: {unit: sorted(places) for unit, places in lost.items()}
        for power, lost in state["retreats"].items()
    }
    told["builds"] = {
        power: (due["count"], sorted(due["homes"])) for power, due in state["builds"].items()
    }
    return told


def words(results: Mapping[str, Any]) -> dict[str, list[str]]:
    """Results as texts, in no order, each once."""
    return {unit: sorted(set(map(str, told))) for unit, told in results.items()}


def apart(theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The keys whose values differ, with both."""
    keys = [key for key in {**theirs, **ours} if theirs.get(key) != ours.get(key)]
    return {key: (theirs.get(key), ours.get(key)) for key in keys}


def differences(theirs: Any, ours: Any, dice: Any) -> Iterator[tuple[str, object]]:
    """Play one phase in both; each difference with its class."""
    listed, here = theirs.get_all_possible_orders(), ours.get_all_possible_orders()
    unlike = {p: sorted(set(listed[p]) ^ set(here[p])) for p in listed}
    if any(unlike.values()) or any(len(listed[p]) != len(here[p]) for p in listed):
        yield "possible orders", {place: texts for place, texts in unlike.items() if texts}
    where = theirs.get_orderable_locations()
    if where != ours.get_orderable_locations():
        yield "orderable places", apart(where, ours.get_orderable_locations())
    given, before = choose(listed, where, dice), theirs.get_units()
    for power, orders in given.items():
        theirs.set_orders(power, orders)
        ours.set_orders(power, orders)
        if sorted(theirs.get_orders(power)) != sorted(ours.get_orders(power)):
            yield "orders that stand", (orders, theirs.get_orders(power), ours.get_orders(power))
    past, past_here = theirs.process(), ours.process()
    told = apart(words(past.results), words(past_here.results))
    boards = apart(board(theirs), board(ours))
    if told or boards:
        kind = classed(past.name, told, boards, given, before)
        yield kind, (past.name, told, boards, given, before)
    if boards:
        ours.set_state(theirs.get_state())
        for power in ours.powers.values():  # as the package lists them, not as its state tells
            open_to = theirs.get_all_possible_orders() if power.retreats else {}
            for unit in power.retreats:
                there = [o.split()[3] for o in open_to[unit[2:]] if " R " in o]
                power.retreats[unit] = there


def classed(
    name: str,
    told: Mapping[str, tuple[Any, Any]],
    boards: Mapping[str, tuple[Any, Any]],
    given: Given,
    before: Given,
) -> str:
    """The class of what differs after a phase; what fits none is named by what it is."""
    if boards and set(boards) <= {"influence"}:
        theirs = boards["influence"][0]
        if any("/" in place for places in theirs.values() for place in places):
            return "coast in influence"
    if not name.endswith("M"):
        lost = {unit for units in before.values() for unit in units if unit.startswith("*")}
        stale = [u for u, (old, new) in told.items() if old == ["disband"] and new is None]
        if not boards and len(stale) == len(told) and not lost & {f"*{u}" for u in stale}:
            return "stale word"
        return "boards" if boards else "results"
    owner = {unit: power for power, units in before.items() for unit in units}
    at = {unit[2:5]: unit for unit in owner}
    said = {order for orders in given.values() for order in orders}
    sea = set()  # whence and whither armies may have gone by sea
    for order in said:
        if " C " in order or order.endswith(" VIA"):
            army, _, goal = (_helped(order) if " C " in order else order).partition(" - ")
            sea.add((army[2:5], goal[:3]))
    landed = {goal for _, goal in sea}
    for power, orders in given.items():
        for order in orders:
            helped, _, goal = _helped(order).partition(" - ")
            victim, mover = at.get(goal[:3], ""), at.get(helped[2:5], "")
            meets = any(o.startswith(f"{victim} - {helped[2:5]}") for o in said)
            concerned = {victim, mover, order.partition(" S ")[0]} & set(told)
            odd = " S " in order and (meets or (helped[2:5], goal[:3]) in sea)
            if odd and concerned and owner.get(victim) == power:
                return "victim's own support"
    if all(
        new == sorted({*(old or ()), "cut"} - {"void"}) and unit[2:5] in landed
        for unit, (old, new) in told.items()
    ):
        if not boards:
            return "support of a carrier"
        rows = (apart(*pair) for pair in apart(*boards.get("retreats", ({}, {}))).values())
        fled = [unit for row in rows for unit in row]
        moved = (set(old) ^ set(new) for old, new in apart(*boards.get("units", ({}, {}))).values())
        gone = {unit for row in moved for unit in row}
        if fled and gone <= {f"*{u}" for u in fled} and all(u[2:5] in landed for u in fled):
            return "retreats after a convoy"
    armies = [u for u, (old, new) in told.items() if old == ["no convoy"] and new != old]
    if any(unit.startswith("A ") and unit[2:5] in {here for here, _ in sea} for unit in armies):
        return "disrupted by nobody"
    return "boards" if boards else "results"


def compare(package: Any, seed: int, last: int) -> tuple[int, list[tuple[str, object]]]:
    """One game to its end or a year: how many phases, and the differences."""
    dice, theirs, ours, phases = random.Random(seed), package(), Game(), 0
    found: list[tuple[str, object]] = []
    while not theirs.is_game_done and int(theirs.get_current_phase()[1:5]) < last:
        found += differences(theirs, ours, dice)
        phases += 1
    return phases, found


def main() -> int:
    """Play the games; 1 where something differs that is not known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", help="the folder site-packages that has the package")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--until", type=int, default=1907)
    asked = parser.parse_args()
    sys.path.append(asked.package)
    from diplomacy import Game as Package

    phases, counted = 0, Counter[str]()
    for seed in range(asked.first, asked.first + asked.games):
        more, found = compare(Package, seed, asked.until)
        phases += more
        counted.update(kind for kind, _ in found)
        for kind, what in found:
            if kind not in KNOWN:
                print(f"game {seed}, {kind}: {what}", flush=True)
    print(f"{asked.games} games, {phases} phases; differences: {dict(counted) or 'none'}")
    return int(bool(set(counted) - set(KNOWN)))


if __name__ == "__main__":
    sys.exit(main())
