"""The example of nginx, run as it stands but for its ports: whom its limits stop, and whom not."""

import re
import select
import socket
import ssl
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
SLOWER = b"Too much is asked from where you are. Try again in ten seconds.\n"
PAGE = 60
"""Requests of a page and all that it asks for, rather more than a board has."""

ROOM = 300
"""What may come at once from one address, by the example."""

LINES = 6
"""Lines at once from one address, here; the example has a hundred times as many."""


def example(folder: Path, openssl: str) -> str:
    """The example, with a certificate."""
    text = (DEPLOY / "nginx.conf").read_text()
    key, cert = folder / "key.pem", folder / "cert.pem"
    line = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    line += ["-subj", "/CN=play.example.org", "-keyout", str(key), "-out", str(cert)]
    subprocess.run(line, check=True, capture_output=True)
    text = text.replace("/etc/ssl/play.example.org.pem", str(cert))
    return text.replace("/etc/ssl/private/play.example.org.key", str(key))


def whole(folder: Path, text: str, before: str = "", beside: str = "") -> Path:
    """A configuration in which the example stands as its first line says."""
    file = folder / "nginx.conf"
    kept = "".join(
        f"{name}_temp_path {folder}/{name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    top = f"pid {folder}/pid;\nerror_log stderr crit;\n{before}events {{}}\n"
    file.write_text(f"{top}http {{\n{kept}{text}\n{beside}}}\n")
    return file


def test_the_example_is_one(tmp_path: Path, nginx: str, openssl: str) -> None:
    text = example(tmp_path, openssl)
    line = [nginx, "-t", "-q", "-p", str(tmp_path), "-e", "stderr"]
    done = subprocess.run([*line, "-c", str(whole(tmp_path, text))], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def port(tmp_path: Path, nginx: str, openssl: str) -> Iterator[int]:
    """Where nginx listens. Behind it pages are answered at once, and events say nothing."""
    port, pages = free_port(), f"unix:{tmp_path}/pages"
    with socket.create_server(("127.0.0.1", 0)) as silent, ExitStack() as stack:
        text = re.sub(r"\n *listen \[::\][^;]*;", "", example(tmp_path, openssl))
        lasting = f"http://127.0.0.1:{silent.getsockname()[1]}"
        for old, new in (
            ("listen 80;", f"listen unix:{tmp_path}/redirects;"),
            ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
            ("limit_conn legation_lines 600;", f"limit_conn legation_lines {LINES};"),
        ):
            assert text.count(old) == 1
            text = text.replace(old, new)
        text, at, events = text.partition("location ~ ^/games/[a-z0-9]+/events$ {")
        assert at
        text += at + events.replace("http://127.0.0.1:8000", lasting)
        text = text.replace("http://127.0.0.1:8000", f"http://{pages}")
        assert f"burst={ROOM} nodelay" in text
        behind = f'server {{ listen {pages}; return 200 "a page"; }}\n'
        file = whole(tmp_path, text, "daemon off;\nmaster_process off;\n", behind)
        line = [nginx, "-p", str(tmp_path), "-e", "stderr", "-c", str(file)]
        process = subprocess.Popen(line)
        stack.callback(process.wait, 20)
        stack.callback(process.terminate)
        end = time.monotonic() + 20
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 5):
                break
            assert process.poll() is None, "nginx does not start"
            assert time.monotonic() < end, "nginx does not listen"
            time.sleep(0.05)
        yield port


@contextmanager
def line_to(port: int, address: str = "127.0.0.1") -> Iterator[ssl.SSLSocket]:
    """A line from an address of this machine."""
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    plain = socket.create_connection(("127.0.0.1", port), 20, (address, 0))
    with plain, trust.wrap_socket(plain, server_hostname="play.example.org") as line:
        yield line


def request(path: str, last: bool = False) -> bytes:
    """A request for a page, the last of its line or not."""
    end = "Connection: close\r\n" if last else ""
    return f"GET {path} HTTP/1.1\r\nHost: play.example.org\r\n{end}\r\n".encode()


def asked(port: int, path: str, often: int, address: str = "127.0.0.1") -> Counter[str]:
    """So many requests at once on one line: how many were answered, and how many refused."""
    with line_to(port, address) as line:
        line.sendall(request(path) * (often - 1) + request(path, last=True))
        text = b"".join(iter(lambda: line.recv(65536), b""))
    found = Counter(answer.decode() for answer in re.findall(rb"HTTP/1\.1 (\d+)", text))
    assert text.count(SLOWER) == text.count(b"Retry-After: 10") == found["429"]
    assert found.total() == often
    return found


def test_who_plays_is_not_stopped_and_who_floods_is(port: int) -> None:
    """A club of four behind one address is within its room; who asks on is told to wait."""
    for _ in range(4):
        assert asked(port, "/games/x/", PAGE) == {"200": PAGE}
    flood = asked(port, "/games/x/", 2 * ROOM)
    assert set(flood) == {"200", "429"}
    assert asked(port, "/games/x/", PAGE, "127.0.0.2") == {"200": PAGE}, "elsewhere nobody waits"


def test_signing_in_has_less_room_and_what_is_played_keeps_its_own(port: int) -> None:
    """Sixty at once and two a second: far more than who forgot his password tries."""
    assert asked(port, "/accounts/sign-in/", PAGE) == {"200": PAGE}
    assert asked(port, "/accounts/reset/", PAGE)["429"], "counted together"
    assert asked(port, "/games/x/", PAGE) == {"200": PAGE}


def test_more_lines_than_pages_are_refused(port: int) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(line_to(port)) for _ in range(LINES + 1)]
        for line in lines:
            line.sendall(request("/games/x/events", last=True))
        (refused,), _, _ = select.select(lines, [], [], 20)
        answer = b"".join(iter(lambda: refused.recv(65536), b""))
        assert answer.startswith(b"HTTP/1.1 429")
        assert answer.endswith(SLOWER)
        assert asked(port, "/games/x/", 1, "127.0.0.2") == {"200": 1}
    end = time.monotonic() + 20
    while asked(port, "/games/x/", 1) != {"200": 1}:
        assert time.monotonic() < end, "a line that is gone is not counted"
        time.sleep(0.05)
