"""How a finished game ended, and what people wrote of it, as its replay prints it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from legation.server.archive.letters import by_phase, letters
from legation.server.archive.people import players
from legation.server.archive.remarks import by_phase as remarked
from legation.server.games.models import Game
from legation.server.games.readers import Reader
from legation.server.lobby.results import result_of

Part = tuple[str, tuple[tuple[str, str], ...]]
"""A title, and texts with whose they are."""


@dataclass(frozen=True, slots=True)
class Words:
    """What stands beside the phases of a game, the last of which is the whole game.

    `said` are remarks and press of each, `end` how it ended and who played what.
    """

    said: tuple[tuple[Part, ...], ...]
    end: tuple[Part, ...] = ()


def words_of(game: Game, reader: Reader, phases: Sequence[str]) -> Words:
    """What is open to a reader of a finished game; `phases` are named in their order."""
    remarks = remarked(game, reader, len(phases))
    press = [*by_phase(letters(game, reader), phases), []]
    parts: list[tuple[Part, ...]] = []
    for here, written in zip(remarks, press, strict=True):
        said = tuple((each.by, each.text) for each in here)
        sent = tuple((f"{each.sender or 'Unsigned'} to {each.whom}", each.text) for each in written)
        parts.append(tuple(p for p in (("Remarks", said), ("Press", sent)) if p[1]))
    return Words(tuple(parts), tuple(_end(game, reader)))


def _end(game: Game, reader: Reader) -> Iterator[Part]:
    result, named = result_of(game, reader), players(game)
    if result.sentences:
        yield "The end", tuple(("", sentence) for sentence in result.sentences)
    rows = []
    for row in result.rows:
        figures = zip(result.headings, row.cells, strict=True)
        counted = ", ".join(f"{heading} {cell.text}" for heading, cell in figures)
        rows.append((row.power, f"{counted}; {named.get(row.power, '')}"))
    yield "The powers, and who played them", tuple(rows)
    if game.master is not None:
        yield "The game master", (("", game.master.name),)
