"""Notices to browsers say the same in two games that differ in what somebody was never told."""

from collections.abc import Sequence
from unittest.mock import patch

import pytest
from push_service import Subscribed
from tables import fresh, person
from test_leaks import Record
from test_leaks_twins import BEGAN, FAMILIES, _pair, laid, lay
from twins import Pair

from legation.server.devices import browsers
from legation.server.devices.models import Notice
from legation.server.devices.notices import text_of
from legation.server.games import process
from legation.server.games.models import DUE, REMINDER, Deadline, Game
from legation.server.games.publish import NOW
from legation.server.games.remind import remind
from legation.server.press import services
from legation.server.press.members import PUBLIC
from legation.table.game import Game as Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("leaks_alone")]


def _happens(row: Game) -> None:
    """All of which browsers are told: a word to all, a phase that ends soon, and its end."""
    send = services.send
    send(game=row, user=person("Master"), key=PUBLIC, text="Hear!", token=f"{row.version}")
    for kind in (REMINDER, DUE):
        Deadline.objects.filter(game=row).delete()
        deadline = Deadline.objects.create(
            game=row, serial=row.serial, kind=kind, due_at=BEGAN, early=NOW
        )
        if kind == REMINDER:
            remind(deadline=deadline, now=BEGAN)
        else:
            process.process(deadline=deadline, worker="tests", now=BEGAN)


def told(row: Game, table: Table, viewers: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
    """What the browser of each of them is told in one of the twins, and when."""
    lay(row, table)
    Notice.objects.all().delete()
    with patch("django.utils.timezone.now", return_value=BEGAN):
        _happens(fresh(row))
    found: dict[str, list[tuple[str, str]]] = {viewer: [] for viewer in viewers}
    for notice in Notice.objects.select_related("browser__user").order_by("kind"):
        name = notice.browser.user.name
        found.setdefault(name, []).append((text_of(notice), str(notice.due_at)))
    return found


def compare(pair: Pair, record: Record) -> None:
    """Who cannot tell the games apart is told the same in both; and everybody is told something."""
    row = laid(pair)
    players = sorted(pair.one.book.players)
    for number, name in enumerate((*players, "Master")):
        form = Subscribed(f"https://push.example.org/{number}").form()
        keys = {key: form[key] for key in ("endpoint", "p256dh", "auth")}
        browsers.add(user=person(name), agent="", **keys)
    one, two = (told(row, table, players) for table in (pair.one, pair.two))
    assert all(one.values()), "whoever plays is told of it"
    assert "A phase has closed." in str(one) or "The game is over." in str(one)
    outsiders = [name for name in pair.outsiders if name in one]
    assert outsiders
    for name in outsiders:
        assert one[name] == two[name], name
    count = sum(len(one[name]) for name in outsiders)
    what = f"twins of notices: {pair.secret}, {row.variant}, {' and '.join(outsiders)}"
    record("leaks", {"what": what, "notices": 2 * count, "pairs": count})


def test_twins_are_told_the_same(record_property: Record) -> None:
    compare(_pair("night sheets", "unsealed"), record_property)


@pytest.mark.night
@pytest.mark.parametrize(("law", "kind"), FAMILIES)
def test_twins_of_every_family_are_told_the_same(
    law: str, kind: str, record_property: Record
) -> None:
    pair = _pair(law, kind)
    if not pair.one.over:  # of a game that is over no browser is told any more
        compare(pair, record_property)
