"""The parts of a trial's page, each as HTML; empty where there is nothing to say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape

from legation.lab.charts import courses, histogram
from legation.lab.findings import odd, repertoires, unused
from legation.lab.heat import Heat, HeatMaps
from legation.lab.played import Played
from legation.lab.shares import counted
from legation.lab.tables import amount, named, percent, table
from legation.lab.trial import Side as Asked
from legation.rules.rulebook import Rulebook

_OPENINGS = 6  # of each power, at most
_CLAUSES = 40
_FAULTS = 30


@dataclass(frozen=True)
class Side:
    """One side of a trial, with its games. `owned` are centres that are owned at the start."""

    book: Rulebook
    side: Asked
    games: tuple[Played, ...]
    owned: frozenset[str]
    turns: tuple[str, ...]
    letter: str

    @property
    def title(self) -> str:
        """What is played, for people."""
        return self.book.title

    @cached_property
    def counted(self) -> tuple[Played, ...]:
        """The games that count in shares."""
        return counted(self.games)

    @cached_property
    def maps(self) -> HeatMaps:
        """The board, once for all of its maps."""
        return HeatMaps(self.book, f"-{self.letter}")

    @property
    def courses(self) -> str:
        """Centres over time."""
        if not self.counted:
            return ""
        return f'<div class="lab-grid">{courses(self.book, self.counted, self.turns)}</div>'

    @property
    def endings(self) -> str:
        """How the games ended, in a line."""
        alone = sum(len(game.winners) == 1 for game in self.counted)
        shared = sum(len(game.winners) > 1 for game in self.counted)
        broken = sum(game.broken_off for game in self.counted)
        parts = [f"{alone} of {len(self.counted)} games were won by one power", f"{shared} shared"]
        if broken:
            parts.append(f"{broken} broken off")
        crashed = len(self.games) - len(self.counted)
        if crashed:
            parts.append(f"{crashed} stopped in the middle and do not count")
        return ", ".join(parts) + "."

    def place(self, code: str) -> str:
        """A province by its name."""
        return self.book.graph.provinces[code].name


def heats(side: Side) -> str:
    """The four maps."""
    games = side.counted
    if not games:
        return ""

    def each(by_game: Iterator[dict[str, int]]) -> dict[str, float]:
        whole: Counter[str] = Counter()
        for counts in by_game:
            whole.update(counts)
        return {code: count / len(games) for code, count in whole.items()}

    times: dict[str, list[int]] = defaultdict(list)
    for game in games:
        for centre, (_, turn) in game.captured.items():
            times[centre].append(turn)
    first = {centre: float(sorted(turns)[len(turns) // 2]) for centre, turns in times.items()}
    visits = each(dict(game.visits) for game in games)
    bounces = each(dict(game.bounces) for game in games)
    dislodged = each(dict(game.dislodged) for game in games)
    began = "when a centre first changed hands, in the middle game of all; strong is early"
    maps = (
        Heat("Visits", "units that came from elsewhere, a game", visits, _tenths),
        Heat("Bounces", "moves there that bounced, a game", bounces, _tenths),
        Heat(
            "Dislodgements", "units driven out of there, a game", dislodged, _tenths, css="lab-red"
        ),
        Heat("First capture", began, first, lambda turn: side.turns[int(turn)], early=True),
    )
    drawn = "".join(side.maps.drawn(heat) for heat in maps)
    return f'<div class="lab-maps">{drawn}</div>'


def _tenths(value: float) -> str:
    return f"{value:.1f}"


def openings(side: Side) -> str:
    """What each power opened with most."""
    return "".join(
        f"<details{' open' if at == 0 else ''}><summary>{named(side.book, each.power)}:"
        f" {_played(len(each.openings), each.common)}</summary>\n"
        + table(
            ("Orders", "Played", "Won alone", "Centres"),
            (
                (
                    f"<code>{escape(opening.orders)}</code>",
                    percent(opening.played),
                    percent(opening.solo),
                    amount(opening.centres),
                )
                for opening in each.openings[:_OPENINGS]
            ),
            "lab-openings",
        )
        + "</details>\n"
        for at, each in enumerate(repertoires(side.counted))
    )


def _played(count: int, common: int) -> str:
    """How many openings there are, and how many are more than a whim."""
    if count == 1:
        return "always the same"
    return f"{count}, {common if common < count else 'each'} in 2 of 100 games or more"


def ways(side: Side) -> str:
    """How long games are, how often the lead changes, and for how long nothing happens."""
    games = side.counted
    if not games:
        return ""
    drawn = (
        histogram((game.turns for game in games), "Movement phases"),
        histogram((game.leads for game in games), "Changes of the lead"),
        histogram((game.quiet for game in games), "Longest without a change of owners"),
    )
    return f'<div class="lab-grid">{"".join(drawn)}</div>'


def unused_said(side: Side) -> str:
    """What nobody ever used."""
    found = unused(side.book, side.owned, side.counted)
    kinds = side.book.order_types
    items = (
        ("Provinces in which nobody ever stood", [side.place(c) for c in found.provinces]),
        ("Free centres that nobody ever took", [side.place(c) for c in found.free]),
        ("Orders that nobody ever gave", [kinds[verb].label or verb for verb in found.verbs]),
    )
    said = "".join(
        f"<dt>{title}</dt><dd>{escape(', '.join(names)) if names else 'None.'}</dd>"
        for title, names in items
    )
    rows = "".join(
        f"<li><b>{escape(clause)}</b> {escape(text)}</li>"
        for clause, text in list(found.clauses.items())[:_CLAUSES]
    )
    title = "Clauses of which no report, reason or order ever spoke"
    clauses = f"<details><summary>{title}: {len(found.clauses)}</summary><ul>{rows}</ul></details>"
    return f"<dl>{said}</dl>{clauses if rows else ''}\n"


def faults(side: Side) -> str:
    """Refused orders and crashes, each with its saved game."""
    found = [(game, fault) for game in side.games for fault in game.faults]
    if not found:
        return "<p>Nothing: no order of a bot was refused, and no game crashed.</p>\n"
    rows = (
        (
            f"Game {game.number}, phase {fault.phase}",
            escape(fault.power),
            fault.sort,
            escape(fault.said),
            f"<code>{escape(fault.save)}</code>",
        )
        for game, fault in found[:_FAULTS]
    )
    return table(("Where", "Power", "What", "Why", "Saved"), rows) + (
        f"<p>{len(found)} in all.</p>\n" if len(found) > _FAULTS else ""
    )


def oddities(side: Side) -> str:
    """Games that are worth a look."""
    by_game: dict[int, list[str]] = defaultdict(list)
    games = {}
    for said, game in odd(side.counted):
        by_game[game.number].append(said)
        games[game.number] = game
    rows = (
        (
            f"Game {number}",
            escape("; ".join(said)),
            escape(games[number].closed),
            escape(", ".join(games[number].winners) or "broken off"),
        )
        for number, said in by_game.items()
    )
    return table(("Game", "Why", "Ended", "Winners"), rows) if by_game else ""
