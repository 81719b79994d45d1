"""The policy of the Police (LN-3c): legal, repeatable, blind to what nobody sees, and sensible."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import pytest
from random_play import SEED, random_orders

from legation.board.calendar import MOVEMENT
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.units import Unit
from legation.rules.dice import Dice
from legation.rules.legality import judge
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.rules.tabled import listed
from legation.rules.turn import numbered, set_up
from legation.rules.work import Work
from legation.table.game import Game
from legation.variants.load import load
from legation.variants.london_nights import patrol, police
from legation.variants.london_nights.cast import POLICE, THEATRE, Ledger
from legation.variants.london_nights.hooks import Rules

BANK = ("Stj", "Whi", "Emb", "Str", "Bla", "Que", "Can", "Cor", "Trg", "Tow")
DICE = Dice(SEED, "0 19:30 movement")


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load("london_nights")


def test_tables_judge_who_is_alone_and_the_criteria_the_rest(book: Rulebook) -> None:
    """The Police are bound (LN-3b), nor may they be helped beyond; bridges are for several."""
    royals = units("Royals", "Mal", "Pal", "Sha", "WEB"), units("Royals", "Wat", strength=2)
    survey = survey_of(book, *royals, units(POLICE, "Stj", "Pic"))
    for line, looked_up in (
        ("U Mal - Stj", True),
        ("U Mal H", True),
        ("U Mal S U Pal", True),
        ("U Mal - Lam", False),
        ("U Mal S U Stj", True),
        ("U Sha S U Pic - Lei", True),
        ("U Sha S U Pic - Soh", False),
        ("2U Wat H", True),
        ("U Wat H", False),
        ("U WEB H", False),
    ):
        order = book.read(line, MOVEMENT)
        [(_, own, _)] = listed(survey, "Royals", [order])
        assert (own >= 0) == looked_up, line
    lines = {"U Pic - Lei": True, "U Pic - Soh": False, "U Pic S U Mal": True}
    for line, looked_up in lines.items():
        [(_, own, _)] = listed(survey, POLICE, [book.read(line, MOVEMENT)])
        assert (own >= 0) == looked_up, line


def test_who_bends_ways_again_is_asked_of_all_whom_his_parent_let_go_freely(
    book: Rulebook,
) -> None:
    """Only the Police are bound (LN-3b); below, Leicester Square is closed to everybody."""
    royals = Unit("Royals", "U", "Tra")
    for kind, free in ((Closed, False), (Deeper, False), (Same, True), (Own, True)):
        rules = kind(book.definition, book.options)
        steps = survey_of(rules, [royals]).steps(royals)
        assert ("Royals" in rules.free_powers, "Lei" in steps) == (free, free), kind
        assert POLICE not in rules.free_powers


class Closed(Rules):
    """Nobody goes to Leicester Square."""

    def open_steps(self, survey: Survey, unit: Unit, steps: frozenset[str]) -> frozenset[str]:
        """All but that."""
        return super().open_steps(survey, unit, steps) - {"Lei"}


class Deeper(Closed):
    """A variant of that one, which says nothing of ways."""


class Same(Rules):
    """A variant of London that says nothing of ways."""


class Own(Closed):
    """The same, and the Royals need not be asked of."""

    @cached_property
    def free_powers(self) -> frozenset[str]:
        """They alone."""
        return frozenset({"Royals"})


def units(power: str, *places: str, strength: int = 1) -> list[Unit]:
    return [Unit(power, "U", place, strength) for place in places]


def survey_of(book: Rulebook, *groups: list[Unit]) -> Survey:
    everybody = [unit for group in groups for unit in group]
    named = numbered(book, [replace(unit, id=n) for n, unit in enumerate(everybody, 1)])
    return Survey(book, Position(book.calendar.first, named))


def ordered(survey: Survey, dice: Dice = DICE) -> dict[str, str]:
    """Unit → what it is ordered to do."""
    return {
        str(order.unit): str(order).removeprefix(f"{order.unit} ")
        for order in police.orders(survey, dice)
    }


def check(survey: Survey, given: Sequence[Order]) -> None:
    """One legal order for each unit of the Police."""
    settled = [judge(survey, POLICE, order) for order in given]
    own = sorted((unit.place, unit.number) for unit in survey.position.of(POLICE))
    assert sorted((o.unit.place, o.unit.number) for o in settled if o.unit) == own
    assert len(settled) == len(own)


# Whatever the board


@pytest.mark.parametrize("seed", [1, 2])
def test_orders_are_legal_in_games(seed: int) -> None:
    game = Game.new("london_nights", seed=f"{seed:032x}")
    rng = random.Random(seed)
    for _ in range(12):
        truth = game.record.phases[-1].truth
        if truth.position.phase.kind == MOVEMENT:
            survey = Survey(game.book, game.book.known(truth, ""))
            check(survey, police.orders(survey, Dice(SEED, str(seed))))
        for power in game.waiting:
            game.submit(power, random_orders(game, power, rng))
        game.advance()


@pytest.mark.parametrize("leash", ["2", "1"])
def test_orders_are_legal_keep_to_the_beat_and_do_not_clash(leash: str) -> None:
    """On boards drawn at random; nobody runs into his own side."""
    book = load("london_nights", {"police-leash": leash})
    rng = random.Random(5)
    beat = patrol.beat(book.graph, int(leash)).places
    verbs: Counter[str] = Counter()
    for trial in range(60):
        places = rng.sample(sorted(book.graph.provinces), 36)
        own = [*[place for place in places if place in beat][:8], "BLB", "BLB"]
        rest = [place for place in places if place not in own]
        foes = units("Royals", *rest[:10]) + units("Nurses", *rest[10:], "TOB", "TOB")
        survey = survey_of(book, units(POLICE, *own), foes)
        given = police.orders(survey, Dice(SEED, str(trial)))
        check(survey, given)
        ends = [o.goal if o.verb == "move" else o.unit.place for o in given if o.unit]
        assert set(ends) <= beat
        land = [place for place in ends if place not in book.open_places]
        assert len(land) == len(set(land))
        steps = {(o.unit.place, o.goal) for o in given if o.unit and o.verb == "move"}
        assert not steps & {(goal, start) for start, goal in steps}
        verbs.update(order.verb for order in given)
    assert min(verbs["hold"], verbs["move"], verbs["support"]) > 20


def test_the_same_dice_give_the_same_orders(book: Rulebook) -> None:
    survey = Survey(book, set_up(book).position)
    assert police.orders(survey, DICE) == police.orders(survey, DICE)
    found = {police.orders(survey, Dice(SEED, str(number))) for number in range(8)}
    assert len(found) > 1


def test_who_is_not_seen_changes_nothing(book: Rulebook) -> None:
    """The same orders wherever unseen units are, and other orders where they are seen (LN-1A-c)."""

    def given(places: tuple[str, str], unseen: bool) -> tuple[Order, ...]:
        truth = set_up(book)
        board = [unit for unit in truth.position.units if unit.power != THEATRE]
        board += [Unit(THEATRE, "U", place, id=n) for n, place in enumerate(places, 90)]
        position = replace(truth.position, units=numbered(book, board))
        kept = replace(Ledger.of(truth), unseen=frozenset(places if unseen else ()))
        truth = replace(truth, position=position, ledger=kept)
        return tuple(patrol.order(Work(book, truth, {}, DICE)).orders[POLICE])

    away = ("Mar", "Reg")
    assert given(away, True) == given(("Whc", "Ste"), True) == given(("WEB", "Lam"), True)
    assert given(away, True) == given(away, False) != given(("Whc", "Ste"), False)


# Where they may be, and what they lose (LN-3b)


def test_the_beat_is_counted_from_the_bank_of_ones_own_side(book: Rulebook) -> None:
    """Strand, on the bank; Lincoln's Inn Fields, one away; Holborn, two; Russell Square, three."""
    near, far = (patrol.beat(book.graph, leash).places for leash in (1, 2))
    assert {"Str", "Lin", "WAB", "Lam"} <= near
    assert near.isdisjoint({"Hol", "Rus"})
    assert "Hol" in far
    assert "Rus" not in far


def test_the_police_do_not_choose_where_they_retreat(book: Rulebook) -> None:
    assert book.loss(POLICE, ("WAB",)) == ("loss-police", "LN-3b")
    assert book.loss(POLICE, ()) == ("loss-police-gone", "LN-3b")
    assert book.loss("Nurses", ("WAB",))[0] == "loss-open"
    assert book.loss("Nurses", ())[0] == "loss-nowhere"


# What it does


def test_neighbours_support_who_is_threatened(book: Rulebook) -> None:
    survey = survey_of(book, units(POLICE, *BANK), units("East Enders", "Whc", strength=3))
    found = ordered(survey)
    assert found["U Tow"] == "H"
    assert found["U Trg"] == "S U Tow"


def test_a_lost_bank_space_is_taken_back_with_support(book: Rulebook) -> None:
    survey = survey_of(book, units(POLICE, "WEB", *BANK[1:]), units("Royals", "Stj"))
    found = ordered(survey)
    assert sorted((found["U WEB"], found["U Whi"])) in (
        ["- Stj", "S Police U WEB - Stj"],
        ["- Stj", "S U Whi - Stj"],
    )


def test_both_exits_of_a_bridge_are_covered(book: Rulebook) -> None:
    """Two that are free on the bridge with a foe go where he may go."""
    survey = survey_of(book, units(POLICE, "WEB", "WEB", *BANK[:8]), units("Royals", "WEB"))
    found = ordered(survey)
    assert {found["U WEB/1"], found["U WEB/2"]} == {"- Lam", "- Sba"}


def test_one_taxi_on_the_bank_may_be_in_the_south_this_very_round(book: Rulebook) -> None:
    """Its first leg brings it onto the bridge (LN-1F); another faction's unit only gets there."""
    own = units(POLICE, "WEB", "WEB", "Bla", "Que", "Can", "Cor", "Trg", "Tow", "Emb", "Str")
    for power, places in (("Taxi Drivers", 2), ("Royals", 0)):
        foes = units(power, "Stj") + units("City Boys", "Whi")
        watch = police.Watch(survey_of(book, own, foes))
        assert sum(bool(watch.danger[landing]) for landing in ("Lam", "Sba")) == places


def test_the_nurses_may_elect_one(book: Rulebook) -> None:
    """One of them counts one more, be there one, two or three; of nobody else any."""
    for places, danger in (("Fle", 2), ("Fle Far", 3), ("Fle Far Pau", 4)):
        survey = survey_of(book, units("Nurses", *places.split()), units("Royals", "Cle"))
        assert police.Watch(survey).danger["Bla"] == danger, places
    assert police.Watch(survey_of(book, units("Royals", "Fle", "Far"))).danger["Bla"] == 2


def test_a_taxi_comes_by_way_of_a_vacant_place(book: Rulebook) -> None:
    """From Smithfield by Farringdon or St Paul's to the bank, unless somebody stands there."""
    taxi = units("Taxi Drivers", "Smi")
    for held, danger in (((), 1), (("Far",), 1), (("Far", "Pau"), 0)):
        watch = police.Watch(survey_of(book, taxi, units(POLICE, *held)))
        assert watch.danger["Bla"] == danger, held
    watch = police.Watch(survey_of(book, units("Taxi Drivers", "Bla")))
    assert watch.danger["Bla"] == 0, "it is there already"


def test_what_places_are_worth(book: Rulebook) -> None:
    """18 points, 12, 9 and 6, in thousandths, and nothing anywhere else (step 2)."""
    foes = units("Royals", "Stj", "WEB") + units("East Enders", "Wat", strength=3)
    watch = police.Watch(survey_of(book, units(POLICE, "Whi", "Tow"), foes))
    worth = {place: watch.worth(place) for place in ("Stj", "Whi", "Tow", "Lam", "Wat", "Cov")}
    assert worth == {
        "Stj": 18000,  # lost
        "Whi": 12000,  # next to it
        "Tow": 6000,  # nobody near
        "Lam": 9000,  # a landing of Westminster Bridge
        "Wat": 0,  # a landing where somebody stands
        "Cov": 0,  # neither bank nor landing
    }
    assert watch.need("Wat") == 4, "one more than who is there"
    assert watch.need("Whi") == 1
    assert watch.need("Tow") == 0


def test_who_is_not_needed_comes_back_to_the_river(book: Rulebook) -> None:
    survey = survey_of(book, units(POLICE, "Lam", "Geo", *BANK[:8]), units("Royals", "Hyd"))
    found = ordered(survey)
    assert found["U Lam"] == "- WEB"
    assert found["U Geo"][2:] in ("Wat", "Ban", "Bor")  # Lam is not vacant yet


def test_a_vacant_bank_space_is_filled_by_a_neighbour(book: Rulebook) -> None:
    survey = survey_of(book, units(POLICE, "TOB", *BANK[:9]), units("East Enders", "Bet"))
    assert ordered(survey)["U TOB"] == "- Tow"


def test_without_police_there_is_nothing_to_order(book: Rulebook) -> None:
    assert police.orders(survey_of(book, units("Royals", "Pal")), DICE) == ()


def test_retreats_go_to_a_bridge_first(book: Rulebook) -> None:
    survey = survey_of(book, units("Royals", "Stj"))
    unit = Unit(POLICE, "U", "Que")
    places = ("BLB", "Bla", "Can", "Pau", "SOB")
    assert police.retreat_choices(survey, unit, places) == ("BLB", "SOB", "Bla", "Can", "Pau")
    assert police.retreat_choices(survey, replace(unit, place="Wat"), ("Lam", "Geo", "WAB")) == (
        "WAB",
        "Lam",
        "Geo",
    )


# Its steps, one by one


def test_a_reserve_helps_in_the_south_first(book: Rulebook) -> None:
    """Lambeth is in danger by 2 and St James's by 3, and one each stands there (step 4)."""
    own = units(POLICE, "WEB", "Stj", "Lam")
    foes = units("Royals", "WEB", strength=2) + units("East Enders", "Pal", strength=3)
    watch = police.Watch(survey_of(book, own, foes))
    assert (watch.need("Stj"), watch.need("Lam")) == (3, 2)
    posted = {unit.place: unit for unit in watch.survey.position.of(POLICE)}
    goals = {posted[place]: place for place in ("WEB", "Stj", "Lam")}
    assert str(police._orders(watch, goals)[posted["WEB"]]) == "U WEB S U Lam"


def test_who_goes_back_passes_who_stands_in_the_way(book: Rulebook) -> None:
    """To a bridge, whoever is on it (LN-4a); on land only to a vacant place (step 3)."""
    own = units(POLICE, "Lam", "Geo")
    foes = units("Royals", "WEB", "Ban") + units("Nurses", "Hyd")
    watch = police.Watch(survey_of(book, own, foes))
    geo, lam = watch.survey.position.of(POLICE)
    assert (geo.place, lam.place) == ("Geo", "Lam")
    assert police._back(watch, lam) == "WEB"
    assert police._back(watch, geo) == "Bor"  # Bankside is held, Borough comes next by name


def test_only_who_would_meet_his_own_side_stays(book: Rulebook) -> None:
    """A train goes on, two meet on a bridge; a change of places on land, or one goal, do not."""

    def cleared(*steps: str) -> list[str]:
        own = units(POLICE, *[step.split()[0] for step in steps])
        watch = police.Watch(survey_of(book, own))
        posted = {unit.place: unit for unit in watch.survey.position.of(POLICE)}
        goals = {posted[step.split()[0]]: step.split()[1] for step in steps}
        police._clear_the_way(watch, goals)
        return list(goals.values())

    assert cleared("Stj Whi", "Whi Emb") == ["Whi", "Emb"]
    assert cleared("Stj WEB", "Whi WEB") == ["WEB", "WEB"]
    assert cleared("WEB Stj", "Stj WEB") == ["Stj", "WEB"]
    assert cleared("Stj Whi", "Whi Stj") == ["Stj", "Whi"]
    assert cleared("Stj Whi", "Emb Whi") == ["Stj", "Whi"]
    assert cleared("Stj Whi", "Whi Whi") == ["Stj", "Whi"]
