"""Our own saved games. A game played elsewhere becomes one by playing it again here.

A save is a record of what this program carried out, so it is written only
where the orders lead through the very positions that the other file tells.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from legation.board.calendar import Phase
from legation.errors import InputError
from legation.rules.rulebook import Rulebook
from legation.rules.turn import set_up
from legation.sight.viewer import GAME_MASTER
from legation.table.formats.source import Source
from legation.table.formats.transcript import (
    Entry,
    Line,
    Lost,
    Transcript,
    few,
    moment,
)
from legation.table.game import Game
from legation.table.saving import save
from legation.variants.load import unusual

HOLDS = frozenset({"units", "owners", "retreat places", "results", "options"})
_MARK = re.compile(r'"format"\s*:\s*"legation-game"')


def sniff(text: str) -> bool:
    """Does this look like a save?"""
    return text.lstrip().startswith("{") and _MARK.search(text[:4000]) is not None


def read(text: str, path: str, book: Rulebook) -> tuple[Transcript, ...]:
    """The game of a save, phase by phase as it counts now.

    Raises:
        FileError: for what is no save, is cut off, or is of a newer version.
    """
    del book  # a save names its own variant and options
    game = save.read(text, path)
    record, source = game.record, Source(text, path, game.book)
    entries, acts = [], 0
    for number, index in sorted(record.line().items()):
        phase = record.phases[index]
        acts += len(phase.acts)
        if phase.resolved_by is None and game.over:
            continue
        position = game.view(GAME_MASTER, number).position
        kind = position.phase.kind
        lines = tuple(
            Line(power, source.order(order, kind))
            for power, sheet in sorted(phase.sheets.items())
            for order in sheet.orders
        )
        entries.append(
            Entry(
                position.phase,
                lines,
                position.units,
                position.owners,
                position.dislodged,
                position.contested,
                open=phase.resolved_by is None,
            )
        )
    options = unusual(record.variant, record.options)
    lost = []
    if acts:
        lost.append(Lost(f"{acts} acts of the game master and votes passed over", "acts"))
    if len(record.phases) > len(record.line()):
        lost.append(Lost("what was rolled back passed over", "rollback"))
    if game.over:
        ending = game.view(GAME_MASTER)
        how = f"{ending.ending} ({', '.join(ending.winners)})"
        lost.append(Lost(f"how the game ended passed over: {how}", "end"))
    return (Transcript(record.variant, game.name, "", tuple(entries), (), options, tuple(lost)),)


def write(transcripts: Sequence[Transcript], book: Rulebook) -> tuple[str, list[Lost]]:
    """The game as a save, and what was left out.

    Raises:
        InputError: where the orders do not lead through the recorded positions;
            the message names the phase.
    """
    told = transcripts[0]
    lost: list[Lost] = []
    _from_the_start(told, book)
    name = told.name if told.name.isprintable() else ""
    seed = hashlib.sha256(f"{name}/{len(told.entries)}".encode()).hexdigest()[:32]
    game = Game.new(told.variant, told.options, seed, name[:200])
    void: list[tuple[Phase, str]] = []
    for entry in told.entries:
        _catch_up(game, entry)
        if game.phase != entry.phase or game.over:
            raise _astray(entry, f"the game played here is then at {game.phase}")
        for power, orders in entry.sheets.items():
            errors = game.submit(power, orders, settled=True)
            void += [(entry.phase, f"{power}: {error.text}") for error in errors]
        if not entry.open:
            game.advance()
            _same(entry, game)
    if void:
        where = f"{void[0][0]}, {void[0][1]}"
        what = f"{few(void, 'impossible or surplus order')} left out; nothing hung on it"
        lost.append(Lost(what, where))
    return save.dump(game), lost


def _from_the_start(told: Transcript, book: Rulebook) -> None:
    first = told.entries[0] if told.entries else None
    start = set_up(book).position
    if first is None or first.phase != start.phase:
        has = f"begins with {first.phase}" if first else "holds no phase"
        raise InputError(
            f"a saved game begins with {start.phase}, and this {has};"
            " --to cases writes such positions"
        )
    if first.units is not None and _shown(first.units) != _shown(start.units):
        raise InputError(
            "a saved game begins with the variant's own starting units, and this does not;"
            " --to cases writes such positions"
        )


def _catch_up(game: Game, entry: Entry) -> None:
    calendar = game.book.calendar
    while not game.over and moment(calendar, game.phase) < moment(calendar, entry.phase):
        game.advance()


def _same(entry: Entry, game: Game) -> None:
    position = game.view(GAME_MASTER).position
    if entry.left is not None and _shown(entry.left) != _shown(position.units):
        raise _astray(entry, "played here, its orders leave other units")


def _shown(units: Sequence[object]) -> list[str]:
    return sorted(f"{getattr(unit, 'power', '')} {unit}" for unit in units)


def _astray(entry: Entry, why: str) -> InputError:
    return InputError(f"{entry.phase}: {why}; --to cases writes what is recorded")
