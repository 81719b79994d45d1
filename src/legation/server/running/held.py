"""What a backup holds, and whether a server could go on from it."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.core.management import call_command
from django.db import DatabaseError, connections, transaction

from legation.errors import InputError, LegationError
from legation.server.games import pledges, records
from legation.server.games.models import Game
from legation.server.running import snapshot
from legation.server.studio import shelf, sound
from legation.table.saving import save

_NEWEST = (
    "SELECT max(at) FROM (SELECT max(made_at) AS at FROM games_event"
    " UNION SELECT max(saved_at) FROM games_sheet"
    " UNION SELECT max(made_at) FROM games_game"
    " UNION SELECT max(joined_at) FROM accounts_user)"
)


@dataclass(frozen=True, slots=True)
class Holding:
    """How much there is in a backup, and when the last of it came to be."""

    games: int
    running: int
    players: int
    phases: int
    newest: datetime | None

    def __str__(self) -> str:
        held = f"{_count(self.games, 'game')} ({self.running} running)"
        held += f", {_count(self.players, 'account')}, {_count(self.phases, 'phase')}"
        return held + (f", the newest of {self.newest:%Y-%m-%d %H:%M} UTC" if self.newest else "")


def holding(file: Path) -> Holding:
    """What is in a file that is known to be a backup, or is to become one."""
    with contextlib.closing(
        sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
    ) as raw:
        (games, running, phases) = raw.execute(
            "SELECT count(*), coalesce(sum(state IN ('running', 'paused')), 0),"
            " coalesce(sum(CASE WHEN phase != '' THEN serial + 1 ELSE 0 END), 0) FROM games_game"
        ).fetchone()
        (players,) = raw.execute("SELECT count(*) FROM accounts_user").fetchone()
        (at,) = raw.execute(_NEWEST).fetchone()
    newest = datetime.fromisoformat(at).replace(tzinfo=UTC) if at else None
    return Holding(games, running, players, phases, newest)


@dataclass(frozen=True, slots=True)
class Verified:
    """What a backup holds, what of it is lost, and what this version would adjudicate otherwise."""

    made_at: datetime
    held: Holding
    lost: tuple[str, ...]
    otherwise: tuple[str, ...]


def verify(file: Path) -> Verified:
    """Restores a backup into a database of its own, and audits every game; nothing else is touched.

    A game whose record cannot be read, whose chain of hashes is broken, or that
    is not what was pledged of it, is lost, and so is an edition of the studio
    whose files are others. A game that this version adjudicates otherwise than
    was told is not: what was told stands.

    Raises:
        InputError: where the file is no backup that this version understands.
    """
    made = snapshot.made_at(file)
    with snapshot.scratch() as part, snapshot.scratch() as target:
        part.write_bytes(file.read_bytes())
        with snapshot.opened(part), snapshot.opened(target, _SCRATCH):
            snapshot.bring_up_to_date(file)
            call_command("migrate", database=_SCRATCH, interactive=False, verbosity=0)
            try:
                with transaction.atomic(using=_SCRATCH):
                    snapshot.copy(snapshot.ALIAS, _SCRATCH)
                connections[_SCRATCH].check_constraints()
            except DatabaseError as error:
                raise InputError(f"{file} cannot be restored: {error}.") from None
            with shelf.taken_from(_SCRATCH):
                lost, otherwise = _audited()
        return Verified(made, holding(target), tuple(lost), tuple(otherwise))


_SCRATCH = "scratch"


def _audited() -> tuple[list[str], list[str]]:
    lost, otherwise = list(sound.lost(_SCRATCH)), list[str]()
    games = Game.objects.using(_SCRATCH).exclude(phase="").order_by("pk")
    for row in games.iterator():
        name = f'"{row.name}" ({row.slug})'
        try:
            game = save.read(records.text_of(row, _SCRATCH), f"game {row.slug}")
            if len(game.record.phases) != row.serial + 1:
                lost.append(f"{name}: its record has not as many phases as the game has.")
            differences = game.audit()
        except (LegationError, ValueError) as error:  # the latter of its edition
            lost.append(f"{name}: {error}")
            continue
        changed = pledges.broken(row, game, _SCRATCH)
        lost += [f"{name}: {changed[0]}"] if changed else []
        otherwise += [f"{name}: {difference}" for difference in differences]
    return lost, otherwise


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
