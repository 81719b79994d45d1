"""Legation runs any Diplomacy variant, the odd ones first.

::

    import legation

    game = legation.game("standard")          # or position(...), for one battle
    game.submit("France", "A Par - Bur")      # what is wrong comes back
    view = game.advance()                     # what everybody sees
    for result in legation.results(view):
        print(result)                         # the order, its fate, why, the rule

The names below are the whole surface, and stay (docs/library.md says how
long). What they need is imported when they are first used.
"""

from importlib import import_module

__version__ = "0.2.0"

# Type checkers read them in `__init__.pyi`; a test compares.
_ROOMS = {
    "legation.errors": (
        "AmbiguousOrderError",
        "FileError",
        "IllegalOrderError",
        "InputError",
        "LegationError",
        "MapError",
        "NameUnknownError",
        "NewerError",
        "OptionError",
        "OrderError",
        "OrderSyntaxError",
        "RefusedError",
        "StateError",
        "TruncatedError",
    ),
    "legation.library.boards": ("legal_orders", "position", "variant_names"),
    "legation.library.games": ("Game", "game", "load"),
    "legation.library.pictures": ("draw",),
    "legation.library.reasons": ("Explanation", "Result", "explain", "results"),
    "legation.library.trials": ("Trial", "adjudicate"),
    # What those give and take, to be named in a program.
    "legation.board.calendar": ("Phase",),
    "legation.board.notation": ("SheetError",),
    "legation.board.position": ("Position",),
    "legation.board.units": ("Unit",),
    "legation.rules.reports": ("Fate",),
    "legation.sight.view": ("View",),
    "legation.sight.viewer": ("Viewer",),
}
_HOMES = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = sorted(["__version__", *_HOMES])


def __getattr__(name: str) -> object:
    """One of the names above, imported now."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals().setdefault(name, getattr(import_module(_HOMES[name]), name))


def __dir__() -> list[str]:
    return __all__
