"""Which names of the `diplomacy` package the drop-in has, and which it lacks: package_names.yaml.

The package is asked for its names; nothing of it is read. Run where both are::

    python tests/compat/package_names.py SITE-PACKAGES > tests/compat/package_names.yaml
"""

from __future__ import annotations

import inspect
import pkgutil
import sys
from importlib import import_module
from typing import Any

HOME = "legation.compat.diplomacy"
CLASSES = {
    "Game": "engine.game",
    "Map": "engine.map",
    "Power": "engine.power",
    "Message": "engine.message",
    "GamePhaseData": "utils.game_phase_data",
    "SortedDict": "utils.sorted_dict",
    "OrderResult": "utils.order_results",
}
MODULES = (
    *("", "engine.game", "engine.map", "engine.message", "engine.power", "engine.renderer"),
    *("utils.common", "utils.constants", "utils.exceptions", "utils.export"),
    *("utils.game_phase_data", "utils.order_results", "utils.sorted_dict", "utils.strings"),
)
"""Modules that both have; the first is the package itself."""
ALL_MODULES = "modules"
LISTS = (*CLASSES, *(name or "diplomacy" for name in MODULES), ALL_MODULES)


def public(thing: Any) -> set[str]:
    """The names of a thing that do not begin with a line."""
    return {name for name in dir(thing) if not name.startswith("_")}


def of_class(name: str, home: str) -> set[str]:
    """The names of a class, and of an object of it."""
    kind = getattr(import_module(f"{home}.{CLASSES[name]}"), name)
    return public(kind) | public(made(name, home))


def made(name: str, home: str) -> Any:
    """An object of a class."""
    top = import_module(home)
    game = top.Game()
    match name:
        case "Power":
            return game.powers["FRANCE"]
        case "Message":
            return top.Message(sender="A", recipient="B", phase="S1901M", message="C")
        case "GamePhaseData":
            return game.process()
        case "SortedDict":
            return game.state_history
        case "OrderResult":
            return import_module(f"{home}.utils.order_results").BOUNCE
    return {"Game": game, "Map": game.map}[name]


def of_module(name: str, home: str) -> set[str]:
    """What a module itself gives: its functions, classes and constants."""
    module = import_module(f"{home}.{name}".rstrip("."))
    own = {n for n in public(module) if not inspect.ismodule(getattr(module, n))}
    return {n for n in own if n not in ("annotations", "LOGGER")}


def modules(home: str) -> set[str]:
    """Its modules, by their names below it; those of its tests left out."""
    place = import_module(home).__path__
    found = (each.name for each in pkgutil.walk_packages(place, f"{home}."))
    names = {name.removeprefix(f"{home}.") for name in found}
    return {name for name in names if "tests" not in name.split(".")}


def names(thing: str, home: str) -> set[str]:
    """The names of one of `LISTS`, in the package or here."""
    if thing == ALL_MODULES:
        return modules(home)
    if thing in CLASSES:
        return of_class(thing, home)
    return of_module("" if thing == "diplomacy" else thing, home)


def main() -> None:
    """Print the list."""
    sys.path.append(sys.argv[1])
    print("# Names of the package 1.1.2; made by package_names.py.")
    for thing in LISTS:
        theirs, ours = names(thing, "diplomacy"), names(thing, HOME)
        print(f"{thing}:")
        for word, these in (("has", theirs & ours), ("lacks", theirs - ours)):
            print(f"  {word}:{'' if these else ' []'}")
            for name in sorted(these):
                print(f"    - {quoted(name)}")


def quoted(name: str) -> str:
    """A name as YAML has it: some would be read as yes or no."""
    return f'"{name}"' if name in ("YES", "NO", "OK", "N", "Y") else name


if __name__ == "__main__":
    main()
