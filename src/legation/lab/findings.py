"""What a trial shows of a game: openings, what nobody ever used, games that are worth a look."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from legation.board.graph import IMPASSABLE
from legation.lab.played import Played
from legation.lab.shares import Mean, Share, final, mean
from legation.rules.rulebook import Rulebook
from legation.variants.find import FILE, folder

_CLAUSE = re.compile(r"^\| ([A-Z]{2,4}-[A-Za-z0-9-]+) \| (.+?) \|", re.MULTILINE)


@dataclass(frozen=True)
class Opening:
    """The first orders of a power, how often they were given, and what came of them."""

    orders: str
    played: Share
    solo: Share
    centres: Mean


@dataclass(frozen=True)
class Repertoire:
    """What a power opened with, most frequent first. `common` are played in 2 % or more."""

    power: str
    openings: tuple[Opening, ...]

    @property
    def common(self) -> int:
        """How many are played in 2 games of 100 or more."""
        return sum(opening.played.value >= 0.02 for opening in self.openings)


def repertoires(games: Sequence[Played]) -> tuple[Repertoire, ...]:
    """What each power opened with."""
    powers = games[0].powers if games else ()
    return tuple(Repertoire(power, _openings(games, power)) for power in powers)


def _openings(games: Sequence[Played], power: str) -> tuple[Opening, ...]:
    by_orders: dict[str, list[Played]] = defaultdict(list)
    for game in games:
        if power in game.openings:
            by_orders[game.openings[power]].append(game)
    found = [
        Opening(
            orders,
            Share(len(own), len(games)),
            Share(sum(game.winners == (power,) for game in own), len(own)),
            mean(final(game, power) for game in own),
        )
        for orders, own in by_orders.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.played.count, each.orders)))


@dataclass(frozen=True)
class Unused:
    """What is in a game and did not come up.

    `provinces` were never stood in, `free` are centres that began without an
    owner and were never taken, `verbs` orders that nobody gave. `clauses` are
    those of which reports or orders speak, and none was told or given: id → text.
    """

    provinces: tuple[str, ...]
    free: tuple[str, ...]
    verbs: tuple[str, ...]
    clauses: Mapping[str, str]


def unused(book: Rulebook, owned: Collection[str], games: Sequence[Played]) -> Unused:
    """What nobody ever used in any of these games; `owned` are the centres owned at the start."""
    graph = book.graph
    stood = {province for game in games for province in (*game.stood, *game.visits)}
    taken = {centre for game in games for centre in game.captured}
    verbs = {verb for game in games for verb in game.verbs}
    told = {clause for game in games for clause in game.kinds.values()}
    told |= {kind.clause for verb, kind in book.order_types.items() if verb in verbs}
    spoken = {kind.clause for kind in book.reports.values()}
    spoken |= {kind.clause for kind in book.order_types.values()}
    texts = clause_texts(book.variant)
    open_to_all = [
        code for code, province in graph.provinces.items() if province.terrain != IMPASSABLE
    ]
    return Unused(
        tuple(code for code in open_to_all if code not in stood),
        tuple(code for code in graph.centres if code not in taken and code not in owned),
        tuple(verb for verb in book.order_types if verb not in verbs),
        {c: texts[c] for c in texts if c in spoken - told},
    )


def clause_texts(variant: str) -> Mapping[str, str]:
    """The clauses of a variant and its ancestors as its rules list them, its own first."""
    texts: dict[str, str] = {}
    name = variant
    while name:
        place = folder(name)
        rules = place.joinpath("rules.md")
        if rules.is_file():
            for clause, text in _CLAUSE.findall(rules.read_text(encoding="utf-8")):
                texts.setdefault(clause, text)
        name = str(tomllib.loads(place.joinpath(FILE).read_text("utf-8")).get("parent", ""))
    return texts


def odd(games: Sequence[Played]) -> Iterator[tuple[str, Played]]:
    """Games to look at, each with why."""
    solos = [game for game in games if len(game.winners) == 1]
    if solos:
        yield "the quickest solo", min(solos, key=lambda game: (game.turns, game.number))
        low, back = min(((_lowest(game), game) for game in solos), key=lambda pair: pair[0])
        yield f"won from {low} {'centre' if low == 1 else 'centres'}", back
    yield from _most(games)


def _lowest(game: Played) -> int:
    """The fewest centres that the winner ever had."""
    at = game.powers.index(game.winners[0])
    return min(centres[at] for centres in game.centres)


def _most(games: Sequence[Played]) -> Iterable[tuple[str, Played]]:
    """The games that have most of something."""
    rows = (
        ("the most changes of the lead", lambda game: game.leads),
        ("the most dislodged units", lambda game: sum(game.dislodged.values())),
        ("the longest without a change of owners", lambda game: game.quiet),
        ("shared by the most powers", lambda game: len(game.winners)),
    )
    for said, figure in rows if games else ():
        best = max(games, key=lambda game: (figure(game), -game.number))
        if figure(best) > 1:
            yield f"{said}: {figure(best)}", best
