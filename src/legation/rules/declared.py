"""What the file of a variant says instead of code, as the standard answers read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

HOME, ANY_HOME, OWNED, ANYWHERE = "home", "any-home", "owned", "anywhere"
SITES: Mapping[str, str] = MappingProxyType(
    {
        HOME: "a vacant home centre of one's own",
        ANY_HOME: "a vacant home centre, anybody's, that one owns",
        OWNED: "a vacant centre that one owns",
        ANYWHERE: "a vacant province that is no other power's centre",
    }
)
"""Where units may be built, and how that reads after "into"."""

OWN, ADJACENT, ALL, SEEN = "own", "adjacent", "all", "seen"
"""What a power sees of the board: where its units are, what is beside that too, or all of it."""


@dataclass(frozen=True, slots=True)
class Builds:
    """Where a power builds, one of `SITES`, and the clause that says so."""

    where: str = HOME
    clause: str = "STD-ADJ"


@dataclass(frozen=True, slots=True)
class Aims:
    """What wins beside a number of centres, and the clause that says so.

    Who owns all places of `hold` wins. `leader`: when the last year is over, who
    has the most centres wins; of several each has a share. Otherwise it is a draw.
    """

    hold: tuple[str, ...] = ()
    leader: bool = False
    clause: str = "STD-END"


@dataclass(frozen=True, slots=True)
class Sight:
    """How far powers see, whose orders they are told of, and the clause that says so.

    `orders` are those of all units that one sees (SEEN), or of one's own alone (OWN).
    """

    sees: str = ALL
    clause: str = ""
    orders: str = SEEN

    @property
    def hides(self) -> bool:
        """Is anything kept from anybody?"""
        return self.sees != ALL or self.orders != SEEN
