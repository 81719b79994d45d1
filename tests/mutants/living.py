"""A mutant put in the place of living code, in this process: no file is touched.

A module with the change in it is compiled, and the functions that are there
already get its code, wherever they are held: by a class, a route, a table of
steps. What was kept by `lru_cache` is forgotten.
"""

from __future__ import annotations

import ast
import gc
from collections import defaultdict
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType
from typing import TypeVar

from sites import Mutant

T = TypeVar("T")


class NotThereError(Exception):
    """The code to be changed is not alive in this process."""


def become(mutant: Mutant) -> None:
    """Changes this process, for good.

    Raises:
        NotThereError: where no living function would be changed by it.
    """
    changed = _open_door(mutant) if mutant.door >= 0 else _changed(mutant)
    if not changed:
        raise NotThereError(str(mutant))
    forget(mutant.file)


def forget(file: str) -> None:
    """Empties what functions keep of what they returned, where a change in this file may be in it.

    The server lies above all else: nothing that others keep comes from it.
    """
    rooms = "legation.server" if file.startswith("server/") else "legation"
    for kept in _alive(_lru_cache_wrapper):
        if kept.__module__.startswith(rooms):
            kept.cache_clear()
    if file.startswith("server/"):
        forget_statements()


def forget_statements() -> None:
    """Has every `Statement` made anew when it is asked, also one that leaves a value out.

    The text of one is kept for all of a process, and who makes it insists on all values.
    """
    from legation.server.site import statement  # not before Django has its settings

    path = str(statement.__file__)
    text = Path(path).read_text()
    codes = _codes(compile(text, path, "exec", dont_inherit=True, optimize=1))  # without asserts
    statement.Statement._put.__code__ = next(c for c in codes if c.co_name == "_put")
    for one in _alive(statement.Statement):
        one._texts.clear()


def _alive(kind: type[T]) -> list[T]:
    """All objects of a class. To ask `isinstance` would wake what is made when it is asked for."""
    gc.unfreeze()  # what the collector of these tests passes over is not told either
    return [one for one in gc.get_objects() if type(one) is kind]


def _functions(path: str) -> list[FunctionType]:
    return [one for one in _alive(FunctionType) if one.__code__.co_filename == path]


def _changed(mutant: Mutant) -> int:
    path, text = str(mutant.path), mutant.path.read_bytes()
    before = _by_name(compile(ast.parse(text), path, "exec", dont_inherit=True))
    after = _by_name(compile(ast.parse(mutant.source(text)), path, "exec", dont_inherit=True))
    new = {
        _mark(old): now
        for name, codes in before.items()
        if len(codes) == len(after[name])  # the change may leave out a piece with functions in it
        for old, now in zip(codes, after[name], strict=True)
        if _lines(old)[0] <= mutant.lines[0] and mutant.lines[1] <= _lines(old)[1]
    }
    found = [one for one in _functions(path) if _mark(one.__code__) in new]
    for one in found:
        one.__code__ = new[_mark(one.__code__)]
    return len(found)


def _mark(code: CodeType) -> tuple[object, ...]:
    """What tells a code from all others of its file; the running does not change it."""
    return code.co_qualname, code.co_firstlineno, tuple(code.co_positions())


def _lines(code: CodeType) -> tuple[int, int]:
    """The first and the last line of a code, of all codes in it too."""
    inner = [end for each in _codes(code) for _, end, *_ in each.co_positions() if end]
    return code.co_firstlineno, max(inner, default=code.co_firstlineno)


def _by_name(code: CodeType) -> dict[tuple[str, int], list[CodeType]]:
    """The codes of functions, by name and first line."""
    found: dict[tuple[str, int], list[CodeType]] = defaultdict(list)
    for each in _codes(code):
        if each.co_name == "<lambda>" or not each.co_name.startswith("<"):
            found[each.co_qualname, each.co_firstlineno].append(each)
    return found


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A code and all codes in it, always in the same order."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _open_door(mutant: Mutant) -> int:
    """Lets the wrapper that a decorator made call what it wraps, and nothing else."""
    path, name = str(mutant.path), mutant.function
    inner = [one for one in _functions(path) if one.__qualname__ == name]
    wrappers = [one for one in _alive(FunctionType) if "__wrapped__" in vars(one)]
    chain: list[FunctionType] = inner[:1]
    while chain and (outer := [w for w in wrappers if vars(w)["__wrapped__"] is chain[0]]):
        chain.insert(0, outer[0])
    at = mutant.door
    if (
        len(chain) - 1 > mutant.doors
    ):  # one of them is made of several: who comes in is one of these
        at = next((n for n, one in enumerate(chain) if _is_door(one)), len(chain))
    if at + 1 >= len(chain):
        return 0
    chain[at].__code__ = _through(chain[at], chain[at + 1])
    return 1


def _is_door(wrapper: FunctionType) -> bool:
    """Does it let only some come in? It has the name of what it wraps, but the code of Django."""
    return Path(wrapper.__code__.co_filename).parts[-3:] == ("contrib", "auth", "decorators.py")


def _through(wrapper: FunctionType, inner: FunctionType) -> CodeType:
    """The code of a function that calls another, with as many free names as a wrapper has."""
    free = ", ".join(f"free{n}" for n in range(len(wrapper.__code__.co_freevars)))
    text = f"""
def make({free}):
    def through(*args, **kwargs):
        ({free}{"," if free else ""})
        inner = "INNER"
        return inner(*args, **kwargs)
"""
    made = next(c for c in _codes(compile(text, "<door>", "exec")) if c.co_name == "through")
    return made.replace(co_consts=tuple(inner if c == "INNER" else c for c in made.co_consts))
