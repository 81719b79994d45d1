"""Letters on their way: one line a batch, cut in time, and what fails keeps no other from going."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from smtplib import SMTPException
from typing import Any

import pytest
from django.core.mail import get_connection
from django.test import override_settings
from django.utils import timezone
from tables import person

from legation.server.post import outbox
from legation.server.post.models import Letter
from legation.server.running.carrier import Carrier
from legation.server.running.rounds import Away
from legation.server.settings.mail import mail

pytestmark = pytest.mark.django_db


class Office(socketserver.ThreadingTCPServer):
    """A mail server: who came, to whom letters went, and whose it does not take."""

    daemon_threads = True

    def __init__(self, refused: str = "", most: int = 100) -> None:
        super().__init__(("127.0.0.1", 0), Clerk)
        self.refused, self.most = refused, most
        self.lines = 0
        self.taken: list[str] = []


class Clerk(socketserver.StreamRequestHandler):
    """One line to it, as RFC 5321 has it, as far as our letters need it."""

    server: Office

    def handle(self) -> None:
        self.server.lines += 1
        self.say("220 here")
        to = ""
        while words := self.rfile.readline().decode().strip():
            match words.split(":")[0].split()[0].upper():
                case "RCPT":
                    to = words.partition("<")[2].partition(">")[0]
                    self.say("550 nobody of that name" if to == self.server.refused else "250 ok")
                case "DATA":
                    self.say("354 go on")
                    while self.rfile.readline() != b".\r\n":
                        pass
                    self.server.taken.append(to)
                    if len(self.server.taken) == self.server.most:
                        return  # it hangs up without a word
                    self.say("250 taken")
                case "QUIT":
                    self.say("221 bye")
                    return
                case _:
                    self.say("250 ok")

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@contextmanager
def at(server: socketserver.BaseServer, **more: Any) -> Iterator[None]:
    """Letters go to this server."""
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    address: Any = server.server_address
    try:
        with override_settings(**mail(f"smtp://127.0.0.1:{address[1]}"), **more):
            yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def post(*names: str) -> list[str]:
    """Letters to people of these names; their addresses."""
    now = timezone.now()
    letters = [
        Letter(
            key=name,
            user=person(name),
            kind="game",
            subject="S",
            body="B.\n",
            made_at=now,
            due_at=now,
        )
        for name in names
    ]
    outbox.post(letters)
    return [f"{name}@example.org" for name in names]


def tries() -> dict[str, tuple[int, bool]]:
    """How often each letter was tried, and whether it went."""
    rows = Letter.objects.values_list("key", "tries", "sent_at")
    return {key: (number, sent is not None) for key, number, sent in rows}


def test_a_batch_goes_over_one_line() -> None:
    wanted = post("Ann", "Bob", "Cid")
    with Office() as office, at(office):
        assert Carrier().once() == 3
    assert office.taken == wanted
    assert office.lines == 1


def test_whom_the_server_does_not_know_keeps_no_other_waiting() -> None:
    post("Ann", "Bob", "Cid")
    with Office(refused="Bob@example.org") as office, at(office):
        assert Carrier().once() == 2
    assert office.taken == ["Ann@example.org", "Cid@example.org"]
    assert Letter.objects.get(key="Bob").failed
    assert office.lines == 1


def test_a_line_that_breaks_costs_one_letter_a_try() -> None:
    post("Ann", "Bob", "Cid")
    with Office(most=2) as office, at(office), pytest.raises(Away, match="mail server is lost"):
        Carrier().once()
    assert tries() == {"Ann": (1, True), "Bob": (1, False), "Cid": (0, False)}


def test_a_server_that_is_away_costs_no_letter_a_try() -> None:
    post("Ann")
    with Office() as office:
        port = office.server_address[1]
    with (
        override_settings(**mail(f"smtp://127.0.0.1:{port}")),
        pytest.raises(Away, match="the mail server is away: "),
    ):
        Carrier().once()
    assert tries() == {"Ann": (0, False)}


class Dripping(socketserver.BaseRequestHandler):
    """Says a letter every now and then, and comes to no end of its greeting."""

    def handle(self) -> None:
        try:
            while True:
                self.request.sendall(b"2")
                threading.Event().wait(0.05)
        except OSError:
            pass  # the other side has hung up


def test_a_server_that_never_comes_to_an_end_is_cut_off() -> None:
    with (
        socketserver.ThreadingTCPServer(("127.0.0.1", 0), Dripping) as server,
        at(server, MAIL_SECONDS=0.3),
        pytest.raises(SMTPException),
    ):
        get_connection().open()
