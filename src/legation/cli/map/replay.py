"""``legation map replay``: a whole game as one page for a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from legation.cli.map.folders import suffix_of, write
from legation.cli.map.views import of_game
from legation.cli.positions import game_of, viewer_of
from legation.cli.show import example
from legation.cli.telling import count
from legation.cli.view import AS, GAME

if TYPE_CHECKING:
    from legation.atlas.replay import Leaf, Section
    from legation.table.newsletter import Page

EXAMPLES = example(
    "legation map replay game.json --out game.html",
    "legation map replay game.json --as France --out france.html",
)


def replay(
    game: GAME,
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="A .html to write.")],
    viewer: AS = "spectator",
) -> None:
    """Make a page that steps through a game, as one viewer knows it.

    One file that needs nothing else: it can be mailed, and opened without a
    network. The arrow keys go from phase to phase, and #phase-3 at the end of
    its address is a link to a phase.
    """
    from legation.atlas.replay import page

    suffix_of(out, (".html", ".htm"))
    leaves = leaves_of(game, viewer)
    book = game_of(game).book
    title = leaves[-1].before.name or book.title
    html = page(book, leaves, title).encode()
    write(out, html)
    size = f"{len(html) / 1000:.0f} kB"
    print(f"{out}: {title}, {count(len(leaves), 'phase')}, {size}")


def leaves_of(name: str, viewer: str) -> list[Leaf]:
    """Each phase of a saved game with its news, the present one last."""
    from legation.atlas.replay import Leaf
    from legation.cli.report import pages

    game = game_of(name)
    reader = viewer_of(game.book, viewer)
    phases = of_game(name, viewer)
    reports = pages(game, reader, list(range(game.number)))
    leaves = []
    for number in range(phases.last + 1):
        before, after = phases.pair(number)
        news = _sections(reports[number]) if number < len(reports) else ()
        follows = reports[number].after if number < len(reports) else ""
        leaves.append(Leaf(before, after, news, follows))
    return leaves


def _sections(page: Page) -> tuple[Section, ...]:
    return tuple(
        (section.title, tuple((item.label, item.text) for item in section.items))
        for section in page.sections
    )
