"""A statement that is put into SQL once has the answer that Django's own has."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import OperationalError, connection, transaction
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import OuterRef, Q, Subquery
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext
from tables import fresh, person, started

from legation.server.accounts.models import User
from legation.server.games import sheets
from legation.server.games.models import Game, Line, Seat
from legation.server.games.models.sheet import Sheet
from legation.server.site.statement import Statement

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    found = started("France", "Germany", options={})
    sheets.submit(game=found, power="France", typed="A Par - Bur\nA Mar - Spa")
    sheets.submit(game=found, power="Germany", typed="A Mun - Ruh")
    return fresh(found)


def test_rows_are_read_as_django_reads_them(game: Game) -> None:
    """Times, lists and truths too; and each time for the values that are given."""
    statement = Statement(
        lambda game, power: Sheet.objects.filter(game=game, power=power), *(int, str)
    )
    for power in ("France", "Germany", "Turkey", "", "' OR ''='", "\x010\x01"):
        rows = list(Sheet.objects.filter(game=game, power=power))
        found = statement(game.pk, power)
        assert [vars(row) | {"_state": 0} for row in found] == [
            vars(row) | {"_state": 0} for row in rows
        ]
    [sheet] = statement(game.pk, "France")
    assert (sheet.orders, sheet.settled) == (["A Par - Bur", "A Mar - Spa"], False)
    assert sheet.saved_at.utcoffset() is not None
    sheet.settled = True
    sheet.save()  # it is a row like any other
    assert statement(game.pk, "France")[0].settled is True
    by_slug = Statement(lambda slug: Game.objects.filter(slug=slug), str)
    assert [vars(row) | {"_state": 0} for row in by_slug(game.slug)] == [vars(game) | {"_state": 0}]


def test_rows_come_with_what_is_annotated(game: Game) -> None:
    def make(slug: str) -> Any:
        lines = Line.objects.filter(game=OuterRef("pk"), audience="France")
        return Game.objects.filter(slug=slug).annotate(told=Subquery(lines.values("count")))

    [row], [same] = Statement(make, str)(game.slug), make(game.slug)
    assert row.told == same.told == Line.objects.get(game=game, audience="France").count
    assert vars(row) | {"_state": 0} == vars(same) | {"_state": 0}


def test_tuples_and_values_that_stay(game: Game) -> None:
    statement = Statement(
        lambda game, user: (
            Seat.objects.filter(game=game, user=user, open=False)
            .exclude(power="Italy")
            .values_list("power", "open")
        ),
        *(int, int),
    )
    assert statement(game.pk, person("France").pk) == [("France", False)]
    assert statement(game.pk, person("Germany").pk) == [("Germany", False)]
    assert statement(game.pk + 1, person("Germany").pk) == []


@pytest.mark.usefixtures("game")
def test_a_time_is_given_as_the_database_keeps_it() -> None:
    statement = Statement(
        lambda until, power: Sheet.objects.filter(saved_at__lte=until, power=power),
        *(datetime, str),
    )
    at = Sheet.objects.get(power="France").saved_at
    assert [row.power for row in statement(at, "France")] == ["France"]
    elsewhere = at.astimezone(ZoneInfo("Asia/Tokyo"))
    assert [row.power for row in statement(elsewhere, "France")] == ["France"]
    assert statement(at - timedelta(microseconds=1), "France") == []


@pytest.mark.usefixtures("game")
def test_a_user_is_found_by_his_number() -> None:
    """By the statement that each request asks, as by any other; and by nothing but himself."""
    france = person("France")
    assert vars(User.objects.get(pk=france.pk)) | {"_state": 0} == vars(
        User.objects.filter(pk=france.pk).get()
    ) | {"_state": 0}
    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=france.pk + 1_000)
    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=france.pk, name="Germany")
    with pytest.raises(User.DoesNotExist):
        User.objects.get(Q(name="Germany"), pk=france.pk)


def test_a_mark_is_a_number_that_postgresql_has(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its whole numbers have 32 bits; of a larger one Django asks nothing, for no row has it."""
    of_postgresql = BaseDatabaseOperations(connection).integer_field_range
    assert of_postgresql("PositiveIntegerField") == (0, 2**31 - 1)
    monkeypatch.setattr(connection.ops, "integer_field_range", of_postgresql)
    statement = Statement(
        lambda serial, game: Sheet.objects.filter(serial=serial, game=game).values_list("power"),
        *(int, int),
    )
    assert sorted(statement(0, game.pk)) == [("France",), ("Germany",)]
    assert statement(1, game.pk) == []


def test_its_text_is_made_once(game: Game) -> None:
    made = []

    def make(game: object) -> object:
        made.append(game)
        return Line.objects.filter(game=game).values_list("audience")  # type: ignore[misc]

    statement = Statement(make, int)  # type: ignore[arg-type, var-annotated]
    with CaptureQueriesContext(connection) as asked:
        for _ in range(3):
            statement(game.pk)
    assert (len(made), len(asked)) == (1, 3)


def test_a_value_that_is_not_asked_for_is_a_mistake(game: Game) -> None:
    statement = Statement(lambda game, _: User.objects.filter(pk=game), *(int, str))
    with pytest.raises(AssertionError, match="not asked"):
        statement(game.pk, "France")


def test_sqlite_is_asked_alike_with_and_without_a_listener(game: Game) -> None:
    """Who counts or delays what a database is asked is shown each; the answer is the same."""
    heard = []

    def listener(execute: Any, sql: str, *rest: Any) -> Any:
        heard.append(sql)
        return execute(sql, *rest)

    statement = Statement(
        lambda game: Sheet.objects.filter(game=game).extra(where=["typed LIKE '%%Bur%%'"]), int
    )
    alone = statement(game.pk)
    with connection.execute_wrapper(listener):
        told = statement(game.pk)
    assert [row.power for row in alone] == [row.power for row in told] == ["France"]
    assert len(heard) == 1


def test_what_goes_wrong_is_said_as_django_says_it(game: Game) -> None:
    statement = Statement(lambda game: Seat.objects.filter(game=game).values_list("power"), int)
    assert ("France",) in statement(game.pk)
    with transaction.atomic():
        connection.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            statement(game.pk)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE {Seat._meta.db_table} RENAME TO elsewhere")
        with pytest.raises(OperationalError, match="no such table"):
            statement(game.pk)
        transaction.set_rollback(True)
    assert ("France",) in statement(game.pk)
