"""A corrected game is the game in which the right orders were handed in at once (STD-GM)."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from random_play import SEED, hand_in, play, random_orders

from legation.sight.view import View, standing
from legation.sight.viewer import SPECTATOR, Viewer, power_viewer
from legation.table.game import Game
from legation.table.saving.save import dump, read
from legation.variants.find import folders

VARIANTS = sorted(folders())
NOTE = "A letter was misread."
law = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("variant", VARIANTS)
@law
@given(st.integers(0, 1 << 32), st.integers(0, 5))
@example(183, 3)  # in Post-Atomic the sheet that was meant is refused
def test_a_correction_is_the_game_that_was_never_wrong(
    variant: str, seed: int, phases: int
) -> None:
    rng = random.Random(seed)
    game = play(Game.new(variant, seed=SEED), phases, rng)
    powers = sorted(game.waiting)
    if game.over or not powers:
        return
    sheets = {power: random_orders(game, power, rng) for power in powers}
    wrong = rng.choice(powers)
    mistaken = {**sheets, wrong: random_orders(game, wrong, rng)}
    if not hand_in(read(dump(game)), wrong, sheets[wrong]):
        return  # what a sheet may not hold together was drawn: nothing can be corrected to that
    right, mended = game, read(dump(game))
    _hand_in(right, sheets)
    _hand_in(mended, mistaken)
    if _written(right) == _written(mended):
        return
    before = {viewer: mended.view(viewer) for viewer in _viewers(mended)}
    done = mended.correct(lambda table: table.submit(wrong, sheets[wrong]), NOTE)
    assert mended.record.phases[-1].truth == right.record.phases[-1].truth
    for viewer in _viewers(mended):
        was, now, never_wrong = before[viewer], mended.view(viewer), right.view(viewer)
        assert _news(now) == _news(never_wrong)
        assert _knows(now) == _knows(never_wrong)
        assert now.told[: len(was.told)] == was.told
        otherwise = _news(now) != _news(was) or _knows(now) != _knows(was)
        assert otherwise == (viewer.power in done.readers)
        told_why = any(r.kind == "corrected-because" for told in now.told for r in told.reports)
        assert told_why == ("" in done.readers or viewer.power in done.readers)
    assert mended.audit() == []
    again = read(dump(mended))
    assert (again.record, dump(again)) == (mended.record, dump(mended))


def _viewers(game: Game) -> list[Viewer]:
    return [SPECTATOR, *(power_viewer(power.name) for power in game.book.powers)]


def _hand_in(game: Game, sheets: Mapping[str, list[str]]) -> None:
    for power, orders in sheets.items():
        game.submit(power, orders)
    game.advance()


def _written(game: Game) -> object:
    return {p: sheet.orders for p, sheet in game.record.phases[-2].sheets.items() if sheet.orders}


def _knows(view: View) -> object:
    return view.position, view.lore, view.ledger


def _news(view: View) -> object:
    """What came of the phase before: the last that was told of it."""
    last = [told for told in standing(view.told) if told.number == view.number - 1][-1]
    return last.reports, list(last.outcomes)
