"""The options of Warwick, as variant.toml declares them."""

from __future__ import annotations

from typing import Literal

from legation.rules import options


class Options(options.Options):
    """What a game of Warwick may choose."""

    ex_claimant_support: Literal["allowed", "void"]
    henry_at_sea: Literal["drowns", "stays"]
    henry_king: Literal["holder", "nobody"]
