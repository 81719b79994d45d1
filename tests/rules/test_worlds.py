"""A reader's world (STD-WHY): what he is told of a movement follows from what he was shown.

Each test makes one world by hand: what the reader knew, the orders that he is
shown, and where his board shows everybody afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

import legation.variants
from legation.board.calendar import MOVEMENT, Phase
from legation.board.position import UNSEEN, Position, sort_units
from legation.board.units import Dislodged, Unit
from legation.rules.battle import Preset
from legation.rules.ground import LEVEL, Ground, Known
from legation.rules.reports import Outcome, Report
from legation.rules.shown import Shown, with_silent
from legation.rules.wording import sentence
from legation.rules.world import World
from legation.table import newsletter, typeset
from legation.table.cases.file import load_cases
from legation.table.cases.play import carry_out
from legation.table.game import Game
from legation.table.plain import view_data
from legation.variants.load import load

BOOK = load()
SPRING = Phase("Spring", 1902, "movement")


def unit(text: str) -> Unit:
    """``French A Par`` as a unit."""
    adjective, kind, place = text.split()
    power = next(p.name for p in BOOK.powers if p.adjective == adjective)
    return Unit(power, kind, place)


def world(
    orders: Mapping[str, str], ends: Mapping[str, str], contested: str = "", ground: Ground = LEVEL
) -> World:
    """A world: units with their orders, without their names; where those are that did not stay."""
    units = {text: unit(text) for text in orders}
    board = Position(SPRING, sort_units(units.values()))
    sheets: dict[str, list[str]] = {}
    for text, order in orders.items():
        sheets.setdefault(units[text].power, []).append(f"{units[text]} {order}")
    return World(
        BOOK,
        Shown(
            board,
            {p: [BOOK.read(line, SPRING.kind) for line in s] for p, s in sheets.items()},
            {each: ends.get(text, each.place) for text, each in units.items()},
            ground,
            contested=frozenset(contested.split()),
        ),
    )


def told(found: World) -> dict[str, tuple[str, str]]:
    """Unit → its fate and the kind of its reason."""
    return {str(o.unit): (o.fate.value, o.reason.kind) for o in found.outcomes()}


UNEXPLAINED = "unexplained"


# Rule 2: what is given


def test_a_move_that_could_not_fail_is_given() -> None:
    found = world({"French A Par": "- Bur"}, {})
    assert told(found) == {"A Par": ("fails", UNEXPLAINED)}


def test_who_follows_on_a_stopped_move_reads_why() -> None:
    """Without rule 2 Marseilles had no reason: in the world where Paris left it would go in."""
    found = world({"French A Par": "- Pic", "French A Bur": "- Par", "French A Mar": "- Bur"}, {})
    assert told(found) == {
        "A Par": ("fails", UNEXPLAINED),
        "A Bur": ("fails", "stands-own"),
        "A Mar": ("fails", "stands-own"),
    }


def test_of_a_ring_all_moves_are_given() -> None:
    ring = {"German A Ber": "- Mun", "German A Mun": "- Sil", "German A Sil": "- Ber"}
    assert told(world(ring, {})) == {
        "A Ber": ("fails", UNEXPLAINED),
        "A Mun": ("fails", UNEXPLAINED),
        "A Sil": ("fails", UNEXPLAINED),
    }


def test_a_support_for_a_ring_that_stood_is_told() -> None:
    """Its target stayed, as it does in his world once the ring is given."""
    ring = {"German A Ber": "- Mun", "German A Mun": "- Sil", "German A Sil": "- Ber"}
    found = world({**ring, "German A Pru": "S A Sil - Ber"}, {})
    assert told(found)["A Pru"] == ("given", "given")


def test_a_stopped_attack_leaves_its_rival_the_place() -> None:
    """Two to one for Burgundy; the two were stopped, and nobody else stood in the one's way."""
    orders = {"French A Par": "- Bur", "French A Mar": "S A Par - Bur", "German A Mun": "- Bur"}
    assert told(world(orders, {"German A Mun": "Bur"})) == {
        "A Par": ("fails", UNEXPLAINED),
        "A Mar": ("given", "given"),
        "A Mun": ("succeeds", "moved"),
    }


def test_what_was_contested_is_given_too() -> None:
    """Both stayed, and his board does not show the place as contested: no bounce was it."""
    orders = {"French A Par": "- Bur", "German A Mun": "- Bur"}
    assert told(world(orders, {}, contested="Bur"))["A Par"] == ("fails", "bounced")
    assert told(world(orders, {}))["A Par"] == ("fails", UNEXPLAINED)


# Rule 3: chains


def test_a_reason_rests_on_every_order_behind_it() -> None:
    """Equal moves into one place, of which one got in: neither bounced, as far as he knows."""
    orders = {"French A Par": "- Bur", "German A Mun": "- Bur"}
    assert told(world(orders, {"German A Mun": "Bur"})) == {
        "A Par": ("fails", UNEXPLAINED),
        "A Mun": ("succeeds", UNEXPLAINED),
    }


def test_a_reason_rests_on_what_is_behind_a_cause() -> None:
    """Munich was lost, he does not see how; so nothing is told of what its support came to."""
    orders = {"French A Par": "- Bur", "German A Bur": "H", "German A Mun": "S A Bur"}
    found = told(world(orders, {"German A Mun": ""}))
    assert found["A Par"] == ("fails", UNEXPLAINED)
    assert found["A Bur"] == ("holds", UNEXPLAINED)
    assert found["A Mun"] == ("untold", "untold")


def test_a_move_that_fails_anyhow_keeps_its_reason() -> None:
    """Whatever else stopped it, two against two is reason enough."""
    orders = {"French A Par": "- Bur", "German A Bur": "H"}
    assert told(world(orders, {})) == {
        "A Par": ("fails", "beaten-by-hold"),
        "A Bur": ("holds", "holds-attacked"),
    }


def test_who_was_dislodged_is_told_without_a_reason_where_there_is_none() -> None:
    orders = {"French A Par": "- Bur", "German A Bur": "H"}
    assert told(world(orders, {"French A Par": "Bur", "German A Bur": ""})) == {
        "A Par": ("succeeds", UNEXPLAINED),
        "A Bur": ("holds", UNEXPLAINED),
    }


def seeing(orders: Mapping[str, str], ends: Mapping[str, str], seen: str) -> dict[str, Report]:
    """Reasons by unit, for who sees these units when all is over."""
    found = world(orders, ends)
    units = tuple(unit(text) for text in seen.split(", "))
    return {str(o.unit): o.reason for o in World(BOOK, replace(found.shown, seen=units)).outcomes()}


def test_without_a_reason_he_reads_who_stands_there_now() -> None:
    """Somebody came into Burgundy, and into Munich, whom he did not see before."""
    orders = {"French A Par": "- Bur", "German A Mun": "H", "French A Mar": "- Spa"}
    ends = {"German A Mun": ""}
    reasons = seeing(orders, ends, "French A Par, German A Bur, Austrian A Mun, French A Mar")
    assert {u: r.kind for u, r in reasons.items()} == {
        "A Par": "unexplained-taken",
        "A Mun": "unexplained-taken",
        "A Mar": UNEXPLAINED,
    }
    assert [sentence(BOOK, reasons[each]) for each in ("A Par", "A Mun")] == [
        "What became of the order of A Par is told without a reason;"
        " German A Bur stands in Bur now.",
        "What became of the order of A Mun is told without a reason;"
        " Austrian A Mun stands in Mun now.",
    ]


def test_who_got_in_without_a_reason_stands_there_himself() -> None:
    """Of a success he reads no more than that: nobody else is where he went."""
    orders = {"French A Par": "- Bur", "German A Bur": "H"}
    ends = {"French A Par": "Bur", "German A Bur": ""}
    reasons = seeing(orders, ends, "French A Bur")
    assert (reasons["A Par"].kind, reasons["A Bur"].kind) == (UNEXPLAINED, "unexplained-taken")
    assert reasons["A Bur"].facts["rivals"] == (unit("French A Bur"),)


# Rule 4: supports and convoys


def test_a_support_is_told_as_in_his_world() -> None:
    """Whether the support could really be given, he cannot know; the move failed without it."""
    orders = {
        "French A Par": "- Bur",
        "French A Mar": "S A Par - Bur",
        "German A Bur": "H",
        "Italian A Pie": "- Mar",
    }
    assert told(world(orders, {})) == {
        "A Par": ("fails", "beaten-by-hold"),
        "A Mar": ("cut", "cut"),
        "A Bur": ("holds", "holds-attacked"),
        "A Pie": ("fails", "beaten-by-hold"),
    }


def test_nothing_is_told_of_a_support_whose_target_fared_otherwise() -> None:
    """In his world the attack is two to two; that it came in is told, and not what helped it."""
    orders = {
        "French A Par": "- Bur",
        "French A Mar": "S A Par - Bur",
        "German A Bur": "H",
        "German A Mun": "S A Bur",
    }
    found = told(world(orders, {"French A Par": "Bur", "German A Bur": ""}))
    assert found["A Mar"] == found["A Mun"] == ("untold", "untold")
    assert found["A Par"] == ("succeeds", UNEXPLAINED)


def test_nothing_is_told_of_a_support_whose_attacker_fared_otherwise() -> None:
    """That Piedmont took Marseilles is told; in his world it could not, one to one."""
    orders = {
        "French A Par": "- Bur",
        "French A Mar": "S A Par - Bur",
        "Italian A Pie": "- Mar",
        "German A Bur": "H",
    }
    found = told(world(orders, {"Italian A Pie": "Mar", "French A Mar": ""}))
    assert found["A Mar"] == ("untold", "untold")
    assert found["A Pie"] == ("succeeds", UNEXPLAINED)
    assert found["A Par"] == ("fails", UNEXPLAINED)


def test_what_was_given_is_seen_by_the_others() -> None:
    """The attack on Marseilles was stopped, so its support counts, so Paris was stopped too."""
    orders = {
        "French A Par": "- Bur",
        "French A Mar": "S A Par - Bur",
        "Italian A Pie": "- Mar",
        "Italian F LYO": "S A Pie - Mar",
        "German A Bur": "H",
    }
    found = told(world(orders, {}))
    assert found["A Pie"] == found["A Par"] == ("fails", UNEXPLAINED)
    assert found["A Mar"] == found["F LYO"] == ("given", "given")


def test_a_convoy_is_told_as_in_his_world() -> None:
    orders = {"English A Lon": "- Bel", "English F NTH": "C A Lon - Bel"}
    assert told(world(orders, {"English A Lon": "Bel"})) == {
        "A Lon": ("succeeds", "moved-convoy"),
        "F NTH": ("available", "available"),
    }
    assert told(world(orders, {})) == {
        "A Lon": ("fails", UNEXPLAINED),
        "F NTH": ("available", "available-unused"),
    }


# Rule 1: his world


def test_a_convoy_for_an_army_that_may_be_there_is_cut_by_nobody() -> None:
    """Post-Atomic: Germany built an army that nobody saw. A support can be cut, a convoy cannot."""
    book = load("post_atomic", {"publish-builds": "unit-only"})
    fleet, attacker = Unit("England", "F", "HEL"), Unit("France", "F", "NTH")
    board = Position(SPRING, (fleet, attacker), facts={UNSEEN: ("Germany",)})
    fates = {}
    for line in ("F HEL C A Kie - Hol", "F HEL S A Kie - Hol"):
        sheets = {"England": [line], "France": ["F NTH - HEL"]}
        orders = {p: [book.read(o, SPRING.kind) for o in own] for p, own in sheets.items()}
        shown = Shown(board, orders, {fleet: "HEL", attacker: "NTH"})
        told = next(o for o in World(book, shown).outcomes() if o.unit == fleet)
        fates[line] = told.fate.value
    assert list(fates.values()) == ["untold", "cut"]


PEACE = Ground(peace=frozenset({("France", "England")}))
BLOCKED = Ground(presets={Unit("France", "F", "ENG"): Known(Preset.BLOCKED, "PA-8c")})


@pytest.mark.parametrize(
    ("attack", "ground", "fate"),
    [
        ({"France": ["F ENG - Bel"]}, LEVEL, "cut"),
        ({"England": ["F ENG - Bel"]}, LEVEL, "untold"),
        ({"France": ["F ENG - Bel"]}, PEACE, "untold"),
        ({"France": ["F ENG - Bel"]}, BLOCKED, "untold"),
        ({"France": ["F Hol - Bel"]}, LEVEL, "untold"),
        ({"France": ["A Bre - Bel", "F ENG C A Bre - Bel"]}, LEVEL, "cut"),
        (
            {
                "France": ["A Bre - Bel", "F ENG C A Bre - Bel"],
                "Italy": ["F IRI - ENG", "F MAO S F IRI - ENG"],
            },
            LEVEL,
            "untold",
        ),
    ],
)
def test_help_for_who_may_be_there_is_cut_by_whom_it_would_be(
    attack: dict[str, list[str]], ground: Ground, fate: str
) -> None:
    """By a foe who comes, and not from where the help goes (STD-CUT); Germany's army is unseen."""
    book = load("post_atomic", {"publish-builds": "unit-only"})
    sheets = {"England": ["A Bel S A Ruh - Hol"]}
    for power, lines in attack.items():
        sheets[power] = [*sheets.get(power, []), *lines]
    orders = {p: [book.read(line, SPRING.kind) for line in own] for p, own in sheets.items()}
    units = {
        Unit(power, name.kind, name.place)
        for power, own in orders.items()
        for name in (order.unit for order in own)
        if name is not None
    }
    ends = {each: each.place for each in units}
    if "Italy" in attack:
        ends |= {Unit("Italy", "F", "IRI"): "ENG", Unit("France", "F", "ENG"): ""}
    board = Position(SPRING, sort_units(units), facts={UNSEEN: ("Germany",)})
    outcomes = World(book, Shown(board, orders, ends, ground)).outcomes()
    (helped,) = (told.fate.value for told in outcomes if str(told.unit) == "A Bel")
    assert helped == fate


def test_a_way_that_he_knows_to_be_closed_is_a_reason() -> None:
    par = unit("French A Par")
    ground = Ground(presets={par: Known(Preset.BLOCKED, "PA-8c")})
    found = world({"French A Par": "- Bur"}, {}, ground=ground)
    assert told(found) == {"A Par": ("fails", "blocked")}


@pytest.mark.parametrize("fleet", ["English F SKA", "German F SKA"])
def test_a_way_that_is_closed_on_land_stops_nobody_at_sea(fleet: str) -> None:
    """Another's fleet shows no intent, and need not where there is no other way."""
    nwy = unit("English A Nwy")
    ground = Ground(presets={nwy: Known(Preset.BLOCKED, "PA-8c")})
    orders = {"English A Nwy": "- Swe", fleet: "C A Nwy - Swe"}
    assert told(world(orders, {"English A Nwy": "Swe"}, ground=ground)) == {
        "A Nwy": ("succeeds", "moved-convoy"),
        "F SKA": ("available", "available"),
    }


def test_what_is_settled_of_who_is_not_there_is_settled_of_nobody() -> None:
    ground = Ground(presets={unit("German A Mun"): Known(Preset.BLOCKED, "PA-8c")})
    found = world({"French A Par": "- Bur"}, {"French A Par": "Bur"}, ground=ground)
    assert told(found) == {"A Par": ("succeeds", "moved")}


def test_who_cut_a_support_before_the_fighting_is_told_if_he_is_there() -> None:
    mar, ruh, rom = map(unit, ("French A Mar", "German A Ruh", "Italian A Rom"))
    ground = Ground(presets={mar: Known(Preset.PRECUT, "WA-4c-3", (ruh, rom))})
    orders = {"French A Par": "- Bur", "French A Mar": "S A Par - Bur", "German A Ruh": "H"}
    found = world(orders, {"French A Par": "Bur"}, ground=ground)
    (cut,) = [o for o in found.outcomes() if o.reason.kind == "precut"]
    assert (str(cut.unit), cut.reason.clause) == ("A Mar", "WA-4c-3")
    assert cut.reason.facts["rivals"] == (ruh,)


def test_a_known_unit_without_a_shown_order_stands_where_it_is_seen_again() -> None:
    mover, seen, gone = unit("French A Par"), unit("German A Bur"), unit("German A Ruh")
    board = Position(SPRING, (mover,))
    order = BOOK.read("A Par - Bur", SPRING.kind)
    shown = Shown(board, {"France": [order]}, {mover: "Par"})
    after = Position(SPRING, (mover, seen))
    found = World(BOOK, with_silent(shown, [seen, gone], after))
    (alone,) = found.outcomes()
    assert found.shown.silent == {seen}
    assert (alone.fate.value, alone.reason.kind) == ("fails", "beaten-by-hold")


def test_a_unit_that_is_seen_elsewhere_stands_there() -> None:
    mover, before, now = unit("French A Par"), unit("German A Mun"), unit("German A Bur")
    shown = Shown(
        Position(SPRING, (mover,)),
        {"France": [BOOK.read("A Par - Bur", SPRING.kind)]},
        {mover: "Par"},
    )
    found = with_silent(shown, [before], Position(SPRING, (mover, now)))
    assert found.silent == {now}
    assert with_silent(shown, [before], Position(SPRING, (mover,))).silent == frozenset()


def test_who_came_by_a_shown_order_is_taken_for_nobody_else() -> None:
    """One French army is seen in Gascony: the one whose order is shown, and not its like."""
    mover, silent = unit("French A Mar"), unit("French A Par")
    order = BOOK.read("A Mar - Gas", SPRING.kind)
    shown = Shown(Position(SPRING, (mover,)), {"France": [order]}, {mover: "Gas"})
    after = Position(SPRING, (replace(mover, place="Gas"),))
    assert with_silent(shown, [silent], after).silent == frozenset()


def test_legality_is_judged_on_his_board() -> None:
    """A support for a unit that he never saw is void to him, whatever it was worth."""
    orders = {"French A Mar": "S A Par - Bur"}
    assert told(world(orders, {})) == {"A Mar": ("void", "void")}


def test_dislodged_units_have_the_retreats_that_he_sees() -> None:
    par, mun, bur = unit("French A Par"), unit("French A Mar"), unit("German A Bur")
    lines = {
        "France": [BOOK.read(o, SPRING.kind) for o in ("A Par - Bur", "A Mar S A Par - Bur")],
        "Germany": [BOOK.read("A Bur H", SPRING.kind)],
    }
    ends = {par: "Bur", mun: "Mar", bur: ""}
    lost = {bur: Dislodged(bur, "Par", ("Mun",))}
    shown = Shown(Position(SPRING, sort_units([par, mun, bur])), lines, ends, lost=lost)
    fallen: Outcome = next(o for o in World(BOOK, shown).outcomes() if str(o.unit) == "A Bur")
    assert (fallen.dislodged, fallen.by, fallen.retreats) == (True, "Par", ("Mun",))


def test_an_impossible_support_whose_giver_fared_otherwise_has_no_fate() -> None:
    """In his world Marseilles stands, 1 against 1; he sees that it was dislodged."""
    orders = {"French A Mar": "S A Par - Bur", "Italian A Pie": "- Mar"}
    found = world(orders, {"French A Mar": "", "Italian A Pie": "Mar"})
    assert told(found)["A Mar"] == ("untold", "untold")


def test_who_is_seen_where_another_stood_before_is_left_out() -> None:
    """Two cannot stand in one place of his world; on a bridge they can (LN-4a)."""
    mover = unit("French A Par")
    shown = Shown(
        Position(SPRING, (mover,)),
        {"France": [BOOK.read("A Par - Bur", SPRING.kind)]},
        {mover: "Bur"},
    )
    after = Position(SPRING, (replace(mover, place="Bur"), unit("German A Par")))
    known = [unit("German A Ruh")]
    assert with_silent(shown, known, after).silent == frozenset()
    assert with_silent(shown, known, after, ("Par",)).silent == {unit("German A Par")}


def test_who_is_seen_where_he_was_stays_who_he_is() -> None:
    """Of two alike one is seen, on the bridge: it is the one that was there, not the other."""
    emb = Unit("Nurses", "U", "Emb")
    web = Unit("Nurses", "U", "WEB", number=1)
    shown = Shown(Position(SPRING, ()), {}, {})
    after = Position(SPRING, (replace(web, number=0),))
    for known in ((emb, web), (web, emb)):
        assert with_silent(shown, known, after, ("WEB",)).silent == {web}


def test_worlds_have_no_identities() -> None:
    """Units that look alike are not told apart: which of two stands there now says nothing."""
    mover = unit("French A Par")
    shown = Shown(
        Position(SPRING, (mover,)),
        {"France": [BOOK.read("A Par - Bur", SPRING.kind)]},
        {mover: "Par"},
    )
    before = [replace(unit("German A Mun"), id=7), replace(unit("German A Ruh"), id=8)]
    worlds = [
        with_silent(shown, before, Position(SPRING, (mover, replace(each, place="Bur"))))
        for each in before
    ]
    assert worlds[0] == worlds[1]
    assert {each.id for each in worlds[0].board.units} == {0}


# Rules 6 and 7: fixed when the phase closes, and as far as one knows


def test_reasons_are_fixed_when_the_phase_closes() -> None:
    """Austria learned of the range in the second phase; the first reads as it did (rule 6)."""
    file = Path(legation.variants.__file__).parent / "post_atomic" / "cases" / "why.yaml"
    (case,) = (each for each in load_cases(file) if each.id == "STD-WHY.6")
    steps = carry_out(case)  # nothing is read before all of it is over
    told = [{str(o.unit): o.reason.kind for o in s.told[-1].editions.of("Austria")} for s in steps]
    assert [each["A Bur"] for each in told] == ["unexplained", "range-blocked"]


def test_explanations_say_once_how_far_they_hold() -> None:
    """In the report of a phase, and beside its orders in a View for programs (rule 7)."""
    far = "Reasons and supports are told as far as you know."
    for variant, said in (("post_atomic", far), ("standard", "")):
        game = Game.new(variant, seed="1" * 32)
        while game.phase.kind != MOVEMENT:
            game.advance()
        number = game.number
        game.advance()
        before, after = (game.view("Turkey", n) for n in (number, number + 1))
        paper = " ".join(typeset.text([newsletter.report(game.book, before, after)]).split())
        assert paper.count("as far as") == (1 if said else 0)
        assert said in paper
        (told,) = (t for t in view_data(game.book, after)["told"] if t["number"] == number)
        assert (bool(told["outcomes"]), told["proviso"]) == (True, said)
        whole = view_data(game.book, game.view("gm"))["told"]
        assert {moment["proviso"] for moment in whole} == {""}
