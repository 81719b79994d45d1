"""The borders that the picture of a new map will show, where it can be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from legation.errors import FileError, LegationError

_FEW = 4


@dataclass(frozen=True)
class DrawnBorders:
    """Pairs of places, whether armies and fleets cross between them; and what to tell of it.

    There are none where no picture can be drawn.
    """

    notes: tuple[str, ...]
    borders: Mapping[tuple[str, str], tuple[bool, bool]] = field(default_factory=dict)


def drawn_borders(target: Path) -> DrawnBorders:
    """The borders of the picture of the map in a folder, which has its tables and recipe."""
    try:
        from legation.atlas.making.newcoast import write_coast
        from legation.atlas.making.proposing import propose
        from legation.atlas.making.recipe import read_recipe
    except ImportError:
        said = "pip install 'legation[maps]' for those that a picture will show"
        return DrawnBorders((f"The borders are a guess by who lies next to whom; {said}.",))
    try:
        write_coast(target / "coast.json", read_recipe(target))
        proposal = propose(target)
    except LegationError as error:
        why = error.message if isinstance(error, FileError) else str(error)
        end = "" if why.endswith(("?", ".")) else "."
        return DrawnBorders((f"The borders are a guess, for no picture can be drawn: {why}{end}",))
    if not proposal.fits:
        astray = _listed((*proposal.missing, *proposal.dry))
        said = f"not as the table has it on the coast of the real world: {astray}"
        return DrawnBorders((f"The borders are a guess by who lies next to whom: {said}.",))
    notes = ["The borders are those that the picture will show."]
    if proposal.wet:
        astray = _listed(proposal.wet)
        notes.append(f"Inland in the table and at the sea in the picture: {astray}.")
    pairs = {pair: (each.army, each.fleet) for pair, each in proposal.borders.items()}
    return DrawnBorders(tuple(notes), pairs)


def _listed(codes: Sequence[str]) -> str:
    few = ", ".join(codes[:_FEW])
    return f"{few} and {len(codes) - _FEW} more" if len(codes) > _FEW else few
