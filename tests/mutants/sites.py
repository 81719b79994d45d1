"""Where the source can be made wrong: generated from the code, one small change a mutant.

- **permissions**: what `server/` asks of who somebody is, whose something is and
  how a game stands: each part of such a condition held to be true, and to be
  false, and in a function named `may_...` each of every condition and its answer;
  each such word of a query left out; each decorator of who may come in left out.
- **gate**: each part of every condition of `sight/`, in the same way.
- **rules**: in `rules/`, `variants/` and `sight/` a comparison turned into its
  opposite, an ``and`` for an ``or``, another condition negated.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef
Asked = Function | ast.Lambda
Place = ast.expr | ast.keyword

SOURCE = Path(__file__).parents[2] / "src" / "legation"

_SAID = tomllib.loads((Path(__file__).parent / "checks.toml").read_text())
WHO = frozenset(_SAID["who"])
WHOSE = WHO | frozenset(_SAID["whose"])
REFUSED = frozenset(name.lower() for name in _SAID["refused"])
DOORS = frozenset(_SAID["doors"])
NOT_ASKED = frozenset(_SAID["not_asked"])
ASKED_TOO = frozenset(_SAID["asked_too"])
ROOMS: dict[str, list[str]] = _SAID["rooms"]
STRICT = tuple(_SAID["strict"])
TESTS: dict[str, list[str]] = _SAID["tests"]
NO_RULES = frozenset(_SAID["no_rules"])
LEAST: dict[str, float] = _SAID["least"]
TESTS_APART: tuple[str, ...] = tuple(_SAID["tests_apart"])
LEFT_OUT: tuple[str, ...] = tuple(_SAID["left_out"])
QUERIES = ("filter", "exclude", "get")

OPPOSITE = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: ">=",
    ast.LtE: ">",
    ast.Gt: "<=",
    ast.GtE: "<",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: in `file`, below the package, `was` becomes `now` between two offsets in bytes.

    `function` is its name with those of what it is in. Of a decorator left out,
    `door` is its place, counted from the outermost, of `doors`; else it is -1.
    """

    kind: str
    file: str
    function: str
    lines: tuple[int, int]
    was: str
    now: str
    span: tuple[int, int]
    door: int = -1
    doors: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.lines[0]} {self.function}: {self.was} -> {self.now}"

    @property
    def path(self) -> Path:
        """The file of the source."""
        return SOURCE / self.file

    def source(self, text: bytes) -> bytes:
        """The text of the file with the change in it; all lines stay where they are."""
        start, end = self.span
        gone = text[start:end].count(b"\n") - self.now.count("\n")
        now = self.now[:-1] + gone * "\n" + self.now[-1:]  # within its own brackets
        return text[:start] + now.encode() + text[end:]


def permissions() -> list[Mutant]:
    """The mutants of every permission check of the server."""
    files = sorted((SOURCE / "server").rglob("*.py"))
    names = {file: file.relative_to(SOURCE) for file in files}
    asked = [
        file
        for file, name in names.items()
        if not NOT_ASKED & set(name.parts) or name.as_posix() in ASKED_TOO
    ]
    return [m for file in asked for m in Looking("permissions", file).checks()]


def gate() -> list[Mutant]:
    """The mutants of every check of the gate."""
    files = sorted((SOURCE / "sight").rglob("*.py"))
    return [m for file in files for m in Looking("gate", file).checks()]


def rules() -> list[Mutant]:
    """The mutants of the rules, of the variants and of what is seen; not of advice to bots."""
    files = [f for room in ("rules", "variants", "sight") for f in (SOURCE / room).rglob("*.py")]
    asked = [f for f in sorted(files) if not NO_RULES & set(f.parts)]
    return [m for file in asked for m in Looking("rules", file).turned()]


def _words(node: ast.AST) -> set[str]:
    found = {n.id.lower() for n in ast.walk(node) if isinstance(n, ast.Name)}
    return found | {n.attr.lower() for n in ast.walk(node) if isinstance(n, ast.Attribute)}


def _about_who(node: ast.AST) -> bool:
    return any(word.strip("_") in WHO for word in _words(node))


class Looking:
    """The functions of one file, and what can be changed in them."""

    def __init__(self, kind: str, file: Path, text: str | None = None) -> None:
        self.kind = kind
        self.text = (file.read_text() if text is None else text).encode()
        self.file = file.relative_to(SOURCE).as_posix() if text is None else file.name
        self.tree = ast.parse(self.text)
        self.starts = [0]
        for line in self.text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def checks(self) -> Iterator[Mutant]:
        """Each part of a condition held to be true and to be false; queries and doors."""
        server = self.kind == "permissions"
        for function, node in self._functions():
            may = server and function.rpartition(".")[2].lstrip("_").startswith("may_")
            for inner in _own(node):
                refuses = not server or may or (isinstance(inner, ast.If) and _refuses(inner))
                for condition in (*_conditions(inner), *(_answer(inner) if may else ())):
                    if refuses or _about_who(condition):
                        for part, now in _left_out(condition):
                            yield self._mutant(function, part, now)
                if server:
                    yield from self._queries(function, inner)
            if server:
                yield from self._doors(function, node)

    def turned(self) -> Iterator[Mutant]:
        """Comparisons turned, and/or exchanged, other conditions negated."""
        for function, node in self._functions():
            for inner in _own(node):
                if isinstance(inner, ast.Compare) and len(inner.ops) == 1:
                    sign = OPPOSITE[type(inner.ops[0])]
                    left, right = self._side(inner.left), self._side(inner.comparators[0])
                    yield self._mutant(function, inner, f"({left} {sign} {right})")
                elif isinstance(inner, ast.BoolOp):
                    word = " or " if isinstance(inner.op, ast.And) else " and "
                    said = word.join(f"({self._said(value)})" for value in inner.values)
                    yield self._mutant(function, inner, f"({said})")
                for condition in _tests(inner):
                    if not isinstance(condition, ast.Compare | ast.BoolOp):
                        yield self._mutant(function, condition, f"(not ({self._said(condition)}))")

    def _functions(self) -> Iterator[tuple[str, Asked]]:
        """Every function with its name; of a `Statement` what makes it, by the statement's name."""
        waiting: list[tuple[str, ast.AST]] = [("", self.tree)]
        while waiting:
            inside, node = waiting.pop(0)
            for child in ast.iter_child_nodes(node):
                if isinstance(child, Function):
                    yield f"{inside}{child.name}", child
                    waiting.append((f"{inside}{child.name}.", child))
                elif isinstance(child, ast.ClassDef):
                    waiting.append((f"{inside}{child.name}.", child))
                else:
                    if (made := _statement(child)) is not None:
                        yield f"{inside}{made[0]}", made[1]
                    waiting.append((inside, child))

    def _doors(self, function: str, node: Asked) -> Iterator[Mutant]:
        for at, decorator in enumerate(_decorators(node)):
            if _words(decorator) & DOORS:
                door = self._mutant(function, decorator, "")
                yield replace(door, door=at, doors=len(_decorators(node)))

    def _queries(self, function: str, node: ast.AST) -> Iterator[Mutant]:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            for word in node.keywords if node.func.attr in QUERIES else ():
                if word.arg and WHOSE & set(word.arg.split("__")):
                    yield self._mutant(function, word, "**{}")

    def _mutant(self, function: str, node: Place, now: str) -> Mutant:
        lines = (node.lineno, node.end_lineno or node.lineno)
        was = " ".join(self._said(node).split())
        return Mutant(self.kind, self.file, function, lines, was, now, self._span(node))

    def _span(self, node: Place) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.starts[node.lineno - 1] + node.col_offset
        return start, self.starts[node.end_lineno - 1] + node.end_col_offset

    def _side(self, node: ast.expr) -> str:
        """One side of a comparison, in brackets where it would not hold together without."""
        said = self._said(node)
        loose = isinstance(node, ast.Compare | ast.BoolOp | ast.NamedExpr | ast.IfExp)
        return f"({said})" if loose else said

    def _said(self, node: Place) -> str:
        start, end = self._span(node)
        return self.text[start:end].decode()


def _statement(node: ast.AST) -> tuple[str, ast.Lambda] | None:
    """The name of a query that is made once for a process, and what makes it."""
    match node:
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(func=ast.Name(id="Statement"), args=[ast.Lambda() as made, *_]),
        ):
            return name, made
    return None


def _decorators(node: Asked) -> list[ast.expr]:
    return [] if isinstance(node, ast.Lambda) else node.decorator_list


def _own(function: Asked) -> Iterator[ast.AST]:
    """What is carried out in a function: not its decorators, not the functions in it, no types."""
    body = function.body
    waiting: list[ast.AST] = [*body] if isinstance(body, list) else [body]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, Function | ast.ClassDef | ast.Assert | ast.JoinedStr | ast.AnnAssign):
            if isinstance(node, ast.AnnAssign) and node.value is not None:
                waiting.append(node.value)
            continue
        if isinstance(node, ast.If) and "type_checking" in _words(node.test):
            continue
        yield node
        waiting.extend(ast.iter_child_nodes(node))


def _tests(node: ast.AST) -> Iterator[ast.expr]:
    """The conditions by which a piece of code goes one way or another."""
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        yield node.test
    elif isinstance(node, ast.comprehension):
        yield from node.ifs
    elif isinstance(node, ast.match_case) and node.guard is not None:
        yield node.guard


def _conditions(node: ast.AST) -> Iterator[ast.expr]:
    """These, and what is returned, passed on or kept as the answer to a question."""
    yield from _tests(node)
    values: list[ast.expr | None] = []
    if isinstance(node, ast.Return | ast.Assign | ast.keyword | ast.AnnAssign):
        values = [node.value]
    elif isinstance(node, ast.Call):
        values = list(node.args)
    elif isinstance(node, ast.Dict):
        values = list(node.values)
    elif isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp):
        values = [node.elt]
    elif isinstance(node, ast.BinOp):
        values = [node.left, node.right]
    for value in values:
        if isinstance(value, ast.Compare | ast.BoolOp) or (
            isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
        ):
            yield value


def _answer(node: ast.AST) -> Iterator[ast.expr]:
    """What is returned, where another says yes or no: `_conditions` has the rest."""
    if isinstance(node, ast.Return) and isinstance(node.value, ast.Call | ast.Attribute):
        yield node.value


def _left_out(condition: ast.expr) -> Iterator[tuple[ast.expr, str]]:
    """The parts of a condition, and what each becomes where nobody asks it.

    A part of an ``and`` is then true, one of an ``or`` false; a condition of one
    part is once the one and once the other.
    """
    parts = list(_parts(condition))
    for part, now in parts:
        if not isinstance(part, ast.Constant):
            yield from ((part, each) for each in ([now] if now else ["(True)", "(False)"]))


def _parts(condition: ast.expr, now: str = "") -> Iterator[tuple[ast.expr, str]]:
    if isinstance(condition, ast.BoolOp):
        for value in condition.values:
            yield from _parts(value, "(True)" if isinstance(condition.op, ast.And) else "(False)")
    elif isinstance(condition, ast.UnaryOp) and _is_compound(condition.operand):
        yield from _parts(condition.operand)
    else:
        yield condition, now


def _is_compound(node: ast.expr) -> bool:
    return isinstance(node, ast.BoolOp)


def _refuses(node: ast.If) -> bool:
    """Is somebody sent away by this condition?"""
    raised = (each for each in node.body if isinstance(each, ast.Raise) and each.exc is not None)
    return any(_words(each) & REFUSED for each in raised)
