"""What may be ordered, as the interface gives it: groups of orders, and the ways to fill each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ninja import Field

from legation.server.api.knowledge import Closed


@dataclass(frozen=True)
class FieldData(Closed):
    """A field that is to be chosen."""

    name: str
    kind: str
    prompt: str


@dataclass(frozen=True)
class RangeData(Closed):
    """A number of an order; `free`: it may be left out."""

    name: str
    min: int
    max: int
    step: int
    free: bool


@dataclass(frozen=True)
class BearingData(Closed):
    """An odd rule that bears on an order, in words, and its clause."""

    text: str
    clause: str


@dataclass(frozen=True)
class GroupData(Closed):
    """One kind of order of one unit, or of your power itself."""

    verb: str
    label: str
    help: str
    clause: str
    slot: str
    fields: list[FieldData]
    rows: Annotated[
        list[list[str | int]],
        Field(
            description="a way each: the fields' values, the order with numbers as {name}, and"
            " which of `numbers` are its ranges, -1 for none"
        ),
    ]
    numbers: list[list[RangeData]]
    letter: str
    at: Annotated[
        dict[str, str] | None, Field(description="where units that may be chosen stand")
    ] = None
    budget: Annotated[
        dict[str, int] | None, Field(description="what you have of a number in all")
    ] = None
    bearings: Annotated[
        list[BearingData] | None, Field(description="odd rules that bear on some of the orders")
    ] = None
    bears: Annotated[
        dict[str, list[int]] | None,
        Field(description="of an order as it is written, which of `bearings` bear on it"),
    ] = None
    more: Annotated[
        str | None, Field(description="how further places are added; {} is the place")
    ] = None
    steps: Annotated[
        bool | None, Field(description="true where it may be ordered and its ways are not listed")
    ] = None


@dataclass(frozen=True)
class UnitMenu(Closed):
    """The orders of a unit."""

    place: str
    unit: str
    groups: list[GroupData]


@dataclass(frozen=True)
class MenuData(Closed):
    """All that your power may order, by unit and beside its units."""

    units: list[UnitMenu]
    beside: list[GroupData]
