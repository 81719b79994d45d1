"""What others read of the Theatre-Goers (LN-1A): orders, names on bridges, whom a taxi met."""

from __future__ import annotations

from pathlib import Path

import pytest

from legation.table.cases.file import load_cases
from legation.table.cases.play import Step, carry_out


def played(folder: Path, text: str) -> Step:
    """The first turn of a case of London Nights at 20:00, in which one centre is hidden, far away.

    So nobody finds it by the way (LN-5b), and a round of 20:00 ends on no hour.
    """
    file = folder / "case.yaml"
    head = '- id: LN-1A-c.1\n  title: read\n  variant: london_nights\n  date: "20:00"\n'
    file.write_text(head + text)
    return carry_out(load_cases(file)[0])[0]


def lines(step: Step, reader: str) -> dict[str, str]:
    """Unit → its order, as somebody reads it."""
    return {str(told.unit): str(told.order) for told in step.told[-1].editions.of(reader)}


def test_help_for_who_is_not_seen_reads_as_it_was_handed_in(tmp_path: Path) -> None:
    """Two unseen units are on the bridge; who named one reads its power (STD-UNIT), no number."""
    step = played(
        tmp_path,
        """
  ledger: {hidden-centres: [Ste], unseen: [WAB]}
  units: {Theatre-Goers: [U WAB, U WAB], Nurses: [U Emb, U Tra]}
  orders:
    Theatre-Goers: ["U WAB/1 H", "U WAB/2 H"]
    Nurses: ["U Emb S U WAB - Str", "U Tra S Theatre-Goers U WAB - Str"]
  expect: {U WAB/1: {result: holds}}
""",
    )
    for reader in ("Royals", "Nurses"):
        found = lines(step, reader)
        assert found["U Emb"] == "U Emb S Theatre-Goers U WAB - Str"
        assert found["U Tra"] == "U Tra S Theatre-Goers U WAB - Str"
        assert not {unit for unit in found if "WAB" in unit}


def test_help_for_who_is_seen_names_it_as_it_is_seen(tmp_path: Path) -> None:
    """Of two on the bridge one is seen, alone there for all others: it has no number for them."""
    step = played(
        tmp_path,
        """
  ledger: {hidden-centres: [Ste], unseen: [WAB/2]}
  units: {Theatre-Goers: [U WAB, U WAB], Nurses: [U Tra], Shoppers: [U Emb]}
  orders:
    Theatre-Goers: ["U WAB/1 - Emb", "U WAB/2 H"]
    Nurses: ["U Tra S U WAB - Emb"]
  expect: {U WAB/1: {result: succeeds}}
""",
    )
    assert lines(step, "Royals")["U WAB"] == "U WAB - Emb"
    assert lines(step, "Royals")["U Tra"] == "U Tra S Theatre-Goers U WAB - Emb"
    assert lines(step, "Theatre-Goers")["U WAB/1"] == "U WAB/1 - Emb"
    assert lines(step, "Theatre-Goers")["U Tra"] == "U Tra S Theatre-Goers U WAB/1 - Emb"


def test_their_own_help_for_an_unseen_one_names_no_number(tmp_path: Path) -> None:
    """It is told, for it was cut; that there are two on the bridge is not."""
    step = played(
        tmp_path,
        """
  ledger: {hidden-centres: [Ste], unseen: [WAB, Tra]}
  units: {Theatre-Goers: [U WAB, U WAB, U Tra], Shoppers: [U Whi]}
  orders:
    Theatre-Goers: ["U WAB/1 H", "U WAB/2 - Emb", "U Tra S U WAB/2 - Emb"]
    Shoppers: ["U Whi - Tra"]
  expect: {U Tra: {result: cut}}
""",
    )
    assert lines(step, "Shoppers")["U Tra"] == "U Tra S Theatre-Goers U WAB - Emb"
    assert lines(step, "Theatre-Goers")["U Tra"] == "U Tra S Theatre-Goers U WAB/2 - Emb"


def test_who_is_removed_from_a_bridge_is_named_as_if_alone(tmp_path: Path) -> None:
    """LN-1A-b: that one went is told in full, and that another stands there unseen is not."""
    step = played(
        tmp_path,
        """
  phase: adjustment
  ledger: {hidden-centres: [Ste], unseen: [WAB]}
  units: {Theatre-Goers: [U WAB, U WAB, U Sha]}
  centres: {Theatre-Goers: [Sha, Lei]}
  orders: {Theatre-Goers: ["Remove U WAB/2"]}
  expect: {results: {Theatre-Goers: [succeeds]}}
""",
    )
    assert lines(step, "Nurses") == {"U WAB": "Remove U WAB"}
    assert lines(step, "Theatre-Goers") == {"U WAB/2": "Remove U WAB/2"}
    (told,) = step.told[-1].editions.of("Nurses")
    assert str(told.reason.facts["unit"]) == "U WAB"


def test_an_order_that_could_not_be_is_told_as_it_was_written(tmp_path: Path) -> None:
    step = played(
        tmp_path,
        """
  ledger: {hidden-centres: [Ste]}
  units: {Theatre-Goers: [U Sha], Nurses: [U Gra]}
  orders: {Nurses: ["U Gra - Wat"]}
  expect: {U Gra: {result: void}}
""",
    )
    for reader in ("Royals", "Nurses", "Theatre-Goers"):
        assert lines(step, reader)["U Gra"] == "U Gra - Wat"


@pytest.mark.parametrize(("unseen", "met"), [("[Smi]", True), ("[]", False)])
def test_a_taxi_finds_whom_nobody_saw(tmp_path: Path, unseen: str, met: bool) -> None:
    """LN-1F-a: of one that everybody sees there is nothing to tell."""
    step = played(
        tmp_path,
        f"""
  ledger: {{hidden-centres: [Ste], unseen: {unseen}}}
  units: {{Taxi Drivers: [U Bar], Theatre-Goers: [U Smi]}}
  orders: {{Taxi Drivers: ["U Bar - Smi - Ang"], Theatre-Goers: ["U Smi H"]}}
  expect: {{U Smi: {{result: holds}}}}
""",
    )
    kinds = [report.kind for report in step.told[-1].reports]
    assert "first-leg-failed" in kinds
    assert ("first-leg-met" in kinds) == met
