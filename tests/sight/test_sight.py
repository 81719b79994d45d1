"""The gate: closed by default; what passes, passes by name."""

from __future__ import annotations

import gc
import weakref
from dataclasses import dataclass, fields, replace
from typing import Any

import pytest

from golden_game import play
from legation.board.calendar import Phase
from legation.board.ledger import NOBODY, Ledger, word
from legation.errors import InputError, NameUnknownError, StateError
from legation.rules.dice import Dice, seed_hash
from legation.rules.editions import Editions
from legation.rules.reports import Fate, Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.rules.survey import survey_of
from legation.rules.turn import set_up
from legation.rules.work import Done, Work
from legation.sight.moment import Moment
from legation.sight.see import Desk, opened, see
from legation.sight.view import Sheet, Told, View
from legation.sight.viewer import (
    ARCHIVE,
    GAME_MASTER,
    SPECTATOR,
    Viewer,
    find_viewer,
    power_viewer,
)
from legation.table.canonical import canonical
from legation.table.game import Game
from legation.table.plain import view_data
from legation.variants.load import load

SEED = "0123456789abcdef0123456789abcdef"
EVERYBODY = ("France", "England", "spectator", "gm")
SPRING = Phase("Spring", 1901, "movement")
DESK = Desk("", 0, {}, (), (), (SEED,), False)


def new() -> Game:
    return Game.new(seed=SEED)


def seen(game: Game, viewer: str) -> str:
    return canonical(view_data(game.book, game.view(viewer)))


def through(told: Moment, viewer: Viewer) -> tuple[Told, ...]:
    book = load()
    return see(book, set_up(book), [told], viewer, DESK).told


def outcome(power: str, kind: str, *causes: int) -> Outcome:
    return Outcome(power, None, None, Fate.HOLDS, "Par", Report(kind, "c"), causes)


# Viewers


def test_viewers_are_found_by_name() -> None:
    book = load()
    assert find_viewer(book, "french") == power_viewer("France")
    assert find_viewer(book, "GM") == find_viewer(book, "game-master") == GAME_MASTER
    assert find_viewer(book, "Spectator") == SPECTATOR
    assert str(GAME_MASTER) == "game master"
    assert str(power_viewer("France")) == "France"
    with pytest.raises(NameUnknownError):
        find_viewer(book, "nobody")
    view: Any = object()
    with pytest.raises(InputError, match="a viewer is a text, not object"):
        find_viewer(book, view)
    with pytest.raises(InputError):
        Viewer("god")
    with pytest.raises(InputError):
        Viewer("power")
    with pytest.raises(InputError):
        Viewer("spectator", "France")


# What passes


def test_a_view_has_just_these_fields() -> None:
    told = {field.name for field in fields(View)} - {"ledger"}  # which is for what-if alone
    assert told == {
        *("viewer", "name", "variant", "options", "number", "position", "lore", "sheets", "told"),
        *("proposals", "voted", "disorder", "press", "ending", "winners", "seed_hashes", "seeds"),
    }
    # standings are what the rulebook makes of board, ledger and lore as they are here
    assert set(view_data(load(), new().view("gm"))) == told | {"standings"}


def test_pending_orders_are_seen_by_their_owner_and_the_game_master() -> None:
    game = new()
    game.submit("France", "A Par-Bur", settled=True)
    sheet = Sheet(("A Par-Bur",), settled=True)
    assert game.view("France").sheets == {"France": sheet}
    assert game.view("gm").sheets == {"France": sheet}
    assert game.view("England").sheets == game.view("spectator").sheets == {}


def test_the_board_and_finished_phases_are_public() -> None:
    game = new()
    game.submit("France", "A Par-Bur")
    game.advance()
    for viewer in EVERYBODY:
        view = game.view(viewer)
        assert "A Par - Bur" in [str(outcome.order) for outcome in view.told[-1].outcomes]
        assert len(view.position.units) == 22
    assert game.view("England", 0).sheets == {}
    assert game.view("France", 0).sheets["France"].orders == ("A Par-Bur",)


def test_private_identities_do_not_pass() -> None:
    game = new()
    game.submit("France", "A Par-Bur")
    game.submit("Italy", "A Ven-Tyr")
    game.advance()
    game.submit("France", "A Bur-Mun")
    game.submit("Italy", "A Tyr S A Bur-Mun")
    game.advance()
    position = game.view("gm").position
    assert {unit.id for unit in position.units} == {0}
    assert [lost.unit.id for lost in position.dislodged] == [0]


def test_the_seed_is_secret_until_the_game_is_over() -> None:
    game = new()
    for viewer in EVERYBODY:
        assert game.view(viewer).seed_hashes == (seed_hash(SEED),)
        assert SEED not in seen(game, viewer)
    game.advance()
    game.abandon()
    for viewer in (*EVERYBODY, "archive"):
        assert game.view(viewer).seeds == game.view(viewer, 0).seeds == (SEED,)


def test_the_archive_opens_when_the_game_is_over() -> None:
    game = new()
    game.submit("France", "A Par-Bur")
    with pytest.raises(StateError, match="archive"):
        game.view(ARCHIVE)
    game.advance()
    game.abandon()
    assert game.view(ARCHIVE, 0).sheets["France"].orders == ("A Par-Bur",)


def test_a_report_reaches_its_audience() -> None:
    told = Moment(
        0, SPRING, (Report("secret", "c", {}, frozenset({"France"})), Report("public", "c"))
    )
    kinds = {
        viewer: [report.kind for item in through(told, viewer) for report in item.reports]
        for viewer in (power_viewer("France"), power_viewer("England"), SPECTATOR, GAME_MASTER)
    }
    assert list(kinds.values()) == [
        ["secret", "public"],
        ["public"],
        ["public"],
        ["secret", "public"],
    ]


def test_a_moment_of_which_one_hears_nothing_leaves_no_trace() -> None:
    report = Report("secret", "c", {}, frozenset({"France"}))
    told = Moment(0, SPRING, (report,))
    assert through(told, SPECTATOR) == through(told, power_viewer("England")) == ()
    assert through(told, power_viewer("France")) == (Told(0, SPRING, (report,)),)


def test_everybody_reads_his_own_edition() -> None:
    true, french = outcome("England", "true"), outcome("England", "as France knows it")
    public = outcome("England", "as everybody knows it")
    told = Moment(0, SPRING, (), Editions.kept([true], {"France": [french], "": [public]}))
    reads = {
        viewer: [o.reason.kind for item in through(told, viewer) for o in item.outcomes]
        for viewer in (power_viewer("France"), power_viewer("Italy"), SPECTATOR, GAME_MASTER)
    }
    assert list(reads.values()) == [
        ["as France knows it"],
        ["as everybody knows it"],
        ["as everybody knows it"],
        ["true"],
    ]


def test_who_has_no_edition_reads_nothing() -> None:
    told = Moment(0, SPRING, (), Editions.kept([outcome("England", "true")], {}))
    assert through(told, SPECTATOR) == through(told, power_viewer("England")) == ()


def test_the_master_reads_what_a_power_was_told() -> None:
    """His board and his reports, and nothing that waits to be told (STD-WHY)."""
    game = Game.new("post_atomic", seed=SEED)
    game.advance()
    game.submit("France", ["A Par H"])
    game.propose("France", "draw")
    french, german = (game.view("gm", as_told_to=power) for power in ("France", "Germany"))
    own = game.view("France")
    assert (own.sheets, own.voted) != ({}, frozenset())
    assert french == replace(own, sheets={}, voted=frozenset())
    assert german == game.view("Germany")
    assert french.told != german.told != game.view("gm").told
    for viewer, other in (("France", "Germany"), ("spectator", "France"), ("gm", "archive")):
        with pytest.raises(StateError, match="only the game master"):
            game.view(viewer, as_told_to=other)


def test_what_stays_sealed_is_sealed_in_what_others_were_told() -> None:
    """The archive reads a power's version without what the variant keeps closed for good."""
    book = load("locarno", {"reveal-bids-at-end": "no"})
    secret = Report(min(book.sealed - book.order_types.keys()), "LC-5", {}, frozenset({"Germany"}))
    truth, desk = set_up(book), replace(DESK, over=True)
    told = Moment(0, SPRING, (secret,), Editions.kept((), {}))
    heard = {
        viewer: see(book, truth, [told], viewer, desk, power_viewer("Germany")).told
        for viewer in (GAME_MASTER, ARCHIVE)
    }
    assert [moment.reports for moment in heard[GAME_MASTER]] == [(secret,)]
    assert heard[ARCHIVE] == ()


def test_causes_name_only_outcomes_that_are_heard() -> None:
    whole = tuple(outcome(*each) for each in (("England", "a", 2), ("France", "b", 0, 2)))
    whole = (*whole, outcome("Italy", "c", 1))

    class Half(Rulebook):
        """Nobody hears of the first outcome."""

        def heard(self, done: Done, power: str) -> tuple[Outcome | None, ...]:
            del power
            return (None, *done.work.outcomes[1:])

    book = Half(load().definition, load().options)
    truth = set_up(book)
    work = Work(book, truth, {}, Dice(SEED, ""), outcomes=whole)
    editions = Editions.of_phase(Done(truth, {}, work))
    assert {o.power: o.causes for o in editions.of("France")} == {"France": (1,), "Italy": (0,)}
    assert editions.of(None) == whole


@dataclass(frozen=True)
class Canary(Ledger):
    secret: str = word(NOBODY)


def test_the_ledger_does_not_pass() -> None:
    book = load()
    truth = replace(set_up(book), ledger=Canary(secret="5ecre7"))
    for viewer in (power_viewer("France"), SPECTATOR, GAME_MASTER):
        assert "5ecre7" not in canonical(view_data(book, see(book, truth, (), viewer, DESK)))


def test_votes_are_seen_by_who_cast_them() -> None:
    game, other = new(), new()
    for table in (game, other):
        table.propose("Turkey", "draw")
    game.vote("France", 1, "yes")
    assert game.view("France").voted == {1}
    assert game.view("Turkey").voted == {1}
    for viewer in ("England", "spectator", "gm"):
        assert game.view(viewer).voted == frozenset()
        assert seen(game, viewer) == seen(other, viewer)
    assert [p.powers[0] for p in game.view("spectator").proposals] == ["Austria"]


def test_nobody_is_told_who_voted_against() -> None:
    game, other = new(), new()
    for table, power in ((game, "Russia"), (other, "Italy")):
        table.propose("Turkey", "draw")
        table.vote("France", 1, "yes")
        table.vote(power, 1, "no")
    for viewer in (*EVERYBODY, "Russia", "Italy"):
        assert seen(game, viewer) == seen(other, viewer)


def test_what_is_typed_into_a_sheet_stays_on_it() -> None:
    game, other = new(), new()
    game.submit("Germany", ["A Mun - Bur", "A Ber - Atlantis"], settled=True)
    for viewer in ("France", "spectator"):
        assert seen(game, viewer) == seen(other, viewer)


def test_an_opened_power_keeps_what_is_sealed() -> None:
    game = play("locarno")
    sealed = load("locarno", {"reveal-bids-at-end": "no"})
    view = game.view("Germany", 0)
    assert any(text.startswith("DP") for text in view.sheets["Germany"].orders)
    shown = opened(sealed, view)
    assert shown.sheets["Germany"].orders == ("A Mun - Cze", "A Ber - Sax", "A Col H", "F Kie H")
    assert [o.order for told in shown.told for o in told.outcomes] == [
        o.order for told in view.told for o in told.outcomes
    ]
    kinds = {report.kind for told in shown.told for report in told.reports}
    assert not kinds & sealed.sealed
    assert opened(game.book, view) == view  # bids are revealed in this game


# Boards that are shared


def test_powers_that_know_the_same_board_share_it_and_no_others() -> None:
    """In London all but the Theatre-Goers see the same; they alone know of their own (LN-1A)."""
    game = Game.new("london_nights", seed=SEED)
    game.advance()  # the start is public; after a movement nobody sees the Theatre-Goers
    boards = {power: game.view(power).position for power in sorted(game.book.players)}
    theatre = boards.pop("Theatre-Goers")
    first = next(iter(boards.values()))
    assert all(board is first for board in boards.values())
    assert theatre != first
    assert len(theatre.of("Theatre-Goers")) > len(first.of("Theatre-Goers"))


def test_what_was_looked_up_on_a_board_goes_when_its_phase_is_over() -> None:
    """At once, and not when Python next looks for rings, though the board is still looked at."""
    game = Game.new("standard", seed=SEED)
    view = game.view("France")
    looked_up = weakref.ref(survey_of(game.book, view.position))
    gc.disable()
    try:
        assert looked_up() is not None
        game.carry_out()
        assert looked_up() is None
    finally:
        gc.enable()
    assert view.position.of("France")


def test_where_units_stood_is_read_off_plain_outcomes_too() -> None:
    """A moment that was told nothing of orders has none, and one may be made of plain outcomes."""
    assert Told(0, SPRING).stood("France") == frozenset()
    game = Game.new("standard")
    for power, sheet in (("France", "A Par - Bur"), ("Germany", "A Mun H")):
        game.submit(power, [sheet])
    game.advance()
    told = game.view("France").told[-1]
    plain = replace(told, outcomes=tuple(o for o in told.outcomes if o.order is not None))
    assert plain.stood("France") >= {"Par", "Bur"}
    assert "Mun" in plain.stood("Germany")


def test_whose_moves_failed_is_read_off_plain_outcomes_too() -> None:
    """Two who go to one place keep each other out of it; a third gets where he goes."""
    game = Game.new("standard")
    for power, sheet in (
        ("France", "A Par - Bur"),
        ("Germany", "A Mun - Bur"),
        ("Italy", "A Ven - Tyr"),
    ):
        game.submit(power, [sheet])
    game.advance()
    told = game.view("France").told[-1]
    plain = replace(told, outcomes=tuple(told.outcomes))
    assert plain.missed() == {"Bur": frozenset({"France", "Germany"})}


def test_who_went_to_a_place_is_read_off_plain_outcomes_too() -> None:
    game = Game.new("standard")
    for power, sheet in (("France", "A Par - Bur"), ("Italy", "A Ven - Tyr")):
        game.submit(power, [sheet])
    game.advance()
    told = game.view("France").told[-1]
    plain = replace(told, outcomes=tuple(told.outcomes))
    assert [outcome.power for outcome in plain.toward({"Bur", "Gal"})] == ["France"]
    assert [outcome.power for outcome in told.toward({"Bur", "Gal"})] == ["France"]
