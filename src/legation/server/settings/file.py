"""The configuration file: what the environment may say, in one place that all verbs read.

A verb of cron has another environment than one of systemd, and than a shell;
the file is the same for all three. A variable that is set wins over its key.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from django.core.exceptions import ImproperlyConfigured
from msgspec import structs

from legation.documents.configuration import Texts, place
from legation.documents.shape import Shape
from legation.documents.toml import Document
from legation.errors import FileError

_ELSEWHERE = {"database_url": "DATABASE_URL", "email_url": "EMAIL_URL"}  # as others call them too


class Configuration(Shape, frozen=True, kw_only=True):
    """A ``legation.toml``: a key for each variable, without ``LEGATION_``, all of them optional."""

    url: str | None = None
    hosts: Texts | None = None
    data: str | None = None
    secret_key: str | None = None
    database_url: str | None = None
    pool: int | None = None
    email_url: str | None = None
    mail_from: str | None = None
    sign_up: bool | None = None
    confirm_mail: bool | None = None
    operators: Texts | None = None
    lease: int | None = None
    patience: int | None = None
    poll_ms: int | None = None
    games_a_day: int | None = None
    live_games: int | None = None
    all_live_games: int | None = None
    streams: int | None = None
    address_streams: int | None = None
    sign_ins: int | None = None
    account_sign_ins: int | None = None
    hashes: int | None = None
    body_kb: int | None = None
    letters: int | None = None
    account_letters: int | None = None
    studio: bool | None = None
    studio_drafts: int | None = None
    studio_editions: int | None = None
    studio_jobs: int | None = None
    studio_builders: int | None = None
    studio_previews: int | None = None
    static: str | None = None
    log: str | None = None
    log_format: str | None = None
    metrics_token: str | None = None
    debug: bool | None = None
    variants: Texts | None = None


def variable_of(key: str) -> str:
    """The variable that says the same as a key: ``LEGATION_POLL_MS`` for ``poll_ms``."""
    return _ELSEWHERE.get(key, f"LEGATION_{key.upper()}")


def read(env: Mapping[str, str]) -> dict[str, str]:
    """The environment, and what the configuration file says where that says nothing.

    Raises:
        ImproperlyConfigured: for a file that cannot be read, or that says what nothing reads.
    """
    file = place(env)
    if file is None:
        return dict(env)
    try:
        configuration = Document(file).read(Configuration)
    except FileError as error:
        raise ImproperlyConfigured(str(error)) from None
    said = {
        variable_of(key): _as_variable(key, value)
        for key, value in structs.asdict(configuration).items()
        if value is not None
    }
    return {**said, **{name: value for name, value in env.items() if value or name not in said}}


def _as_variable(key: str, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return (os.pathsep if key == "variants" else ",").join(value)
    return str(value)
