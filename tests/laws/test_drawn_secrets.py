"""A picture holds nothing that its View does not know.

Pairs of games that differ only in what a viewer was never told (see
`interference`) are drawn for him: to the byte alike, what waits, what was told,
and how it has stood.
"""

from __future__ import annotations

from itertools import islice

import pytest
from interference import LAWS
from twins import Pair, really_differs

from legation.atlas.chart import chart
from legation.atlas.draw import draw
from legation.table.game import Game
from legation.table.standing import courses_of

PAIRS, VIEWERS = 3, 2
SEEDS = (0, 2)


def pictures(game: Game, viewer: str) -> list[str]:
    """What he sees now, what came of the phase before, and the charts of all phases."""
    now = game.view(viewer)
    found = [draw(game.book, now, standalone=False, furniture=True)]
    if game.number:
        before = game.view(viewer, game.number - 1)
        found.append(draw(game.book, before, now, standalone=False, furniture=True))
    views = [*(game.view(viewer, number) for number in range(game.number)), now]
    found += [chart(game.book, each, each.kind) for each in courses_of(game.book, views)]
    return found


def outsiders(pair: Pair, at: int) -> list[str]:
    """Some of those who must not be able to tell, others each time."""
    names = pair.outsiders
    return [names[(at + step) % len(names)] for step in range(min(VIEWERS, len(names)))]


@pytest.mark.parametrize("family", sorted(LAWS))
def test_twins_are_drawn_alike(family: str) -> None:
    drawn = 0
    for seed in SEEDS:
        for at, pair in enumerate(islice(LAWS[family](seed), PAIRS)):
            for viewer in outsiders(pair, at):
                assert pictures(pair.one, viewer) == pictures(pair.two, viewer), (pair, viewer)
                drawn += 1
    assert drawn


@pytest.mark.parametrize("family", ["theatre", "deal", "henry", "placers", "court", "sheets"])
def test_and_secrets_are_drawn_for_who_knows_them(family: str) -> None:
    told_apart = 0
    for seed in SEEDS:
        for pair in islice(LAWS[family](seed), 2 * PAIRS):
            if really_differs(pair):
                told_apart += any(
                    pictures(pair.one, insider) != pictures(pair.two, insider)
                    for insider in pair.insiders
                )
    assert told_apart
