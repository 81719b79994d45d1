"""Errors by the names that programs catch."""

from __future__ import annotations

from legation.errors import InputError


class DiplomacyException(InputError):  # noqa: N818 -- the package's name
    """Any of these."""


class MapPowerException(DiplomacyException):
    """There is no such power."""

    def __init__(self, power_name: str) -> None:
        super().__init__(f'there is no power "{power_name}": the map has seven, such as FRANCE.')


class GamePhaseException(DiplomacyException):
    """A message is of another phase than the game."""


class GameIdException(DiplomacyException):
    """Something is of another game."""
