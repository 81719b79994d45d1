"""The player and the game master of the demonstration."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from django.utils import timezone

from legation.server.accounts.models import User

_FILE = "sign-in.json"
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_PLAYER, _MASTER = "player@localhost", "master@localhost"


@dataclass(frozen=True, slots=True)
class People:
    """Both, with their passwords; these are drawn once, and good on this machine only."""

    player: User
    master: User
    player_password: str
    master_password: str


def people(folder: Path) -> People:
    """The two accounts, made where they are missing; their passwords are kept in the folder."""
    file = folder / _FILE
    try:
        kept = json.loads(file.read_text("utf-8"))
        words = str(kept["player"]), str(kept["master"])
    except (OSError, ValueError, KeyError, TypeError):
        words = _word(), _word()
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            json.dump({"player": words[0], "master": words[1]}, out)
    return People(
        _user(_PLAYER, "Ada Player", words[0]), _user(_MASTER, "Max Master", words[1]), *words
    )


def _user(email: str, name: str, password: str) -> User:
    user = User.objects.filter(email=email).first()
    if user is None:
        return User.objects.make(
            email=email, name=name, password=password, confirmed_at=timezone.now()
        )
    if not user.check_password(password):
        user.set_password(password)
        user.save(update_fields=["password"])
    return user


def _word() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(10))
