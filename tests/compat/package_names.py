"""Which names of the `diplomacy` package the drop-in has, and which it lacks: package_names.yaml.

The package is asked for its names; nothing of it is read. Run where both are::

    python tests/compat/package_names.py SITE-PACKAGES > tests/compat/package_names.yaml
"""

from __future__ import annotations

import inspect
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
MODULES = ("utils.export", "utils.order_results")


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
    module = import_module(f"{home}.{name}")
    own = {n for n in public(module) if not inspect.ismodule(getattr(module, n))}
    return {n for n in own if n not in ("annotations", "LOGGER")}


def main() -> None:
    """Print the list."""
    sys.path.append(sys.argv[1])
    print("# Names of the package 1.1.2; made by package_names.py.")
    for thing in (*CLASSES, *MODULES):
        ask = of_class if thing in CLASSES else of_module
        theirs, ours = ask(thing, "diplomacy"), ask(thing, HOME)
        print(f"{thing}:")
        for word, names in (("has", theirs & ours), ("lacks", theirs - ours)):
            print(f"  {word}:{'' if names else ' []'}")
            for name in sorted(names):
                print(f"    - {name}")


if __name__ == "__main__":
    main()
