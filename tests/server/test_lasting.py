"""Long parts of pages: what goes out is the whole page, whoever takes it."""

import gzip
from collections.abc import Iterator

import pytest
from django.http import HttpResponse
from django.test import Client
from tables import started

from legation.server.site import kept
from legation.server.site.lasting import has, lasting, packed, place, whole

pytestmark = pytest.mark.django_db
_PARTS = (lasting("<g>·</g>" * 9000), lasting("two"))


def _page(*, swapped: bool = False) -> HttpResponse:
    first, second = (place(1), place(0)) if swapped else (place(0), place(1))
    return has(HttpResponse(f"one {first} and {second}."), _PARTS)


def test_parts_come_in_their_places() -> None:
    first, second = "<g>·</g>" * 9000, "two"
    assert whole(_page()).decode() == f"one {first} and {second}."
    assert whole(_page(swapped=True)).decode() == f"one {second} and {first}."


def test_what_is_packed_is_the_same() -> None:
    for page in (_page(), _page(swapped=True), HttpResponse(b"plain"), HttpResponse(b"")):
        assert gzip.decompress(packed(page)) == whole(page)  # which looks at length and sum, too
    assert len(packed(_page())) < len(whole(_page())) // 20


def test_a_page_without_parts_goes_out_as_it_is() -> None:
    """Also with a place in it: the name of one is told to nobody, and stands for nothing here."""
    said = f"one {place(0)}".encode()
    assert whole(HttpResponse(said)) == said


@pytest.fixture
def boards() -> Iterator[tuple[Client, str]]:
    game = started("England", "France")
    client = Client(headers={"host": "localhost"})
    kept.forget()
    yield client, f"/games/{game.slug}/"
    kept.forget()


def test_a_board_is_the_same_page_packed_and_not(boards: tuple[Client, str]) -> None:
    client, base = boards
    plain = client.get(base)
    for _ in range(2):
        small = client.get(base, headers={"accept-encoding": "gzip"})
        assert small["Content-Encoding"] == "gzip"
        assert int(small["Content-Length"]) == len(small.content)
        assert gzip.decompress(small.content) == plain.content
    text = plain.content.decode()
    assert text.count("<svg") == text.count("</svg>") >= 1
    assert place(0) not in text
    assert place(1) not in text
