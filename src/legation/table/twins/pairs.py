"""Non-interference: games that differ only in what a viewer was never told look alike to him.

A `Pair` is two games, and who must not be able to tell them apart. What may
differ in them is settled where pairs are made: by the rules alone in the laws
of the variants that come with Legation, by what a variant declares in
`lab.secrets`. `Finding` keeps how many pairs of each kind there were, and how
many really differed in a secret.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from legation.sight.view import Sheet
from legation.table.game import Game
from legation.table.record import Record
from legation.table.twins.differing import between, difference
from legation.table.twins.outlets import MASTER, OUTLETS, Outlet, seen

SPECTATOR = "spectator"
ARCHIVE = "archive"


@dataclass(frozen=True)
class Pair:
    """Two games that nobody of `outsiders` can tell apart, if all is well.

    `secret` is the kind of what differs, and `insiders` are viewers who see
    it; nobody but the host, where there are none. `whole`: everything seen so
    far is compared, not just what is seen now.
    """

    secret: str
    one: Game
    two: Game
    outsiders: tuple[str, ...]
    insiders: tuple[str, ...] = (MASTER,)
    whole: bool = False
    note: str = ""


@dataclass
class Finding:
    """What came of some pairs, by kind of secret."""

    pairs: Counter[str] = field(default_factory=Counter)
    differed: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Finding) -> None:
        """Join what came of others."""
        self.pairs += other.pairs
        self.differed += other.differed
        self.failures += other.failures

    def __str__(self) -> str:
        kinds = (
            f"{kind} {self.differed[kind]} of {self.pairs[kind]}" for kind in sorted(self.pairs)
        )
        return f"pairs that differ in a secret: {', '.join(kinds)}; {len(self.failures)} leaks"


def look(
    pairs: Iterable[Pair], thorough: bool = False, outlets: Mapping[str, Outlet] = OUTLETS
) -> Finding:
    """Compares pairs as long as nothing leaks; see `leaked`."""
    found = Finding()
    for pair in pairs:
        found.pairs[pair.secret] += 1
        found.differed[pair.secret] += really_differs(pair)
        leak = leaked(pair, thorough, outlets)
        if leak:
            found.failures.append(leak)
            break
    return found


def really_differs(pair: Pair) -> bool:
    """Does somebody see something else in the one game than in the other?"""
    if not pair.insiders:
        return pair.one.record != pair.two.record
    last = min(pair.one.number, pair.two.number)
    first = 0 if pair.whole else max(0, last - 1)
    return any(
        seen(pair.one, who, number) != seen(pair.two, who, number)
        for number in range(last, first - 1, -1)
        for who in pair.insiders
    )


def leaked(pair: Pair, thorough: bool = False, outlets: Mapping[str, Outlet] = OUTLETS) -> str:
    """The first thing by which an outsider could tell the games apart; empty if there is none.

    Everybody's views are compared; the rest, which takes long, for one in
    three, in turn, unless this is to be `thorough`.
    """
    one, two = pair.one, pair.two
    if one.phase != two.phase or one.number != two.number:
        return _said(pair, "anybody", f"{one.phase} here, {two.phase} there")
    for index, viewer in enumerate(pair.outsiders):
        chosen = thorough or (index + one.number) % 3 == 0
        for what, outlet in outlets.items():
            if not chosen and what != "the view":
                continue
            texts = outlet(one, viewer, pair.whole), outlet(two, viewer, pair.whole)
            if texts[0] == texts[1]:
                continue
            said = ""
            if what == "the view":
                said = _in_views(pair, viewer)
            return _said(pair, viewer, said or f"{between(*texts)}, in {what[4:]}")
    return ""


def _in_views(pair: Pair, viewer: str) -> str:
    """What a viewer sees otherwise, in words, in the first phase in which he does."""
    last = pair.one.number
    for number in range(0 if pair.whole else last, last + 1):
        views = pair.one.view(viewer, number), pair.two.view(viewer, number)
        if said := difference(pair.one.book, *views):
            return said
    return ""


def _said(pair: Pair, viewer: str, said: str) -> str:
    note = f" ({pair.note})" if pair.note else ""
    return f"{viewer} sees {said}; {pair.one.phase}, {pair.secret}{note}"


# Making pairs


def twin(game: Game) -> Game:
    """The same game once more."""
    return Game(game.record)


def arriving(game: Game, power: str, orders: Sequence[str]) -> Game:
    """The game with a sheet that nobody checked: a file, or an old version, has it so."""
    here = game.record.phases[-1]
    sheet = here.sheets.get(power, Sheet())
    sheets = {**here.sheets, power: replace(sheet, orders=(*sheet.orders, *orders))}
    return Game(_ending(game.record, sheets))


def _ending(record: Record, sheets: dict[str, Sheet]) -> Record:
    return replace(record, phases=(*record.phases[:-1], replace(record.phases[-1], sheets=sheets)))


def everybody(game: Game, *but: str) -> tuple[str, ...]:
    """All players and the spectator, without some."""
    return tuple(v for v in (*sorted(game.book.players), SPECTATOR) if v not in but)
