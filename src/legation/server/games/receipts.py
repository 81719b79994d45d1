"""What a reader may be shown of a game's pledges: all hashes, and the parts that he was told.

A part is opened to everybody when he was told it anyway, and when the game is
over; to a power's player what is his own, of the phases in which he held the
seat. What a variant keeps sealed, and who voted how, is never opened to others.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from legation.errors import StateError
from legation.server.games import records
from legation.server.games.models import FINISHED, Game, Holding
from legation.server.games.models.pledge import Pledge
from legation.server.games.pledges import cut_of, unpack
from legation.server.games.readers import Reader
from legation.server.site.kept import Kept, Key
from legation.sight.viewer import ARCHIVE
from legation.table.game import Game as Table
from legation.table.proof.papers import OPENED, RECEIPTS, Opening, Paper
from legation.table.proof.parts import (
    AT_ONCE,
    DEAL,
    FORM,
    PHASE,
    WHO,
    WHY,
    parts_of,
    power_of,
    stays_closed,
)
from legation.table.proof.pledges import pledge_of

_LAST = 1 << 30


@dataclass(frozen=True, slots=True)
class Shown:
    """A pledge as the page of its game lists it; `who` and `why` are of corrections."""

    number: int
    kind: str
    phase: str
    at: datetime
    sha256: str
    who: str
    why: str


def pledges_for(game: Game, reader: Reader) -> list[Shown]:
    """All pledges of a game, the latest first: public."""
    del reader
    pledges = []
    # The secret of an ordinary one is long, and nothing in it is asked for here.
    done = Pledge.objects.filter(game=game).exclude(kind__in=(DEAL, PHASE))
    secrets = {row.number: unpack(row).texts for row in done}
    for row in Pledge.objects.filter(game=game).defer("secret").order_by("-number"):
        pledge, texts = pledge_of(row.text), secrets.get(row.number, {})
        said = {part: json.loads(texts.get(part, "{}")) for part in (WHO, WHY)}
        who, why = str(said[WHO].get("name", "")), str(said[WHY].get("text", ""))
        at = datetime.fromisoformat(pledge.at)
        pledges.append(Shown(row.number, row.kind, pledge.phase, at, row.sha256, who, why))
    return pledges


def receipts_for(game: Game, reader: Reader) -> Paper:
    """What a reader can prove that he was told: all pledges, and what is his own in them."""
    held = _held(game, reader)

    def shown(row: Pledge, part: str) -> bool:
        power = power_of(part)
        return part in AT_ONCE or any(
            power == own and first <= row.serial < end for own, first, end in held
        )

    return _paper(game, RECEIPTS, reader.power, shown)


def _held(game: Game, reader: Reader) -> list[tuple[str, int, int]]:
    """The seats that a reader has or had: the power, and from which phase record until which."""
    if reader.user is None:
        return []
    rows = Holding.objects.filter(seat__game=game, user_id=reader.user)
    return [
        (power, first, _LAST if end is None else end)
        for power, first, end in rows.values_list("seat__power", "serial_from", "serial_to")
    ]


def opened_for(game: Game, reader: Reader) -> Paper:
    """What everybody may know of a finished game, as its record says it now.

    Raises:
        StateError: where it is not over.
    """
    del reader
    if game.state != FINISHED:
        raise StateError("the record is opened when the game is over.")
    # A name that was erased changes no version.
    named = Pledge.objects.filter(game=game).exclude(who="").count()
    key = Key(game.slug, game.version, ARCHIVE, named)
    paper = _opened.find(key)
    if paper is None:
        rows = records.sheets_of(records.rows_of(game))
        table = records.with_sheets(records.load(game), rows)
        paper = _paper(game, OPENED, "", lambda _, part: not stays_closed(part), table)
        if not connection.in_atomic_block:  # a transaction may yet be taken back
            _opened.keep(key, paper)
    return paper


def _letters(paper: Paper) -> int:
    """The size of a file: each text once, for many are told alike."""
    return sum(map(len, {opening.text for opening in paper.openings}))


_opened: Kept[Paper] = Kept(room=30_000_000, size=_letters)


def _paper(
    game: Game,
    form: str,
    power: str,
    shown: Callable[[Pledge, str], bool],
    table: Table | None = None,
) -> Paper:
    """The pledges of a game with what is shown of them, as committed or as the record says now."""
    rows = list(Pledge.objects.filter(game=game).order_by("number"))
    pledges = [pledge_of(row.text) for row in rows]
    openings: list[Opening] = []
    for row, pledge in zip(rows, pledges, strict=True):
        secret = unpack(row)
        texts = dict(secret.texts)
        if table is not None and pledge.form == FORM:
            texts |= parts_of(table.book, table.record, cut_of(row))
        openings += [
            Opening(row.number, part, secret.salts[part], text)
            for part, text in texts.items()
            if part in secret.salts and shown(row, part)
        ]
    head = rows[-1].sha256 if rows else ""
    return Paper(form, game.slug, game.name, power, head, tuple(pledges), tuple(openings))
