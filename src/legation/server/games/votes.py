"""Endings put to the vote. Who accepted is secret; that one is proposed is not."""

from __future__ import annotations

from collections.abc import Sequence

from legation.server.games import bots, events, letters
from legation.server.games.change import change, trial
from legation.server.games.models import Game, Seat
from legation.server.post.outbox import post
from legation.server.site import moment
from legation.sight.viewer import power_viewer
from legation.table.game import Game as Table


def check(*, game: Game, power: str, kind: str, powers: Sequence[str] = ()) -> None:
    """Says what is wrong with a proposal, and puts nothing to the vote.

    Raises:
        InputError, StateError: as `Game.propose` does.
    """
    trial(game=game, do=lambda table: table.propose(power, kind, powers))


def propose(*, game: Game, power: str, kind: str, powers: Sequence[str] = ()) -> int:
    """Puts a ``draw`` or a ``concession`` to the vote and accepts it; its number.

    Raises:
        InputError, StateError: as `Game.propose` does.
    """
    seats = list(Seat.objects.filter(game=game))

    def do(table: Table) -> int:
        number = table.propose(power, kind, powers)
        _answer(table, seats)
        return number

    def also(row: Game, number: int) -> None:
        if not row.ending:
            post(letters.of_votes(row, seats, number, moment.now()))

    return change(game=game, do=do, told=[("", events.VOTES)], also=also)


def vote(*, game: Game, power: str, proposal: int, answer: str) -> None:
    """Answers a proposal, for good; only the power itself is told that it has.

    Raises:
        InputError, StateError: as `Game.vote` does.
    """
    seats = list(Seat.objects.filter(game=game))

    def do(table: Table) -> None:
        table.vote(power, proposal, answer)
        _answer(table, seats)

    change(game=game, do=do, told=[(power, events.VOTES)])


def _answer(table: Table, seats: Sequence[Seat]) -> None:
    """Once every player has accepted a proposal, the bots answer it."""
    if table.over:
        return
    people = {seat.power for seat in seats if seat.person}
    robots = [(seat.power, seat.bot) for seat in seats if not seat.person and seat.bot]
    alive = set(table.book.players) - set(table.view("spectator").disorder)
    gone = {p for p in people & alive if not _has_vote(table, p)}
    for proposal in table.view("spectator").proposals:
        voters = (people & alive) - gone
        if all(proposal.id in table.view(power_viewer(p)).voted for p in voters):
            bots.vote(table, robots)
            return


def _has_vote(table: Table, power: str) -> bool:
    """Is the power still in the game, as everybody knows?"""
    return not any(
        report.kind == "eliminated" and report.facts.get("power") == power
        for told in table.view("spectator").told
        for report in told.reports
    )
