"""More time that a power was given, and has no longer: told to it alone.

All see who is back from his bot, when no phase waits for one sheet any more.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from legation.server.games import entering, events, letters_of_time, respites
from legation.server.games.missed import back
from legation.server.games.models import Game, Seat
from legation.server.games.models.sheet import Sheet
from legation.server.post import outbox


def tell(row: Game, powers: Iterable[str], now: datetime) -> None:
    """Writes it to these powers, by letter and where it reads what was done with its sheet."""
    for power in powers:
        entering.lifted(row, power)
        outbox.post(letters_of_time.of_lifted(row, power, now))


def renew(row: Game, given: respites.Given, now: datetime) -> None:
    """Keeps what was given in a phase that is open anew, as far as it is that phase still."""
    same = row.phase == given.phase
    over = respites.carry(row, given.left if same else {}, given.at)
    if row.going_on:
        tell(row, over if same else sorted(given.left), now)


def bring_back(row: Game, serial: int) -> None:
    """Lets nobody take the seats of those who wrote in phase `serial`, and no bot play for them.

    For a phase that waits for one sheet no longer, and did: until then it would
    have told whose. The game's row is locked.
    """
    written = Sheet.objects.filter(game=row, serial=serial).values_list("power", flat=True)
    changed = back(list(Seat.objects.filter(game=row)), set(written))
    for seat in changed:
        seat.save(update_fields=["open", "bot"])
    if changed:
        events.tell(row, [("", events.SEAT)])
