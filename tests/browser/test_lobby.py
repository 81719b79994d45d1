"""The lobby in Chromium: sign up, offer, join, start, play alone, vote; on a phone, no scripts."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from serving import DESK, PHONE, serving
from windows import Windows

pytestmark = [pytest.mark.evening, pytest.mark.filterwarnings("ignore::ResourceWarning")]
PASSWORD = "a long enough one"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with nothing in it, whose boards are drawn at the start as they are elsewhere."""
    folder = tmp_path_factory.mktemp("lobby")
    with serving(folder, "", "--with-worker", TESTED_WARM="yes") as server:
        yield server.url


@pytest.fixture(scope="module")
def windows(site: str, browser: Any) -> Windows:
    """Those of that server."""
    return Windows(browser, site)


@contextmanager
def page(windows: Windows, view: dict[str, int] = PHONE, **options: Any) -> Iterator[Any]:
    """A page of somebody new; no script need run on any page of the lobby."""
    options = {"java_script_enabled": False, "base_url": windows.url, **options}
    with windows.window(viewport=view, **options) as found:
        found.set_default_timeout(30_000)
        yield found


def sign_up(page: Any, name: str) -> None:
    page.goto("/accounts/sign-up/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Address").fill(f"{name.lower()}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Time zone").select_option("Europe/Berlin")
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.goto("/accounts/sign-in/")
    page.get_by_label("Address").fill(f"{name.lower()}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name=name).wait_for()


def offer(page: Any, name: str, variant: str = "Standard", **choices: str) -> str:
    page.goto("/games/")
    page.get_by_role("link", name="Offer a game", exact=True).click()
    page.get_by_role("heading", name=variant).get_by_role("link").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("It starts").select_option("hand")
    page.get_by_label("Bots take the seats left over at the start").check()
    page.get_by_label("Deadlines", exact=True).select_option("none")
    for label, value in choices.items():
        page.get_by_label(label).select_option(value)
    page.get_by_role("button", name="Offer this game").click()
    page.get_by_role("heading", name=name, level=1).wait_for()
    return str(page.url)


def test_offered_joined_started_voted_on_and_over(windows: Windows) -> None:
    with page(windows) as maker, page(windows, DESK) as anna:
        sign_up(maker, "Maker")
        sign_up(anna, "Anna")
        address = offer(maker, "Two friends")
        anna.goto("/games/?name=friends")
        anna.get_by_role("link", name="Two friends").click()
        anna.get_by_label("First wish").select_option("Turkey")
        anna.get_by_role("button", name="Join").click()
        anna.get_by_text("You have joined.").wait_for()
        maker.goto(address)
        maker.get_by_label("First wish").select_option("France")
        maker.get_by_role("button", name="Join").click()
        maker.get_by_role("button", name="Start now").click()
        maker.wait_for_url("**/games/*/")
        anna.goto(address)
        assert anna.get_by_role("row", name="Turkey Anna (you)").is_visible()
        anna.get_by_role("link", name="Votes", exact=True).click()
        anna.get_by_label("France").last.check()
        anna.get_by_role("button", name="Propose to concede").click()
        anna.get_by_role("heading", name="Propose to concede to France?").wait_for()
        anna.get_by_role("button", name="Put it to the vote").click()
        anna.get_by_text("It is put to the vote.").wait_for()
        maker.goto(address.replace("about", "votes"))
        maker.get_by_text("To concede to France, proposed by Turkey.").wait_for()
        maker.get_by_role("button", name="Accept").click()
        maker.get_by_role("heading", name="Accept the concession to France?").wait_for()
        maker.get_by_role("link", name="Leave it").click()
        maker.get_by_role("button", name="Accept").click()
        maker.get_by_role("button", name="Accept").click()
        maker.get_by_text("The game is over: Conceded: France.").wait_for()
        maker.get_by_role("link", name="The result").click()
        maker.get_by_role("heading", name="Everything that is now open").wait_for()
        assert maker.get_by_role("row", name="France · won Maker").count() == 1


def test_a_game_is_taken_over_from_a_file_and_by_hand(windows: Windows) -> None:
    """Without scripts, on a phone: a file fills the fields, a slip is named, then it is offered."""
    case = b"{id: x, date: Spring 1903, units: {France: [A Bur], Italy: [A Ven]}, centres: {}}"
    with page(windows) as master:
        sign_up(master, "Taker")
        master.goto("/games/new/standard/")
        master.get_by_role("link", name="Take over a game begun elsewhere").click()
        master.get_by_label("A saved game, a case file").set_input_files(
            {"name": "x.yaml", "mimeType": "text/plain", "buffer": case}
        )
        master.get_by_role("button", name="Read the file into the fields").click()
        assert master.get_by_label("Units", exact=True).input_value() == (
            "France: A Bur\nItaly: A Ven"
        )
        master.get_by_label("Units", exact=True).fill("France: A Bur\nItaly: A Venize")
        master.get_by_role("button", name="Show the position").click()
        master.get_by_text('Line 2: No place is called "Venize".').wait_for()
        master.get_by_label("Units", exact=True).fill("France: A Bur\nItaly: A Ven")
        master.get_by_label("As whom").select_option("France")
        master.get_by_role("button", name="Show the position").click()
        master.get_by_role("heading", name="as France would see it").wait_for()
        master.get_by_text("To France: you have A Bur.").wait_for()
        assert master.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        master.get_by_label("Name", exact=True).fill("By hand")
        master.get_by_role("button", name="Take this game over").click()
        master.get_by_text("Taken over in Spring 1903, movement").wait_for()


def test_a_place_is_taken_from_a_letter(windows: Windows) -> None:
    """The page of invitations with scripts, for its buttons; that of the letter without."""
    with (
        page(windows, java_script_enabled=True) as maker,
        page(windows, DESK) as bela,
    ):
        sign_up(maker, "Inviter")
        sign_up(bela, "Bela")
        offer(maker, "By letter")
        maker.get_by_role("link", name="Invite by letter").click()
        maker.get_by_label("Mail addresses").fill("one@example.org")
        maker.get_by_role("button", name="Write to them").click()
        maker.get_by_role("button", name="Send them").click()
        maker.get_by_text("one@example.org").wait_for()
        maker.get_by_role("button", name="Copy the link").first.click()
        maker.get_by_text("Copied.").or_(maker.get_by_text("Selected: copy it")).wait_for()
        wide = maker.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"]
        bela.goto(maker.locator("code.key").first.inner_text())
        bela.get_by_role("button", name="Take a place").click()
        bela.get_by_text("You have joined.").wait_for()
        maker.reload()
        maker.get_by_text("Taken by Bela").wait_for()


def test_one_click_and_a_game_against_bots(windows: Windows) -> None:
    with page(windows) as guest:
        guest.goto("/")
        guest.get_by_role("button", name="Play Standard alone").click()
        guest.wait_for_url("**/games/*/")
        guest.goto("/")
        guest.get_by_role("link", name="Keep this account").click()
        guest.get_by_label("Name").fill("Gregor")
        guest.get_by_label("Address").fill("gregor@example.org")
        guest.get_by_label("Password").fill(PASSWORD)
        guest.get_by_role("button", name="Keep it").click()
        guest.get_by_text("your account is kept").wait_for()
        guest.goto("/games/?show=own")
        assert guest.get_by_role("link", name="Standard, alone").is_visible()
        assert guest.get_by_role("link", name="Gregor").is_visible()


def test_a_guest_is_asked_before_all_is_lost(windows: Windows) -> None:
    with page(windows) as guest:
        guest.goto("/")
        guest.get_by_role("button", name="Play Standard alone").click()
        guest.wait_for_url("**/games/*/")
        guest.goto("/keep/")
        guest.get_by_role("button", name="End this account").click()
        guest.get_by_role("heading", name="End this account?").wait_for()
        assert guest.get_by_role("listitem").filter(has_text="in Standard, alone").count() == 1
        assert guest.evaluate(WIDE) == 0
        assert guest.evaluate(SMALL) == []
        guest.get_by_role("button", name="End this account").click()
        guest.get_by_role("heading", name="Your account is gone").wait_for()


def test_a_fault_is_beside_its_field(windows: Windows) -> None:
    with page(windows) as maker:
        sign_up(maker, "Fault")
        maker.goto("/games/new/standard/")
        maker.get_by_label("Name", exact=True).fill("Kept as typed")
        maker.get_by_label("Who may look on and join").select_option("password")
        maker.get_by_role("button", name="Offer this game").click()
        password = maker.get_by_label("Password", exact=True)
        said = str(password.get_attribute("aria-describedby")).split()
        words = [maker.locator(f"#{name}").inner_text() for name in said]
        assert "Say the word that opens the game." in words
        assert maker.get_by_label("Name", exact=True).input_value() == "Kept as typed"


PAGES = (
    *("/", "/games/", "/games/?show=running", "/games/?show=finished", "/games/?show=own"),
    *("/rules/", "/about/", "/games/new/", "/games/new/standard/", "/accounts/profile/"),
    *("/accounts/password/", "/accounts/delete/", "/games/aaaaaaaaaa/enter/", "/nowhere/"),
)
SMALL = """() => [...document.querySelectorAll("button, .button, input, select, summary, nav a")]
  .filter(e => e.offsetParent && !e.closest(".unseen") && !/checkbox|radio|hidden/.test(e.type))
  .filter(e => e.getBoundingClientRect().height < 43.5).map(e => e.outerHTML.slice(0, 80))"""
BARE = """() => [...document.querySelectorAll("input, select, textarea")]
  .filter(e => e.type != "hidden" && !e.labels.length && !e.ariaLabel).map(e => e.outerHTML)"""
WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.evening)])
def test_every_page_fits_a_phone(windows: Windows, scheme: str) -> None:
    with page(windows, java_script_enabled=True, color_scheme=scheme) as phone:
        wrong: list[str] = []
        phone.on("console", lambda m: wrong.append(m.text) if m.type == "error" else None)
        sign_up(phone, f"Reader {scheme}".replace(" ", ""))
        about = offer(phone, f"Narrow {scheme}")
        for address in (*PAGES, about):
            phone.goto(address)
            assert phone.evaluate(WIDE) == 0, address
            assert phone.locator("h1").count() == 1, address
            assert phone.locator("main, header, footer").count() == 3, address
            assert phone.evaluate(BARE) == [], address
            assert phone.evaluate(SMALL) == [], address
        assert [text for text in wrong if "404" not in text] == []


def test_the_keyboard_goes_as_the_eye_reads(windows: Windows) -> None:
    with page(windows, DESK, java_script_enabled=True) as keys:
        keys.goto("/games/")
        keys.keyboard.press("Tab")
        assert keys.evaluate("document.activeElement.textContent") == "Skip to the page"
        assert keys.evaluate("document.activeElement.getBoundingClientRect().left") >= 0
        keys.keyboard.press("Enter")
        keys.keyboard.press("Tab")
        assert keys.evaluate("document.activeElement.textContent") == "Offer a game"
        outline = "getComputedStyle(document.activeElement).outlineStyle"
        assert keys.evaluate(outline) == "solid"


def test_paper_has_no_buttons(windows: Windows) -> None:
    with page(windows, DESK) as paper:
        paper.goto("/")
        paper.emulate_media(media="print")
        assert not paper.get_by_role("button").first.is_visible()
        assert paper.get_by_role("heading", level=1).is_visible()
