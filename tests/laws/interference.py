"""Law (b), non-interference, by variant: which pairs there are, and whether any of them leaks.

`make test` looks at a few seeds, the nightly program at many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import bid_twins
import correction_twins
import fog_scenes
import fog_twins
import henry_twins
import night_scenes
import night_twins
import range_scenes
import range_twins
import sheet_twins
from twins import Finding, Generator, Pair, look


def _sheets(variant: str) -> Generator:
    return lambda seed: sheet_twins.pairs(variant, seed)


LAWS: Mapping[str, Generator] = {
    "sheets": _sheets("standard"),
    "locarno sheets": _sheets("locarno"),
    "night sheets": _sheets("london_nights"),
    "bids": bid_twins.pairs,
    "archive": bid_twins.archive_pairs,
    "theatre": night_twins.quiet_pairs,
    "scenes": night_scenes.pairs,
    "house": night_twins.full_house,
    "deal": night_twins.deal_pairs,
    "court": henry_twins.sealed_pairs,
    "henry": henry_twins.token_pairs,
    "wishes": henry_twins.wish_pairs,
    "placers": range_twins.placer_pairs,
    "unmet": range_twins.unmet_pairs,
    "dealt": range_twins.deal_pairs,
    "winters": range_twins.pairs,
    "range scenes": range_scenes.pairs,
    "corrections": correction_twins.pairs,
    "fog": fog_twins.pairs,
    "fog scenes": fog_scenes.pairs,
}
"""Each family of pairs, by name."""

OF_VARIANT: Mapping[str, tuple[str, ...]] = {
    "standard": ("sheets",),
    "locarno": ("locarno sheets", "bids", "archive"),
    "london_nights": ("night sheets", "theatre", "theatre", "theatre", "scenes", "house", "deal"),
    "warwick": ("court", "henry", "henry", "henry", "wishes"),
    "post_atomic": ("placers", "unmet", "dealt", "winters", "range scenes", "corrections"),
}
"""The families that a variant has; one that is here more than once has more seeds."""


def pairs(variant: str, seed: int) -> Iterator[Pair]:
    """The pairs of a variant for one seed; none for a variant that keeps no secrets of its own."""
    names = OF_VARIANT.get(variant, ())
    for at, name in enumerate(names):
        yield from LAWS[name](seed * len(names) + at)


def found(law: str, seeds: Iterable[int], thorough: bool = False) -> Finding:
    """What came of a family of pairs."""
    result = Finding()
    for seed in seeds:
        one = look(LAWS[law](seed), thorough)
        one.failures = [f"{law} {seed}: {leak}" for leak in one.failures]
        result.add(one)
    return result


def check(variant: str, seeds: Iterable[int]) -> Counter[str]:
    """How many pairs of a variant differed in a secret, by kind.

    Raises:
        AssertionError: where somebody can tell two of them apart.
    """
    result: Counter[str] = Counter()
    for seed in seeds:
        one = look(pairs(variant, seed), thorough=True)
        assert not one.failures, f"{variant} {seed}: {one.failures[0]}"
        result += one.differed
    return result
