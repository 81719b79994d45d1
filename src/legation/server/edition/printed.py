"""What stands in an edition: put together from what everybody is told, and from nothing else.

The board is the spectator's View, the press that which is written to all. When
an edition is signed it is kept as it is here, and read from there ever after.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from legation.atlas.draw import draw
from legation.board.calendar import MOVEMENT
from legation.errors import FileError, LegationError, StateError
from legation.rules.rulebook import Rulebook
from legation.server.board.standings import table_of
from legation.server.edition.models import Edition
from legation.server.games import lost, reads
from legation.server.games.models import PAUSED, Game
from legation.server.games.promise import promise
from legation.server.games.readers import SPECTATING
from legation.server.lobby import words
from legation.server.lobby.catalogue import title_of
from legation.server.press import inbox, reading
from legation.server.press.members import GREY, PUBLIC
from legation.server.reports.looking import Looking
from legation.server.site import moment
from legation.sight.view import View
from legation.table.newsletter import Section, report

Lines = list[tuple[str, str]]
UNSIGNED = "unsigned"
_MOST_PRESS = 200
_MOST_PHASES = 6


@dataclass(frozen=True, slots=True)
class Printed:
    """An edition as it is read. `parts` are the sections of the report, by title.

    A line is a pair: whose it is, where that is said, and the text.
    """

    game: str
    variant: str
    number: int
    dated: str
    when: str
    heading: str
    editorial: str
    parts: list[tuple[str, Lines]]
    press: Lines
    rules: Lines
    next: str
    corrects: int | None
    signed: str

    def data(self) -> dict[str, Any]:
        """As it is kept."""
        return asdict(self)

    @classmethod
    def kept(cls, data: dict[str, Any]) -> Printed:
        """As it was kept: JSON knows lists alone."""
        parts = [(title, _pairs(lines)) for title, lines in data["parts"]]
        pairs = {name: _pairs(data[name]) for name in ("press", "rules")}
        return cls(**{**data, **pairs, "parts": parts})


@dataclass(frozen=True, slots=True)
class Sheetful:
    """An edition before it is signed: what stands in it, its map, and of which phases and time."""

    printed: Printed
    picture: str
    first: int | None
    phase: int | None
    since: datetime
    until: datetime


def compose(
    game: Game, number: int, heading: str, editorial: str, corrects: Edition | None, now: datetime
) -> Sheetful:
    """The edition that would be signed now; a correction is of the phases and press of the first.

    Raises:
        StateError: where what it corrects was rolled back.
    """
    since, until = _time(game, corrects, now)
    look = Looking(game, reads.sight_for(game, SPECTATING), "")
    book, last = reads.book_of(game), look.now().number - 1
    first, phase = _phases(game, corrects, last)
    if phase is not None and phase > last:
        raise StateError(
            f"the phase that edition {corrects.number if corrects else number} reports was rolled"
            " back. Discard this correction, and write a new edition."
        )
    pages = [
        report(book, look.at(n), look.at(n + 1))
        for n in range(first or 0, -1 if phase is None else phase + 1)
    ]
    shown = next((n for n in range(phase or 0, (first or 0) - 1, -1) if _moved(look, n)), phase)
    try:
        after = look.at(shown + 1) if shown is not None and phase is not None else None
        picture = draw(book, look.at(shown or 0), after, mode="print")
    except FileError:  # the variant has no drawn board
        picture = ""
    printed = Printed(
        game=game.name,
        variant=title_of(game.variant),
        number=number,
        dated=_dated(game, now),
        when=_when([page.when for page in pages]) or f"Before {look.at(0).phase}",
        heading=heading,
        editorial=editorial,
        parts=[
            (f"{page.when}: {part.title}" if len(pages) > 1 else part.title, _lines(part))
            for page in pages
            for part in page.sections
        ]
        + ([] if phase is None else [("Standings", _standings(book, look.at(phase + 1)))]),
        press=_press(game, since, until),
        rules=_rules(game),
        next=_next(game, pages[-1].after if pages else f"Next: {look.at(0).phase}."),
        corrects=corrects.number if corrects else None,
        signed=game.master.name if game.master else "",
    )
    return Sheetful(printed, picture, None if phase is None else first, phase, since, until)


def _standings(book: Rulebook, view: View) -> Lines:
    """How the game stands after the phases that are reported, as everybody knows it."""
    table = table_of(book, view)
    rows = []
    for row in table.rows:
        figures = ", ".join(f"{cell.counts} {cell.text}" for cell in row.cells)
        rows.append((row.power, "; ".join(filter(None, (figures, row.said)))))
    return [*rows, *(("", said) for said in (*table.remarks, table.far) if said)]


def _phases(game: Game, corrects: Edition | None, last: int) -> tuple[int | None, int | None]:
    """The first and the last phase that it reports: those since the edition before.

    Where none is over since then, or what that reported was rolled back, it is the last one.
    """
    if corrects is not None:
        return corrects.first, corrects.phase
    if last < 0:
        return None, None
    before = Edition.objects.filter(game=game, corrects=None).order_by("-number").first()
    done = before.phase if before is not None and before.phase is not None else -1
    return max(min(done + 1, last), last - _MOST_PHASES + 1), last


def _moved(look: Looking, number: int) -> bool:
    """Was it a movement, whose orders a map shows best?"""
    return look.at(number).phase.kind == MOVEMENT


def _when(phases: Sequence[str]) -> str:
    """The phases that are reported, in words."""
    return f"{phases[0]}, to {phases[-1]}" if len(phases) > 1 else "".join(phases)


def _lines(part: Section) -> Lines:
    return [(item.label, item.text) for item in part.items]


def _pairs(lines: Sequence[Sequence[str]]) -> Lines:
    return [(label, text) for label, text in lines]


def _time(game: Game, corrects: Edition | None, now: datetime) -> tuple[datetime, datetime]:
    """From when to when its press was written: since the edition before, or as it was then."""
    if corrects is not None:
        return corrects.since, corrects.until
    before = Edition.objects.filter(game=game, corrects=None).order_by("-number").first()
    return (before.until if before else game.made_at), now


def _press(game: Game, since: datetime, until: datetime) -> Lines:
    """What was written to all in that time, as a stranger reads it."""
    scope = reading.scope_of(game, SPECTATING)
    found = [
        (message.made_at, message.pk, inbox.signed(message, key, scope) or UNSIGNED, message.text)
        for key in (PUBLIC, GREY)
        for message in inbox.messages(scope, key).filter(made_at__gt=since, made_at__lte=until)
    ]
    return [(who, text) for _, _, who, text in sorted(found)[:_MOST_PRESS]]


def _rules(game: Game) -> Lines:
    """By what the game is played: its house rules, and how its rules are read."""
    facts = [(name, text[:1].upper() + text[1:]) for name, text in words.facts(game)]
    sheets = ("Sheets", promise(game)[:1].upper() + promise(game)[1:])
    read = [(each.changes, f"{each.meaning} ({each.clause})") for each in words.rulings(game)]
    return [*facts, *([] if any(name == "Sheets" for name, _ in facts) else [sheets]), *read]


def _next(game: Game, after: str) -> str:
    """What comes, and until when it goes."""
    if not game.going_on:
        return after
    if game.state == PAUSED:
        return f"{after} The clock is stopped."
    if lost.known(moment.now()).stands(game):
        return f"{after} {lost.STANDS[:1].upper()}{lost.STANDS[1:]}."
    return f"{after} Orders are due at {_by_clock(game)}." if game.due else after


def _by_clock(game: Game) -> str:
    assert game.closes is not None
    local = game.closes.astimezone(ZoneInfo(game.zone))
    return f"{local:%H:%M}, {local.day} {local:%B} {local.year} ({game.zone})"


def _dated(game: Game, now: datetime) -> str:
    local = now.astimezone(ZoneInfo(game.zone))
    return f"{local.day} {local:%B} {local.year}"


def readable(error: LegationError) -> str:
    """What went wrong, as a sentence of a page."""
    text = str(error)
    return text[:1].upper() + text[1:]
