"""A postal game of Post-Atomic, as its game master runs it in a browser.

    python tests/browser/postal_game.py [FOLDER]

plays it on a server that this starts, and takes the pictures of
docs/a-postal-game.md. The sheets are those of the scripted game
(``golden/post_atomic.script.yaml``), with its dice: one of them is misread and
corrected, so that the game has to stand after each turn where that one does.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from postal_beginning import AUTUMN, GONE, HERE, ORDERS, SPRING
from postal_first_year import FirstYear
from postal_people import Album, Office, Person
from serving import serving

FOLDER = HERE.parents[1] / "docs" / "postal"


class Story(FirstYear):
    """The game, chapter by chapter; each leaves it for the next."""

    def all(self) -> None:
        """All chapters."""
        self.offered()
        self.invited()
        self.seated()
        self.winter_2020()
        self.asks_for_time()
        self.mailed()
        self.gives_time()
        self.too_late()
        self.corrected()
        self.stands_by()
        self.two_years()
        self.over()
        for each in (self.master, *self.people.values()):
            assert each.wrong == []

    def two_years(self) -> None:
        """Autumn 2021 to Winter 2022; each turn has its edition."""
        clara, denis = self.people["England"], self.people["France"]
        ORDERS[AUTUMN]["Austria"] = ["A Vie H", "A Bud S A Vie", "F Tri H"]
        self.writes_to(clara, "2-3", "Carry me to Picardy, and Norway shall hear of it.")
        self.writes_to(denis, "2-3", "Gladly. The sea is calm there.")
        self.writes_to(denis, "public", "Paris to all: we have climbed nothing yet.")
        olga = self.people["Russia"]
        olga.page.goto(f"{self.table.base}editions/")
        olga.page.fill("#text", "Olga, 4 Harbour Street, Riga")
        olga.press("Print it")
        old = self.old_window()
        self.turn(AUTUMN, "Autumn 2021", "A cliff, where nobody had looked for one.")
        self.twice_removed(old)
        self.printed(4)
        self.turn("Winter 2021, adjustments", "The first mutant", "It was born in London.")
        self.turn("Spring 2022, movement", "", "")
        self.turn("Spring 2022, retreats", "Two fleets flee", "Sweden has a guest.")
        self.turn("Autumn 2022, movement", "Autumn 2022", "The cliff is steeper than it looks.")
        self.turn("Winter 2022, adjustments", "Two years", "And that was it, for this zine.")

    def turn(self, phase: str, heading: str, editorial: str) -> None:
        """Sheets, the end of the phase, and its edition."""
        self.sheets(phase)
        self.ends(phase)
        if heading:
            self.edition(heading, editorial)

    def printed(self, number: int) -> None:
        """An edition as a player has it: page, letter and PDF."""
        olga = self.people["Russia"]
        path = f"{self.table.base}editions/{number}"
        olga.page.goto(f"{path}/")
        olga.reads("Autumn 2021", "Paris to all: we have climbed nothing yet.", "4 Harbour Street")
        self.album.takes(olga.page, "edition")
        letter = self.office.letter(olga.mail, f"edition {number}")
        assert "Paris to all: we have climbed nothing yet." in letter
        answer = olga.context.request.get(f"{path}.pdf")
        self.album.keeps(olga.page, answer.body(), "edition")

    def writes_to(self, who: Person, key: str, text: str) -> None:
        """Press of somebody."""
        who.page.goto(f"{self.table.base}press/{key}/")
        who.page.fill("#press-text", text)
        who.page.click("text=Send")
        who.page.wait_for_selector(f".message.own >> text={text}")

    def old_window(self) -> Any:
        """A window that is about to correct Spring 2021."""
        table, page = self.table, self.master.page
        self.master.page = self.master.window()
        table.corrects("Germany", [*ORDERS[SPRING]["Germany"][:2], "A Ber H"], "Too late.")
        old, self.master.page = self.master.page, page
        return old

    def twice_removed(self, old: Any) -> None:
        """A phase that did not close last is not corrected."""
        page, self.master.page = self.master.page, old
        self.master.press("Correct it")
        self.master.reads("Correct Autumn 2021, movement", "The game has gone on since you looked")
        assert "A Ber H" in old.input_value("#typed"), "what was typed is kept"
        self.master.page = page
        old.close()

    def over(self) -> None:
        """The game is ended, opened, annotated, and kept as one file."""
        table, master = self.table, self.master
        clara = self.people["England"]
        clara.page.goto(f"{table.base}notes/2/")
        clara.page.fill("#text", "I did not know of the cliff. Denis did.")
        clara.press("Keep it")
        table.desk()
        master.press("End the game without a winner", "End it")
        archive = f"{table.base}archive/"
        for power in ("England", "France"):
            who = self.people[power]
            who.page.goto(f"{archive}press/")
            who.press("Agree to open all of mine")
            who.sure()
        clara.page.goto(f"{table.base}notes/")
        clara.press("Publish all of them")
        clara.sure()
        master.page.goto(f"{table.base}notes/1/")
        master.page.fill("#text", "Here I misread a letter.")
        master.press("Publish it")
        master.page.goto(archive)
        self.album.takes(master.page, "archive")
        clara.page.goto(archive)
        with clara.page.expect_download() as download:
            clara.page.click("text=keep it as a file")
        kept = Path(download.value.path()).read_text(encoding="utf-8")
        for text in ("Here I misread a letter.", "Denis did.", "The sea is calm there."):
            assert text in kept, text
        clara.page.goto(f"{table.base}editions/")
        clara.page.wait_for_selector("text=8. Two years")


@contextmanager
def told(browser: Any, album: Album) -> Iterator[Story]:
    """A server with a worker and a mail office, and a story that may begin on it."""
    office = Office(GONE)
    settings = {"DJANGO_SETTINGS_MODULE": "postal_settings", "EMAIL_URL": office.address}
    settings["LEGATION_CONFIRM_MAIL"] = "yes"
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), "", "--with-worker", **settings) as server,
    ):
        yield Story(server.url, office, browser, album)
    office.shutdown()
    office.server_close()


def main(folder: Path) -> None:
    """Plays the game, and takes its pictures."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("no Chromium: apt-get install -y chromium")
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        with told(browser, Album(folder)) as story:
            story.all()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
