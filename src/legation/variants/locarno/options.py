"""The options of Locarno, as variant.toml declares them."""

from __future__ import annotations

from typing import Literal

from legation.rules import options


class Options(options.Options):
    """What a game of Locarno may choose."""

    split_bids: Literal["yes", "no"]
    reveal_bids_at_end: Literal["no", "yes"]
    cd_when: Literal["between-turns", "at-once"]
