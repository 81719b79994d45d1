"""Who may read what: spectators, players, who has left, and who is told of events."""

import pytest
from pytest_django import DjangoAssertNumQueries
from tables import fresh, person, reader, seat, started, time_is_up, view_as

from legation.errors import StateError
from legation.server.games import events, reads, seats, seen, sheets, stream
from legation.server.games.change import change
from legation.server.games.models import Event, Game, Holding, Line
from legation.server.games.readers import SPECTATING
from legation.server.games.so_far import Sight, so_far
from legation.sight.viewer import power_viewer
from legation.table.game import Game as Table

pytestmark = pytest.mark.django_db


def test_a_sheet_is_its_owners_alone() -> None:
    game = started("France", "Turkey", mastered=True, sealed=False)
    sheets.submit(game=game, power="France", typed="A Par - Bur", settled=True)
    row = fresh(game)
    assert list(reads.view_for(row, reader(game, "France")).sheets) == ["France"]
    assert dict(reads.view_for(row, reader(game, "Turkey")).sheets) == {}
    assert dict(reads.view_for(row, SPECTATING).sheets) == {}
    assert list(reads.view_for(row, reader(game, "Master")).sheets) == ["France"]
    own = reads.sheet_for(row, reader(game, "France"))
    assert own is not None
    assert (own.typed, own.orders, own.settled) == ("A Par - Bur", ("A Par - Bur",), True)
    for other in (reader(game, "Turkey"), reader(game, "Master"), SPECTATING):
        assert reads.sheet_for(row, other) is None
        assert reads.sheet_for(row, other, "France") is None
    # Asked for by its number the open phase is the same.
    assert reads.view_for(row, reader(game, "Turkey"), 0) == reads.view_for(
        row, reader(game, "Turkey")
    )


def test_with_a_sheet_that_was_just_read_one_sees_what_one_saw_without() -> None:
    game = started("France", "Turkey", mastered=True, sealed=False)
    sheets.submit(game=game, power="France", typed="A Par - Bur", settled=True)
    row, france, turkey = fresh(game), reader(game, "France"), reader(game, "Turkey")
    own = reads.sheet_for(row, france)
    assert reads.view_with(row, france, own) == reads.view_for(row, france)
    assert reads.view_with(row, turkey, None) == reads.view_for(row, turkey)
    assert dict(reads.view_with(row, turkey, None).sheets) == {}
    person("Stranger")
    for other in (reader(game, "Master"), reader(game, "Stranger"), SPECTATING):
        with pytest.raises(StateError, match="who has no seat has no sheet"):
            reads.view_with(row, other, own)


def test_the_game_master_is_blind_until_he_has_sealed() -> None:
    options = {"police-orders": "game-master"}
    game = started("Nurses", variant="london_nights", options=options, mastered=True, sealed=False)
    sheets.submit(game=game, power="Nurses", typed="", settled=True)
    master = reader(game, "Master")
    assert "Nurses" not in reads.view_for(fresh(game), master).sheets
    sheets.submit(game=game, power="Police", typed="", settled=True)
    # What he writes he reads as it was typed; of the others only what the gate shows.
    assert reads.sheet_for(fresh(game), master, "Police") is not None
    assert reads.sheet_for(fresh(game), master, "Nurses") is None
    assert reads.sheet_for(fresh(game), reader(game, "Nurses"), "Police") is None
    assert "Nurses" in reads.view_for(fresh(game), master).sheets


def test_who_leaves_learns_nothing_more() -> None:
    game = started("France", "Turkey")
    time_is_up(game)

    def told_more(table: Table) -> None:
        table.extend("before he left")

    change(game=game, do=told_more)
    before = reads.view_for(fresh(game), reader(game, "France"))
    seats.give_up(game=game, user=person("France"))

    def told_later(table: Table) -> None:
        table.extend("after he left")

    change(game=game, do=told_later)
    time_is_up(game)
    gone = reader(game, "France")
    assert gone.power == ""
    (held,) = gone.past
    assert (held.serial_to, held.seat.power) == (1, "France")
    after = view_as(fresh(game), gone, holding=held.pk)
    assert after.told == before.told
    assert (after.position, after.lore, after.phase) == (before.position, before.lore, before.phase)
    assert after.seeds == ()
    assert dict(after.sheets) == {}
    # The seat itself knows all of it, whoever sits there next.
    seats.take(game=game, user=person("New"), power="France")
    assert len(reads.view_for(fresh(game), reader(game, "New")).told) > len(after.told)
    with pytest.raises(Holding.DoesNotExist):
        view_as(fresh(game), reader(game, "New"), holding=held.pk)
    kept = Holding.objects.get(seat=seat(game, "France"), until=None)
    with pytest.raises(StateError, match="still held"):
        seen.view(fresh(game), Sight(power_viewer("France"), holding=kept))


def test_who_has_left_is_no_audience() -> None:
    game = started("France", "Turkey")
    assert reader(game, "France").audiences == ("", "France")
    seats.give_up(game=game, user=person("France"))
    assert reader(game, "France").audiences == ("",)


def test_private_games_are_not_there_for_others() -> None:
    for access, password in (("link", ""), ("password", "open sesame")):
        game = started("France", access=access, password=password, name=access)
        assert reads.find_game(game.slug, person("France"))[1].power == "France"
        for user in (None, person("Stranger")):
            with pytest.raises(Game.DoesNotExist):
                reads.find_game(game.slug, user)
            with pytest.raises(Game.DoesNotExist):
                reads.find_game(game.slug, user, ["", "wrong"])
            assert reads.find_game(game.slug, user, [game.token])[1] == reader(
                game, "Stranger"
            ) or (user is None)
    assert [g.name for g in reads.running_games(person("Stranger"))] == ["password"]


def test_not_there_and_not_yours_ask_the_same(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    game = started("France", access="link")
    stranger = person("Stranger")
    for slug in (game.slug, "nowhere"):
        with django_assert_num_queries(2), pytest.raises(Game.DoesNotExist):
            reads.find_game(slug, stranger)


def test_an_anonymous_game_names_nobody_until_it_is_over() -> None:
    game = started("France", "Turkey", anonymous=True, mastered=True)
    shown = {p.power: p for p in reads.seats_for(game, reader(game, "France"))}
    assert shown["France"].player == "France"
    assert (shown["Turkey"].player, shown["Italy"].bot) == ("", "")
    assert not any(p.player or p.bot for p in reads.seats_for(game, SPECTATING))
    assert {p.player for p in reads.seats_for(game, reader(game, "Master"))} >= {"Turkey"}
    change(game=game, do=Table.abandon)
    assert {p.player for p in reads.seats_for(fresh(game), SPECTATING)} >= {"France", "Turkey"}


def test_the_archive_opens_when_the_game_is_over() -> None:
    game = started("France")
    with pytest.raises(StateError, match="when the game is over"):
        view_as(fresh(game), SPECTATING, opened="archive")
    change(game=game, do=Table.abandon)
    assert view_as(fresh(game), SPECTATING, opened="archive").seeds
    assert str(view_as(fresh(game), SPECTATING, opened="France").viewer) == "France"


# Events


def test_events_are_counted_for_each_audience_by_itself() -> None:
    game = started("France", "Turkey")
    before = so_far(game).told(reader(game, "France").audiences)
    sheets.submit(game=game, power="Turkey", typed="A Con - Bul")
    sheets.submit(game=game, power="Turkey", typed="A Con - Smy")
    assert so_far(game).told(reader(game, "France").audiences) == before
    sheets.submit(game=game, power="France", typed="A Par - Bur")
    assert so_far(game).told(reader(game, "France").audiences) == (before[0], before[1] + 1)
    for line in Line.objects.all():
        numbers = Event.objects.filter(game=game, audience=line.audience).order_by("number")
        assert list(numbers.values_list("number", flat=True)) == list(range(1, line.count + 1))


def test_a_vote_and_a_sheet_are_told_to_their_own() -> None:
    game = started("France", "Turkey")
    sheets.submit(game=game, power="France", typed="A Par - Bur")
    told = Event.objects.filter(kind=events.SHEET).values_list("audience", flat=True)
    assert list(told) == ["France"]


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("3.1", (3, 1)),
        ("", (5, 2)),
        ("9.9", (5, 2)),
        ("3", (5, 2)),
        ("a.b", (5, 2)),
        ("-1.0", (5, 2)),
    ],
)
def test_ids_of_events(text: str, heard: tuple[int, ...]) -> None:
    assert stream.heard(text, (5, 2)) == heard
    assert stream.heard(stream.written((5, 2)), (5, 2)) == (5, 2)
