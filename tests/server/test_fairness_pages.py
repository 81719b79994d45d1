"""What is pledged on the site: told to everybody, opened in time, and proved by what was kept."""

import json

import pytest
from django.core import mail
from django.db.models import F
from django.test import Client
from leak_asking import browser
from stored import stored
from tables import fresh, parted, person, reader, started, tampered, time_is_up

from legation.server.accounts import services
from legation.server.desk import acts
from legation.server.games import clock, receipts, records, seats, sheets, votes
from legation.server.games.models import FINISHED, Game, LogEntry
from legation.server.games.models.pledge import Pledge
from legation.server.games.pledges import broken, unpack
from legation.server.post.models import Letter
from legation.table.proof import papers, replayed
from legation.table.proof.check import faults_against, faults_of
from legation.table.proof.papers import Paper
from legation.table.saving import save

pytestmark = pytest.mark.django_db


def _game() -> Game:
    """France and Germany are played, the others by bots; two phases are over."""
    game = started("France", "Germany", mastered=True)
    sheets.submit(game=game, power="France", typed="A Par - Bur")
    sheets.submit(game=game, power="Germany", typed="A Mun - Bur")
    time_is_up(game)
    time_is_up(game)
    return fresh(game)


begun = stored(_game)


@pytest.fixture
def game(begun: Game) -> Game:
    return fresh(begun)


def _end(game: Game) -> Game:
    row = fresh(game)
    acts.abandon(game=row, actor="Master", serial=row.serial, sure=True)
    return fresh(game)


def _got(client: Client, game: Game, what: str) -> Paper:
    answer = client.get(f"/games/{game.slug}/fairness/{what}.json")
    assert answer.status_code == 200, answer.content
    assert answer["Content-Disposition"].startswith("attachment")
    return papers.read(answer.content.decode(), what)


def test_every_phase_is_pledged_and_told(game: Game) -> None:
    kinds = Pledge.objects.filter(game=game).order_by("number").values_list("kind", flat=True)
    assert list(kinds) == ["deal", "phase", "phase"]
    page = browser(None).get(f"/games/{game.slug}/fairness/").content.decode()
    last = Pledge.objects.filter(game=game).latest("number")
    assert last.sha256 in page
    assert "The deal" in page
    letter = Letter.objects.filter(user=person("France"), kind="phase").latest("pk")
    assert f"Pledged: {last.sha256}" in letter.body
    assert not mail.outbox  # it waits for the worker


def test_a_finished_game_is_proved_to_its_player(game: Game) -> None:
    kept = _got(browser(person("Germany")), game, "receipts")
    assert kept.power == "Germany"
    game = _end(game)
    opened = _got(browser(None), game, "opened")
    assert [*faults_of(kept), *faults_of(opened), *faults_against(opened, kept)] == []
    assert replayed.why_not(opened) == ""
    assert replayed.faults_of_replay(opened) == []
    assert len(opened.pledges) == 4


def test_a_byte_of_a_finished_game_that_was_changed_fails_the_proof(game: Game) -> None:
    kept = _got(browser(person("Germany")), game, "receipts")
    game = _end(game)
    record = records.text_of(game)
    at = record.index('"A Mun - Bur"') + len('"A Mun - B')
    forged = _rechained(record[:at] + "e" + record[at + 1 :])
    assert forged.count('"A Mun - Ber"') == 1
    tampered(game, lambda _: forged)
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    opened = _got(browser(None), game, "opened")
    said = [str(each) for each in faults_of(opened)]
    assert said == [
        "Spring 1901, movement (pledge 1): the part “orders of Germany” is not what was"
        " committed to."
    ]
    assert "“orders of Germany” was told otherwise then" in str(faults_against(opened, kept)[0])


def test_who_runs_the_server_finds_it_too_and_in_closed_parts(game: Game) -> None:
    """France has proposed a draw; a vote that was changed is in nothing that is opened."""
    votes.propose(game=game, power="France", kind="draw")
    time_is_up(game)
    game = _end(game)
    record = records.text_of(game)
    assert broken(game, save.read(record), "default") == []
    at = record.index('"power":"France","ending":"draw"')
    forged = _rechained(f'{record[:at]}"power":"Russia"{record[at + 16 :]}')
    phase = Pledge.objects.get(game=game, number=3)
    said = broken(game, save.read(forged), "default")
    name = json.loads(phase.text)["phase"]
    assert said == [
        f"{name}: “record” is not what was pledged (pledge 3).",
        f"{name}: “votes of France” is not what was pledged (pledge 3).",
        f"{name}: “votes of Russia” is not what was pledged (pledge 3).",
    ]


def _rechained(record: str) -> str:
    """Whoever changes a record can make its own hashes fit."""
    from legation.table.canonical import digest

    head, leaves = parted(record)
    previous, changed = "", []
    for leaf in leaves:
        data = {**json.loads(leaf), "previous": previous}
        changed.append(json.dumps(data))
        previous = digest(data)
    return save.joined(head, changed)


def test_receipts_hold_one_s_own_and_no_more(game: Game) -> None:
    own = _got(browser(person("France")), game, "receipts")
    parts = {opening.part for opening in own.openings}
    assert parts == {"orders of France", "told to France", "votes of France", "told to everybody"}
    for other in (None, person("Master"), person("Stranger")):
        paper = _got(browser(other), game, "receipts")
        assert {opening.part for opening in paper.openings} == {"told to everybody"}


def test_what_one_plays_elsewhere_gives_no_receipts_here(game: Game) -> None:
    elsewhere = started("Italy", name="elsewhere")
    handover = seats.Handover(power="Germany", user=person("France"))
    seats.give(game=elsewhere, handover=handover)
    paper = receipts.receipts_for(game, reader(game, "France"))
    parts = {opening.part for opening in paper.openings}
    assert parts == {"orders of France", "told to France", "votes of France", "told to everybody"}


def test_who_leaves_a_seat_keeps_his_receipts_and_gets_no_later_ones(game: Game) -> None:
    old, heir = person("France"), person("Heir")
    seats.give_up(game=game, user=old)
    handover = seats.Handover(power="France", user=heir, actor="Master")
    seats.give(game=fresh(game), handover=handover)
    time_is_up(game)
    row = fresh(game)

    def owned(name: str) -> set[int]:
        paper = receipts.receipts_for(row, reader(row, name))
        return {o.pledge for o in paper.openings if o.part == "orders of France"}

    assert owned("France") == {1, 2}
    assert owned("Heir") == {3}
    assert old.pk != heir.pk


def test_nothing_is_opened_while_the_game_goes_on(game: Game) -> None:
    for user in (None, person("France"), person("Master")):
        assert browser(user).get(f"/games/{game.slug}/fairness/opened.json").status_code == 404
    _end(game)
    assert fresh(game).state == FINISHED
    assert browser(None).get(f"/games/{game.slug}/fairness/opened.json").status_code == 200


def test_corrections_are_appended_with_who_and_why(game: Game) -> None:
    before = list(Pledge.objects.filter(game=game).order_by("number").values_list("sha256"))
    acts.remove_unit(game=game, actor="Master", place="Par", dislodged=False, sure=True)
    acts.roll_back(game=fresh(game), actor="Master", number=0, serial=game.serial, sure=True)
    after = list(Pledge.objects.filter(game=game).order_by("number").values_list("sha256"))
    assert after[: len(before)] == before
    page = browser(None).get(f"/games/{game.slug}/fairness/").content.decode()
    for entry in LogEntry.objects.filter(game=game, actor="Master"):
        assert entry.text.replace("'", "&#x27;") in page
    assert page.count("by Master") == 2
    assert "The game went back" in page
    paper = receipts.receipts_for(fresh(game), reader(game, "France"))
    assert faults_of(paper) == []
    opened = receipts.opened_for(_end(game), reader(game, "France"))
    assert faults_of(opened) == []
    assert faults_against(opened, paper) == []
    assert replayed.faults_of_replay(opened) == []


def test_an_extension_is_a_correction(game: Game) -> None:
    from datetime import timedelta

    assert game.due
    clock.put_off(game=game, until=game.due + timedelta(days=1), actor="Master")
    last = Pledge.objects.filter(game=game).latest("number")
    assert last.kind == "correction"
    assert json.loads(unpack(last).texts["why"])["text"].startswith("The phase goes on until")


def test_a_vote_leaves_no_trace_until_the_phase_closes(game: Game) -> None:
    count = Pledge.objects.filter(game=game).count()
    number = votes.propose(game=game, power="France", kind="draw")
    assert Pledge.objects.filter(game=game).count() == count
    votes.vote(game=game, power="Germany", proposal=number, answer="no")
    assert Pledge.objects.filter(game=game).count() == count


def test_an_account_that_ends_takes_its_name_along(game: Game) -> None:
    acts.remove_unit(game=game, actor="Master", place="Par", dislodged=False, sure=True)
    last = Pledge.objects.filter(game=game).latest("number")
    assert (last.who, "who" in unpack(last).salts) == ("Master", True)
    kept = receipts.receipts_for(fresh(game), reader(game, "France"))
    services.delete(user=person("Master"))
    last.refresh_from_db()
    assert (last.who, "who" in unpack(last).salts) == ("", False)
    page = browser(None).get(f"/games/{game.slug}/fairness/").content.decode()
    assert "Master" not in page
    assert "by somebody whose account is gone" in page
    now = receipts.receipts_for(fresh(game), reader(game, "France"))
    assert faults_of(now) == []  # what happened is still proved
    assert now.pledges[: len(kept.pledges)] == kept.pledges


def test_a_game_from_before_pledges_says_so_and_goes_on(game: Game) -> None:
    Pledge.objects.filter(game=game).delete()
    page = browser(None).get(f"/games/{game.slug}/fairness/").content.decode()
    assert "had begun before pledges were made; the first comes" in page
    first = fresh(game).phase
    time_is_up(game)
    page = browser(None).get(f"/games/{game.slug}/fairness/").content.decode()
    assert f"Nothing was pledged of what came before {first};" in page
    opened = _got(browser(None), _end(game), "opened")
    assert faults_of(opened) == []
    assert opened.pledges[0].rules["variant"] == "standard"
    assert replayed.why_not(opened).startswith("it had begun before")


def test_pages_are_explained_and_lead_to_each_other(game: Game) -> None:
    about = browser(None).get(f"/games/{game.slug}/about/").content.decode()
    assert f"/games/{game.slug}/fairness/" in about
    said = browser(None).get("/fairness/").content.decode()
    assert "What it cannot show" in said
