"""`Power`: one of the seven, with its units, centres and orders."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Protocol

DUMMY = "dummy"


class Host(Protocol):
    """What a power asks of its game."""

    timestamp_created: int


class Power:
    """A power of a game.

    `units` are those that stand (``A PAR``), `retreats` those that were
    dislodged, with the places open to them. `orders` are those of a movement
    (unit → ``- BUR``), `adjust` those of another phase, as texts; one that does
    not count begins with ``VOID``. `influence` are the provinces where the power
    was last. `order_is_set` is 0 without orders, 1 with an empty sheet, 2 with orders.
    """

    def __init__(self, game: Host | None = None, name: str = "", role: str = "server_type") -> None:
        self.game = game
        self.name = name
        self.abbrev = name[:1]
        self.role = role
        self.units: list[str] = []
        self.centers: list[str] = []
        self.homes: list[str] = []
        self.influence: list[str] = []
        self.retreats: dict[str, list[str]] = {}
        self.orders: dict[str, str] = {}
        self.adjust: list[str] = []
        self.order_is_set = 0
        self.civil_disorder = 0
        self.goner = 0
        self.vote = "neutral"
        self.wait = True
        self.controller = DUMMY
        self.controlled_since = game.timestamp_created if game else 0
        self.tokens: set[str] = set()

    def __str__(self) -> str:
        lines = [f"{self.name} ({self.role})", f"PLAYER {self.controller}"]
        lines.append(f"INHABITS {' '.join(self.homes)}")
        lines.append(f"OWNS {' '.join(self.centers)}")
        lines += [f"{unit} --> {' '.join(open_to)}" for unit, open_to in self.retreats.items()]
        return "\n".join(["", *lines, *self.units, *self.adjust])

    def is_eliminated(self) -> bool:
        """Has it neither units nor centres?"""
        return not (self.units or self.centers or self.retreats)

    def is_server_power(self) -> bool:
        """Is it seen by the host, who knows all?"""
        return self.role == "server_type"

    def is_omniscient_power(self) -> bool:
        """Is it seen by who watches, and knows all?"""
        return self.role == "omniscient_type"

    def is_observer_power(self) -> bool:
        """Is it seen by who watches?"""
        return self.role == "observer_type"

    def is_player_power(self) -> bool:
        """Is it seen by its own player?"""
        return self.role == self.name

    def clear_units(self) -> None:
        """Take its units from the board."""
        self.units, self.retreats, self.influence = [], {}, []

    def clear_centers(self) -> None:
        """Take its centres away."""
        self.centers = []

    def clear_orders(self) -> None:
        """Take its orders back."""
        self.orders, self.adjust, self.order_is_set = {}, [], 0
        self.wait = self.controller == DUMMY

    def moves_submitted(self) -> dict[str, str]:
        """Its orders of a movement, by unit."""
        return self.orders

    def is_dummy(self) -> bool:
        """Has nobody taken it?"""
        return self.controller == DUMMY

    def is_controlled(self) -> bool:
        """Has somebody taken it?"""
        return not self.is_dummy()

    def is_controlled_by(self, username: str) -> bool:
        """Has this player taken it?"""
        return self.controller == username

    def get_controller(self) -> str:
        """Who plays it; ``dummy`` where nobody does."""
        return self.controller

    def set_controlled(self, username: str | None) -> None:
        """Give it to a player, or, with None, to nobody."""
        self.controller = username or DUMMY
        self.wait = self.is_dummy()

    def does_not_wait(self) -> bool:
        """Has it orders, and need not be waited for?"""
        return bool(self.order_is_set) and not self.wait

    def told_units(self) -> list[str]:
        """Its units, those that must retreat with a star."""
        return [*self.units, *[f"*{unit}" for unit in self.retreats]]

    def told_retreats(self) -> dict[str, list[str]]:
        """Its dislodged units, with the places open to them."""
        return {unit: places[:] for unit, places in self.retreats.items()}

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "abbrev": self.abbrev,
            "adjust": list(self.adjust),
            "centers": list(self.centers),
            "civil_disorder": self.civil_disorder,
            "controller": {str(self.controlled_since): self.controller},
            "homes": list(self.homes),
            "influence": list(self.influence),
            "name": self.name,
            "order_is_set": self.order_is_set,
            "orders": dict(self.orders),
            "retreats": {unit: list(places) for unit, places in self.retreats.items()},
            "role": self.role,
            "tokens": sorted(self.tokens),
            "units": list(self.units),
            "vote": self.vote,
            "wait": self.wait,
        }

    def json(self) -> str:
        """The same as a text of JSON."""
        return json.dumps(self.to_dict())

    def read(self, json_dict: Mapping[str, Any]) -> None:
        """Take over what plain values say; those of the package too."""
        for key in self.to_dict():
            if key in json_dict:
                setattr(self, key, json_dict[key])
        if isinstance(self.controller, dict):
            known = list(self.controller.items())
            since, self.controller = known[-1] if known else (self.controlled_since, DUMMY)
            self.controlled_since = int(since)
        self.tokens = set(self.tokens)
