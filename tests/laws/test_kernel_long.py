"""The kernel and the readable resolver agree on battles of several hundred forces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from long_battles import (
    beside_a_train,
    bouncing_train,
    convoys,
    crowd,
    disputed_ring,
    duels,
    guarded_convoys,
    joined,
    led_crowd,
    ordered,
    orders,
    paradoxes,
    ring,
    train,
    won_duels,
    won_ring,
)
from planted import plant
from test_kernel_agrees import differences, dump

from legation.kernel.batch import solve_batch
from legation.kernel.layout import MET_PARADOX, MET_RING
from legation.kernel.pack import is_plain, pack
from legation.rules.battle import Act, Battle, BattleRules, Force, Road
from legation.rules.resolve import resolve

SIZE = 240  # forces, but for a few
# How many arrive, how many are dislodged, how many convoys run, and whether that takes more than
# tightening: see `long_battles`.
SHAPES: dict[str, tuple[Callable[[], list[Force]], tuple[int, int, int, int]]] = {
    "train": (lambda: train(SIZE), (SIZE, 0, 0, 0)),
    "bouncing train": (lambda: bouncing_train(SIZE), (0, 0, 0, 0)),
    "ring": (lambda: ring(SIZE), (SIZE, 0, 0, MET_RING)),
    "disputed ring": (lambda: disputed_ring(SIZE), (0, 0, 0, 0)),
    "won ring": (lambda: won_ring(SIZE), (SIZE, 0, 0, MET_RING)),
    "crowd": (lambda: crowd(SIZE), (0, 0, 0, 0)),
    "led crowd": (lambda: led_crowd(SIZE), (1, 0, 0, 0)),
    "duels": (lambda: duels(SIZE), (0, 0, 0, 0)),
    "won duels": (lambda: won_duels(SIZE), (SIZE // 2, SIZE // 4, 0, 0)),
    # Each army is landed and beaten back, but cuts the support against the next fleet. The last
    # attack goes into an empty sea.
    "convoys": (lambda: convoys(SIZE, struck=False), (1, 0, SIZE // 4, 0)),
    # No fleet is safe, so no army cuts the support that sinks the next; one attack for each.
    "struck convoys": (lambda: convoys(SIZE, struck=True), (SIZE // 4 + 1, SIZE // 4, 0, 0)),
    # The first army cuts, so the second fleet is lost, so the third is kept, and so on. The
    # last attack goes into an empty sea.
    "guarded convoys": (
        lambda: guarded_convoys(SIZE),
        (SIZE // 10 + 1, SIZE // 10, SIZE // 10, 0),
    ),
    # By Szykman no army lands, so each attack sinks its fleet, and no rival lands either.
    # The first rival, who needs no fleet, goes where nobody is.
    "paradoxes": (lambda: paradoxes(SIZE), (SIZE // 6 + 1, SIZE // 6, 0, MET_PARADOX)),
}


def agree(battles: list[Battle]) -> None:
    wrong = [dump(battle) for battle in differences(battles, Counter())]
    assert not wrong, wrong[0]


@pytest.mark.parametrize("shape", SHAPES)
def test_long_shapes(shape: str) -> None:
    made, fate = SHAPES[shape]
    forces = made()
    for name, order in orders(len(forces), seed=12).items():
        battle = ordered(forces, order)
        results = solve_batch(pack([battle]))
        arrived, convoys_run = int(results.arrived.sum()), int(results.convoy.sum())
        dislodged = int((results.dislodged_by >= 0).sum())
        assert (arrived, dislodged, convoys_run, int(results.met[0])) == fate, name
        agree([battle])


@pytest.mark.parametrize("seed", range(1, 5))
def test_many_plain_knots_in_one_battle(seed: int) -> None:
    every = (plant(number).battle for number in range(1000 * seed, 1000 * seed + 100))
    knots = [battle for battle in every if is_plain(battle)]
    agree([joined(knots, BattleRules(), seed)])


@pytest.mark.parametrize(
    "rules",
    [
        BattleRules(cut="subtract", weaken="holders-first", joint=True, room=5),
        BattleRules(multi_route="every", paradox="all-hold", passed="no-effect"),
        BattleRules(cut="subtract", joint=True, room=4, passed="no-effect"),
    ],
    ids=("joint", "no-effect", "both"),
)
def test_many_knots_of_other_rules_in_one_battle(rules: BattleRules) -> None:
    knots = [plant(number).battle for number in range(7000, 7040)]
    agree([joined(knots, rules, seed=7)])


@pytest.mark.parametrize("seed", range(4))
def test_knots_that_only_the_work_list_looks_at(seed: int) -> None:
    """Beside a long train all of a battle is left to it after one round: whoever may read what
    changes must be told."""
    agree([beside_a_train(plant(number).battle) for number in range(400 * seed, 400 * seed + 400)])


def test_a_ring_that_a_paradox_leaves_open_goes_round() -> None:
    """The convoy fails, so nobody cuts the support, and the ring's strengths are known.

    Worked by hand: the move of B into p0 is supported, 2 against 1 of the fleet that
    stayed there, which is dislodged; each of the three moves follows the next.
    """
    army, fleet = "army", "fleet"
    battle = Battle(
        (
            Force("C", army, "p0", 1, Act.MOVE, "p4"),
            Force("B", army, "p5", 1, Act.MOVE, "p0"),
            Force("C", fleet, "p4", 1, Act.MOVE, "p5"),
            Force("C", fleet, "p0", 1, Act.CONVOY),
            Force("A", fleet, "p7", 1, Act.SUPPORT, target=1),
            Force("C", army, "p3", 1, Act.MOVE, "p7", Road.CONVOY, ((3,),)),
        )
    )
    resolution = resolve(battle)
    assert list(resolution.arrived) == [True, True, True, False, False, False]
    assert list(resolution.dislodged_by) == [-1, -1, -1, 1, -1, -1]
    assert not list(differences([battle], Counter()))
