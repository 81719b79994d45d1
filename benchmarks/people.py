"""People at two servers: each hears at one, writes at the other, and notes what he was told."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

import httpx
from players import ACKNOWLEDGED, Seat, Sent

OPENINGS = {
    "Austria": "A Vie - Gal",
    "England": "F Lon - NTH",
    "France": "A Par - Bur",
    "Germany": "A Mun - Ruh",
    "Italy": "A Rom - Apu",
    "Russia": "F Sev - BLA",
    "Turkey": "A Smy - Arm",
}
"""Nobody takes a centre by them, so that movements alone follow on one another."""

_COOKIE = "x" * 32
_ANSWER = 4.0  # seconds until another server is asked
_SILENCE = 40.0  # a stream says something every fifteen
_MOST = 60.0
"""Seconds in which a sheet must have been stored, and what was told been heard."""


class Told(NamedTuple):
    """One event of a stream."""

    kind: str
    number: str
    at: float
    web: int


@dataclass
class Figures:
    """What was measured by all."""

    wakes: list[float] = field(default_factory=list)
    """Seconds from sending a sheet to one machine to hearing of it from the other."""

    asked: list[int] = field(default_factory=lambda: [0, 0])
    """Sheets that each machine acknowledged."""

    unanswered: int = 0
    ended: list[float] = field(default_factory=list)
    """Seconds from the last sheet of a phase to hearing that the phase is over."""


class Person:
    """One player: his seat, the machine at which he hears, and what he was told there."""

    def __init__(
        self, seat: Seat, webs: Sequence[str], home: int, figures: Figures, dice: random.Random
    ) -> None:
        self.seat, self.home, self.at = seat, home, home
        self.told: list[Told] = []
        self.sent: list[Sent] = []
        self.begins = 0
        """How often his stream was opened."""
        self._webs, self._figures, self._dice = webs, figures, dice
        cookies = f"sessionid={seat.session}; csrftoken={_COOKIE}"
        head = {"Cookie": cookies, "X-CSRFToken": _COOKIE}
        self._client = httpx.AsyncClient(headers=head, timeout=_ANSWER)
        self._line: asyncio.Task[None] | None = None
        self._last = ""

    @property
    def phases(self) -> list[str]:
        """The ids of what he was told of phases that ended."""
        return [told.number for told in self.told if told.kind == "phase"]

    def told_of(self, serial: int) -> float:
        """When he was told that a phase was over."""
        return [told.at for told in self.told if told.kind == "phase"][serial]

    async def listen(self) -> None:
        """Keeps a stream open; where it breaks, another machine goes on from what he heard last."""
        while True:
            self._line = asyncio.ensure_future(self._hear())
            await asyncio.wait({self._line})
            if self._line.cancelled():
                self.at = self.home
                continue
            self.at = 1 - self.at
            await asyncio.sleep(0.2)

    def go_home(self) -> None:
        """Opens his page again at the machine where he began."""
        if self.at != self.home and self._line is not None:
            self._line.cancel()

    async def _hear(self) -> None:
        web = self.at
        head = {"Accept": "text/event-stream"} | (
            {"Last-Event-ID": self._last} if self._last else {}
        )
        patience = httpx.Timeout(_ANSWER, read=_SILENCE)
        with suppress(httpx.HTTPError):
            address = f"{self._webs[web]}/games/{self.seat.slug}/events"
            async with self._client.stream("GET", address, headers=head, timeout=patience) as line:
                if line.status_code != 200:
                    return
                self.begins += 1
                async for kind, number in _events(line.aiter_lines()):
                    self._last = number or self._last
                    if kind:
                        self.told.append(Told(kind, number, time.monotonic(), web))

    async def save(self, serial: int) -> None:
        """Hands in a sheet and is ready, at the machine where he does not hear; until it stands."""
        number = len(self.sent) + 1
        orders = OPENINGS[self.seat.power] if serial == 0 else ""
        typed = f"{orders}\n# {number}".lstrip()
        data = {"serial": str(serial), "typed": typed, "ready": "sure"}
        sent = Sent(self.seat, number, serial)
        self.sent.append(sent)
        until, web = time.monotonic() + _MOST, 1 - self.at
        while time.monotonic() < until:
            began = time.monotonic()
            answer = await self._post(web, data)
            sheet = answer.get("sheet") or answer
            if isinstance(sheet, dict) and sheet.get("typed") == typed and "error" not in answer:
                sent.outcome = ACKNOWLEDGED
                self._figures.asked[web] += 1
                await self._woken(began, web)
                return
            if answer.get("closed"):
                return  # his answer was lost; all were ready, so it stands
            self._figures.unanswered += 1
            web = 1 - web
            await asyncio.sleep(0.2)
        raise AssertionError(f"{self.seat}: sheet {number} found nobody who took it")

    async def _woken(self, began: float, web: int) -> None:
        """Waits until the other machine has told of it."""

        def heard() -> list[Told]:
            return [told for told in self.told if told.kind == "sheet" and told.at > began]

        await until(
            lambda: bool(heard()), f"{self.seat.slug}: {self.seat.power} hears of his sheet"
        )
        if heard()[0].web != web:
            self._figures.wakes.append(heard()[0].at - began)

    async def _post(self, web: int, data: dict[str, str]) -> dict[str, object]:
        address = f"{self._webs[web]}/games/{self.seat.slug}/sheet"
        with suppress(httpx.HTTPError, ValueError):
            head = {"Accept": "application/json"}
            answer = await self._client.post(address, data=data, headers=head)
            found = answer.json() if answer.status_code in (200, 409) else {}
            return found if isinstance(found, dict) else {}
        return {}

    async def page(self, web: int) -> str:
        """The board as one of the machines shows it."""
        answer = await self._client.get(f"{self._webs[web]}/games/{self.seat.slug}/")
        assert answer.status_code == 200, answer.status_code
        return answer.text

    async def leave(self) -> None:
        """Closes all."""
        await self._client.aclose()


async def _events(lines: AsyncIterator[str]) -> AsyncIterator[tuple[str, str]]:
    """Events as a browser reads them: kind and id of each that came whole."""
    kind = number = ""
    async for line in lines:
        name, _, value = line.partition(": ")
        if not line:
            yield kind, number
            kind = ""
        elif name == "event":
            kind = value
        elif name == "id":
            number = value


async def until(so: object, what: str, seconds: float = _MOST) -> None:
    """Waits until it is so.

    Raises:
        AssertionError: where it is not so in time.
    """
    assert callable(so)
    end = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < end, f"not within {seconds:.0f} s: {what}"
        await asyncio.sleep(0.02)
