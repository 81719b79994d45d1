"""What a viewer was never told makes no difference to anything that he is shown.

Pairs of games are made by the rules (see the modules called `*_twins`) and
compared to the byte (`twins`). Each test says how many of its pairs really
differed in a secret, by kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from bid_twins import KINDS
from fog_scenes import SCENES as FOG_SCENES
from interference import OF_VARIANT, check, found
from night_scenes import SCENES
from range_scenes import SCENES as RANGE_SCENES

SEEDS: Mapping[str, Sequence[int]] = {
    "sheets": range(2),
    "locarno sheets": range(2),
    "night sheets": range(2),
    "bids": range(4),
    "archive": range(16),
    "theatre": range(12),
    "scenes": range(3),
    "house": range(1),
    "deal": range(2),
    "court": range(1),
    "henry": (0, 2, 3, 5, 13),
    "wishes": (0, 6, 7),
    "placers": range(4),
    "unmet": range(1),
    "dealt": range(4),
    "winters": range(1),
    "range scenes": range(2),
    "corrections": range(3),
    "fog": range(2),
    "fog scenes": range(6),
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


@pytest.mark.evening
def test_bids() -> None:
    result = found("bids", SEEDS["bids"])
    print(f"bids: {result}")
    assert result.failures == []
    assert sum(result.differed[kind] > 0 for kind in KINDS) >= len(KINDS) // 3


def test_bids_in_the_archive() -> None:
    law("archive", "bids, archive", "bids, opened")


@pytest.mark.evening
def test_quiet_moves_of_the_theatre_goers() -> None:
    # Rarer ones, beside retreats and with supports, are in the scenes.
    law("theatre", "unseen units", "quiet moves", "adjustments beside the unseen")


def test_scenes_of_the_theatre_goers() -> None:
    law("scenes", *SCENES)


def test_room_for_the_builds_of_the_theatre_goers() -> None:
    law("house", "room to build")


def test_the_deal_of_hidden_centres() -> None:
    law("deal", "the deal", "the deal, beyond the City Boys' five")


def test_what_lies_sealed_at_court() -> None:
    law("court", "sealed alignment", "sealed cut")


@pytest.mark.evening
def test_where_henry_is() -> None:
    law(
        "henry",
        *("Henry's whereabouts", "Henry on a sheet", "Henry assigned", "Henry handed over"),
        *("Henry left behind", "Henry found", "Henry killed"),
    )


def test_wishes_to_win_jointly_in_vain() -> None:
    law("wishes", "wish to win, movement", "wish to win, winter")


def test_who_placed_a_range_and_whether_it_is_double() -> None:
    kinds = ("who placed it", "who made it double", "whether it is double", "a condition")
    law("placers", *kinds)


def test_ranges_that_nobody_met() -> None:
    law("unmet", "an unmet range")


def test_battles_that_hang_on_a_range() -> None:
    law("range scenes", *RANGE_SCENES)


def test_centres_that_were_dealt_and_not_found() -> None:
    law("dealt", "centres nobody found", "centres that only some found")


def test_what_a_winter_keeps() -> None:
    law(
        "winters",
        *("start types", "refused in the first Winter", "refused in Winter"),
        *(
            "why it was removed",
            "nothing due",
            "built unseen",
            "unseen still",
            "which cliff it was",
        ),
    )


def test_what_a_correction_mends_and_why() -> None:
    law("corrections", "what was corrected", "why it was corrected")


def test_orders_in_fog() -> None:
    law("fog", "an order out of sight")


def test_battles_that_hang_on_what_is_out_of_sight() -> None:
    law("fog scenes", *FOG_SCENES)


def test_the_nightly_program_gets_pairs_of_every_variant_with_secrets() -> None:
    for variant in OF_VARIANT:
        assert check(variant, []) == {}
    assert check("a variant without secrets", [1]) == {}
