"""What was once told wrongly, in the words that are right now."""

from __future__ import annotations

from pathlib import Path

import pytest

from legation.board.calendar import Phase
from legation.errors import FileError, InputError, OptionError
from legation.rules.wording import why
from legation.table.cases.check import check_case
from legation.table.cases.file import load_cases
from legation.table.game import Game
from staged import SEED, Units, refused, stage


def told(game: Game, orders: Units) -> dict[str, tuple[str, str]]:
    """Unit → the reason that everybody reads, and its clause."""
    for power, lines in orders.items():
        assert game.submit(power, lines) == []
    number = game.number
    game.advance()
    return {
        str(outcome.unit): (why(game.book, outcome), outcome.reason.clause)
        for moment in game.view("spectator").told
        for outcome in moment.outcomes
        if moment.number == number
    }


# Who held, and why


def test_a_hold_that_ones_own_army_saves_is_no_standoff_of_attacks() -> None:
    """STD-SELF: Venice, 1, falls to 2 but for the Romans, who come with 2 as well."""
    game = stage("standard", {"Italy": ["A Ven", "A Rom", "A Apu"], "Germany": ["A Tyr", "A Pie"]})
    heard = told(
        game,
        {
            "Italy": ["A Rom - Ven", "A Apu S A Rom - Ven"],
            "Germany": ["A Tyr - Ven", "A Pie S A Tyr - Ven"],
        },
    )
    assert heard["A Ven"] == (
        "A Ven held Ven: Italian A Rom, on the way there too, kept out German A Tyr,"
        " with 2 against attack 2.",
        "STD-SELF",
    )


def test_men_who_join_a_stand_keep_the_attack_out() -> None:
    """CL-11c-2: 6,000 exceed the 2,000 that stand, and not the 7,000 that come."""
    game = stage("claudian", {"Italy": ["A Ven 2000", "A Rom 7000"], "Germany": ["A Tyr 6000"]})
    heard = told(game, {"Italy": ["A Rom - Ven"], "Germany": ["A Tyr - Ven"]})
    assert heard["A Ven 2000"] == (
        "A Ven 2000 held Ven: Italian A Rom 7000, on the way there too, kept out"
        " German A Tyr 6000, with 7000 against attack 6000.",
        "CL-11c-2",
    )


def test_attacks_of_two_powers_still_keep_each_other_out() -> None:
    game = stage(
        "standard",
        {"Italy": ["A Ven"], "Germany": ["A Tyr", "A Pie"], "France": ["A Tri", "F ADR"]},
    )
    heard = told(
        game,
        {
            "Germany": ["A Tyr - Ven", "A Pie S A Tyr - Ven"],
            "France": ["A Tri - Ven", "F ADR S A Tri - Ven"],
        },
    )
    assert heard["A Ven"] == (
        "A Ven held Ven: the attacks of French A Tri and German A Tyr kept each other out.",
        "STD-BOUNCE",
    )


# One, or several


@pytest.mark.parametrize(
    ("power", "line", "said"),
    [
        ("Taxi Drivers", "U Hol - Lin", "U Hol - Lin: there is no unit of Taxi Drivers in Hol."),
        ("Nurses", "Elect U Hol", "Elect U Hol: there is no unit of Nurses in Hol."),
        (
            "Nurses",
            "U Kin S East Enders U Gra",
            "U Kin S East Enders U Gra: there is no unit of East Enders in Gra.",
        ),
    ],
)
def test_powers_with_a_name_of_many(power: str, line: str, said: str) -> None:
    assert refused(Game.new("london_nights", {}, SEED), power, line) == said


def test_several_of_ones_own_stand_there() -> None:
    """CL-11c-3: in Venice 5,000 stay and 4,000 fail to leave, so 2,000 find no room."""
    game = stage(
        "claudian",
        {"Italy": ["A Ven 9000", "F ADR 100"], "Germany": ["A Tri 10000", "A Tyr 10000"]},
    )
    heard = told(
        game,
        {"Italy": ["A Ven 4000 - Tri", "F ADR - Ven"]},
    )
    assert heard["F ADR 100"] == (
        "In Ven still stood A Ven 4000 and A Ven 5000, of the same power;"
        " a power does not dislodge its own.",
        "CL-11c-1",
    )


def test_those_that_retreat_to_one_place() -> None:
    """STD-RET: however many meet, two or three, none is left."""
    game = stage(
        "standard",
        {
            "France": ["A Bur"],
            "Italy": ["A Pie"],
            "Germany": ["A Mun", "A Ruh", "A Tyr", "A Ven"],
        },
    )
    attacks = ["A Mun - Bur", "A Ruh S A Mun - Bur", "A Tyr - Pie", "A Ven S A Tyr - Pie"]
    assert game.submit("Germany", attacks) == []
    game.advance()
    for power, line in (("France", "A Bur - Mar"), ("Italy", "A Pie - Mar")):
        assert game.submit(power, [line]) == []
    number = game.number
    game.advance()
    words = [
        why(game.book, outcome)
        for moment in game.view("spectator").told
        for outcome in moment.outcomes
        if moment.number == number
    ]
    assert words == [
        "A Pie retreated to Mar as well as A Bur, and none is left.",
        "A Bur retreated to Mar as well as A Pie, and none is left.",
    ]


# Numbers as they were ordered


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "A Lvp 6000 - Bre via convoy",
            "A Lvp 6000 - Bre via convoy: no fleets on the board could carry A Lvp 6000 to Bre.",
        ),
        (
            "A Lvp 6000 - Bre",
            "A Lvp 6000 - Bre: Bre is not next to Lvp, and no fleets could carry A Lvp 6000 there.",
        ),
        (
            "A Lvp - Bre via convoy",
            "A Lvp - Bre via convoy: no fleets on the board could carry A Lvp 10000 to Bre.",
        ),
    ],
)
def test_some_of_an_army_are_called_by_their_number(line: str, said: str) -> None:
    """CL-10a."""
    assert refused(stage("claudian", {"England": ["A Lvp 10000"]}), "England", line) == said


# Places that a variant took off the board


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("A Sil - War", "Warsaw"),
        ("A Sil - warsaw", "Warsaw"),
        ("A Sil S A War", "Warsaw"),
        ("A Sil - St Petersburg", "St Petersburg"),
    ],
)
def test_a_place_off_the_board_is_named(line: str, name: str) -> None:
    """CL-4: it is no slip of the pen, so nothing is guessed."""
    game = stage("claudian", {"Germany": ["A Sil 10000"]})
    assert refused(game, "Germany", line) == (
        f"{line}: {name} is off the board in this game (CL-4)."
    )
    with pytest.raises(InputError, match=r"^Warsaw is off the board in this game \(CL-4\)\.$"):
        game.set_unit("Germany", "A", "War 5000")


def test_a_place_of_another_board_is_as_unknown_as_ever() -> None:
    """Only what a variant says that it took off is known to it."""
    said = refused(stage("warwick", {"Edward IV": ["U Lon"]}), "Edward IV", "U Lon - Warsaw")
    assert said.startswith('U Lon - Warsaw: no place is called "Warsaw".')


# London as its author writes it


@pytest.mark.parametrize(
    ("power", "line", "order"),
    [
        ("Shoppers", "2A Kni - Gre", "2U Kni - Gre"),
        ("Shoppers", "2A(Kni)-Gre", "2U Kni - Gre"),
        ("Shoppers", "A Oxf S A Tot - Soh", "U Oxf S U Tot - Soh"),
        ("Shoppers", "Army Tot - Soh", "U Tot - Soh"),
        ("East Enders", "3A Sho H", "3U Sho H"),
    ],
)
def test_units_may_be_written_as_armies(power: str, line: str, order: str) -> None:
    """LN-0, LN-1B-a: `2A` and `A` are the author's own."""
    game = Game.new("london_nights", {}, SEED)
    assert [e for e in game.submit(power, [line]) if e.line] == []
    assert game.book.write(game.book.read(line, "movement")) == order


def test_an_army_of_the_wrong_strength_is_no_unit_there() -> None:
    said = refused(Game.new("london_nights", {}, SEED), "Shoppers", "2A Oxf H")
    assert said == "2U Oxf H: the unit in Oxf is a unit. Did you mean U Oxf?"


# When it is


def test_the_night_has_two_days() -> None:
    """LN-6a: the first round begins at 19:30 on 3 August, and dawn is on the fourth."""
    calendar = Game.new("london_nights", {}, SEED).book.calendar
    half_past = [Phase(time, 0, "movement") for time in ("19:30", "23:30", "00:00", "05:30")]
    assert [calendar.said(phase) for phase in half_past] == [
        "3 August, 19:30, movement",
        "3 August, 23:30, movement",
        "4 August, 00:00, movement",
        "4 August, 05:30, movement",
    ]
    assert calendar.dated(half_past[0]) == "19:30, 3 August"


@pytest.mark.parametrize(
    ("variant", "options", "phase", "end"),
    [
        ("london_nights", {}, Phase("05:30", 0, "retreat"), "4 August, 06:00"),
        ("london_nights", {"clock": "named"}, Phase("06:00", 0, "retreat"), "4 August, 06:00"),
        ("london_nights", {}, Phase("22:30", 0, "movement"), "3 August, 22:30"),
        ("standard", {}, Phase("Autumn", 1907, "retreat"), "Autumn 1907"),
    ],
)
def test_a_game_ends_at_a_time_and_in_no_phase(
    variant: str, options: dict[str, str], phase: Phase, end: str
) -> None:
    """LN-6a: "05:30, retreats" was the last phase that there could have been, and is no end."""
    assert Game.new(variant, options, SEED).book.calendar.said(phase, over=True) == end


def test_a_case_that_expects_another_phase(tmp_path: Path) -> None:
    """There is no "a adjustment phase"."""
    file = tmp_path / "case.yaml"
    file.write_text(
        "- id: X.1\n  title: x\n  turns:\n  - orders: {}\n  - phase: adjustment\n    orders: {}\n"
        "  end: {winner: []}\n"
    )
    (case,) = load_cases(file)
    with pytest.raises(FileError) as refusal:
        check_case(case)
    assert str(refusal.value).endswith(
        "it goes on with adjustments, and the game with Autumn 1901, movement"
    )


# What was probably meant


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("Burgundi", ["Burgundy"]),  # one letter wrong
        ("Lodnon", ["London"]),  # two have changed places
        ("Marsailles", ["Marseilles"]),
        ("Konstantinopel", ["Constantinople"]),  # two slips in 14 letters
        ("Venise", ["Venice"]),  # and not Vienna
        ("Wonderland", []),  # Switzerland is far off
        ("Dublin", []),  # Berlin: three letters of six
        ("Atlantis", []),
        ("Cairo", []),
    ],
)
def test_a_guess_is_made_where_something_is_near(word: str, meant: list[str]) -> None:
    """STD-ORD."""
    guess = f" Did you mean {meant[0]}?" if meant else ""
    said = refused(Game.new("standard", {}, SEED), "France", f"A Par - {word}")
    assert said == f'A Par - {word}: no place is called "{word}".{guess}'


def test_an_option_that_is_like_none_is_not_guessed_at() -> None:
    for name, guess in (("paradoks", " Did you mean paradox?"), ("weather", "")):
        with pytest.raises(OptionError) as refusal:
            Game.new("standard", {name: "no"}, SEED)
        assert str(refusal.value) == f'there is no option "{name}".{guess}'
