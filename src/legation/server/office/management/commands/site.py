"""``site``: the acts of who runs the site, from its own machine."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from legation.errors import LegationError, meant
from legation.server.office import acts
from legation.server.running.figures import late


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
        if act not in ACTS:
            raise CommandError(f'"{act}" is no act: {", ".join(ACTS)}.{meant(act, ACTS)}')
        wants, do = ACTS[act]
        least = sum(not word.endswith("?") for word in wants)
        if not least <= len(words) <= len(wants):
            raise CommandError(f"it is: legation site {' '.join((act, *wants))}")
        try:
            for line in do(words, str(options["why"])):
                self.stdout.write(line)
        except LegationError as error:
            raise CommandError(str(error)) from None


def _stuck(words: list[str], why: str) -> list[str]:
    del words, why
    told = []
    for each in late():
        since = f"{each.since:%Y-%m-%d %H:%M} UTC"
        told.append(f"{each.game.slug}  {each.game.name}, since {since}: {each.why}")
    return told or ["No game waits: every phase was ended when it was due."]


def _accounts(words: list[str], why: str) -> list[str]:
    del why
    found = acts.accounts(*words)
    told = []
    for user in found:
        state = "suspended" if hasattr(user, "suspension") else ""
        state = state or ("" if user.confirmed_at or not user.reachable else "not confirmed")
        told.append(
            "  ".join(filter(None, (user.name, user.email, f"{user.joined_at:%Y-%m-%d}", state)))
        )
    return told or ["No account has it."]


def _suspend(words: list[str], why: str) -> list[str]:
    acts.suspend(name=words[0], why=why)
    return ["The account is suspended; it was told by mail, and stands in the log."]


def _reinstate(words: list[str], why: str) -> list[str]:
    acts.reinstate(name=words[0], why=why)
    return ["The account may be used again; it was told by mail, and stands in the log."]


def _rename(words: list[str], why: str) -> list[str]:
    acts.rename(name=words[0], to=words[1], why=why)
    return ["The account has another name; it was told by mail, and stands in the log."]


def _stop(words: list[str], why: str) -> list[str]:
    if words:
        acts.stop(slug=words[0], why=why)
        return ["The clock of the game stands still; its log and that of the site say so."]
    return [f"The clocks of {acts.stop_all(why=why)} games stand still."]


def _go_on(words: list[str], why: str) -> list[str]:
    if words:
        acts.go_on(slug=words[0], why=why)
        return ["The clock of the game goes on; its log and that of the site say so."]
    return [f"The clocks of {acts.go_on_all(why=why)} games go on."]


def _log(words: list[str], why: str) -> list[str]:
    del words, why
    told = [f"{act.made_at:%Y-%m-%d %H:%M} UTC  {act.said}  {act.why}" for act in acts.log()]
    return told or ["Nothing was done yet."]


Do = Callable[[list[str], str], list[str]]
ACTS: Mapping[str, tuple[tuple[str, ...], Do]] = {
    "stuck": ((), _stuck),
    "accounts": (("TEXT?",), _accounts),
    "suspend": (("NAME",), _suspend),
    "reinstate": (("NAME",), _reinstate),
    "rename": (("NAME", "NEW"), _rename),
    "stop": (("GAME?",), _stop),
    "go-on": (("GAME?",), _go_on),
    "log": ((), _log),
}
"""Each act: the words that it wants, those with a question mark or none, and how it is done."""
