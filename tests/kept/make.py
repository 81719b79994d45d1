"""Makes a folder of kept files: saves, case files, databases, as this very program writes them.

``.venv/bin/python tests/kept/make.py tests/kept/2027-03`` is run by hand when a
format has changed, and never over a folder that is there: what was written
once is what people have on their disks, and is kept as it is for good. A
later version adds a folder of its own; ``index.toml`` in it, which says what
each file holds, is then written by hand from the files.
"""

from __future__ import annotations

import gzip
import os
import random
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "laws")]

from bot_games import new_game, seated, step  # noqa: E402

import golden_game  # noqa: E402  from the folder of the tests
from legation.table.game import Game  # noqa: E402
from legation.table.saving.save import dump  # noqa: E402

SEED = "6b657074206b657074206b657074206b"
_MOST = 60  # phases; none comes near it


def packed(data: bytes) -> bytes:
    """Packed, without the time of day: the same data give the same file."""
    return gzip.compress(data, 9, mtime=0)


def main(folder: Path) -> None:
    """Makes everything, in a folder that is not there yet."""
    folder.joinpath("saves").mkdir(parents=True)
    for name, make in SAVES.items():
        game = make()
        found = game.audit()
        assert not found, f"{name}: {found[0]}"
        folder.joinpath("saves", f"{name}.json.gz").write_bytes(packed(dump(game).encode()))
        print(f"{name}: {game.phase}", flush=True)
    server = HERE / "make_server.py"
    subprocess.run([sys.executable, str(server), str(folder.absolute())], check=True)


# Games of bots


def brought(
    variant: str, seed: int, kind: str, least: int, options: Mapping[str, str] | None = None
) -> Game:
    """A game of bots, in a phase of this kind after so many others, half of its sheets written."""
    game = new_game(variant, seed, options)
    bots = seated(game, sorted(game.book.players)[::2])
    while game.number < least or game.phase.kind != kind:
        assert game.number < _MOST, f"{variant} does not come to {kind}"
        _police(game)
        step(game, bots, seed)
    _police(game)
    waiting = game.waiting
    for at, power in enumerate(waiting[: (len(waiting) + 1) // 2]):
        dice = random.Random(f"{seed} {power}")
        sheet = bots[power].choose(game.book, game.view(power), dice)
        assert game.submit(power, sheet, settled=not at) == []
    return game


def _police(game: Game) -> None:
    """What the game master orders, written and sealed."""
    for power in game.book.master_powers if game.phase.kind == "movement" else ():
        units = game.view("gm").position.of(power)
        assert game.submit(power, [f"{unit} H" for unit in units], settled=True) == []


# Games written by hand


def _sheets(game: Game, sheets: Mapping[str, list[str]]) -> None:
    for power, lines in sheets.items():
        assert game.submit(power, lines) == [], power


def _by_hand() -> Game:
    """Three phases: a bounce, a convoy, a support that is cut, a dislodged army."""
    game = Game.new("standard", {}, SEED, "By hand")
    _sheets(
        game,
        {
            "Austria": ["A Vie - Tri", "A Bud - Ser", "F Tri - Alb"],
            "England": ["F Lon - NTH", "F Edi - NWG", "A Lvp - Yor"],
            "France": ["A Par - Bur", "A Mar S A Par - Bur", "F Bre - MAO"],
            "Germany": ["A Mun - Bur", "A Ber - Kie", "F Kie - Hol"],
            "Italy": ["A Ven - Tyr", "A Rom - Ven", "F Nap - ION"],
            "Russia": ["A War - Gal", "A Mos - Ukr", "F Sev - BLA", "F StP/sc - BOT"],
            "Turkey": ["F Ank - BLA", "A Con - Bul", "A Smy - Con"],
        },
    )
    game.advance()
    _sheets(
        game,
        {
            "England": ["A Yor - Nwy via convoy", "F NTH C A Yor - Nwy", "F NWG - NAO"],
            "France": ["A Bur - Mun", "A Mar - Bur", "F MAO - Spa/sc"],
            "Germany": ["A Kie - Den", "A Mun - Tyr", "F Hol - Bel"],
            "Italy": ["A Tyr - Tri", "A Ven S A Tyr - Tri", "F ION - Tun"],
            "Russia": ["F BOT - Swe", "A Gal - Rum", "A Ukr S A Gal - Rum"],
            "Turkey": ["A Bul - Gre", "A Con - Bul"],
        },
    )
    game.advance()
    assert game.submit("Austria", ["A Tri - Vie"]) == []
    return game


def _acts() -> Game:
    """Acts of the game master, a rollback, and proposals that are open, failed and lapsed."""
    game = brought("standard", 3, "movement", 3)
    game.set_unit("Turkey", "A", "Syr")
    game.remove_unit("Syr")
    game.set_unit("England", "F", "IRI")
    game.set_owner("Tun", "Italy")
    game.set_owner("Por", None)
    game.extend("until Friday, 20:00")
    game.civil_disorder("Russia")
    game.propose("France", "draw", ["France", "England"])  # which lapses
    game.advance()
    game.civil_disorder("Russia", declared=False)
    number = game.propose("Turkey", "concession", ["England"])
    game.vote("Germany", number, "no")
    game.rollback(2)
    for _ in range(2):
        step(game, seated(game, ["France"]), "again")
    number = game.propose("France", "draw")
    game.vote("England", number, "yes")
    game.propose("Turkey", "concession", ["England", "France"])
    assert game.submit("France", [], settled=True) == []
    return game


def _voted() -> Game:
    """A draw that all survivors accepted, with sheets that were never carried out."""
    game = brought("standard", 4, "movement", 5)
    number = game.propose("Austria", "draw")
    for power in sorted(game.book.players - {"Austria"}):
        game.vote(power, number, "yes")
    assert game.over
    return game


def _again() -> Game:
    """A game that was ended and taken up again, with other dice."""
    game = brought("post_atomic", 5, "movement", 3)
    game.abandon()
    game.rollback(1, SEED)
    step(game, seated(game, ["France"]), "again")
    return game


def _fork() -> Game:
    """A copy of a game, from a phase of its past, played on with dice of its own."""
    game = brought("london_nights", 6, "movement", 6).fork(2, SEED)
    step(game, seated(game, ["Nurses"]), "fork")
    return game


def _fallen(when: str) -> Game:
    """A power of Locarno in civil disorder, another falling."""
    game = brought("locarno", 7, "movement", 2, {"cd-when": when})
    game.civil_disorder("Italy")
    game.advance()
    while game.phase.kind != "movement":
        game.advance()
    game.civil_disorder("Turkey")
    return game


def _exchange() -> Game:
    """An army and a fleet of one power that change places, as this program lets them (CL-1)."""
    game = Game.new("claudian", {}, SEED, "Own exchange")
    assert game.submit("England", ["A Lvp - Yor"]) == []
    game.advance()
    assert game.submit("England", ["A Yor - Edi", "F Edi - Yor", "F Lon 100 - ENG"]) == []
    game.advance()
    return game


def _golden(name: str) -> Callable[[], Game]:
    return lambda: golden_game.play(name)


def _bots(
    variant: str, seed: int, kind: str, least: int, options: Mapping[str, str] | None = None
) -> Callable[[], Game]:
    return lambda: brought(variant, seed, kind, least, options)


_POLICE = {"police-orders": "game-master", "upkeep": "strength", "clock": "named"}
_UNIT_ONLY = {"publish-builds": "unit-only", "range-nmr": "none", "retreat-list": "open"}
SAVES: Mapping[str, Callable[[], Game]] = {
    "standard-by-hand": _by_hand,
    "standard-movement": _bots("standard", 11, "movement", 8, {"edition": "1971"}),
    "standard-retreats": _bots("standard", 12, "retreat", 6),
    "standard-adjustments": _bots("standard", 13, "adjustment", 6),
    "standard-acts": _acts,
    "standard-voted": _voted,
    "locarno-movement": _bots("locarno", 21, "movement", 7),
    "locarno-retreats": _bots("locarno", 22, "retreat", 4, {"split-bids": "no"}),
    "locarno-adjustments": _bots("locarno", 23, "adjustment", 5),
    "locarno-fallen": lambda: _fallen("between-turns"),
    "locarno-fallen-at-once": lambda: _fallen("at-once"),
    "locarno-finished": _golden("locarno"),
    "london_nights-movement": _bots("london_nights", 31, "movement", 9),
    "london_nights-retreats": _bots("london_nights", 32, "retreat", 6),
    "london_nights-adjustments": _bots("london_nights", 33, "adjustment", 5),
    "london_nights-police": _bots("london_nights", 34, "movement", 6, _POLICE),
    "london_nights-fork": _fork,
    "london_nights-finished": _golden("london_nights"),
    "post_atomic-setup": _bots("post_atomic", 41, "setup", 0),
    "post_atomic-movement": _bots("post_atomic", 42, "movement", 7),
    "post_atomic-retreats": _bots("post_atomic", 43, "retreat", 5),
    "post_atomic-adjustments": _bots("post_atomic", 44, "adjustment", 6, _UNIT_ONLY),
    "post_atomic-unseen": _bots("post_atomic", 92, "movement", 4, _UNIT_ONLY),
    "post_atomic-again": _again,
    "post_atomic-finished": _golden("post_atomic"),
    "warwick-movement": _bots("warwick", 73, "movement", 6),
    "warwick-retreats": _bots("warwick", 52, "retreat", 5),
    "warwick-adjustments": _bots("warwick", 53, "adjustment", 5),
    "warwick-finished": _golden("warwick"),
    "claudian-movement": _bots("claudian", 61, "movement", 7),
    "claudian-retreats": _bots("claudian", 62, "retreat", 5),
    "claudian-adjustments": _bots("claudian", 81, "adjustment", 6),
    "claudian-own-exchange": _exchange,
    "claudian-finished": _golden("claudian"),
}

if __name__ == "__main__":
    if len(sys.argv) != 2 or os.path.exists(sys.argv[1]):
        sys.exit("Name one folder that is not there yet: what is kept is never made anew.")
    main(Path(sys.argv[1]))
