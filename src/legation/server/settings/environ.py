"""What the settings say, read with distrust: one clear sentence for a bad value."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from django.utils.functional import SimpleLazyObject

_YES, _NO = ("1", "yes", "true", "on"), ("0", "no", "false", "off", "")
_LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
_HOST = re.compile(r"\*|\.?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*|\[[0-9A-Fa-f:.]+\]")
_LEAST_KEY = 50


def switch(env: Mapping[str, str], name: str, default: bool = False) -> bool:
    """A setting that is yes or no.

    Raises:
        ImproperlyConfigured: for any other word.
    """
    word = env.get(name, "").strip().casefold()
    if not word:
        return default
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise ImproperlyConfigured(f'{name} is "yes" or "no", not "{env[name]}".')


def number(env: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    """A setting that is a whole number within bounds.

    Raises:
        ImproperlyConfigured: where it is none.
    """
    text = env.get(name, "").strip()
    if not text:
        return default
    if not text.isdecimal() or not least <= int(text) <= most:
        raise ImproperlyConfigured(f'{name} is a number from {least} to {most}, not "{text}".')
    return int(text)


def choice(env: Mapping[str, str], name: str, words: tuple[str, ...], default: str) -> str:
    """A setting that is one of a few words.

    Raises:
        ImproperlyConfigured: for another word.
    """
    word = env.get(name, "").strip().casefold() or default
    if word not in words:
        raise ImproperlyConfigured(f'{name} is one of {", ".join(words)}, not "{word}".')
    return word


@dataclass(frozen=True, slots=True)
class Address:
    """Where players find the server: ``https://play.example.org``."""

    url: str
    host: str
    secure: bool


def address(env: Mapping[str, str]) -> Address:
    """The server's own address, LEGATION_URL.

    Raises:
        ImproperlyConfigured: where it is no address of a server.
    """
    text = env.get("LEGATION_URL", "").strip().rstrip("/") or "http://localhost:8000"
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host, parts = None, urlsplit("")
    if parts.scheme not in ("http", "https") or not host or parts.path or parts.query:
        raise ImproperlyConfigured(
            f'LEGATION_URL is an address such as https://play.example.org, not "{text}".'
        )
    return Address(text, f"[{host}]" if ":" in host else host, parts.scheme == "https")


def hosts(env: Mapping[str, str], own: Address) -> list[str]:
    """The names under which the server answers; without LEGATION_HOSTS its own and this machine's.

    Raises:
        ImproperlyConfigured: for what is no name of a host.
    """
    text = env.get("LEGATION_HOSTS", "")
    names = [word.strip() for word in text.split(",") if word.strip()]
    for word in names:
        if not _HOST.fullmatch(word):
            raise ImproperlyConfigured(
                f'LEGATION_HOSTS names hosts between commas, without ports; "{word}" is none.'
            )
    return names or list(dict.fromkeys([own.host, *_LOCAL_HOSTS]))


def addresses(env: Mapping[str, str], name: str) -> frozenset[str]:
    """Mail addresses between commas, in small letters.

    Raises:
        ImproperlyConfigured: for a word that is none.
    """
    words = [word.strip() for word in env.get(name, "").split(",") if word.strip()]
    for word in words:
        if word.count("@") != 1 or len(word.split()) != 1:
            raise ImproperlyConfigured(f'{name} lists mail addresses; "{word}" is none.')
    return frozenset(word.lower() for word in words)


def data_folder(env: Mapping[str, str]) -> Path:
    """Where the server keeps its files: LEGATION_DATA, or a folder in the user's own data."""
    text = env.get("LEGATION_DATA", "").strip()
    home = env.get("XDG_DATA_HOME", "").strip() or "~/.local/share"
    return Path(text or f"{home}/legation").expanduser().absolute()


def make_folder(folder: Path) -> None:
    """Makes the folder for the server's files; only what starts a server does that.

    Raises:
        ImproperlyConfigured: where it cannot be made.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"LEGATION_DATA: the folder {folder} cannot be made: {error.strerror}."
        ) from None


def secret_key(env: Mapping[str, str], folder: Path) -> Any:
    """The key that signs sessions: LEGATION_SECRET_KEY, or one drawn once and kept in a file.

    It is drawn when it is first asked for, so that who only reads leaves nothing
    behind. Servers on several machines need the same key, so they need the variable.

    Raises:
        ImproperlyConfigured: for a key that is too short, or a file that cannot be used.
    """
    key = env.get("LEGATION_SECRET_KEY", "").strip()
    return _long_enough(key) if key else SimpleLazyObject(lambda: _drawn(folder / "secret-key"))


def _drawn(file: Path) -> str:
    make_folder(file.parent)
    try:
        return _long_enough(_kept_key(file))
    except OSError as error:
        raise ImproperlyConfigured(
            f"the secret key cannot be kept in {file}: {error.strerror}."
            " Set LEGATION_SECRET_KEY, or LEGATION_DATA to a folder that can be written."
        ) from None


def _long_enough(key: str) -> str:
    if len(key) < _LEAST_KEY:
        raise ImproperlyConfigured(
            f"LEGATION_SECRET_KEY is {len(key)} letters long; it needs {_LEAST_KEY} at random."
        )
    return key


def _kept_key(file: Path) -> str:
    try:
        # Written aside and linked: two processes that start at once agree on one.
        aside = file.with_suffix(f".{os.getpid()}")
        if not file.exists():
            aside.touch(0o600)
            aside.write_text(get_random_secret_key() + get_random_secret_key(), "ascii")
            os.link(aside, file)
    except FileExistsError:
        pass
    finally:
        aside.unlink(missing_ok=True)
    return file.read_text("ascii").strip()
