"""``site``: the acts of who runs the site, from its own machine."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from legation.errors import LegationError, meant
from legation.server.office import acts, listed
from legation.server.office.offered import ACTS
from legation.server.running.figures import late

_ALL = "-all"


class Command(BaseCommand):
    """What is stuck, accounts, and clocks."""

    help = "Games that wait, accounts, clocks, and the log of what was done."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What it may be told."""
        parser.add_argument("act")
        parser.add_argument("words", nargs="*")
        parser.add_argument("--why", default="")

    def handle(self, *args: Any, **options: Any) -> None:
        """Does an act, or tells."""
        del args
        act, words = str(options["act"]), [str(word) for word in options["words"]]
        if act not in VERBS:
            raise CommandError(f'"{act}" is no act: {", ".join(VERBS)}.{meant(act, VERBS)}')
        wants = _wants(act)
        least = sum(not word.endswith("?") for word in wants)
        if not least <= len(words) <= len(wants):
            raise CommandError(f"it is: legation site {' '.join((act, *wants))}")
        try:
            for line in _done(act, words, str(options["why"])):
                self.stdout.write(line)
        except LegationError as error:
            raise CommandError(str(error)) from None


def _wants(act: str) -> tuple[str, ...]:
    """The words of a verb; a clock may be that of all games, and then no game is named."""
    if act in TOLD:
        return TOLD[act][0]
    end = "?" if act + _ALL in ACTS else ""
    return tuple(word.upper() + end for word in ACTS[act].wants)


def _done(act: str, words: list[str], why: str) -> list[str]:
    if act in TOLD:
        return TOLD[act][1](*words)
    offered = ACTS[act] if words else ACTS[act + _ALL]
    return [offered.do(**dict(zip(offered.wants, words, strict=True)), why=why)]


def _stuck() -> list[str]:
    told = [f"{each.game.slug}  {each.game.name} {each.said}" for each in late()]
    return told or ["No game waits: every phase was ended when it was due."]


def _accounts(text: str = "") -> list[str]:
    return [_of(each) for each in listed.accounts(text)] or ["No account has it."]


def _suspended() -> list[str]:
    return [_of(each) for each in listed.suspended()] or ["Nobody is suspended."]


def _of(account: listed.Listed) -> str:
    user = account.user
    said = [user.name, user.email, f"{user.joined_at:%Y-%m-%d}"]
    said += [f"suspended: {account.suspension.why}"] if account.suspension else []
    said += ["not confirmed"] if account.waits else []
    said += [f"locked until {account.locked:%H:%M} UTC"] if account.locked else []
    return "  ".join(said)


def _log() -> list[str]:
    told = [f"{act.made_at:%Y-%m-%d %H:%M} UTC  {act.said}  {act.why}" for act in acts.log()]
    return told or ["Nothing was done yet."]


Tell = Callable[..., list[str]]
TOLD: Mapping[str, tuple[tuple[str, ...], Tell]] = {
    "stuck": ((), _stuck),
    "accounts": (("TEXT?",), _accounts),
    "suspended": ((), _suspended),
    "log": ((), _log),
}
"""What is told, and the words that it wants; those with a question mark, or none."""
VERBS = (*TOLD, *(name for name in ACTS if not name.endswith(_ALL)))
