"""The rules of a game, by the package's names: which are done, passed over, or refused."""

from __future__ import annotations

from collections.abc import Iterable

from legation.errors import InputError

CENTRES_TO_WIN = 18
DEFAULT = ("SOLITAIRE", "NO_PRESS", "IGNORE_ERRORS", "POWER_CHOICE")

DONE = frozenset({"BUILD_ANY", "DONT_SKIP_PHASES", "NO_PRESS"})
"""Rules that change what a game does here."""

WITH = {
    "CIVIL_DISORDER": ("CD_DUMMIES",),
    "SOLITAIRE": ("NO_DEADLINE", "CD_DUMMIES", "ALWAYS_WAIT"),
}
"""A rule → those that come with it."""

INSTEAD = {
    "NO_PRESS": ("PUBLIC_PRESS",),
    "PUBLIC_PRESS": ("NO_PRESS",),
    "REAL_TIME": ("ALWAYS_WAIT",),
    "ALWAYS_WAIT": ("REAL_TIME",),
    "PROPOSE_DIAS": ("NO_DIAS",),
    "NO_DIAS": ("PROPOSE_DIAS",),
}
"""A rule → those that it rules out."""

REFUSED = {
    "NO_CHECK": "orders are judged when they are given",
    "DIFFERENT_ADJUDICATION": "there is one adjudicator",
    "HOLD_WIN": "who leads with enough centres wins at once",
    "SHARED_VICTORY": "nobody wins while the lead is shared",
}
"""Rules that would change what a game does, and are not done."""

# They concern the package's server, who may sit where, and when: they are kept, and change nothing.
KEPT = frozenset(
    {
        "ALWAYS_WAIT",
        "CD_DUMMIES",
        "CIVIL_DISORDER",
        "IGNORE_ERRORS",
        "MULTIPLE_POWERS_PER_PLAYER",
        "NO_DEADLINE",
        "NO_DIAS",
        "NO_OBSERVATIONS",
        "POWER_CHOICE",
        "PROPOSE_DIAS",
        "PUBLIC_PRESS",
        "REAL_TIME",
        "SOLITAIRE",
        "START_MASTER",
    }
)


def chosen(rules: Iterable[str] | None) -> tuple[list[str], set[str]]:
    """The rules of a game with those that come with them, and those ruled out by them.

    A name that is no rule is left out, as the package does.

    Raises:
        InputError: for a rule that would change what the game does, and is not done.
    """
    wanted: dict[str, None] = {}
    banned: set[str] = set()
    for rule in DEFAULT if rules is None else rules:
        if rule in REFUSED:
            raise InputError(f"the rule {rule} is not done here: {REFUSED[rule]}.")
        if rule in banned or rule not in DONE | KEPT:
            continue
        wanted.update(dict.fromkeys((*WITH.get(rule, ()), rule)))
        for each in (*WITH.get(rule, ()), rule):
            banned.update(INSTEAD.get(each, ()))
    return list(wanted), banned
