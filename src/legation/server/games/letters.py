"""Letters about games: written when something happens, in the same transaction.

Each is made from what its reader sees, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings

from legation.board.calendar import Phase
from legation.rules.reports import Report
from legation.rules.wording import sentence
from legation.server.accounts.models import User
from legation.server.games import absences, respites
from legation.server.games.models import RUNNING, Game, Seat
from legation.server.games.time import after_quiet
from legation.server.post import switches
from legation.server.post.models import Letter
from legation.sight.view import View
from legation.sight.viewer import GAME_MASTER, Viewer, power_viewer
from legation.table.changes import CORRECTED, Change, changes, differs
from legation.table.correcting import Correction
from legation.table.game import Game as Table
from legation.table.newsletter import report
from legation.table.typeset import text


def address_of(row: Game) -> str:
    """Where a game is found."""
    return f"{settings.SITE_URL}/games/{row.slug}/"


def letter(
    row: Game, user: User, kind: str, key: str, subject: str, body: str, now: datetime
) -> Letter:
    """A letter about a game to one of its players, out of his quiet hours."""
    return Letter(
        key=f"{kind}:{row.pk}:{key}:{user.pk}",
        user=user,
        kind=kind,
        subject=f"{row.name}: {subject}",
        body=f"{body.rstrip()}\n\n{_foot(row, user, kind)}",
        made_at=now,
        due_at=after_quiet(now, ZoneInfo(user.zone), user.quiet_from, user.quiet_to),
    )


def _foot(row: Game, user: User, kind: str) -> str:
    """Where the game is found, and how to get no more letters of this kind, where that can be."""
    foot, switch = f"-- \n{row.name}: {address_of(row)}\n", switches.of(kind)
    if switch:
        foot += f"No more letters about {switches.SAID[switch]}: {switches.link(user.pk, switch)}\n"
    return foot


def by_clock(user: User, at: datetime) -> str:
    """A moment by a user's clock: ``21:30, 3 August``."""
    local = at.astimezone(ZoneInfo(user.zone))
    return f"{local:%H:%M}, {local.day} {local:%B} ({user.zone})"


def readers(row: Game, seats: Iterable[Seat]) -> dict[int, Viewer]:
    """The users of a game by number, each with what he is in it."""
    viewers = {seat.user_id: power_viewer(seat.power) for seat in seats if seat.user_id}
    if row.master_id:
        viewers[row.master_id] = GAME_MASTER
    return viewers


def of_phase(
    row: Game,
    before: Table,
    after: Table,
    phase: Phase,
    seats: Sequence[Seat],
    now: datetime,
    pledge: str,
    ahead: Mapping[str, Sequence[str]],
) -> list[Letter]:
    """The news of a phase that ended, each reader his own; none of live games but the last.

    `pledge` is the hash of what was committed to: in a letter nobody changes it
    any more. `ahead` is what became of orders that were written ahead, by power.
    """
    kind = "end" if after.over else "phase"
    if row.times.live and not after.over:
        return []
    viewers = readers(row, seats)
    running = row.state == RUNNING and not after.over
    until, later = absences.opens(row, after, now) if running else (None, None)
    why = f", {later.why}" if later else ""
    letters: list[Letter] = []
    for user in User.objects.filter(pk__in=viewers, is_active=True).order_by("pk"):
        if not user.wants(kind):
            continue
        viewer = viewers[user.pk]
        page = report(after.book, before.view(viewer), after.view(viewer))
        subject = "the game is over" if after.over else str(phase)
        body = f"{_told_as(viewer, user)}\n\n{text([page])}\n"
        if viewer.power in ahead:
            body += "\n".join([*ahead[viewer.power], "", ""])
        ends = f"It ends at {by_clock(user, until)}{why}." if until else ""
        body += _next(row, before, after, ends)
        body += f"\nPledged: {pledge}\nWhat that proves: {address_of(row)}fairness/"
        letters.append(letter(row, user, kind, str(row.serial), subject, body, now))
    return letters


def _told_as(viewer: Viewer, user: User) -> str:
    """How a report begins: who reads it, and as whom."""
    if viewer.power:
        return f"{user.name}, you play {viewer.power}. This is what {viewer.power} is told."
    return f"{user.name}, you are the game master. This is what you may know."


def _next(row: Game, before: Table, after: Table, ends: str) -> str:
    """What comes after a report: when the phase `ends`, and where it is to be printed."""
    lines = []
    if after.over:
        lines.append(f"Who won, and everything that is open now: {address_of(row)}about/")
    elif ends:
        lines.append(ends)
    lines.append(f"This report, to print: {address_of(row)}report/{before.number}/")
    return "\n".join(lines)


def of_correction(
    row: Game,
    before: Table,
    after: Table,
    correction: Correction,
    seats: Sequence[Seat],
    now: datetime,
    lapsed: Mapping[str, Sequence[str]],
) -> list[Letter]:
    """That a phase was corrected: to each whom it concerns, what he reads otherwise, and why.

    That is whoever is told something else, or whose sheet for the open phase
    has orders that are none any more, or of whom something `lapsed` that he had
    written ahead. Not the game master, who did it.
    """
    book, letters = after.book, []
    viewers = {pk: v for pk, v in readers(row, seats).items() if v != GAME_MASTER}
    for user in User.objects.filter(pk__in=viewers, is_active=True).order_by("pk"):
        viewer = viewers[user.pk]
        wrong = correction.kept.get(viewer.power, ())
        was, view = before.view(viewer), after.view(viewer)
        ahead = lapsed.get(viewer.power, ())
        if not user.wants("phase") or not (differs(was, view) or wrong or ahead):
            continue
        phase = str(before.view(viewer, before.number - 1).phase)
        body = [f"{user.name}, you play {viewer.power}. {phase} was corrected."]
        body += [sentence(book, report) for report in _of_correction(view)]
        otherwise = [_otherwise(each) for each in changes(book, was, view)]
        body += ["As far as you may know, this is told otherwise:", *otherwise] if otherwise else []
        if wrong:
            body.append(f"On the new board these lines of your sheet for {after.phase} are wrong:")
            body += [f"  {error.error}" for error in wrong]
        elif viewer.power in correction.kept:
            body.append(f"Your sheet for {after.phase} is kept. It is not marked as ready.")
        body += ahead
        end = respites.ends_for(row, viewer.power)
        if end and not after.over:
            body.append(f"{after.phase} ends at {by_clock(user, end)}.")
        subject = f"{phase} is corrected"
        key = f"corrected-{row.serial}"
        letters.append(letter(row, user, "phase", key, subject, "\n\n".join(body), now))
    return letters


def _of_correction(view: View) -> list[Report]:
    """What the last correction was told with, why it was made among it."""
    told = [each for each in view.told if any(r.kind == CORRECTED for r in each.reports)]
    return list(told[-1].reports)


def _otherwise(change: Change) -> str:
    """One thing that is told otherwise, as lines of a letter."""
    head = f"  {change.whose}\n" if change.whose else ""
    return f"{head}    was: {change.was or 'nothing'}\n    now: {change.now or 'nothing'}"


def of_rollback(
    row: Game,
    phase: str,
    seats: Sequence[Seat],
    actor: str,
    now: datetime,
    lapsed: Mapping[str, Sequence[str]],
) -> list[Letter]:
    """That a game went back to a phase, and is to be ordered anew.

    `lapsed` is what each power's player alone is told of what he wrote ahead.
    """
    viewers = readers(row, seats)
    letters = []
    for user in User.objects.filter(pk__in=viewers, is_active=True).order_by("pk"):
        if viewers[user.pk] == GAME_MASTER or not user.wants("phase"):
            continue
        end = respites.ends_for(row, viewers[user.pk].power)
        until = f" It ends at {by_clock(user, end)}." if end else ""
        body = (
            f"{actor}, the game master, has taken the game back to {phase}. All its orders are"
            f" to be written anew; what you were told since is of no account.{until}"
        )
        body = "\n\n".join([body, *lapsed.get(viewers[user.pk].power, ())])
        subject = f"the game went back to {phase}"
        letters.append(letter(row, user, "phase", f"back-{row.serial}", subject, body, now))
    return letters


def of_end(row: Game, seats: Sequence[Seat], now: datetime) -> list[Letter]:
    """That a game ended by a vote or by its game master."""
    viewers = readers(row, seats)
    users = User.objects.filter(pk__in=viewers, is_active=True, mail_end=True).order_by("pk")
    won = f", won by {', '.join(row.winners)}" if row.winners else ""
    body = (
        f"The game is over ({row.ending}){won}.\n\n"
        f"Who won, and everything that is open now: {address_of(row)}about/"
    )
    return [letter(row, u, "end", str(row.serial), "the game is over", body, now) for u in users]


def of_votes(row: Game, seats: Sequence[Seat], number: int, now: datetime) -> list[Letter]:
    """That an ending is put to the vote."""
    viewers = readers(row, seats)
    users = User.objects.filter(pk__in=viewers, is_active=True, mail_votes=True).order_by("pk")
    body = (
        "An ending of the game is put to the vote."
        f" It lapses when this phase, {row.phase}, ends.\n\n"
        f"Your vote, which nobody is told: {address_of(row)}votes/"
    )
    return [letter(row, u, "votes", str(number), "a vote", body, now) for u in users]
