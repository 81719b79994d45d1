"""Players: they save, seal, write, send twice and too late, and note what was acknowledged."""

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import httpx

ACKNOWLEDGED, REFUSED, UNKNOWN = "acknowledged", "refused", "unknown"
ORDERS = {
    "Austria": ("A Vie - Gal\nF Tri - Alb", "A Bud - Ser", "A Vie - Tri\nF Tri - ADR", ""),
    "Turkey": ("A Con - Bul", "A Smy - Con\nF Ank - BLA", "A Con - Bul\nF Ank - Con", ""),
}
_PATIENCE = 15.0
_TRIES = 40


@dataclass(frozen=True)
class Seat:
    """Whose seat: the game's number and name, the power, and the session of its player."""

    game: int
    slug: str
    power: str
    session: str


@dataclass
class Sent:
    """One thing that was sent: a sheet, by its number, or a message."""

    seat: Seat
    number: int
    serial: int
    outcome: str = UNKNOWN


@dataclass
class Ledger:
    """All that was sent, and what came of it."""

    sheets: list[Sent] = field(default_factory=list)
    messages: list[Sent] = field(default_factory=list)
    duplicates: int = 0
    late: int = 0
    busy: int = 0
    answers: int = 0

    def acknowledged(self) -> int:
        """How much was said to be stored."""
        return sum(s.outcome == ACKNOWLEDGED for s in (*self.sheets, *self.messages))


class Player(threading.Thread):
    """One player of one game."""

    def __init__(
        self,
        seat: Seat,
        ports: Callable[[], list[int]],
        ledger: Ledger,
        dice: random.Random,
        over: threading.Event,
    ) -> None:
        super().__init__(daemon=True)
        self.seat, self.ports, self.ledger, self.dice, self.over = seat, ports, ledger, dice, over
        self.number, self.serial, self.edition = 0, 0, "0"
        self._client = httpx.Client(timeout=_PATIENCE, follow_redirects=False)
        self._both = ThreadPoolExecutor(2)

    def run(self) -> None:
        """Plays until it is over."""
        while not self.over.is_set():
            chance = self.dice.random()
            if chance < 0.12:
                self.write()
            elif chance < 0.2:
                self._ask("GET", "")
            elif chance < 0.28 and self.serial:
                self.save(late=True)
            else:
                self.save()
            self.over.wait(self.dice.uniform(0.1, 0.7))
        self._both.shutdown()
        self._client.close()

    def save(self, late: bool = False) -> None:
        """Hands in a sheet, perhaps twice, perhaps ready; or one for a phase that is over."""
        self.number += 1
        serial = self.serial - 1 if late else self.serial
        orders = self.dice.choice(ORDERS[self.seat.power]) if serial == 0 else ""
        typed = f"{orders}\n# {self.number}".lstrip()
        data = {"serial": str(serial), "edition": self.edition, "typed": typed}
        if self.dice.random() < 0.5:
            data["ready"] = "sure"
        sent = Sent(self.seat, self.number, serial)
        self.ledger.sheets.append(sent)
        self.ledger.late += late
        if self.dice.random() < 0.1:
            self.ledger.duplicates += 1
            found = list(self._both.map(lambda _: self._ask("POST", "sheet", data), range(2)))
        else:
            found = [self._ask("POST", "sheet", data)]
        outcomes = [self._outcome(answer, typed) for answer in found]
        for outcome in (REFUSED, UNKNOWN, ACKNOWLEDGED):  # the last that is met counts
            if outcome in outcomes:
                sent.outcome = outcome

    def write(self) -> None:
        """Sends a message until it is acknowledged, as a page does; perhaps twice at once."""
        self.number += 1
        data = {"text": f"message {self.number}", "token": f"{self.dice.getrandbits(128):032x}"}
        sent = Sent(self.seat, self.number, self.serial)
        self.ledger.messages.append(sent)
        twice = self.dice.random() < 0.2
        self.ledger.duplicates += twice
        for _ in range(_TRIES):
            path = "press/public/send"
            asked = [self._both.submit(self._ask, "POST", path, data) for _ in range(1 + twice)]
            for answer in [each.result() for each in asked]:
                if answer is not None and _data(answer).get("sent"):
                    sent.outcome = ACKNOWLEDGED
            if sent.outcome == ACKNOWLEDGED or self.over.is_set():
                return
            time.sleep(0.3)

    def _outcome(self, answer: httpx.Response | None, typed: str) -> str:
        if answer is None:
            return UNKNOWN
        data = _data(answer)
        sheet = data.get("sheet") if isinstance(data.get("sheet"), dict) else data
        assert isinstance(sheet, dict)
        if data.get("closed"):
            now = int(str(data["serial"]))
            if now != self.serial:
                self.serial, self.edition = now, "0"
            return REFUSED
        if "edition" in sheet and sheet.get("serial", self.serial) == self.serial:
            self.edition = str(sheet["edition"])
        if data.get("elsewhere"):
            return REFUSED
        if answer.status_code == 200 and "error" not in data and sheet.get("typed") == typed:
            return ACKNOWLEDGED
        return UNKNOWN

    def _ask(
        self, method: str, path: str, data: dict[str, str] | None = None
    ) -> httpx.Response | None:
        """Asks one of the servers; None where no answer comes."""
        address = f"http://127.0.0.1:{self.dice.choice(self.ports())}/games/{self.seat.slug}/{path}"
        cookies = f"sessionid={self.seat.session}; csrftoken={_COOKIE}"
        head = {"Cookie": cookies, "X-CSRFToken": _COOKIE}
        if method == "POST":
            head["Accept"] = "application/json"
        try:
            answer = self._client.request(method, address, data=data, headers=head)
        except httpx.HTTPError:
            return None
        self.ledger.answers += 1
        self.ledger.busy += answer.status_code == 503
        return answer


_COOKIE = "x" * 32
"""A CSRF cookie and what a script sends with it: the browser's own, of 32 letters."""


def _data(answer: httpx.Response) -> dict[str, object]:
    try:
        found = answer.json()
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
