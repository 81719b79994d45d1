"""A draft → the whole folder of a variant: its coast, its lettered board, and how it looks."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from legation.atlas.board import BOARD, board_from
from legation.atlas.collisions import collisions
from legation.atlas.draw import draw
from legation.atlas.look import look_of
from legation.atlas.making import build as making
from legation.atlas.making.check import disagreements
from legation.atlas.making.inputs import COAST, map_folders
from legation.atlas.making.newcoast import write_coast
from legation.atlas.making.recipe import BORDERS, read_recipe
from legation.board.mapfile import load_map
from legation.errors import FileError, InputError, LegationError
from legation.rules.dice import SEED_BITS
from legation.studio.checking import unplayable
from legation.studio.colours import faults as colour_faults
from legation.studio.document import AS_PARENT, Document, Problem, as_row, read
from legation.studio.ground import inherited
from legation.studio.telling import told
from legation.studio.written import NAME, RULES, files, folder
from legation.table.game import Game
from legation.variants.find import MAP
from legation.variants.load import load


def build(document: Document | Mapping[str, Any]) -> dict[str, Any]:
    """Files (path → bytes), problems as `checking` has them, and the board at the start as SVG.

    Where a game cannot be begun there is no board, and the picture is empty.

    Raises:
        DraftError: for what is no draft.
    """
    draft = read(document)
    found = [*unplayable(draft), *colour_faults(draft)]
    content, svg = files(draft), ""
    content.setdefault(RULES, AS_PARENT.format(parent=draft.parent).encode())
    with tempfile.TemporaryDirectory(prefix="legation-draft-") as kept:
        home = folder(draft, Path(kept) / NAME)
        try:
            load(str(home))
            found += _board(draft, home)
            svg = _picture(home)
            content |= {
                f"{MAP}/{name}": (home / MAP / name).read_bytes()
                for name in (COAST, BOARD)
                if (home / MAP / name).is_file()
            }
        except LegationError as error:
            if not found:
                said = error.message if isinstance(error, FileError) else str(error)
                found.append(Problem(f"The board cannot be drawn: {said}"))
    return {"files": content, "problems": [as_row(each) for each in found], "svg": svg}


def _board(draft: Document, home: Path) -> list[Problem]:
    """Write coast and board into the folder; what the picture has otherwise than the tables."""
    place = home / MAP
    recipe = read_recipe(place)
    if recipe.coast.drawn != BORDERS and not inherited(draft.parent, recipe.frame):
        write_coast(place / COAST, recipe)
    book = load(str(home))
    data = making.build(place, map_folders(str(home))[1:])
    making.save(place, data)
    board, graph = board_from(data), load_map(place, tuple(book.graph.kinds.values()))
    found = [told(draft, each) for each in disagreements(board, graph, recipe)]
    cramped = collisions(board, graph, look_of(book))
    return found + [Problem(f"{said[:1].upper()}{said[1:]}.") for said in cramped]


def _picture(home: Path) -> str:
    game = Game.new(str(home), seed="0" * (SEED_BITS // 4))
    return draw(game.book, game.view("spectator"), furniture=True)


def sound(document: Document | Mapping[str, Any]) -> dict[str, Any]:
    """As `build`, for a draft that is to be played.

    Raises:
        InputError: where no game of it can be begun, with the first reason.
    """
    built = build(document)
    if f"{MAP}/{BOARD}" not in built["files"]:
        raise InputError(built["problems"][0]["text"])
    return built
