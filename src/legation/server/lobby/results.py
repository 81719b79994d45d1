"""How a game ended: who won, with what, and everything that is opened by it."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from legation.rules.wording import sentence
from legation.server.board.standings import Cell, table_of
from legation.server.games import reads
from legation.server.games.models import Game, Seat
from legation.server.games.readers import Reader
from legation.sight.view import View
from legation.sight.viewer import ARCHIVE
from legation.table.standing import standings_of

# What the report of the last phase says of single places is not said of the end.
_OF_PLACES = frozenset(
    {"centre-gained", "centre-taken", "dislodged", "destroyed", "built", "removed", "waived"}
)


@dataclass(frozen=True, slots=True)
class Row:
    """A power at the end."""

    power: str
    player: str
    cells: tuple[Cell, ...]
    said: str
    won: bool
    page: str = ""
    """Where his record is, if he shows it."""


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game: `headings` say what was counted.

    `seeds` are pairs of a seed and the hash that was told at the start.
    """

    headings: tuple[str, ...]
    rows: tuple[Row, ...]
    sentences: tuple[str, ...]
    seeds: tuple[tuple[str, str], ...]
    last: int
    """The number of the last phase that was carried out; -1 where none was."""


def result_of(game: Game, reader: Reader) -> Result:
    """The end of a finished game, as its archive shows it to everybody.

    Raises:
        StateError: where it is not over.
    """
    view = reads.view_as(game, reads.sight_for(game, reader, opened=ARCHIVE.role))
    players = {seat.power: seat.player or _bot(seat.bot) for seat in reads.seats_for(game, reader)}
    shown = Seat.objects.filter(game=game, user__open_record=True, user__is_active=True)
    pages = {p: reverse("player", args=[n]) for p, n in shown.values_list("power", "user__name")}
    book = reads.book_of(game)
    table, stand = table_of(book, view), standings_of(book, view)
    decides = {row.power: row.of(stand.deciding) for row in stand.rows}
    score = {power: figure.value if figure else 0 for power, figure in decides.items()}
    rows = [
        Row(
            power=row.power,
            player=players.get(row.power, ""),
            cells=row.cells,
            said=row.said,
            won=row.won,
            page=pages.get(row.power, ""),
        )
        for row in table.rows
    ]
    rows.sort(key=lambda row: (not row.won, -score[row.power], row.power))
    return Result(
        headings=table.headings,
        rows=tuple(rows),
        sentences=tuple(_sentences(game, view)),
        seeds=tuple(zip(view.seeds, view.seed_hashes, strict=True)),
        last=view.number - 1,
    )


def _sentences(game: Game, view: View) -> list[str]:
    if not view.told:
        return []
    book = reads.book_of(game)
    last = view.told[-1].reports
    return [sentence(book, r) for r in last if r.audience is None and r.kind not in _OF_PLACES]


def _bot(name: str) -> str:
    return f"bot ({name})" if name else ""
