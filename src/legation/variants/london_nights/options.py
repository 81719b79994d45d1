"""The options of London Nights, as variant.toml declares them."""

from __future__ import annotations

from typing import Literal

from legation.rules import options


class Options(options.Options):
    """What a game of London Nights may choose."""

    police_conflict: Literal["yes", "no"]
    fortress_garrison: Literal["any", "royals"]
    fortress_vacant: Literal["owner", "royals", "none"]
    taxi_duty: Literal["enforce", "allow"]
    police_leash: Literal[2, 1]
    police_orders: Literal["automatic", "game-master"]
    hidden_pool: Literal["all", "no-police"]
    discovery: Literal["round", "hour"]
    clock: Literal["ends", "named"]
    upkeep: Literal["lenient", "strength", "units"]
    removal_multiple: Literal["spare", "whole"]
    tie_break: Literal["share", "centres"]
    retreat_list: Literal["ranked", "open"]
