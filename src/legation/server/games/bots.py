"""Bots at the table: they write their sheets when a phase ends, from their Views alone."""

from __future__ import annotations

import hashlib
import logging
import random
from collections.abc import Iterable

from legation.bots.base import OFFERED, find_bot
from legation.errors import LegationError
from legation.sight.view import View
from legation.sight.viewer import power_viewer
from legation.table.game import Game as Table

STEADY = "steady"
"""The bot that plays for who is missing, where the game names no other."""

_log = logging.getLogger(__name__)


def names() -> tuple[str, ...]:
    """The bots among which one chooses."""
    return OFFERED


def write_sheet(game: Table, power: str, bot: str) -> None:
    """Lets a bot write a power's sheet; one that fails leaves it empty, and the game goes on."""
    view = game.view(power_viewer(power))
    if power in view.disorder:
        return
    try:
        orders = find_bot(bot).choose(game.book, view, _dice(game, power))
        game.submit(power, orders, settled=True)
    except Exception:
        _log.exception("bot %s, as %s in phase %s", bot, power, view.phase)


def vote(game: Table, bots: Iterable[tuple[str, str]]) -> None:
    """Lets bots answer the proposals that every other voter has accepted: pairs of power, bot.

    They accept a concession, and a draw that they are in and that suits them.
    """
    for power, bot in sorted(bots):
        for proposal in game.view(power_viewer(power)).proposals:
            view = game.view(power_viewer(power))
            if proposal not in view.proposals or proposal.id in view.voted or view.over:
                continue
            yes = proposal.ending != "draw" or power in proposal.powers
            if yes and proposal.ending == "draw":
                yes = _for_draw(game, view, power, bot)
            try:
                game.vote(power, proposal.id, "yes" if yes else "no")
            except LegationError:  # it has no vote
                continue


def _for_draw(game: Table, view: View, power: str, bot: str) -> bool:
    try:
        return find_bot(bot).vote(game.book, view, _dice(game, power))
    except Exception:
        _log.exception("bot %s, as %s, at a vote", bot, power)
        return False


def _dice(game: Table, power: str) -> random.Random:
    """Dice from the game's secret seed: who does a phase anew gets the same orders."""
    here = len(game.record.phases) - 1
    text = f"{game.record.seed_at(here)} bot {here} {power}"
    return random.Random(hashlib.sha256(text.encode()).digest())
