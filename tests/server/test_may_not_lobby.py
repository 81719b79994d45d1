"""What the lobby does for a stranger, a guest, who made a game and who waits for it."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone
from tables import fresh, person, started
from test_lobby_pages import GOOD

from legation.server.accounts.models import User
from legation.server.desk import acts
from legation.server.games import create, letters
from legation.server.games.models import Entry, Game
from legation.server.games.offer import Offer
from legation.server.lobby import guests
from legation.server.lobby.words import facts
from legation.server.post import switches

pytestmark = pytest.mark.django_db
AT, FR, MA = "Austria", "France", "Master"
SURE = {"sure": "yes"}


def signed_in(name: str | User) -> Client:
    client = Client()
    user = person(name) if isinstance(name, str) else name
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


def said(answer: Any) -> str:
    return str(answer.content.decode())


def offered(*names: str, **wishes: Any) -> Game:
    game = create.create(user=person("Maker"), offer=Offer(name="An offer", **wishes))
    for name in names:
        create.join(game=game, user=person(name))
    return game


def press(name: str | User, game: Game, what: str, **form: str) -> Any:
    return signed_in(name).post(f"/games/{game.slug}/act/{what}/", form)


def test_only_what_one_can_do_is_asked_about() -> None:
    """A question is for who may; all others are refused without one."""
    game = offered("Waiter")
    played = started(AT)
    over = started(FR, mastered=True)
    acts.abandon(game=over, actor=MA, serial=0, sure=True)
    for name, row, what, asked in (
        ("Waiter", game, "leave", True),
        ("Stranger", game, "leave", False),
        ("Maker", game, "withdraw", True),
        ("Waiter", game, "withdraw", False),
        (AT, played, "give-up", True),
        ("Stranger", played, "give-up", False),
        (AT, played, "leave", False),
        (AT, played, "withdraw", False),
        (MA, over, "withdraw", False),
        (FR, over, "give-up", False),
    ):
        if row.pk == game.pk:
            assert Entry.objects.filter(game=game).count() == 1
        assert ('name="sure"' in said(press(name, row, what))) == asked, (name, what)
    assert fresh(game).state == "forming"


def test_who_leaves_a_game_by_link_does_not_find_it_again() -> None:
    hint = "only its link brings you back"
    for access, name, told, then in (
        ("link", "Waiter", True, "/games/"),
        ("link", "Maker", False, "/games/"),
        ("open", "Waiter", False, "/games/{}/about/"),
    ):
        game = offered("Waiter", "Maker", access=access)
        assert (hint in said(press(name, game, "leave"))) == told, (access, name)
        assert press(name, game, "leave", **SURE).url == then.format(game.slug)


def test_who_made_a_game_for_a_master_keeps_it_no_more() -> None:
    game = offered("Waiter", fill_bot="random", starts="hand")
    Game.objects.filter(pk=game.pk).update(master=person(MA))
    for what in ("start", "withdraw"):
        assert press("Maker", game, what, **SURE).status_code == 404
    assert fresh(game).state == "forming"
    assert press(MA, game, "start", **SURE).status_code == 302
    assert fresh(game).state == "running"


def test_mail_is_stopped_by_the_link_that_is_in_it(settings: Any) -> None:
    user = person(AT)
    User.objects.filter(pk=user.pk).update(mail_phase=True, mail_end=True)
    address = switches.link(user.pk, "phase").removeprefix(settings.SITE_URL)
    assert not Client().get(address).context["done"]
    user.refresh_from_db()
    assert user.mail_phase, "who only looks has stopped nothing"
    assert Client().post(address).context["done"]
    user.refresh_from_db()
    assert (user.mail_phase, user.mail_end) == (False, True)
    assert Client().post("/mail/off/nonsense/").status_code == 404
    user.delete()
    assert Client().post(address).status_code == 404


def test_there_is_no_form_for_a_game_that_nobody_knows() -> None:
    for there, status in (("chess", 404), ("standard", 200)):
        for end in ("", "taken-over/"):
            assert signed_in(AT).get(f"/games/new/{there}/{end}").status_code == status


@pytest.mark.parametrize(
    ("access", "password", "good"),
    [("password", "sesame", True), ("password", "", False), ("open", "sesame", False)],
)
def test_a_private_game_has_a_word_and_no_other_has_one(
    access: str, password: str, good: bool
) -> None:
    form = {**GOOD, "access": access, "password": password}
    answer = signed_in(AT).post("/games/new/standard/", form)
    assert (answer.status_code == 302) == good
    assert Game.objects.exists() == good


def test_guests_are_forgotten_who_are_nowhere_and_with_nobody() -> None:
    now = timezone.now()
    alone, there, plays, fresh_one = (guests.make() for _ in range(4))
    signed_in(there)
    User.objects.exclude(pk=fresh_one.pk).update(last_login=now - timedelta(days=99))
    User.objects.filter(pk=fresh_one.pk).update(last_login=now)
    for user, others in ((alone, ()), (plays, (FR,))):
        game = started(*others, name=user.name)
        row = game.seats.get(power=AT)
        row.user, row.bot = user, ""
        row.save()
    guests.forget_stale(now)
    left = set(User.objects.values_list("name", flat=True)) - {FR}
    assert left == {there.name, plays.name, fresh_one.name}


def test_a_guest_who_goes_reads_what_he_loses() -> None:
    guest, out = guests.make(), "/accounts/sign-out/"
    lost = (("/keep/end/", "you cannot come back to them"), (out, "You cannot come back to your"))
    for path, words in lost:
        assert words not in said(signed_in(guest).post(path))
    game = started(mastered=True)
    game.seats.filter(power=AT).update(user=guest, bot="")
    for path, words in lost:
        assert words in said(signed_in(guest).post(path))
    acts.abandon(game=game, actor=MA, serial=0, sure=True)
    for path, words in lost:
        assert words not in said(signed_in(guest).post(path)), "of a game that is over nothing"
    assert signed_in(guest).post(out, SURE).status_code == 302


def test_what_is_for_guests_is_for_no_other() -> None:
    client = signed_in(AT)
    assert client.get("/keep/").url == "/accounts/profile/"  # type: ignore[attr-defined]
    assert client.post("/keep/end/", SURE).status_code == 404
    assert User.objects.filter(name=AT).exists()
    assert signed_in(guests.make()).get("/keep/").status_code == 200
    assert client.post("/accounts/sign-out/").status_code == 302, "he is not asked first"
    assert not guests.is_guest(AnonymousUser())


def test_where_nobody_may_sign_up_who_has_an_account_plays_alone(settings: Any) -> None:
    settings.OPEN_SIGN_UP = False
    there, stranger = signed_in(AT), Client()
    assert 'action="/play-alone/"' in said(there.get("/"))
    assert 'action="/play-alone/"' not in said(stranger.get("/"))
    wish = {"variant": "standard"}
    assert stranger.post("/play-alone/", wish).url == "/accounts/sign-in/"  # type: ignore[attr-defined]
    assert not Game.objects.exists()
    there.post("/play-alone/", wish)
    assert Game.objects.count() == 1


def test_whose_games_are_listed_as_one_s_own() -> None:
    mine = offered("Waiter", access="link")
    for client, found in ((signed_in("Waiter"), True), (signed_in("Stranger"), False)):
        home = client.get("/").context["home"]
        assert [row.game for row in (*home.due, *home.rest)] == [mine] * found
        page = said(client.get("/games/?show=own"))
        assert "My games" in page
        assert (mine.slug in page) == found
    assert mine.slug not in said(Client().get("/"))
    page = said(Client().get("/games/?show=own"))
    assert "My games" not in page
    assert mine.slug not in page
    assert letters.address_of(mine) not in page


def test_a_game_says_whether_names_are_shown() -> None:
    said = {True: "nobody is told who plays what until the end", False: "shown from the start"}
    for anonymous, names in said.items():
        assert dict(facts(started(AT, anonymous=anonymous)))["Names"] == names
