"""How a postal game begins, and what each of its turns has: sheets, the end, the edition."""

from pathlib import Path
from typing import Any

from postal_desk import Table
from postal_people import Album, Office, Person, link_in, until

from legation.documents.yaml import read_data

HERE = Path(__file__).parent
SCRIPT: Any = read_data(HERE.parent / "golden" / "post_atomic.script.yaml")
ORDERS: dict[str, dict[str, list[str]]]
ORDERS = {phase["phase"]: phase.get("orders", {}) for phase in SCRIPT["phases"]}
AFTER = {phase["phase"]: phase.get("after", {}) for phase in SCRIPT["phases"]}
GONE = "tarik@example.org"
POSTAL = {"Germany": "Edda Voss", "Italy": "Fausto"}
INVITED = {"Austria": "Vinzenz", "England": "Clara", "France": "Denis", "Russia": "Olga"}
SPRING, AUTUMN = "Spring 2021, movement", "Autumn 2021, movement"


class Beginning:
    """The game until all are seated; `album` has the pictures, `office` the letters."""

    def __init__(self, url: str, office: Office, browser: Any, album: Album) -> None:
        self.url, self.office, self.browser, self.album = url, office, browser, album
        self.master = self.person("Ruth")
        self.people = {power: self.person(name) for power, name in INVITED.items()}
        self.people["Turkey"] = self.person("Tarik")

    def person(self, name: str) -> Person:
        """Somebody with a browser of his own."""
        return Person(name, self.browser, self.url)

    def offered(self) -> None:
        """Ruth offers a sealed game, in no list, that she starts by hand."""
        page = self.master.page
        page.goto("/accounts/sign-up/?next=/games/new/post_atomic/")
        self.master.sign_up(self.office)
        page.goto("/games/new/post_atomic/")
        page.get_by_label("Name", exact=True).fill("The Mountain Post")
        page.get_by_label("Game master").select_option("me")
        for length in ("Movement", "Retreats", "Adjustments"):
            page.get_by_label(length).fill(str(14 * 24))
        page.get_by_label("A phase ends at once when all are ready").uncheck()
        page.get_by_label("Who may look on and join").select_option("link")
        page.get_by_label("Who may take a seat that is given up").select_option("master")
        page.get_by_label("It starts").select_option("hand")
        page.get_by_label("Bots take the seats left over at the start").check()
        self.master.press("Offer this game")
        self.table = Table(page.url.split("/games/")[1].split("/")[0], self.master, self.people)

    def invited(self) -> None:
        """She invites each to his power; the letter to Turkey comes back, and is written anew."""
        page = self.master.page
        for power, name in {**INVITED, "Turkey": "Tarik"}.items():
            self.invite(power, f"{name.lower()}@example.org")
        wrong = page.locator(".invitations li", has_text=GONE)

        def came_back() -> bool:
            page.reload()
            return "The letter came back" in wrong.inner_text()

        until(came_back, "the return of a letter")
        self.album.takes(page, "invitations", ".invitations li:nth-last-child(3)")
        with page.expect_navigation():
            wrong.get_by_role("button", name="Withdraw").click()
        self.master.sure()
        self.people["Turkey"].name = "Mehmet"
        self.invite("Turkey", self.people["Turkey"].mail)
        for power, guest in self.people.items():
            guest.page.goto(link_in(self.office.letter(guest.mail, "")))
            guest.reads(f"{power} would be yours")
            guest.follow("main >> text=sign up")
            guest.sign_up(self.office)
            guest.press(f"Take {power}")
        page.goto(self.table.base + "about/")
        self.master.reads("5 of 7 players have joined")
        self.master.press("Start now")

    def invite(self, power: str, address: str) -> None:
        """A letter to an address, for a power."""
        page = self.master.page
        page.goto(f"{self.table.base}invitations/")
        page.fill("#addresses", address)
        page.select_option("#power", power)
        self.master.press("Write to them", "Send them")

    def seated(self) -> None:
        """Two play by post; before they are seated nobody can enter orders for them."""
        self.table.desk()
        page = self.master.page
        page.select_option("#others-power", "Germany")
        page.select_option("#others-way", "post")
        self.master.follow("text=Enter them")
        self.master.reads("Nobody plays Germany but a bot: hand its seat to a person first")
        for power, name in POSTAL.items():
            self.table.hands_to_post(power, name)
        self.master.reads("Edda Voss, by post", "Fausto, by post")

    def sheets(self, phase: str, *, but: tuple[str, ...] = (), way: str = "post") -> None:
        """All hand in what the script says; who plays by post, by letter."""
        for power, orders in ORDERS[phase].items():
            if power in POSTAL and power not in but:
                self.table.enters(power, way, orders)
            elif power not in but:
                self.table.writes(self.people[power], orders)

    def ends(self, phase: str) -> None:
        """The master ends the phase, and the game stands where the script's does."""
        assert self.table.phase == phase
        self.table.ends_phase()
        after = AFTER[phase]
        if "phase" in after:
            assert self.table.phase == after["phase"]
        if "units" in after:
            assert self.table.units() == after["units"]

    def edition(self, heading: str, editorial: str) -> None:
        """The turn is told to everybody, by page and letter."""
        self.table.drafts(heading, editorial)
        self.table.signs()
