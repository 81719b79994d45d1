"""`Renderer`, where programs import it from: a game that can be drawn."""

from __future__ import annotations

from legation.compat.diplomacy.games import Game


class Renderer:
    """Draws a game, as `Game.render` does; `svg_path` (the package's picture) changes nothing."""

    def __init__(self, game: Game, svg_path: str | None = None) -> None:
        del svg_path  # our board is drawn, not filled into a file
        self.game = game

    def render(
        self,
        incl_orders: bool = True,
        incl_abbrev: bool = False,
        output_format: str = "svg",
        output_path: str | None = None,
    ) -> str:
        """The board as SVG; raises as `Game.render` does."""
        return self.game.render(incl_orders, incl_abbrev, output_format, output_path)
