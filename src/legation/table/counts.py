"""What a report counts: centres with their owners, what is due for them, and forces by numbers."""

from __future__ import annotations

from collections.abc import Iterator

from legation.board.calendar import ADJUSTMENT, Phase
from legation.board.position import UNCOUNTED, UNSEEN
from legation.rules.rulebook import Rulebook
from legation.rules.survey import survey_of
from legation.sight.view import View

Line = tuple[str, str]
"""Whose it is, and the text."""

_MOST_NAMES = 12  # of centres that nobody owns


def centres(book: Rulebook, before: View, after: View) -> tuple[Line, ...]:
    """Who owns which centres, when they have been counted or one has another owner."""
    then, now = before.position.owners, after.position.owners
    if then == now and not _counted(book, before.phase, after):
        return ()
    rows = [_row(book, power.name, before, after) for power in book.powers]
    free = [c for c in book.graph.centres if c not in now]
    names = book.graph.provinces
    if free:
        named = ": " + ", ".join(names[c].name for c in free) if len(free) <= _MOST_NAMES else ""
        rows.append(("nobody", f"{len(free)}{named}"))
    return tuple((power, text) for power, text in rows if text)


def _counted(book: Rulebook, phase: Phase, after: View) -> bool:
    """Did centres change owner, or could they have, between these phases?"""
    if phase.kind == ADJUSTMENT:
        return False
    for _ in book.calendar.phases:
        phase = book.calendar.after(phase)
        if phase.kind == ADJUSTMENT:
            return True
        if phase == after.phase:
            break
    return after.over


def _row(book: Rulebook, power: str, before: View, after: View) -> Line:
    then, now = set(before.position.centres_of(power)), set(after.position.centres_of(power))
    if not then and not now:
        return power, ""

    def names(centres: set[str]) -> str:
        return ", ".join(sorted(book.graph.provinces[c].name for c in centres))

    change = len(now) - len(then)
    head = f"{len(now)} ({change:+d})" if change else f"{len(now)}"
    parts = [f"{head}: {names(now & then)}" if now & then else head]
    parts += [f"new: {names(now - then)}"] if now - then else []
    parts += [f"lost: {names(then - now)}"] if then - now else []
    parts += _due(book, power, after)
    return power, "; ".join(parts)


def _due(book: Rulebook, power: str, after: View) -> list[str]:
    """Builds or removals due, where the reader can count that power's units."""
    position = after.position
    hidden = (*position.facts.get(UNSEEN, ()), *position.facts.get(UNCOUNTED, ()))
    if after.over or after.phase.kind != ADJUSTMENT or power in hidden:
        return []
    survey = survey_of(book, position)
    owed = book.due(survey, power)
    if owed < 0:
        return [f"removes {to_free(book, -owed)}"]
    can = book.builds_possible(survey, power)
    return [f"builds {can}"] if can else []


def to_free(book: Rulebook, number: int) -> str:
    """What has to be freed: so many units, or so much strength where one unit has more."""
    many = len(book.kinds) == 1 and len(book.written_kinds) > 1
    return f"strength {number}" if many else f"{number}"


def forces(book: Rulebook, after: View) -> Iterator[Line]:
    """Every force with its number and where it stands, as the next phase finds them (CL-10a)."""
    for power in book.nations:
        named = [str(unit) for unit in after.position.of(power)]
        lost = [d.unit for d in after.position.dislodged if d.unit.power == power]
        named += [f"{unit} (dislodged)" for unit in lost]
        if named:
            yield power, ", ".join(named)
