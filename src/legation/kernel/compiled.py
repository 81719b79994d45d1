"""The one place where options of the compiler stand, and what happens without it.

Where Numba is missing, or ``LEGATION_NO_NUMBA=1`` is set, the decorators give
the function back as it is: the same source, run by Python, which is far slower.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED = os.environ.get("LEGATION_NO_NUMBA", "") in ("", "0")
if COMPILED:
    try:
        import numba
    except ImportError:
        COMPILED = False

_OPTIONS: dict[str, Any] = {
    "nogil": True,  # a thread for each chunk of a batch
    "boundscheck": False,
    "error_model": "numpy",  # no test for a division by zero
    "fastmath": False,  # what `climb`, `chances` and `worths` add up has the very bits of Python's
}


# Numba keeps compiled code by the file of the function alone, but in it are functions of
# other files too: the name of a function carries what all of them were.
_SOURCES = hashlib.sha256()
for _source in sorted(Path(__file__).parent.glob("*.py")):
    _SOURCES.update(_source.read_bytes())
_VERSION = _SOURCES.hexdigest()[:12]


def compiled(function: Function) -> Function:
    """A function that allocates nothing: no references are counted in it."""
    return _compile(function, _nrt=False, cache=True)


def inlined(function: Function) -> Function:
    """A small function as `inner` that always becomes part of its caller."""
    return _compile(
        function, _nrt=False, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True
    )


def inner(function: Function) -> Function:
    """A function as `compiled` that only compiled functions call: it compiles faster."""
    return _compile(function, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def allocating(function: Function) -> Function:
    """A function as `inner` that makes arrays."""
    return _compile(function, _nrt=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def _compile(function: Function, **options: bool) -> Function:
    if not COMPILED:
        return function
    # A function takes over from its caller what is not said of it here.
    all_options: dict[str, Any] = {"forceinline": False, **_OPTIONS, **options}
    function.__qualname__ = f"{function.__qualname__}_{_VERSION}"
    made: Function = numba.njit(**all_options)(function)
    return made
