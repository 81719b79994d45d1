"""A border of two provinces, as reports, ledgers and boards name it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class BorderName:
    """Two provinces: the land before the sea, else by the alphabet: ``Bur-Mun``.

    A border has one name, whichever side one comes from.
    """

    first: str
    second: str

    def __post_init__(self) -> None:
        first, second = self.first, self.second
        if (first.isupper(), first) > (second.isupper(), second):
            object.__setattr__(self, "first", second)
            object.__setattr__(self, "second", first)

    @property
    def sides(self) -> tuple[str, str]:
        """Both provinces."""
        return self.first, self.second

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"
