"""What a game master does at his desk, and a player at his board, by a browser's hands."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from postal_people import Person


@dataclass
class Table:
    """A game, its master, and who plays by a browser."""

    slug: str
    master: Person
    players: dict[str, Person]

    @property
    def base(self) -> str:
        """The address of the game."""
        return f"/games/{self.slug}/"

    def desk(self) -> None:
        """The master goes to his desk."""
        self.master.page.goto(f"{self.base}desk/")

    def units(self) -> dict[str, list[str]]:
        """What stands on the board, as the master is told."""
        view = self.master.context.request.get(f"/api{self.base}view").json()["view"]
        found: dict[str, list[str]] = {}
        for unit in view["position"]["units"]:
            found.setdefault(unit["power"], []).append(f"{unit['kind']} {unit['place']}")
        return {power: sorted(units) for power, units in found.items()}

    def writes(self, who: Person, orders: list[str]) -> None:
        """A player hands in a sheet; without the map, which would take seconds to draw."""
        asked = who.context.request
        game = asked.get(f"/api{self.base[:-1]}").json()
        marks = {each["name"]: each["value"] for each in who.context.cookies()}
        answer = asked.put(
            f"/api{self.base}sheet",
            data={"typed": "\n".join(orders), "serial": game["serial"]},
            headers={"X-CSRFToken": marks["csrftoken"]},
        )
        assert answer.ok, answer.text()
        assert answer.json()["errors"] == [], answer.text()

    def opens(self, power: str, way: str) -> None:
        """Opens the sheet of a power to enter orders that came some way."""
        self.desk()
        page = self.master.page
        page.select_option("#others-power", power)
        page.select_option("#others-way", way)
        self.master.follow("text=Enter them")
        self.master.sure()
        page.wait_for_url("**/for/**")

    def enters(self, power: str, way: str, orders: list[str]) -> None:
        """Enters the orders of a letter, by text."""
        self.opens(power, way)
        page = self.master.page
        with page.expect_response(lambda answer: answer.url.endswith("/sheet")):
            page.fill("#typed", "\n".join(orders))
        page.wait_for_selector("#saved >> text=Saved at")
        assert page.locator("#written .bad").count() == 0, orders

    @property
    def phase(self) -> str:
        """The phase that is open, as his desk says."""
        self.desk()
        return str(self.master.page.locator(".kicker").inner_text()).split(" · ")[1]

    def ends_phase(self) -> None:
        """Ends the phase, sure of it; the desk shows the next one by itself."""
        before = self.phase
        self.master.press("End the phase now", "End the phase now")
        self.master.page.locator(".kicker", has_not_text=before).wait_for()

    def hands_to_post(self, power: str, name: str) -> None:
        """Seats somebody who posts letters."""
        self.desk()
        page = self.master.page
        page.select_option("#g-power", power)
        page.check("#give input[value=post]")
        page.fill("#postal", name)
        self.master.press("Hand it on")
        self.master.sure()

    def more_time(self, power: str, days: int) -> None:
        """Gives a power so many days more than the others have."""
        self.desk()
        page = self.master.page
        ends = datetime.fromisoformat(page.input_value("#more-until"))
        page.select_option("#more-power", power)
        page.fill("#more-until", f"{ends + timedelta(days=days):%Y-%m-%dT%H:%M}")
        self.master.press("Give it more time", "Give it more time")

    def corrects(self, power: str, orders: list[str], why: str) -> None:
        """Previews another sheet of the phase that closed last."""
        page = self.master.page
        self.desk()
        self.master.follow("text=Correct the phase that closed last")
        self.master.follow(f".powers >> text={power}")
        page.fill("#typed", "\n".join(orders))
        page.fill("#note-1", why)
        self.master.press("What would differ?")

    def drafts(self, heading: str, editorial: str) -> None:
        """Writes an edition, and looks at it."""
        page = self.master.page
        page.goto(f"{self.base}editions/draft/")
        page.fill("#heading", heading)
        page.fill("#editorial", editorial)
        self.master.press("Store and look")

    def signs(self) -> None:
        """Signs the edition that is stored, sure of it."""
        self.master.press("Sign", "Sign it")
