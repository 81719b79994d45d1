"""A game's board: powers with their units and centres, the phase, and its state as a dict."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from legation.board.graph import province_of
from legation.compat.diplomacy import calendar, settings
from legation.compat.diplomacy.faults import MapPowerException
from legation.compat.diplomacy.ground import POWERS
from legation.compat.diplomacy.maps import Map
from legation.compat.diplomacy.moments import Moment, hash_of, now, state_of
from legation.compat.diplomacy.powers import Power
from legation.compat.diplomacy.words import StringableCode

MAP = Map()


class State:
    """The board of a game; the first floor of `games.Game`."""

    def __init__(
        self,
        game_id: str | None = None,
        map_name: str = "standard",
        rules: Iterable[str] | None = None,
    ) -> None:
        self.map = MAP if map_name == "standard" else Map(map_name)
        self.map_name = map_name
        self.game_id = game_id or secrets.token_urlsafe(12)
        self.rules, self.no_rules = settings.chosen(rules)
        self.meta_rules: list[str] = []
        self.note = ""
        self.error: list[StringableCode] = []
        self.outcome: list[str] = []
        self.status = "forming"
        self.victory = [settings.CENTRES_TO_WIN]
        self.timestamp_created = now()
        self.powers = {name: Power(self, name) for name in POWERS}
        self.phase = self.map.phase
        self.phase_type = "M"
        self.popped: list[str] = []
        self.dislodged: dict[str, str] = {}
        for name, power in self.powers.items():
            power.homes = list(self.map.homes[name])
            power.centers = list(self.map.centers[name])
            power.units = list(self.map.units[name])
            power.influence = [province_of(unit[2:]) for unit in power.units]

    @property
    def win(self) -> int:
        """How many centres win."""
        return self.victory[0]

    # Who

    def get_power(self, power_name: str) -> Power | None:
        """A power by its name; None where there is none."""
        return self.powers.get(power_name.upper())

    def has_power(self, power_name: str) -> bool:
        """Is there such a power?"""
        return power_name in self.powers

    def _unit_owner(self, unit: str, coast_required: int = 1) -> Power | None:
        """Whose unit (``F STP/SC``) it is; with `coast_required` 0 a coast may be left out.

        Not public in the package either; its own tests and some programs ask it.
        """
        for power in self.powers.values():
            for each in power.units:
                bare = f"{each[:2]}{province_of(each[2:])}"
                if unit == each or (not coast_required and unit == bare):
                    return power
        return None

    def get_map_power_names(self) -> Iterable[str]:
        """The names of the powers."""
        return self.powers.keys()

    def _known(self, power_name: str) -> Power:
        power = self.get_power(power_name)
        if power is None:
            raise MapPowerException(power_name)
        return power

    # What is where

    def get_units(self, power_name: str | None = None) -> Any:
        """The units of a power, or a dict of all; dislodged ones with a star."""
        if power_name is not None:
            return self._known(power_name).told_units()
        return {name: power.told_units() for name, power in self.powers.items()}

    def get_centers(self, power_name: str | None = None) -> Any:
        """The centres of a power, or a dict of all."""
        if power_name is not None:
            return list(self._known(power_name).centers)
        return {name: list(power.centers) for name, power in self.powers.items()}

    def set_units(self, power_name: str, units: Iterable[str] | str, reset: bool = False) -> None:
        """Put units on the board; `reset`: in place of those that the power has.

        A unit with a star (``*A PAR``) is dislodged. Who stood there is taken away.
        """
        power = self._known(power_name)
        if reset:
            power.clear_units()
        for text in [units] if isinstance(units, str) else list(units):
            unit = text.lstrip("*").upper()
            if not self.map.is_valid_unit(unit):
                self.error.append(StringableCode(20027, f"{unit} cannot stand on this board."))
                continue
            if text.startswith("*"):
                power.retreats[unit] = []
                continue
            here = province_of(unit[2:])
            for other in self.powers.values():
                other.units = [u for u in other.units if province_of(u[2:]) != here]
                if here in other.influence:
                    other.influence.remove(here)
            power.units.append(unit)
            power.influence.append(here)

    def set_centers(
        self, power_name: str, centers: Iterable[str] | str, reset: bool = False
    ) -> None:
        """Give centres to a power; `reset`: in place of those that it has."""
        power = self._known(power_name)
        if reset:
            power.clear_centers()
        for centre in [centers] if isinstance(centers, str) else list(centers):
            code = centre.upper()
            if code not in self.map.scs:
                self.error.append(StringableCode(20026, f"{code} is no supply centre."))
                continue
            for other in self.powers.values():
                if code in other.centers:
                    other.centers.remove(code)
            power.centers.append(code)

    def clear_units(self, power_name: str | None = None) -> None:
        """Take the units of a power, or of all, from the board."""
        for power in [self._known(power_name)] if power_name else self.powers.values():
            power.clear_units()

    def clear_centers(self, power_name: str | None = None) -> None:
        """Take the centres of a power, or of all, away."""
        for power in [self._known(power_name)] if power_name else self.powers.values():
            power.clear_centers()

    # When

    def get_current_phase(self) -> str:
        """The phase's short name: ``S1901M``."""
        return calendar.short(self.phase)

    current_short_phase = property(get_current_phase)

    def set_current_phase(self, new_phase: str) -> None:
        """Go to a phase, by its short name or ``COMPLETED``."""
        if new_phase in (calendar.FORMING, calendar.COMPLETED):
            self.phase, self.phase_type = new_phase, "-"
        else:
            self.phase = calendar.long(new_phase, self.phase)
            self.phase_type = self.get_current_phase()[-1]

    # All of it

    def get_hash(self) -> str:
        """A number, as a text, that is the same for the same board."""
        return hash_of(self._moment().held)

    def get_state(self) -> dict[str, Any]:
        """The board as plain values: units, retreats, centres, homes, influence, builds due."""
        return state_of(self._moment())

    def _moment(self) -> Moment:
        adjusting = self.phase_type == "A"
        held = [
            (
                name,
                power.units[:],
                power.told_retreats() if power.retreats else {},
                power.centers[:],
                power.homes[:],
                power.influence[:],
                power.civil_disorder,
                self._builds(power) if adjusting else None,
            )
            for name, power in self.powers.items()
        ]
        return Moment(now(), self.note, self.get_current_phase(), held)

    def _builds(self, power: Power) -> dict[str, Any]:
        count, homes = self._due(power), []
        if count > 0:
            homes = self._free_homes(power)
            count = min(count, len(homes))
        return {"count": count, "homes": homes}

    def _due(self, power: Power) -> int:
        """Builds due to a power; removals where negative."""
        return len(power.centers) - len(power.units)

    def _free_homes(self, power: Power, taken: Collection[str] | None = None) -> list[str]:
        """The home centres where a power may build: its own, and vacant; `taken` are not."""
        if taken is None:
            taken = self._taken()
        own = self.map.scs if "BUILD_ANY" in self.rules else power.homes
        return [home for home in own if home in power.centers and home not in taken]

    def _taken(self) -> dict[str, Power]:
        """Province where a unit stands → its power."""
        return {unit[2:5]: power for power in self.powers.values() for unit in power.units}

    def _read_state(self, state: Mapping[str, Any]) -> None:
        self.note = state.get("note", "")
        for name, power in self.powers.items():
            power.clear_units()
            power.clear_centers()
            power.civil_disorder = state.get("civil_disorder", {}).get(name, 0)
            power.homes = list(state.get("homes", {}).get(name, power.homes))
        for name, units in state.get("units", {}).items():
            self.set_units(name, units)
        for name, centres in state.get("centers", {}).items():
            self.set_centers(name, centres)
        for name, power in self.powers.items():
            if "influence" in state:
                power.influence = list(state["influence"].get(name, ()))
            lost = state.get("retreats", {}).get(name, {})
            power.retreats = {unit: list(places) for unit, places in lost.items()}
        self.set_current_phase(state.get("name", self.get_current_phase()))
