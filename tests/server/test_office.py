"""Who runs the site stops clocks and says who may come in, with a reason that all may read."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import tables
from axes.models import AccessAttempt
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from legation.errors import InputError, StateError
from legation.server.accounts import names
from legation.server.accounts.models import User
from legation.server.api.models import Token
from legation.server.games import clock, process
from legation.server.games.models import DUE, PAUSED, RUNNING, Deadline, Game, LogEntry
from legation.server.office import acts, listed
from legation.server.office.models import Act
from legation.server.office.offered import ACTS
from legation.server.post.models import Letter
from legation.server.running.worker import Working
from legation.server.settings.environ import addresses

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(settings: Any) -> Client:
    user = tables.person("Ops", confirmed_at=timezone.now())
    settings.OPERATORS = frozenset({user.email.lower()})
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def act(client: Client, **form: str) -> Any:
    """An act by its form, and by the page that asks whether one is sure."""
    asked = client.post("/office/", form)
    assert b'name="sure"' in asked.content, "it is asked first"
    return client.post("/office/", {**form, "sure": "yes"}, follow=True)


def test_the_office_is_not_there_for_anybody_else(settings: Any) -> None:
    user = tables.person("Player", confirmed_at=timezone.now())
    settings.OPERATORS = frozenset({"somebody@example.org"})
    client = Client()
    assert client.get("/office/").status_code == 404
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/office/").status_code == 404
    posted = client.post("/office/", {"what": "stop-all", "why": "x", "sure": "yes"})
    assert posted.status_code == 404
    settings.OPERATORS = frozenset({user.email.lower()})
    assert client.get("/office/").status_code == 200
    User.objects.filter(pk=user.pk).update(confirmed_at=None)  # an address that nobody showed
    assert client.get("/office/").status_code == 404


def test_an_account_is_suspended_and_let_in_again(operator: Client) -> None:
    user = tables.person("Mallory")
    Token.objects.create(user=user, ends_at=timezone.now() + timedelta(days=9))
    his = Client()
    his.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    act(operator, what="suspend", name="mallory", why="three accounts in one game")
    assert his.get("/accounts/profile/").status_code == 302, "his session is over"
    assert not Token.objects.filter(user=user).exists()
    (letter,) = Letter.objects.filter(address=user.email, subject="Your account was suspended")
    assert "three accounts in one game" in letter.body
    public = Client().get("/office/log/").content.decode()
    assert "The account Mallory was suspended." in public
    assert "three accounts in one game" in public
    with pytest.raises(StateError, match="suspended already"):
        acts.suspend(name="Mallory", why="again")
    act(operator, what="reinstate", name="Mallory", why="it was his brother")
    user.refresh_from_db()
    assert user.is_active
    assert Letter.objects.filter(address=user.email, subject="Your account may be used again")
    with pytest.raises(StateError, match="Mallory is not suspended"):
        acts.reinstate(name="Mallory", why="again")


def test_who_is_let_in_again_is_so_alone() -> None:
    for name in ("Mallory", "Trudy"):
        tables.person(name)
        acts.suspend(name=name, why="a bad word")
    acts.reinstate(name="Mallory", why="forgiven")
    with pytest.raises(StateError, match="suspended already"):
        acts.suspend(name="Trudy", why="once more")


def test_who_has_shown_his_address_did_so_when_he_did() -> None:
    long_ago = timezone.now() - timedelta(days=99)
    user = tables.person("Mallory", confirmed_at=long_ago)
    acts.suspend(name="Mallory", why="a bad word")
    user.refresh_from_db()
    assert user.confirmed_at == long_ago
    waiting = tables.person("Waiting")
    acts.suspend(name="Waiting", why="a bad word")
    waiting.refresh_from_db()
    assert waiting.confirmed_at is not None, "or it would be an account that waits, and is let in"


def test_who_is_suspended_and_asks_for_a_password_is_told_why() -> None:
    user = tables.person("Mallory")
    acts.suspend(name="Mallory", why="a bad word")
    Letter.objects.all().delete()
    Client().post("/accounts/reset/", {"email": user.email})
    (letter,) = Letter.objects.filter(address=user.email)
    assert letter.subject == "Your account was suspended"


def test_a_suspended_guest_is_not_taken_for_an_account_that_waits() -> None:
    guest = tables.person("Guestlike")
    User.objects.filter(pk=guest.pk).update(confirmed_at=None, email="x@guest.invalid")
    acts.suspend(name="Guestlike", why="spam")
    guest.refresh_from_db()
    assert (guest.is_active, guest.confirmed_at is None) == (False, False)
    acts.rename(name="Guestlike", new="Seat Ten", why="house rules")
    acts.reinstate(name="Seat Ten", why="a mistake")
    assert not Letter.objects.exists()


def test_a_name_is_changed_and_the_log_does_not_repeat_the_old_one(operator: Client) -> None:
    user = tables.person("Rudeword")
    tables.person("Anna")
    act(operator, what="rename", name="Rudeword", new="Seat Nine", why="house rules")
    user.refresh_from_db()
    assert user.name == "Seat Nine"
    assert Letter.objects.get(address=user.email).body.count("Seat Nine") == 1
    assert "Rudeword" not in Client().get("/office/log/").content.decode()
    alike = f'nobody may be called ".nna": {names.ALIKE}'
    for taken in ("Anna", "Аnna"):  # the second begins with a Cyrillic letter
        with pytest.raises(InputError, match=alike):
            acts.rename(name="Seat Nine", new=taken, why="x")
    with pytest.raises(InputError, match="nobody may be called"):
        acts.rename(name="Seat Nine", new="me@example.org", why="x")


def test_errors_name_what_was_meant_and_nothing_is_done() -> None:
    tables.person("Mallory")
    with pytest.raises(InputError, match=r'nobody is called "Malory"\. Did you mean Mallory\?'):
        acts.suspend(name="Malory", why="x")
    with pytest.raises(InputError, match="say why"):
        acts.suspend(name="Mallory", why="  ")
    with pytest.raises(InputError, match="at most 300 letters; this one has 301"):
        acts.stop_all(why="x" * 301)
    with pytest.raises(InputError, match='there is no game "nowhere"'):
        acts.stop(game="nowhere", why="x")
    assert not Act.objects.exists()


def test_clocks_of_all_games_stop_and_go_on_with_the_time_they_had(operator: Client) -> None:
    one, other = (tables.started("France", "Germany") for _ in range(2))
    acts.stop(game=other.slug, why="its master asked")
    Deadline.objects.filter(game=one, kind=DUE).update(due_at=timezone.now() + timedelta(hours=5))
    type(one).objects.filter(pk=one.pk).update(due=timezone.now() + timedelta(hours=5))
    act(operator, what="stop-all", why="the disk is changed")
    one, other = tables.fresh(one), tables.fresh(other)
    assert (one.state, other.state) == (PAUSED, PAUSED)
    assert LogEntry.objects.filter(game=one, actor=acts.ACTOR).exists()
    later = timezone.now() + timedelta(days=1)
    assert not [row for row in process.due(later, (DUE,)) if row.game_id == one.pk]
    act(operator, what="go-on-all", why="it is done")
    one, other = tables.fresh(one), tables.fresh(other)
    assert (one.state, other.state) == (RUNNING, PAUSED), "what was stopped by itself stays so"
    assert one.due is not None
    assert timedelta(hours=4, minutes=50) < one.due - timezone.now() <= timedelta(hours=5)


@pytest.mark.parametrize("way", ["stop_all", "go_on_all"])
def test_of_a_file_that_is_held_on_the_way_all_clocks_stay_as_they_were(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of two games cannot be written: the first is not stopped, or let go on, either."""
    games = [tables.started("France", "Germany") for _ in range(2)]
    stopping = way == "stop_all"
    if not stopping:
        acts.stop_all(why="x")
    before = [tables.fresh(game).state for game in games]
    logged = Act.objects.count()
    name = "pause" if stopping else "resume"
    real, seen = getattr(clock, name), []

    def held(*, game: Game, actor: str) -> None:
        seen.append(game.pk)
        if len(seen) == 2:
            raise OperationalError("database is locked")
        real(game=game, actor=actor)

    monkeypatch.setattr(clock, name, held)
    with pytest.raises(OperationalError):
        getattr(acts, way)(why="x")
    assert sorted(seen) == [game.pk for game in games], "the first was done, the second failed"
    assert [tables.fresh(game).state for game in games] == before
    assert Act.objects.count() == logged
    monkeypatch.setattr(clock, name, real)
    getattr(acts, way)(why="x")
    after = PAUSED if stopping else RUNNING
    assert [tables.fresh(game).state for game in games] == [after, after]


def test_a_game_that_is_stuck_says_why_and_nothing_that_it_quotes(
    operator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tables.started("France", "Germany")
    due = timezone.now() - timedelta(hours=2)
    Deadline.objects.filter(game=game, kind=DUE).update(due_at=due)
    type(game).objects.filter(pk=game.pk).update(due=due)

    def fails(**_: Any) -> str:
        raise ValueError("A Par - Bur")  # an error may quote an order

    monkeypatch.setattr(process, "process", fails)
    Working("w", trusting=True).once()
    page = operator.get("/office/").content.decode()
    assert game.slug in page
    assert "ValueError in test_office.py" in page
    assert "A Par - Bur" not in page


def test_the_verb_does_what_the_page_does(capsys: pytest.CaptureFixture[str]) -> None:
    tables.person("Mallory")
    call_command("site", "stuck")
    call_command("site", "accounts", "mall")
    call_command("site", "suspend", "Mallory", why="spam")
    call_command("site", "accounts", "mall")
    call_command("site", "log")
    none, listed, done, after, log = capsys.readouterr().out.splitlines()
    assert none.startswith("No game waits")
    assert listed.startswith("Mallory  ")
    assert done == "The account is suspended; it is told by mail."
    assert after.endswith("suspended: spam")
    assert log.endswith("The account Mallory was suspended.  spam")


def test_the_verb_stops_one_clock_and_all(capsys: pytest.CaptureFixture[str]) -> None:
    one, other = (tables.started("France", "Germany") for _ in range(2))
    call_command("site", "stop", one.slug, why="x")
    assert [tables.fresh(game).state for game in (one, other)] == [PAUSED, RUNNING]
    call_command("site", "stop", why="x")
    assert [tables.fresh(game).state for game in (one, other)] == [PAUSED, PAUSED]
    call_command("site", "go-on", why="x")
    assert [tables.fresh(game).state for game in (one, other)] == [PAUSED, RUNNING]
    call_command("site", "go-on", one.slug, why="x")
    assert [tables.fresh(game).state for game in (one, other)] == [RUNNING, RUNNING]
    assert capsys.readouterr().out.splitlines() == [
        "The clock of the game stands still; its log says so.",
        "The clocks of 1 games stand still.",
        "The clocks of 1 games go on.",
        "The clock of the game goes on; its log says so.",
    ]


@pytest.mark.parametrize("name", [name for name, act in ACTS.items() if act.wants])
def test_each_act_of_the_table_is_on_the_page_and_a_verb(operator: Client, name: str) -> None:
    """What it wants to be told are fields of its form, and words of its verb."""
    page = operator.get("/office/").content.decode()
    (form,) = [part for part in page.split("<form") if f'value="{name}"' in part]
    assert all(f'name="{word}"' in form for word in (*ACTS[name].wants, "why"))
    asked = operator.post("/office/", {"what": name, **dict.fromkeys(ACTS[name].wants, "Xyz")})
    assert ACTS[name].question.format(**dict.fromkeys(ACTS[name].wants, "Xyz")) in (
        asked.content.decode()
    )
    with pytest.raises(CommandError, match=r'(nobody is called|there is no game) "Xyz"'):
        call_command("site", name, *["Xyz"] * len(ACTS[name].wants), why="")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("stop", "a", "b"), r"it is: legation site stop GAME\?"),
        (("stop-all",), '"stop-all" is no act'),
        (("suspnd", "Mallory"), '"suspnd" is no act: .* Did you mean suspend?'),
        (("suspend",), "it is: legation site suspend NAME"),
        (("rename", "Mallory"), "it is: legation site rename NAME NEW"),
        (("log", "x"), "it is: legation site log"),
        (("suspend", "Nobody"), 'nobody is called "Nobody"'),
    ],
)
def test_a_verb_that_is_wrong_says_how_it_goes(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("site", *words, why="x")


def test_operators_are_addresses() -> None:
    found = addresses({"X": "Ops@Example.org, b@example.org,"}, "X")
    assert found == {"ops@example.org", "b@example.org"}
    with pytest.raises(ImproperlyConfigured, match='"Ops" is none'):
        addresses({"X": "Ops"}, "X")


def test_accounts_that_may_not_are_told_without_a_search(
    operator: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("Mallory", "Trudy", "Ann"):
        tables.person(name)
    assert "<p>Nobody.</p>" in operator.get("/office/").content.decode()
    call_command("site", "suspended")
    assert capsys.readouterr().out == "Nobody is suspended.\n"
    acts.suspend(name="Mallory", why="spam")
    acts.suspend(name="Trudy", why="three accounts")
    page = operator.get("/office/").content.decode()
    assert page.index("suspended, three accounts</li>") < page.index("suspended, spam</li>")
    assert "Ann, " not in page
    call_command("site", "suspended")
    last, first = capsys.readouterr().out.splitlines()
    assert (last.split()[0], first.split()[0]) == ("Trudy", "Mallory")
    acts.reinstate(name="Mallory", why="a mistake")
    assert "suspended, spam</li>" not in operator.get("/office/").content.decode()


def test_whom_wrong_passwords_have_locked_is_told_until_when(
    operator: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    user = tables.person("Ann Other", confirmed_at=timezone.now())
    form = {"username": user.email.upper(), "password": "a wrong one"}

    def told() -> tuple[str, str]:
        call_command("site", "accounts", "ann")
        page = operator.get("/office/?find=ann").content.decode()
        return capsys.readouterr().out.strip(), page

    for _ in range(7):
        Client().post("/accounts/sign-in/", form)
    assert not any("locked" in said for said in told()), "one try is left"
    assert Client().post("/accounts/sign-in/", form).status_code == 429
    last = AccessAttempt.objects.get().attempt_time
    until = f"{last + timedelta(minutes=15):%H:%M}"
    verb, page = told()
    assert verb.endswith(f"  locked until {until} UTC")
    assert f"; locked until {until} for who tried wrong passwords</li>" in page
    AccessAttempt.objects.update(attempt_time=last - timedelta(minutes=15))
    assert not any("locked" in said for said in told()), "it is over"


def test_an_account_waits_whose_address_was_never_confirmed() -> None:
    """Not a guest's, who has none, nor one that is suspended, of which that is told."""
    new, known = tables.person("New"), tables.person("Known", confirmed_at=timezone.now())
    guest = tables.person("Guest")
    User.objects.filter(pk=guest.pk).update(email="guest@guest.invalid")
    assert not User.objects.get(pk=guest.pk).reachable
    bad = tables.person("Bad")
    acts.suspend(name="Bad", why="Spam.")
    waits = {each.user.name: each.waits for each in listed.accounts()}
    wanted = {user.name: user == new for user in (new, known, guest, bad)}
    assert {name: waits[name] for name in wanted} == wanted
