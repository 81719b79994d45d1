"""`GamePhaseData`: what is known of one phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from legation.compat.diplomacy.messages import Message
from legation.compat.diplomacy.sorting import SortedDict
from legation.compat.diplomacy.words import BY_WORD, VOID, OrderResult

Told = dict[str, list[OrderResult]]
Sheets = dict[str, list[str] | None]


class GamePhaseData:
    """A phase: its name, the state at its beginning, orders by power, results by unit, messages."""

    def __init__(
        self,
        name: str,
        state: dict[str, Any],
        orders: Sheets,
        results: Told,
        messages: SortedDict[int, Message] | None = None,
    ) -> None:
        self.name = name
        self.state = state
        self.orders = orders
        self.results = results
        self.messages: SortedDict[int, Message] = SortedDict() if messages is None else messages

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values, such as JSON has."""
        return {
            "name": self.name,
            "state": self.state,
            "orders": self.orders,
            "results": plain_results(self.results),
            "messages": [message.to_dict() for message in self.messages.values()],
        }

    @classmethod
    def from_dict(cls, json_dict: Mapping[str, Any]) -> GamePhaseData:
        """A phase from plain values."""
        return cls(
            json_dict["name"],
            dict(json_dict["state"]),
            dict(json_dict["orders"]),
            results_of(json_dict["results"]),
            messages_of(json_dict.get("messages") or ()),
        )


class ClosedPhase(GamePhaseData):
    """A phase that is over, whose state, orders and results are made when they are asked for.

    `made_by` are functions that make them, by name; what they need is theirs alone.
    """

    def __init__(
        self,
        name: str,
        messages: SortedDict[int, Message],
        made_by: dict[str, Callable[[], Any]],
    ) -> None:
        self.name, self.messages, self._made_by = name, messages, made_by

    def __getattr__(self, name: str) -> Any:
        # reached where there is no such attribute yet
        make = self.__dict__.get("_made_by", {}).pop(name, None)
        if make is None:
            raise AttributeError(f"{type(self).__name__} has no attribute {name}")
        made = self.__dict__[name] = make()
        return made

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._made_by]


def texts_of(given: list[tuple[str, dict[str, str]]]) -> Sheets:
    """The orders of a movement, by power, of what its units do (``A PAR`` → ``- BUR``)."""
    return {name: [f"{unit} {tail}" for unit, tail in its.items()] for name, its in given}


def plain_results(results: Mapping[str, Sequence[OrderResult]]) -> dict[str, list[str]]:
    """Results as texts."""
    return {unit: [str(word) for word in words] for unit, words in results.items()}


def results_of(plain: Mapping[str, Sequence[str]]) -> Told:
    """Results from texts; a word that nobody knows is void."""
    return {unit: [BY_WORD.get(word, VOID) for word in words] for unit, words in plain.items()}


def messages_of(rows: Any) -> SortedDict[int, Message]:
    """Messages from plain values, by their time."""
    kept: SortedDict[int, Message] = SortedDict()
    for row in rows:
        message = Message.from_dict(row)
        kept.put(message.time_sent or 0, message)
    return kept
