"""The games of the demonstration, brought to mid-play by bots through the services."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction
from django.utils import timezone

from legation.board.calendar import MOVEMENT
from legation.bots.base import find_bot
from legation.errors import LegationError
from legation.server.accounts.models import User
from legation.server.demo.place import other_version
from legation.server.games import bots, create, process, reads, sheets, votes
from legation.server.games.models import BY_HAND, DUE, FULL, SUBSTITUTE, Deadline, Game
from legation.server.games.offer import Offer
from legation.server.games.readers import reader_of
from legation.server.games.records import DamagedError
from legation.server.lobby.catalogue import STANDARD, taught, title_of
from legation.variants.load import load

_WORKER = "demonstration"
_DAY = 24 * 60
_MOST = 40  # phases; none comes near it


_NAMES = (
    "The first dispatch",
    "By return of post",
    "Red wax",
    "An open line",
    "The grey courier",
    "A sealed letter",
)
_OVER, _OPEN = "A short war", "Sunday evening, live"
_PHASES = 3
_DAYS = 3


@dataclass(frozen=True, slots=True)
class Plan:
    """A game to be made: its variant, the player's power, its deadline in days or none."""

    name: str
    variant: str
    power: str
    seed: int
    days: int = 0


def plans() -> list[Plan]:
    """One game of each variant, each with another sort of power; the first has deadlines."""
    planned = []
    for number, card in enumerate(taught()):
        powers = load(card.name).powers
        power = powers[(2 * number + 2) % len(powers)].name
        name = _NAMES[number] if number < len(_NAMES) else f"{card.title}, in mid-play"
        planned.append(Plan(name, card.name, power, number + 1, 0 if number else _DAYS))
    return planned


def make_all(*, player: User, master: User, say: Callable[[str], None]) -> bool:
    """Makes the games that are missing; says whether there were any."""
    there = set(Game.objects.values_list("name", flat=True))
    wanted = [plan for plan in plans() if plan.name not in there]
    if wanted:
        say(f"Bots play the first phases of {len(wanted)} games:")
    for plan in wanted:
        game = _begin(plan, player, master)
        say(f"    {plan.name} ({title_of(plan.variant)}): {game.phase}")
    if _OVER not in there:
        _finish(player)
    if _OPEN not in there:
        create.create(user=master, offer=_LIVE)
    return bool(wanted)


def check_games(folder: Path) -> None:
    """Says whether games that were kept can still be read.

    Raises:
        Refused: where one cannot.
    """
    for game in Game.objects.exclude(phase=""):
        try:
            reads.view_for(game, reader_of(game, None))
        except (DamagedError, LegationError, KeyError, TypeError, ValueError):
            raise other_version(folder) from None


_LIVE = Offer(
    name=_OPEN,
    variant=STANDARD,
    movement=15,
    retreat=5,
    adjustment=5,
    grace=5,
    missed=SUBSTITUTE,
    starts=FULL,
)


def _begin(plan: Plan, player: User, master: User) -> Game:
    with transaction.atomic():  # all of a game, or nothing of it
        game = create.create(user=master, offer=_offer(plan, mastered=True))
        create.join(game=game, user=player, wishes=[plan.power])
        create.start(game=game, seed=_seed(plan))
        _play(game, player, plan)
    return Game.objects.get(pk=game.pk)


def _offer(plan: Plan, mastered: bool = False) -> Offer:
    length = plan.days * _DAY or None
    return Offer(
        name=plan.name,
        variant=plan.variant,
        movement=length,
        retreat=length and _DAY,
        adjustment=length and _DAY,
        missed=SUBSTITUTE,
        starts=BY_HAND,
        fill_bot=bots.STEADY,
        mastered=mastered,
    )


def _finish(player: User) -> None:
    """A game that is over, so that its archive can be seen: the others concede to one."""
    card = min(taught(), key=lambda card: (card.players, card.name))
    plan = Plan(_OVER, card.name, load(card.name).powers[-1].name, 8)
    with transaction.atomic():
        game = create.create(user=player, offer=_offer(plan))
        create.join(game=game, user=player, wishes=[plan.power])
        create.start(game=game, seed=_seed(plan))
        _play(game, player, plan)
        game = Game.objects.get(pk=game.pk)
        board = reads.view_for(game, reader_of(game, None)).position
        others = [p.name for p in reads.book_of(game).powers if p.name != plan.power]
        best = max(others, key=lambda power: len(board.centres_of(power)))
        votes.propose(game=game, power=plan.power, kind="concession", powers=[best])


def _play(game: Game, player: User, plan: Plan) -> None:
    """Plays until so many phases are over and one is open in which the player moves."""
    dice = random.Random(plan.seed)
    for _ in range(_MOST):
        row = Game.objects.get(pk=game.pk)
        if row.serial >= _PHASES and row.phase_kind == MOVEMENT:
            return
        deadline = Deadline.objects.get(game=row, kind=DUE, serial=row.serial, done_at=None)
        if deadline.due_at is None or deadline.due_at > timezone.now():
            reader = reader_of(row, player)
            lines = find_bot(bots.STEADY).choose(
                reads.book_of(row), reads.view_for(row, reader), dice
            )
            sheets.submit(game=row, power=reader.power, typed="\n".join(lines), settled=True)
            deadline.refresh_from_db()
        process.process(deadline=deadline, worker=_WORKER)


def _seed(plan: Plan) -> str:
    """The same game each time; nobody minds that who reads this knows its dice."""
    return f"{plan.seed:032x}"
