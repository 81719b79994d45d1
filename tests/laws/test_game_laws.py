"""Laws of the table, over games played at random."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_play import SEED, play, random_orders

from legation.rules.wording import sentence
from legation.table.canonical import canonical
from legation.table.game import Game
from legation.table.kept import TRUTH
from legation.table.plain import view_data
from legation.table.saving.save import dump, read

VIEWERS = ("Austria", "France", "Turkey", "spectator", "gm")
law = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
seeds = st.integers(0, 1 << 32)


def played(seed: int, phases: int) -> Game:
    return play(Game.new(seed=SEED), phases, random.Random(seed))


def seen(game: Game, viewer: str, number: int | None = None) -> str:
    return canonical(view_data(game.book, game.view(viewer, number)))


@law
@given(seeds, st.integers(1, 20))
def test_same_seed_and_orders_same_game(seed: int, phases: int) -> None:
    game = played(seed, phases)
    assert dump(game) == dump(played(seed, phases))
    assert game.audit() == []


@law
@given(seeds, st.integers(0, 20))
def test_a_save_is_read_as_it_was_written(seed: int, phases: int) -> None:
    game = played(seed, phases)
    for power in game.waiting[::2]:
        game.submit(power, random_orders(game, power, random.Random(seed)))
    text = dump(game)
    again = read(text)
    assert dump(again) == text
    assert again.record == game.record
    assert [seen(again, viewer) for viewer in VIEWERS] == [seen(game, v) for v in VIEWERS]
    # Both go on alike.
    one, two = (play(table, 3, random.Random(seed)) for table in (game, again))
    assert dump(one) == dump(two)


@law
@given(seeds, st.integers(1, 15), st.data())
def test_rollback_restores_the_truth_to_the_byte(
    seed: int, phases: int, data: st.DataObject
) -> None:
    game = played(seed, phases)
    number = data.draw(st.integers(0, game.number))
    before = {viewer: game.view(viewer) for viewer in VIEWERS}
    index = game.record.line()[number]
    truth = canonical(TRUTH.write(game.record.phases[index].truth))
    game.rollback(number)
    assert canonical(TRUTH.write(game.record.phases[-1].truth)) == truth
    assert game.number == number
    play(game, 3, random.Random(seed + 1))
    for viewer, view in before.items():
        assert game.view(viewer).told[: len(view.told)] == view.told
    assert game.audit() == []
    assert dump(read(dump(game))) == dump(game)


@law
@given(seeds, st.integers(1, 10), st.data())
def test_a_fork_changes_nothing_here(seed: int, phases: int, data: st.DataObject) -> None:
    game = played(seed, phases)
    text = dump(game)
    number = data.draw(st.none() | st.integers(0, game.number))
    fork = game.fork(number)
    here = game.number if number is None else number
    assert fork.number == here
    assert fork.view("spectator").position == game.view("spectator", here).position
    play(fork, 3, random.Random(seed + 1))
    assert dump(game) == text
    assert fork.audit() == []
    assert dump(read(dump(fork))) == dump(fork)


@law
@given(seeds, st.integers(1, 12))
def test_told_only_grows(seed: int, phases: int) -> None:
    rng = random.Random(seed)
    game = Game.new(seed=SEED)
    told = {viewer: game.view(viewer).told for viewer in VIEWERS}
    for _ in range(phases):
        match rng.randrange(5):
            case 0:
                game.extend("a day")
            case 1:
                game.propose(game.view("spectator").position.powers()[0], "draw")
            case 2:
                game.rollback(rng.randint(0, game.number))
        play(game, 1, rng)
        for viewer in VIEWERS:
            now = game.view(viewer).told
            assert now[: len(told[viewer])] == told[viewer]
            told[viewer] = now
    for item in told["spectator"]:
        for report in item.reports:
            assert sentence(game.book, report)


@law
@given(seeds, st.integers(0, 12))
def test_nobody_sees_a_sheet_of_another(seed: int, phases: int) -> None:
    """Non-interference: games that differ in one power's pending sheet look alike to all others."""
    game = played(seed, phases)
    differed = 0
    for power in game.waiting[:3]:
        other = Game(game.record)
        game.submit(power, random_orders(game, power, random.Random(seed)))
        other.submit(power, random_orders(other, power, random.Random(seed + 1)), settled=True)
        differed += game.view(power).sheets != other.view(power).sheets
        for name in (*(p.name for p in game.book.powers), "spectator"):
            if name != power:
                assert seen(game, name) == seen(other, name)
                assert power not in game.view(name).sheets
        assert seen(game, power) != seen(other, power)
        assert seen(game, "gm") != seen(other, "gm")
    assert differed == len(game.waiting[:3])
