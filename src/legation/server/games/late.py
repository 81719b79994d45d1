"""What came when its phase was closed: it counts for nothing, and stays in sight of who sent it.

It is shown wherever he plays until he puts it away, or until a phase is over
for which he has handed in something after it. With the seat it goes from sight.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from legation.errors import InputError
from legation.rules.rulebook import Rulebook
from legation.server.games.models import Game
from legation.server.games.models.sheet import Sheet
from legation.server.games.readers import Reader
from legation.server.games.reads import book_of
from legation.server.games.waiting import holdings
from legation.server.site import moment
from legation.server.site.statement import Statement

LONGEST = 20_000
"""Letters of a sheet."""


@dataclass(frozen=True, slots=True)
class Late:
    """What was handed in too late: the phase that it was for, the text, and when it came."""

    serial: int
    typed: str
    came_at: datetime


def check(row: Game, serial: int) -> None:
    """Lets nothing come too late for what is still to come.

    Raises:
        InputError: for a phase that is still to come.
    """
    if serial > row.serial:
        raise InputError("the game has not come to that phase.")


def keep(row: Game, power: str, typed: str, serial: int, *, added: bool = False) -> bool:
    """Keeps what was typed for a phase that is closed; False where the sheet says the same.

    `added`: it is an order more, for what is kept already. In a transaction,
    with the game's row locked.

    Raises:
        InputError: where it would be too long with what is kept.
    """
    before = Sheet.objects.filter(game=row, serial=serial, power=power).first()
    counted, typed = before.typed if before else "", typed.strip("\n")
    if not typed.strip() or typed.strip() == counted.strip():
        return False
    if added:
        if typed.strip() in _lines(counted):
            return False
        kept = before.late.rstrip("\n") if before else ""
        if typed.strip() in _lines(kept):
            typed = kept
        elif kept:
            typed = f"{kept}\n{typed}"
        if len(typed) > LONGEST:
            raise InputError(f"a sheet has at most {LONGEST} letters.")
    now = moment.now()
    late = {"late": typed, "late_at": now}
    Sheet.objects.update_or_create(
        game=row,
        serial=serial,
        power=power,
        defaults=late,
        create_defaults={**late, "saved_at": now},
    )
    return True


def _lines(text: str) -> set[str]:
    return {line.strip() for line in text.splitlines()}


def late_for(game: Game, reader: Reader) -> Late | None:
    """What the reader handed in too late, the latest of it, while it is to be shown to him."""
    power = power_of(book_of(game), reader)
    if not power:
        return None
    for serial, typed, came_at in _kept(game.pk, power):
        assert came_at is not None  # they alone were asked for
        late = Late(serial, typed, came_at)
        return late if _own(game, reader, late) and not _passed(game, power, late) else None
    return None


def put_away(game: Game, reader: Reader) -> None:
    """Shows him no more of what came too late; the text stays with the sheet of its phase."""
    if power := power_of(book_of(game), reader):
        Sheet.objects.filter(game=game, power=power).update(late_at=None)


def power_of(book: Rulebook, reader: Reader) -> str:
    """Whose sheets he sends: his own, or those of a power that the variant gives the master."""
    masters = book.master_powers if reader.master else ()
    return reader.power or next(iter(masters), "")


def _own(game: Game, reader: Reader, late: Late) -> bool:
    """Did he hold the seat when he sent it?"""
    if not reader.power:
        return True
    return holdings(game, reader.power).filter(serial_from__lte=late.serial).exists()


def _passed(game: Game, power: str, late: Late) -> bool:
    """Is a phase over for which he has handed in something after it?"""
    sheets = Sheet.objects.filter(game=game, power=power, edition__gt=0)
    since = sheets.filter(serial__gt=late.serial, saved_at__gt=late.came_at)
    return since.filter(serial__lt=game.serial).exists()


_kept = Statement(
    lambda game, power: (
        Sheet.objects.filter(game=game, power=power, late_at__isnull=False)
        .order_by("-serial")
        .values_list("serial", "late", "late_at")[:1]
    ),
    *(int, str),
)
