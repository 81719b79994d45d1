"""Orders written ahead: kept and taken back, used when a phase ends, read by their writer alone."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from stored import stored
from tables import fresh, person, reader, seat, started, time_is_up

from legation.errors import StateError
from legation.server.desk import acts
from legation.server.games import later, more_time, process, reads, seats, sheets
from legation.server.games.later import ChangedError, NotUnderstoodError, Writer
from legation.server.games.models import DUE, Deadline, Game, Seat
from legation.server.games.models.later import Later, Used
from legation.server.games.models.sheet import Sheet
from legation.server.games.models.trace import Trace
from legation.server.games.seats import Handover
from legation.server.games.waiting import Use, became_for, waiting_for
from legation.server.post.models import Letter
from legation.server.site import moment

pytestmark = pytest.mark.django_db
FR, GE = "France", "Germany"
ALL = ("Austria", "England", FR, GE, "Italy", "Russia", "Turkey")
MOVE, RETREAT = Use("next", "movement"), Use("next", "retreat")
ALWAYS, DRAFT = Use("standing", "movement"), Use("draft")


def browser(name: str) -> Client:
    client = Client()
    client.force_login(person(name), "django.contrib.auth.backends.ModelBackend")
    return client


def keep(game: Game, use: Use, typed: str, power: str = FR, **more: Any) -> None:
    writer = Writer(game=game, power=power, user=person(power).pk)
    later.keep(writer, use, typed, **more)


def send(game: Game, name: str = FR, path: str = "later/", **form: Any) -> Any:
    form = {"serial": fresh(game).serial, "what": "keep", "use": "next-movement", **form}
    return browser(name).post(f"/games/{game.slug}/{path}", form, follow=True)


def sheet(game: Game, power: str = FR) -> Sheet | None:
    return Sheet.objects.filter(game=game, power=power, serial=fresh(game).serial).first()


def told(game: Game, name: str = FR) -> list[tuple[str, ...]]:
    row = fresh(game)
    return [each.said for each in became_for(row, reader(row, name))]


def units(game: Game, power: str = FR) -> set[str]:
    view = reads.view_for(fresh(game), reader(game, power))
    return {str(unit) for unit in view.position.of(power)}


def _game() -> Game:
    """All have players; who hands in nothing holds."""
    return started(*ALL, missed="hold")


begun = stored(_game)


@pytest.fixture
def game(begun: Game) -> Game:
    return fresh(begun)


def mend(game: Game, power: str, typed: str) -> None:
    """The game master corrects a sheet of the phase that closed last."""
    form = {"serial": fresh(game).serial, "what": "orders", "power": power, "sure": "yes"}
    browser("Master").post(f"/games/{game.slug}/desk/correct/", {**form, "typed": typed})


def others_are_in(game: Game) -> None:
    for power in ALL:
        if power != FR:
            sheets.submit(game=game, power=power, typed="")


# For the next phase


def test_the_branch_that_fits_becomes_the_sheet_and_may_still_be_changed(game: Game) -> None:
    sheets.submit(game=game, power=FR, typed="A Par - Bur\nF Bre - MAO")
    keep(game, MOVE, "if A Par moved: A Bur - Mun; A Mar - Bur\nelse: A Par - Gas\nF MAO - Por")
    time_is_up(game)
    written = sheet(game)
    assert written is not None
    assert written.typed == "A Bur - Mun\nA Mar - Bur\nF MAO - Por"
    assert (written.orders, written.settled) == (
        ["A Bur - Mun", "A Mar - Bur", "F MAO - Por"],
        False,
    )
    said = "“A Par moved”: yes. Taken: A Bur - Mun; A Mar - Bur."
    assert told(game) == [(said, "Orders: A Bur - Mun; A Mar - Bur; F MAO - Por.")]
    assert not Later.objects.exists(), "it is used up"
    assert sheet(game, GE) is None
    page = browser(FR).get(f"/games/{game.slug}/").text
    assert "Orders you wrote ahead: Autumn 1901, movement" in page
    assert said in page
    sheets.submit(game=game, power=FR, typed="A Bur H", edition=written.edition)
    time_is_up(game)
    assert units(game) == {"A Bur", "A Mar", "F MAO"}


def test_the_other_branch_where_it_does_not_fit(game: Game) -> None:
    sheets.submit(game=game, power=FR, typed="A Par H")
    keep(game, MOVE, "if A Par moved: A Bur - Mun; else: A Par - Gas")
    time_is_up(game)
    written = sheet(game)
    assert written is not None
    assert written.orders == ["A Par - Gas"]


def test_lines_that_are_not_legal_then_are_left_out_and_told(game: Game) -> None:
    keep(game, MOVE, "A Par - Gas\nA Bur - Mun")
    time_is_up(game)
    written = sheet(game)
    assert written is not None
    assert written.orders == ["A Par - Gas"]
    assert written.typed == "A Par - Gas\nA Bur - Mun", "he can mend it"
    left, orders = told(game)[0]
    assert left.startswith("Left out: A Bur - Mun.")
    assert orders == "Orders: A Par - Gas."


def test_retreats_are_written_in_the_movement_before_them(game: Game) -> None:
    """Germany comes to Burgundy; in autumn France drives it out, 2 against 1."""
    sheets.submit(game=game, power=GE, typed="A Mun - Bur")
    time_is_up(game)
    sheets.submit(game=game, power=FR, typed="A Par - Bur\nA Mar S A Par - Bur")
    sheets.submit(game=game, power=GE, typed="A Bur H")
    keep(game, RETREAT, "if A Bur was dislodged: A Bur - Ruh\nelse: A Mun D", GE)
    keep(game, RETREAT, "if A Par was dislodged: A Par - Pic", FR)
    time_is_up(game)
    assert fresh(game).phase_kind == "retreat"
    written = sheet(game, GE)
    assert written is not None
    assert written.orders == ["A Bur - Ruh"]
    assert told(game) == [("There was nothing to decide.",)]
    time_is_up(game)
    assert "A Ruh" in units(game, GE)


def test_what_was_for_retreats_that_did_not_come_lapses_and_is_kept_to_read(game: Game) -> None:
    keep(game, RETREAT, "A Par - Gas")
    keep(game, Use("next", "adjustment"), "Build A Par")
    time_is_up(game)
    assert fresh(game).phase == "Autumn 1901, movement"
    found = Used.objects.get()
    assert (found.use, found.typed) == ("lapsed", "A Par - Gas")
    assert "without retreats" in found.said[0]
    assert Later.objects.get().kind == "adjustment", "these are to come yet"
    assert sheet(game) is None


def test_it_stands_in_the_letter_of_the_phase(game: Game) -> None:
    anna = person(FR)
    anna.mail_phase = True
    anna.save()
    keep(game, MOVE, "if A Par moved: A Bur H; else: A Par - Gas")
    time_is_up(game)
    letter = Letter.objects.get(user=anna, kind="phase")
    assert "Orders you wrote ahead: Autumn 1901, movement" in letter.body
    assert "“A Par moved”: no. Taken: A Par - Gas." in letter.body
    for other in Letter.objects.exclude(user=anna):
        assert "wrote ahead" not in other.body


def test_what_was_written_since_lapses_when_the_game_goes_back() -> None:
    game = started(*ALL, mastered=True, missed="hold")
    anna = person(FR)
    anna.mail_phase = True
    anna.save()
    adjust = Use("next", "adjustment")
    keep(game, adjust, "Waive")  # in Spring, before what is undone
    keep(game, MOVE, "A Par - Gas")
    time_is_up(game)  # it is used up in Autumn
    keep(game, MOVE, "A Par - Pic")  # for the next Spring
    keep(game, ALWAYS, "A Mar H")
    keep(game, DRAFT, "a thought")
    acts.roll_back(game=game, actor="Master", number=1, serial=1, sure=True)
    row = fresh(game)
    assert row.phase == "Autumn 1901, movement"
    left = [text.typed for text in waiting_for(row, reader(row, FR))]
    assert left == ["Waive", "A Mar H", "a thought"]
    assert sheet(game) is None, "all is to be written anew"
    lapsed, used = became_for(row, reader(row, FR))
    assert (lapsed.use, lapsed.typed) == ("lapsed", "A Par - Pic")
    said = "The game went back to Autumn 1901, movement; you wrote this since."
    assert lapsed.said == (said,)
    assert used.typed == "A Par - Gas", "to be copied"
    assert said in browser(FR).get(f"/games/{game.slug}/").text
    letters = {each.user: each.body for each in Letter.objects.filter(key__contains="back-")}
    assert said in letters[anna]
    assert not any(said in body for user, body in letters.items() if user != anna)
    for name in (GE, "Master"):
        assert became_for(row, reader(row, name)) == ()
        assert said not in browser(name).get(f"/games/{game.slug}/log/").text
    time_is_up(game)
    time_is_up(game)  # Winter passes, or is not
    assert sheet(game) is None, "it is used in no other phase than it was for"


def test_of_two_games_one_goes_back() -> None:
    game, other = (started(*ALL, mastered=True, missed="hold") for _ in range(2))
    for each in (game, other):
        keep(each, MOVE, "A Par - Gas")
    acts.roll_back(game=game, actor="Master", number=0, serial=0, sure=False)
    assert Later.objects.count() == 2, "he has only asked"
    acts.roll_back(game=game, actor="Master", number=0, serial=0, sure=True)
    assert waiting_for(fresh(game), reader(game, FR)) == ()
    (text,) = waiting_for(fresh(other), reader(other, FR))
    assert text.typed == "A Par - Gas"
    assert told(other) == []


def dislodged() -> Game:
    """Germany is driven out of Burgundy; it has written ahead where it retreats to."""
    game = started(*ALL, mastered=True, missed="hold")
    sheets.submit(game=game, power=GE, typed="A Mun - Bur")
    time_is_up(game)
    sheets.submit(game=game, power=FR, typed="A Par - Bur\nA Mar S A Par - Bur")
    keep(game, RETREAT, "A Bur - Ruh", GE)
    return game


def test_a_correction_undoes_sheets_of_another_kind_of_phase_and_uses_what_waits() -> None:
    """Without the support Germany stays in Burgundy: by the correction no retreat is open."""
    game = dislodged()
    keep(game, MOVE, "A Bur - Mun\nA Kie H", GE)
    anna = person(GE)
    anna.mail_phase = True
    anna.save()
    time_is_up(game)
    assert fresh(game).phase_kind == "retreat"
    keep(game, ALWAYS, "A Ber H", GE)
    assert told(game, GE) == [("Orders: A Bur - Ruh.",)]
    mend(game, FR, "A Par - Bur")
    row = fresh(game)
    assert row.phase == "Spring 1902, movement"
    used, lapsed, *_ = became_for(row, reader(row, GE))
    assert (lapsed.use, lapsed.typed) == ("lapsed", "A Bur - Ruh")
    gone = "By the correction Autumn 1901, retreats is no longer open"
    assert lapsed.said[0].startswith(gone)
    assert (used.use, used.phase) == ("next", "Spring 1902, movement")
    written = sheet(game, GE)
    assert written is not None
    assert (written.orders, written.settled) == (["A Bur - Mun"], False)
    (text,) = waiting_for(row, reader(row, GE))
    assert text.typed == "A Ber H"
    letter = Letter.objects.get(user=anna, subject__contains="is corrected").body
    assert gone in letter
    assert "Orders you wrote ahead: Spring 1902, movement" in letter
    for name in (FR, "Master"):
        assert became_for(row, reader(row, name)) == ()
    for _ in range(3):
        time_is_up(game)
        assert sheet(game, GE) is None, "it is used once"


def test_what_a_correction_undoes_of_who_has_left_is_not_told_to_his_heir() -> None:
    game, heir = dislodged(), person("Heir", mail_phase=True)
    time_is_up(game)
    seats.give_up(game=game, user=person(GE))
    seats.take(game=game, user=heir, power=GE)
    mend(game, FR, "A Par - Bur")
    letter = Letter.objects.get(user=heir, subject__contains="is corrected").body
    assert "these orders for it are undone" not in letter
    assert not Used.objects.filter(use="lapsed").exists()


def test_what_was_written_for_the_phase_after_one_that_is_to_come_again_lapses() -> None:
    """Germany stands in Burgundy in autumn, and writes for spring; it was dislodged after all."""
    game = dislodged()
    sheets.submit(game=game, power=FR, typed="A Par - Bur")
    time_is_up(game)
    assert fresh(game).phase == "Spring 1902, movement"
    keep(game, MOVE, "A Bur - Par", GE)
    keep(game, RETREAT, "A Bur - Gas", GE)
    mend(game, FR, "A Par - Bur\nA Mar S A Par - Bur")
    row = fresh(game)
    assert row.phase == "Autumn 1901, retreats"
    lapsed = became_for(row, reader(row, GE))[0]
    said = "By the correction Spring 1902, movement is still to come; these were for the movement"
    assert (lapsed.use, lapsed.typed) == ("lapsed", "A Bur - Par")
    assert lapsed.said[0].startswith(said)
    (text,) = waiting_for(row, reader(row, GE))
    assert text.typed == "A Bur - Gas", "of spring, which is still to come"
    assert sheet(game, GE) is None
    time_is_up(game)
    assert fresh(game).phase_kind == "adjustment", "Germany has an army less"
    time_is_up(game)
    assert fresh(game).phase == "Spring 1902, movement"
    assert sheet(game, GE) is None


def test_a_sheet_that_was_written_ahead_lapses_by_the_second_correction_too() -> None:
    game = dislodged()
    time_is_up(game)
    mend(game, "Italy", "A Ven - Tyr")
    assert fresh(game).phase_kind == "retreat"
    written = sheet(game, GE)
    assert written is not None
    assert written.orders == ["A Bur - Ruh"]
    assert told(game, GE) == [("Orders: A Bur - Ruh.",)]
    row = fresh(game)
    assert [each.use for each in became_for(row, reader(row, GE), now=True)] == ["next"]
    mend(game, FR, "A Par - Bur")
    row = fresh(game)
    assert sheet(game, GE) is None
    (lapsed,) = became_for(row, reader(row, GE), now=True)
    assert (lapsed.use, lapsed.typed) == ("lapsed", "A Bur - Ruh")


def test_a_correction_leaves_a_sheet_that_was_written_ahead() -> None:
    game = started(*ALL, mastered=True, missed="hold")
    keep(game, MOVE, "A Par - Gas")
    time_is_up(game)
    mend(game, GE, "A Mun - Ruh")
    written = sheet(game)
    assert written is not None
    assert written.orders == ["A Par - Gas"]
    assert [each.use for each in became_for(fresh(game), reader(game, FR))] == ["next"]


# Standing orders


def test_standing_orders_are_a_sheet_where_nothing_is_handed_in() -> None:
    game = started(*ALL, missed="disorder", grace=60)
    others_are_in(game)
    keep(game, ALWAYS, "A Par - Gas\nA Bur - Mun")
    assert time_is_up(game) == "processed", "no extension for his sake"
    assert units(game) == {"A Gas", "A Mar", "F Bre"}
    assert seat(game, FR).missed == 0
    assert not reads.view_for(fresh(game), reader(game, FR)).disorder
    left, orders = told(game)[0]
    assert left.startswith("Left out: A Bur - Mun.")
    assert orders == "Orders: A Par - Gas."
    assert Later.objects.get().typed, "they stand for the next time"


def test_who_hands_something_in_uses_no_standing_orders(game: Game) -> None:
    keep(game, ALWAYS, "A Par - Gas")
    sheets.submit(game=game, power=FR, typed="A Par - Bur")
    time_is_up(game)
    assert units(game) == {"A Bur", "A Mar", "F Bre"}
    assert not Used.objects.exists()


def test_they_are_used_where_the_sheet_is_empty_and_he_is_told_before(game: Game) -> None:
    said = "No order is on this sheet: the standing orders will be used"
    keep(game, ALWAYS, "A Mun - Bur", GE)
    assert not sheets.submit(game=game, power=FR, typed="").warnings, "those are another's"
    assert said not in browser(FR).get(f"/games/{game.slug}/").text
    keep(game, ALWAYS, "A Par - Gas")
    assert said in browser(FR).get(f"/games/{game.slug}/").text
    asked = send(game, path="sheet", typed="", ready="yes")
    assert f"{said}, as far as they are legal. Press again if you mean it." in asked.text
    send(game, path="sheet", typed="", ready="sure")
    written = sheet(game)
    assert written is not None
    assert written.settled
    saved = sheets.submit(game=game, power=FR, typed="A Foo")  # no order either
    assert saved.warnings[0].startswith(said)
    assert not sheets.submit(game=game, power=FR, typed="A Par H").warnings
    saved = sheets.clear(game=game, power=FR)
    assert saved.warnings[0].startswith(said)
    time_is_up(game)
    assert units(game) == {"A Gas", "A Mar", "F Bre"}
    assert told(game) == [("Orders: A Par - Gas.",)]


def test_where_none_of_them_is_legal_any_more_he_is_told_so_before(game: Game) -> None:
    said = "No order is on this sheet, and none of the standing orders is legal as things are."
    keep(game, ALWAYS, "A Bur - Mun\nif Germany is in Bur: A Par - Pic")
    asked = send(game, path="sheet", typed="", ready="yes").text
    bare = "3 units have no order (F Bre, A Mar and A Par); without one a unit holds."
    holds = f"{bare} Press again if you mean it."
    assert f"{said} {holds}" in asked
    assert "will be used" not in asked
    assert sheets.submit(game=game, power=FR, typed="").warnings == (said,)


def test_who_enters_orders_for_another_is_not_told_of_his_standing_orders() -> None:
    game = started(*ALL, mastered=True, missed="hold")
    keep(game, ALWAYS, "A Par - Gas")
    opened(game)
    for path in ("for/France/", "for/France/lists/"):
        assert "standing orders" not in browser("Master").get(f"/games/{game.slug}/{path}").text
    saved = sheets.submit(game=game, power=FR, typed="", by="Master")
    assert saved.warnings == ()
    assert (
        "standing orders"
        not in send(game, "Master", "for/France/sheet", typed="", ready="yes").text
    )
    time_is_up(game)
    assert units(game) == {"A Gas", "A Mar", "F Bre"}, "an empty sheet is one, whoever entered it"


def test_by_post_who_enters_an_empty_sheet_is_told_of_those_he_wrote() -> None:
    game = started(FR, GE, mastered=True, missed="hold")
    postal(game)
    opened(game)
    later.keep(Writer(game=game, power=FR, by="Master"), ALWAYS, "A Par - Gas")
    saved = sheets.submit(game=game, power=FR, typed="", by="Master")
    assert saved.warnings[0].startswith("No order is on this sheet: the standing orders")
    assert (
        "No order is on this sheet" in browser("Master").get(f"/games/{game.slug}/for/France/").text
    )


def test_where_no_line_of_them_is_legal_the_turn_is_missed() -> None:
    game = started(*ALL, missed="disorder")
    others_are_in(game)
    keep(game, ALWAYS, "A Bur - Mun")
    time_is_up(game)
    assert seat(game, FR).missed == 1
    assert FR in reads.view_for(fresh(game), reader(game, GE)).disorder
    assert told(game)[0][-1] == "No line of them was legal; none was used."


def test_they_go_before_the_bot_that_stands_in(game: Game) -> None:
    keep(game, ALWAYS, "A Par - Gas")
    Seat.objects.filter(game=game, power=FR).update(bot="random")
    time_is_up(game)
    assert "A Gas" in units(game)


def test_they_end_with_the_seat_and_the_next_player_reads_none_of_them(game: Game) -> None:
    keep(game, ALWAYS, "A Par - Gas")
    keep(game, DRAFT, "canary of the draft")
    seats.give(game=game, handover=Handover(power=FR, user=person("Heir")))
    row = fresh(game)
    with pytest.raises(StateError, match="no longer yours"):
        keep(row, MOVE, "A Par H")
    assert waiting_for(row, reader(row, "Heir")) == ()
    assert waiting_for(row, reader(row, FR)) == ()
    assert "canary" not in browser("Heir").get(f"/games/{game.slug}/later/").text
    time_is_up(game)
    assert not Used.objects.exists()
    view = reads.view_for(fresh(game), reader(game, "Heir"))
    assert {u.place for u in view.position.of(FR)} == {"Par", "Mar", "Bre"}


def test_who_has_his_seat_again_reads_nothing_of_his_first_time(game: Game) -> None:
    keep(game, MOVE, "A Par - Gas")
    keep(game, DRAFT, "A Par - Pic")
    time_is_up(game)
    row = fresh(game)
    assert [text.typed for text in waiting_for(row, reader(row, FR))] == ["A Par - Pic"]
    assert told(game) == [("Orders: A Par - Gas.",)]
    for name in ("Heir", FR):
        seats.give(game=game, handover=Handover(power=FR, user=person(name)))
    row = fresh(game)
    again = reader(row, FR)
    assert again.power == FR
    assert waiting_for(row, again) == ()
    assert became_for(row, again) == ()


def test_who_was_looked_up_before_his_seat_was_handed_on_reads_nothing(game: Game) -> None:
    """Between the two questions of one page a seat may have gone to somebody else."""
    before = reader(fresh(game), FR)
    heir = person("Heir")
    seats.give(game=game, handover=Handover(power=FR, user=heir))
    writer = Writer(game=fresh(game), power=FR, user=heir.pk)
    later.keep(writer, MOVE, "A Par - Gas")
    later.keep(writer, DRAFT, "A Par - Pic")
    time_is_up(game)
    row = fresh(game)
    assert before.power == FR
    assert waiting_for(row, before) == ()
    assert became_for(row, before) == ()
    assert [text.typed for text in waiting_for(row, reader(row, "Heir"))] == ["A Par - Pic"]
    assert told(game, "Heir") == [("Orders: A Par - Gas.",)]


def test_they_are_not_changed_while_the_sheets_of_all_but_one_are_closed() -> None:
    game = started(*ALL, mastered=True, missed="hold", movement=60)
    row = fresh(game)
    assert row.due is not None
    until = row.due + timedelta(hours=5)
    more_time.give(game=game, actor="Master", power=GE, until=until, serial=0)
    keep(game, ALWAYS, "A Par - Gas")
    now = row.due + timedelta(minutes=1)
    with patch.object(moment, "now", return_value=now):
        end = Deadline.objects.get(game=game, kind=DUE)
        assert process.process(deadline=end, worker="tests", now=now) == process.TOO_EARLY
        with pytest.raises(StateError, match="closed"):
            keep(game, ALWAYS, "A Par - Bur")
        keep(game, ALWAYS, "A Mun - Bur", GE)
        keep(game, MOVE, "A Par H")
    texts = [text.typed for text in waiting_for(fresh(game), reader(game, FR))]
    assert texts == ["A Par - Gas", "A Par H"]


# Drafts, and the page


def test_a_draft_counts_for_nothing_until_it_is_handed_in(game: Game) -> None:
    keep(game, DRAFT, "of another", GE)
    sheets.submit(game=game, power=FR, typed="A Mar H")
    keep(game, DRAFT, "A Par - Pic\nwhatever comes to mind")
    written = sheet(game)
    assert written is not None
    assert written.orders == ["A Mar H"]
    page = send(game, use="draft", what="hand-in", typed="A Par - Gas\nanything", edition=1)
    assert "Handed in; some lines are no orders yet" in page.text
    written = sheet(game)
    assert written is not None
    assert written.orders == ["A Par - Gas"], "as it is in the field"
    row = fresh(game)
    (draft,) = waiting_for(row, reader(row, FR))
    assert draft.typed == "A Mar H", "what was the sheet is the draft now"
    time_is_up(game)
    assert waiting_for(fresh(game), reader(game, FR)) == (draft,)


def test_a_draft_is_handed_in_for_the_phase_that_was_looked_at(game: Game) -> None:
    page = send(game, use="draft", what="hand-in", typed="")
    assert page.status_code == 409
    assert "There is no draft to hand in" in page.text
    time_is_up(game)
    page = send(game, use="draft", what="hand-in", typed="A Par H", serial=0)
    assert page.status_code == 409
    assert "Another phase is open by now" in page.text
    assert sheet(game) is None
    (draft,) = waiting_for(fresh(game), reader(game, FR))
    assert draft.typed == "A Par H"
    writer = Writer(game=fresh(game), power=FR, user=person(FR).pk)
    with pytest.raises(StateError, match="another phase"):
        later.hand_in(writer, None)
    assert later.hand_in(writer, fresh(game).serial).orders == ("A Par H",)


def test_a_draft_that_comes_as_the_phase_closes_is_not_called_handed_in(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit = sheets.submit

    def late(**what: Any) -> Any:
        time_is_up(game)
        return submit(**what)

    monkeypatch.setattr(sheets, "submit", late)
    page = send(game, use="draft", what="hand-in", typed="A Par - Gas")
    assert page.status_code == 409
    assert "the draft came too late, and is kept" in page.text
    assert "Handed in" not in page.text
    assert "A Par - Gas" in page.text


def test_a_draft_of_another_window_is_neither_handed_in_nor_written_over(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(game, DRAFT, "A Par - Gas")
    keep(game, DRAFT, "A Par - Pic", edition=1)  # the other window's
    page = send(game, use="draft", what="hand-in", typed="A Par - Gas", edition=1)
    assert page.status_code == 409
    assert "changed in another window" in page.text
    assert sheet(game) is None
    assert Later.objects.get().typed == "A Par - Pic"
    submit, outside = sheets.submit, len(connection.savepoint_ids)

    def within(**what: Any) -> Any:
        assert len(connection.savepoint_ids) > outside, "one transaction with what becomes of it"
        return submit(**what)

    monkeypatch.setattr(sheets, "submit", within)
    writer = Writer(game=fresh(game), power=FR, user=person(FR).pk)
    assert later.hand_in(writer, 0, "A Par - Bur", 2).orders == ("A Par - Bur",)
    assert not Later.objects.exists(), "there was no sheet before"


def test_a_draft_that_is_refused_is_kept_as_it_was_typed(game: Game) -> None:
    keep(game, DRAFT, "A Par - Gas")
    writer = Writer(game=fresh(game), power=FR, user=person(FR).pk)
    with pytest.raises(StateError, match="another phase"):
        later.hand_in(writer, 7, "A Par - Pic", 1)
    assert Later.objects.get().typed == "A Par - Pic"


def test_what_is_not_understood_is_refused_and_nothing_is_lost(game: Game) -> None:
    keep(game, MOVE, "A Par H")
    page = send(game, typed="if A Par flew: A Par - Bur", edition=1)
    assert page.status_code == 409
    assert "Line 1: &quot;A Par flew&quot; is no condition; write it as" in page.text
    assert "if A Par flew: A Par - Bur</textarea>" in page.text
    assert "<pre>A Par H</pre>" in page.text
    assert Later.objects.get().typed == "A Par H"
    with pytest.raises(NotUnderstoodError, match="Line 2"):
        keep(game, MOVE, "A Par H\nA Par - - Xyz")


def test_another_window_is_told_and_keeps_its_text(game: Game) -> None:
    keep(game, MOVE, "A Par H")
    keep(game, MOVE, "A Par - Bur", edition=1)
    page = send(game, typed="A Par - Gas", edition=1)
    assert page.status_code == 409
    assert "changed in another window" in page.text
    assert "A Par - Gas</textarea>" in page.text
    assert Later.objects.get().typed == "A Par - Bur"
    with pytest.raises(ChangedError):
        keep(game, MOVE, "A Par H", edition=0)


def test_it_is_written_shown_and_taken_back_on_the_page(game: Game) -> None:
    page = send(game, typed="if A Par moved: A Bur H", edition=0)
    assert "For the next movement: kept." in page.text
    board = browser(FR).get(f"/games/{game.slug}/").text
    assert "Orders for later (1)" in board
    assert "if A Par moved: A Bur H" in board
    page = send(game, typed="if A Par moved: A Bur H", edition=1, what="withdraw")
    assert "For the next movement: nothing waits." in page.text
    assert not Later.objects.exists()
    assert "Orders for later</summary>" in browser(FR).get(f"/games/{game.slug}/").text


def test_nobody_but_the_writer_reads_it_in_sealed_and_in_open_games() -> None:
    for sealed in (True, False):
        game = started(*ALL, mastered=True, sealed=sealed, missed="hold")
        keep(game, MOVE, "# canary\nA Par H")
        keep(game, DRAFT, "canary")
        row = fresh(game)
        assert len(waiting_for(row, reader(row, FR))) == 2
        for name in (GE, "Master"):
            assert waiting_for(row, reader(row, name)) == ()
            assert waiting_for(row, reader(row, name), FR) == ()
            for end in ("", "later/", "log/", "desk/", "for/France/later/"):
                answer = browser(name).get(f"/games/{game.slug}/{end}", follow=True)
                assert "canary" not in answer.text, (name, end)
        time_is_up(game)
        assert told(game, GE) == []
        assert told(game, "Master") == []


def test_who_has_no_seat_has_no_page(game: Game) -> None:
    assert browser("Watcher").get(f"/games/{game.slug}/later/").status_code == 404
    assert Client().get(f"/games/{game.slug}/later/").status_code == 404
    assert send(game, "Watcher", typed="A Par H").status_code == 404
    assert not Later.objects.exists()


def test_nobody_writes_for_a_seat_that_is_not_his(game: Game) -> None:
    for power in (GE, FR):
        writer = Writer(game=game, power=power, user=person(FR if power == GE else "Watcher").pk)
        with pytest.raises(StateError, match="no longer yours"):
            later.keep(writer, MOVE, "A Par H")
    with pytest.raises(StateError, match="no longer yours"):
        later.keep(Writer(game=game, power=FR), MOVE, "A Par H")
    assert not Later.objects.exists()


def test_two_games_of_one_player_are_two(game: Game) -> None:
    other = started(*ALL, missed="hold")
    keep(game, ALWAYS, "A Par - Gas")
    keep(other, ALWAYS, "A Par - Pic")
    for each, typed in ((game, "A Par - Gas"), (other, "A Par - Pic")):
        (text,) = waiting_for(each, reader(each, FR))
        assert text.typed == typed
    assert not Trace.objects.exists(), "he writes his own"
    time_is_up(other)
    assert told(game) == []
    assert told(other) == [("Orders: A Par - Pic.",)]


# By post


def opened(game: Game, power: str = FR) -> None:
    form = {"serial": fresh(game).serial, "sure": "yes", "way": "post", "power": power}
    browser("Master").post(f"/games/{game.slug}/desk/others/", {**form, "what": "enter"})


def postal(game: Game, power: str = FR) -> None:
    seats.give(game=game, handover=Handover(power=power, actor="Master", postal="Mr Post"))


def test_the_game_master_writes_ahead_for_who_only_posts_letters() -> None:
    game = started(FR, GE, mastered=True, missed="hold")
    postal(game)
    path = "for/France/later/"
    assert "Enter them" in send(game, "Master", path, typed="A Par - Gas").text, "opened first"
    with pytest.raises(StateError, match="open the sheet"):
        later.keep(Writer(game=game, power=FR, by="Master"), MOVE, "A Par H")
    assert not Later.objects.exists()
    keep(game, MOVE, "# canary\nA Mun H", GE)
    opened(game)
    page = send(game, "Master", path, typed="if A Par moved: A Bur H; else: A Par - Gas")
    assert "whose player has no account" in page.text
    assert "if A Par moved: A Bur H; else: A Par - Gas</textarea>" in page.text
    assert "canary" not in page.text
    (text,) = waiting_for(fresh(game), reader(game, "Master"), FR)
    assert text.typed == "if A Par moved: A Bur H; else: A Par - Gas"
    assert waiting_for(fresh(game), reader(game, person("Watcher").name), FR) == ()
    assert [trace.kind for trace in Trace.objects.order_by("pk")] == ["opened", "ahead"]
    log = browser("Master").get(f"/games/{game.slug}/log/").text
    assert "Orders for later entered by GM Master" in log
    time_is_up(game)
    written = sheet(game)
    assert written is not None
    assert written.orders == ["A Par - Gas"]
    row = fresh(game)
    assert became_for(row, reader(row, "Master"), FR) == (), "closed with its phase"
    opened(row)
    (became,) = became_for(row, reader(row, "Master"), FR)
    assert became.said[0] == "“A Par moved”: no. Taken: A Par - Gas."
    assert became_for(row, reader(row, "Watcher"), FR) == ()


def test_what_he_does_stands_with_each_power_and_game_once() -> None:
    first, second = (started(FR, GE, mastered=True) for _ in range(2))
    both = [(game, power) for game in (first, second) for power in (FR, GE)]
    for game, power in both:
        postal(game, power)
        opened(game, power)
    for game, power in both:
        for typed in ("A Par H", "A Par - Gas"):
            later.keep(Writer(game=game, power=power, by="Master"), MOVE, typed)
    for game, power in both:
        assert Trace.objects.filter(game=game, power=power, kind="ahead").count() == 1


def test_for_who_has_an_account_he_does_not() -> None:
    postal(started(FR, GE, mastered=True))
    game = started(FR, GE, mastered=True)
    postal(game, GE)
    keep(game, MOVE, "A Par - Bur")
    opened(game)
    row = fresh(game)
    assert waiting_for(row, reader(row, "Master"), FR) == ()
    assert send(game, "Master", "for/France/later/", typed="A Par H").status_code == 404
    with pytest.raises(StateError, match="has an account"):
        later.keep(Writer(game=game, power=FR, by="Master"), MOVE, "A Par H")
    assert Later.objects.get().typed == "A Par - Bur"


def test_what_the_game_master_seals_has_no_later() -> None:
    options = {"police-orders": "game-master"}
    game = started("Nurses", variant="london_nights", mastered=True, options=options)
    assert browser("Master").get(f"/games/{game.slug}/").status_code == 200
    assert browser("Master").get(f"/games/{game.slug}/later/").status_code == 404
