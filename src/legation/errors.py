"""What can go wrong, as one tree: catch the branch you mean.

::

    LegationError
    ├── InputError              a person or a file gave something wrong
    │   ├── FileError           a file cannot be used; knows path and line
    │   │   ├── TruncatedError  it stops in the middle
    │   │   └── NewerError      written by a newer version of this program
    │   ├── MapError            a map's tables disagree; carries every problem
    │   ├── OptionError         an unknown option or value
    │   ├── NameUnknownError    a place, power or variant that does not exist
    │   └── OrderError          one order; the rest of its sheet stands
    │       ├── OrderSyntaxError     not an order at all
    │       ├── AmbiguousOrderError  fits several units
    │       └── IllegalOrderError    fails a criterion; names its clause
    ├── StateError              the game is not in a state that allows this
    ├── NotInstalledError       an extra is lacking; also an ImportError
    └── RefusedError            the kernel does not do this; names what

Every message is one sentence or two: what is wrong, where, and what would work.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence


class LegationError(Exception):
    """Anything this package raises on purpose."""


class InputError(LegationError):
    """A person or a file gave something wrong; the message says what would work."""


class FileError(InputError):
    """A file cannot be used.

    `path` is the file as the caller named it, `line` counts from 1, or is 0
    where no single line is to blame. `faults` are the keys that lead to each
    thing that is wrong, with a sentence, where the file is one of keys.
    """

    def __init__(
        self,
        path: str,
        message: str,
        line: int = 0,
        faults: tuple[tuple[tuple[str | int, ...], str], ...] = (),
    ) -> None:
        where = f"{path}, line {line}" if line else path
        super().__init__(f"{where}: {message}")
        self.path = path
        self.line = line
        self.message = message
        self.faults = faults


class TruncatedError(FileError):
    """The file stops in the middle."""


class NewerError(FileError):
    """The file was written by a newer version of this program."""


class MapError(InputError):
    """The tables of a map disagree. `problems` holds every one of them."""

    def __init__(self, where: str, problems: Sequence[object]) -> None:
        count = len(problems)
        noun = "problem" if count == 1 else "problems"
        super().__init__("\n".join([f"{where}: {count} {noun}", *map(str, problems)]))
        self.problems = tuple(problems)


class OptionError(InputError):
    """An unknown option, or a value that the option does not have."""


class NameUnknownError(InputError):
    """A name that nothing here has."""


class OrderError(InputError):
    """One order is wrong; `clause` is the rule that says so. The others stand."""

    def __init__(self, message: str, clause: str = "STD-ORD") -> None:
        super().__init__(message)
        self.clause = clause


class OrderSyntaxError(OrderError):
    """The text is not an order."""


class AmbiguousOrderError(OrderError):
    """The text fits several units."""


class IllegalOrderError(OrderError):
    """The order fails a criterion of legality."""


class StateError(LegationError):
    """The game is not in a state that allows this."""


class NotInstalledError(LegationError, ImportError):
    """What this needs is not installed; the message says which extra brings it."""


class RefusedError(LegationError):
    """The kernel does not do this. `what` names the option or size."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the kernel does not do {what}; the readable resolver does")
        self.what = what


def nearest(word: str, known: Iterable[str], most: int = 3) -> list[str]:
    """The known words most like `word`, best first, at most `most`; none where none is near.

    Near is a slip of the pen, and one more for every five letters: a letter that
    is wrong, missing, too much, or has changed places with the next; or a word
    of which the rest is missing.
    """
    folded = {item.casefold(): item for item in known}
    word = word.casefold()
    slips = 1 + len(word) // 5
    close = difflib.get_close_matches(word, folded, n=4 * most, cutoff=0.6)
    near = [item for item in close if _begins(item, word) or _slips(word, item) <= slips]
    return [folded[item] for item in near[:most]]


def _begins(one: str, other: str) -> bool:
    """Is one of them a beginning of the other, of three letters at least?"""
    short, long = sorted((one, other), key=len)
    return len(short) > 2 and long.startswith(short)


def _slips(word: str, other: str) -> int:
    """How many slips of the pen lead from one word to the other."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(word, 1):
        older, before, row = before, row, [at]
        for to, wanted in enumerate(other, 1):
            cost = min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (letter != wanted))
            if at > 1 and to > 1 and letter == other[to - 2] and word[at - 2] == wanted:
                cost = min(cost, older[to - 2] + 1)
            row.append(cost)
    return row[-1]


def meant(word: str, known: Iterable[str]) -> str:
    """A sentence's tail: `` Did you mean X?``, or nothing where nothing is near."""
    close = nearest(word, known)
    if not close:
        return ""
    if len(close) == 1:
        return f" Did you mean {close[0]}?"
    return f" Did you mean {', '.join(close[:-1])} or {close[-1]}?"
