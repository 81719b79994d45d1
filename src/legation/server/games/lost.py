"""Time that was lost: everything that waits for its moment is given it back.

Whether the server was away or its clock was wrong, a phase keeps the time that
it had left. So a clock that jumps and is set right again leaves all as it was.

How much was lost in all is one number, and each game knows how much of that its
times have been given: where the two differ, nothing of the game is done by the
clock until it has caught up. So a row that somebody holds keeps no other game
waiting, and who read the time before it jumped writes nothing by it afterwards.

Nor does who acts on a game's times wait for a worker, which may be away: what
was lost by then is counted first, and given to that game (`hour`). Who reads
counts nothing: he is told that the clock stands, and no hour that will not be
kept (`known`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import DatabaseError, connection, transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from legation.server.games import events, logged
from legation.server.games.models import FORMING, RUNNING, Deadline, Game, LostTime
from legation.server.site import moment
from legation.server.site.patience import held
from legation.server.site.statement import Statement

ACTOR = "The server"
_WAITING = (FORMING, RUNNING)
_log = logging.getLogger(__name__)

reckoning = Signal()
"""A game's times are to be reckoned with: who watches the clock counts what was lost first."""

asking = Signal()
"""A game's times are to be shown at `now`: who watches the clock says what is `Known`, or None."""

STANDS = "the clock stands: time was lost, and the deadline will be moved by it"


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment, and how much time had been lost by then: the clock by which it was read."""

    at: datetime
    lost: timedelta


@dataclass(frozen=True, slots=True)
class Known:
    """How much is known to be lost, at the moment at which a page is made.

    `whole`: nothing more was lost since somebody looked.
    """

    total: timedelta
    whole: bool

    def stands(self, game: Game) -> bool:
        """Will a time of this game that is on its row still be moved by what was lost?"""
        at = {RUNNING: game.due, FORMING: game.start_at}.get(game.state)
        return at is not None and not (self.whole and game.lost == self.total)


_total = Statement(lambda: LostTime.objects.filter(pk=1).values_list("total"))


_sum = Coalesce(LostTime.objects.filter(pk=1).values("total"), timedelta(0))
_behind = Statement(  # by index, on either side
    lambda: Game.objects.filter(Q(lost__lt=_sum) | Q(lost__gt=_sum)).values_list("pk", "state")
)


def total() -> timedelta:
    """How much was lost so far; less than nothing where the clock was set back."""
    return next((lost for (lost,) in _total()), timedelta(0))


def known(now: datetime) -> Known:
    """What is known of lost time at this moment; it writes nothing."""
    for _, said in asking.send(LostTime, now=now):
        if isinstance(said, Known):
            return said
    return Known(total(), whole=True)


def clock(_: HttpRequest) -> dict[str, object]:
    """For templates: the same when it is asked for, as `clock`."""
    return {"clock": SimpleLazyObject(lambda: known(moment.now()))}


def add(gap: timedelta) -> None:
    """That so much was lost, or regained where it is negative; of one process at a time."""
    LostTime.objects.get_or_create(pk=1)
    LostTime.objects.filter(pk=1).update(total=F("total") + gap)


def read(clock: Callable[[], datetime]) -> Moment:
    """Reads the clock, again where somebody found meanwhile that it jumped."""
    before = total()
    while True:
        at, after = clock(), total()
        if before == after:
            return Moment(at, after)
        before = after


def counted() -> Moment:
    """This moment, when all that was lost is counted, also where no worker has looked since."""
    reckoning.send(LostTime)
    return read(moment.now)


def hour(row: Game) -> datetime:
    """This moment for a game whose row is locked: `row` is given what it had not been given yet.

    Nobody moves its times after that until the row is let go.
    """
    now = counted()
    if row.lost != now.lost:
        if row.state in _WAITING:
            _moved(row.pk, now.lost, now.at)
        else:
            Game.objects.filter(pk=row.pk).update(lost=now.lost)
        row.refresh_from_db(fields=["lost", "due", "start_at"])
    return now.at


def hour_of(game: Game) -> datetime:
    """The same for a game whose row is free."""
    with transaction.atomic():
        return hour(Game.objects.select_for_update().get(pk=game.pk))


def catch_up(now: datetime) -> int:
    """Gives every game what it has not been given yet, each by itself; to how many.

    One whose row is held is passed over: it gets it when it is looked at again.
    """
    rows = sorted(_behind())
    if not rows:
        return 0
    given = total()
    behind = Game.objects.filter(Q(lost__lt=given) | Q(lost__gt=given))
    with transaction.atomic():  # nothing of the others waits for a moment
        others = behind.exclude(state__in=_WAITING).select_for_update(skip_locked=_can_skip())
        Game.objects.filter(pk__in=others.values("pk")).update(lost=given)
    moved = 0
    for pk in [pk for pk, state in rows if state in _WAITING]:
        try:
            with transaction.atomic():
                moved += _moved(pk, given, now)
        except DatabaseError as error:
            if not held(error):
                raise
            _log.warning("game %d gets its time later: somebody holds a row of it", pk)
    return moved


def _can_skip() -> bool:
    return connection.features.has_select_for_update_skip_locked


def _moved(pk: int, given: timedelta, now: datetime) -> bool:
    """Gives one game its time, and says so in its log; was there any time of it to move?"""
    rows = Game.objects.select_for_update(skip_locked=_can_skip()).filter(pk=pk)
    rows = rows.exclude(lost=given)
    game = rows.first()
    if game is None:
        return False
    gap = given - game.lost
    name = "due" if game.state == RUNNING else "start_at"
    before: datetime | None = getattr(game, name)
    until = before and before + gap
    Game.objects.filter(pk=pk).update(**{"lost": given, name: until})
    waiting = Deadline.objects.filter(game=game, done_at=None, due_at__isnull=False)
    waiting.update(due_at=F("due_at") + gap, lease_until=F("lease_until") + gap)
    waiting.exclude(early="").update(due_at=now)
    if until is None:
        return False
    logged.write(game, ACTOR, _said(game, gap, until), now)
    events.tell(game, [("", events.TIME)])
    return True


def in_words(span: timedelta) -> str:
    """How long something was: ``30 days``, ``3 hours 20 minutes``."""
    minutes = round(abs(span) / timedelta(minutes=1))
    parts = (("day", minutes // 1440), ("hour", minutes // 60 % 24), ("minute", minutes % 60))
    said = [f"{number} {noun}{'' if number == 1 else 's'}" for noun, number in parts if number]
    return " ".join(said)


def _said(game: Game, lost: timedelta, until: datetime) -> str:
    local = until.astimezone(ZoneInfo(game.zone))
    at = f"{local:%H:%M}, {local.day} {local:%B} ({game.zone})"
    what = f"The phase goes on until {at}" if game.state == RUNNING else f"The game starts at {at}"
    if lost < timedelta(0):
        return (
            f"The server's clock was set back by {in_words(lost)}, and all times with it. {what}."
        )
    return f"The server was away, or its clock was set on, for {in_words(lost)}. {what}."
