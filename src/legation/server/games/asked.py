"""Who is waited for, and whose sheet is missed, so that neither tells a secret.

Where everybody sees the whole board, those are asked who have something to
decide. Where something is hidden, a phase that ended as soon as those few had
settled would tell whether there were any: so all players who are still in the
game are waited for, and in a phase other than movement only those are missed
of whom everybody can see that they have to decide.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from legation.board import calendar
from legation.board.position import Position
from legation.rules.adjust import to_decide
from legation.rules.rulebook import Rulebook
from legation.rules.survey import survey_of
from legation.sight.view import View
from legation.sight.viewer import GAME_MASTER, SPECTATOR
from legation.table.game import Game as Table

_ELIMINATED = "eliminated"


@dataclass(frozen=True, slots=True)
class Asked:
    """Powers that are waited for, and powers whose sheet is missed when the time is up.

    `plain`: may it be seen who they are?
    """

    waited_for: frozenset[str]
    missed: frozenset[str]
    plain: bool


def asked(game: Table, players: Iterable[str]) -> Asked:
    """Of the powers with a player, those asked for a sheet in the phase that is open."""
    if game.over:
        return Asked(frozenset(), frozenset(), True)
    public = game.view(SPECTATOR)
    there = frozenset(players).difference(public.disorder)
    position = public.position
    if game.view(GAME_MASTER).position == position:
        named = there & deciding(game.book, position)
        return Asked(named, named, True)
    left = still_in(public, there)
    if position.phase.kind in (calendar.MOVEMENT, calendar.SETUP):
        return Asked(left, left, True)
    return Asked(left, left & deciding(game.book, position), False)


def still_in(public: View, players: Iterable[str]) -> frozenset[str]:
    """Those of these powers that play on, as everybody was told."""
    return frozenset(players).difference(public.disorder, gone(public))


def gone(public: View) -> set[str]:
    """The powers that are out of the game, as everybody was told."""
    return {
        str(report.facts.get("power"))
        for told in public.told
        for report in told.reports
        if report.kind == _ELIMINATED
    }


def deciding(book: Rulebook, position: Position) -> frozenset[str]:
    """The powers that have something to decide on a board as it is known."""
    match position.phase.kind:
        case calendar.RETREAT:
            named = {d.unit.power for d in position.dislodged}
        case calendar.ADJUSTMENT:
            named = set(to_decide(survey_of(book, position)))
        case calendar.SETUP:
            named = set(book.players)
        case _:
            named = {unit.power for unit in position.units}
    return frozenset(named & book.players)
