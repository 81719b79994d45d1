"""Why phases were corrected, in the log: to each reader as he was told it, from his View alone."""

from __future__ import annotations

from collections.abc import Iterable

from legation.rules.wording import sentence
from legation.server.games import reads
from legation.server.games.models import Game, LogEntry
from legation.server.games.readers import Reader
from legation.table.changes import CORRECTED, WHY


def said_of(phase: str) -> str:
    """How the log says that a phase was corrected."""
    return f"{phase} is corrected, and carried out again."


def with_reasons(game: Game, reader: Reader, entries: Iterable[LogEntry]) -> list[LogEntry]:
    """Entries of the log, the latest first, with why a phase was corrected, where he was told."""
    log = list(entries)
    if not game.phase:
        return log
    book, told = reads.book_of(game), reads.view_for(game, reader).told
    rest = iter(log)
    for moment in reversed(told):  # each correction is told once, in the order of the log
        phases = {said_of(str(r.facts["phase"])) for r in moment.reports if r.kind == CORRECTED}
        entry = next((each for each in rest if each.text in phases), None) if phases else None
        if entry is not None:
            entry.why = " ".join(sentence(book, r) for r in moment.reports if r.kind == WHY)
    return log
