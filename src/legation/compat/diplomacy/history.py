"""What a game remembers: states, orders, results and messages of each phase."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from legation.compat.diplomacy.faults import GamePhaseException
from legation.compat.diplomacy.messages import GLOBAL, Message
from legation.compat.diplomacy.moments import now
from legation.compat.diplomacy.ordering import Ordering
from legation.compat.diplomacy.orders import parted
from legation.compat.diplomacy.phasedata import GamePhaseData, Sheets, Told
from legation.compat.diplomacy.sorting import SortedDict

Kind = TypeVar("Kind")


class _Kept(Generic[Kind]):
    """A history of a game: who asks for it may hold it, so that it is kept up from then on."""

    def __set_name__(self, owner: type[History], name: str) -> None:
        self.name = f"_{name}"

    def __get__(self, game: History, owner: type[History]) -> SortedDict[str, Kind]:
        game.at_once = True
        game.write_down()
        kept: SortedDict[str, Kind] = game.__dict__[self.name]
        return kept

    def __set__(self, game: History, value: SortedDict[str, Kind]) -> None:
        game.__dict__[self.name] = value


class History(Ordering):
    """What was; the third floor of `games.Game`. Keys of the histories are short names.

    Phases that are over wait in `_closed`, and are written down when one is asked
    for; where `at_once`, as soon as they are over.
    """

    state_history = _Kept[dict[str, Any]]()
    order_history = _Kept[dict[str, list[str]]]()
    result_history = _Kept[Told]()
    message_history = _Kept[SortedDict[int, Message]]()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.result: Told = {}
        self.messages: SortedDict[int, Message] = SortedDict()
        self._closed: list[GamePhaseData] = []
        self.at_once = False
        self._state_history: SortedDict[str, dict[str, Any]] = SortedDict()
        self._order_history: SortedDict[str, dict[str, list[str]]] = SortedDict()
        self._result_history: SortedDict[str, Told] = SortedDict()
        self._message_history: SortedDict[str, SortedDict[int, Message]] = SortedDict()

    def close(self, past: GamePhaseData) -> None:
        """Keep a phase that is over."""
        self._closed.append(past)
        if self.at_once:
            self.write_down()

    def write_down(self) -> None:
        """Write the phases that wait into the histories."""
        for past in self._closed:
            self._write(past)
        self._closed.clear()

    def _write(self, past: GamePhaseData) -> None:
        name = past.name
        self._state_history.put(name, past.state)
        self._order_history.put(name, {p: o or [] for p, o in past.orders.items()})
        self._result_history.put(name, past.results)
        self._message_history.put(name, past.messages)

    def get_phase_data(self) -> GamePhaseData:
        """The phase that is open; a power without orders has None."""
        orders: Sheets = {
            name: self._orders_of(power) if power.order_is_set or power.is_eliminated() else None
            for name, power in self.powers.items()
        }
        name = self.get_current_phase()
        return GamePhaseData(name, self.get_state(), orders, {}, self.messages.copy())

    def set_phase_data(
        self, phase_data: GamePhaseData | list[GamePhaseData], clear_history: bool = True
    ) -> None:
        """Go to a phase with its orders; of several, the earlier ones become the history."""
        several = phase_data if isinstance(phase_data, list) else [phase_data]
        if clear_history:
            self._clear_history()
        for past in several[:-1]:
            self.extend_phase_history(past)
        if not several:
            return
        last = several[-1]
        self.set_state(last.state, clear_history=False)
        self.clear_orders()
        for name, orders in last.orders.items():
            if orders is not None:
                self.set_orders(name, orders)
        self.messages = last.messages.copy()
        self.result = dict(last.results)

    def set_state(self, state: dict[str, Any], clear_history: bool = True) -> None:
        """Lay the board out as a state says; `get_state` has its keys."""
        if clear_history:
            self._clear_history()
        if state.get("map", self.map_name) != self.map_name:
            type(self.map)(state["map"])
        self._read_state(state)
        self.clear_orders()

    def _clear_history(self) -> None:
        self.messages.clear()
        self._closed.clear()
        for kept in (
            self._state_history,
            self._order_history,
            self._result_history,
            self._message_history,
        ):
            kept.clear()

    def extend_phase_history(self, game_phase_data: GamePhaseData) -> None:
        """Add a phase to the history."""
        self.write_down()
        self._write(game_phase_data)

    def get_phase_history(
        self,
        from_phase: str | None = None,
        to_phase: str | None = None,
        game_role: str | None = None,
    ) -> list[GamePhaseData]:
        """The phases that are over, from one to another; `game_role`: as a power may read them."""
        self.write_down()
        keys = self._state_history.sub_keys(from_phase, to_phase)
        return [self._past(name, game_role) for name in keys]

    def _past(self, name: str, role: str | None) -> GamePhaseData:
        messages = self._message_history.get(name, SortedDict())
        orders: Sheets = dict(self._order_history[name])
        if role is not None:
            messages = self.filter_messages(messages, role)
        return GamePhaseData(
            name, self._state_history[name], orders, self._result_history[name], messages
        )

    def phase_history_from_timestamp(self, timestamp: int) -> list[GamePhaseData]:
        """The phases that ended at a time or later, and the open one."""
        self.write_down()
        past = [self._past(n, None) for n, s in self._state_history.items() if timestamp <= _at(s)]
        return [*past, self.get_phase_data()]

    @property
    def phase_history(self) -> list[GamePhaseData]:
        """All phases that are over."""
        return self.get_phase_history()

    def get_phase_from_history(self, short_phase_name: str, game_role: str | None = None) -> Any:
        """One phase that is over.

        Raises:
            IndexError: where there is no such phase.
        """
        return self.get_phase_history(short_phase_name, short_phase_name, game_role)[0]

    @property
    def command(self) -> dict[str, str]:
        """Unit → what it did (``- BUR``), of all units in the phase before, if a movement."""
        self.write_down()
        if not self._state_history or not self._state_history.last_key().endswith("M"):
            return {}
        stood = self._state_history.last_value()["units"].values()
        told = {unit: "H" for units in stood for unit in units if not unit.startswith("*")}
        for orders in self._order_history.last_value().values():
            told.update(parted(order) for order in orders)
        return told

    @property
    def ordered_units(self) -> dict[str, list[str]]:
        """Power → its units that had an order in the phase before."""
        self.write_down()
        if not self._order_history:
            return {}
        past = self._order_history.last_value()
        return {
            name: list(dict.fromkeys(parted(order)[0] for order in past.get(name, ())))
            for name in self.powers
        }

    def get_order_status(
        self, power_name: str | None = None, unit: str | None = None, loc: str | None = None
    ) -> Any:
        """What became of orders in the phase before: of a unit, of a place, of a power, of all.

        A unit's is a list of words, a place's a pair of unit and words, else a
        dict of the words by unit. Units are named as they stand now.
        """
        self.write_down()
        told = self._result_history.last_value() if self._result_history else {}
        if unit is not None:
            return told.get(unit, [])
        names = [power_name] if power_name is not None else list(self.powers)
        status = {
            name: {u: told[u] for u in self._known(name).units if u in told} for name in names
        }
        if loc is not None:
            for units in status.values():
                for each, words in units.items():
                    if each[2:] == loc or each[2:].partition("/")[0] == loc:
                        return each, words
            return loc, []
        return status if power_name is None else status[power_name]

    # Messages

    def add_message(self, message: Message) -> int:
        """Keep a message; the time that it got.

        Raises:
            GamePhaseException: for a message of another phase than the open one.
        """
        if message.phase != self.get_current_phase():
            here = self.get_current_phase()
            raise GamePhaseException(
                f'the message is of the phase "{message.phase}", and the game is in {here}.'
            )
        if message.time_sent is None:
            message.time_sent = max([now(), *(sent + 1 for sent in self.messages)])
        self.messages.put(message.time_sent, message)
        return message.time_sent

    def new_power_message(self, recipient: str, body: str, sender: str = "") -> Message:
        """A message to one power in this phase, which `add_message` takes."""
        return Message(sender, recipient, self.get_current_phase(), body)

    def new_global_message(self, body: str, sender: str = "") -> Message:
        """A message to all in this phase, which `add_message` takes."""
        return Message(sender, GLOBAL, self.get_current_phase(), body)

    @classmethod
    def filter_messages(
        cls,
        messages: SortedDict[int, Message],
        game_role: str,
        timestamp_from: int | None = None,
        timestamp_to: int | None = None,
    ) -> SortedDict[int, Message]:
        """The messages that somebody may read: a power its own and those to all."""
        kept: SortedDict[int, Message] = SortedDict()
        for sent in messages.sub_keys(timestamp_from, timestamp_to):
            message = messages[sent]
            if (
                game_role in ("omniscient_type", "server_type", message.sender, message.recipient)
                or message.is_global()
            ):
                kept[sent] = message
        return kept

    def get_latest_timestamp(self) -> int:
        """When the game was begun, or the last thing kept of it."""
        self.write_down()
        times = [self.timestamp_created, *self.messages]
        times += [
            state["timestamp"] for state in self._state_history.values() if "timestamp" in state
        ]
        return max(times)


def _at(state: dict[str, Any]) -> int:
    return int(state.get("timestamp", 0))
