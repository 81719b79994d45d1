"""The first year of a postal game: a letter is misread, and corrected; a seat changes hands."""

from postal_beginning import AUTUMN, ORDERS, SPRING, Beginning
from postal_people import link_in

MISREAD = ("A Kie - Den", "A Kie - Hol")


class FirstYear(Beginning):
    """From the placing of the mountains to the standby who takes a seat."""

    def winter_2020(self) -> None:
        """The ranges are placed; Vinzenz is late, is asked, and stays so."""
        phase = "Winter 2020, set-up"
        self.sheets(phase)
        self.table.desk()
        self.master.press("Write to whoever has handed in nothing", "Write to them")
        self.office.letter(self.people["Austria"].mail, "your orders")
        assert not self.office.letters(self.people["France"].mail, "your orders")
        self.ends(phase)
        self.edition("Everybody is at his place", "The mountains stand. Where, nobody says.")

    def asks_for_time(self) -> None:
        """Mehmet asks for more time on his board."""
        turkey = self.people["Turkey"]
        turkey.page.goto(self.table.base)
        turkey.follow("text=Ask for more")
        turkey.page.fill("#question", "The post here is on strike. May I have a week more?")
        turkey.press("Ask")

    def mailed(self) -> None:
        """One letter is entered by text, and misread; what is telephoned, on the map."""
        table, russia = self.table, self.people["Russia"]
        misread = [order.replace(*MISREAD) for order in ORDERS[SPRING]["Germany"]]
        table.enters("Germany", "post", misread)
        self.sheets(SPRING, but=("Germany", "Russia", "Turkey"))
        self.on_the_map(ORDERS[SPRING]["Russia"])
        russia.page.goto(f"{table.base}log/")
        russia.reads("Opened by GM Ruth", "Orders entered by GM Ruth", "by telephone")
        assert "Germany" not in russia.page.inner_text("#sheets ~ ol"), "another's is not told"

    def on_the_map(self, orders: list[str]) -> None:
        """Moves of Russia by telephone, each by clicks on the map."""
        table, page = self.table, self.master.page
        table.opens("Russia", "telephone")
        for order in orders:
            unit, goal = order.split(" - ")
            page.click(f'[data-unit^="{unit}"]')
            page.click("#composer .verbs button >> text=Move")
            if order == orders[-1]:
                self.album.takes(page, "on-the-map")
            with page.expect_response(lambda answer: answer.url.endswith("/sheet")):
                page.click(f"#composer [data-value={goal}]")
        page.wait_for_selector("#count >> text=4 of 4")
        assert sorted(page.input_value("#typed").split("\n")) == sorted(orders)

    def gives_time(self) -> None:
        """Turkey has a week more, and nobody else hears for whom the phase waits."""
        table, page, turkey = self.table, self.master.page, self.people["Turkey"]
        table.desk()
        self.master.reads("May I have a week more?", "Germany handed in, not ready")
        self.album.takes(page, "desk", "#sheets")
        table.more_time("Turkey", 7)
        page.fill(".question textarea[name=answer]", "You have it.")
        self.master.press("Answer")
        self.office.letter(turkey.mail, "more time")
        france = self.people["France"]
        france.page.goto(f"{table.base}log/")
        france.reads("for who was given more time; all other sheets close at")
        assert "Turkey" not in france.page.inner_text(".log li >> nth=0")
        table.writes(turkey, ORDERS[SPRING]["Turkey"])

    def too_late(self) -> None:
        """A window with Germany's sheet is still open when the phase has closed."""
        table, late = self.table, self.master.window()
        late.goto(f"{table.base}for/Germany/")
        self.ends(SPRING)
        with late.expect_response(lambda answer: answer.url.endswith("/sheet")):
            late.fill("#typed", "A Kie - Den")
        late.wait_for_selector("#saved >> text=The phase was over when this came")
        late.close()
        self.master.page.goto(f"{table.base}log/")
        self.master.reads("the phase was over when this came; it does not count")
        self.edition("Spring", "Three fleets at sea, and nobody has found a mountain yet.")

    def corrected(self) -> None:
        """Edda has written Denmark: the order is corrected, in one of two windows."""
        table, page = self.table, self.master.page
        germany = ORDERS[SPRING]["Germany"]
        table.writes(self.people["France"], ORDERS[AUTUMN]["France"])
        table.corrects("Germany", germany, "A Kie was read as Hol, and is Den.")
        self.master.reads("Correct Spring 2021, movement?", "A Kie was read as Hol, and is Den.")
        self.album.takes(page, "correction")
        first, self.master.page = page, self.master.window()
        table.corrects("Germany", [*germany[:2], "A Ber H"], "By another window.")
        second, self.master.page = self.master.page, first
        self.master.press("Correct it")
        self.master.reads("The phase is corrected; everybody is told.")
        self.master.page = second
        self.master.press("Correct it")
        self.master.reads("The phase was corrected since you looked", "look again.")
        assert "A Ber H" in second.input_value("#typed"), "what was typed is kept"
        second.close()
        self.master.page = page
        self.corrected_is_told()

    def corrected_is_told(self) -> None:
        """On the boards, by letter, and in an edition that corrects the one before."""
        told = self.office.letter(self.people["Russia"].mail, "is corrected")
        assert "A Kie was read as Hol, and is Den." in told
        assert "A Kie - Den" in told
        france = self.people["France"]
        france.page.goto(self.table.base)
        assert france.page.input_value("#typed").split("\n") == ORDERS[AUTUMN]["France"]
        france.page.goto(f"{self.table.base}log/")
        france.reads("Spring 2021, movement is corrected, and carried out again.")
        russia = self.people["Russia"]
        russia.page.goto(f"{self.table.base}log/")
        self.album.takes(russia.page, "log")
        self.album.takes(russia.page, "log-of-a-sheet", "#sheets", only="phone")
        page = self.master.page
        page.goto(f"{self.table.base}editions/2/")
        self.master.press("Write a correction of it")
        self.edition(
            "Spring, corrected", "Germany's army from Kiel is in Denmark. My eyes, not hers."
        )
        page.goto(f"{self.table.base}editions/2/")
        self.master.reads("Edition 3 corrects this one.")

    def stands_by(self) -> None:
        """Vinzenz gives up; the seat is offered to Wanda, who stands by and takes it."""
        table, page = self.table, self.master.page
        austria = self.people["Austria"]
        austria.page.goto(f"{table.base}about/")
        austria.press("Give up Austria")
        austria.sure()
        table.desk()
        page.fill("#standby-whom", "wanda@example.org")
        self.master.press("Put on the list")
        self.master.sure()
        page.select_option("#vacant", "Austria")
        self.master.press("Offer it to the next", "Send the letter")
        wanda = self.people["Austria"] = self.person("Wanda")
        wanda.page.goto(link_in(self.office.letter(wanda.mail, "")))
        wanda.follow("main >> text=New here")
        wanda.sign_up(self.office)
        wanda.reads("The game master offers you this seat.")
        self.album.takes(wanda.page, "standby", only="phone")
        wanda.press("Take the seat")
        table.desk()
        self.master.reads("Austria Wanda")
