"""More time by vote: once a phase, told to all, and who agreed to nobody."""

from datetime import timedelta
from typing import Any

import pytest
from asking import bare, browser
from tables import fresh, person, reader, seat, started, time_is_up

from legation.errors import InputError, StateError
from legation.server.accounts.models import User
from legation.server.desk import acts
from legation.server.games import clock, events, more_time, postpone, reads, sheets
from legation.server.games.models import DUE, Deadline, Event, Game, LogEntry, Seat
from legation.server.games.models.postponement import Postponement
from legation.server.games.offer import Offer
from legation.server.lobby import words
from legation.server.post.models import Letter
from legation.server.site import moment

pytestmark = pytest.mark.django_db
AT, FR, TU = "Austria", "France", "Turkey"
DAY = timedelta(days=1)
BY_MORE: dict[str, Any] = {"postpone": "majority"}


def votes(game: Game, name: str, **form: str) -> str:
    """The page of votes, after somebody has sent its form, if he does."""
    client, path = browser(name), f"/games/{game.slug}/votes/"
    answer = client.post(path, form, follow=True) if form else client.get(path)
    page = bare(answer.content)
    return page[page.index("<body") :]


def told(game: Game) -> list[tuple[str, str]]:
    return list(Event.objects.filter(game=game).order_by("pk").values_list("audience", "kind"))


def test_more_than_half_put_it_off_once_and_all_are_told() -> None:
    for name in (AT, FR, TU):
        person(name, mail_votes=name == AT, mail_deadline=name != TU)
    game = started(AT, FR, TU, **BY_MORE)
    due = game.due
    assert due
    page = votes(game, FR, what="more-time", length="2", unit="days")
    assert "You have asked, and everybody is told so. Nobody is told who agrees." in page
    assert "Nobody is told how you voted" not in page
    assert "France asks for 2 days more." in page
    assert "You have agreed." in page
    assert "Ask for more time" not in page, "once is enough"
    assert fresh(game).due == due, "one of three is no majority"
    [letter] = Letter.objects.filter(kind="votes")
    assert (letter.user, letter.subject) == (person(AT), "A game: more time is asked for")
    assert "France asks that Spring 1901, movement be put off by 2 days." in letter.body
    assert "The phase is put off." in votes(game, AT, what="agree", asked=FR)
    assert fresh(game).due == due + 2 * DAY
    assert Deadline.objects.get(game=game, kind=DUE).due_at == due + 2 * DAY
    entry = LogEntry.objects.filter(game=game).latest("pk")
    at = due + 2 * DAY
    said = f"until {at:%H:%M}, {at.day} {at:%B} (UTC)"
    assert (entry.actor, entry.text) == ("The players", f"The phase goes on {said}.")
    news = reads.view_for(fresh(game), reader(game, TU)).told[-1].reports
    assert [report.kind for report in news] == ["extended"]
    put_off = Letter.objects.filter(kind="deadline").order_by("user__name")
    assert [letter.user.name for letter in put_off if letter.user] == [AT, FR]
    assert f"{said}, as the players have agreed." in put_off[0].body
    page = votes(game, TU)
    assert "This phase was put off by vote already." in page
    assert "Agree</button>" not in page
    for again in ({"what": "agree", "asked": FR}, {"what": "more-time", "length": "1"}):
        assert "is so only once" in votes(game, TU, unit="hours", **again)
    assert fresh(game).due == due + 2 * DAY


def test_all_must_agree_where_the_game_says_so_and_who_did_is_told_to_nobody() -> None:
    game = started(AT, FR, TU, postpone="all")
    due = game.due
    assert due
    votes(game, FR, what="more-time", length="90", unit="minutes")
    before, heard = (votes(game, TU), votes(game, FR), votes(game, "Watcher")), told(game)
    log = LogEntry.objects.filter(game=game).count()
    votes(game, AT, what="agree", asked=FR)
    assert (votes(game, TU), votes(game, FR), votes(game, "Watcher")) == before
    assert told(game) == [*heard, (AT, "votes")]
    assert LogEntry.objects.filter(game=game).count() == log
    assert fresh(game).due == due
    assert "You have agreed already." in votes(game, AT, what="agree", asked=FR)
    assert fresh(game).due == due, "and his vote counts once"
    votes(game, TU, what="agree", asked=FR)
    assert fresh(game).due == due + timedelta(minutes=90)


def test_only_those_count_who_play_on() -> None:
    """Of four, a bot stands in for one and one is in civil disorder: the two others are all."""
    game = started(AT, FR, TU, "Italy", postpone="all", mastered=True)
    acts.disorder(game=game, actor="Master", power="Italy", declared=True, sure=True)
    Seat.objects.filter(game=game, power=TU).update(bot="steady")
    assert not postpone.ask(game=game, power=FR, minutes=60)
    with pytest.raises(StateError, match="Italy has no vote"):
        postpone.agree(game=game, power="Italy", asked=FR)
    with pytest.raises(StateError, match="Germany has no vote"):
        postpone.ask(game=game, power="Germany", minutes=60)
    assert postpone.agree(game=game, power=AT, asked=FR)
    game = started(AT, FR, TU, **BY_MORE)
    Seat.objects.filter(game=game, power=TU).update(bot="steady")
    assert not postpone.ask(game=game, power=TU, minutes=60), "he is back by that: one of three"
    assert seat(game, TU).bot == "steady"
    assert postpone.agree(game=game, power=FR, asked=TU), "two of three"


def test_a_vote_lapses_with_its_phase() -> None:
    game, other = (started(AT, FR, TU, **BY_MORE) for _ in range(2))
    postpone.ask(game=game, power=FR, minutes=60)
    postpone.ask(game=other, power=FR, minutes=45)
    time_is_up(game)
    assert "asks for" not in votes(game, AT)
    with pytest.raises(StateError, match="not put to the vote any more"):
        postpone.agree(game=game, power=AT, asked=FR)
    postpone.ask(game=game, power=FR, minutes=30)
    asked = Postponement.objects.values_list("game", "minutes")
    assert set(asked) == {(game.pk, 30), (other.pk, 45)}


def test_one_asks_once_and_for_no_more_than_two_weeks() -> None:
    game = started(AT, FR, TU, **BY_MORE)
    for length, unit in (("0", "hours"), ("15", "days"), ("x", "hours"), ("1", "years")):
        said = votes(game, FR, what="more-time", length=length, unit=unit)
        assert "Ask for a minute at least, and for two weeks at most." in said
    assert not postpone.ask(game=game, power=FR, minutes=postpone.LONGEST)
    with pytest.raises(InputError):
        postpone.ask(game=game, power=AT, minutes=postpone.LONGEST + 1)
    with pytest.raises(StateError, match="has asked for more time"):
        postpone.ask(game=game, power=FR, minutes=60)


def test_where_no_deadline_runs_there_is_nothing_to_put_off() -> None:
    game = started(AT, FR, mastered=True, **BY_MORE)
    clock.pause(game=game, actor="Master")
    with pytest.raises(StateError, match="no deadline is running"):
        postpone.ask(game=game, power=FR, minutes=60)
    endless = started(AT, FR, movement=None, retreat=None, adjustment=None, **BY_MORE)
    assert endless.postpone == "none"
    Game.objects.filter(pk=endless.pk).update(postpone="all")
    with pytest.raises(StateError, match="no deadline is running"):
        postpone.ask(game=endless, power=FR, minutes=60)


def test_when_sheets_are_closed_but_for_one_nobody_votes_on_more_time() -> None:
    game = started(AT, FR, TU, mastered=True, **BY_MORE)
    row, now = fresh(game), moment.now()
    assert row.due
    more_time.give(game=row, power=TU, until=row.due + DAY, actor="Master", serial=0)
    Game.objects.filter(pk=game.pk).update(due=now + DAY)
    with pytest.raises(StateError, match="are closed"):
        postpone.ask(game=game, power=TU, minutes=60)


def test_in_other_games_nobody_votes_on_it_and_a_master_switches_it_off() -> None:
    game = started(AT, FR)
    assert "This game takes no vote on it: it was offered so." in votes(game, FR)
    assert "Nobody votes on more time" in votes(
        game, FR, what="more-time", length="1", unit="hours"
    )
    game = started(AT, FR, TU, mastered=True, **BY_MORE)
    postpone.ask(game=game, power=FR, minutes=60)
    assert "Let nobody vote" not in votes(game, FR)
    votes(game, FR, what="no-more")
    assert fresh(game).postpone == "majority", "he is not the game master"
    votes(game, "Master", what="agree", asked=FR)
    assert fresh(game).postpone == "majority"
    page = votes(game, "Master")
    assert "Agree</button>" not in page
    assert "Let nobody vote on more time" in page
    votes(game, "Master", what="no-more")
    assert fresh(game).postpone == "none"
    entry = LogEntry.objects.filter(game=game).latest("pk")
    assert entry.actor == "Master"
    assert entry.text == "More time is put to the vote no longer."
    assert "Nobody votes on more time" in votes(game, AT, what="agree", asked=FR)
    assert "Nobody votes on more time" in votes(game, "Master", what="no-more")


def test_the_offer_says_how_many_must_agree() -> None:
    facts = dict(words.facts(started(AT, **BY_MORE)))
    assert facts["Put off by vote"] == "when more than half of the players agree, once a phase"
    assert "Put off by vote" not in dict(words.facts(started(AT)))
    with pytest.raises(InputError, match="who agrees to more time"):
        Offer("A", postpone="some").check(moment.now())


def test_nobody_votes_on_more_time_in_a_game_that_is_over() -> None:
    game = started(AT, FR, mastered=True, **BY_MORE)
    acts.abandon(game=game, actor="Master", serial=0, sure=True)
    assert "More time" not in votes(game, FR)
    for name, power in (("agree", FR), ("no-more", "Master")):
        assert "is put off" not in votes(game, power, what=name, asked=AT)
    assert fresh(game).postpone == "majority"
    with pytest.raises(StateError):
        postpone.switch_off(game=game, actor="Master")


def test_of_two_games_and_two_who_ask_the_one_that_is_meant_is_agreed_to() -> None:
    other, game = (started(AT, FR, TU, **BY_MORE) for _ in range(2))
    due = game.due
    assert due
    postpone.ask(game=other, power=FR, minutes=30)
    with pytest.raises(StateError, match="not put to the vote"):
        postpone.agree(game=game, power=AT, asked=FR)
    postpone.ask(game=game, power=FR, minutes=60)
    assert "Ask for more time" in votes(game, TU)
    postpone.ask(game=game, power=TU, minutes=120)
    assert postpone.agree(game=game, power=AT, asked=TU)
    assert fresh(game).due == due + timedelta(hours=2)


def test_who_may_sign_in_and_plays_there_is_asked_and_told() -> None:
    """Austria has asked, Turkey is suspended, and Italy plays in another game."""
    for name in (AT, FR, TU, "Italy"):
        person(name, mail_votes=True, mail_deadline=True)
    game, _ = started(AT, FR, TU, **BY_MORE), started("Italy", name="another")
    User.objects.filter(name=TU).update(is_active=False)

    def told(kind: str) -> set[str]:
        found = Letter.objects.filter(kind=kind).select_related("user")
        return {letter.user.name for letter in found if letter.user}

    assert not postpone.ask(game=game, power=AT, minutes=60)
    assert told("votes") == {FR}
    assert postpone.agree(game=game, power=FR, asked=AT)
    assert told("deadline") == {AT, FR}


def test_a_vote_of_another_phase_is_none_of_this_one() -> None:
    """Who is told of many things alone has high numbers; what all hear counts by itself."""
    game = started(AT, FR, TU, postpone="all")
    for _ in range(9):
        sheets.submit(game=game, power=AT, typed="A Vie H")
    postpone.ask(game=game, power=FR, minutes=60)
    postpone.agree(game=game, power=AT, asked=FR)
    assert events.votes_on([game]) == {game.pk}
    time_is_up(game)
    assert events.votes_on([game]) == set()


def test_where_nobody_votes_it_is_said_who_may_give_more_time() -> None:
    offered = "This game takes no vote on it: it was offered so."
    assert offered in votes(started(AT, FR), AT)
    mastered = votes(started(AT, FR, mastered=True), AT)
    assert offered not in mastered
    assert "The game master may give it: ask by a question." in mastered


def test_of_a_phase_that_is_over_nobody_asks_for_more() -> None:
    game = started(AT, FR, TU, **BY_MORE)
    time_is_up(game)
    with pytest.raises(StateError, match="the phase for which that was meant is over"):
        postpone.ask(game=fresh(game), power=FR, minutes=60, serial=0)
    assert not postpone.ask(game=fresh(game), power=FR, minutes=60, serial=fresh(game).serial)


def test_until_the_others_are_closed_they_vote_though_one_has_more_time() -> None:
    game = started(AT, FR, TU, mastered=True, **BY_MORE)
    assert game.due
    more_time.give(game=game, power=TU, until=game.due + DAY, actor="Master", serial=0)
    assert not postpone.ask(game=fresh(game), power=FR, minutes=60)


def test_an_end_that_no_worker_has_come_to_is_still_put_off() -> None:
    """Nobody has more time, so no sheet is closed before the phase is."""
    game = started(AT, FR, TU, **BY_MORE)
    Game.objects.filter(pk=game.pk).update(due=moment.now() - timedelta(minutes=1))
    assert not postpone.ask(game=fresh(game), power=FR, minutes=60)
