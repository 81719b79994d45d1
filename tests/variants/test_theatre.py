"""What others read of the Theatre-Goers (LN-1A): orders, names on bridges, whom a taxi met."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from legation.board.calendar import MOVEMENT, RETREAT
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Dislodged, Unit
from legation.rules.dice import Dice
from legation.rules.survey import Survey
from legation.rules.turn import set_up
from legation.table.cases.file import load_cases
from legation.table.cases.play import Step, carry_out
from legation.variants.load import load
from legation.variants.london_nights.cast import STARTING, THEATRE, UNSEEN, Ledger
from legation.variants.london_nights.hidden import deal
from legation.variants.london_nights.sights import ghosts


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


def test_an_order_that_could_not_be_is_told_once_with_the_unit_that_it_names(
    tmp_path: Path,
) -> None:
    """Of two on the bridge the second was to go far from the river."""
    step = played(
        tmp_path,
        """
  ledger: {hidden-centres: [Ste]}
  units: {Nurses: [U WAB, U WAB]}
  orders: {Nurses: ["U WAB/2 - Hyd", "U WAB/1 - Emb"]}
  expect: {U WAB/1: {result: succeeds}}
""",
    )
    told = [(str(each.unit), each.fate.value) for each in step.told[-1].editions.of("Royals")]
    assert sorted(told) == [("U WAB/1", "succeeds"), ("U WAB/2", "void")]


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


def test_supports_for_who_may_be_there_read_each_as_written(tmp_path: Path) -> None:
    """Neither is on the bridge: two think of a taxi there, two of the Theatre-Goers."""
    step = played(
        tmp_path,
        """
  ledger: {hidden-centres: [Ste], unseen: [Sha]}
  units: {Theatre-Goers: [U Sha], Nurses: [U Whi, U Str, U WAB, U WAB]}
  orders:
    Theatre-Goers: ["U Sha H"]
    Nurses:
    - "U Whi S Taxi Drivers U WAB - Emb"
    - "U Str S Theatre-Goers U WAB - Emb"
    - "U WAB/1 S Taxi Drivers U WAB - Emb"
    - "U WAB/2 S Theatre-Goers U WAB - Emb"
  expect: {U Sha: {result: holds}}
""",
    )
    found = lines(step, "Royals")
    for unit, power in (
        ("U Whi", "Taxi Drivers"),
        ("U Str", "Theatre-Goers"),
        ("U WAB/1", "Taxi Drivers"),
        ("U WAB/2", "Theatre-Goers"),
    ):
        assert found[unit] == f"{unit} S {power} U WAB - Emb"


def test_help_names_by_its_new_number_who_is_left_alone_on_a_bridge(tmp_path: Path) -> None:
    """Two were seen on the bridge; one slips away to Waterloo, which is told to nobody."""
    step = played(
        tmp_path,
        """
  ledger: {hidden-centres: [Ste], unseen: []}
  units: {Theatre-Goers: [U WAB, U WAB], Nurses: [U Tra], Shoppers: [U Emb]}
  orders:
    Theatre-Goers: ["U WAB/1 - Wat", "U WAB/2 - Emb"]
    Nurses: ["U Tra S Theatre-Goers U WAB/2 - Emb"]
  expect: {U WAB/2: {result: succeeds}}
""",
    )
    assert lines(step, "Royals")["U Tra"] == "U Tra S Theatre-Goers U WAB - Emb"
    assert lines(step, "Theatre-Goers")["U Tra"] == "U Tra S Theatre-Goers U WAB/2 - Emb"


def test_help_for_who_slipped_away_reads_as_it_was_written(tmp_path: Path) -> None:
    step = played(
        tmp_path,
        """
  ledger: {hidden-centres: [Ste], unseen: []}
  units: {Theatre-Goers: [U WAB, U WAB], Nurses: [U Tra]}
  orders:
    Theatre-Goers: ["U WAB/1 H", "U WAB/2 - Wat"]
    Nurses: ["U Tra S Theatre-Goers U WAB/2 - Emb"]
  expect: {U WAB/2: {result: succeeds}}
""",
    )
    assert lines(step, "Royals")["U Tra"] == "U Tra S Theatre-Goers U WAB/2 - Emb"


def test_what_could_not_be_of_the_unseen_is_told_to_them_alone(tmp_path: Path) -> None:
    """A second order for one unit counts for nothing (STD-ORD), and nobody hears of the first."""
    step = played(
        tmp_path,
        """
  ledger: {hidden-centres: [Ste], unseen: [Sha]}
  units: {Theatre-Goers: [U Sha], Nurses: [U Gra]}
  orders:
    Theatre-Goers: ["U Sha H", "U Sha - Lei"]
    Nurses: ["U Gra H", "U Gra - Far"]
  expect: {U Sha: {result: holds}}
""",
    )

    def told(reader: str) -> list[str]:
        return [str(told.order) for told in step.told[-1].editions.of(reader)]

    assert told("Royals") == ["U Gra H", "U Gra - Far"]
    assert sorted(told("Theatre-Goers")) == ["U Gra - Far", "U Gra H", "U Sha - Lei", "U Sha H"]


def test_why_one_of_them_had_to_go_is_theirs_to_know(tmp_path: Path) -> None:
    """LN-6d: while one is unseen. Of the two on the bridge one goes, two moves from home."""
    step = played(
        tmp_path,
        """
  phase: adjustment
  ledger: {hidden-centres: [Ste], unseen: [WAB]}
  units: {Theatre-Goers: [U WAB, U WAB, U Sha], Nurses: [U Gra, U Hol]}
  centres: {Theatre-Goers: [Sha, Lei], Nurses: [Gra]}
  orders: {}
  expect: {automatic: {Theatre-Goers: [U WAB/1], Nurses: [U Hol]}}
""",
    )

    def reasons(reader: str) -> dict[str, tuple[str, str]]:
        told = step.told[-1].editions.of(reader)
        return {str(each.unit): (each.reason.kind, each.reason.clause) for each in told}

    usual = ("removed-automatically", "LN-6d")
    assert reasons("Royals") == {"U WAB": ("removed-unordered", "LN-6d"), "U Hol": usual}
    assert set(reasons("Theatre-Goers").values()) == {usual}


# The board that others know


def night(kind: str, contested: str = "", noted: str | None = None, unseen: str = "") -> Truth:
    """The Royals have driven a unit of the Nurses out of Gray's Inn, from King's Cross."""
    book = load("london_nights")
    units = (
        Unit(THEATRE, "U", "Cov", id=1),
        Unit(THEATRE, "U", "Rus", id=2),
        Unit("Royals", "U", "Gra", id=3),
    )
    lost = Dislodged(Unit("Nurses", "U", "Gra", id=4), "Kin", ("Cle", "Crm", "Far", "Lin"))
    phase = replace(book.calendar.first, kind=kind)
    gone = (lost,) if kind == RETREAT else ()
    board = Position(phase, units, {}, gone, frozenset(contested.split()))
    seen = None if noted is None else frozenset(noted.split())
    return Truth(board, Ledger(contested=seen, unseen=frozenset(unseen.split())))


def test_where_unseen_units_bounced_is_not_on_the_map_of_others() -> None:
    """They both wanted Holborn; to the others it looks open (LN-1A-a, STD-RET)."""
    book, truth = load("london_nights"), night(RETREAT, "Hol", "", "Cov Rus")
    (lost,) = book.known(truth, "Nurses").dislodged
    assert book.known(truth, "Nurses").contested == frozenset()
    assert lost.retreats == ("Cle", "Crm", "Far", "Hol", "Lin")
    assert book.known(truth, THEATRE).contested == {"Hol"}
    over = replace(truth.position, dislodged=())
    assert book.known(truth.on(over), "Nurses").contested == frozenset()
    first = night(RETREAT, "Hol", None, "Cov Rus")  # as a case begins, nothing is noted
    assert book.known(first, "Nurses").contested == {"Hol"}


def test_the_bounces_of_the_last_round_are_not_on_the_map() -> None:
    truth = night(MOVEMENT, "", "Hol", "Cov")
    assert load("london_nights").known(truth, "Nurses").contested == frozenset()


def test_places_still_look_open_when_nobody_is_unseen_any_more() -> None:
    """As when the game master took away those who had bounced in Holborn, unseen."""
    book = load("london_nights")
    (lost,) = book.known(night(RETREAT, "Hol", ""), "Nurses").dislodged
    assert lost.retreats == ("Cle", "Crm", "Far", "Hol", "Lin")
    (lost,) = book.known(night(RETREAT, "Hol", "Hol"), "Nurses").dislodged
    assert lost.retreats == ("Cle", "Crm", "Far", "Lin")


def test_which_of_theirs_are_unseen_only_they_know() -> None:
    book, truth = load("london_nights"), night(MOVEMENT, unseen="Cov")
    assert book.lore(truth, THEATRE)[UNSEEN] == ("Cov",)
    assert book.lore(truth, None)[UNSEEN] == ("Cov",)
    assert UNSEEN not in book.lore(truth, "Nurses")
    assert truth.ledger.seen_by(THEATRE) == Ledger(unseen=frozenset(["Cov"]))
    assert truth.ledger.seen_by("Nurses") == Ledger()


def test_where_a_taxi_may_be_that_nobody_sees_yet() -> None:
    """In any place next to one of theirs, but where somebody stands, and bridges are never full."""
    book = load("london_nights")
    units = (
        Unit("Taxi Drivers", "U", "Bla", id=1),
        Unit("Nurses", "U", "BLB", id=2),
        Unit("Nurses", "U", "Far", id=3),
    )
    survey = Survey(book, Position(book.calendar.first, units))
    found = {(unit.power, unit.place) for unit in ghosts(survey)}
    assert found == {("Taxi Drivers", place) for place in ("BLB", "Fle", "Pau", "Que", "Str")}


# What is dealt


def test_no_centre_is_hidden_where_police_start() -> None:
    """Option hidden-pool; and of all that is more than a lone unit the Shoppers' is noted."""
    book = load("london_nights", {"hidden-pool": "no-police"})
    bank = {place for place, p in book.graph.provinces.items() if "police" in p.features}
    for seed in range(3):
        truth, _ = deal(book, set_up(book), Dice(f"{seed:032x}", "start"))
        assert isinstance(truth.ledger, Ledger)
        assert len(truth.ledger.hidden_centres) == 10
        assert truth.ledger.hidden_centres.isdisjoint(bank)
        assert truth.position.facts[STARTING] == ("Kni",)


def test_what_is_noted_of_places_that_there_are_not_is_amiss() -> None:
    """A night taken over: sightings and reports name places, by their numbers on a bridge too."""
    book = load("london_nights")
    truth, _ = deal(book, set_up(book), Dice(f"{1:032x}", "start"))
    good = {"WAB/2": "20:00", "Cov": "20:00"}
    kept = replace(Ledger.of(truth), sightings=good, reported=good)
    assert list(book.amiss(replace(truth, ledger=kept))) == []
    wrong = {**good, "Xyz": "20:00"}
    for key, bad in {
        "sightings": replace(kept, sightings=wrong),
        "reported": replace(kept, reported=wrong),
    }.items():
        (said,) = book.amiss(replace(truth, ledger=bad))
        assert (said.key, said.why) == (key, 'there is no place "Xyz".')


def test_only_what_may_be_a_hidden_centre_is_one_in_a_night_taken_over() -> None:
    """LN-5: neither a place that there is not, nor one that is a centre for all to see."""
    book = load("london_nights")
    truth, _ = deal(book, set_up(book), Dice(f"{1:032x}", "start"))
    kept = Ledger.of(truth)
    one = min(kept.hidden_centres - kept.known_to_city - kept.discovered)
    shown = next(
        code for code, each in book.graph.provinces.items() if each.centre not in ("", "?")
    )
    for wrong in ("Xyz", shown):
        centres = kept.hidden_centres - {one} | {wrong}
        (said,) = book.amiss(replace(truth, ledger=replace(kept, hidden_centres=centres)))
        assert said.why == f"{wrong} is no place that may be a hidden centre."
