"""What became of an order, in the words of the package: `BOUNCE`, `CUT`, `VOID` and so on."""

from __future__ import annotations


class StringableCode:
    """A number and what it says; as a text, what it says."""

    __slots__ = ("code", "message")

    def __init__(self, code: int, message: str) -> None:
        self.code = code
        self.message = message

    def __eq__(self, other: object) -> bool:
        if isinstance(other, StringableCode):
            return self.code == other.code
        return other == self.message

    def __hash__(self) -> int:
        return hash(self.message)

    def __str__(self) -> str:
        return self.message

    def __repr__(self) -> str:
        return f"{self.code}:{self.message}"


class OrderResult(StringableCode):
    """One word of a result. Equal to its text: ``BOUNCE == "bounce"``."""

    __slots__ = ()


ORDER_RESULT_OFFSET = 10000

OK = OrderResult(0, "")
NO_CONVOY = OrderResult(10001, "no convoy")
BOUNCE = OrderResult(10002, "bounce")
VOID = OrderResult(10003, "void")
CUT = OrderResult(10004, "cut")
DISLODGED = OrderResult(10005, "dislodged")
DISRUPTED = OrderResult(10006, "disrupted")
DISBAND = OrderResult(10007, "disband")
MAYBE = OrderResult(10008, "maybe")

BY_WORD = {
    each.message: each
    for each in (OK, NO_CONVOY, BOUNCE, VOID, CUT, DISLODGED, DISRUPTED, DISBAND, MAYBE)
}
"""What it says → the result."""
