"""Nobody is shown by any answer what he may not know: by canary.

A token that stands nowhere else is planted in each hidden fact, and every
address is asked as everybody, at every stage of a game.
"""

from collections.abc import Callable
from unittest.mock import patch

import leak_asking
import pytest
import visits
from leak_yard import (
    ALL,
    ANONYMOUS,
    Yard,
    about,
    everything,
    look,
    pages,
    play_to,
    replays,
    sow,
    yard,
)
from tables import SEED, fresh, reader, time_is_up

from legation.board.calendar import ADJUSTMENT, RETREAT
from legation.server.archive import opening, remarks
from legation.server.games import change, readers, reads, sheets
from legation.server.games.models.sheet import Sheet

# Not in one transaction: views that a process keeps are kept, as they are by a server.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("leaks_alone")]
Record = Callable[[str, object], None]


def test_every_pattern_is_visited() -> None:
    names = {name for _, name in visits.patterns()}
    assert names - set(visits.HOW) == set(), "say in visits.py how it is visited"
    assert set(visits.HOW) - names == set(), "there is no such pattern"


YARDS: dict[str, Callable[[], Yard]] = {
    "standard": lambda: yard("standard", ("Austria", "France", "Turkey")),
    "a police of the master": lambda: yard(
        "london_nights",
        ("Nurses", "Theatre-Goers", "Royals"),
        options={"police-orders": "game-master"},
    ),
}


SHEETS = ("game", "interface:view", "interface:sheet", "board-menu", "desk:desk")


def _seal(found: Yard) -> bool:
    """The game master seals the orders of his powers, if he has any."""
    masters = reads.book_of(found.game).master_powers
    view = reads.view_for(fresh(found.game), reader(found.game, found.people["gm"].name))
    for power in masters:
        unit = view.position.of(power)[0]
        sheets.submit(game=found.game, power=power, typed=f"{unit} H", settled=True, serial=0)
        assert Sheet.objects.get(game=found.game, power=power).settled
    return bool(masters)


def _end(found: Yard) -> None:
    """The game is over: who sat where is told, and the dice; one opens what he alone wrote in.

    He publishes his notes, too. Of two who wrote to each other one agrees to open it.
    """
    change.change(game=fresh(found.game), do=lambda table: table.abandon())
    one, two, three = found.powers
    for who, other in ((three, two), (two, one)):
        opening.agree(game=found.game, user=found.people[who], key=found.key(who, other))
    remarks.publish_all(game=found.game, user=found.people[three])
    for token, may in found.may.items():
        opened = token.startswith(("canaryname", "canaryheir", "canaryfar")) or token == SEED
        if opened or (token.startswith("canarynote") and may == {three}):
            may.add(ALL)


def _judge(found: Yard, kind: str, record: Record) -> None:
    """Nothing is shown to whom it may not be, and each canary to somebody."""
    counts = {**found.counts, "canaries": len(found.may), "leaks": len(found.leaks)}
    record("leaks", {"what": f"canaries, {kind}", **counts})
    assert found.leaks == []
    assert found.awaited - found.heard.keys() == set(), (
        "each is shown to somebody, or the test looks nowhere"
    )


@pytest.mark.evening
def test_canaries(record_property: Record) -> None:
    kind = "a police of the master"
    found = YARDS[kind]()
    sow(found)
    look(found, "written", about, (found.powers[1],))
    look(found, "written", pages, (ANONYMOUS, "ex", "gm"))
    _seal(found)
    look(found, "sealed", lambda visit, _: visit.name in SHEETS, ("gm",))
    decides = play_to(found, RETREAT)
    sow(found)
    look(found, "retreat", pages, (decides,))
    _end(found)
    look(found, "over", pages, ("ex",))
    _judge(found, f"{kind}, in short", record_property)
    assert found.counts["notices"] > len(found.people)


@pytest.mark.night
@pytest.mark.parametrize("kind", sorted(YARDS))
def test_canaries_as_everybody_at_every_stage(kind: str, record_property: Record) -> None:
    found = YARDS[kind]()
    sow(found)
    look(found, "written", everything)
    if _seal(found):
        look(found, "sealed", pages)
    late = found.powers[2]
    time_is_up(found.game)
    sheets.submit(game=found.game, power=late, typed=found.plant("late", late), serial=0)
    look(found, "a sheet that came late", about, (late,))
    for phase in (RETREAT, ADJUSTMENT):
        decides = play_to(found, phase)
        sow(found)
        look(found, f"{phase}, drawn", replays, (decides,), slow=True)
        look(found, f"{phase}, {decides} decides", pages)
    _end(found)
    look(found, "over", pages)
    look(found, "over, drawn", replays, (ANONYMOUS, "ex"), slow=True)
    _judge(found, kind, record_property)


def test_an_error_of_the_server_says_nothing() -> None:
    found = YARDS["standard"]()
    secret = found.plant("error")
    client = leak_asking.browser(found.people["gm"])
    client.raise_request_exception = False
    broken = RuntimeError(f"the sheet is {secret}")
    pages = ("", "lists/", "standings/", "what-if/0", "report/", "desk/", "press/", "votes/")
    addresses = [f"/games/{found.game.slug}/{page}" for page in pages]
    with patch.object(readers, "Reader", side_effect=broken):
        answers = [client.get(address) for address in addresses]
    for answer in answers:
        assert answer.status_code == 500
        assert secret not in f"{answer.content.decode()}{answer.headers}"


def test_the_search_finds_what_is_shown() -> None:
    found = YARDS["standard"]()
    sow(found)
    public = next(token for token in found.may if token.startswith("canarypublic"))
    found.may[public] = {"gm"}
    look(found, "written", lambda visit, _: visit.name == "press:thread", (ANONYMOUS,))
    assert found.leaks
    assert any(leak.startswith("anonymous is shown") for leak in found.leaks)
    assert all(public in leak for leak in found.leaks)
