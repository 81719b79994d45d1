"""Addresses that pages name: looked for once, and the same that Django finds."""

from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.template import Context, Template
from django.test import override_settings
from django.urls import NoReverseMatch, path, reverse

import legation.server
from legation.server.board.page import _ROOMS
from legation.server.site.addresses import address


def elsewhere(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.path)


urlpatterns = [path("elsewhere/", elsewhere, name="lobby")]


def _said(text: str, **of: object) -> str:
    return Template(text).render(Context(of))


@pytest.mark.parametrize("view", [*_ROOMS.values(), "desk:desk"])
def test_rooms_of_a_game_are_found_where_django_finds_them(view: str) -> None:
    for slug in ("a-game", "abc", "a-game-a-game", "x_1"):
        assert address(view, slug) == reverse(view, args=[slug])
    with pytest.raises(NoReverseMatch):
        address("no-such-view", "abc")


def test_an_address_hangs_on_the_table_of_views() -> None:
    assert _said("{% url 'lobby' %}") == "/games/"
    with override_settings(ROOT_URLCONF=__name__):
        assert _said("{% url 'lobby' %}") == "/elsewhere/"
        with pytest.raises(NoReverseMatch):
            _said("{% url 'rules' %}")
    assert _said("{% url 'lobby' %}") == "/games/"


def test_what_is_put_into_an_address_is_not_kept() -> None:
    for slug in ("one", "two"):
        assert _said("{% url 'game' slug %}", slug=slug) == f"/games/{slug}/"
        assert _said("{% url 'game' slug=slug as at %}[{{ at }}]", slug=slug) == f"[/games/{slug}/]"
    for view, found in (("lobby", "/games/"), ("rules", "/rules/")):
        assert _said("{% url view %}", view=view) == found
    assert _said("{% url 'no-such-view' as at %}[{{ at }}]") == "[]"


def test_files_are_named_without_a_word_of_it() -> None:
    """A template that loaded Django's own tag would have that in place of ours."""
    assert _said("{% static 'board/board.css' %}") == "/static/board/board.css"
    assert _said("{% static name as at %}{{ at }}", name="a.js") == "/static/a.js"
    for file in Path(legation.server.__file__).parent.rglob("*.html"):
        loads = [line for line in file.read_text("utf-8").split("{%") if line.startswith(" load ")]
        assert not [line for line in loads if "static" in line.split("%}")[0].split()], file
