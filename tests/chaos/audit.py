"""The auditor: what was acknowledged is there, once, and every game can be played again."""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta

from django.conf import settings
from django.db.models import Count, F
from players import ACKNOWLEDGED, REFUSED, Ledger, Sent

from legation.errors import LegationError
from legation.server.games import lost, records
from legation.server.games.models import DUE, FINISHED, Deadline, Event, Game, Line
from legation.server.games.models.sheet import Sheet
from legation.server.post.models import Letter
from legation.server.press.models import Message
from legation.server.running.models import Clock
from legation.server.site import moment
from legation.table.saving import save

PHASE_HOURS = 24
_SLACK = timedelta(minutes=30)
_NUMBER = re.compile(r"# (\d+)\s*$")


@dataclass
class Found:
    """What is wrong, in sentences: what was lost, what is doubled, and the rest."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    phases: int = 0
    jumps: int = 0
    """How often a game's log tells that its time was moved."""

    letters: int = 0
    letters_again: int = 0
    """Letters that were sent more than once, which is told in the manual."""

    @property
    def all(self) -> list[str]:
        """Everything."""
        return [*self.lost, *self.doubled, *self.wrong]


def audit(ledger: Ledger, mailed: Counter[str]) -> Found:
    """Looks at everything, when all is quiet."""
    found = Found()
    _sheets(ledger.sheets, found)
    _messages(ledger.messages, found)
    for game in Game.objects.order_by("pk"):
        _game(game, found)
    _events(found)
    _letters(mailed, found)
    return found


def _sheets(sent: Iterable[Sent], found: Found) -> None:
    """A sheet that was acknowledged stands, unless its player has sent another since."""
    by_sheet: defaultdict[tuple[int, str, int], list[Sent]] = defaultdict(list)
    for each in sent:
        by_sheet[each.seat.game, each.seat.power, each.serial].append(each)
    rows = {(s.game_id, s.power, s.serial): s for s in Sheet.objects.all()}
    for key, all_sent in by_sheet.items():
        said = [each.number for each in all_sent if each.outcome == ACKNOWLEDGED]
        last = max(said, default=0)
        row = rows.get(key)
        number = _NUMBER.search(row.typed) if row else None
        stored = int(number[1]) if number else 0
        may_be = {e.number for e in all_sent if e.outcome != REFUSED and e.number >= last}
        if stored < last:
            found.lost.append(f"{key}: sheet {last} was acknowledged, {stored or 'none'} is there")
        elif stored and stored not in may_be:
            found.wrong.append(f"{key}: sheet {stored} is there, which was refused")
        if row and len({f"{n}" for n in re.findall(r"# (\d+)", row.typed)}) > 1:
            found.doubled.append(f"{key}: two sheets in one")


def _messages(sent: Iterable[Sent], found: Found) -> None:
    there = Counter(Message.objects.values_list("thread__game_id", "sender", "text").order_by("pk"))
    for each in sent:
        key = (each.seat.game, each.seat.power, f"message {each.number}")
        if each.outcome == ACKNOWLEDGED and not there[key]:
            found.lost.append(f"{key} was acknowledged")
    found.doubled += [
        f"{key} is there {number} times" for key, number in there.items() if number > 1
    ]


def _game(row: Game, found: Found) -> None:
    """Its record can be played again, has what was handed in, and each phase was told once."""
    try:
        table = save.read(records.text_of(row), row.slug)
        found.wrong += [f"{row.slug}: {difference}" for difference in table.audit()]
    except LegationError as error:
        found.lost.append(f"{row.slug}: {error}")
        return
    phases = table.record.phases
    found.phases += row.serial
    if len(phases) != row.serial + 1:
        found.lost.append(f"{row.slug}: {len(phases)} phases, and its row says {row.serial}")
    for sheet in Sheet.objects.filter(game=row, serial__lt=row.serial, edition__gt=0):
        kept = phases[sheet.serial].sheets.get(sheet.power)
        if kept is None or list(kept.orders) != sheet.orders:
            found.lost.append(f"{row.slug}: the record lacks {sheet.power}'s sheet {sheet.serial}")
    ends = row.serial  # the end of a game is a phase of its record too
    told = Event.objects.filter(game=row, audience="", kind="phase").count() - 1
    if told != ends:
        found.doubled.append(f"{row.slug}: {ends} phases have ended, and {told} were told")
    last = row.serial - 1 if row.state == FINISHED else None  # its letter tells the end
    for user in row.seats.exclude(user=None).values_list("user_id", flat=True):
        keys = {
            f"{'end' if serial == last else 'phase'}:{row.pk}:{serial}:{user}"
            for serial in range(row.serial)
        }
        lacking = len(keys) - Letter.objects.filter(key__in=keys).count()
        if lacking:
            found.lost.append(f"{row.slug}: {lacking} letters of phases to {user}")
    _times(row, found)


def _times(row: Game, found: Found) -> None:
    """No jump of the clock has taken a phase's time, or given it any."""
    moved = row.log.filter(actor=lost.ACTOR).count()
    found.jumps += moved
    missed = row.seats.filter(missed__gt=0, user__isnull=False).count()
    if missed:
        found.wrong.append(f"{row.slug}: {missed} players missed a turn, whose time was not over")
    if row.state == FINISHED or row.due is None:
        return
    left = row.due - moment.now()
    if not timedelta(hours=PHASE_HOURS) - _SLACK < left < timedelta(hours=PHASE_HOURS) + _SLACK:
        found.wrong.append(f"{row.slug}: {left} are left of its phase, after {moved} jumps")
    kept = Deadline.objects.filter(game=row, serial=row.serial, kind=DUE, done_at=None)
    if [deadline.due_at for deadline in kept if not deadline.early] not in ([row.due], []):
        found.wrong.append(f"{row.slug}: its worker has another time than its players")


def _events(found: Found) -> None:
    """Each audience's events are counted without a gap."""
    numbers = Event.objects.values("game_id", "audience").annotate(many=Count("pk"))
    many = {(each["game_id"], each["audience"]): each["many"] for each in numbers}
    for line in Line.objects.all():
        if many.get((line.game_id, line.audience), 0) != line.count:
            found.wrong.append(f"{line}: events are lacking")


def _letters(mailed: Counter[str], found: Found) -> None:
    found.letters = mailed.total()
    found.letters_again = sum(number - 1 for number in mailed.values())
    for key in Letter.objects.exclude(sent_at=None).values_list("key", flat=True):
        mark = hashlib.sha256(f"{settings.SECRET_KEY}{key}".encode()).hexdigest()[:32]
        if f"<{mark}@localhost>" not in mailed:
            found.lost.append(f"letter {key} was never taken")
    unsent = Letter.objects.filter(sent_at=None).count()
    if unsent:
        found.wrong.append(f"{unsent} letters are not sent")


def late() -> int:
    """How many deadlines have come and are not met."""
    return Deadline.objects.filter(done_at=None, due_at__lte=moment.now()).count()


def looked() -> bool:
    """Has a worker looked at the clock as it is now, and every game been given its time?"""
    behind = Game.objects.exclude(lost=lost.total())
    now = moment.now()
    near = Clock.objects.filter(seen_at__range=(now - _SLACK, now + _SLACK))
    return near.exists() and not behind.exists()


def hurry_letters() -> int:
    """Letters that a bad mood of the mail server has put off may go now; how many wait."""
    waiting = Letter.objects.filter(sent_at=None)
    waiting.update(lease_until=None, failed=False, tries=F("tries"))
    return waiting.count()
