"""The standard game in arrays: thousands of positions at once, compiled.

::

    from legation import arrays

    games = arrays.begin(1000, seed=1)
    orders = arrays.draw(games)                # a legal order for each unit
    results = arrays.adjudicate(games, orders) # fates, and the games after it

``pip install 'legation[kernel]'`` brings what this needs. The names below are
the whole surface; docs/arrays.md tells shapes, units and how long they stay.
"""

from importlib.util import find_spec

from legation.errors import NotInstalledError

if find_spec("numpy") is None or find_spec("numba") is None:
    raise NotInstalledError(
        "legation.arrays needs NumPy and Numba, which are not installed:"
        " pip install 'legation[kernel]'."
    )

from legation.arrays.boards import begin, games_of, position_of, shares, view_of
from legation.arrays.names import Names, names
from legation.arrays.picking import pick
from legation.arrays.playing import Lists, Results, adjudicate, draw, legal_orders, play
from legation.arrays.single import fates
from legation.arrays.texts import orders_of, texts_of
from legation.kernel.compiling import Compiling, on_compile
from legation.kernel.games import Games

__all__ = [
    "Compiling",
    "Games",
    "Lists",
    "Names",
    "Results",
    "adjudicate",
    "begin",
    "draw",
    "fates",
    "games_of",
    "legal_orders",
    "names",
    "on_compile",
    "orders_of",
    "pick",
    "play",
    "position_of",
    "shares",
    "texts_of",
    "view_of",
]
