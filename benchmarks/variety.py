"""How varied bots play: openings, what they leave lying, and who crosses the river.

    python benchmarks/variety.py --bot steady --games 1000
    python benchmarks/variety.py --bot seeker --games 1000 --years 0
    python benchmarks/variety.py --bot steady --games 40 --years 1 --variant london_nights

All seats are played by one bot, all options standard. **openings**: the sheets
of each power for its first movement; how many different ones, how many of them
in 2 % of the games or more, and the share of the most frequent. Then the games
go on for so many `--years` (a night is one; with 0 there is no more than the
first movement; a round of phases that takes several years counts as one).
**left**: the games in which for three years in a row nobody
owned a centre that a unit could have reached in two moves; **untried**: those in
which nobody even ordered a unit there in these years. **crossed**: where a
map has a north and a south, the games in which a player's unit came to the south.
Intervals (95 %) are Wilson's.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from math import sqrt

from bots import SIDES
from legation.board.calendar import MOVEMENT
from legation.board.graph import province_of
from legation.bots.base import find_bot
from legation.bots.reaches import reaches
from legation.table.game import Game

OFTEN = 0.02
NEAR = 2  # moves
LONG = 3  # years
Z = 1.96


class Tally:
    """What was seen of one bot in all seats of so many games."""

    def __init__(self, variant: str, bot: str) -> None:
        self.variant, self.bot = variant, find_bot(bot)
        self.openings: dict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
        self.games = self.left = self.untried = self.crossed = 0

    def play(self, seed: int, years: int) -> None:
        """One game."""
        dice = random.Random(f"{self.variant} {seed}")
        game = Game.new(self.variant, seed=f"{dice.getrandbits(128):032x}")
        free: Counter[str] = Counter()
        still: Counter[str] = Counter()
        tried: set[str] = set()
        left = untried = crossed = opened = False
        years_of = game.book.calendar.round
        while not game.over and (not opened or years_of(game.phase) < years):
            phase = game.phase
            for power in game.waiting:
                sheet = self.bot.choose(game.book, game.view(power), dice)
                game.submit(power, sheet, settled=True)
                if phase.kind == MOVEMENT and not opened:
                    self.openings[power][tuple(sorted(sheet))] += 1
            opened |= phase.kind == MOVEMENT
            if years:
                game.advance()
                crossed |= _is_crossed(game)
                tried |= _goals(game)
            if years_of(game.phase) > years_of(phase):
                near = _free(game)
                free = Counter({at: free[at] + 1 for at in near})
                left |= LONG in free.values()
                still = Counter({at: still[at] + 1 for at in near - tried})
                untried |= LONG in still.values()
                tried = set()
        self.games, self.left = self.games + 1, self.left + left
        self.untried += untried
        self.crossed += crossed

    def rows(self, years: int) -> list[str]:
        """What was seen, a line each."""
        lines = []
        for power, counts in sorted(self.openings.items()):
            often = sum(n >= OFTEN * self.games for n in counts.values())
            most = counts.most_common(1)[0][1] / self.games
            lines.append(f"| {power} | {len(counts)} | {often} | {100 * most:.0f} % |")
        if years:
            seen = {"left": self.left, "untried": self.untried, "crossed": self.crossed}
            lines.append("; ".join(f"{what}: {self._share(n)}" for what, n in seen.items()))
        return lines

    def _share(self, count: int) -> str:
        n, share = self.games, count / self.games
        middle, half = share + Z * Z / 2 / n, Z * sqrt(share * (1 - share) / n + Z * Z / 4 / n / n)
        low, high = ((middle + sign * half) / (1 + Z * Z / n) for sign in (-1, 1))
        return f"{count} of {n} ({100 * max(0.0, low):.0f} to {100 * high:.0f} %)"


def _free(game: Game) -> set[str]:
    """The centres that nobody owns and a player's unit could reach in two moves."""
    book, position = game.book, game.record.phases[-1].truth.position
    owned = {*position.owners, *(u.province for u in position.units if u.power not in book.players)}
    return {
        at
        for unit in position.units
        if unit.power in book.players
        for at, moves in reaches(book, unit.kind, unit.place)
        if moves <= NEAR and at in book.graph.centres and at not in owned
    }


def _goals(game: Game) -> set[str]:
    """The provinces to which a unit was ordered in the phase that has just ended."""
    orders = (outcome.order for outcome in game.view("gm").told[-1].outcomes)
    return {province_of(order.goal) for order in orders if order and order.verb == "move"}


def _is_crossed(game: Game) -> bool:
    book, units = game.book, game.record.phases[-1].truth.position.units
    regions = {unit.province: book.graph.provinces[unit.province].region for unit in units}
    return any(regions[unit.province] == SIDES[1] for unit in units if unit.power in book.players)


def main() -> None:
    """Play, and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--variant", default="standard")
    parser.add_argument("--bot", default="steady")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--years", type=int, default=7)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    tally = Tally(given.variant, given.bot)
    for seed in range(given.seed, given.seed + given.games):
        tally.play(seed, given.years)
    print("| power | openings | in 2 % or more | the most frequent |\n|---|---|---|---|")
    print("\n".join(tally.rows(given.years)))


if __name__ == "__main__":
    main()
