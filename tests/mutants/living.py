"""A mutant put in the place of living code, in this process: no file is touched.

A module with the change in it is compiled, and the functions that are there
already get its code, wherever they are held: by a class, a route, a table of
steps. What was kept by `lru_cache` is forgotten.
"""

from __future__ import annotations

import ast
import gc
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from sites import Mutant


class NotThereError(Exception):
    """The code to be changed is not alive in this process."""


@dataclass(frozen=True, slots=True)
class Alive:
    """What of a process a mutant can be put into, looked up once for all that are forked from it.

    To walk through all objects in a fork has every page of memory copied.
    `functions`: by the file of their source. `outer`: what a decorator made, by the identity of
    what it wraps. `kept`: what keeps answers. `statements`: of `legation.server`, if it is loaded.
    """

    functions: Mapping[str, Sequence[FunctionType]]
    outer: Mapping[int, FunctionType]
    kept: Sequence[_lru_cache_wrapper[Any]]
    statements: Sequence[Any]

    @classmethod
    def now(cls) -> Alive:
        """Looks it up. To ask `isinstance` would wake what is made when it is asked for."""
        statement = sys.modules.get("legation.server.site.statement")
        kinds = (FunctionType, _lru_cache_wrapper, *((statement.Statement,) if statement else ()))
        found: dict[type, list[Any]] = {kind: [] for kind in kinds}
        gc.unfreeze()  # what the collector of these tests passes over is not told either
        gc.collect()
        for one in gc.get_objects():
            if (here := found.get(type(one))) is not None:
                here.append(one)
        gc.freeze()  # a collection in a fork leaves it in peace
        functions = defaultdict(list)
        for one in found[FunctionType]:
            functions[one.__code__.co_filename].append(one)
        wrappers = (one for one in reversed(found[FunctionType]) if "__wrapped__" in vars(one))
        outer = {id(vars(one)["__wrapped__"]): one for one in wrappers}
        statements = found[statement.Statement] if statement else []
        return cls(functions, outer, found[_lru_cache_wrapper], statements)


def become(mutant: Mutant, alive: Alive) -> None:
    """Changes this process, for good.

    Raises:
        NotThereError: where no living function would be changed by it.
    """
    changed = _open_door(mutant, alive) if mutant.door >= 0 else _changed(mutant, alive)
    if not changed:
        raise NotThereError(str(mutant))
    forget(mutant.file, alive)


def forget(file: str, alive: Alive) -> None:
    """Empties what functions keep of what they returned, where a change in this file may be in it.

    The server lies above all else: nothing that others keep comes from it.
    """
    rooms = "legation.server" if file.startswith("server/") else "legation"
    for kept in alive.kept:
        if kept.__module__.startswith(rooms):
            kept.cache_clear()
    if file.startswith("server/"):
        forget_statements(alive)


def forget_statements(alive: Alive) -> None:
    """Has every `Statement` made anew when it is asked, also one that leaves a value out.

    The text of one is kept for all of a process, and who makes it insists on all values.
    """
    from legation.server.site import statement  # not before Django has its settings

    path = str(statement.__file__)
    text = Path(path).read_text()
    codes = _codes(compile(text, path, "exec", dont_inherit=True, optimize=1))  # without asserts
    statement.Statement._put.__code__ = next(c for c in codes if c.co_name == "_put")
    for one in alive.statements:
        one._texts.clear()


def _changed(mutant: Mutant, alive: Alive) -> int:
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
    found = [one for one in alive.functions.get(path, ()) if _mark(one.__code__) in new]
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


def _open_door(mutant: Mutant, alive: Alive) -> int:
    """Lets the wrapper that a decorator made call what it wraps, and nothing else."""
    there = alive.functions.get(str(mutant.path), ())
    chain = [one for one in there if one.__qualname__ == mutant.function][:1]
    while chain and (outer := alive.outer.get(id(chain[0]))):
        chain.insert(0, outer)
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
