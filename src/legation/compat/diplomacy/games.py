"""`Game`: one game of the standard board, as programs for the package hold it."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Mapping
from typing import Any

from legation.compat.diplomacy import calendar
from legation.compat.diplomacy.drawing import drawn
from legation.compat.diplomacy.phasedata import messages_of, plain_results, results_of
from legation.compat.diplomacy.seats import SERVER, Seats


class Game(Seats):
    """A game: orders are given by power, `process` carries a phase out.

    `game_id` is any text; `rules` are the package's names of them (docs/compat.md
    lists which are done). The other arguments are kept as attributes.

    Raises:
        InputError: for another map, or a rule that is not done.
    """

    def __init__(
        self,
        game_id: str | None = None,
        map_name: str = "standard",
        rules: Iterable[str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(game_id, map_name, rules)
        self.role = kwargs.pop("role", SERVER)
        self.deadline = kwargs.pop("deadline", 0)
        self.n_controls = kwargs.pop("n_controls", 0)
        self.registration_password = kwargs.pop("registration_password", None)
        self.observer_level = kwargs.pop("observer_level", None)
        self.controlled_powers = kwargs.pop("controlled_powers", None)
        self.daide_port = kwargs.pop("daide_port", None)
        if kwargs:
            self.read({"rules": self.rules, **kwargs})

    def render(
        self,
        incl_orders: bool = True,
        incl_abbrev: bool = False,
        output_format: str = "svg",
        output_path: str | None = None,
    ) -> str:
        """The board as SVG: our drawing, with the orders of the open phase.

        Raises:
            ValueError: for another format.
        """
        del incl_abbrev  # our board has its codes always
        if output_format != "svg":
            raise ValueError('"svg" is the one format that can be rendered.')
        svg = drawn(self, incl_orders)
        if output_path:
            with open(output_path, "w", encoding="utf-8") as file:
                file.write(svg)
        return svg

    def copy(self) -> Game:
        """A game that stands where this one does, and goes its own way."""
        return copy.deepcopy(self)

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain values, such as JSON has."""
        return {
            "controlled_powers": self.controlled_powers,
            "daide_port": self.daide_port,
            "deadline": self.deadline,
            "error": [str(fault) for fault in self.error],
            "game_id": self.game_id,
            "map_name": self.map_name,
            "message_history": {
                name: [message.to_dict() for message in messages.values()]
                for name, messages in self.message_history.items()
            },
            "messages": [message.to_dict() for message in self.messages.values()],
            "meta_rules": self.meta_rules,
            "n_controls": self.n_controls,
            "no_rules": sorted(self.no_rules),
            "note": self.note,
            "observer_level": self.observer_level,
            "order_history": dict(self.order_history),
            "outcome": list(self.outcome),
            "phase": self.phase,
            "phase_abbr": "",
            "powers": {name: power.to_dict() for name, power in self.powers.items()},
            "registration_password": self.registration_password,
            "result_history": {n: plain_results(r) for n, r in self.result_history.items()},
            "role": self.role,
            "rules": list(self.rules),
            "state_history": dict(self.state_history),
            "status": self.status,
            "timestamp_created": self.timestamp_created,
            "victory": list(self.victory),
            "win": self.win,
            "zobrist_hash": int(self.get_hash()),
        }

    def json(self) -> str:
        """The same as a text of JSON."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_dict(cls, json_dict: Mapping[str, Any]) -> Game:
        """The game that `to_dict` made such values of, here or in the package."""
        plain = copy.deepcopy(dict(json_dict))
        game = cls(plain.get("game_id"), plain.get("map_name", "standard"), plain.get("rules"))
        game.read(plain)
        return game

    def read(self, plain: Mapping[str, Any]) -> None:
        """Take over what plain values say of a game."""
        for key in ("note", "outcome", "phase", "role", "status", "timestamp_created", "victory"):
            if key in plain:
                setattr(self, key, plain[key])
        for name, data in plain.get("powers", {}).items():
            self._known(name).read(data)
        if self.phase not in (calendar.FORMING, calendar.COMPLETED):
            self.phase_type = self.get_current_phase()[-1]
        self.messages = messages_of(plain.get("messages") or ())
        for name, state in plain.get("state_history", {}).items():
            self.state_history.put(name, state)
        for name, orders in plain.get("order_history", {}).items():
            self.order_history.put(name, orders)
        for name, results in plain.get("result_history", {}).items():
            self.result_history.put(name, results_of(results))
        for name, rows in plain.get("message_history", {}).items():
            self.message_history.put(name, messages_of(rows))
