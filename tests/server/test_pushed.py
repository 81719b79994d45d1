"""Notices to browsers: sealed for one, sent by no worker that ends phases, forgotten when gone."""

import json
import re
import socket
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from leak_asking import browser
from push_service import Service, opened, push_service, raw, text_of
from tables import PASSWORD, fresh, person, reader, started, time_is_up

from legation.errors import InputError
from legation.server.accounts import services
from legation.server.accounts.models import User
from legation.server.devices import browsers, line, notices, sealing
from legation.server.devices.marks import mark_of
from legation.server.devices.models import Browser, Notice, PushKey
from legation.server.games import reads, sheets
from legation.server.games.models import REMINDER, Deadline
from legation.server.games.notices import tell
from legation.server.games.remind import remind
from legation.server.press import asides, guarding, reading
from legation.server.press import services as press
from legation.server.press.members import PUBLIC, key_of
from legation.server.running.doctor import KEPT
from legation.server.running.messenger import Messenger

pytestmark = pytest.mark.django_db


@pytest.fixture
def service(settings: Any) -> Iterator[Service]:
    settings.PUSH_ANYWHERE = True
    with push_service() as found:
        yield found


def _added(service: Service, name: str, client: Client | None = None) -> Any:
    """A browser of somebody's that is told; and how it reads."""
    subscribed = service.browser(name)
    answer = (client or browser(person(name))).post("/accounts/browsers/", subscribed.form())
    assert answer.status_code == 200, answer.content
    return subscribed


def test_a_notice_is_sealed_as_the_example_of_the_rfc_says() -> None:
    """RFC 8291, section 5 and appendix A."""
    writes = ec.derive_private_key(
        int.from_bytes(raw("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), ec.SECP256R1()
    )
    reads_it = ec.derive_private_key(
        int.from_bytes(raw("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")), ec.SECP256R1()
    )
    auth = "BTBZMqHH6r4Tts7J_aSIgg"
    p256dh = (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    text = b"When I grow up, I want to be a watermelon"
    body = sealing.sealed(text, p256dh, auth, writes, raw("DGv6ra1nlYgDCS1FRnbzlw"))
    assert text_of(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY"
        "WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexS"
        "gSxsj_Qulcy4a-fN"
    )
    assert opened(body, reads_it, raw(auth)) == text


def test_phase_deadline_and_press_are_told_and_nothing_of_them(service: Service) -> None:
    game = started("France", "Germany", movement=2880)
    row = fresh(game)
    anna, bert = _added(service, "France"), _added(service, "Germany")
    deadline, _ = Deadline.objects.get_or_create(game=row, serial=row.serial, kind=REMINDER)
    remind(deadline=deadline, now=timezone.now())
    pair = key_of(reads.book_of(row), ("France", "Germany"))
    for text in ("canaryone", "canarytwo"):  # of one kind one waits
        press.send(game=row, user=person("Germany"), key=pair, text=text, token=text * 2)
    assert Messenger().once() == 3
    time_is_up(game)
    assert Messenger().once() == 2
    assert Messenger().once() == 0
    assert not Notice.objects.exists()
    told = [
        (path, {"/to/France": anna, "/to/Germany": bert}[path].reads(body), heads)
        for path, heads, body in service.came
    ]
    said = sorted((path, notice["body"]) for path, notice, _ in told)
    assert said == [
        ("/to/France", "A phase ends soon, and you are not ready."),
        ("/to/France", "A phase has closed."),
        ("/to/France", "Press has come."),
        ("/to/Germany", "A phase ends soon, and you are not ready."),
        ("/to/Germany", "A phase has closed."),
    ]
    for path, notice, heads in told:
        assert notice["title"] == row.name
        assert notice["path"] == f"/games/{row.slug}/"
        assert notice["reader"] == mark_of(person(path.removeprefix("/to/")))
        assert set(notice) == {"title", "body", "path", "tag", "reader"}
        assert heads["Content-Encoding"] == "aes128gcm"
        assert heads["TTL"] == "86400"
    assert all(row.name.encode() not in body for _, _, body in service.came)
    assert PushKey.objects.count() == 1  # drawn once, whatever is sent


def test_who_muted_or_blocked_or_wrote_it_is_not_told(service: Service) -> None:
    names = ("France", "Germany", "Italy", "Turkey")
    game = started(*names)
    first = press.send(game=game, user=person("France"), key=PUBLIC, text="hear", token="x" * 9)
    for name in names:
        _added(service, name)
    asides.write(game=game, user=person("Italy"), about=PUBLIC, muted=True)
    scope = reading.scope_of(game, reader(game, "Turkey"))
    guarding.block(scope=scope, message=first, user=person("Turkey"))
    press.send(game=game, user=person("France"), key=PUBLIC, text="to all", token="y" * 9)
    waits = Notice.objects.values_list("browser__user__name", "kind")
    assert list(waits) == [("Germany", "press")]


def test_a_deadline_that_is_past_is_not_told_and_quiet_hours_hold(service: Service) -> None:
    game = started("France", movement=2880)
    anna, now = person("France"), timezone.now()
    _added(service, "France")
    tell(game, [anna.pk], notices.DEADLINE, now)
    anna.quiet_from, anna.quiet_to = (
        (now - timedelta(hours=1)).time(),
        (now + timedelta(hours=1)).time(),
    )
    anna.save()
    time_is_up(game)
    [left] = Notice.objects.all()
    assert left.kind == notices.PHASE
    assert left.due_at - now > timedelta(minutes=59)
    assert Messenger().once() == 0
    assert Messenger().once(now + timedelta(hours=2)) == 1


def test_a_notice_of_a_clock_that_was_ahead_goes(service: Service) -> None:
    game, now = started("France", movement=2880), timezone.now()
    _added(service, "France")
    tell(game, [person("France").pk], notices.DEADLINE, now + timedelta(days=30))
    assert Messenger().once(now) == 1


def test_a_browser_that_is_gone_is_forgotten_and_says_so_once(service: Service) -> None:
    game = started("France")
    here, elsewhere = (browser(person("France")) for _ in range(2))

    def told(client: Client) -> bool:
        return "This browser is told nothing any more" in client.get("/").content.decode()

    for status in (404, 410):
        service.status = status
        _added(service, "France", here)
        assert not told(here)
        tell(game, [person("France").pk], notices.PHASE, timezone.now())
        assert Messenger().once() == 0
        assert not Browser.objects.exists()
        wishes = here.get("/accounts/profile/").content.decode()
        assert "It was on in this browser, and has ended." in wishes
        assert [told(elsewhere), told(here), told(here)] == [False, True, False]


def test_others_are_tried_again_some_times(service: Service) -> None:
    game, service.status = started("France"), 503
    _added(service, "France")
    now = timezone.now()
    tell(game, [person("France").pk], notices.PHASE, now)
    Messenger().once(now)
    Messenger().once(now + timedelta(seconds=30))
    assert len(service.came) == 1, "not at once"
    for number in range(1, 20):
        Messenger().once(now + timedelta(hours=number))
    assert len(service.came) == notices.MOST_TRIES
    [left] = Browser.objects.all()
    assert left.failing_since == now
    service.status = 201
    tell(game, [left.user_id], notices.PHASE, now)
    assert Messenger().once(now + timedelta(days=2)) == 1
    assert Browser.objects.get().failing_since is None


def test_a_browser_that_fails_for_a_week_is_forgotten(service: Service) -> None:
    game, service.status = started("France"), 500
    _added(service, "France")
    now = timezone.now()
    for day in range(9):
        tell(game, [person("France").pk], notices.PHASE, now + timedelta(days=day))
        Messenger().once(now + timedelta(days=day))
    assert not Browser.objects.exists()
    assert len(service.came) == 9


def test_a_service_that_hangs_is_given_up(settings: Any) -> None:
    settings.PUSH_ANYWHERE, settings.PUSH_SECONDS = True, 0.3
    given_up = pytest.raises(OSError, match=r"timed out|no answer")
    with socket.create_server(("127.0.0.1", 0)) as deaf, given_up:
        line.send(f"http://127.0.0.1:{deaf.getsockname()[1]}/", {}, b"x")


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://push.example.org:8443/x",
        "https://me@push.example.org/x",
        "https:///x",
        "ftp://push.example.org/",
        "https://[::1/x",
        "",
        "https://push.example.org/" + "x" * 700,
    ],
)
def test_what_is_no_push_service_is_refused(endpoint: str) -> None:
    form = {**Service.browser(_Nowhere(), "x").form(), "endpoint": endpoint}  # type: ignore[arg-type]
    answer = browser(person("France")).post("/accounts/browsers/", form)
    assert answer.status_code == 400
    assert json.loads(answer.content)["error"]
    assert not Browser.objects.exists()


class _Nowhere:
    url = "https://push.example.org"


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "10.0.0.7", "192.168.1.1", "169.254.169.254", "[::1]", "[::ffff:10.0.0.1]",
     "[fd00::1]", "[2002:7f00:1::1]", "[64:ff9b::7f00:1]", "224.0.0.1", "0.0.0.0", "localhost"],
)  # fmt: skip
def test_nothing_is_sent_into_a_network_of_ones_own(host: str) -> None:
    with pytest.raises(InputError, match="leads into a network of its own"):
        line.send(f"https://{host}/x", {}, b"x")


def test_keys_that_are_none_are_refused() -> None:
    good = Service.browser(_Nowhere(), "x").form()  # type: ignore[arg-type]
    client = browser(person("France"))
    for wrong in ({"p256dh": "AAAA"}, {"p256dh": "*"}, {"auth": "AAAA"}, {"auth": ""}):
        answer = client.post("/accounts/browsers/", {**good, **wrong})
        assert answer.status_code == 400, wrong
    assert client.post("/accounts/browsers/", good).status_code == 200


def test_a_browser_goes_with_session_password_and_wish(service: Service) -> None:
    anna = person("France")
    client = browser(anna)
    _added(service, "France", client)
    page = client.get("/accounts/profile/").content.decode()
    assert re.search(r"A browser \(this one\)", page)
    assert "notices-on" not in page
    client.post("/accounts/sign-out/")
    assert not Browser.objects.exists()

    _added(service, "France")
    services.change_password(user=anna, password=PASSWORD + "!")
    assert not Browser.objects.exists()

    _added(service, "France")
    [own] = Browser.objects.all()
    forget = {"what": "forget", "number": own.pk}
    browser(person("Germany")).post("/accounts/browsers/", forget)  # it is not his
    assert Browser.objects.exists()
    browser(anna).post("/accounts/browsers/", forget)
    assert not Browser.objects.exists()


def test_a_browser_in_which_somebody_else_signs_in_is_his(service: Service) -> None:
    subscribed = _added(service, "France")
    game = started("France", "Germany")
    tell(game, [person("France").pk], notices.PHASE, timezone.now())
    browser(person("Germany")).post("/accounts/browsers/", subscribed.form())
    assert Browser.objects.get().user == person("Germany")
    assert Messenger().once() == 0, "what was for the other is not told"


def test_each_account_has_its_own_browsers(service: Service) -> None:
    game = started("France", "Germany")
    germany = browser(person("Germany"))
    subscribed, _ = _added(service, "Germany", germany), _added(service, "France")
    [own], [other] = (browsers.of(person(name)) for name in ("Germany", "France"))
    assert (own.user, other.user) == (person("Germany"), person("France"))
    assert len(services.export(user=own.user)["browsers"]) == 1
    tell(game, [own.user.pk], notices.PHASE, timezone.now())
    with patch.object(browsers, "_MOST", 1):
        assert germany.post("/accounts/browsers/", subscribed.form()).status_code == 200
        again = {**subscribed.form(), "endpoint": f"{subscribed.form()['endpoint']}2"}
        answer = germany.post("/accounts/browsers/", again)
    assert (answer.status_code, "you have 1 browsers" in answer.json()["error"]) == (400, True)
    assert browsers.of(own.user) == [own]
    assert Notice.objects.get().browser == own, "what waits for it waits on"
    User.objects.filter(pk=own.user.pk).update(is_active=False)
    tell(game, [own.user.pk, None], notices.END, timezone.now())
    assert Messenger().once() == 0, "he is suspended"
    assert Notice.objects.count() == 1
    User.objects.filter(pk=own.user.pk).update(is_active=True)
    services.change_password(user=own.user, password=PASSWORD + "!")
    assert list(Browser.objects.all()) == [other]


def test_of_a_deadline_those_are_told_who_play_there_and_are_not_ready(service: Service) -> None:
    game, _ = started("France", "Germany", movement=2880), started("Italy", name="another")
    for name in ("France", "Germany", "Italy"):
        _added(service, name)
    sheets.submit(game=game, power="Germany", typed="", settled=True)
    deadline, _ = Deadline.objects.get_or_create(game=game, serial=0, kind=REMINDER)
    remind(deadline=deadline, now=timezone.now())
    assert [notice.browser.user for notice in Notice.objects.all()] == [person("France")]


def test_browsers_are_taken_along(service: Service) -> None:
    _added(service, "France")
    [told] = services.export(user=person("France"))["browsers"]
    assert told["endpoint"].endswith("/to/France")
    services.delete(user=person("France"))
    assert not Browser.objects.exists()


def test_work_once_sends_notices_and_doctor_sees_those_that_wait(service: Service) -> None:
    game = started("France", movement=2880)
    _added(service, "France")
    tell(game, [person("France").pk], notices.PHASE, timezone.now() - timedelta(hours=2))
    [finding] = KEPT["notices"]("notices")
    assert (finding.state, finding.said) == ("look", "1 notices wait for more than an hour")
    call_command("work", "--once")
    assert len(service.came) == 1
    [finding] = KEPT["notices"]("notices")
    assert finding.state == "good"
