"""Who looks at a game."""

from __future__ import annotations

from dataclasses import dataclass

from legation.errors import InputError
from legation.rules.rulebook import Rulebook

POWER_ROLE, SPECTATOR_ROLE, MASTER_ROLE, ARCHIVE_ROLE = (
    "power",
    "spectator",
    "game master",
    "archive",
)
ROLES = (POWER_ROLE, SPECTATOR_ROLE, MASTER_ROLE, ARCHIVE_ROLE)


@dataclass(frozen=True, slots=True)
class Viewer:
    """A power, a spectator, the game master, or the archive of a finished game.

    `power` is the name of the power, empty for the other roles.

    Raises:
        InputError: for a role that does not exist, or a power without its name.
    """

    role: str
    power: str = ""

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise InputError(f'nobody looks as "{self.role}"; there are {", ".join(ROLES)}.')
        if (self.role == POWER_ROLE) != bool(self.power):
            raise InputError("a viewer who is a power has its name, and no other viewer has one.")

    @property
    def knows_all(self) -> bool:
        """Is everything that anybody was told told to him too?"""
        return self.role in (MASTER_ROLE, ARCHIVE_ROLE)

    def __str__(self) -> str:
        return self.power or self.role


SPECTATOR = Viewer(SPECTATOR_ROLE)
GAME_MASTER = Viewer(MASTER_ROLE)
ARCHIVE = Viewer(ARCHIVE_ROLE)

_SPELLED = {
    "spectator": SPECTATOR,
    "gm": GAME_MASTER,
    "game master": GAME_MASTER,
    "archive": ARCHIVE,
}


def power_viewer(power: str) -> Viewer:
    """The viewer who plays this power."""
    return Viewer(POWER_ROLE, power)


def find_viewer(book: Rulebook, text: str) -> Viewer:
    """The viewer that a text names: a power, ``spectator``, ``gm`` or ``archive``.

    Raises:
        NameUnknownError: where it names none of them.
        AmbiguousOrderError: where it is the beginning of several powers.
        InputError: where it is no text, as when a View is given in its place.
    """
    if not isinstance(text, str):
        raise InputError(f"a viewer is a text, not {type(text).__name__}.")
    spelled = _SPELLED.get(" ".join(text.casefold().replace("-", " ").split()))
    return spelled or power_viewer(book.names.find_power(text))
