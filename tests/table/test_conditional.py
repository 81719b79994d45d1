"""Orders written ahead: how they are read, and which branch is taken on what a player knows."""

from dataclasses import replace

import pytest

from legation.sight.view import View
from legation.sight.viewer import power_viewer
from legation.table.conditional import read_ahead, taken
from legation.table.conditions import LONGEST
from legation.table.game import Game
from legation.variants.load import load

SEED = "1" * 32
FR, GE = "France", "Germany"
BOOK = load("standard", {})


def spring() -> Game:
    """Spring 1901: Burgundy falls to France, 2 against 1; Kiel goes to Holland unopposed."""
    game = Game.new("standard", seed=SEED)
    game.submit(FR, ["A Par - Bur", "A Mar S A Par - Bur", "F Bre - MAO"])
    game.submit(GE, ["A Mun - Bur", "F Kie - Hol", "A Ber H"])
    game.advance()
    return game


def view(game: Game, power: str) -> View:
    return game.view(power_viewer(power))


def orders(game: Game, text: str, power: str = FR) -> tuple[str, ...]:
    ahead = read_ahead(game.book, game.phase.kind, text)
    assert not ahead.faults
    return taken(ahead, view(game, power)).orders


def is_so(game: Game, condition: str, power: str = FR) -> bool:
    return orders(game, f"if {condition}: A Mar H", power) == ("A Mar H",)


@pytest.mark.parametrize(
    ("condition", "so"),
    [
        ("A Par moved", True),
        ("my A Par has moved", True),
        ("army Paris moved", True),
        ("Par moved", True),
        ("French A Par moved", True),
        ("German A Par moved", False),  # no such unit: he was told of none
        ("F Par moved", False),
        ("A Par did not move", False),
        ("A Par didn't move", False),
        ("A Mun moved", False),
        ("A Mun did not move", True),
        ("A Mun was dislodged", False),  # beaten back, and still in Munich
        ("A Mun was not dislodged", True),
        ("A Mun not dislodged", True),
        ("A Mun - Bur succeeded", False),
        ("A Mun - Bur failed", True),
        ("A Mar S A Par - Bur succeeded", True),
        ("A Mar S A Par succeeded", False),  # another order than was given
        ("A Mar S A Par failed", False),
        ("A Par - Bur succeeded", True),
        ("A Par - Pic failed", False),  # not given: it neither succeeded nor failed
        ("France is in Bur", True),
        ("France is in Par", False),
        ("France is not in Par", True),
        ("Germany is in Bur", False),
        ("nobody is in Par", True),
        ("somebody is in Bur", True),
        ("somebody is not in Bur", False),
        ("nobody is in Bur", False),
        ("Germany holds Mun", True),
        ("Germany owns Munich", True),
        ("Germany does not hold Mun", False),
        ("Germany holds Hol", False),  # centres change hands in autumn
        ("Germany doesn't hold Hol", True),
        ("A Bur moved", False),  # nobody stood there
        ("A Bur did not move", False),
        ("A Par moved and Germany is in Hol", True),
        ("A Par moved and Germany is in Bur", False),
        ("Germany is in Bur and A Par moved", False),
    ],
)
def test_what_can_be_asked(condition: str, so: bool) -> None:
    assert is_so(spring(), condition) is so


def test_the_last_movement_is_asked_and_retreats_after_it() -> None:
    """Paris, with support, pushes the German army out of Burgundy; Holland is a fourth centre."""
    game = Game.new("standard", seed=SEED)
    game.submit(FR, ["A Par H", "A Mar H"])
    game.submit(GE, ["A Mun - Bur"])
    game.advance()
    game.submit(FR, ["A Par - Bur", "A Mar S A Par - Bur"])
    game.submit(GE, ["A Bur H", "F Kie - Hol"])
    game.advance()
    assert game.phase.kind == "retreat"
    retreat = "if A Bur was dislodged: A Bur - Ruh; else: A Bur D"
    assert orders(game, retreat, GE) == ("A Bur - Ruh",)
    game.submit(GE, ["A Bur - Ruh"])
    game.advance()
    assert game.phase.kind == "adjustment"
    for so in ("A Bur was dislodged", "A Bur - Ruh succeeded", "A Par moved", "A Mar did not move"):
        assert orders(game, f"if {so}: Waive", GE) == ("Waive",), so
    assert orders(game, "if A Bur did not move: Waive; else: Build A Mun", GE) == ("Waive",)
    assert orders(game, "if A Mun moved: Waive", GE) == (), "that was the movement before"


def test_of_each_block_the_first_branch_that_fits_is_taken() -> None:
    text = """A Spa H  # nobody's yet
if A Mun - Bur succeeded: A Bur H
else if Germany is in Mun: A Bur - Ruh; A Mar - Bur
else if Germany holds Mun: A Bur - Mun
else: A Bur H

if A Bur moved:
  A Gas H
otherwise
  A Mar - Pie
end
F MAO - Spa(sc)
if F Bre moved: F MAO - Por
F Eng H"""
    game = spring()
    found = taken(read_ahead(game.book, "movement", text), view(game, FR))
    assert found.orders == (
        *("A Spa H", "A Bur - Ruh", "A Mar - Bur", "A Mar - Pie"),
        *("F MAO - Spa(sc)", "F MAO - Por", "F Eng H"),
    )
    assert found.said == (
        "“A Mun - Bur succeeded”: no. “Germany is in Mun”: yes. Taken: A Bur - Ruh; A Mar - Bur.",
        "“A Bur moved”: no unit stood there. Taken: A Mar - Pie.",
        "“F Bre moved”: yes. Taken: F MAO - Por.",
    )


def test_orders_without_a_condition_need_no_word() -> None:
    found = taken(read_ahead(BOOK, "retreat", "A Par - Gas\nA Mar D"), view(spring(), FR))
    assert (found.orders, found.said) == (("A Par - Gas", "A Mar D"), ())


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("A Mar H\nif A Bur flew: A Par H", 2, '"A Bur flew" is no condition; write it as "A Bur'),
        ("if Mun is empty: A Par H", 1, 'write it as "nobody is in Bur"'),
        ("if Germany took Mun: A Par H", 1, 'write it as "Germany holds Mun"'),
        ("if dislodged: A Par H", 1, 'write it as "A Bur was dislodged"'),
        ("if A Mun - Bur worked: A Par H", 1, 'write it as "A Mun - Bur succeeded"'),
        ("if A Xyz moved: A Par H", 1, 'no unit is called "A Xyz"'),
        ("if Gondor is in Mun: A Par H", 1, '"Gondor"'),
        ("if A Bur moved A Par H", 1, "a condition ends with a colon"),
        ("else: A Par H", 1, '"else" stands without an "if"'),
        ("if A Bur moved: A Par H\nA Mar H\nelse: A Par H", 3, '"else" stands without an "if"'),
        ("if A Bur moved: A Par H; else: A Mar H; else: A Mar H", 1, 'can come after "else"'),
        ("if A Bur moved: A Par - Xyz", 1, "Xyz"),
        ("Build A Par", 1, '"Build A Par" is no order for movement'),
        (
            "if A Bur moved: A Par H\nels: A Par - Gas",
            2,
            '"els" begins no branch. Did you mean "else"?',
        ),
        ("if A Bur moved: A Par H; esle: A Par - Gas", 1, 'Did you mean "else"?'),
        ("iff A Bur moved: A Par H", 1, '"iff" begins no branch. Did you mean "if"?'),
        ("othewise: A Par H", 1, 'Did you mean "otherwise"?'),
        (f"if {'A Bur moved and ' * 20}: A Par H", 1, f"{LONGEST} letters"),
    ],
)
def test_what_is_not_understood_is_told_by_its_line(text: str, line: int, said: str) -> None:
    faults = read_ahead(BOOK, "movement", text).faults
    assert [fault.line for fault in faults] == [line]
    assert said in faults[0].said


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("A Bur moved", "no unit stood there"),
        ("F Par was dislodged", "no unit stood there"),
        ("A Par - Pic failed", "no such order was given"),
        ("A Par moved", "yes"),
    ],
)
def test_in_a_game_that_all_see_it_says_what_is_the_case(condition: str, said: str) -> None:
    game = spring()
    ahead = read_ahead(game.book, "movement", f"if {condition}: A Mar H")
    assert taken(ahead, view(game, FR)).said[0].startswith(f"“{condition}”: {said}.")


def test_before_the_first_phase_is_over_nothing_is_known() -> None:
    game = Game.new("standard", seed=SEED)
    ahead = read_ahead(game.book, "movement", "if A Par moved: A Mar H")
    (said,) = taken(ahead, view(game, FR)).said
    assert said == "“A Par moved”: no phase was played before. Nothing of it was taken."


def test_a_power_before_an_order_is_no_slip() -> None:
    ahead = read_ahead(BOOK, "movement", "France: A Par - Gas")
    assert not ahead.faults


def test_whose_a_centre_is_that_he_has_not_found_is_not_known() -> None:
    """Post-Atomic (PA-10a): Germany has found Munich and Paris; who holds London it cannot know."""
    game = Game.new("post_atomic", seed=SEED)
    seen = view(game, GE)
    owners = {"Mun": GE, "Par": FR}
    seen = replace(seen, position=replace(seen.position, owners=owners))

    def said(condition: str) -> str:
        ahead = read_ahead(game.book, "movement", f"if {condition}: A Mun H")
        assert not ahead.faults
        return taken(ahead, seen).said[0].removeprefix(f"“{condition}”: ")

    for power in (FR, "England"):
        for so in (f"{power} holds Lon", f"{power} does not hold Lon"):
            assert said(so) == "you were not told. Nothing of it was taken."
    assert said("England holds Par").startswith("no.")
    assert said("England does not hold Par").startswith("yes.")
    assert said(f"{GE} holds Mun").startswith("yes.")
    assert said(f"{GE} does not hold Lon").startswith("yes."), "he knows his own"


@pytest.mark.parametrize("name", ["london_nights", "locarno", "post_atomic", "warwick", "claudian"])
def test_units_of_every_game_can_be_asked_about(name: str) -> None:
    game = Game.new(name, seed=SEED)
    book = game.book
    for power in sorted(book.players):
        for unit in view(game, power).position.of(power):
            named = f"{unit.written} {unit.place}"
            text = f"if {named} was not dislodged: {named} H"
            assert not read_ahead(book, "movement", text).faults, text


# Hidden information: London Nights, where the Theatre-Goers are unseen (LN-1A)

_THEATRE, _BOYS = "Theatre-Goers", "City Boys"


def _round(order: str) -> Game:
    """19:30: the unit in Russell Square, which nobody sees or meets, obeys this order."""
    game = Game.new("london_nights", seed=SEED)
    game.submit(_THEATRE, [order])
    game.advance()
    return game


_ASKED = (
    *("U Rus moved", "U Rus did not move", "U Rus was dislodged", "U Rus was not dislodged"),
    *("U Rus - Pan succeeded", "U Rus - Pan failed", "U Rus H succeeded", "U Rus H failed"),
    *(f"{_THEATRE} is in Pan", f"{_THEATRE} is not in Pan", f"{_THEATRE} is in Rus"),
    *("nobody is in Pan", "somebody is in Pan", "nobody is in Rus", f"{_THEATRE} holds Pan"),
)


def _decided(game: Game, power: str) -> list[bool]:
    return [orders(game, f"if {each}: U Thr H", power) != () for each in _ASKED]


def test_what_somebody_cannot_see_is_decided_alike_whatever_it_is() -> None:
    went, stayed = _round("U Rus - Pan"), _round("U Rus H")
    assert went.phase == stayed.phase
    assert {u.place for u in view(went, _THEATRE).position.of(_THEATRE)} >= {"Pan"}
    for power in sorted(went.book.players - {_THEATRE}):
        assert _decided(went, power) == _decided(stayed, power), power
    assert _decided(went, _THEATRE) != _decided(stayed, _THEATRE), "he knows where he went"
    # Neither a thing nor its opposite; and whom one does not see is not there.
    known = dict(zip(_ASKED, _decided(went, _BOYS), strict=True))
    assert not any(known[each] for each in _ASKED if each.startswith("U Rus"))
    assert known[f"{_THEATRE} is not in Pan"]
    assert known["nobody is in Pan"]
    assert not known["somebody is in Pan"]


def test_he_himself_knows_what_he_did() -> None:
    known = dict(zip(_ASKED, _decided(_round("U Rus - Pan"), _THEATRE), strict=True))
    assert [each for each in _ASKED if known[each]] == [
        *("U Rus moved", "U Rus was not dislodged", "U Rus - Pan succeeded"),
        *(f"{_THEATRE} is in Pan", "somebody is in Pan", "nobody is in Rus"),
    ]
