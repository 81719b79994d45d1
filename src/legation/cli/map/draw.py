"""``legation map draw``: a board as a picture, as one viewer knows it."""

from __future__ import annotations

import sys
from dataclasses import replace
from enum import StrEnum
from typing import Annotated

import typer

from legation.cli.casefiles import CASE
from legation.cli.map.folders import suffix_of, write
from legation.cli.map.views import phases_of
from legation.cli.show import example
from legation.errors import InputError

SUFFIXES = (".svg", ".png", ".pdf")
STDOUT = "-"


class Mode(StrEnum):
    """For what the colours are."""

    LIGHT = "light"
    DARK = "dark"
    PRINT = "print"
    AUTO = "auto"


class Paper(StrEnum):
    """The sheet of a PDF."""

    A3 = "a3"
    A4 = "a4"
    A5 = "a5"
    LETTER = "letter"


# What nobody asked for otherwise; a renderer of PNG or PDF has no reader's screen to ask.
_MODES = {".svg": Mode.AUTO, ".png": Mode.LIGHT, ".pdf": Mode.PRINT}

EXAMPLES = example(
    "legation map draw standard --out board.svg",
    "legation map draw game.json --as France --phase 3 --out paris.png",
    "legation map draw examples/bounce.yaml --out bounce.pdf",
)


def draw(
    what: Annotated[
        str, typer.Argument(metavar="VARIANT|GAME|CASE", help="A variant, a saved game or a case.")
    ],
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help="A .svg, .png or .pdf; - for SVG here.")
    ],
    viewer: Annotated[
        str, typer.Option("--as", metavar="VIEWER", help="Of a game: who looks; else spectator.")
    ] = "",
    phase: Annotated[
        int | None, typer.Option("--phase", metavar="N", help="A phase by its number, from 0.")
    ] = None,
    results: Annotated[
        bool, typer.Option("--results/--orders", help="What came of the orders, or only them.")
    ] = True,
    case: CASE = "",
    mode: Annotated[Mode | None, typer.Option("--mode", help="The colours.")] = None,
    width: Annotated[
        int, typer.Option("--width", metavar="PX", help="Of a PNG, in pixels.")
    ] = 1600,
    paper: Annotated[Paper, typer.Option("--paper", help="Of a PDF.")] = Paper.A4,
    plain: Annotated[
        bool, typer.Option("--plain", help="The board and its units, and nothing else.")
    ] = False,
) -> None:
    """Draw a board, with orders and results as one viewer knows them.

    A game is drawn at its present phase with the viewer's own orders, or with
    --phase as it was, with what he was told came of the orders. A variant is
    drawn as it starts, a case with its results. PNG and PDF need the extra
    draw: pip install 'legation[draw]'.
    """
    suffix = ".svg" if out == STDOUT else suffix_of(out, SUFFIXES)
    chosen = mode or _MODES[suffix]
    if suffix != ".svg" and chosen == Mode.AUTO:
        raise InputError(
            f"a {suffix[1:].upper()} cannot change with the screen; choose light or dark, or print"
        )
    phases = phases_of(what, viewer, case)
    before, after = phases.pair(phases.wanted if phase is None else phase)
    if plain:
        before, after = replace(before, sheets={}), None
    elif not results:
        after = None
    from legation.atlas import printing
    from legation.atlas.draw import draw as drawn

    svg = drawn(phases.book, before, after, mode=str(chosen), furniture=not plain)
    if out == STDOUT:
        sys.stdout.write(f"{svg}\n")
        return
    write(out, printing.in_form(svg, suffix, width, paper))
    print(f"{out}: {phases.book.title}, {before.phase}")
