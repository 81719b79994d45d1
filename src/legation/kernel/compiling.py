"""The first call of each function here compiles it: that is told, with how far it is."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from legation.errors import InputError
from legation.kernel.compiled import COMPILED


@dataclass(frozen=True, slots=True)
class Compiling:
    """How far compiling is.

    `what` is the function that was called, `done` how many of about `total`
    functions that it needs are begun (0 when it begins; there may be more than
    were counted), `seconds` how long it has taken. `ended` is told once, at the end.
    """

    what: str
    done: int
    total: int
    seconds: float
    ended: bool = False

    def __str__(self) -> str:
        if self.ended:
            return f"legation: {self.what} is compiled, in {self.seconds:.0f} s, and kept."
        of_all = f" of about {self.total}" if self.done < self.total else ""
        return (
            f"legation: {self.what} is compiled for this machine, once:"
            f" {self.done}{of_all} functions, {self.seconds:.0f} s."
        )


Say = Callable[[Compiling], None]

_EVERY = 5.0  # seconds between two lines


def to_stderr(news: Compiling) -> None:
    """Tell on standard error, a line each."""
    print(news, file=sys.stderr, flush=True)


class _Told:
    """Who is told, and which functions are ready in this process."""

    def __init__(self) -> None:
        self.say: Say | None = to_stderr
        self.ready: set[str] = set()
        self.lock = threading.Lock()


_TOLD = _Told()


def on_compile(say: Say | None) -> None:
    """Who is told that something compiles: standard error unless another is named; None: nobody.

    It is called when compiling begins, every five seconds, and at the end. What
    was compiled before is read from Numba's cache, and nothing is told.

    Raises:
        InputError: for what cannot be called.
    """
    if say is not None and not callable(say):
        raise InputError(f"on_compile takes a function of what is told, or None, not {say!r}.")
    _TOLD.say = say


def ready(what: str, function: Any, run: Callable[[], object]) -> None:
    """Have a compiled function ready: `run` calls it, of nothing, at its first use.

    No two threads compile at once.
    """
    if what in _TOLD.ready:
        return
    with _TOLD.lock:
        if what not in _TOLD.ready:
            with _watching(what, function):
                run()
            _TOLD.ready.add(what)


def _watching(what: str, function: Any) -> AbstractContextManager[object]:
    if not COMPILED or _TOLD.say is None:
        return nullcontext()
    from numba.core.event import Listener, install_listener

    class Watch(Listener):
        def __init__(self, say: Say) -> None:
            self.say, self.begun, self.done = say, 0.0, 0
            self.last, self.total = 0.0, 0

        def on_start(self, event: Any) -> None:
            del event
            now = time.monotonic()
            if not self.begun:
                self.begun, self.total = now, len(_needed(function))
            self.done += 1
            if now - self.last >= _EVERY:
                self.last = now
                self.tell(now, self.done - 1)

        def on_end(self, event: Any) -> None:
            if event.data["dispatcher"] is function:
                self.tell(time.monotonic(), self.done, ended=True)

        def tell(self, now: float, done: int, ended: bool = False) -> None:
            self.say(Compiling(what, done, self.total, now - self.begun, ended))

    return install_listener("numba:compile", Watch(_TOLD.say))


def _needed(function: Any) -> set[int]:
    """The compiled functions that one calls, itself among them, which are not yet compiled."""
    found: dict[int, Any] = {}
    stack = [function]
    while stack:
        each = stack.pop()
        if id(each) in found or not hasattr(each, "py_func") or each.signatures:
            continue
        found[id(each)] = each
        known = each.py_func.__globals__
        stack += [known[name] for name in each.py_func.__code__.co_names if name in known]
    return set(found)
