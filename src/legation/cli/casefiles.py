"""What the verbs that read a case file share: arguments, options, finding one case in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from legation.board.names import did_you_mean
from legation.documents.packed import head
from legation.errors import FileError, InputError, meant, nearest

if TYPE_CHECKING:
    from legation.table.cases.file import Case

FILE = Annotated[str, typer.Argument(metavar="FILE", help="A case file, YAML or JSON.")]
CASE = Annotated[
    str, typer.Option("--case", metavar="ID", help="Which case, where the file has several.")
]
OPTION = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="ID=VALUE", help="A rule option; may be repeated."),
]
ENDINGS = (".yaml", ".yml", ".json")  # and each of them packed, .yaml.gz
_HEAD = 200  # a saved game says within so many bytes that it is one


def chosen_options(texts: Iterable[str] | None) -> dict[str, str]:
    """The options that ``--option ID=VALUE`` names, by id.

    Raises:
        InputError: for one that is not written so.
    """
    chosen = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise InputError(
                f'an option is written ID=VALUE, not "{text}"; see legation variants NAME'
            )
        chosen[name.strip()] = value.strip()
    return chosen


def path_of(name: str) -> Path:
    """The path that a name is.

    Raises:
        FileError: where no file can have it.
    """
    if "\0" in name:
        raise FileError(name.replace("\0", "?"), "this is no name of a file")
    return Path(name)


def existing(name: str) -> Path:
    """The path of a file that exists.

    Raises:
        FileError: with the name that was probably meant.
    """
    path = path_of(name)
    if path.exists():
        return path
    beside = sorted(path.parent.iterdir()) if path.parent.is_dir() else []
    # By stem: every other case file ends in .yaml too, and is no likelier for that.
    stems = set(nearest(path.stem, [other.stem for other in beside]))
    near = [str(other) for other in beside if other.stem in stems]
    raise FileError(name, f"there is no such file.{did_you_mean(near[:3])}")


def is_saved_game(path: Path) -> bool:
    """Does the file say that it is a saved game?"""
    if not path.is_file():
        return False
    return b'"legation-game"' in head(path, _HEAD)


def read_cases(path: Path) -> list[Case]:
    """The cases of a file.

    Raises:
        FileError: for anything in it that is not understood.
    """
    cases = []
    for case in read_each(path):
        if isinstance(case, FileError):
            raise case
        cases.append(case)
    return cases


def read_each(path: Path) -> list[Case | FileError]:
    """The cases of a file, or what is wrong with one.

    Raises:
        FileError: where it is no file of cases.
    """
    from legation.cli.folders import know_home_of
    from legation.table.cases.file import each_case

    if is_saved_game(path):
        raise FileError(
            str(path), f"this is a saved game, not a case; legation play --load {path} opens it"
        )
    know_home_of(path)
    return list(each_case(path))


def is_lessons(path: Path) -> bool:
    """Is the file the lessons of the variant in whose folder it lies?"""
    from legation.table.lessons import FILE
    from legation.variants.find import FILE as VARIANT

    return path.name == FILE and path.with_name(VARIANT).is_file()


def read_lessons(path: Path) -> Iterator[Case | FileError]:
    """Each sheet that will do of each lesson of a file, as a case; or what is wrong with a lesson.

    Raises:
        FileError: where it is no list of lessons.
    """
    from legation.cli.folders import know_home_of
    from legation.table.lessons import check_lessons

    know_home_of(path)
    return check_lessons(path, path.resolve().parent.name)


def one_case(name: str, wanted: str = "") -> Case:
    """The one case of a file, or the one of this id.

    Raises:
        InputError: where it is not in the file, or the file has several.
    """
    cases = read_cases(existing(name))
    if wanted:
        known = {case.id: case for case in cases}
        if wanted not in known:
            raise InputError(f'{name}: there is no case "{wanted}".{meant(wanted, known)}')
        return known[wanted]
    if not cases:
        raise FileError(name, "there is no case in it")
    if len(cases) > 1:
        few = ", ".join(case.id for case in cases[:3])
        raise InputError(f"{name} has {len(cases)} cases; name one with --case, as {few} ...")
    return cases[0]
