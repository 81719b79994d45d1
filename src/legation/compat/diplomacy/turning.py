"""A phase carried out, and the next one found."""

from __future__ import annotations

from typing import Any

from legation.board.graph import province_of
from legation.compat.diplomacy import calendar
from legation.compat.diplomacy.fighting import fight, retreats_of, words_of
from legation.compat.diplomacy.history import History
from legation.compat.diplomacy.ordering import VOID, WAIVE
from legation.compat.diplomacy.orders import Said, said
from legation.compat.diplomacy.phasedata import GamePhaseData, Sheets, Told
from legation.compat.diplomacy.powers import Power
from legation.compat.diplomacy.removing import farthest
from legation.compat.diplomacy.words import BOUNCE, DISBAND, OK
from legation.compat.diplomacy.words import VOID as IS_VOID


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
        name, state = self.get_current_phase(), self.get_state()
        orders = self.get_orders()
        step = {"M": self._move, "R": self._retreat, "A": self._adjust}[self.phase_type]
        self.error.clear()
        results = step()
        kept: Sheets = dict(orders)
        messages, self.messages = self.messages, type(self.messages)()
        past = GamePhaseData(name, state, kept, results, messages)
        self.state_history.put(name, state)
        self.order_history.put(name, orders)
        self.result_history.put(name, results)
        self.message_history.put(name, messages)
        self.clear_orders()
        self._go_on()
        return past

    # Movement

    def _ordered(self) -> tuple[list[Said], list[str]]:
        """The order of each unit, and its power."""
        orders, powers = [], []
        for name, power in self.powers.items():
            given = power.orders
            for unit in power.units:
                order = said(unit, given.get(unit, "H"))
                orders.append(order or said(unit, "H"))
                powers.append(name)
        return orders, powers  # type: ignore[return-value]

    def _move(self) -> Told:
        orders, owners = self._ordered()
        plan, fought = fight(orders, owners)
        told = words_of(plan, fought)
        lost = retreats_of(plan, fought)
        self.popped, self.dislodged = [], {}
        gone: dict[str, list[str]] = {}
        came: dict[str, list[str]] = {}
        for number, order in enumerate(orders):
            if fought.arrived[number]:
                gone.setdefault(owners[number], []).append(order.unit)
                came.setdefault(owners[number], []).append(f"{order.unit[0]} {order.goal}")
        for number, places in lost.items():
            power, unit = self.powers[owners[number]], orders[number].unit
            gone.setdefault(owners[number], []).append(unit)
            self.dislodged[unit] = orders[fought.dislodged_by[number]].here
            if places:
                power.retreats[unit] = places
            else:
                self.popped.append(unit)
        for name, units in gone.items():
            self.powers[name].moved(units, came.get(name, ()))
        self._spread(came)
        return told

    def _spread(self, came: dict[str, list[str]]) -> None:
        """A power has influence where its unit came last, and nobody else."""
        for name, units in came.items():
            for unit in units:
                here = province_of(unit[2:])
                for other in self.powers.values():
                    if other.name != name and here in other.influence:
                        other.influence.remove(here)
                self.powers[name].entered([here])

    # Retreats

    def _retreat(self) -> Told:
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
                    came.setdefault(power.name, []).append(f"{unit[0]} {goal}")
        for name, units in came.items():
            self.powers[name].moved((), units)
        self._spread(came)
        for power in self.powers.values():
            power.retreats = {}
        self.dislodged = {}
        self.popped = [unit for unit, words in told.items() if DISBAND in words]
        return told

    # Adjustments

    def _adjust(self) -> Told:
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
        return told

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
            return not any(
                self._due(p) < 0 or (self._due(p) > 0 and self._free_homes(p)) for p in powers
            )
        return False

    def _capture(self) -> None:
        """Each centre goes to the power whose unit is there."""
        owner = {c: power for power in self.powers.values() for c in power.centers}
        for power in self.powers.values():
            for unit in power.units:
                centre = province_of(unit[2:])
                if centre in self.map.scs and owner.get(centre) is not power:
                    if centre in owner:
                        owner[centre].centers.remove(centre)
                    power.centers.append(centre)
                    owner[centre] = power

    def _winner(self) -> str:
        """The power that has enough centres, and more than any other; empty where there is none."""
        first, second = sorted(self.powers.values(), key=lambda p: -len(p.centers))[:2]
        enough = len(first.centers) >= self.win
        return first.name if enough and len(first.centers) > len(second.centers) else ""

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
