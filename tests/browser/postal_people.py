"""Those who take part in a postal game: a mail office, and browsers of the master and players."""

import base64
import re
import shutil
import socketserver
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any, TypeVar

import typst
from serving import DESK, PHONE

SECONDS = 60
PASSWORD = "a long enough one"
Page = Any
T = TypeVar("T")


class Office(socketserver.ThreadingTCPServer):
    """A mail server: it keeps what it takes, and takes nothing for an address that is gone."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, gone: str) -> None:
        super().__init__(("127.0.0.1", 0), _Line)
        self.gone = gone
        self.taken: list[EmailMessage] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """As a server is told of it."""
        return f"smtp://127.0.0.1:{self.server_address[1]}"

    def letters(self, to: str, about: str) -> list[str]:
        """The texts of the letters to somebody whose subject has these words."""
        return [
            str(letter.get_content())
            for letter in self.taken
            if to in str(letter["To"]) and about in str(letter["Subject"])
        ]

    def letter(self, to: str, about: str) -> str:
        """The latest of them, when it has come."""
        return until(lambda: self.letters(to, about), f"a letter to {to} about {about}")[-1]


class _Line(socketserver.StreamRequestHandler):
    server: Office

    def handle(self) -> None:
        self._say("220 here")
        while words := self.rfile.readline().decode().strip():
            verb = words.split(":")[0].split()[0].upper()
            if verb == "RCPT" and self.server.gone in words:
                self._say("550 nobody of that name")
            elif verb == "DATA":
                self._say("354 go on")
                self._take()
            else:
                self._say("221 bye" if verb == "QUIT" else "250 ok")

    def _take(self) -> None:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        letter = message_from_bytes(b"".join(lines), policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.server.taken.append(letter)
        self._say("250 taken")

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


def until(found: Callable[[], T], what: str) -> T:
    """What is found, as soon as it is."""
    end = time.monotonic() + SECONDS
    while not (result := found()):
        assert time.monotonic() < end, f"not within {SECONDS} s: {what}"
        time.sleep(0.1)
    return result


def link_in(letter: str) -> str:
    """The first address that a letter names."""
    found = re.search(r"https?://\S+", letter)
    assert found, letter
    return found[0].rstrip(".")


@dataclass
class Person:
    """Somebody with a browser."""

    name: str
    browser: Any
    url: str
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.context = self.browser.new_context(viewport=DESK, base_url=self.url)
        self.context.set_default_timeout(SECONDS * 1000)
        self.page = self.window()

    @property
    def mail(self) -> str:
        """His address."""
        return f"{self.name.lower()}@example.org"

    def window(self) -> Page:
        """One more window; a script that fails in it is noted."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        return page

    def sign_up(self, office: Office) -> None:
        """Makes an account on the page that is open, by the letter that is written then."""
        self.page.get_by_label("Name").fill(self.name)
        self.page.get_by_label("Address").fill(self.mail)
        self.follow("main button.first")
        self.page.goto(link_in(office.letter(self.mail, "Confirm")))
        self.page.get_by_label("Password").fill(PASSWORD)
        self.follow("main button.first")

    def follow(self, where: str) -> None:
        """Presses or follows what leads to another page, and waits for that."""
        with self.page.expect_navigation():
            self.page.click(where)

    def press(self, *buttons: str) -> None:
        """Presses buttons of the page, one after the other."""
        for text in buttons:
            with self.page.expect_navigation():
                self.page.get_by_role("button", name=text, exact=True).click()

    def sure(self) -> None:
        """Says yes, where the page asks."""
        if self.page.get_by_role("link", name="Leave it").count():
            self.follow("main button.first")

    def reads(self, *texts: str) -> None:
        """Does the page say so?"""
        said = " ".join(self.page.inner_text("main").split())
        for text in texts:
            assert text in said, (text, said)


@dataclass
class Album:
    """Where pictures go, if anywhere: each of a phone and a desk."""

    folder: Path | None = None

    def takes(self, page: Page, name: str, at: str = "", *, only: str = "") -> None:
        """What is seen of a page from a place of it; none is wider than its window."""
        for called, view in (("phone", PHONE), ("desk", DESK)):
            page.set_viewport_size(view)
            page.wait_for_timeout(100)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= view["width"], (name, called, wide)
            if self.folder and only in ("", called):
                self._take(page, at, self.folder / f"{name}-{called}.jpg")
        page.set_viewport_size(DESK)

    def _take(self, page: Page, at: str, file: Path) -> None:
        page.evaluate("at => at ? document.querySelector(at).scrollIntoView() : scrollTo(0, 0)", at)
        page.wait_for_timeout(700)
        page.screenshot(path=str(file), type="jpeg", quality=55)
        print(file.name, f"{file.stat().st_size // 1024} kB", flush=True)

    def keeps(self, page: Page, printed: bytes, name: str) -> None:
        """A file of PDF, and a picture of its first sheet."""
        assert printed.startswith(b"%PDF")
        if self.folder is None:
            return
        (self.folder / f"{name}.pdf").write_bytes(printed)
        with tempfile.TemporaryDirectory() as place:
            sheet = Path(place) / "sheet.typ"
            shutil.copy(self.folder / f"{name}.pdf", place)
            sheet.write_text(
                f'#set page(width: auto, height: auto, margin: 0pt)\n#image("{name}.pdf")'
            )
            drawn = base64.b64encode(typst.compile(str(sheet), format="png", ppi=110)).decode()
        shown = page.context.browser.new_page()  # one whose address allows such a picture
        shown.set_content(f'<body style="margin:0"><img src="data:image/png;base64,{drawn}">')
        shown.locator("img").screenshot(
            path=str(self.folder / f"{name}.jpg"), type="jpeg", quality=60
        )
