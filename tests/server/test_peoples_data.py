"""What an account can take along is all of it; what stays when it ends is said, and is no more."""

import json
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from leak_asking import browser
from stored import stored
from tables import PASSWORD, fresh, person, reader, started, time_is_up

from legation.server.accounts import services
from legation.server.accounts.models import User
from legation.server.api import tokens
from legation.server.archive import remarks
from legation.server.archive.models import Consent
from legation.server.desk import acts, handing, inviting, rulings
from legation.server.desk.models import Invitation, Offer
from legation.server.games import create, later, reads, receipts, sheets, standby
from legation.server.games.models import Game
from legation.server.games.models.later import Later
from legation.server.games.models.sheet import Sheet
from legation.server.games.models.standby import Standby
from legation.server.games.offer import Offer as GameOffer
from legation.server.games.waiting import Use
from legation.server.office import acts as office
from legation.server.office.models import Act
from legation.server.post.models import Letter
from legation.server.press import asides, guarding, reading
from legation.server.press import services as press
from legation.server.press.members import PUBLIC, key_of
from legation.server.press.models import Message, Thread
from legation.server.studio.models import Draft as StudioDraft
from legation.table.proof.check import faults_of

pytestmark = pytest.mark.django_db


def _game() -> Game:
    """Canaryanna plays France, and leaves a trace of every kind."""
    game = started("France", "Germany", mastered=True)
    anna = person("France")
    anna.call("Canaryanna")
    anna.email, anna.mail_press = "canaryanna@example.org", True
    anna.save()
    sheets.submit(game=game, power="France", typed="A Par - Bur\ncanarytyped")
    time_is_up(game)
    row = fresh(game)
    sheets.submit(game=row, power="France", typed="A Bur H\ncanaryopen")
    pair = key_of(reads.book_of(row), ("France", "Germany"))
    press.send(game=row, user=anna, key=pair, text="canarypress", token="canarypress")
    press.save_draft(game=row, user=anna, key=PUBLIC, text="canarydraft", token="canarydraft")
    insult = press.send(game=row, user=person("Germany"), key=pair, text="an insult", token="x" * 9)
    scope = reading.scope_of(row, reader(row, "Canaryanna"))
    guarding.report(scope=scope, message=insult, user=anna, to="master", note="canarynote")
    guarding.block(scope=scope, message=insult, user=anna)
    asides.write(game=row, user=anna, about="Germany", note="canaryaside", muted=True)
    rulings.ask(game=row, user=anna, question="canaryquestion", token="canaryquestion")
    tokens.make(user=anna, name="canarytoken")
    return row


begun = stored(_game)


@pytest.fixture
def game(begun: Game) -> Game:
    return fresh(begun)


def _named(found: Any) -> str:
    return json.dumps(found, default=str)


def test_everything_that_was_left_is_taken_along(game: Game) -> None:
    del game
    found = json.loads(browser(person("Canaryanna")).get("/accounts/export/").content)
    told = _named(found)
    for trace in ("anna@", "typed", "open", "press", "draft", "note", "question", "token", "aside"):
        assert f"canary{trace}" in told, trace
    assert found["reading"]["blocked"][0]["power"] == "Germany"
    assert [(a["about"], a["muted"]) for a in found["press notes"]] == [("Germany", True)]
    assert found["reading"]["reported"][0]["text"] == "an insult"
    assert found["games"][0]["receipts"].endswith("/fairness/receipts.json")
    assert found["games"][0]["sheets"][0]["orders"] == ["A Par - Bur"]


def test_a_game_master_takes_his_acts_along(game: Game) -> None:
    acts.set_owner(game=game, actor="Master", centre="Tunis", power="France", sure=True)
    found = services.export(user=person("Master"))
    assert [each["text"] for each in found["acts"]] == ["Tunis belongs to France."]
    assert {each["you"] for each in found["other games"]} == {"made", "masters"}


_SAID_OF = {
    "accounts.Absence": "absences",
    "accounts.User": "account",
    "games.Deferral": "waited for",
    "api.Token": "tokens",
    "archive.Consent": "agreed to open",
    "archive.Note": "notes",
    "desk.Ruling": "questions",
    "desk.Invitation": "invitations",
    "edition.Address": "addresses in editions",
    "edition.Edition": "editions signed",
    "edition.Stood": "editions with his address",
    "games.Entry": "other games",
    "games.Game": "other games",
    "games.Holding": "games",
    "games.Seat": "games",
    "games.Standby": "standing by",
    "devices.Browser": "browsers",
    "post.Letter": "letters",
    "office.Suspension": "suspended",
    "press.Aside": "press notes",
    "press.Block": "reading",
    "press.Draft": "press",
    "press.Message": "press",
    "press.ReadMark": "reading",
    "press.Report": "reading",
    "studio.Draft": "drafts of variants",
    "studio.Edition": "editions of variants",
    "studio.Job": "drafts of variants",
    "studio.Step": "drafts of variants",
}
"""Model with a user or his draft in it → under which name of the export its rows are."""


def test_no_table_with_people_in_it_is_forgotten(game: Game) -> None:
    """A new table that refers to users, or to what is theirs alone, has to be taken along."""
    del game
    found = services.export(user=person("Canaryanna"))
    ours = [model for model in apps.get_models() if model.__module__.startswith("legation.")]
    for model in ours:
        fields = [f for f in model._meta.get_fields() if isinstance(f, models.ForeignKey)]
        if any(field.related_model in (User, StudioDraft) for field in fields):
            assert model._meta.label in _SAID_OF, model._meta.label
            assert _SAID_OF[model._meta.label] in found


def test_before_one_presses_it_is_said_what_stays(game: Game) -> None:
    page = browser(person("Canaryanna")).get("/accounts/delete/").content.decode()
    for said in (
        f"“{game.name}”: what France did, as France’s. A bot plays on",
        "1 message of press, with those who got them, signed by the power.",
        "1 question to game masters, with the answers, as the power’s.",
        "What you have reported, without your name.",
        "Your sheets as you typed them.",
        "Backups of this server have your account until",
    ):
        assert said in page, said
    page = browser(person("Master")).get("/accounts/delete/").content.decode()
    assert f"“{game.name}”: what you did in it, as the game master’s. It then runs by" in page
    assert (
        "Nothing: you have played in no game."
        in browser(person("New")).get("/accounts/delete/").content.decode()
    )


def test_what_was_deleted_is_nowhere(game: Game) -> None:
    client = browser(person("Canaryanna"))
    client.post("/accounts/delete/", {"password": PASSWORD})
    assert not User.objects.filter(name="Canaryanna").exists()
    left = _stored()
    traces = ("anna", "typed", "open", "draft", "token", "aside")
    for gone in (f"canary{trace}" for trace in traces):
        assert gone not in left.casefold(), gone
    # What others had stays theirs, and what the power did is the record's.
    for stays in ("canarypress", "canaryquestion", "canarynote"):
        assert stays in left, stays
    assert Sheet.objects.get(game=game, serial=game.serial, power="France").typed == "A Bur H"
    assert Message.objects.get(text="canarypress").sender == "France"


def _stored() -> str:
    """All text in all tables of the server."""
    found = []
    for model in apps.get_models():
        if model.__module__.startswith(("legation.", "axes.")):
            names = [field.attname for field in model._meta.concrete_fields]
            found += [str(row) for row in model._base_manager.values_list(*names)]
    return "\n".join(found)


def test_what_was_written_ahead_noted_and_offered_is_taken_along_and_forgotten(game: Game) -> None:
    anna = person("Canaryanna")
    writer = later.Writer(game=game, power="France", user=anna.pk)
    later.keep(writer, Use("draft"), "canarylater")
    remarks.write(game=game, user=anna, number=1, text="canaryremark", publish=False)
    thread = Thread.objects.filter(game=game).first()
    assert thread is not None
    Consent.objects.create(thread=thread, user=anna, number=1)
    other, offered = (
        started("Germany", mastered=True),
        create.create(
            user=person("Master"), offer=GameOffer(name="Canarygame", starts="hand", mastered=True)
        ),
    )
    standby.add(game=other, user=anna, himself=True)
    address = "CanaryAnna@example.org"
    inviting.invite(game=offered, addresses=[address], power="", user=person("Master"))
    handing.to_address(
        game=other, power="France", address=address, master=person("Master"), sure=True
    )
    found = services.export(user=anna)
    for name in ("agreed to open", "standing by", "invitations", "seats offered", "notes"):
        assert len(found[name]) == 1, name
    told = _named(found)
    for trace in ("canarylater", "canaryremark", "Canarygame: you are invited", "a seat is yours"):
        assert trace in told, trace
    services.delete(user=anna)
    left = _stored().casefold()
    for gone in ("canaryanna", "canarylater", "canaryremark"):
        assert gone not in left, gone
    for model in (Consent, Standby, Invitation, Offer, Later):
        assert not model._default_manager.exists(), model


def test_the_log_of_the_site_names_nobody_who_is_gone(game: Game) -> None:
    anna = person("Canaryanna")
    office.suspend(name="Canaryanna", why="an insult")
    assert services.export(user=anna)["suspended"][0]["why"] == "an insult"
    office.reinstate(name="Canaryanna", why="forgiven")
    office.rename(name="Canaryanna", new="Canarybella", why="a mistake")
    anna.refresh_from_db()
    services.delete(user=anna)
    said = [act.said for act in Act.objects.order_by("pk")]
    assert said[2] == "An account that is gone was given another name."
    assert "Canarybella" not in _named(said)
    # A name that somebody had before he was given another is nobody's any more.
    office.suspend(name="Germany", why="an insult")
    services.delete(user=person("Germany"))
    assert Act.objects.latest("pk").said == "An account that is gone was suspended."
    assert game.pk


def test_what_is_left_is_still_proved(game: Game) -> None:
    services.delete(user=person("Canaryanna"))
    services.delete(user=person("Master"))
    paper = receipts.receipts_for(fresh(game), reader(game, "Germany"))
    assert len(paper.pledges) >= 2
    assert faults_of(paper) == []


def test_no_letter_to_somebody_else_names_him(game: Game) -> None:
    services.delete(user=person("Canaryanna"))
    bodies = Letter.objects.exclude(user=None).values_list("subject", "body")
    assert "canaryanna" not in _named(list(bodies)).casefold()
    assert game.pk
