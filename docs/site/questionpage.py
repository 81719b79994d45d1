"""Every question of the rules as a page: by the class itself, each with an example that is run."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import cached_property

from questions import FOLLOWING, GROUPS, Example

from legation.rules.book import Book
from legation.rules.rulebook import Rulebook
from legation.rules.turn import STANDARD_STEPS

_HEADING = "class Rules(Rulebook):"


def page() -> str:
    """All of them under their headings, then what follows by itself."""
    lines = [
        "# The questions of the rules",
        "",
        inspect.cleandoc(_ABOUT).format(steps=_steps()),
        "",
    ]
    for heading, examples in GROUPS.items():
        lines += [f"## {heading}", ""]
        for example in examples:
            lines += _question(example)
    lines += ["## What follows by itself", ""]
    lines += ["Worked out from the other answers, and hardly ever answered by a variant:", ""]
    lines += [f"- `{name}`: {_says(name)[0]}" for name in FOLLOWING]
    return "\n".join(lines) + "\n"


def asked() -> set[str]:
    """The names of all questions that a class of rules may answer."""
    own = {name for name in dir(Rulebook) if name[0] != "_"}
    return own - set(dir(Book)) - set(FOLLOWING)


_ABOUT = """
A variant's `hooks.py` has a class `Rules`, derived from its parent's; its methods answer
these questions otherwise than the standard game does. `super()` has the parent's answer.
What each is asked with, and what it is for, is read from `legation.rules.rulebook.Rulebook`;
each example is carried out by a test, which compares both answers. Names in `[brackets]`
are kinds of report that `words.toml` declares.

The steps that a game takes at each moment, among which `steps` puts its own:

{steps}
"""


def _steps() -> str:
    rows = (
        (moment, ", ".join(name for name, _ in each)) for moment, each in STANDARD_STEPS.items()
    )
    return "\n".join(f"- `{moment}`: {names or 'none'}" for moment, names in rows)


def _question(example: Example) -> Iterator[str]:
    first, more = _says(example.question)
    yield from (f"### {example.question}", "", "```python", _signature(example.question), "```", "")
    yield from (first, "")
    if more:
        yield from (more, "")
    yield from (f"*Asked:* {example.when[0].lower()}{example.when[1:]}", "")
    yield from ("```python", _source(example), "```", "")
    yield f"{example.scene}: {_shown(example.standard)} by the standard rules,"
    yield from (f"{_shown(example.here)} by these.", "")


def _says(name: str) -> tuple[str, str]:
    """The first sentence of what the class says of it, and the rest."""
    first, _, more = (inspect.getdoc(inspect.getattr_static(Rulebook, name)) or "").partition(
        "\n\n"
    )
    return " ".join(first.split()), more


def _signature(name: str) -> str:
    """How it is declared: what it is asked with, and what it answers."""
    found = inspect.getattr_static(Rulebook, name)
    if isinstance(found, cached_property):
        function, before = found.func, "@cached_property\n"
    elif isinstance(found, classmethod):
        function, before = found.__func__, "@classmethod\n"
    else:
        function, before = found, ""
    said = re.sub(r"'([^']*)'", r"\1", str(inspect.signature(function)))
    return f"{before}def {name}{said}"


def _source(example: Example) -> str:
    """The code of an example, as it would stand in ``hooks.py``."""
    whole = [inspect.getsource(helper).rstrip() for helper in example.helpers]
    own = inspect.getsource(example.rules).rstrip()
    whole.append(re.sub(r"^class \w+\(Rulebook\):", _HEADING, own))
    return "\n\n\n".join(textwrap.dedent(each) for each in whole)


def _shown(value: object) -> str:
    """An answer, as a page has it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return f"`{', '.join(map(str, value))}`" if value else "none"
    if isinstance(value, dict):
        said = ", ".join(f"{key}: {each}" for key, each in value.items())
        return f"`{said}`" if said else "nothing"
    return f"`{value}`"
