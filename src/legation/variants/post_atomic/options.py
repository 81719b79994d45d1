"""The options of Post-Atomic, as variant.toml declares them."""

from __future__ import annotations

from typing import Literal

from legation.rules import options


class Options(options.Options):
    """What a game of Post-Atomic may choose."""

    range_nmr: Literal["random", "none"]
    cliff_army: Literal["stops", "passes"]
    range_coastal_fleet: Literal["passes", "stops"]
    range_support: Literal["stops", "passes"]
    mutant_upkeep: Literal[1, 2]
    publish_builds: Literal["yes", "unit-only"]
    retreat_list: Literal["ranked", "open"]
