"""Results in the words of the judges, and in ours.

njudge, DPjudge and the `diplomacy` package share one small vocabulary
(``bounce``, ``cut``, ``void``, ``no convoy``, ``dislodged``), which does not
tell all our words apart: a support that was impossible and one whose unit did
something else are both void there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from legation.board.orders import Order

NEW = ("build", "remove", "waive")
BOUNCE, CUT, VOID, NO_CONVOY, DISRUPTED, DISLODGED, DISBAND = (
    "bounce",
    "cut",
    "void",
    "no convoy",
    "disrupted",
    "dislodged",
    "disband",
)
KNOWN = frozenset((BOUNCE, CUT, VOID, NO_CONVOY, DISRUPTED, DISLODGED, DISBAND))

# Words that some judges spell otherwise.
_SPELLED: Mapping[str, str] = {
    "bounced": BOUNCE,
    "no-convoy": NO_CONVOY,
    "no_convoy": NO_CONVOY,
    "disloged": DISLODGED,
    "destroyed": DISLODGED,
    "disbanded": DISBAND,
    "invalid": VOID,
}

_SUCCESS: Mapping[str, str] = {"support": "given", "convoy": "available", "hold": "holds"}
FINE = frozenset({"succeeds", "given", "available", "holds"})

_FROM_JUDGE: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("move", BOUNCE): ("fails",),
    ("move", NO_CONVOY): ("fails", "unmatched"),
    ("move", DISRUPTED): ("fails", "unmatched"),
    ("move", VOID): ("void", "unmatched"),
    ("move", DISLODGED): ("fails", "unmatched", "void"),
    ("support", CUT): ("cut",),
    ("support", VOID): ("void", "unmatched"),
    ("support", NO_CONVOY): ("unmatched", "void"),
    ("support", DISLODGED): ("given", "cut", "unmatched", "void"),
    ("convoy", VOID): ("void", "unmatched"),
    ("convoy", NO_CONVOY): ("void", "unmatched", "disrupted"),
    ("convoy", DISLODGED): ("disrupted", "unmatched", "void"),
    ("convoy", DISRUPTED): ("disrupted",),
    ("retreat", BOUNCE): ("fails",),
    ("retreat", DISBAND): ("fails", "void"),
}


def judge_word(word: str) -> str:
    """A judge's word in its usual spelling."""
    word = word.strip().casefold()
    return _SPELLED.get(word, word)


def from_judge(order: Order, words: Sequence[str]) -> tuple[str, ...]:
    """The words of ours that a judge's words for this order may stand for."""
    for word in words:
        named = _FROM_JUDGE.get((order.verb, word))
        if named is not None and word != DISLODGED:
            return named
    if DISLODGED in words and (order.verb, DISLODGED) in _FROM_JUDGE:
        return _FROM_JUDGE[order.verb, DISLODGED]
    if VOID in words:
        return ("void",)
    return (_SUCCESS.get(order.verb, "succeeds"),)


def to_judge(order: Order, told: Sequence[str], at: str) -> tuple[str, ...]:
    """A judge's words for what became of this order; `at` tells a dislodged unit."""
    words: list[str] = []
    result = told[0] if told else ""
    if result == "fails":
        words.append(BOUNCE)
    elif result == "unmatched":
        words.append(NO_CONVOY if order.verb == "move" else VOID)
    elif result in (VOID, CUT):
        words.append(result)
    elif result == "disrupted" and at != DISLODGED:
        words.append(DISRUPTED)
    if at == DISLODGED:
        words.append(DISLODGED)
    return tuple(words)


def passed(verb: str, success: bool) -> tuple[str, ...]:
    """Our words for an order of which a format tells only that it succeeded, or failed."""
    if success:
        return (_SUCCESS.get(verb, "succeeds"),)
    return {
        "move": ("fails", "unmatched", "void"),
        "support": ("cut", "unmatched", "void"),
        "convoy": ("disrupted", "unmatched", "void"),
        "hold": ("holds", "void"),
    }.get(verb, ("fails", "void"))
