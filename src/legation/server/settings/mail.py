"""Where mail goes: EMAIL_URL; without it, to the terminal."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_BACKENDS = "django.core.mail.backends"
_WANTED = (
    "EMAIL_URL is console: or smtp://user:password@host:587 (with STARTTLS)"
    " or smtps://user:password@host:465 or file:///folder"
)


def mail(url: str) -> dict[str, Any]:
    """Django's settings of mail.

    Raises:
        ImproperlyConfigured: for an address that names no way to send mail.
    """
    try:
        parts = urlsplit(url.strip() or "console:")
        port = parts.port
    except ValueError:
        raise ImproperlyConfigured(f"{_WANTED}.") from None
    match parts.scheme:
        case "console":
            return {"EMAIL_BACKEND": f"{_BACKENDS}.console.EmailBackend"}
        case "memory":
            return {"EMAIL_BACKEND": f"{_BACKENDS}.locmem.EmailBackend"}
        case "file" if parts.path:
            return {
                "EMAIL_BACKEND": f"{_BACKENDS}.filebased.EmailBackend",
                "EMAIL_FILE_PATH": unquote(parts.path),
            }
        case "smtp" | "smtps" if parts.hostname:
            inside = parts.scheme == "smtps"
            return {
                "EMAIL_BACKEND": "legation.server.post.line.EmailBackend",
                "EMAIL_HOST": parts.hostname,
                "EMAIL_PORT": port or (465 if inside else 587),
                "EMAIL_HOST_USER": unquote(parts.username or ""),
                "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
                "EMAIL_USE_SSL": inside,
                # Who gives no password speaks to a relay on his own machine.
                "EMAIL_USE_TLS": not inside and bool(parts.username),
                "EMAIL_TIMEOUT": 10,
            }
    raise ImproperlyConfigured(f'{_WANTED}, not "{parts.scheme}:...".')
