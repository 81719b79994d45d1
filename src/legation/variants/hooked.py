"""Whether a class `Rules` of a variant answers what it is asked, in the way it is asked.

A slip here would be met in the middle of a game: a question that nobody asks,
for its name is misspelt; one that takes other arguments, or gives no answer.
All of it can be seen without carrying anything out, so it is looked for when
the variant is loaded.
"""

from __future__ import annotations

import dis
import inspect
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from types import FunctionType

from legation.board.orders import FLAG
from legation.errors import FileError, meant, nearest
from legation.rules.definition import Definition
from legation.rules.options import Options
from legation.rules.rulebook import Rulebook
from legation.rules.work import MOMENTS
from legation.variants.answers import called, watched
from legation.variants.faults import is_foreign, said_of


def check_rules(own: type[Rulebook], parents: tuple[type, ...]) -> None:
    """Says whether the methods of a variant's own are answers to its parent's questions.

    Raises:
        FileError: with the file and line of the first that is none.
    """
    for name, value in list(vars(own).items()):
        if name[:2] == "__" or name == "options":
            continue
        asked = next((found for each in parents if (found := _found(each, name)) is not None), None)
        function = _function(value)
        if function is None:
            continue
        if asked is None:
            _check_name(name, function, parents)
            continue
        question = _function(asked)
        if question is None:  # a constant of its parent's, which nothing asks
            continue
        for said in _misfits(name, (_sort(value), _sort(asked)), function, question):
            raise _at(function, said)
        if is_foreign(own):
            setattr(own, name, watched(name, value, question))


def made(rules: type[Rulebook], base: Definition, options: Options, file: str) -> Rulebook:
    """The rulebook of a class: its `define` is asked, and its steps and orders are looked at.

    Raises:
        FileError: where one of these cannot be, with file and line.
    """
    try:
        definition = rules.define(base, options)
        if not isinstance(definition, Definition):
            raise _at(
                _function(inspect.getattr_static(rules, "define")) or made,
                f"define must return a Definition, not {called(definition)}",
            )
        book = rules(definition, options)
        _ = book.grammar  # the forms of the orders are read here
        _check_orders(book, file)
        _check_steps(book, file)
    except FileError:
        raise
    except Exception as error:  # whatever hooks raise
        raise said_of(error, file) from error
    return book


# Questions


def _found(parent: type, name: str) -> object:
    return inspect.getattr_static(parent, name, None)


def _function(value: object) -> FunctionType | None:
    """The function that a member of a class is made of, if it is made of one."""
    inner = (
        value.__func__
        if isinstance(value, classmethod | staticmethod)
        else value.func
        if isinstance(value, cached_property)
        else value.fget
        if isinstance(value, property)
        else value
    )
    return inspect.unwrap(inner) if isinstance(inner, FunctionType) else None


def _check_name(name: str, function: FunctionType, parents: tuple[type, ...]) -> None:
    """A method of a name that nobody asks may be a helper; one that is nearly asked is a slip."""
    if name[0] == "_":
        return
    asked = {known for each in parents for known in dir(each) if known[0] != "_"}
    near = nearest(name, asked, 1)
    if near:
        said = f"nothing asks a question {name}. Did you mean {near[0]}? A helper begins with _."
        raise _at(function, said)


def _misfits(
    name: str, sorts: tuple[str, str], own: FunctionType, old: FunctionType
) -> Iterator[str]:
    mine, theirs = sorts
    if mine != theirs:
        wanted = {"a method": "a method, without @cached_property or @property"}.get(theirs, theirs)
        yield f"{name} must be {wanted}"
    given = _places(old)
    least, most = _bounds(own)
    if not least <= len(given) <= most:
        has = ", ".join(_places(own)) or "nothing"
        yield f"{name} is asked with ({', '.join(given)}), and takes ({has})"
    wanted = old.__annotations__.get("return", "None")
    if "None" not in str(wanted) and not _answers(own):
        yield f"{name} returns nothing; it must return {_readable(wanted)}"


def _sort(value: object) -> str:
    match value:
        case classmethod():
            return "a class method; write @classmethod before it"
        case cached_property() | property():
            return "a property; write @cached_property before it"
    return "a method"


def _places(function: Callable[..., object]) -> list[str]:
    """The names of the arguments that are given by their place."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [p.name for p in inspect.signature(function).parameters.values() if p.kind in kinds]


def _bounds(function: Callable[..., object]) -> tuple[int, float]:
    """With how many arguments a function may be called."""
    parameters = inspect.signature(function).parameters.values()
    places = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    least = sum(1 for p in places if p.default is p.empty)
    endless = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    return least, float("inf") if endless else len(places)


def _answers(function: FunctionType) -> bool:
    """Is there a way through a function at whose end it returns something, or raises?"""
    if inspect.isgeneratorfunction(function):
        return True
    last = None
    for each in dis.get_instructions(function):
        nothing = last is not None and last.opname == "LOAD_CONST" and last.argval is None
        if each.opname == "RETURN_VALUE" and not nothing:
            return True
        if each.opname == "RETURN_CONST" and each.argval is not None:
            return True
        if each.opname == "RAISE_VARARGS":
            return True
        last = each
    return False


# Steps and orders


def _check_steps(book: Rulebook, file: str) -> None:
    """Every moment is one, and every step takes a Work and returns one."""
    for moment, steps in book.steps.items():
        if moment not in MOMENTS:
            there = meant(moment, MOMENTS) or f" There are {', '.join(MOMENTS)}."
            raise FileError(file, f'steps has the moment "{moment}", and there is none.{there}')
        for name, step in steps:
            said = f'the step "{name}" at "{moment}"'
            if not callable(step):
                raise FileError(file, f"{said} is {called(step)}; a step is a function of a Work")
            if not isinstance(step, FunctionType):
                continue
            least, most = _bounds(step)
            if not least <= 1 <= most:
                has = ", ".join(_places(step)) or "nothing"
                raise _at(step, f"{said} is given a Work alone, and takes ({has})")
            if not _answers(step):
                raise _at(step, f"{said} returns nothing; it must return a Work")


def _check_orders(book: Rulebook, file: str) -> None:
    """Every field of an order asks a criterion that there is."""
    for kind in book.order_types.values():
        for field in kind.fields:
            if field.domain and field.kind != FLAG and field.domain not in book.criteria:
                there = meant(field.domain, book.criteria)
                raise FileError(
                    file,
                    f'the order {kind.verb} asks the criterion "{field.domain}" of its field'
                    f" {field.name}, and criteria has none of that name.{there}",
                )


def _at(function: Callable[..., object], said: str) -> FileError:
    """An error at the line where a function begins."""
    code = getattr(function, "__code__", None)
    if code is None:
        return FileError("hooks.py", said)
    path = Path(code.co_filename)
    return FileError(f"{path.parent.name}/{path.name}", said, code.co_firstlineno)


def _readable(annotation: object) -> str:
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "a value")
