"""Missed turns: one extension for all, then what the game's makers chose.

A power is missing when the time is up, it is asked for orders, and it has
handed in no sheet at all, nor left standing orders that were used. In a phase
of which not everybody can see who has to decide, nothing is done about it that
would be seen.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from legation.errors import StateError
from legation.server.games import bots
from legation.server.games.asked import asked
from legation.server.games.models import BOT, DISORDER, NOBODY, SUBSTITUTE, Game, Seat
from legation.table.game import Game as Table


@dataclass(frozen=True, slots=True)
class Lacking:
    """Powers without a sheet: those that all may know of, and `quiet` ones."""

    counted: frozenset[str] = frozenset()
    quiet: frozenset[str] = frozenset()


def playing(seats: Sequence[Seat], there: Collection[str]) -> set[str]:
    """The powers that people play: no bot does for them, or they are `there` themselves."""
    return {s.power for s in seats if s.person and (not s.bot or s.power in there)}


def back(seats: Sequence[Seat], there: Collection[str]) -> list[Seat]:
    """Lets no bot stand in for who is there himself, and nobody take his seat.

    Returns the seats that this changed.
    """
    changed = [s for s in seats if s.person and s.power in there and (s.bot or s.open)]
    for seat in changed:
        seat.bot, seat.open = "", False
    return changed


def lacking(table: Table, seats: Sequence[Seat], there: Collection[str]) -> Lacking:
    """Whose sheet is missing; `there` are the powers of which there is one.

    A power for which a bot stands in is not missing.
    """
    players = playing(seats, there)
    wanted = asked(table, players)
    counted = wanted.missed.difference(there)
    quiet = wanted.waited_for.difference(there, counted)
    return Lacking(counted, frozenset() if wanted.plain else quiet)


def more_time(row: Game, until: datetime, why: str = "as orders are missing") -> str:
    """What everybody is told of the extension."""
    local = until.astimezone(ZoneInfo(row.zone))
    return f"until {local:%H:%M}, {local.day} {local:%B} ({row.zone}), {why}"


def without(
    row: Game, table: Table, seats: Sequence[Seat], there: Collection[str], lacks: Lacking
) -> list[Seat]:
    """Fills the table before a phase ends: bots play, the missing are dealt with.

    Returns the seats that this changed.
    """
    by_power = {seat.power: seat for seat in seats}
    robots = {s.power: s.bot for s in seats if s.bot and (not s.person or s.power not in there)}
    substitute = row.fill_bot or bots.STEADY
    changed: list[Seat] = []
    if row.missed in (BOT, SUBSTITUTE):
        robots |= dict.fromkeys(lacks.counted | lacks.quiet, substitute)
    for power in sorted(lacks.counted):
        seat = by_power[power]
        seat.missed += 1
        if row.missed == SUBSTITUTE:
            seat.bot = substitute
        if row.missed in (SUBSTITUTE, DISORDER):
            seat.open = row.replacers != NOBODY
        changed.append(seat)
    if row.missed == DISORDER:
        for power in sorted(lacks.counted):
            try:
                table.civil_disorder(power)
            except StateError:
                continue  # it is so already
    for power, bot in sorted(robots.items()):
        bots.write_sheet(table, power, bot)
    return changed
