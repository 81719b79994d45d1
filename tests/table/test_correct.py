"""Correcting a closed phase (STD-GM): one thing is mended, and all others stay as they were."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from legation.errors import InputError, StateError
from legation.sight.view import View
from legation.sight.viewer import SPECTATOR
from legation.table.changes import Change, Corrected, changes, since_closed
from legation.table.game import Game
from legation.table.proof import replayed
from legation.table.proof.check import faults_against, faults_of
from legation.table.saving.save import dump, read
from pledged import Pledged

SEED = "0123456789abcdef0123456789abcdef"
NOTE = "Germany wrote Burgundy, and I read Ruhr."


def misread() -> Game:
    """Germany's army was to stop France in Burgundy; autumn has begun."""
    game = Game.new(seed=SEED)
    game.submit("France", "A Par - Bur\nA Mar - Spa")
    game.submit("Germany", "A Mun - Ruh")
    game.submit("Austria", "A Vie - Gal")
    game.advance()
    return game


def as_written(game: Game) -> object:
    return game.submit("Germany", "A Mun - Bur")


def kinds(view: View) -> list[str]:
    return [report.kind for told in view.told for report in told.reports]


def test_one_order_is_corrected_and_all_others_are_kept() -> None:
    game = misread()
    done = game.correct(as_written, NOTE)
    view = game.view("Turkey")
    assert (str(game.phase), game.number) == ("Autumn 1901, movement", 1)
    assert {str(unit) for unit in view.position.of("France")} == {"A Par", "A Spa", "F Bre"}
    assert {str(unit) for unit in view.position.of("Germany")} == {"A Ber", "A Mun", "F Kie"}
    assert "A Gal" in {str(unit) for unit in view.position.of("Austria")}
    assert "" in done.readers
    assert kinds(view) == ["rolled-back", "corrected", "corrected-because"]
    assert game.audit() == []


def test_what_is_told_otherwise_is_said_before_and_after() -> None:
    game = misread()
    before = game.view("Turkey")
    game.correct(as_written)
    told = [
        Change("France", "A Par - Bur", "A Par - Bur (bounced)"),
        Change("Germany", "A Mun - Ruh", "A Mun - Bur (bounced)"),
    ]
    assert changes(game.book, before, game.view("Turkey")) == [
        *told,
        Change("France", "on the board: A Bur", "on the board: A Par"),
        Change("Germany", "on the board: A Ruh", "on the board: A Mun"),
    ]
    assert since_closed(game.book, game.view("Turkey")).changes == told
    assert "corrected-because" not in kinds(game.view("Turkey"))  # there was no note
    game.advance()
    assert since_closed(game.book, game.view("Turkey")) == Corrected()


def test_of_two_corrections_both_are_told_of() -> None:
    """The second is of what Germany does not see change: the first is news to it all the same."""
    game = misread()
    game.correct(as_written, NOTE)
    game.correct(lambda table: table.submit("Austria", "A Vie - Boh"), "A slip of mine.")
    news = since_closed(game.book, game.view("Turkey"))
    assert [change.whose for change in news.changes] == ["Austria", "France", "Germany"]
    assert [note.facts["note"] for note in news.notes] == [NOTE]
    game.rollback(0)
    game.advance()
    assert since_closed(game.book, game.view("Turkey")) == Corrected()


def test_sheets_that_wait_are_kept_as_far_as_they_are_legal_then() -> None:
    game = misread()
    game.submit("France", "A Bur - Mun\nA Spa H")
    game.submit("Austria", "A Gal - War", settled=True)
    done = game.correct(as_written)
    assert [error.text for error in done.kept["France"]] == ["A Bur - Mun"]
    assert game.view("France").sheets["France"].orders == ("A Spa H",)
    austria = game.view("Austria").sheets["Austria"]
    assert (austria.orders, austria.settled) == (("A Gal - War",), False)


def test_a_phase_that_only_the_mistake_led_to_goes() -> None:
    """Munich fell to a support that nobody gave: without it France bounces, and nobody retreats."""
    game = Game.new(seed=SEED)
    game.submit("France", "A Par - Bur")
    game.submit("Italy", "A Ven - Tyr")
    game.advance()
    game.submit("France", "A Bur - Mun")
    game.submit("Italy", "A Tyr S A Bur - Mun")
    game.advance()
    assert str(game.phase) == "Autumn 1901, retreats"
    game.submit("Germany", "A Mun - Ruh")
    done = game.correct(lambda table: table.submit("Italy", "A Tyr H"))
    assert str(game.phase) == "Spring 1902, movement"  # nobody has taken a centre
    assert done.kept == {}
    assert "A Mun" in {str(unit) for unit in game.view("gm").position.of("Germany")}
    # A correction can be corrected: the support was there after all.
    game.correct(lambda table: table.submit("Italy", "A Tyr S A Bur - Mun"))
    assert str(game.phase) == "Autumn 1901, retreats"
    assert game.audit() == []


def test_a_fact_of_the_board_is_corrected() -> None:
    game = misread()
    game.correct(lambda table: table.remove_unit("Mar"), "There was no army in Marseilles.")
    assert {str(unit) for unit in game.view("gm").position.of("France")} == {"A Bur", "F Bre"}
    assert "gm-unit-removed" in kinds(game.view("France"))
    assert game.audit() == []


def test_what_the_master_did_in_the_phase_is_kept_and_votes_are_not() -> None:
    game = Game.new(seed=SEED)
    game.set_owner("Bel", "France")
    game.propose("Italy", "draw")
    game.advance()
    game.correct(lambda table: table.submit("France", "A Par - Pic"))
    view = game.view("spectator")
    assert view.position.owners["Bel"] == "France"
    assert kinds(view).count("proposed-draw") == 1


def test_why_is_told_to_those_alone_whose_news_are_others() -> None:
    """Two who defend one place unseen: what the Theatre does there nobody else reads (LN-1A)."""
    game = Game.new("london_nights", seed=SEED)
    everybody = [power.name for power in game.book.powers]
    game.advance()
    theatre = next(p for p in everybody if p.startswith("Theatre"))
    unit = game.view(theatre).position.of(theatre)[0]
    done = game.correct(lambda table: table.submit(theatre, f"{unit} H"), "It came late.")
    assert set(done.readers) <= {theatre}
    for power in (*everybody, "spectator"):
        heard = kinds(game.view(power))
        assert "corrected" in heard
        assert ("corrected-because" in heard) == (power in done.readers)


@pytest.mark.parametrize(
    ("then", "error"),
    [
        (lambda game: game.rollback(0), "no phase has closed yet"),
        (lambda game: game.set_unit("Italy", "A", "Apu"), "changed the board since, in Autumn"),
        (lambda game: game.civil_disorder("Italy"), "changed the board since, in Autumn"),
        (lambda game: game.abandon(), "ended since; go back to the phase"),
    ],
)
def test_what_cannot_be_corrected_is_refused(then, error) -> None:  # type: ignore[no-untyped-def]
    game = misread()
    then(game)
    before = dump(game)
    with pytest.raises(StateError, match=error):
        game.correct(as_written)
    assert dump(game) == before


def test_a_correction_mends_something_or_is_refused() -> None:
    game = misread()
    before = dump(game)
    with pytest.raises(InputError, match="nothing would be corrected"):
        game.correct(lambda table: table.submit("Germany", "A Mun - Ruh"))
    with pytest.raises(InputError, match="Paris belongs to France already"):
        game.correct(lambda table: table.set_owner("Par", "France"))
    with pytest.raises(InputError, match="no supply centre"):
        game.correct(lambda table: table.set_owner("Bur", "France"))
    assert dump(game) == before


def test_a_game_that_the_mistake_ended_goes_on_with_other_dice() -> None:
    game = misread()
    free = ("Bel", "Bul", "Den", "Gre", "Hol", "Nor", "Por", "Rum", "Ser", "Swe", "Tun")
    for centre in (*free, "Mun", "Vie", "Spa"):
        game.set_owner(centre, "France")
    game.submit("Italy", "A Ven - Tyr")
    game.set_owner("Ven", "France")
    game.advance()
    assert (game.over, game.view("spectator").winners) == (True, ("France",))
    game.correct(lambda table: table.set_owner("Bel", "Italy"))
    assert not game.over
    assert game.view("spectator").seeds == ()
    assert game.record.seed_at(len(game.record.phases) - 1) != SEED
    assert read(dump(game)).record == game.record


def test_a_corrected_game_is_proved() -> None:
    found = Pledged(Game.new(seed=SEED))
    found.do(lambda game: game.submit("France", "A Par - Bur") and None)
    found.do(lambda game: game.advance())
    found.do(lambda game: game.correct(partial(Game.submit, power="France", orders="A Par - Pic")))
    found.do(lambda game: game.abandon())
    assert [pledge.kind for pledge in found.pledges] == ["deal", "phase", "back", "phase", "end"]
    opened = found.opened()
    assert faults_of(opened) == []
    assert replayed.faults_of_replay(opened) == []
    assert faults_against(opened, found.receipts("France")) == []


@pytest.mark.parametrize("meanwhile", ["nothing", "more time", "a vote"])
def test_who_was_told_nothing_of_the_phase_is_told_of_no_change(meanwhile: str) -> None:
    """In a fog, who only watches sees nothing; Munich sees Burgundy, no other but France does.

    What he was told before the phase closed is no result of it (STD-GM, STD-END).
    """
    game = Game.new(str(Path(__file__).parents[2] / "examples" / "fog"), seed=SEED)
    if meanwhile == "more time":
        game.extend("The phase goes on until 9:00, 4 August.")
    if meanwhile == "a vote":
        game.propose("France", "draw")
    game.advance()
    was = game.view(SPECTATOR)
    done = game.correct(lambda table: table.submit("France", "A Par - Bur"), NOTE)
    assert done.readers == ("France", "Germany")
    now = game.view(SPECTATOR)
    assert changes(game.book, was, now) == []
    assert since_closed(game.book, now) == Corrected([], [], 1)
    assert NOTE not in str(now.told)
