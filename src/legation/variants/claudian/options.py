"""The options of Claudian Diplomacy, as variant.toml declares them."""

from __future__ import annotations

from typing import Literal

from legation.rules import options


class Options(options.Options):
    """What a game of Claudian Diplomacy may choose."""

    own_exchange: Literal["no", "yes"]
    weaken_order: Literal["supports-first", "holders-first"]
    support_number: Literal["ignored", "must-match"]
    reinforce_counts: Literal["no", "yes"]
    retreat_merge: Literal["no", "yes"]
