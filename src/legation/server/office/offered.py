"""The acts of operators as they are offered, by the page and by the verb alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from legation.server.office import acts


@dataclass(frozen=True, slots=True)
class Offered:
    """An act: what it wants to be told beside a reason, and how it is done.

    `question` is asked first on the page, with what comes of it; `do` says what
    was done.
    """

    wants: tuple[str, ...]
    question: str
    warning: str
    do: Callable[..., str]


_OUT = "All sessions and tokens of the account end now, and it is told by mail. Seats stay."
_IN = "The account may be used again, and is told by mail."
_NAME = "Players read the new name everywhere, also in games that are over."
_STILL = "No phase ends until it goes on; orders and press are taken. Players read it."
_ON = "Each phase has the time that it had left."

ACTS: Mapping[str, Offered] = {
    "suspend": Offered(("name",), "Suspend {name}?", _OUT, acts.suspend),
    "reinstate": Offered(("name",), "Let {name} in again?", _IN, acts.reinstate),
    "rename": Offered(("name", "new"), "Call {name} {new}?", _NAME, acts.rename),
    "stop": Offered(("game",), "Stop the clock of {game}?", _STILL, acts.stop),
    "go-on": Offered(("game",), "Let the clock of {game} go on?", _ON, acts.go_on),
    "stop-all": Offered((), "Stop the clocks of all games?", _STILL, acts.stop_all),
    "go-on-all": Offered((), "Let the clocks of all games go on?", _ON, acts.go_on_all),
}
