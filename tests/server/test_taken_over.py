"""The page on which a game begun elsewhere is taken over: read, typed, looked at, begun."""

import gzip
import html
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from tables import person

from legation.server.games import create, records, taking
from legation.server.games.models import Game, LogEntry, Seat
from legation.server.games.models.pledge import Pledge
from legation.server.games.models.taken import Taken
from legation.server.post.models import Letter
from legation.table.game import Game as Table
from legation.table.saving.save import dump

pytestmark = pytest.mark.django_db

OFFER = {
    "name": "From a zine",
    "master": "me",
    "sheets": "sealed",
    "unit": "none",
    "movement": "48",
    "retreat": "24",
    "adjustment": "24",
    "grace": "12",
    "when_ready": "on",
    "zone": "UTC",
    "missed": "hold",
    "press": "all",
    "access": "open",
    "replacers": "anybody",
    "starts": "hand",
}
POSITION = {
    "date": "Spring 1903",
    "phase": "movement",
    "units": "France: A Bur, F Spa/sc\nItaly: A Ven",
    "centres": "France: Par, Mar, Spa\nItaly: Ven, Rom",
    "whose": "The game master",
}


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(person(name), "django.contrib.auth.backends.ModelBackend")
    return client


def sent(client: Client, do: str, variant: str = "standard", status: int = 200, **more: Any) -> str:
    data = {**OFFER, **POSITION, "do": do, **more}
    answer = client.post(f"/games/new/{variant}/taken-over/", data)
    assert answer.status_code == status, re.findall("errorlist.*?</ul>", answer.content.decode())
    return answer.content.decode()


def value(page: str, field: str) -> str:
    """What stands in a field of the page."""
    if area := re.search(rf'<textarea name="{field}"[^>]*>\s*(.*?)</textarea>', page, re.S):
        return area[1]
    found = re.search(rf'<input [^>]*name="{field}"[^>]*>', page)
    assert found is not None, field
    said = re.search(r'value="([^"]*)"', found[0])
    return said[1] if said else ""


def test_a_game_that_was_typed_is_offered_and_begins_there() -> None:
    master, ada, bea = signed_in("Max"), signed_in("Ada"), signed_in("Bea")
    sent(master, "offer", status=302)
    game = Game.objects.get()
    assert (game.begun_elsewhere, game.state) == ("Spring 1903, movement", "forming")
    assert game.out == ["Austria", "England", "Germany", "Russia", "Turkey"]
    about = ada.get(f"/games/{game.slug}/about/").content.decode()
    assert "0 of 2 players have joined" in about
    assert "the game master gave the position, and knows them".capitalize() in about
    for client, wish in ((ada, "Italy"), (bea, "France")):
        client.post(f"/games/{game.slug}/act/join/", {"wish_1": wish})
    create.start(game=game)
    game.refresh_from_db()
    assert (game.state, game.phase) == ("running", "Spring 1903, movement")
    assert not Taken.objects.exists()
    seats = {seat.power: seat.user and seat.user.name for seat in Seat.objects.all()}
    assert (seats["Italy"], seats["France"], seats["Austria"]) == ("Ada", "Bea", None)
    table = records.load(game)
    assert table.record.phases[0].begins == "taken-over"
    assert table.audit() == []
    assert [pledge.kind for pledge in Pledge.objects.all()] == ["deal"]
    assert LogEntry.objects.get().text == (
        "The game was taken over in Spring 1903, movement, as it stood elsewhere."
    )
    letter = Letter.objects.get(user__name="Bea")
    assert "The game was taken over in Spring 1903, movement" in letter.body
    assert "To France: you have A Bur and F Spa/sc." in letter.body
    assert "you have A Ven" not in letter.body
    assert "The game master gave this position, and knows what is secret in it." in letter.body
    board = bea.get(f"/games/{game.slug}/").content.decode()
    assert "To France: you have A Bur and F Spa/sc." in board
    assert "you have A Ven" not in board


def test_it_is_looked_at_as_each_would_see_it_and_nothing_is_stored() -> None:
    client = signed_in("Max")
    page = sent(client, "look", name="")
    assert "Spring 1903, movement, as the game master would see it" in page
    assert "<svg" in page
    page = sent(client, "look", whose="France")
    assert "as France would see it" in page
    assert "To France: you have A Bur and F Spa/sc." in page
    assert not Game.objects.exists()


def test_what_is_wrong_stands_beside_its_field_and_nothing_typed_is_lost() -> None:
    client = signed_in("Max")
    units = "France: A Bur, F Spa\nItaly: A Venize"
    page = sent(client, "look", status=422, units=units, centres="France: Par\nItaly: Par")
    assert "Line 1: F Spa: name the coast: Spa/nc or Spa/sc." in page
    assert "Line 2: No place is called &quot;Venize&quot;." in page
    assert "Par belongs to France and to Italy." in page
    assert value(page, "units") == units
    assert value(page, "name") == "From a zine"
    page = sent(client, "offer", status=422, name="", units=units)
    assert not Game.objects.exists()
    assert value(page, "units") == units


def test_positions_are_looked_at_within_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taking, "_POSITIONS", 2)
    client = signed_in("Taker")
    sent(client, "look")
    sent(client, "offer", units="France: A Nowhere", status=422)
    for do in ("look", "offer"):
        page = sent(client, do, status=429)
        assert "You have had as many positions looked at as may be in an hour." in page
    assert not Game.objects.exists()
    sent(signed_in("Another"), "look")


def test_who_takes_over_is_the_game_master() -> None:
    sent(signed_in("Max"), "offer", status=422, master="")
    assert not Game.objects.exists()


def test_a_save_is_read_into_the_fields_and_gives_the_same_game() -> None:
    """Post-Atomic, with all that is secret in it: what is offered is where the save stands."""
    table = Table.new("post_atomic", {"mutant-upkeep": "2"}, seed="4" * 32)
    table.advance()
    file = SimpleUploadedFile("game.json.gz", gzip.compress(dump(table).encode()))
    client = signed_in("Max")
    page = sent(client, "read", "post_atomic", file=file, units="lost", centres="")
    assert "Its 1 earlier phases are not taken along." in page
    names = [
        "units",
        "centres",
        "date",
        *re.findall(r'name="(kept-[a-z-]+|noted-[A-Za-z0-9-]+)"', page),
    ]
    fields = {name: value(page, name) for name in names}
    assert "kept-centres-dealt" in fields
    assert re.search(r'<option value="2" selected>', page)
    rules = {"ruling_mutant-upkeep": "2"}
    phase = {"phase": table.phase.kind}
    sent(client, "offer", "post_atomic", status=302, **fields, **phase, **rules)
    [taken] = Taken.objects.all()
    game = taken.game
    again = taking.begun(game)
    assert again is not None
    assert again.truth.ledger == table.truth.ledger
    assert again.book.options == table.book.options
    here, there = again.view("France"), table.view("France")
    assert (here.position, here.ledger, here.lore) == (there.position, there.ledger, there.lore)


@pytest.mark.parametrize(
    "variant", ["standard", "locarno", "london_nights", "warwick", "claudian", "post_atomic"]
)
def test_every_variant_goes_through_its_fields(variant: str) -> None:
    """What a file says comes back from the fields of the page as it was."""
    table = Table.new(variant, seed="6" * 32)
    table.advance()
    client = signed_in("Max")
    file = SimpleUploadedFile("game.json", dump(table).encode())
    page = sent(client, "read", variant, file=file)
    names = re.findall(r'name="(units|centres|dislodged|contested|date|kept-[a-z-]+)"', page)
    fields = {name: html.unescape(value(page, name)) for name in names}
    ticked = set(re.findall(r'name="(kept-[a-z-]+)"[^>]*checked', page))
    ticks = set(re.findall(r'type="checkbox" name="(kept-[a-z-]+)"', page))
    fields = {name: text for name, text in fields.items() if name not in ticks - ticked}
    noted = {name: value(page, name) for name in re.findall(r'name="(noted-[A-Za-z0-9-]+)"', page)}
    more = {"phase": table.phase.kind, **fields, **noted}
    sent(client, "offer", variant, status=302, **more)
    again = taking.begun(Game.objects.get())
    assert again is not None
    for power in sorted(table.book.players):
        here, there = again.view(power), table.view(power)
        assert (here.position, here.ledger, here.lore) == (there.position, there.ledger, there.lore)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "it is empty"),
        (b"\xff\xfe", "it is not UTF-8 text"),
        (gzip.compress(b" " * (9 * 2**20), mtime=0), "unpacked it is larger than 8 MiB"),
        (b"units: &a {France: *a}", "an alias (*) stands in what it is an alias of"),
        (b"{id: x, variant: warwick}", "a game of another variant, warwick: take it over there."),
        (b"{id: x, variant: ../../etc}", "there is no variant &quot;../../etc&quot;"),
        (
            b'{"format": "legation-game", "version": 2, "variant": "/tmp/mine"}',
            "there is no variant &quot;/tmp/mine&quot;",
        ),
    ],
)
def test_a_bad_file_is_refused_in_a_sentence_and_what_was_typed_stays(
    data: bytes, said: str
) -> None:
    client = signed_in("Max")
    page = sent(client, "read", status=422, file=SimpleUploadedFile("x.yaml", data))
    assert said in page
    assert value(page, "units") == POSITION["units"]
    assert value(page, "name") == OFFER["name"]


def test_nobody_is_let_in_without_an_account() -> None:
    answer = Client().get("/games/new/standard/taken-over/")
    assert answer.status_code == 302
    assert signed_in("Max").get("/games/new/nothing/taken-over/").status_code == 404


def test_the_position_is_shown_to_nobody_before_the_game_begins() -> None:
    master, ada = signed_in("Max"), signed_in("Ada")
    sent(master, "offer", status=302, units="France: A Ruh\nItaly: A Ven")
    slug = Game.objects.get().slug
    for path in ("about/", "", "report/0/", "board.svg"):
        answer = ada.get(f"/games/{slug}/{path}")
        text = b"".join(answer) if answer.streaming else answer.content
        assert b"A Ruh" not in text
    create.withdraw(game=Game.objects.get())
    assert not Taken.objects.exists()
