"""The picture of a map against its tables: what disagrees, what collides, what is old."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING

from legation.board.graph import MapGraph
from legation.cli import show
from legation.cli.telling import count
from legation.documents.packed import member
from legation.errors import LegationError
from legation.variants.clauses import of_home

if TYPE_CHECKING:
    from legation.atlas.look import Look


@dataclass(frozen=True)
class PictureReport:
    """What is wrong with the picture of a map; nothing may be, where there is none yet.

    `disagreements` are with the tables, `collisions` of lettering.
    """

    drawn: bool
    stale: bool = False
    disagreements: tuple[str, ...] = ()
    collisions: tuple[str, ...] = ()
    broken: str = ""

    @property
    def problems(self) -> tuple[str, ...]:
        """All of it, in sentences."""
        old = "board.json is older than what it is made from; run legation map build"
        first = (self.broken,) if self.broken else (old,) if self.stale else ()
        return tuple(map(_sentence, (*first, *self.disagreements, *self.collisions)))

    def as_data(self) -> dict[str, object]:
        """The same for programs."""
        return {
            "drawn": self.drawn,
            "stale": self.stale,
            "broken": self.broken,
            "disagreements": list(self.disagreements),
            "collisions": list(self.collisions),
        }


def picture_report(place: Path | Traversable, graph: MapGraph) -> PictureReport:
    """What is wrong with the picture of the map in a folder, whose tables are fine."""
    from legation.atlas.board import BOARD, read_board

    if not member(place, BOARD).is_file():
        return PictureReport(drawn=False)
    from legation.atlas.collisions import collisions
    from legation.atlas.making.check import check
    from legation.atlas.making.recipe import read_recipe

    try:
        board, recipe = read_board(place), read_recipe(place)
        return PictureReport(
            drawn=True,
            stale=board.made_from != _made_from(place),
            disagreements=tuple(check(board, graph, recipe)),
            collisions=tuple(collisions(board, graph, _letters(place))),
        )
    except LegationError as error:
        return PictureReport(drawn=True, broken=str(error))


def _letters(place: Path | Traversable) -> Look | None:
    """The look in which a variant's map is lettered; a map alone has none."""
    from legation.atlas.look import look_of
    from legation.variants.load import load

    home = home_of(place)
    return look_of(load(home)) if home else None


def home_of(place: Path | Traversable) -> str:
    """The folder of the variant whose map is in a folder; empty where it is none's."""
    path = Path(str(place))
    return of_home(path) if path.is_dir() else ""


def _made_from(place: Path | Traversable) -> str:
    from legation.atlas.making.inputs import digest

    return digest(place, parents_of(place))


def parents_of(place: Path | Traversable) -> list[Path | Traversable]:
    """The folders of the maps of a map's parents, where it is a variant's."""
    from legation.atlas.making.inputs import map_folders

    home = home_of(place)
    return list(map_folders(home)[1:]) if home else []


def tell_picture(name: str, picture: PictureReport) -> None:
    """A report in words."""
    if not picture.drawn:
        show.say(f"There is no picture of it yet; legation map build {name} makes one.", 0, 4)
        return
    for problem in picture.problems:
        show.say(problem, 0, 4)
    problems = len(picture.problems)
    print(
        f"the picture: {count(problems, 'problem')}" if problems else "the picture shows the same"
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
