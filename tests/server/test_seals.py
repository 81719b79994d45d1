"""Seals: the mark of a power in its colour where it is named, and nowhere else."""

import pytest
from django.test import Client
from tables import person, started, time_is_up

from legation.server.board.templatetags import seals
from legation.server.press import services
from legation.server.press.members import GREY, PUBLIC

pytestmark = pytest.mark.django_db
FRANCE = '<abbr class="seal nation-fr" aria-hidden="true">FR</abbr>'


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(person(name), backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_press_has_the_seal_of_who_signs_and_none_of_who_does_not() -> None:
    game = started("France", "England", grey=True)
    for key in (PUBLIC, GREY):
        services.send(game=game, user=person("France"), key=key, text="Peace.", token=key)
    reads = signed_in("England")
    signed = reads.get(f"/games/{game.slug}/press/{PUBLIC}/").content.decode()
    assert f"{FRANCE} <b>France</b>" in signed
    assert f'href="/looks/{game.variant}.' in signed
    unsigned = reads.get(f"/games/{game.slug}/press/{GREY}/").content.decode()
    assert "<b>Unsigned</b>" in unsigned
    assert "nation-fr" not in unsigned


def test_home_has_it_beside_ones_own_power_in_the_colour_of_that_board() -> None:
    for variant in ("standard", "locarno"):
        started("France", variant=variant)
    page = signed_in("France").get("/").content.decode()
    assert page.count(">FR</text>") == 2
    bodies = {part.split('"', 1)[0] for part in page.split('height="18" fill="')[1:]}
    assert len(bodies) == 2, "each board has its own France"


def test_a_report_has_it_before_each_power_that_is_told() -> None:
    game = started("France")
    time_is_up(game)
    page = Client().get(f"/games/{game.slug}/report/0/").content.decode()
    assert f"<dt>{FRANCE} France</dt>" in page
    assert page.count('<abbr class="seal') == page.count("<dt>")


def test_a_game_whose_variant_is_gone_has_no_seals() -> None:
    game = started("France")
    game.variant = "atlantis"
    assert [tag(game, "France") for tag in (seals.seal, seals.chip)] == ["", ""]
    assert seals.colours(game) == ""
