"""How a game stands, as each viewer may know it: figures, notes, what it takes to win."""

from __future__ import annotations

from pathlib import Path

import pytest

from legation.rules.kinds import Kind
from legation.rules.standings import Standings
from legation.sight.see import Desk, see
from legation.sight.view import View
from legation.sight.viewer import find_viewer
from legation.table.cases.file import Case, load_cases
from legation.table.game import Game
from legation.table.standing import (
    figure_said,
    limits,
    remarks,
    standings_data,
    standings_of,
    what_counts,
)
from legation.variants.find import folders
from legation.variants.load import load
from staged import SEED, stage


def laid(folder: Path, variant: str, text: str) -> Case:
    """A case with what stands in it."""
    file = folder / "case.yaml"
    file.write_text(f"- id: STD-END.1\n  title: read\n  variant: {variant}\n{text}\n  turns: []\n")
    return load_cases(file)[0]


def seen(case: Case, viewer: str) -> View:
    desk = Desk("", 0, {}, (), (), (), over=False)
    return see(case.book, case.truth, (), find_viewer(case.book, viewer), desk)


def row(case: Case, viewer: str, power: str) -> dict[str, str]:
    """What a viewer reads of a power: what is counted → the figure."""
    stand = standings_of(case.book, seen(case, viewer))
    (own,) = [each for each in stand.rows if each.power == power]
    return {what_counts(case.book, f.kind): figure_said(f) for f in own.figures}


def said(case: Case, viewer: str) -> list[str]:
    view = seen(case, viewer)
    stand = standings_of(case.book, view)
    limit = limits(case.book, view, stand)
    return [*remarks(case.book, view, stand), *([limit] if limit else [])]


def notes(case: Case, viewer: str, power: str) -> list[str]:
    data = standings_data(case.book, seen(case, viewer))
    return next(each["notes"] for each in data["powers"] if each["power"] == power)


STANDARD = """
  date: Autumn 1902
  phase: retreat
  units: {France: [A Par, F Bre], Germany: [A Bur]}
  centres: {France: [Par, Bre, Mar, Spa, Por], Germany: [Ber, Kie, Mun]}
  dislodged: {France: [{unit: A Mar, by: Bur, retreats: [Gas]}]}
"""


def test_centres_and_units_of_each_power(tmp_path: Path) -> None:
    """Who has to retreat is a unit still; who has nothing is there with nothing."""
    case = laid(tmp_path, "standard", STANDARD)
    assert row(case, "spectator", "France") == {"centres": "5", "units": "3"}
    assert row(case, "Germany", "Germany") == {"centres": "3", "units": "1"}
    assert row(case, "Germany", "Turkey") == {"centres": "0", "units": "0"}
    assert said(case, "Germany") == ["18 centres win, if they are more than anybody else's."]


def test_a_game_that_is_over_has_nothing_to_win() -> None:
    game = stage("standard", {"France": ["A Par"]})
    game.abandon()
    view = game.view("France")
    assert list(remarks(game.book, view, standings_of(game.book, view))) == []
    assert standings_data(game.book, view)["aim"] == ""


# London Nights

LONDON = """
  date: "21:00"
  ledger: {hidden-centres: [Str, Pic], discovered: [Str], unseen: [Rus]}
  units: {Theatre-Goers: [U Cov, U Rus, U Wat], Royals: [U Pal]}
  centres:
    Theatre-Goers: [Cov, Rus, Str, Wat, Lam]
    Royals: [Mal, Pal, Tra]
"""


def test_the_product_of_north_and_south(tmp_path: Path) -> None:
    """LN-7: three northern and two southern centres make six; three and none make nothing.

    LN-1A-c: how many units the Theatre-Goers have is public, where they are is not.
    """
    case = laid(tmp_path, "london_nights", LONDON)
    for viewer in ("Theatre-Goers", "Royals", "spectator", "gm"):
        found = row(case, viewer, "Theatre-Goers")
        assert found == {"product": "6", "north": "3", "south": "2", "centres": "5", "units": "3"}
        found = row(case, viewer, "Royals")
        assert found == {"product": "0", "north": "3", "south": "0", "centres": "3", "units": "1"}
        assert said(case, viewer) == [
            "At 06:00 the highest product of northern and southern centres wins."
        ]


# Warwick

WARWICK = """
  date: Spring 1471
  ledger:
    king: Edward IV
    claimed: [Edward IV, Earl of Warwick]
    alignments: {Clarence: claimant, Warwick: Henry VI, Exeter: Clarence, Hastings: neutral}
  units: {Edward: [U Lon], Norfolk: [U Col], Clarence: [U Can], Warwick: [U War], Exeter: [U Exe]}
  centres: {Edward: [Lon], Norfolk: [Col], Clarence: [Can], Warwick: [War], Exeter: [Exe]}
"""


def test_king_claimants_and_factions(tmp_path: Path) -> None:
    """The court is public; the dead are of no faction (WA-3a-2), London is needed (WA-2a)."""
    case = laid(tmp_path, "warwick", WARWICK)
    for viewer in ("Clarence", "spectator"):
        assert notes(case, viewer, "Edward IV") == ["King", "claims the throne", "holds London"]
        assert notes(case, viewer, "Duke of Clarence") == ["claims the throne"]
        assert notes(case, viewer, "Duke of Exeter") == ["for Duke of Clarence"]
        assert notes(case, viewer, "Duke of Norfolk") == ["for Edward IV"]
        assert notes(case, viewer, "Earl of Warwick") == ["for Henry VI"]
        assert notes(case, viewer, "Lord Hastings") == []
        assert said(case, viewer) == [
            "14 centres win, with London among them.",
            "Henry VI claims the throne.",
        ]


def test_a_sole_claimant_who_is_about_to_be_king(tmp_path: Path) -> None:
    """WA-3g: alone when all last moved, and again now, he is King after the next movement."""
    text = """
  ledger: {henry-dead: yes, sole: Edward IV, claimed: [Edward IV]}
  units: {Edward: [U Lon], Norfolk: [U Col], Clarence: [U Can]}
  centres: {Edward: [Rea], Norfolk: [Lon], Clarence: [Can]}
"""
    case = laid(tmp_path, "warwick", text)
    assert notes(case, "spectator", "Edward IV") == [
        "claims the throne alone",
        "King after the next movement, if nobody else claims the throne",
    ]
    assert notes(case, "spectator", "Duke of Clarence") == ["neutral"]
    assert notes(case, "spectator", "Duke of Norfolk") == ["holds London", "for Edward IV"]
    assert said(case, "spectator")[1:] == ["Henry VI is dead."]


def court(folder: Path, ledger: str) -> Case:
    return laid(folder, "warwick", f"\n  ledger: {ledger}\n  units: {{Edward: [U Rea]}}")


OTHERS = (
    "Richard of Gloucester",
    "Duke of Norfolk",
    "Lord Hastings",
    "Duke of Exeter",
    "Duke of Somerset",
    "Earl of Northumberland",
    "Duke of Clarence",
)
ALL_NEUTRAL = ", ".join(f"{power}: neutral" for power in OTHERS)


@pytest.mark.parametrize(
    ("king", "sole", "told"),
    [
        ("", "", ["claims the throne alone"]),
        (
            "",
            "Edward IV",
            [
                "claims the throne alone",
                "King after the next movement, if nobody else claims the throne",
            ],
        ),
        ("Edward IV", "Edward IV", ["King", "claims the throne alone"]),
    ],
)
def test_who_is_king_already_is_not_about_to_be(
    tmp_path: Path, king: str, sole: str, told: list[str]
) -> None:
    """WA-3g: a king is made by two movements alone, and once."""
    stands = f"{{{ALL_NEUTRAL}, Earl of Warwick: neutral, Edward IV: claimant}}"
    case = court(tmp_path, f"{{alignments: {stands}, king: '{king}', sole: '{sole}'}}")
    assert notes(case, "spectator", "Edward IV") == [*told, "holds London"]


@pytest.mark.parametrize(
    ("king", "sole", "edward", "told"),
    [
        ("", "", "claimant", ["Henry VI claims the throne."]),
        ("", "", "neutral", ["Henry VI claims the throne alone."]),
        (
            "",
            "Henry VI",
            "neutral",
            [
                "Henry VI claims the throne alone.",
                "Henry VI is King after the next movement, if nobody else claims the throne.",
            ],
        ),
        (
            "Henry VI",
            "Henry VI",
            "neutral",
            ["Henry VI is King.", "Henry VI claims the throne alone."],
        ),
    ],
)
def test_henry_is_told_of_like_any_claimant(
    tmp_path: Path, king: str, sole: str, edward: str, told: list[str]
) -> None:
    """WA-3f: he claims as long as somebody is for him."""
    stands = f"{{{ALL_NEUTRAL}, Earl of Warwick: Henry VI, Edward IV: {edward}}}"
    case = court(tmp_path, f"{{alignments: {stands}, king: '{king}', sole: '{sole}'}}")
    assert said(case, "spectator")[1:] == told


# Locarno, Claudian


def test_who_fell_has_centres_that_win_nothing(tmp_path: Path) -> None:
    text = "\n  ledger: {fallen: [France], falling: [Italy]}"
    case = laid(tmp_path, "locarno", text)
    fallen = "in civil disorder for good; its centres win nothing"
    assert notes(case, "spectator", "France") == [fallen]
    assert notes(case, "Germany", "Italy") == ["in civil disorder when the next movement opens"]
    assert notes(case, "France", "Germany") == []


def test_forces_are_counted_in_men(tmp_path: Path) -> None:
    """CL-12a: 4,000 men and 50 ships of 40 men each come to 6,000."""
    text = """
  units: {France: [A Par 4000, F Bre 50]}
  centres: {France: [Par, Bre, Mar]}
"""
    case = laid(tmp_path, "claudian", text)
    assert row(case, "spectator", "France") == {"centres": "3", "units": "2", "men": "6000"}
    assert said(case, "France") == ["15 centres win, if they are more than anybody else's."]


# Post-Atomic: what is hidden

ATOMIC = """
  options: {publish-builds: unit-only}
  date: Spring 2023
  ledger:
    centres-dealt: [Gas, Ruh, Naf, Swi]
    centres-known: {France: Naf, Germany: "Gas, Ruh"}
    built-unseen: [Ruh]
  units: {France: [A Par], Germany: [A Mun, A Ruh]}
  centres: {France: [Gas, Naf], Germany: [Ruh, Swi]}
"""


def test_others_have_what_one_knows_of_and_may_have_more(tmp_path: Path) -> None:
    """PA-10a: Germany knows Gascony, and sees that France holds it; of North Africa nothing."""
    case = laid(tmp_path, "post_atomic", ATOMIC)
    assert row(case, "France", "France") == {"centres": "2", "units": "1"}
    assert row(case, "Germany", "France") == {"centres": "1+", "units": "1"}
    assert row(case, "gm", "France") == {"centres": "2", "units": "1"}


def test_of_whose_centres_one_knows_nothing_nothing_is_said(tmp_path: Path) -> None:
    """PA-10a: not even that there is none. PA-10b: the unit in the Ruhr is not on their map."""
    case = laid(tmp_path, "post_atomic", ATOMIC)
    assert row(case, "France", "Germany") == {"units": "1+"}
    assert row(case, "spectator", "Germany") == {"units": "1+"}
    assert row(case, "spectator", "Austria") == {"units": "0"}
    assert row(case, "Germany", "Germany") == {"centres": "2", "units": "2"}
    assert row(case, "gm", "Germany") == {"centres": "2", "units": "2"}


def test_it_is_said_how_far_it_holds(tmp_path: Path) -> None:
    case = laid(tmp_path, "post_atomic", ATOMIC)
    aim = "18 centres win, if they are more than anybody else's."
    assert said(case, "France") == [aim, "As far as you know."]
    assert said(case, "spectator") == [aim, "As far as everybody knows."]
    assert said(case, "gm") == [aim]
    assert standings_data(case.book, seen(case, "spectator"))["partial"]
    assert not standings_data(case.book, seen(case, "gm"))["partial"]


# All of them


@pytest.mark.parametrize("variant", sorted(folders()))
def test_what_is_said_is_declared_as_it_is_made(variant: str) -> None:
    game = Game.new(variant, {}, SEED)
    for viewer in ("spectator", *sorted(game.book.players)):
        stand: Standings = standings_of(game.book, game.view(viewer))
        told = [stand.aim, *stand.notes, *(note for row in stand.rows for note in row.said)]
        for report in told:
            kind: Kind = game.book.reports[report.kind]
            assert list(kind.misfits(report)) == []
        assert [row.power for row in stand.rows] == [power.name for power in game.book.powers]
        assert all(what_counts(game.book, kind) for kind in (stand.deciding, *stand.kinds))


def test_a_kind_of_figure_is_a_kind_of_word() -> None:
    assert what_counts(load("standard"), "figure-centres") == "centres"
