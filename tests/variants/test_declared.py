"""What a variant declares without code is played as it says, or refused where it cannot be."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from legation.arrays.standard import position_in
from legation.atlas.draw import draw
from legation.atlas.units import SHAPES
from legation.board.calendar import Phase
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit, UnitName
from legation.errors import FileError, IllegalOrderError, InputError
from legation.rules.adjust import adjust
from legation.rules.dice import Dice
from legation.rules.legality import judge
from legation.rules.menus import legal_orders
from legation.rules.reports import Report
from legation.rules.rulebook import Rulebook
from legation.rules.standings import centres_win
from legation.rules.survey import Survey
from legation.rules.turn import advance
from legation.rules.wording import sentence
from legation.table.cases.check import check_case
from legation.table.cases.file import load_cases
from legation.table.game import Game
from legation.variants.find import map_of
from legation.variants.load import forget, load
from staged import stage

HEAD = 'name = "mine"\nparent = "{parent}"\ntitle = "Mine"\n'


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    forget()
    yield
    forget()


def folder(tmp_path: Path, said: str, parent: str = "standard") -> str:
    """A folder without a map and without code, by its path."""
    place = tmp_path / "mine"
    place.mkdir()
    (place / "variant.toml").write_text(HEAD.format(parent=parent) + said, encoding="utf-8")
    (place / "words.toml").write_text("", encoding="utf-8")
    return str(place)


def refused(tmp_path: Path, said: str, parent: str = "standard") -> str:
    with pytest.raises(FileError) as caught:
        load(folder(tmp_path, said, parent))
    return str(caught.value)


# Builds


def winter(book: Rulebook) -> Survey:
    """France owns two homes, in one of which it stands, London and Belgium; England Edinburgh."""
    owners = dict.fromkeys(("Par", "Bre", "Bel", "Lon"), "France") | {"Edi": "England"}
    return Survey(
        book, Position(Phase("Winter", 1901, "adjustment"), (Unit("France", "A", "Par"),), owners)
    )


@pytest.mark.parametrize(
    ("where", "places", "why"),
    [
        ("home", {"Bre"}, {"Lon": "no-home", "Par": "occupied", "Edi": "no-home"}),
        ("any-home", {"Bre", "Lon"}, {"Bel": "nobodys-home", "Edi": "not-owned"}),
        ("owned", {"Bel", "Bre", "Lon"}, {"Bur": "no-centre", "Spa": "nobodys", "Par": "occupied"}),
    ],
)
def test_where_units_are_built(
    tmp_path: Path, where: str, places: set[str], why: dict[str, str]
) -> None:
    book = load(folder(tmp_path, f'[builds]\nwhere = "{where}"\nclause = "MI-1"\n'))
    survey = winter(book)
    assert {name.province for name in book.build_choices(survey, "France")} == places
    said = {place: book.why_no_build(survey, "France", UnitName(place, "A")) for place in why}
    assert {place: report.kind for place, report in said.items()} == why
    own = [report.clause for report in said.values() if report.kind != "occupied"]
    assert set(own) == {"MI-1"}
    assert book.builds_possible(survey, "France") == min(3, len(places))
    assert book.order_types["build"].clause == "MI-1"


def test_anywhere_is_wherever_no_other_power_owns(tmp_path: Path) -> None:
    book = load(folder(tmp_path, '[builds]\nwhere = "anywhere"\nclause = "MI-1"\n'))
    found = {str(name) for name in book.build_choices(winter(book), "France")}
    assert {"A Bur", "F ENG", "F Spa/nc", "A Spa", "A Lon", "F Lon"} <= found
    assert not found & {"A Edi", "F Edi", "A Par", "F Bur", "A ENG", "A Swi"}


def test_builds_that_no_rule_asks_for_are_refused(tmp_path: Path) -> None:
    said = refused(tmp_path, '[builds]\nwhere = "owned"\nclause = "MI-1"\n', "london_nights")
    assert said.startswith("mine/variant.toml, line 5: nothing reads it: build_choices of ")


def test_a_slip_in_builds_is_told_with_its_line(tmp_path: Path) -> None:
    said = refused(tmp_path, '[builds]\nwhere = "owed"\nclause = "MI-1"\n')
    assert said.startswith('mine/variant.toml, line 5: builds.where is "owed"; it can be home,')


# What wins


def after(tmp_path: Path, said: str, owners: dict[str, str], year: int = 1901) -> Truth:
    """What a truth comes to after an Autumn in which nobody moves."""
    book = load(folder(tmp_path, said))
    units = tuple(Unit(power, "A", place) for place, power in owners.items())
    truth = Truth(Position(Phase("Autumn", year, "movement"), units, owners), book.ledger())
    return advance(book, truth, {}, Dice("seed", "0")).truth


HOLD = '[victory]\nhold = ["Con", "Rom"]\nclause = "MI-1"\n'
LEADER = '[victory]\ncentres = 18\nafter-last-year = "most-centres"\nclause = "MI-1"\n'


def test_who_owns_the_named_places_wins(tmp_path: Path) -> None:
    truth = after(tmp_path, HOLD, {"Con": "Turkey", "Rom": "Turkey", "Par": "France"})
    assert (truth.ending, truth.winner) == ("solo", ("Turkey",))


def test_places_of_two_powers_win_for_neither_and_no_number_does(tmp_path: Path) -> None:
    many = dict.fromkeys(load().graph.centres[:25], "France")
    assert "Con" in many
    truth = after(tmp_path, HOLD, {**many, "Con": "Turkey", "Rom": "Italy"})
    assert truth.ending == ""
    book = load(str(tmp_path / "mine"))
    aim = centres_win(book, ())
    assert sentence(book, aim.aim) == "Whoever owns Con and Rom wins."
    assert aim.notes == ()


@pytest.mark.parametrize(
    ("owners", "ending", "winners"),
    [
        ({"Par": "France", "Bre": "France", "Lon": "England"}, "solo", ("France",)),
        ({"Par": "France", "Lon": "England"}, "last year", ("England", "France")),
    ],
)
def test_the_most_centres_win_when_the_last_year_is_over(
    tmp_path: Path, owners: dict[str, str], ending: str, winners: tuple[str, ...]
) -> None:
    truth = after(tmp_path, LEADER, owners, 1936)
    assert (truth.ending, truth.winner) == (ending, winners)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ('[victory]\nhold = ["Cno"]\nclause = "MI-1"\n', 'line 5: victory.hold has "Cno", and'),
        ('[victory]\nhold = ["Bur"]\nclause = "MI-1"\n', "there is no centre of this code."),
        ('[victory]\nhold = ["Con"]\n', 'line 4: the key "clause" is missing in victory'),
    ],
)
def test_slips_in_what_wins_are_told(tmp_path: Path, said: str, why: str) -> None:
    assert why in refused(tmp_path, said)


# Calendar

DECADES = """[calendar]
first-year = 1420
years = 3
step = 10
later = { Late = 5, Close = 5 }
phases = [["Early", "movement"], ["Early", "retreat"], ["Late", "movement"], ["Late", "retreat"],
  ["Close", "adjustment"]]
aliases = { Spring = "Early", Fall = "Late" }
"""


def test_a_round_may_take_years_and_a_season_lie_late_in_it(tmp_path: Path) -> None:
    calendar = load(folder(tmp_path, DECADES)).calendar
    phases = [calendar.first]
    for _ in range(5):
        phases.append(calendar.after(phases[-1]))
    assert [phase.turn for phase in phases] == [
        "Early 1420",
        "Early 1420",
        "Late 1425",
        "Late 1425",
        "Close 1425",
        "Early 1430",
    ]
    assert calendar.last_year == 1449
    assert calendar.has(Phase("Late", 1445, "movement"))
    for wrong in (Phase("Late", 1440, "movement"), Phase("Early", 1425, "movement")):
        assert not calendar.has(wrong)


def test_a_game_may_begin_with_the_rest_of_a_round(tmp_path: Path) -> None:
    """Of the decade before the first its Late and its Close are played, and then a whole one."""
    rest = 'prelude = [["Late", "movement"], ["Late", "retreat"], ["Close", "adjustment"]]\n'
    calendar = load(folder(tmp_path, DECADES + rest)).calendar
    phases = [calendar.first]
    for _ in range(8):
        phases.append(calendar.after(phases[-1]))
    assert [str(phase) for phase in phases] == [
        "Late 1410, movement",
        "Late 1410, retreats",
        "Close 1410, adjustments",
        "Early 1420, movement",
        "Early 1420, retreats",
        "Late 1425, movement",
        "Late 1425, retreats",
        "Close 1425, adjustments",
        "Early 1430, movement",
    ]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('["Late", "retreat"]', '["Early", "retreat"]', "Early, retreat comes twice in a round"),
        (
            ' ["Late", "retreat"],\n',
            "\n",
            'nobody could retreat after Late; add ["Late", "retreat"]',
        ),
        ('Fall = "Late"', 'Fall = "Lat"', 'line 11: "Fall" stands for Lat, which is no season.'),
        ("{ Late = 5,", "{ Lat = 5,", 'line 8: "Lat" is no season. Did you mean Late?'),
        ("Close = 5", "Close = 15", "Close lies 15 years into a round of 10; write 5 to 9"),
        (', "adjustment"', ', "retreat"', "no phase is an adjustment, so no centre changes owner"),
    ],
)
def test_slips_in_a_calendar_are_told(tmp_path: Path, old: str, new: str, why: str) -> None:
    assert old in DECADES
    assert why in refused(tmp_path, DECADES.replace(old, new))


# Visibility

SEES = '[visibility]\nsees = "{}"\nclause = "MI-1"\n'


@pytest.mark.parametrize(
    ("sees", "seen", "units"),
    [("own", {"Bur"}, 1), ("adjacent", {"Bur", "Mun", "Gas"}, 2), ("all", {"Mos"}, 3)],
)
def test_how_far_powers_see(tmp_path: Path, sees: str, seen: set[str], units: int) -> None:
    name = folder(tmp_path, SEES.format(sees))
    book = load(name)
    standing = (Unit("France", "A", "Bur"), Unit("Germany", "A", "Mun"), Unit("Russia", "A", "Mos"))
    truth = Truth(Position(Phase("Spring", 1901, "movement"), standing), book.ledger())
    known = book.known(truth, "France")
    fogged = {place for mark in book.marks(known, truth.ledger) for place in mark.places}
    assert len(known.units) == units
    assert not seen & fogged
    assert ("War" in fogged) == (sees != "all")
    assert book.hides_nothing == (sees == "all")
    assert set(known.facts.get("unseen", ())) == (book.players - {"France"} if fogged else set())


def test_ground_out_of_sight_is_drawn_and_said_otherwise_than_empty_ground(tmp_path: Path) -> None:
    game = Game.new(folder(tmp_path, SEES.format("adjacent")))
    picture = draw(game.book, game.view("France"), furniture=True)
    assert "Moscow. Supply centre of Russia. Out of sight." in picture
    assert 'aria-label="Burgundy."' in picture
    assert picture.count('class="fogged"') == 1
    assert "out of sight" in picture
    assert 'class="fogged"' not in draw(game.book, game.view("gm"))


def test_who_hides_something_already_is_not_put_in_fog(tmp_path: Path) -> None:
    said = refused(tmp_path, SEES.format("own"), "post_atomic")
    assert said.startswith("mine/variant.toml, line 5: nothing reads it: known of ")


# What is heard in fog

HEARD = SEES.format("adjacent") + 'orders = "seen"\n'


def heard(game: Game, power: str, kind: str) -> dict[str, str]:
    """Unit → order, of those of others that a power is told of the last phase of a kind."""
    found = [o for told in game.view(power).told if told.phase.kind == kind for o in told.outcomes]
    return {str(told.unit): str(told.order) for told in found if told.power != power}


def test_orders_are_told_of_who_is_seen_where_he_was_and_where_he_is(tmp_path: Path) -> None:
    """Burgundy sees Munich, Ruhr, Belgium and Marseilles; not Tyrolia, and not Piedmont."""
    units = {
        "France": ["A Bur"],
        "Germany": ["A Mun", "A Ruh", "A Mar"],
        "Italy": ["A Pie"],
    }
    game = stage(folder(tmp_path, HEARD), units)
    game.submit("Germany", ["A Mun - Tyr", "A Ruh - Bel", "A Mar - Pie"])
    game.advance()
    # A Mun went out of sight; A Mar failed, and stands where it is seen.
    assert heard(game, "France", "movement") == {"A Ruh": "A Ruh - Bel", "A Mar": "A Mar - Pie"}


@pytest.mark.parametrize(
    ("from_munich", "from_kiel", "told"),
    [
        ("Ruh", "Ber", {"A Mun": "A Mun - Ruh"}),
        ("Sil", "Ruh", {}),  # the one goes out of sight, the other comes from there
    ],
)
def test_a_retreat_is_told_to_who_sees_both_its_ends(
    tmp_path: Path, from_munich: str, from_kiel: str, told: dict[str, str]
) -> None:
    """Italy comes to Munich, England to Kiel, each 2 against 1; Burgundy sees Munich and Ruhr."""
    units = {
        "France": ["A Bur"],
        "Germany": ["A Mun", "A Kie"],
        "Italy": ["A Tyr", "A Boh"],
        "England": ["A Den", "A Hol"],
    }
    game = stage(folder(tmp_path, HEARD), units)
    game.submit("Italy", ["A Tyr - Mun", "A Boh S A Tyr - Mun"])
    game.submit("England", ["A Den - Kie", "A Hol S A Den - Kie"])
    game.advance()
    game.submit("Germany", [f"A Mun - {from_munich}", f"A Kie - {from_kiel}"])
    game.advance()
    assert game.phase.kind == "movement"
    assert heard(game, "France", "retreat") == told


@pytest.mark.parametrize(
    ("written", "why"), [([], "removed-unordered"), (["Remove A Ruh"], "removed")]
)
def test_why_a_unit_had_to_go_is_told_to_who_knows_what_that_rests_on(
    tmp_path: Path, written: list[str], why: str
) -> None:
    """England has one centre for two units, both of which Belgium sees, but not its homes.

    Burgundy and Ruhr are both three steps from London, and B comes before R (STD-NMR).
    """
    game = stage(folder(tmp_path, HEARD), {"France": ["A Bel"], "England": ["A Bur", "A Ruh"]})
    for centre in ("Lon", "Lvp"):
        game.set_owner(centre, None)
    while game.phase.kind != "adjustment":
        game.advance()
    game.submit("England", written)
    game.advance()
    gone = "A Ruh" if written else "A Bur"
    heard = {}
    for power in ("England", "France"):
        (told,) = game.view(power).told[-1].outcomes
        heard[power] = (str(told.unit), told.reason.kind, set(told.reason.facts))
    facts = {"power", "unit"}
    own = (
        ("removed", facts)
        if written
        else ("removed-automatically", {*facts, "measure", "distance"})
    )
    assert heard == {"England": (gone, *own), "France": (gone, why, facts)}


def test_of_a_removal_out_of_sight_nothing_is_told(
    tmp_path: Path,
) -> None:
    """Syria is far from Belgium, and farther from home than Burgundy (STD-NMR)."""
    game = stage(folder(tmp_path, HEARD), {"France": ["A Bel"], "England": ["A Bur", "A Syr"]})
    for centre in ("Lon", "Lvp"):
        game.set_owner(centre, None)
    while game.phase.kind != "adjustment":
        game.advance()
    game.advance()
    assert [str(o.unit) for o in game.view("England").told[-1].outcomes] == ["A Syr"]
    assert heard(game, "France", "adjustment") == {}


def test_a_build_is_told_to_who_sees_the_place(tmp_path: Path) -> None:
    """Yorkshire is beside Edinburgh, Armenia is not."""
    game = stage(folder(tmp_path, HEARD), {"France": ["A Yor"], "Turkey": ["A Arm"]})
    while game.phase.kind != "adjustment":
        game.advance()
    assert game.submit("England", ["Build F Edi"]) == []
    game.advance()
    assert heard(game, "France", "adjustment") == {"F Edi": "Build F Edi"}
    assert heard(game, "Turkey", "adjustment") == {}


def test_units_may_stand_where_none_is_seen_as_long_as_orders_may_help_them(
    tmp_path: Path,
) -> None:
    """Bohemia has no coast; a retreat helps nobody."""
    book = load(folder(tmp_path, HEARD))
    held = (Unit("France", "A", "Bur"),)
    found = book.ghosts(Survey(book, Position(Phase("Spring", 1901, "movement"), held)))
    assert [str(unit) for unit in found if unit.province in ("Bur", "Boh", "Kie")] == [
        "A Boh",
        "A Kie",
        "F Kie",
    ]
    assert book.ghosts(Survey(book, Position(Phase("Spring", 1901, "retreat"), held))) == ()


# Kinds of unit

WINGS = """[[kinds]]
letter = "W"
noun = "wing"
goes = "everywhere"
built = ["coast"]
glyph = "star"
"""


def with_setup(tmp_path: Path, row: str) -> str:
    """A folder with the map of its parent, where another unit stands at the start."""
    name = folder(tmp_path, WINGS)
    shutil.copytree(Path(str(map_of("standard"))), Path(name) / "map")
    setup = Path(name) / "map/setup.csv"
    text = setup.read_text("utf-8")
    assert "France,A,Par,,1" in text
    setup.write_text(text.replace("France,A,Par,,1", row), encoding="utf-8")
    forget()
    return name


def test_a_kind_of_unit_is_set_up_written_listed_played_and_drawn(tmp_path: Path) -> None:
    game = Game.new(with_setup(tmp_path, "France,W,Par,,1"))
    book, view = game.book, game.view("France")
    assert [str(u) for u in view.position.of("France")] == ["F Bre", "A Mar", "W Par"]
    assert str(book.read("wing paris - picardy", "movement")) == "W Par - Pic"
    game.submit("France", ["wing par - pic"])
    game.advance()
    game.submit("France", ["W Pic - ENG"])  # over water, which no army could
    game.advance()
    with pytest.raises(InputError, match="the arrays know the standard game alone"):
        position_in(view)
    assert "W ENG" in [str(u) for u in game.view("gm").position.of("France")]
    picture = draw(book, game.view("gm"), furniture=True)
    assert f'<path id="unit-W" d="{SHAPES["M"]}"/>' in picture
    assert "French wing English Channel" in picture.replace(" in ", " ")
    assert ">wing<" in picture
    survey = winter(book)
    built = {str(name) for name in book.build_choices(survey, "France")}
    assert built == {"A Bre", "F Bre", "W Bre"}
    vacant = Survey(book, replace(survey.position, units=()))
    with pytest.raises(IllegalOrderError, match="a wing is not built in Paris, which is inland"):
        judge(vacant, "France", book.read("Build wing Par", "adjustment"))


SAILING = """- id: X-1.1
  title: It sails from coast to coast, is supported there, and carries nobody
  units: {France: [W MAO, A Gas], Italy: [W Spa/sc, W LYO]}
  orders: {France: [W MAO - Por], Italy: [W Spa/sc - Mar, W LYO S W Spa/sc - Mar]}
  expect:
    W MAO: {result: succeeds, at: Por}
    W Spa/sc: {result: succeeds, at: Mar}
    W LYO: {result: given}
  refused:
    France: {W MAO C A Gas - Bre: STD-CON, W MAO - Spa: STD-MOVE}
    Italy: {W Spa/sc - Gas: STD-MOVE}
- id: X-1.2
  title: It goes to the coast that it names
  units: {France: [W MAO]}
  orders: {France: [W MAO - Spa/sc]}
  expect: {W MAO: {result: succeeds, at: Spa/sc}}
- id: X-1.3
  title: It is built on the coast that it names, and not inland
  date: Winter 1901
  phase: adjustment
  units: {Russia: []}
  centres: {Russia: [Stp, Mos]}
  orders: {Russia: [Build W Stp/nc]}
  expect: {results: {Russia: [succeeds]}, units: {Russia: [W Stp/nc]}}
  refused: {Russia: {Build W Mos: STD-ADJ, Build W Stp: STD-ADJ}}
"""


def test_a_kind_that_sails_names_its_coast_as_fleets_do(tmp_path: Path) -> None:
    name = folder(tmp_path, WINGS.replace("everywhere", "sea"))
    cases = tmp_path / "cases.yaml"
    cases.write_text(SAILING.replace("  title", f"  variant: {name}\n  title"), encoding="utf-8")
    assert [check_case(case) for case in load_cases(cases)] == [[], [], []]
    book = load(name)
    board = replace(Game.new(name).view("gm").position, units=(Unit("Italy", "W", "Spa/sc"),))
    survey = Survey(book, board)
    listed = legal_orders(survey, board.units[0])
    assert {order.goal for order in listed if order.verb == "move"} == {
        *("MAO", "Por", "Mar", "LYO", "WES")
    }
    assert [judge(survey, "Italy", order) for order in listed] == listed


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"W"', '"A"', "line 5: kinds.letter A is that of an army"),
        ('"W"', '"Wing"', 'line 5: kinds.letter must be one capital letter, not "Wing"'),
        ('"wing"', '"fleet"', "line 6: another kind is called fleet"),
        ('"star"', '"stra"', 'line 9: kinds.glyph is "stra"; it can be block, ship, star,'),
    ],
)
def test_slips_in_a_kind_are_told(tmp_path: Path, old: str, new: str, why: str) -> None:
    assert why in refused(tmp_path, WINGS.replace(old, new))


def test_a_kind_that_nobody_declares_is_no_kind_of_the_setup(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"Kinds are A, F, U, W or [?]"):
        load(with_setup(tmp_path, "France,K,Par,,1"))


def test_a_kind_that_hooks_leave_out_is_refused(tmp_path: Path) -> None:
    said = refused(tmp_path, WINGS, "london_nights")
    assert "define leaves out the kind of unit W, which variant.toml declares" in said


# What is refused since it would be played wrongly

KIND = '[[kinds]]\nletter = "X"\nnoun = "{}"\ngoes = "land"\n'
ROUND = """[calendar]
first-year = 1900
years = 3
phases = [["Day", "movement"], ["Day", "retreat"], ["Night", "adjustment"]]
"""


@pytest.mark.parametrize(
    ("said", "parent", "why"),
    [
        (SEES.format("own"), "claudian", "fog could not hide that; declare it for a game without"),
        (SEES.format("adjacent"), "locarno", "tells what happens in its own way"),
        ("[victory]\n", "standard", "nothing wins: say centres, hold or after-last-year"),
        (KIND.format("hold"), "standard", "hold is a word of orders"),
        (KIND.format("to"), "standard", "to is a word of orders"),
        (ROUND + 'prelude = [["Winter", "movement"]]\n', "standard", "nobody could retreat after"),
        (ROUND + 'prelude = [["Dawn", "setup"]]\n', "standard", "no orders for Dawn, setup"),
    ],
)
def test_what_would_be_played_wrongly_is_refused(
    tmp_path: Path, said: str, parent: str, why: str
) -> None:
    assert why in refused(tmp_path, said, parent)


def test_nobody_builds_where_two_powers_build(tmp_path: Path) -> None:
    book = load(folder(tmp_path, '[builds]\nwhere = "anywhere"\nclause = "MI-1"\n'))
    survey = winter(book)
    asked = {
        power: [Order("build", UnitName(place, "A")) for place in places]
        for power, places in {"France": ("Bur", "Gas"), "England": ("Bur",)}.items()
    }
    done = adjust(survey, asked)
    assert [str(unit) for unit in done.position.units] == ["A Gas", "A Par"]
    (told,) = done.results["England"]
    why = told.reason.facts["why"]
    assert isinstance(why, Report)
    assert why.kind == "built-by-another"
