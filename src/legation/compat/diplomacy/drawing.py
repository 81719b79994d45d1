"""A game's board as our drawing: its units, centres and orders, for who knows all of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.compat.diplomacy.ground import BOOK
from legation.compat.diplomacy.powers import Power
from legation.sight.view import Sheet
from legation.table.cases.views import laid_out

if TYPE_CHECKING:
    from legation.compat.diplomacy.history import History

_SEASONS = {"S": "Spring", "F": "Autumn", "W": "Winter"}
_KINDS = {"M": MOVEMENT, "R": RETREAT, "A": ADJUSTMENT}


def drawn(game: History, orders: bool) -> str:
    """The board of a game as SVG; where the game is over, as it was in the end.

    Raises:
        FileError: where the installation lacks the board.
    """
    from legation.atlas.draw import draw  # costs as much as all the rest

    name, kind = game.get_current_phase(), _KINDS.get(game.phase_type, MOVEMENT)
    if game.phase_type not in _KINDS:
        name = game.state_history.last_key() if game.state_history else "S1901M"
    powers = {power.title(): each for power, each in game.powers.items()}
    said: dict[str, object] = {
        "date": f"{_SEASONS[name[0]]} {name[1:-1]}",
        "phase": kind,
        "units": {name: list(power.units) for name, power in powers.items()},
        "centres": {name: list(power.centers) for name, power in powers.items()},
    }
    lost = {name: _lost(game, power) for name, power in powers.items() if power.retreats}
    if lost and kind == RETREAT:
        said["dislodged"] = lost
    view = laid_out(BOOK, said)
    if orders and game.phase_type in _KINDS:
        view = replace(
            view,
            sheets={
                name.title(): Sheet(tuple(_order(text, kind) for text in texts))
                for name, texts in game.get_orders().items()
            },
        )
    return draw(BOOK, view)


def _lost(game: History, power: Power) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for unit, places in power.retreats.items():
        row: dict[str, object] = {"unit": unit, "retreats": list(places)}
        if unit in game.dislodged:
            row["by"] = game.dislodged[unit]
        rows.append(row)
    return rows


def _order(text: str, kind: str) -> str:
    """An order in our notation."""
    words = text.replace(" VIA", " via convoy").split()
    if kind == RETREAT and words[2] == "R":
        words[2] = "-"
    if kind == ADJUSTMENT:
        words = ["Build" if words[2] == "B" else "Remove", *words[:2]]
    return str(BOOK.read(" ".join(words), kind))
