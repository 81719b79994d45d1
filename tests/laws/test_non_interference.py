"""What a viewer was never told makes no difference to anything that he is shown.

Pairs of games are made by the rules (see the modules called `*_twins`) and
compared to the byte (`twins`). Each test says how many of its pairs really
differed in a secret, by kind.
"""

from __future__ import annotations

import pytest
from bid_twins import KINDS
from interference import OF_VARIANT, check, found
from night_scenes import SCENES

SEEDS: dict[str, range] = {
    "sheets": range(2),
    "locarno sheets": range(2),
    "night sheets": range(2),
    "bids": range(4),
    "archive": range(16),
    "theatre": range(12),
    "scenes": range(3),
    "house": range(1),
    "deal": range(2),
}


def law(name: str, *kinds: str) -> None:
    """No pair of this family leaks, and some of each of these kinds differed in a secret."""
    result = found(name, SEEDS[name])
    print(f"{name}: {result}")
    assert result.failures == []
    assert [kind for kind in kinds if not result.differed[kind]] == []


@pytest.mark.parametrize("family", ["sheets", "locarno sheets", "night sheets"])
def test_sheets_and_votes_that_wait(family: str) -> None:
    kinds = ("unsealed", "sealed by the master") if family == "night sheets" else ()
    law(family, "pending sheet", "vote", *kinds)


def test_bids() -> None:
    result = found("bids", SEEDS["bids"])
    print(f"bids: {result}")
    assert result.failures == []
    assert sum(result.differed[kind] > 0 for kind in KINDS) >= len(KINDS) // 3


def test_bids_in_the_archive() -> None:
    law("archive", "bids, archive", "bids, opened")


def test_quiet_moves_of_the_theatre_goers() -> None:
    # Rarer ones, beside retreats and with supports, are in the scenes.
    law("theatre", "unseen units", "quiet moves", "adjustments beside the unseen")


def test_scenes_of_the_theatre_goers() -> None:
    law("scenes", *SCENES)


def test_room_for_the_builds_of_the_theatre_goers() -> None:
    law("house", "room to build")


def test_the_deal_of_hidden_centres() -> None:
    law("deal", "the deal", "the deal, beyond the City Boys' five")


def test_the_nightly_program_gets_pairs_of_every_variant_with_secrets() -> None:
    for variant in OF_VARIANT:
        assert check(variant, []) == {}
    assert check("a variant without secrets", [1]) == {}
