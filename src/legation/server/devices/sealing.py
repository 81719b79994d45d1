"""A notice as it leaves: sealed for one browser (RFC 8291), and signed by this server (RFC 8292).

The push service between them learns neither the game nor what happened in it.
"""

from __future__ import annotations

import base64
import binascii
import os
from datetime import datetime, timedelta
from email.utils import parseaddr
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from legation.errors import InputError
from legation.server.devices.models import PushKey

_KEY = "notices"
_RECORD = 4096  # bytes of one record; ours are far shorter
_LAST = b"\x02"  # what ends the last record
_VALID = timedelta(hours=12)


def raw(text: str) -> bytes:
    """The bytes of a text in base64url, with its padding or without.

    Raises:
        InputError: for a text that is none.
    """
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise InputError("this browser's keys are not in base64url.") from None


def text_of(data: bytes) -> str:
    """Bytes in base64url, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def public(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as a point, uncompressed: 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def theirs(p256dh: str) -> ec.EllipticCurvePublicKey:
    """A browser's key.

    Raises:
        InputError: for what is no point of P-256.
    """
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(p256dh))
    except ValueError:
        raise InputError("this browser's key is none that notices can be sealed with.") from None


def sealed(
    text: bytes,
    p256dh: str,
    auth: str,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """The body of a notice, which the browser of these keys alone can read.

    `own` and `salt` are drawn anew for each, but where an example has them.
    """
    own, salt = own or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(16)
    reader, writer = theirs(p256dh), public(own.public_key())
    about = b"WebPush: info\x00" + public(reader) + writer
    shared = _derived(own.exchange(ec.ECDH(), reader), raw(auth), about, 32)
    key = _derived(shared, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\x00", 12)
    head = salt + _RECORD.to_bytes(4, "big") + bytes([len(writer)]) + writer
    return head + AESGCM(key).encrypt(nonce, text + _LAST, None)


def _derived(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, about).derive(secret)


def key_of_server() -> Vapid02:
    """The key of this server, drawn when it is first needed; the same for all its processes."""
    row = PushKey.objects.filter(name=_KEY).first()
    if row is None:
        fresh = Vapid02()
        fresh.generate_keys()
        pem = fresh.private_pem().decode()
        row, _ = PushKey.objects.get_or_create(name=_KEY, defaults={"pem": pem})
    key = Vapid02.from_pem(row.pem.encode())
    key.conf = {"no-strict": True}  # an operator's address may be of a host without dots
    return key


def public_key() -> str:
    """Its public half, as browsers ask for it."""
    return text_of(public(key_of_server().public_key))


def heads(endpoint: str, now: datetime, lasts: timedelta) -> dict[str, str]:
    """The heads of a notice: by whom it is sent, and how long it is worth showing."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + _VALID).timestamp()),
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
    }
    return {
        **key_of_server().sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(lasts.total_seconds())),
    }
