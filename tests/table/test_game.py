"""The table: orders, acts, votes, going back and aside. Expected values worked by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from legation.board.orders import Order
from legation.board.units import UnitName
from legation.errors import InputError, NameUnknownError, OptionError, StateError
from legation.rules.editions import Editions
from legation.rules.reports import Fate, Report
from legation.sight.view import Sheet, View
from legation.table.game import Game
from legation.table.record import Record, Versions
from legation.table.saving.save import dump

SEED = "0123456789abcdef0123456789abcdef"
OTHER_SEED = "f" * 32
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


def new() -> Game:
    return Game.new(seed=SEED, name="test")


def at_retreats() -> Game:
    """Germany has just lost Munich to France, which Italy supported from Tyrolia."""
    game = new()
    game.submit("France", "A Par-Bur")
    game.submit("Italy", "A Ven-Tyr")
    game.advance()
    game.submit("France", "A Bur-Mun")
    game.submit("Italy", "A Tyr S A Bur-Mun")
    game.advance()
    return game


def at_winter() -> Game:
    game = at_retreats()
    game.submit("Germany", "A Mun-Ruh")
    game.advance()
    return game


def sheet(game: Game, power: str) -> Sheet:
    return game.view(power).sheets.get(power, Sheet())


def units(view: View, power: str) -> list[str]:
    return [str(unit) for unit in view.position.of(power)]


def last_kinds(game: Game) -> list[str]:
    return [report.kind for report in game.view("spectator").told[-1].reports]


# A new game


def test_a_new_game_stands_at_the_opening() -> None:
    game = Game.new(name=" two\nlines ")
    assert (str(game.phase), game.number, game.over) == ("Spring 1901, movement", 0, False)
    assert game.waiting == POWERS
    assert game.name == "two lines"
    assert units(game.view("spectator"), "France") == ["F Bre", "A Mar", "A Par"]
    assert Game.new().record.seeds != game.record.seeds


def test_what_cannot_be_a_game_is_refused() -> None:
    with pytest.raises(NameUnknownError):
        Game.new("chess")
    with pytest.raises(OptionError):
        Game.new(options={"paradox": "yes"})
    with pytest.raises(InputError, match="32 hexadecimal digits"):
        Game.new(seed="12")


def test_options_chosen_are_kept_whole() -> None:
    game = Game.new(options={"edition": "1971"}, seed=SEED)
    assert game.record.options["multi-route"] == "every"
    assert "edition" not in game.record.options
    assert len(game.record.options) == len(game.book.option_specs)


# Orders


def test_good_orders_stand_and_bad_ones_come_back() -> None:
    game = new()
    errors = game.submit(
        "france", "A Par-Bur; f bre-mao\nA Mar - Lon\nA Bre H\nGermany: A Mun H\nA Lyo H"
    )
    assert sheet(game, "France").orders == ("A Par-Bur", "f bre-mao")
    assert [error.line for error in errors] == [2, 3, 4, 5]
    assert [error.text for error in errors] == [
        "A Mar - Lon", "A Bre H", "A Mun H", "A Lyo H",
    ]  # fmt: skip
    assert all("\n" not in str(error.error) for error in errors)


def test_the_second_order_for_a_unit_is_refused_and_names_the_first() -> None:
    game = new()
    errors = game.submit("France", ["A Par-Bur", "F Bre H", "Paris - Picardy"])
    assert sheet(game, "France").orders == ("A Par-Bur", "F Bre H")
    assert [error.line for error in errors] == [3]
    assert "already has the order A Par-Bur, on line 1" in str(errors[0].error)
    assert errors[0].error.clause == "STD-ORD"


def test_a_good_order_after_a_bad_one_for_the_same_unit_stands() -> None:
    game = new()
    errors = game.submit("France", ["A Par-Lon", "A Par-Bur"])
    assert sheet(game, "France").orders == ("A Par-Bur",)
    assert len(errors) == 1


def test_a_sheet_replaces_the_one_before() -> None:
    game = new()
    game.submit("France", "A Par-Bur; F Bre H")
    game.submit("France", "A Par-Pic", settled=True)
    assert sheet(game, "France") == Sheet(("A Par-Pic",), settled=True)
    assert game.submit("France", "") == []
    assert sheet(game, "France") == Sheet()


def test_a_sheet_of_mistakes_only_loses_nothing() -> None:
    game = new()
    game.submit("France", "A Par-Bur")
    assert len(game.submit("France", "A Par-Lon\nqwertz")) == 2
    assert sheet(game, "France").orders == ("A Par-Bur",)


def test_orders_may_be_values() -> None:
    game = new()
    order = Order("move", UnitName("Par", "A"), goal="Bur")
    assert game.submit("France", [order]) == []
    assert sheet(game, "France").orders == ("A Par - Bur",)


def test_settling_and_clearing() -> None:
    game = new()
    game.submit("France", "A Par-Bur", settled=True)
    assert "France" not in game.waiting
    game.settle("France", False)
    assert "France" in game.waiting
    assert sheet(game, "France").orders == ("A Par-Bur",)
    game.clear("France")
    assert sheet(game, "France").orders == ()
    with pytest.raises(NameUnknownError):
        game.submit("Frnace", "A Par-Bur")


def test_the_year_goes_by_phases_in_which_somebody_decides() -> None:
    game = at_retreats()
    # Autumn 1901: attack 2 on Munich against hold 1. Open to A Mun: not Burgundy,
    # where the attack came from, nor Tyrolia, Berlin, Kiel, which are occupied.
    assert (str(game.phase), game.number) == ("Autumn 1901, retreats", 2)
    (lost,) = game.view("Germany").position.dislodged
    assert (str(lost.unit), lost.by, lost.retreats) == ("A Mun", "Bur", ("Boh", "Ruh", "Sil"))
    assert list(game.waiting) == ["Germany"]
    assert game.submit("Germany", "A Mun-Ruh") == []
    view = game.advance()
    # France: Bre, Mar, Par, Mun with three units; Germany: Ber, Kie with three.
    assert str(view.phase) == "Winter 1901, adjustments"
    assert game.waiting == ("France", "Germany")
    assert view.position.owners["Mun"] == "France"
    assert game.submit("France", "Build A Par") == []
    view = game.advance()
    assert str(view.phase) == "Spring 1902, movement"
    assert units(view, "France") == ["F Bre", "A Mar", "A Mun", "A Par"]
    # A Ruh is one step from Kiel, the others stand in centres of Germany.
    assert units(view, "Germany") == ["A Ber", "F Kie"]
    assert game.audit() == []


def test_builds_that_are_not_due_come_back() -> None:
    game = at_winter()
    errors = game.submit("France", "Build A Par\nBuild A Par\nRemove A Mun")
    assert sheet(game, "France").orders == ("Build A Par",)
    assert [error.line for error in errors] == [2, 3]
    errors = game.submit("Germany", ["Remove A Ruh", "Remove A Ber", "Build A Ber"])
    assert sheet(game, "Germany").orders == ("Remove A Ruh",)
    assert [error.line for error in errors] == [2, 3]
    assert "no more than 1 removal may be ordered for Germany" in str(errors[0].error)


def test_a_waive_may_stand_twice() -> None:
    game = at_winter()
    game.set_owner("Bel", "France")
    assert game.submit("France", "Waive\nWaive") == []
    assert sheet(game, "France").orders == ("Waive", "Waive")


# Back


def test_rollback_restores_the_truth_and_keeps_what_was_told() -> None:
    game = at_winter()
    told, truth = game.view("France").told, game.record.phases[1].truth
    game.rollback(1)
    assert (str(game.phase), game.number) == ("Autumn 1901, movement", 1)
    assert game.record.phases[-1].truth == truth
    assert len(game.record.phases) == 5
    assert sheet(game, "France").orders == ()
    now = game.view("France").told
    assert now[: len(told)] == told
    assert [report.kind for report in now[-1].reports] == ["rolled-back"]
    assert game.audit() == []
    # Played on, phase 2 is another one: no army is dislodged.
    game.advance()
    assert (str(game.phase), game.number) == ("Spring 1902, movement", 2)
    assert game.view("France", 2).phase == game.phase
    assert game.audit() == []
    with pytest.raises(InputError, match="no phase 3; the game has phases 0 to 2"):
        game.rollback(3)


def test_rollback_of_the_open_phase_takes_its_acts_back() -> None:
    game = new()
    game.set_owner("Bel", "France")
    game.civil_disorder("Italy")
    game.rollback(0)
    view = game.view("spectator")
    assert "Bel" not in view.position.owners
    assert view.disorder == ()
    assert len(view.told) == 3


def test_rollback_of_a_finished_game_takes_another_seed() -> None:
    game = new()
    game.abandon()
    assert game.view("spectator").seeds == (SEED,)
    game.rollback(0)
    view = game.view("spectator")
    assert view.seeds == ()
    assert len(view.seed_hashes) == 2
    assert game.record.seed_at(1) != SEED
    assert not game.over


# Aside


def test_a_fork_is_a_game_of_its_own() -> None:
    game = at_retreats()
    before = dump(game)
    fork = game.fork()
    assert fork.record.phases == game.record.phases
    fork.submit("Germany", "A Mun-Boh")
    fork.advance()
    assert dump(game) == before
    early = game.fork(1, seed=OTHER_SEED)
    assert (early.number, sheet(early, "France").orders) == (1, ())
    assert early.record.seed_at(0) == SEED
    assert early.record.seed_at(1) == OTHER_SEED
    assert early.view("France").told == game.view("France", 0).told
    assert early.fork(0, seed=OTHER_SEED).record.seeds == ((0, SEED), (0, OTHER_SEED))
    early.advance()
    assert early.audit() == fork.audit() == game.audit() == []
    # A fork at the opening: dealt with the old seed, played with the new.
    first = game.fork(0, seed=OTHER_SEED)
    assert first.record.seeds == ((0, SEED), (0, OTHER_SEED))
    assert first.record.seed_at(0) == OTHER_SEED


@pytest.mark.parametrize("rolled_back", [False, True])
@pytest.mark.parametrize("number", [None, 0, 1, 2])
def test_a_fork_neither_uses_nor_publishes_the_seed_of_its_original(
    number: int | None, rolled_back: bool
) -> None:
    game = at_retreats()
    if rolled_back:
        game.rollback(1)
        game.advance()
        game.rollback(2)
    fork = game.fork(number)
    own = fork.record.seed_at(len(fork.record.phases) - 1)
    assert own != SEED
    fork.advance()
    fork.abandon()
    assert fork.view("spectator").seeds == (own,)
    assert SEED not in {seed for k in range(fork.number) for seed in fork.view("gm", k).seeds}
    assert fork.audit() == []
    # Going on with a finished game, by fork or rollback, takes a seed that nobody knows.
    fork.rollback(0)
    later = fork.record.seed_at(len(fork.record.phases) - 1)
    fork.abandon()
    assert fork.view("spectator").seeds == (own, later)
    again = fork.fork(0)
    again.abandon()
    assert not {own, later, SEED} & set(again.view("spectator").seeds)


def test_an_earlier_phase_shows_what_came_of_it_and_no_more() -> None:
    game = at_winter()
    view = game.view("France", 1)
    assert str(view.phase) == "Autumn 1901, movement"
    assert units(view, "France") == ["F Bre", "A Bur", "A Mar"]
    assert view.sheets["France"].orders == ("A Bur-Mun",)
    assert view.told[-1].number == 1
    fate = {str(outcome.order): outcome.fate for outcome in view.told[-1].outcomes}
    assert fate["A Bur - Mun"] == Fate.SUCCEEDS


# The audit


def with_phase(game: Game, index: int, **changes: object) -> Game:
    phases = list(game.record.phases)
    phases[index] = replace(phases[index], **changes)  # type: ignore[arg-type]
    return Game(replace(game.record, phases=tuple(phases)))


def found(game: Game) -> list[tuple[int, str]]:
    return [(difference.index, difference.what) for difference in game.audit()]


def test_audit_finds_a_changed_truth() -> None:
    game = at_winter()
    truth = game.record.phases[2].truth
    position = replace(truth.position, owners={**truth.position.owners, "Bel": "France"})
    changed = with_phase(game, 2, truth=replace(truth, position=position))
    where = {index for index, _ in found(changed)}
    # Phase 1 leads to another position, and 2 has not its hash.
    assert where == {1, 2}
    assert any("hash" in what for _, what in found(changed))
    assert any("Bel France" in what for _, what in found(changed))


def test_audit_finds_changed_orders_and_outcomes() -> None:
    game = at_winter()
    told = game.record.phases[1].told[-1]
    changed = with_phase(game, 1, sheets={})
    assert any(
        "recorded succeeds (moved-dislodged), replayed" in what for _, what in found(changed)
    )
    whole = told.editions.of(None)
    short = replace(told, editions=Editions.kept(whole[1:], {"": whole}))
    changed = with_phase(game, 1, told=(short,))
    assert any("21 outcomes recorded, 22 replayed" in what for _, what in found(changed))
    short = replace(told, editions=Editions.kept(whole, {"": whole, "France": whole[1:]}))
    changed = with_phase(game, 1, told=(short,))
    assert any(what.startswith("as told to France, 21 outcomes") for _, what in found(changed))


def test_reasons_of_another_program_are_no_difference() -> None:
    """They were fixed when the phase closed (STD-WHY); what became of the orders is compared."""
    game = at_winter()
    told = game.record.phases[1].told[-1]
    whole = told.editions.of(None)
    other = replace(whole[0], reason=Report("other", "STD-WHY"))
    told = replace(told, editions=Editions.kept((other, *whole[1:]), {"": whole}))
    assert found(with_phase(game, 1, told=(told,)))
    assert not found(with_phase(game, 1, told=(told,), resolved_by=Versions("0.0", "other")))
    fails = replace(other, fate=Fate.FAILS)
    told = replace(told, editions=Editions.kept((fails, *whole[1:]), {"": whole}))
    assert found(with_phase(game, 1, told=(told,), resolved_by=Versions("0.0", "other")))


def test_audit_finds_what_was_told_otherwise() -> None:
    game = at_winter()
    told = game.record.phases[1].told[-1]
    changed = with_phase(game, 1, told=())
    assert (1, "told 0 times in the record, 1 replayed.") in found(changed)
    changed = with_phase(game, 1, told=(replace(told, reports=()),))
    assert any(what.startswith("reports: recorded") for _, what in found(changed))
    assert str(changed.audit()[0]).startswith("Autumn 1901, movement (phase 1): ")


def test_audit_finds_a_broken_chain() -> None:
    game = at_winter()

    def kept(indices: Sequence[int]) -> Record:
        return replace(game.record, phases=tuple(game.record.phases[i] for i in indices))

    for indices in ([0, 2, 3], [1, 2, 3], [0, 1, 1], [0, 1, 2, 3, 1]):
        assert Game(kept(indices)).audit(), indices
    assert Game(kept([0, 1, 2, 3])).audit() == []


# The game master


def test_units_are_set_and_removed() -> None:
    game = new()
    game.set_unit("France", "fleet", "Spa/nc")
    game.remove_unit("Vienna")
    view = game.view("spectator")
    assert units(view, "France") == ["F Bre", "A Mar", "A Par", "F Spa/nc"]
    assert units(view, "Austria") == ["A Bud", "F Tri"]
    ids = [unit.id for unit in game.record.phases[0].truth.position.units]
    assert sorted(ids) == list(range(1, 23))
    assert [told.reports[0].kind for told in view.told] == ["gm-unit-set", "gm-unit-removed"]
    assert game.submit("France", "F Spa/nc-Gas") == []
    view = game.advance()
    assert "F Gas" in units(view, "France")
    assert game.audit() == []


@pytest.mark.parametrize(
    ("power", "kind", "place", "says"),
    [
        ("France", "F", "Mun", "no fleet can be in Munich, which is inland"),
        ("France", "A", "NTH", "no army can be in North Sea, which is sea"),
        ("France", "F", "Spa", "name the coast for this fleet: Spa/nc or Spa/sc"),
        ("France", "A", "Ber", "Berlin is occupied by A Ber of Germany"),
        ("France", "A", "Swi", "Switzerland"),
        ("France", "A", "Atlantis", "no place is called"),
        ("Gaul", "A", "Bel", "no power is called"),
        ("France", "tank", "Bel", "there is army (A) or fleet (F)"),
    ],
)  # fmt: skip
def test_units_that_cannot_be_set(power: str, kind: str, place: str, says: str) -> None:
    game = new()
    with pytest.raises(InputError) as caught:
        game.set_unit(power, kind, place)
    assert says in str(caught.value)
    assert game.record.phases[0].acts == ()


def test_a_unit_set_closes_a_retreat() -> None:
    game = at_retreats()
    game.set_unit("Russia", "A", "Sil")
    (lost,) = game.view("Germany").position.dislodged
    assert lost.retreats == ("Boh", "Ruh")
    with pytest.raises(InputError, match="the unit in Silesia is not dislodged"):
        game.remove_unit("Sil", dislodged=True)
    game.remove_unit("Mun", dislodged=True)
    view = game.view("spectator")
    assert view.position.dislodged == ()
    assert "A Mun" in units(view, "France")
    with pytest.raises(InputError, match="there is no unit in Ruhr"):
        game.remove_unit("Ruh")
    assert str(game.advance().phase) == "Winter 1901, adjustments"
    assert game.audit() == []


def test_centres_are_given() -> None:
    game = new()
    game.set_owner("Belgium", "France")
    game.set_owner("Mun", None)
    owners = game.view("spectator").position.owners
    assert owners["Bel"] == "France"
    assert "Mun" not in owners
    with pytest.raises(InputError, match="Bohemia is no supply centre"):
        game.set_owner("Boh", "France")


def test_civil_disorder_voids_a_sheet_until_it_is_over() -> None:
    game = new()
    game.submit("France", "A Par-Bur")
    game.civil_disorder("France")
    with pytest.raises(StateError, match="civil disorder"):
        game.submit("France", "A Par-Bur")
    with pytest.raises(StateError, match="already in civil disorder"):
        game.civil_disorder("France")
    assert "France" not in game.waiting
    view = game.advance()
    assert "A Par" in units(view, "France")
    assert view.disorder == ("France",)
    game.civil_disorder("France", declared=False)
    assert game.submit("France", "A Par-Bur") == []
    assert game.audit() == []


def test_civil_disorder_disbands_and_removes() -> None:
    game = at_retreats()
    game.submit("Germany", "A Mun-Ruh")
    game.civil_disorder("Germany")
    view = game.advance()
    # Munich's army is gone; two centres, two units: only France has to decide.
    assert units(view, "Germany") == ["A Ber", "F Kie"]
    assert game.waiting == ("France",)


def test_an_extension_is_told() -> None:
    game = new()
    game.extend("until\nFriday")
    assert game.view("France").told[-1].reports[0].facts == {"note": "until Friday"}


def test_abandoning_ends_the_game() -> None:
    game = new()
    game.abandon()
    view = game.view("spectator")
    assert (game.over, view.ending, view.winners) == (True, "abandoned", ())
    assert game.waiting == ()
    for act in (game.advance, game.abandon, lambda: game.submit("France", "A Par H")):
        with pytest.raises(StateError, match="over"):
            act()
    assert game.audit() == []


# Votes (STD-END)


def test_a_unanimous_vote_of_the_survivors_ends_the_game() -> None:
    game = new()
    number = game.propose("France", "draw", ["England", "France"])
    for power in POWERS:
        assert not game.over
        if power != "France":
            game.vote(power, number, "yes")
    view = game.view("spectator")
    assert (view.ending, view.winners) == ("draw", ("England", "France"))
    assert last_kinds(game) == ["draw"]
    assert game.audit() == []


def test_one_vote_against_closes_the_proposal() -> None:
    game = new()
    number = game.propose("France", "concession", ["Turkey"])
    game.vote("England", number, "yes")
    game.vote("Russia", number, "No")
    assert last_kinds(game) == ["proposal-failed"]
    assert game.view("England").proposals == ()
    with pytest.raises(InputError, match="no proposal 1 is open"):
        game.vote("Italy", number, "yes")
    assert game.propose("France", "concession", ["Turkey"]) == 2


def test_a_vote_is_for_good() -> None:
    game = new()
    number = game.propose("France", "draw")
    game.vote("England", number, "yes")
    acts = game.record.phases[0].acts
    for power in ("England", "France"):
        for answer in ("yes", "no"):
            with pytest.raises(StateError, match=f"{power} has accepted proposal 1"):
                game.vote(power, number, answer)
    assert game.record.phases[0].acts == acts


def test_proposals_lapse_with_the_phase_and_with_the_board() -> None:
    game = new()
    game.propose("France", "draw")
    view = game.advance()
    assert view.proposals == game.view("spectator", 0).proposals == ()
    assert view.told[-1].reports[0].kind == "proposal-failed"
    game.propose("France", "draw")
    game.remove_unit("Par")
    assert last_kinds(game) == ["gm-unit-removed", "proposal-failed"]
    game.propose("France", "draw")
    game.extend("an hour more")
    assert len(game.view("spectator").proposals) == 1


def test_who_is_out_or_in_disorder_has_no_vote() -> None:
    game = new()
    for place in ("Ank", "Con", "Smy"):
        game.set_owner(place, None)
        game.remove_unit(place)
    game.civil_disorder("Italy")
    for power in ("Turkey", "Italy"):
        with pytest.raises(StateError, match="has no vote"):
            game.propose(power, "draw")
    with pytest.raises(InputError, match="Turkey is out of the game"):
        game.propose("France", "draw", ["France", "Turkey"])
    number = game.propose("France", "draw")
    for power in ("Austria", "England", "Germany", "Russia"):
        game.vote(power, number, "yes")
    # A draw of all survivors: Italy shares it, Turkey does not.
    assert game.view("spectator").winners == (
        "Austria", "England", "France", "Germany", "Italy", "Russia",
    )  # fmt: skip


def test_what_cannot_be_voted_on() -> None:
    game = new()
    with pytest.raises(InputError, match="draw or concession"):
        game.propose("France", "solo")
    with pytest.raises(InputError, match="names the power"):
        game.propose("France", "concession")
    with pytest.raises(InputError, match="two powers at least"):
        game.propose("France", "draw", ["France"])
    number = game.propose("France", "draw")
    with pytest.raises(StateError, match="already"):
        game.propose("Italy", "draw", POWERS)
    with pytest.raises(InputError, match='"yes" or "no"'):
        game.vote("Italy", number, "perhaps")


def test_the_last_survivor_needs_nobody() -> None:
    game = new()
    for unit in game.view("spectator").position.units:
        if unit.power != "France":
            game.remove_unit(unit.place)
    for centre, owner in game.view("spectator").position.owners.items():
        if owner != "France":
            game.set_owner(centre, None)
    game.propose("France", "concession", ["France"])
    assert game.view("spectator").winners == ("France",)


@pytest.mark.parametrize(
    "typed",
    ["A Par nonsense", "A Par - Lon", "A Par H\nA Par - Bur", "A Par H, A Mar nonsense", "A Vie H"],
)
def test_what_is_wrong_with_a_sheet_keeps_nothing_of_how_it_was_found(typed: str) -> None:
    """A traceback keeps each frame, and so whatever was at work when the sheet was read."""
    errors = new().submit("France", typed)
    assert errors
    assert [error.error.__traceback__ for error in errors] == [None] * len(errors)
