"""Notices in Chromium: asked for in the page, sealed and sent, shown by the worker, opened by it.

A push service of the world is not here, and this Chromium has none. So where it would be
asked, the page gets a subscription of the service of this machine, with keys that its
Chromium makes; and what came there, opened with these keys, is handed to the worker.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from serving import PHONE, Server, serving, signed_in

sys.path.append(str(Path(__file__).parents[1] / "server"))
from push_service import Service, Subscribed, push_service, raw

pytestmark = [pytest.mark.filterwarnings("ignore::ResourceWarning"), pytest.mark.evening]

SUBSCRIBE = """(() => {
  const real = PushManager.prototype.subscribe;
  const name = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  PushManager.prototype.subscribe = async function (wish) {
    try {
      return await real.call(this, wish);
    } catch (error) {
      if (error.name !== "AbortError") throw error; // all but that no push service answers
    }
    const kind = { name: "ECDH", namedCurve: "P-256" };
    const pair = await crypto.subtle.generateKey(kind, true, ["deriveBits"]);
    const keys = {
      p256dh: await crypto.subtle.exportKey("raw", pair.publicKey),
      auth: crypto.getRandomValues(new Uint8Array(16)).buffer,
    };
    const { d } = await crypto.subtle.exportKey("jwk", pair.privateKey);
    const { userVisibleOnly: seen, applicationServerKey: asked } = wish;
    const told = { private: d, auth: name(keys.auth), asked: name(asked), seen };
    const endpoint = await subscribed(told);
    return { endpoint, getKey: (which) => keys[which], unsubscribe: async () => true };
  };
})()"""
DEAF = """() => {
  window.later = [];
  window.setTimeout = (act) => later.push(act);
  PushManager.prototype.subscribe = () => new Promise(() => {});
}"""
SHOWN = """async () => (await registration.getNotifications()).map(
  ({ title, body, data, tag, icon, actions }) => ({ title, body, data, tag, icon, actions }))"""
CLICKED = """async () => {
  const [notification] = await registration.getNotifications();
  const event = new NotificationEvent("notificationclick", { notification });
  let done;
  event.waitUntil = (promise) => { done = promise; };
  const opened = [];
  clients.openWindow = async (path) => { opened.push(["opened", path]); };
  WindowClient.prototype.focus = async function () {
    opened.push(["focused", new URL(this.url).pathname]);
  };
  dispatchEvent(event);
  await done;
  return opened;
}"""
"""A click, but for the finger: without one, a browser opens no window for a script."""


class Told:
    """Somebody's Chromium, whose subscriptions are of the service of this machine."""

    def __init__(self, browser: Any, server: Server, service: Service, who: str) -> None:
        self.context = browser.new_context(viewport=PHONE, base_url=server.url)
        self.context.set_default_timeout(30_000)
        self.service, self.subscriptions, self.asked = service, list[Subscribed](), list[Any]()
        self.context.expose_function("subscribed", self._subscribed)
        self.context.add_init_script(SUBSCRIBE)
        signed_in(self.context, server.url, server.made["sessions"][who])
        self.page = self.context.new_page()
        self.page.goto("/accounts/profile/")

    def _subscribed(self, told: dict[str, Any]) -> str:
        key = ec.derive_private_key(int.from_bytes(raw(told["private"])), ec.SECP256R1())
        endpoint = f"{self.service.url}/to/{len(self.subscriptions)}"
        self.subscriptions.append(Subscribed(endpoint, key, raw(told["auth"])))
        self.asked.append(told)
        return endpoint

    @property
    def worker(self) -> Any:
        """The script behind the pages."""
        return self.context.service_workers[0]

    def deliver(self, text: str) -> None:
        """Hands a push to the worker, as Chromium does where one has come."""
        session = self.context.new_cdp_session(self.page)
        found: list[str] = []
        session.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: found.extend(r["registrationId"] for r in event["registrations"]),
        )
        session.send("ServiceWorker.enable")
        for _ in range(200):
            if found:
                break
            self.page.wait_for_timeout(50)
        push = {"origin": self.page.evaluate("location.origin"), "data": text}
        session.send("ServiceWorker.deliverPushMessage", {**push, "registrationId": found[0]})
        session.detach()

    def shown(self, count: int) -> list[dict[str, Any]]:
        """The notices that stand in this browser, when there are so many."""
        for _ in range(200):
            there: list[dict[str, Any]] = self.worker.evaluate(SHOWN)
            if len(there) == count:
                break
            self.page.wait_for_timeout(50)
        return there


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that sends notices to this machine too, with all who work for it."""
    folder = tmp_path_factory.mktemp("told")
    settings = {"DJANGO_SETTINGS_MODULE": "pushed_settings"}
    with serving(folder, "told_table.py", "--with-worker", **settings) as found:
        yield found


def _ready(told: Told, path: str) -> str:
    """Anna alone is waited for: with her Ready a phase ends; what it was."""
    page = told.page
    page.goto(path)
    was = str(page.inner_text("#line .phase"))
    page.click("#ready")
    page.locator("#ready:not([value=yes])").wait_for()
    if page.get_attribute("#ready", "value") == "sure":  # a unit has no order
        page.click("#ready")
    page.locator("#line .phase").filter(has_not_text=was).wait_for()
    return was


def _switched_on(told: Told) -> None:
    told.page.get_by_role("button", name="Notify me in this browser").click()
    told.page.get_by_text("Chrome on Linux (this one)").wait_for()


def test_a_notice_is_asked_for_sealed_shown_and_opened(browser: Any, server: Server) -> None:
    path = f"/games/{server.made['game']}/"
    with push_service() as service:
        anna = Told(browser, server, service, "Anna")
        anna.context.grant_permissions(["notifications"], origin=server.url)
        key = anna.page.get_attribute("#notices", "data-key")
        _switched_on(anna)
        [own], [asked] = anna.subscriptions, anna.asked
        assert asked["asked"] == key, "the service is told whose notices it may take"
        assert asked["seen"] is True, "and that each is shown"
        assert anna.page.get_by_role("button", name="Notify me").count() == 0

        _ready(anna, path)
        for _ in range(300):
            if service.came:
                break
            anna.page.wait_for_timeout(100)
        [(to, heads, body)] = service.came
        assert service.url + to == own.endpoint
        assert heads["Authorization"].endswith(f"k={key}")
        notice = own.reads(body)

        anna.deliver(json.dumps({**notice, "reader": "0123456789abcdef", "tag": "another's"}))
        anna.deliver(json.dumps(notice))
        assert anna.shown(1) == [
            {
                "title": "Test standard",
                "body": "A phase has closed.",
                "data": path,
                "tag": f"phase {path}",
                "icon": f"{server.url}/static/devices/icon-192.png",
                "actions": [],
            }
        ], "hers alone, and no more than that"

        assert anna.worker.evaluate(CLICKED) == [["focused", path]], "the game is open already"
        assert anna.shown(0) == []
        anna.page.goto("/games/")
        anna.deliver(json.dumps(notice))
        anna.shown(1)
        [[how, where]] = anna.worker.evaluate(CLICKED)
        assert how == "opened"
        anna.page.goto(where)
        assert anna.page.get_by_role("heading", name="Orders").is_visible()

        service.status = 410
        _ready(anna, path)
        for _ in range(300):
            if len(service.came) > 1:
                break
            anna.page.wait_for_timeout(100)
        ended = anna.page.get_by_text("This browser is told nothing any more")
        for _ in range(50):
            anna.page.goto("/accounts/profile/")
            if ended.count():
                break
        assert anna.page.get_by_text("It was on in this browser, and has ended.").is_visible()
        service.status = 201
        _switched_on(anna)
        assert len(anna.subscriptions) == 2
        anna.context.close()


def test_who_lets_no_notices_be_shown_is_told_so(browser: Any, server: Server) -> None:
    with push_service() as service:
        max_ = Told(browser, server, service, "Max")
        button = max_.page.get_by_role("button", name="Notify me in this browser")
        button.click()  # this Chromium asks nobody, and says no
        max_.page.get_by_text("This browser lets the site show no notices").wait_for()
        assert button.is_enabled()
        assert max_.subscriptions == []
        max_.context.close()


def test_a_push_service_that_never_answers_is_given_up(browser: Any, server: Server) -> None:
    with push_service() as service:
        max_ = Told(browser, server, service, "Max")
        max_.context.grant_permissions(["notifications"], origin=server.url)
        page = max_.page
        page.evaluate(DEAF)
        button = page.get_by_role("button", name="Notify me in this browser")
        button.click()
        page.get_by_text("Asking this browser's push service").wait_for()
        assert button.is_disabled()
        page.evaluate("() => later.forEach((act) => act())")
        page.get_by_text("could not be reached by its push service").wait_for()
        assert button.is_enabled()
        max_.context.close()
