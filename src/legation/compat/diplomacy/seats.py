"""Who plays a game, by which rules, and how it stands."""

from __future__ import annotations

import random

from legation.compat.diplomacy import settings
from legation.compat.diplomacy.turning import Turning

SERVER, OMNISCIENT, OBSERVER = "server_type", "omniscient_type", "observer_type"


class Seats(Turning):
    """Rules, status and players; the fifth floor of `games.Game`."""

    role = SERVER

    def __str__(self) -> str:
        lines = [f"GAME {self.game_id}", f"PHASE {self.phase}", f"MAP {self.map_name}"]
        return "\n".join([*lines, *(f"RULE {rule}" for rule in self.rules)])

    def current_state(self) -> str:
        """The game as a short text."""
        return str(self)

    # Rules

    def add_rule(self, rule: str) -> None:
        """Play by one more rule."""
        self.rules, self.no_rules = settings.chosen([*self.rules, rule])

    def remove_rule(self, rule: str) -> None:
        """Play by one rule less."""
        self.rules = [each for each in self.rules if each != rule]

    @property
    def no_press(self) -> bool:
        """May nobody write to anybody?"""
        return "NO_PRESS" in self.rules

    @property
    def public_press(self) -> bool:
        """May players write to all alone?"""
        return "PUBLIC_PRESS" in self.rules

    @property
    def power_choice(self) -> bool:
        """May players choose their power?"""
        return "POWER_CHOICE" in self.rules

    @property
    def solitaire(self) -> bool:
        """Does one program play all powers?"""
        return "SOLITAIRE" in self.rules

    @property
    def civil_disorder(self) -> bool:
        """Are powers that nobody plays in civil disorder?"""
        return "CIVIL_DISORDER" in self.rules

    @property
    def multiple_powers_per_player(self) -> bool:
        """May a player have several powers?"""
        return "MULTIPLE_POWERS_PER_PLAYER" in self.rules

    @property
    def no_observations(self) -> bool:
        """May nobody watch?"""
        return "NO_OBSERVATIONS" in self.rules

    @property
    def real_time(self) -> bool:
        """Is a phase carried out as soon as all have ordered?"""
        return "REAL_TIME" in self.rules

    @property
    def start_master(self) -> bool:
        """Does a master start it?"""
        return "START_MASTER" in self.rules

    # Status

    def set_status(self, status: str) -> None:
        """Set the status: ``forming``, ``active``, ``paused``, ``completed`` or ``canceled``."""
        self.status = status

    @property
    def is_game_forming(self) -> bool:
        """Is it yet to begin?"""
        return self.status == "forming"

    @property
    def is_game_active(self) -> bool:
        """Is it played?"""
        return self.status == "active"

    @property
    def is_game_paused(self) -> bool:
        """Is it stopped for now?"""
        return self.status == "paused"

    @property
    def is_game_canceled(self) -> bool:
        """Was it stopped for good?"""
        return self.status == "canceled"

    @property
    def is_game_completed(self) -> bool:
        """Was it played to its end?"""
        return self.status == "completed"

    # Players

    def set_controlled(self, power_name: str, username: str | None) -> None:
        """Give a power to a player, or to nobody."""
        self._known(power_name).set_controlled(username)

    def get_controllers(self) -> dict[str, str]:
        """Who plays which power; ``dummy`` where nobody does."""
        return {name: power.controller for name, power in self.powers.items()}

    def get_controllers_timestamps(self) -> dict[str, int]:
        """Since when who plays a power has done so."""
        return {name: power.controlled_since for name, power in self.powers.items()}

    def count_controlled_powers(self) -> int:
        """How many powers somebody plays."""
        return sum(power.is_controlled() for power in self.powers.values())

    def get_controlled_power_names(self, username: str) -> list[str]:
        """The powers of a player."""
        return [n for n, power in self.powers.items() if power.is_controlled_by(username)]

    def get_dummy_power_names(self) -> set[str]:
        """The powers that nobody plays."""
        return {name for name, power in self.powers.items() if power.is_dummy()}

    def get_dummy_unordered_power_names(self) -> list[str]:
        """Those of them that have no orders."""
        dummies = self.get_dummy_power_names()
        return [n for n, p in self.powers.items() if n in dummies and not p.order_is_set]

    def is_controlled(self, power_name: str) -> bool:
        """Does somebody play this power?"""
        return self._known(power_name).is_controlled()

    def is_dummy(self, power_name: str) -> bool:
        """Does nobody play this power?"""
        return self._known(power_name).is_dummy()

    def set_wait(self, power_name: str, wait: bool) -> None:
        """Say whether a power wants to be waited for."""
        self._known(power_name).wait = wait

    def does_not_wait(self) -> bool:
        """Has every power that is left its orders, and need none be waited for?"""
        return all(p.is_eliminated() or p.does_not_wait() for p in self.powers.values())

    def has_draw_vote(self) -> bool:
        """Has every power that is left voted for a draw?"""
        return all(p.is_eliminated() or p.vote == "yes" for p in self.powers.values())

    def count_voted(self) -> int:
        """How many powers that are left have voted."""
        left = (p for p in self.powers.values() if not p.is_eliminated())
        return sum(power.vote != "neutral" for power in left)

    def clear_vote(self) -> None:
        """Take all votes back."""
        for power in self.powers.values():
            power.vote = "neutral"

    def get_random_power_name(self) -> str:
        """A power that nobody plays, by chance.

        Raises:
            IndexError: where somebody plays each.
        """
        return random.choice(sorted(self.get_dummy_power_names()))

    @property
    def power(self) -> None:
        """No power's game: one knows all of it here."""
        return None

    def is_server_game(self) -> bool:
        """Is it the game of a host, who carries it out?"""
        return self.role == SERVER

    def is_player_game(self) -> bool:
        """Is it the game of one power?"""
        return self.role in self.powers

    def is_observer_game(self) -> bool:
        """Is it the game of somebody who watches?"""
        return self.role == OBSERVER

    def is_omniscient_game(self) -> bool:
        """Is it the game of somebody who watches, and knows all?"""
        return self.role == OMNISCIENT

    # Nothing is kept beside the board

    @property
    def orders(self) -> dict[str, str]:
        """The orders of a movement, by unit."""
        return {u: order for power in self.powers.values() for u, order in power.orders.items()}

    @property
    def zobrist_hash(self) -> int:
        """`get_hash` as a number."""
        return int(self.get_hash())

    def rebuild_hash(self) -> str:
        """`get_hash`: it is reckoned each time."""
        return self.get_hash()

    def build_caches(self) -> None:
        """Nothing: what hangs on the board is asked of it each time."""

    clear_cache = build_caches
