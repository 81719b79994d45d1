"""Saved games: a dict a game, as the package writes them, and files with one a line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from legation.compat.diplomacy.games import Game
from legation.compat.diplomacy.phasedata import GamePhaseData
from legation.errors import FileError, InputError

RULES_TO_SKIP = ("SOLITAIRE", "NO_DEADLINE", "CD_DUMMIES", "ALWAYS_WAIT", "IGNORE_ERRORS")
"""Rules that are not written: they concern who sits where, and when."""


def to_saved_game_format(
    game: Game, output_path: str | None = None, output_mode: str = "a"
) -> dict[str, Any]:
    """A game as a dict: its phases, the open one last; also added as a line to a file, if named."""
    rules = [rule for rule in game.rules if rule not in RULES_TO_SKIP]
    phases = [phase.to_dict() for phase in (*game.get_phase_history(), game.get_phase_data())]
    for phase in phases:
        told = {"game_id": game.game_id, "map": game.map_name, "rules": rules}
        phase["state"] = {**phase["state"], **told}
    saved = {"id": game.game_id, "map": game.map_name, "rules": rules, "phases": phases}
    if output_path:
        try:
            with open(output_path, output_mode, encoding="utf-8") as file:
                file.write(json.dumps(saved, separators=(",", ":")) + "\n")
        except OSError as error:
            raise FileError(output_path, f"it cannot be written: {error.strerror}.") from None
    return saved


def from_saved_game_format(saved_game: Mapping[str, Any]) -> Game:
    """The game of such a dict, of the package's or ours; its last phase is open.

    Raises:
        InputError: for what is no saved game, or one of another map.
    """
    if not isinstance(saved_game.get("phases"), list):
        raise InputError('a saved game is a dict with a list of "phases".')
    game = Game(saved_game.get("id"), saved_game.get("map", "standard"), saved_game.get("rules"))
    phases = [GamePhaseData.from_dict(phase) for phase in saved_game["phases"]]
    game.set_phase_data(phases)
    return game


def load_saved_games_from_disk(input_path: str, on_error: str = "raise") -> list[Game]:
    """The games of a file, one a line; `on_error`: ``raise``, ``warn`` or ``ignore``.

    Raises:
        FileError: for a line that holds none, where that is not to be passed over.
    """
    games = []
    try:
        with open(input_path, encoding="utf-8") as file:
            lines = list(file)
    except OSError as error:
        raise FileError(input_path, f"it cannot be read: {error.strerror}.") from None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            games.append(from_saved_game_format(json.loads(line)))
        except (ValueError, KeyError, TypeError, InputError) as error:
            if on_error == "raise":
                raise FileError(input_path, f"this is no saved game: {error}", number) from None
            if on_error == "warn":
                print(f"{input_path}, line {number}: no saved game, passed over.")
    return games


def is_valid_saved_game(saved_game: Mapping[str, Any]) -> bool:
    """Do its orders, carried out again, lead through every board that it tells?"""
    try:
        phases = [GamePhaseData.from_dict(phase) for phase in saved_game["phases"]]
    except (KeyError, TypeError, AttributeError):
        return False
    for number, phase in enumerate(phases[:-1]):
        game = Game(map_name=saved_game.get("map", "standard"), rules=saved_game.get("rules"))
        game.set_state(phase.state)
        for name, orders in phase.orders.items():
            game.set_orders(name, orders or [])
            if sorted(game.get_orders(name)) != sorted(orders or []):
                return False
        game.process()
        if not _alike(game.get_state(), phases[number + 1].state):
            return False
    return True


def _alike(state: Mapping[str, Any], told: Mapping[str, Any]) -> bool:
    if state["name"] != told.get("name"):
        return False
    return all(
        sorted(state[key][name]) == sorted(told[key].get(name, ()))
        for key in ("units", "centers")
        for name in state[key]
    )
