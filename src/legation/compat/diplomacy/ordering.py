"""Orders of a game: given, listed, taken back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from legation.board.graph import ARMY, FLEET, province_of
from legation.compat.diplomacy.ground import GRAPH, PLACES, SPLIT
from legation.compat.diplomacy.judging import judged, tidied
from legation.compat.diplomacy.listing import movement_lists
from legation.compat.diplomacy.orders import parted
from legation.compat.diplomacy.powers import Power
from legation.compat.diplomacy.sailing import seas_of
from legation.compat.diplomacy.state import State
from legation.compat.diplomacy.words import StringableCode

VOID, WAIVE = "VOID ", "WAIVE"


class Ordering(State):
    """What may be ordered, and what is; the second floor of `games.Game`."""

    def get_orders(self, power_name: str | None = None) -> Any:
        """The orders of a power that stand, or a dict of all."""
        if power_name is not None:
            return self._orders_of(self._known(power_name))
        return {name: self._orders_of(power) for name, power in self.powers.items()}

    def _orders_of(self, power: Power) -> list[str]:
        if self.phase_type == "M":
            return [f"{unit} {order}" for unit, order in power.orders.items()]
        return [o for o in power.adjust if o != WAIVE and not o.startswith(VOID)]

    def set_orders(
        self,
        power_name: str,
        orders: Iterable[str] | str,
        expand: bool = True,
        replace: bool = True,
    ) -> None:
        """Give orders to units of a power; a unit's later order is in place of an earlier one.

        What does not count is left out, and said in `error`. `replace` False: a
        unit that has an order keeps it. `expand`: read other spellings too.
        """
        power = self._known(power_name)
        texts = [orders] if isinstance(orders, str) else list(orders)
        power.order_is_set = max(power.order_is_set, 2 if texts else 1)
        if self.phase_type == "M":
            self._order_movement(power, texts, expand, replace)
        elif self.phase_type == "R":
            self._order_retreats(power, texts, expand)
        elif self.phase_type == "A" and texts:
            self._order_adjustments(power, texts, expand)

    def clear_orders(self, power_name: str | None = None) -> None:
        """Take the orders of a power, or of all, back."""
        for power in [self._known(power_name)] if power_name else self.powers.values():
            power.clear_orders()

    def _standing(self) -> dict[str, str]:
        """Province → the unit in it."""
        return {
            province_of(unit[2:]): unit for power in self.powers.values() for unit in power.units
        }

    def _order_movement(self, power: Power, texts: list[str], expand: bool, replace: bool) -> None:
        standing, own = self._standing(), set(power.units)
        seas = seas_of(standing.values())
        for text in texts:
            order = judged(text, own, standing, seas)
            if isinstance(order, StringableCode) and expand:
                words = self.map.compact(text)
                if not words or words == [power.name]:
                    continue
                mine = {p: u for p, u in standing.items() if u in own or p != words[0]}
                told = tidied(words, mine)
                order = judged(told, own, standing, seas) if told != text else order
            if isinstance(order, StringableCode):
                self.error.append(order)
            elif replace or order.unit not in power.orders:
                power.orders[order.unit] = order.tail

    def _order_retreats(self, power: Power, texts: list[str], expand: bool) -> None:
        given: dict[str, str] = {}
        for text in texts:
            words = self.map.compact(text) if expand else text.split()
            words = _retreating(words, power.retreats)
            told, unit = " ".join(words), " ".join(words[:2])
            if unit not in power.retreats:
                self._refuse(power, told, 21047, "this unit need not retreat")
            elif words[2:] != ["D"] and not (
                words[2:3] == ["R"] and words[3:] and words[3] in power.retreats[unit]
            ):
                self._refuse(power, told, 21049, "it cannot go there")
            elif unit in given:
                self._refuse(power, told, 21048, "this unit has an order already")
            else:
                given[unit] = told
        kept = [o for o in power.adjust if o.startswith(VOID) or parted(o)[0] not in given]
        power.adjust = [o for o in kept if o.removeprefix(VOID) not in given.values()]
        power.adjust += given.values()

    def _order_adjustments(self, power: Power, texts: list[str], expand: bool) -> None:
        due, homes = self._due(power), self._free_homes(power)
        most = min(due, len(homes)) if due > 0 else 0
        standing: list[str] = []
        power.adjust = []
        for text in texts:
            words = self.map.compact(text) if expand else text.split()
            if words in (["V"], [WAIVE]):
                if due <= 0:
                    self._refuse(power, WAIVE, 21059, "builds are waived, not removals")
                elif len(power.adjust) < most:
                    power.adjust.append(WAIVE)
                continue
            words = _building(words)
            told, unit = " ".join(words), " ".join(words[:2])
            why = self._why_no_adjustment(power, words, due, homes, standing)
            if why:
                self._refuse(power, told, 21060, why)
            else:
                standing.append(unit)
                if due > 0 and len(power.adjust) >= most and WAIVE in power.adjust:
                    power.adjust.remove(WAIVE)
                power.adjust.append(told)
        power.adjust += [WAIVE] * (most - len(power.adjust))

    def _why_no_adjustment(
        self, power: Power, words: list[str], due: int, homes: list[str], standing: list[str]
    ) -> str:
        """Why a build or removal does not count; empty where it does."""
        if len(words) != 3 or words[2] != ("B" if due > 0 else "D") or due == 0:
            return "there is nothing of that sort to be done"
        kind, place, _ = words
        if due < 0:
            if f"{kind} {place}" not in power.units:
                return "there is no such unit"
            return "the unit has an order already" * (f"{kind} {place}" in standing)
        if province_of(place) not in homes:
            return "nothing can be built there"
        if not GRAPH.can_stand(kind, place):
            return "such a unit cannot stand there"
        taken = province_of(place) in {province_of(unit[2:]) for unit in standing}
        return "something is built there already" * taken

    def _refuse(self, power: Power, told: str, code: int, why: str) -> None:
        self.error.append(StringableCode(code, f"{told}: {why}."))
        if told != WAIVE or VOID + WAIVE not in power.adjust:
            power.adjust.append(VOID + told)

    # What may be

    def get_orderable_locations(self, power_name: str | None = None) -> Any:
        """The provinces where a power may order something, or a dict of all powers."""
        if power_name is not None:
            return self._orderable(self._known(power_name))
        return {name: self._orderable(power) for name, power in self.powers.items()}

    def _orderable(self, power: Power) -> list[str]:
        if self.phase_type == "R":
            return sorted(province_of(unit[2:]) for unit in power.retreats)
        if self.phase_type == "A":
            due = self._due(power)
            if due >= 0:
                return sorted(self._free_homes(power)) if due else []
        return sorted(province_of(unit[2:]) for unit in power.units)

    def get_all_possible_orders(self) -> dict[str, list[str]]:
        """Place → all orders that may be given there; those of a coast are its province's too."""
        found: dict[str, list[str]] = {place: [] for place in PLACES}
        if self.phase_type == "M":
            units = [unit for power in self.powers.values() for unit in power.units]
            for unit, texts in movement_lists(units).items():
                place = unit[2:]
                found[place] = texts
                if "/" in place:
                    found[place[:3]] = texts
        elif self.phase_type == "R":
            for power in self.powers.values():
                for unit, places in power.retreats.items():
                    texts = [*(f"{unit} R {place}" for place in places), f"{unit} D"]
                    found[unit[2:]] = found[province_of(unit[2:])] = texts
        elif self.phase_type == "A":
            for power in self.powers.values():
                self._list_adjustments(power, found)
        return found

    def _list_adjustments(self, power: Power, found: dict[str, list[str]]) -> None:
        due = self._due(power)
        for unit in power.units if due < 0 else ():
            found[unit[2:]] = found[province_of(unit[2:])] = [f"{unit} D"]
        for home in self._free_homes(power) if due > 0 else ():
            for place in (*SPLIT.get(home, ()), home):
                kinds = [kind for kind in (ARMY, FLEET) if GRAPH.can_stand(kind, place)]
                found[place] = [f"{kind} {place} B" for kind in kinds]
            for coast in SPLIT.get(home, ()):
                found[home] += found[coast]
                found[coast] = [*found[coast], WAIVE]
            found[home] = [*found[home], WAIVE]


def _retreating(words: list[str], retreats: Iterable[str]) -> list[str]:
    """The words of a retreat with its unit in full, and the letter ``R``."""
    if words and words[0] not in (ARMY, FLEET):
        words = [next((u[0] for u in retreats if u[2:] == words[0]), ""), *words]
    if len(words) == 3 and words[2] in GRAPH.places:
        words = [*words[:2], "R", words[2]]
    return words


def _building(words: list[str]) -> list[str]:
    """The words of a build or removal with their letter at the end."""
    return [*words[1:], words[0]] if words and words[0] in ("B", "D") else words
