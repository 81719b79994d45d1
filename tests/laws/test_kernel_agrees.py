"""The kernel and the readable resolver give the same resolution, on planted battles."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest
from msgspec import structs
from planted import plant

from legation.errors import RefusedError
from legation.kernel import layout
from legation.kernel.batch import solve_batch
from legation.kernel.compiled import COMPILED
from legation.kernel.layout import Packed, Results
from legation.kernel.pack import is_plain, pack
from legation.rules.battle import Act, Battle, BattleRules, Force, Preset
from legation.rules.closing import CYCLE, PARADOX, RING, UNIQUE
from legation.rules.resolve import resolve

MET = {name: value for name, value in vars(layout).items() if name.startswith("MET_")}
CHUNK = 500  # battles in one batch

RULES = {
    UNIQUE: layout.MET_UNIQUE,
    RING: layout.MET_RING,
    PARADOX: layout.MET_PARADOX,
    CYCLE: layout.MET_ALL_FAIL,
}

# A line of all forces for each result, the contested places, and the rules that closed sets.
Fate = tuple[tuple[object, ...], ...]


def told_by_resolver(battle: Battle) -> Fate:
    result = resolve(battle)
    contested = tuple(sorted(result.contested))
    rules = tuple(sorted({closing.rule for closing in result.closings}))
    return (result.arrived, result.dislodged_by, result.support, result.convoy, contested, rules)


def told_by_kernel(battle: Battle, packed: Packed, results: Results, number: int) -> Fate:
    part = slice(packed.off[number], packed.off[number + 1])
    goals = (force.goal for force in battle.forces)
    flags = results.contested[part].tolist()
    contested = {goal for goal, flag in zip(goals, flags, strict=True) if flag}
    return (
        tuple(bool(x) for x in results.arrived[part].tolist()),
        tuple(results.dislodged_by[part].tolist()),
        tuple(results.support[part].tolist()),
        tuple(bool(x) for x in results.convoy[part].tolist()),
        tuple(sorted(contested)),
        tuple(sorted(rule for rule, bit in RULES.items() if results.met[number] & bit)),
    )


def differences(battles: Sequence[Battle], met: Counter[str]) -> Iterable[Battle]:
    """The battles on which kernel and resolver differ; counts what was met."""
    packed = pack(battles)
    results = solve_batch(packed)
    for name, bit in MET.items():
        met[name] += int(((results.met & bit) > 0).sum())
    for number, battle in enumerate(battles):
        if told_by_kernel(battle, packed, results, number) != told_by_resolver(battle):
            yield battle


def differ(battle: Battle) -> bool:
    return any(differences([battle], Counter()))


def shrunk(battle: Battle) -> Battle:
    """A smaller battle on which they still differ: forces made to stand, features dropped."""
    smaller = True
    while smaller:
        smaller = False
        for candidate in simpler(battle):
            if differ(candidate):
                battle, smaller = candidate, True
                break
    return battle


def simpler(battle: Battle) -> Iterable[Battle]:
    for index in range(len(battle.forces)):
        yield without(battle, index)
    bare = Battle(())
    for name in ("hold_bonus", "vacant", "open_places", "peace", "shielded", "rules"):
        if getattr(battle, name) != getattr(bare, name):
            change: dict[str, Any] = {name: getattr(bare, name)}
            yield structs.replace(battle, **change)
    for index, force in enumerate(battle.forces):
        if force.weight > 1:
            forces = list(battle.forces)
            forces[index] = structs.replace(force, weight=1)
            yield structs.replace(battle, forces=tuple(forces))


def without(battle: Battle, gone: int) -> Battle:
    """The battle without one force: supports of it become holds, its routes vanish."""

    def moved(index: int) -> int:
        return index - (index > gone)

    forces = []
    for index, force in enumerate(battle.forces):
        if index == gone:
            continue
        if force.act is Act.SUPPORT and force.target == gone:
            forces.append(structs.replace(force, act=Act.HOLD, target=-1, preset=Preset.OK))
            continue
        routes = tuple(tuple(map(moved, r)) for r in force.routes if gone not in r)
        forces.append(structs.replace(force, target=moved(force.target), routes=routes))
    shielded = frozenset(
        (moved(support), moved(by)) for support, by in battle.shielded if gone not in (support, by)
    )
    return structs.replace(battle, forces=tuple(forces), shielded=shielded)


def dump(battle: Battle) -> str:
    """The battle and both fates, to read."""
    lines = [str(battle.rules)]
    features = ("hold_bonus", "vacant", "open_places", "peace", "shielded")
    lines += [f"{name}: {getattr(battle, name)}" for name in features if getattr(battle, name)]
    packed = pack([battle])
    ours = told_by_kernel(battle, packed, solve_batch(packed), 0)
    theirs = told_by_resolver(battle)
    for index, f in enumerate(battle.forces):
        order = f"{f.act.name} {f.goal}" + (f" of {f.target}" if f.target >= 0 else "")
        road = f" {f.road.name} {f.routes}" if f.act is Act.MOVE else ""
        fates = [[str(row[index]) for row in told[:4]] for told in (ours, theirs)]
        lines.append(
            f"{index}: {f.power} {f.kind} {f.weight} in {f.place}: {order}{road} {f.preset.name}"
            f"  kernel {' '.join(fates[0])}  resolver {' '.join(fates[1])}"
        )
    lines.append(
        f"contested: kernel {ours[4]}, resolver {theirs[4]}; "
        f"closed by: kernel {ours[5]}, resolver {theirs[5]}"
    )
    return "\n".join(lines)


def check(seeds: range) -> tuple[Counter[str], Counter[str], list[str]]:
    """Compare the battles of these seeds: counts planted, counts met, disagreements to read.

    The plain ones are solved twice: among others, as one general batch, and alone.
    """
    planted: Counter[str] = Counter()
    met: Counter[str] = Counter()
    wrong: list[str] = []
    for begin in range(seeds.start, seeds.stop, CHUNK):
        made = [plant(seed) for seed in range(begin, min(begin + CHUNK, seeds.stop))]
        for one in made:
            planted.update(one.kinds)
        battles = [one.battle for one in made]
        plain = [battle for battle in battles if is_plain(battle)]
        planted["plain"] += len(plain)
        for batch, counter in ((battles, met), (plain, Counter[str]())):
            wrong += [dump(shrunk(battle)) for battle in differences(batch, counter)]
    return planted, met, wrong


def test_kernel_and_resolver_agree() -> None:
    count = int(os.environ.get("LEGATION_LAW_COUNT", "4000" if COMPILED else "400"))
    planted, met, wrong = check(range(1, count + 1))
    print(f"\n{count} battles; planted {dict(planted)}; met {dict(met)}")
    assert not wrong, f"{len(wrong)} disagreements, the first:\n{wrong[0]}"
    if count >= 2000:
        assert set(MET) == {name for name, number in met.items() if number}


@pytest.mark.skipif(not COMPILED, reason="all of it is run so")
def test_same_source_without_numba() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from test_kernel_agrees import check\n"
        "_, met, wrong = check(range(1, 301))\n"
        "assert 'numba' not in sys.modules\n"
        "assert not wrong, wrong[0]\n"
    )
    environment = {**os.environ, "LEGATION_NO_NUMBA": "1"}
    here = os.path.dirname(__file__)
    subprocess.run([sys.executable, "-c", code, here], env=environment, check=True)


def test_threads_change_nothing() -> None:
    packed = pack(plant(seed).battle for seed in range(1, 200))
    one, two = solve_batch(packed), solve_batch(packed, threads=2)
    for name, ours, theirs in zip(
        Results._fields, map(np.asarray, one), map(np.asarray, two), strict=True
    ):
        assert np.array_equal(ours, theirs), name


def test_unknown_options_are_refused_by_name() -> None:
    battle = Battle((Force("A", "army", "p"),), rules=BattleRules(origin="last-fleet"))
    with pytest.raises(RefusedError, match="origin = last-fleet"):
        pack([battle])


def test_sizes_are_refused_by_name() -> None:
    forces = tuple(Force(f"P{n}", "army", f"p{n}") for n in range(80))
    with pytest.raises(RefusedError, match="powers in one battle"):
        pack([Battle(forces)])


def test_empty_batches() -> None:
    assert len(solve_batch(pack([])).met) == 0
    assert len(solve_batch(pack([Battle(())]), threads=2).met) == 1
