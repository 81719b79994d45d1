"""A line to a push service, whose address came from a browser: it may lead nowhere but outside.

The address is anything that somebody sent. So its name is looked up here, what
leads into the server's own network is refused, and the line goes to what was
looked up, however the name answers a moment later. No answer leads on.
"""

from __future__ import annotations

import contextlib
import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from ipaddress import IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from legation.errors import InputError

_SECURE = 443
_TRANSLATED = IPv6Network("64:ff9b::/96")


def check(endpoint: str) -> SplitResult:
    """The parts of an address to which notices may go.

    Raises:
        InputError: for one that is none.
    """
    try:
        parts = urlsplit(endpoint)
        port, host = parts.port, parts.hostname
    except ValueError:
        port, host, parts = None, None, urlsplit("")
    if not host or parts.username is not None or not endpoint.isascii() or " " in endpoint:
        raise InputError("this is no address of a push service.")
    if settings.PUSH_ANYWHERE:
        return parts
    if parts.scheme != "https" or port not in (None, _SECURE):
        raise InputError("a push service has an https: address.")
    return parts


def send(endpoint: str, heads: Mapping[str, str], body: bytes) -> int:
    """Sends a notice; the status that the push service answers.

    Raises:
        InputError: for an address to which none may go.
        OSError: where it cannot be reached, or is not done in time.
    """
    parts = check(endpoint)
    port = parts.port or (_SECURE if parts.scheme == "https" else 80)
    line = _Line(parts.hostname or "", port, _address(parts.hostname or "", port), parts.scheme)
    watch = threading.Timer(settings.PUSH_SECONDS, line.cut)
    watch.daemon = True
    watch.start()
    try:
        path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
        line.request("POST", path, body, dict(heads))
        return line.getresponse().status
    except http.client.HTTPException as error:
        raise OSError(f"no answer of a web server: {type(error).__name__}") from None
    finally:
        watch.cancel()
        line.close()


def _address(host: str, port: int) -> str:
    """Where a name leads to.

    Raises:
        InputError: where that is in a network that is not everybody's.
    """
    found = [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not settings.PUSH_ANYWHERE and not all(map(_outside, found)):
        raise InputError(f"{host} is no push service: it leads into a network of its own.")
    return found[0]


def _outside(text: str) -> bool:
    address = ip_address(text)
    if isinstance(address, IPv6Address):
        if address.sixtofour or address.teredo or address in _TRANSLATED:
            return False  # an address of the old kind in it may be anybody's own
        address = address.ipv4_mapped or address
    return address.is_global and not address.is_multicast


class _Line(http.client.HTTPConnection):
    """A line to an address that was looked up before, in the name of its host."""

    def __init__(self, host: str, port: int, address: str, scheme: str) -> None:
        super().__init__(host, port, timeout=settings.PUSH_SECONDS)
        self._address, self._secure = address, scheme == "https"
        self._plain: socket.socket | None = None

    def connect(self) -> None:
        """Opens it; the certificate has to be the host's."""
        self.sock = socket.create_connection((self._address, self.port), self.timeout)
        self._plain = self.sock.dup()
        if self._secure:
            secure = ssl.create_default_context()
            self.sock = secure.wrap_socket(self.sock, server_hostname=self.host)

    def cut(self) -> None:
        """Ends it, whatever is still being said."""
        if self._plain is not None:
            with contextlib.suppress(OSError):
                self._plain.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Closes both handles."""
        super().close()
        if self._plain is not None:
            self._plain.close()
            self._plain = None
