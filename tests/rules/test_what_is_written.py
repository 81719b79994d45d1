"""Small things that everything told goes through: sentences, fates, copies, what is compared."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import partial
from typing import Any, Literal

import pytest

from legation.board.orders import Order
from legation.board.units import Unit, UnitName
from legation.errors import AmbiguousOrderError, IllegalOrderError
from legation.rules import work
from legation.rules.editions import Edition, Editions
from legation.rules.fates import is_still, word_of
from legation.rules.kinds import Kind, Sort, parts_of
from legation.rules.options import Options, OptionSpec, disagreements, rulings
from legation.rules.refusals import IllegalError, UnclearError, because
from legation.rules.reports import Fate, Outcome, Report
from legation.rules.spoken import order_said
from legation.rules.turn import STANDARD_STEPS
from legation.rules.wording import facts_of, sentence, why, why_lost
from legation.variants.load import load

BOOK = load()
PAR = Unit("France", "A", "Par")
MOVE = Order("move", UnitName("Par", "A"), goal="Bur")


def outcome(fate: Fate = Fate.HOLDS, **more: object) -> Outcome:
    reason = Report("holds", "STD-ORD", {"unit": PAR, "place": "Par"})
    base = Outcome("France", PAR, None, fate, "Par", reason)
    return replace(base, **more)  # type: ignore[arg-type]


# Orders and outcomes


def test_an_order_is_written_in_codes_or_in_names() -> None:
    assert BOOK.write(MOVE) == "A Par - Bur"
    assert BOOK.write(MOVE, "names") == "A Paris - Burgundy"


def test_an_order_of_which_no_sentence_is_made_is_said_as_it_is_written() -> None:
    waive = Order("waive")
    assert order_said(BOOK, "England", waive, None, []) == "England: Waive"
    assert order_said(BOOK, "", waive, None, []) == "Waive"


def test_who_holds_and_has_no_player_is_passed_over() -> None:
    """Of a minor power that just stood nothing is told; of a player's unit it is."""
    assert not is_still(BOOK, outcome())
    assert is_still(BOOK, outcome(power="Holland"))
    assert not is_still(BOOK, outcome(power="Holland", dislodged=True))
    assert not is_still(BOOK, outcome(Fate.FAILS, power="Holland"))


def test_the_word_for_a_fate() -> None:
    bounced = Report("bounced", "STD-BOUNCE", {})
    unordered = Report("holds-unordered", "STD-NMR", {})
    kinds = ("available", "available-unused", "available-by-land")
    carried, waited, passed = (Report(kind, "STD-CON", {}) for kind in kinds)
    for told, word in (
        (outcome(Fate.FAILS, reason=bounced), "bounced"),
        (outcome(Fate.SUCCEEDS, reason=bounced), "succeeds"),
        (outcome(Fate.FAILS), "failed"),
        (outcome(Fate.HOLDS, reason=unordered), "no order"),
        (outcome(Fate.AVAILABLE, reason=carried), "carried"),
        (outcome(Fate.AVAILABLE, reason=waited), "unused"),
        (outcome(Fate.AVAILABLE, reason=passed), "unused"),
    ):
        assert word_of(BOOK, told) == word


def test_who_is_lost_is_told_by_what_and_where_to() -> None:
    lost = outcome(dislodged=True, by="Bur", retreats=("Gas", "Pic"))
    assert why_lost(BOOK, outcome()) == ("", "")
    assert why_lost(BOOK, lost) == (
        "Dislodged by the attack from Bur; it may retreat to Gas or Pic.",
        "STD-DIS",
    )
    assert why_lost(BOOK, replace(lost, by=""))[0].startswith("Dislodged by an attack; ")
    assert why_lost(BOOK, replace(lost, retreats=()))[0] == (
        "Dislodged by the attack from Bur; it has nowhere to go and is gone."
    )


def test_where_units_share_a_place_they_are_told_with_their_owners() -> None:
    """In the open, the unit that the outcome is of; the target as the order named it."""
    book = load("london_nights")
    mine, other = Unit("Nurses", "U", "WAB", number=1), Unit("Royals", "U", "WAB", number=1)
    name = UnitName("WAB", "U", "Royals", 1)
    given = Report("given", "STD-SUP", {"unit": mine, "target": other, "goal": "Emb"})
    told = outcome(
        unit=mine, order=Order("support", UnitName("WAB", "U", "", 1), name, "Emb"), reason=given
    )
    assert why(book, told) == "Nurse U WAB/1 supported Royals U WAB/1."
    # Of another unit than the outcome's, and off the bridge, nobody is in doubt.
    assert why(book, replace(told, unit=other)).startswith("U WAB/1 supported Royals ")
    ashore = replace(mine, place="Emb", number=0)
    on_land = replace(given, facts={**given.facts, "unit": ashore})
    alone = replace(told, unit=ashore, reason=on_land)
    assert why(book, alone).startswith("U Emb supported Royals ")
    # A convoy or a move has no such target; an order may name nobody's power.
    assert why(book, replace(told, order=None)).endswith("supported U WAB/1.")
    moved = replace(MOVE, target=name)
    assert why(book, replace(told, order=moved)).endswith("supported U WAB/1.")


# Sentences and facts


def test_what_nobody_declared_is_told_by_its_facts() -> None:
    assert sentence(BOOK, Report("flood", "X")) == "flood"
    assert sentence(BOOK, Report("flood", "X", {"place": "Par", "men": 3})) == (
        "flood: place Par, men 3"
    )
    assert facts_of(BOOK, Report("flood", "X", {"men": 3, "by": (PAR,)})) == {
        "men": 3,
        "by": ["A Par"],
    }


def test_facts_are_told_as_they_are_declared() -> None:
    report = Report("dislodged", "STD-DIS", {"unit": PAR, "place": "Par", "rivals": (PAR, PAR)})
    assert facts_of(BOOK, report) == {
        "unit": "French A Par",
        "place": "Par",
        "rivals": ["French A Par", "French A Par"],
    }


def test_one_or_several_is_seen_by_the_number_or_by_how_many() -> None:
    """``{count:unit|units}`` of a number, ``{rivals:stands|stand}`` of those listed or of one."""
    for count, said in ((1, "there is 1 unit to build"), (2, "there are 2 units to build")):
        assert said in sentence(BOOK, because("builds-due", power="France", count=count))
    taken = Report("unexplained-taken", "STD-WHY", {"unit": PAR, "place": "Par", "rivals": PAR})
    assert "French A Par stands in Par" in sentence(BOOK, taken)
    several = replace(taken, facts={**taken.facts, "rivals": (PAR, PAR)})
    assert "French A Par and French A Par stand in Par" in sentence(BOOK, several)
    alone = replace(taken, facts={**taken.facts, "rivals": (PAR,)})
    assert "French A Par stands in Par" in sentence(BOOK, alone)


def test_a_kind_says_what_of_a_report_is_not_as_declared() -> None:
    facts = {"unit": Sort.UNIT, "place": Sort.PLACE}
    kind = Kind(
        "taken",
        "{unit} is in {place}.",
        parts_of("{unit} is in {place}.", facts),
        facts,
        "X-1",
        ("X-2",),
    )
    good = Report("taken", "X-1", {"unit": PAR, "place": "Par"})
    assert list(kind.misfits(good)) == list(kind.misfits(replace(good, clause="X-2"))) == []
    assert list(kind.misfits(replace(good, clause="X-3"), why=True)) == []
    for wrong, said in (
        (replace(good, clause="X-3"), "it rests on X-3, not on X-1 or X-2"),
        (replace(good, clause=""), "it rests on , not on X-1 or X-2"),
        (replace(good, facts={"unit": PAR}), "it lacks the fact place"),
        (replace(good, facts={**good.facts, "men": 3}), "it has the fact men"),
        (replace(good, facts={"unit": "A Par", "place": "Par"}), "unit is 'A Par'"),
    ):
        (found,) = kind.misfits(wrong)
        assert found.startswith(said)
    anyhow = replace(kind, clause="")
    assert list(anyhow.misfits(replace(good, clause="X-3"))) == []
    assert len(list(anyhow.misfits(replace(good, clause=""), why=True))) == 1


# Refusals


def test_a_copy_of_a_refusal_has_its_sentence_and_is_of_its_branch() -> None:
    """What leaves the process has no rulebook in it."""
    why_ = because("several-fit", unit=UnitName("Par", "A"), meant=(UnitName("Par", "A", "", 1),))
    unclear = pickle.loads(pickle.dumps(UnclearError(BOOK, why_, MOVE)))
    assert type(unclear) is AmbiguousOrderError
    assert str(unclear) == "A Par - Bur: several units fit A Par: A Par/1."
    illegal = pickle.loads(
        pickle.dumps(IllegalError(BOOK, because("there-already", unit=PAR), MOVE, "STD-MOVE"))
    )
    assert type(illegal) is IllegalOrderError
    assert (str(illegal), illegal.clause) == ("A Par - Bur: A Par is there already.", "STD-MOVE")


def test_a_refusal_of_no_order_keeps_the_clause_that_it_rests_on() -> None:
    for clause, rests in (("", "STD-MOVE"), ("STD-SUP", "STD-SUP")):
        error = IllegalError(BOOK, because("there-already", clause, unit=PAR), clause="STD-MOVE")
        assert (error.clause, error.why.clause) == (rests, rests)
        assert "order" not in error.why.facts


# Editions


def kept(truth: str, **told: str) -> Editions:
    """Editions of one outcome each, told apart by where its unit then is."""
    return Editions.kept(
        [outcome(at=truth)], {name.strip("_"): [outcome(at=at)] for name, at in told.items()}
    )


def test_editions_are_the_same_where_every_reader_is_told_the_same() -> None:
    one = kept("Par", France="Par", _="")
    assert one == kept("Par", France="Par", _="")
    assert one == one
    assert one != kept("Bur", France="Par", _="")
    assert one != kept("Par", France="Bur", _="")
    assert one != kept("Par", France="Par", _="Bur")
    assert one != kept("Par", France="Par", Italy="Par", _="")
    assert one != "France"
    assert kept("Par", France="Par") == kept("Par", France="Par")


def test_whoever_has_no_edition_of_his_own_reads_the_common_one_or_nothing() -> None:
    assert [o.at for o in kept("Par", France="Bur", _="Gas").of("Italy")] == ["Gas"]
    assert list(kept("Par", France="Bur").of("Italy")) == []
    assert [o.at for o in kept("Par", France="Bur").of(None)] == ["Par"]


def test_an_edition_is_made_once_and_only_when_it_is_read() -> None:
    made = []

    def make() -> list[Outcome]:
        made.append(1)
        return [outcome()]

    some = Edition(make, some=True)
    assert some
    assert made == []
    assert len(some) == len(some.outcomes) == 1
    assert made == [1]
    assert bool(Edition(make))
    assert not Edition(list)
    assert some == (outcome(),)
    assert some != (outcome(at="Bur"),)


# Options, steps


class Tidal(Options):
    """The options of a variant that has a tide."""

    tide: Literal["low", "high"]


def test_options_and_their_class_are_compared() -> None:
    specs = [
        *BOOK.option_specs,
        OptionSpec("tide", "The tide", {"low": "It is low.", "high": "It is high."}, "X"),
    ]
    assert list(disagreements(Tidal, specs)) == []
    assert list(disagreements(Tidal, specs[:-1])) == [
        'its Options have tide, and there is no option "tide"'
    ]
    assert list(disagreements(Options, specs)) == [
        'nothing reads the option "tide": its Options have no tide'
    ]
    spring = OptionSpec("tide", "The tide", {"low": "It is low.", "spring": "It springs."}, "X")
    assert list(disagreements(Tidal, [*specs[:-1], spring])) == [
        "option tide is one of low, spring, and in its Options of low, high"
    ]


def test_steps_are_put_before_after_or_instead_of_one_that_is_there() -> None:
    step = ("flood", STANDARD_STEPS["movement"][0][1])
    assert [n for n, _ in work.before(STANDARD_STEPS, "movement", "fight", step)["movement"]] == [
        "flood",
        "fight",
    ]
    assert [n for n, _ in work.after(STANDARD_STEPS, "count", "owners", step)["count"]] == [
        "owners",
        "flood",
        "victory",
    ]
    assert [n for n, _ in work.instead(STANDARD_STEPS, "count", "owners")["count"]] == ["victory"]
    for moment, there in (("movement", "fight"), ("open", "none")):
        with pytest.raises(ValueError, match=f'no step "ebb" at "{moment}"; there are {there}$'):
            work.before(STANDARD_STEPS, moment, "ebb", step)


def test_what_a_game_chose_otherwise_is_told_with_what_is_usual() -> None:
    """And nothing of an option that an older game did not have."""
    usual = {spec.id: spec.default for spec in BOOK.option_specs}
    assert rulings(BOOK.option_specs, usual, usual) == []
    (told,) = rulings(BOOK.option_specs, {**usual, "paradox": "all-hold"}, usual)
    spec = next(spec for spec in BOOK.option_specs if spec.id == "paradox")
    assert (told.id, told.value, told.changes) == ("paradox", "all-hold", spec.changes)
    assert (told.meaning, told.usual) == (spec.values["all-hold"], spec.values["szykman"])
    assert rulings(BOOK.option_specs, {}, usual) == []


def test_a_step_that_returned_something_else_is_named_with_where_it_stands() -> None:
    def step(given: Any) -> Any:
        """It returns nothing."""

    line = step.__code__.co_firstlineno
    error = work.no_work("tide", step, None)
    said = 'the step "tide" returned None; it must return a Work'
    assert str(error) == f"rules/test_what_is_written.py, line {line}: {said}"
    made = work.no_work("tide", partial(step, 1), 3)  # it has no line of its own
    assert (made.line, made.message) == (0, said.replace("None", "a int"))
