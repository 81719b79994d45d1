"""A phase carried out, and the next one found."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import compress
from typing import Any

from legation.board.graph import province_of
from legation.compat.diplomacy import calendar
from legation.compat.diplomacy.fighting import ARRIVED, STAYED, outcome_of
from legation.compat.diplomacy.history import History
from legation.compat.diplomacy.moments import state_of
from legation.compat.diplomacy.ordering import VOID, WAIVE
from legation.compat.diplomacy.orders import Said, hold, said
from legation.compat.diplomacy.phasedata import ClosedPhase, GamePhaseData, Told, texts_of
from legation.compat.diplomacy.powers import Power
from legation.compat.diplomacy.quick import carried_out
from legation.compat.diplomacy.removing import farthest
from legation.compat.diplomacy.state import MAP
from legation.compat.diplomacy.words import BOUNCE, DISBAND, OK
from legation.compat.diplomacy.words import VOID as IS_VOID

_CENTRES = frozenset(MAP.scs)
_STAYED = bytes(deed == STAYED for deed in range(256))
_ARRIVED = bytes(deed == ARRIVED for deed in range(256))


class Turning(History):
    """How a game goes on; the fourth floor of `games.Game`."""

    @property
    def is_game_done(self) -> bool:
        """Is the game over?"""
        return self.phase == calendar.COMPLETED

    def process(self) -> GamePhaseData:
        """Carry the open phase out, and go to the next in which there is something to do.

        Returns the phase that is over. A unit without an order holds, a
        dislodged one disbands, and missing removals are chosen by the rules.
        """
        if self.is_game_done:
            return self.get_phase_data()
        made_by: dict[str, Callable[[], Any]] = {"state": partial(state_of, self._moment())}
        if self.phase_type == "M":
            given = [(name, power.orders.copy()) for name, power in self.powers.items()]
            made_by["orders"] = partial(texts_of, given)
        else:
            made_by["orders"] = partial(dict, self.get_orders())
        name, messages = self.get_current_phase(), self.messages
        step = {"M": self._move, "R": self._retreat, "A": self._adjust}[self.phase_type]
        self.error.clear()
        self.messages = type(messages)()
        made_by["results"] = step()
        past = ClosedPhase(name, messages, made_by)
        self.close(past)
        self.clear_orders()
        self._go_on()
        return past

    # Movement

    def _move(self) -> Callable[[], Told]:
        orders: list[Said] = []
        owners, powers = b"", list(self.powers.values())
        for number, power in enumerate(powers):
            tail_of = power.orders.get
            orders += [said(unit, tail_of(unit, "H")) or hold(unit) for unit in power.units]
            owners += bytes((number,)) * len(power.units)
        deeds, fled, words = carried_out(orders, owners) or outcome_of(
            orders, [powers[number].name for number in owners]
        )
        self.popped, self.dislodged = [], {}
        if any(deeds):
            self._rearrange(powers, orders, owners, deeds)
        for number, (by, places) in fled.items():
            unit = orders[number].unit
            self.dislodged[unit] = orders[by].here
            if places:
                powers[owners[number]].retreats[unit] = places
            else:
                self.popped.append(unit)
        return words

    def _rearrange(
        self, powers: list[Power], orders: list[Said], owners: bytes, deeds: bytes
    ) -> None:
        """Take the units that left from their powers' lists, and put those that came at the end."""
        stayed, arrived = deeds.translate(_STAYED), deeds.translate(_ARRIVED)
        end = 0
        for power in powers:
            start, end = end, end + len(power.units)
            mine = stayed[start:end]
            if 0 in mine:
                power.units = list(compress(power.units, mine))
        came: dict[str, list[str]] = {}
        for number, order in zip(compress(owners, arrived), compress(orders, arrived), strict=True):
            powers[number].units.append(order.moved)
            came.setdefault(powers[number].name, []).append(order.goal_in)
        self._spread(came)

    def _spread(self, came: dict[str, list[str]]) -> None:
        """A power has influence where its units came last, and nobody else."""
        all_of_them = {here for provinces in came.values() for here in provinces}
        for name, power in self.powers.items():
            if name in came:
                own = came[name]
                lost = all_of_them.difference(own)
                kept = [here for here in power.influence if here not in lost]
                power.influence = kept + [here for here in own if here not in kept]
            elif not all_of_them.isdisjoint(power.influence):
                power.influence = [here for here in power.influence if here not in all_of_them]

    # Retreats

    def _retreat(self) -> Callable[[], Told]:
        told: Told = {}
        goals: dict[str, list[tuple[Power, str, str]]] = {}
        for power in self.powers.values():
            for order in power.adjust:
                if order.startswith(VOID):
                    unit = " ".join(order.removeprefix(VOID).split()[:2])
                    told.setdefault(unit, []).append(IS_VOID)
            for unit in power.retreats:
                words = next((o.split() for o in power.adjust if o.startswith(f"{unit} ")), ["D"])
                if words[-1] == "D":
                    told.setdefault(unit, []).append(DISBAND)
                else:
                    goals.setdefault(province_of(words[3]), []).append((power, unit, words[3]))
        came: dict[str, list[str]] = {}
        for rivals in goals.values():
            for power, unit, goal in rivals:
                told.setdefault(unit, [])
                if len(rivals) > 1:
                    told[unit] += [BOUNCE, DISBAND]
                else:
                    power.units.append(f"{unit[0]} {goal}")
                    came.setdefault(power.name, []).append(province_of(goal))
        self._spread(came)
        for power in self.powers.values():
            power.retreats = {}
        self.dislodged = {}
        self.popped = [unit for unit, words in told.items() if DISBAND in words]
        return partial(dict, told)

    # Adjustments

    def _adjust(self) -> Callable[[], Told]:
        told: Told = {}
        for power in self.powers.values():
            due = self._due(power)
            left = min(due, len(self._free_homes(power))) if due > 0 else -due
            # what does not count is told first, as in the package
            for order in sorted(power.adjust, key=lambda order: not order.startswith(VOID)):
                void = order.startswith(VOID) or order == WAIVE
                words = order.removeprefix(VOID).split()
                unit = " ".join(words[:2])
                if void or not left:
                    told.setdefault(unit, []).append(IS_VOID)
                    continue
                left -= 1
                told.setdefault(unit, []).append(OK)
                if words[2] == "B":
                    power.units.append(unit)
                else:
                    power.units.remove(unit)
            if due < 0 and left:
                for unit in farthest(self, power, left):
                    power.units.remove(unit)
                    told.setdefault(unit, []).append(OK)
        return partial(dict, told)

    # Phases

    def _go_on(self) -> None:
        """Go to the next phase; centres change owner after the fall."""
        while True:
            before = self.phase
            self.phase = self.map.find_next_phase(before)
            self.phase_type = self.get_current_phase()[-1]
            if self.phase_type == "A":
                self._capture()
                winner = self._winner()
                if winner or self.get_current_phase() == calendar.DRAWN_IN:
                    self._finish([winner] if winner else self._left())
                    return
            if "DONT_SKIP_PHASES" in self.rules or not self._idle():
                return

    def _idle(self) -> bool:
        powers = self.powers.values()
        if self.phase_type == "R":
            return not any(power.retreats for power in powers)
        if self.phase_type == "A":
            taken = self._taken()
            for power in powers:
                due = self._due(power)
                if due < 0 or (due > 0 and self._free_homes(power, taken)):
                    return False
            return True
        return False

    def _capture(self) -> None:
        """Each centre goes to the power whose unit is there."""
        owner: dict[str, Power] = {}
        for power in self.powers.values():
            owner.update(dict.fromkeys(power.centers, power))
        for centre, power in self._taken().items():
            if centre in _CENTRES and owner.get(centre) is not power:
                if centre in owner:
                    owner[centre].centers.remove(centre)
                power.centers.append(centre)

    def _winner(self) -> str:
        """The power that has enough centres, and more than any other; empty where there is none."""
        most = max([len(power.centers) for power in self.powers.values()])
        if most < self.win:
            return ""
        first = [name for name, power in self.powers.items() if len(power.centers) == most]
        return first[0] if len(first) == 1 else ""

    def _left(self) -> list[str]:
        """The powers that have a unit or a centre."""
        return [name for name, power in self.powers.items() if not power.is_eliminated()]

    def _finish(self, victors: list[str]) -> None:
        self.outcome = [self.get_current_phase(), *victors]
        self.note = f"Victory by: {', '.join(name[:3] for name in victors)}"
        self.phase, self.phase_type, self.status = calendar.COMPLETED, "-", "completed"
        for power in self.powers.values():
            power.retreats = {}

    def draw(self, winners: list[str] | None = None) -> dict[str, Any]:
        """End the game with a draw of these powers, or of all that are left; the last state."""
        left = self._left()
        past = self.get_phase_data()
        self.extend_phase_history(past)
        self._finish(winners or left)
        return past.state
