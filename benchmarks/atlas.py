"""How long a picture takes, and how large it is, for each board.

``python benchmarks/atlas.py [variant ...]``: plays a few phases with orders at
random, draws every phase for everybody with what came of it, and prints the
median and the slowest in milliseconds of this process's own time (so that others
on the machine count less), and the largest in bytes, plain and packed.
"""

from __future__ import annotations

import gzip
import random
import statistics
import sys
import time
from collections.abc import Iterator
from itertools import pairwise

from legation.atlas.draw import draw
from legation.board.calendar import RETREAT
from legation.rules.menus import menu
from legation.rules.survey import Survey
from legation.table.game import Game
from legation.variants.find import folders

SEED = "0123456789abcdef0123456789abcdef"
PHASES = 8


def played(variant: str) -> Game:
    """A game of some phases, with orders at random."""
    game, dice = Game.new(variant, seed=SEED), random.Random(1)
    while game.number < PHASES and not game.over:
        for power in game.waiting:
            game.submit(power, list(_orders(game, power, dice)))
        game.advance()
    return game


def _orders(game: Game, power: str, dice: random.Random) -> Iterator[str]:
    """An order for each unit, out of those that are legal."""
    survey = Survey(game.book, game.view(power).position)
    position = survey.position
    lost = tuple(d.unit for d in position.dislodged if d.unit.power == power)
    for unit in lost if position.phase.kind == RETREAT else position.of(power):
        choices = sorted(menu(survey, unit), key=str)
        if choices:
            orders = list(dice.choice(choices).orders())
            yield game.book.write(dice.choice(orders))


def measure(variant: str) -> str:
    """A line of the table."""
    game = played(variant)
    times, largest = [], ""
    for viewer in ("spectator", "gm", *(power.name for power in game.book.powers)):
        views = [game.view(viewer, number) for number in range(game.number + 1)]
        draw(game.book, views[0])  # what is kept is kept now
        for view, after in pairwise(views):
            start = time.process_time()
            svg = draw(game.book, view, after)
            times.append((time.process_time() - start) * 1000)
            largest = max(largest, svg, key=len)
    packed = len(gzip.compress(largest.encode()))
    return (
        f"{variant:15} {len(times):5} {statistics.median(times):8.1f} {max(times):8.1f}"
        f" {len(largest.encode()):9} {packed:9}"
    )


def main() -> None:
    """Print the table."""
    print(f"{'board':15} {'drawn':>5} {'median':>8} {'slowest':>8} {'bytes':>9} {'packed':>9}")
    for variant in sys.argv[1:] or folders():
        print(measure(variant))


if __name__ == "__main__":
    main()
