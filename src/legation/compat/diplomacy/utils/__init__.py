"""Where programs import `export`, `order_results` and the like from."""

from legation.compat.diplomacy.utils import (
    common,
    constants,
    exceptions,
    export,
    game_phase_data,
    order_results,
    sorted_dict,
    strings,
)

__all__ = [
    "common",
    "constants",
    "exceptions",
    "export",
    "game_phase_data",
    "order_results",
    "sorted_dict",
    "strings",
]
