"""A push service on this machine, and a browser that subscribes to it and reads what comes.

The reading half is written by RFC 8291 from the browser's side, apart from how
the server seals.
"""

import base64
import hashlib
import hmac
import json
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _hkdf(salt: bytes, secret: bytes, about: bytes, length: int) -> bytes:
    """RFC 5869 with SHA-256, of one block."""
    key = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(key, about + b"\x01", hashlib.sha256)[:length]


def opened(body: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """What a browser reads (RFC 8291, 3.4; RFC 8188, 2)."""
    salt, length = body[:16], body[20]
    writer, sealed = body[21 : 21 + length], body[21 + length :]
    other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), writer)
    own = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    about = b"WebPush: info\x00" + own + writer
    shared = _hkdf(auth, key.exchange(ec.ECDH(), other), about, 32)
    content = _hkdf(salt, shared, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _hkdf(salt, shared, b"Content-Encoding: nonce\x00", 12)
    text = AESGCM(content).decrypt(nonce, sealed, None)
    assert text[-1:] == b"\x02", "this is the last record"
    return text[:-1]


@dataclass
class Subscribed:
    """A browser that has subscribed: its keys, and where it is told."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    def form(self) -> dict[str, str]:
        """What its script sends to the server."""
        own = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "what": "add",
            "endpoint": self.endpoint,
            "p256dh": text_of(own),
            "auth": text_of(self.auth),
        }

    def reads(self, body: bytes) -> Any:
        """A notice, as its worker has it."""
        return json.loads(opened(body, self.key, self.auth))


class Service(ThreadingHTTPServer):
    """A push service: what came for which path, and what it answers."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Desk)
        self.status = 201
        self.came: list[tuple[str, dict[str, str], bytes]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def browser(self, name: str) -> Subscribed:
        """One that is told at a path of its own."""
        return Subscribed(f"{self.url}/to/{name}")


class _Desk(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        heads = dict(self.headers.items())
        assert Vapid02.verify(heads["Authorization"]), "signed by the server's key (RFC 8292)"
        self.server.came.append((self.path, heads, body))
        self.send_response(self.server.status)
        self.send_header("Location", "http://127.0.0.1:1/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def push_service() -> Iterator[Service]:
    with Service() as service:
        thread = threading.Thread(target=service.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield service
        finally:
            service.shutdown()
