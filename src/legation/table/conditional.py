"""Orders that are written ahead, with conditions or without: read, and decided on a View.

    A Mar H
    if A Bur moved: A Par - Bur
    else: A Par H

A block begins with *if*; of its branches the first that fits is taken, and
*else* fits always. Orders stand on the line of their branch, or on the lines
below it; then the block ends at an empty line, at *end* or at the next *if*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from legation.board.calendar import PLURALS
from legation.board.complaints import one_line
from legation.board.notation import SheetError
from legation.errors import IllegalOrderError, InputError
from legation.rules.rulebook import Rulebook
from legation.sight.view import View
from legation.table.conditions import MOVED, Condition, read_conditions
from legation.table.deciding import decided, why_unknown

_HEAD = re.compile(
    r"(?P<head>(?:else|otherwise)\s+if|elif|if|else|otherwise)\b\s*(?P<rest>.*)", re.IGNORECASE
)
_END = "end"
_AS = 'write it as "if A Bur moved: A Par - Bur"'
_KNOWN = {True: "yes", False: "no"}
_HEADS = ("if", "elif", "else", "otherwise")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in a line, from 1."""

    line: int
    said: str


@dataclass(slots=True)
class Branch:
    """Orders, and the conditions under which they are given; none for those of *else*."""

    conditions: tuple[Condition, ...] = ()
    orders: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Ahead:
    """A text as it was read: blocks in their order, each of branches, and what is wrong.

    What stands outside of any block is a block of one branch without a condition.
    `hidden`: it is for a game in which a battle may hide something.
    """

    blocks: tuple[tuple[Branch, ...], ...]
    faults: tuple[Fault, ...]
    hidden: bool = True


@dataclass(frozen=True, slots=True)
class Taken:
    """The orders that were taken, a text each, and why: a sentence for each block with an *if*."""

    orders: tuple[str, ...]
    said: tuple[str, ...]


@dataclass(slots=True)
class _Reader:
    """A text that is being read. `closes`: the block ends with the line that it stands on."""

    book: Rulebook
    kind: str
    blocks: list[list[Branch]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    inside: bool = False
    closes: bool = False

    def piece(self, number: int, text: str) -> None:
        """A piece of a line: the head of a branch, an order, or the end of a block."""
        if text.casefold() == _END:
            self.inside = False
            return
        found = _HEAD.fullmatch(text)
        try:
            if found is None:
                _check_slip(self.book, text)
            rest = self._head(found["head"], found["rest"]) if found else text
        except InputError as error:
            self.faults.append(Fault(number, str(error)))
            return
        if found:
            self.closes = bool(rest)
        if rest:
            self._order(number, rest)

    def _head(self, head: str, rest: str) -> str:
        """Begins a branch; what stands on its line behind it."""
        chained = head.casefold() != "if"
        if chained and not self.inside:
            raise InputError(f'"{head}" stands without an "if" before it; {_AS}.')
        if chained and not self.blocks[-1][-1].conditions:
            raise InputError(f'nothing can come after "else"; "{head}" stands behind one.')
        if not chained:
            self.blocks.append([])
            self.inside = True
        branch = Branch()
        self.blocks[-1].append(branch)
        if "if" not in head.casefold():
            return rest.removeprefix(":").strip()
        branch.conditions = (_NEVER,)  # until they are understood
        said, colon, rest = rest.partition(":")
        if not colon:
            raise InputError(f"a condition ends with a colon; {_AS}.")
        branch.conditions = read_conditions(self.book, said)
        return rest.strip()

    def _order(self, number: int, text: str) -> None:
        good, errors = self.book.read_sheet(text, self.kind)
        self.faults += [Fault(number, self._said(each)) for each in errors]
        if not good and not errors:
            return
        if not self.inside:
            self.blocks.append([Branch()])
        self.blocks[-1][-1].orders.append(text)

    def _said(self, wrong: SheetError) -> str:
        if isinstance(wrong.error, IllegalOrderError):  # "now is another phase" would mislead
            return f'"{one_line(wrong.text).rstrip()}" is no order for {PLURALS[self.kind]}.'
        return str(wrong.error)


def _check_slip(book: Rulebook, text: str) -> None:
    """Lets no slip for the head of a branch be read as the name of a place, or of a power.

    Raises:
        InputError: with the word that was probably meant.
    """
    head, colon, _ = text.partition(":")
    word = head.split(" ")[0]
    if not colon or word.casefold() in {power.name.casefold() for power in book.powers}:
        return
    meant = get_close_matches(word.casefold(), _HEADS, n=1, cutoff=0.65)
    if meant:
        raise InputError(f'"{one_line(word)}" begins no branch. Did you mean "{meant[0]}"?')


_NEVER = Condition("", MOVED)


def read_ahead(book: Rulebook, kind: str, text: str) -> Ahead:
    """Orders for a phase of a kind that is not open yet, and a fault for each bad line."""
    reader = _Reader(book, kind)
    for number, pieces in _lines(text):
        if not pieces or (reader.closes and not _HEAD.fullmatch(pieces[0])):
            reader.inside = False
        if pieces:
            reader.closes = False
        for piece in pieces:
            reader.piece(number, piece)
    blocks = tuple(tuple(block) for block in reader.blocks)
    return Ahead(blocks, tuple(reader.faults), book.hides_battles)


def _lines(text: str) -> Iterator[tuple[int, Sequence[str]]]:
    """The lines, each in its pieces; one that is only a comment is left out."""
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.partition("#")[0].partition("//")[0]
        if bare.strip() or not line.strip():
            yield number, [piece.strip() for piece in bare.split(";") if piece.strip()]


def taken(ahead: Ahead, view: View) -> Taken:
    """Of each block the first branch that fits, on what the owner of the View knows."""
    orders: list[str] = []
    said: list[str] = []
    for block in ahead.blocks:
        asked: list[str] = []
        chosen: Branch | None = None
        for branch in block:
            known = [(each, decided(each, view)) for each in branch.conditions]
            asked += [f"“{each.text}”: {_answer(each, so, view, ahead)}." for each, so in known]
            if all(so for _, so in known):
                chosen = branch
                break
        if chosen is not None:
            orders += chosen.orders
        if asked:
            said.append(f"{' '.join(asked)} {_chosen(chosen)}")
    return Taken(tuple(orders), tuple(said))


def _answer(condition: Condition, so: bool | None, view: View, ahead: Ahead) -> str:
    return _KNOWN[so] if so is not None else why_unknown(condition, view, hidden=ahead.hidden)


def _chosen(branch: Branch | None) -> str:
    if branch is None:
        return "Nothing of it was taken."
    return f"Taken: {one_line('; '.join(branch.orders))}." if branch.orders else "No order for it."
