"""The interface of the `diplomacy` package 1.1.2, over our rules (docs/compat.md).

::

    from legation.compat import diplomacy
    from legation.compat.diplomacy.utils.export import to_saved_game_format

    game = diplomacy.Game()
    game.set_orders("FRANCE", ["A PAR - BUR"])
    game.process()

Its modules are there with it, as in the package: ``diplomacy.utils.export``.
"""

from legation.compat.diplomacy import engine as engine
from legation.compat.diplomacy import utils as utils
from legation.compat.diplomacy.games import Game
from legation.compat.diplomacy.maps import Map
from legation.compat.diplomacy.messages import Message
from legation.compat.diplomacy.phasedata import GamePhaseData
from legation.compat.diplomacy.powers import Power

__all__ = ["Game", "GamePhaseData", "Map", "Message", "Power"]
