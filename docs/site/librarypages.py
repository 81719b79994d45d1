"""A page for a part of the library: every name of its `__all__`, by its docstring."""

from __future__ import annotations

import inspect
from types import ModuleType


def page(part: ModuleType) -> str:
    """The page, in the marks that Sphinx's autodoc reads."""
    names = [name for name in vars(part)["__all__"] if not name.startswith("_")]
    kinds: dict[str, list[str]] = {"Functions": [], "Classes": [], "Errors": [], "Values": []}
    for name in names:
        kinds[_kind(getattr(part, name))].append(name)
    title = f"All names of {part.__name__}"
    lines = [title, "=" * len(title), "", f".. automodule:: {part.__name__}", "   :no-members:", ""]
    for heading, found in kinds.items():
        if found:
            lines += [heading, "-" * len(heading), ""]
        for name in found:
            lines += [_directive(heading, f"{part.__name__}.{name}"), ""]
    return "\n".join(lines)


def _kind(thing: object) -> str:
    if inspect.isclass(thing):
        return "Errors" if issubclass(thing, BaseException) else "Classes"
    return "Functions" if callable(thing) else "Values"


def _directive(heading: str, name: str) -> str:
    if heading == "Classes":
        plain = "ParallelEnv, object, int, str, tuple, list, dict"  # whose own methods others tell
        return f".. autoclass:: {name}\n   :members:\n   :inherited-members: {plain}\n"
    kind = {"Functions": "function", "Errors": "exception", "Values": "data"}[heading]
    return f".. auto{kind}:: {name}\n"
