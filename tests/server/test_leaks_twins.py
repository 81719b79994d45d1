"""Games that differ only in what somebody was never told give him the same answers, to the byte."""

import random
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import count, islice
from unittest.mock import patch

import pytest
import visits
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from interference import LAWS, OF_VARIANT
from leak_asking import Heard, ask, browser, forget, normal
from random_play import hand_in, play, random_orders
from tables import person
from test_leaks import Record
from twins import MASTER, Pair, everybody, really_differs, twin
from visits import Place, Visit

from legation.board.calendar import ADJUSTMENT, RETREAT
from legation.server.accounts.models import Attempt
from legation.server.games import records
from legation.server.games.models import FINISHED, RUNNING, Game, Holding, LogEntry, Seat
from legation.server.games.models.leaf import Leaf
from legation.server.games.models.pledge import Pledge
from legation.server.games.models.sheet import Sheet
from legation.server.games.pledges import pledged
from legation.server.games.publish import standing
from legation.server.press.members import PUBLIC
from legation.table.game import Game as Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("leaks_alone")]
BEGAN = timezone.now()
SHORT = 12
"""Phases of a game at most: each has pages of its own."""


# Pairs


def _pending(variant: str, kind: str) -> Iterator[Pair]:
    """In a retreat, or an adjustment, one power's sheet is another; in game after game."""
    for number in count():
        dice = random.Random(f"{variant} {kind} {number}")
        game = Table.new(variant, {}, seed=f"{dice.getrandbits(128):032x}")
        while not game.over and game.number < SHORT:
            if game.phase.kind == kind and game.waiting:
                one, two = twin(game), twin(game)
                power = dice.choice(game.waiting)
                for table in (one, two):
                    hand_in(table, power, random_orders(table, power, dice))
                yield Pair(f"{kind} sheet", one, two, everybody(game, power), (power,))
            play(game, 1, dice)


def _pair(law: str, kind: str) -> Pair:
    """The first pair of a family that differs in a secret, of this kind where one is named."""
    variant, _, phase = law.partition(", ")
    families = (islice(LAWS[law](seed), 12) for seed in range(12)) if not phase else ()
    found = _pending(variant, phase) if phase else (p for family in families for p in family)
    for pair in found:
        fits = kind in ("", pair.secret) and pair.one.record != pair.two.record
        if fits and pair.one.number < SHORT and really_differs(pair):
            return pair
    raise AssertionError(f"no pair of {law} differs")


# Laying them on the table


def laid(pair: Pair) -> Game:
    """A row for twins: everybody has a player of his own, and nothing depends on the clock."""
    book = pair.one.book
    master = person("Master")
    row = Game.objects.create(
        name="Twins",
        variant=pair.one.record.variant,
        options=dict(pair.one.record.options),
        state=RUNNING,
        started_at=BEGAN,
        master=master,
        version=1,
        slug="twinstwins",
        sealed=False,  # so that who knows a waiting sheet is shown it
        advice=True,
    )
    for power in book.powers:
        user = person(power.name)
        seat = Seat.objects.create(game=row, power=power.name, user=user)
        Holding.objects.create(seat=seat, user=user)
    LogEntry.objects.create(game=row, made_at=BEGAN, actor="", text="The game begins.")
    return row


def lay(row: Game, table: Table) -> Place:
    """Puts one of the twins into the row."""
    here = table.record.phases[-1]
    Sheet.objects.filter(game=row).delete()
    for power, sheet in here.sheets.items():
        Sheet.objects.create(
            game=row,
            serial=records.serial_of(table),
            power=power,
            typed="\n".join(sheet.orders),
            orders=list(sheet.orders),
            settled=sheet.settled,
            edition=1,
            saved_at=BEGAN,
        )
    values = standing(table)
    over = {"state": FINISHED, "ended_at": BEGAN} if table.over else {"state": RUNNING}
    grown = records.grown(row, None, table)
    Game.objects.filter(pk=row.pk).update(
        head=grown.head, version=row.version + 1, **values, **over
    )
    Leaf.objects.filter(game=row).delete()
    records.write(row, grown)
    row.refresh_from_db()
    _pledge(row, table)
    forget()
    return Place(
        slug=row.slug,
        variant=row.variant,
        serial=row.serial,
        last=table.number,
        keys=[PUBLIC, "1-2"],
        powers=[p.name for p in table.book.powers],
        finished=table.over,
        slow=False,
    )


def _pledge(row: Game, table: Table) -> None:
    """Pledges of all phases, with salts that are no secret: the twins differ in hashes alone."""
    Pledge.objects.filter(game=row).delete()
    record = table.record
    first = Table(replace(record, phases=record.phases[:1]))
    salts = (f"{number:032x}" for number in count())
    with patch("legation.table.proof.pledges.new_salt", side_effect=salts):
        for before, after in ((None, first), (first, table)):
            Pledge.objects.bulk_create(pledged(row, before, after, BEGAN))


def answers(
    row: Game, table: Table, viewer: str, only: Collection[str] = (), *, forms: bool = True
) -> list[tuple[Visit, Heard]]:
    """Every answer that a viewer gets in one of the twins, or those of some patterns."""
    place = lay(row, table)
    user = {MASTER: person("Master"), "spectator": None}.get(viewer) or (
        person(viewer) if viewer not in ("spectator", "archive") else None
    )
    client = browser(user)
    wanted = [v for v in visits.of(place) if row.slug in v.path or v.name == "front"]
    wanted = [v for v in wanted if not only or v.name in only]
    wanted = [v for v in wanted if forms or v.method == "GET"]
    if viewer == MASTER:
        wanted = [v for v in wanted if not _opens(v)]
    with patch("django.utils.timezone.now", return_value=BEGAN):  # the clock is no secret
        found = [each for visit in wanted for each in _asked(client, visit)]
    unspent()
    return found


def _asked(client: Client, visit: Visit) -> Iterator[tuple[Visit, Heard]]:
    """A visit; where the answer may be kept, again, as who has it already."""
    heard = ask(client, visit)
    yield visit, heard
    if heard.mark:
        again = ask(client, visit, heard.mark)
        assert (again.status, again.body, again.mark) == (304, "", heard.mark)
        yield visit, again


def _opens(visit: Visit) -> bool:
    """Does the master open sheets by this, seal his orders or end the game? They are open then."""
    ends = visit.path.endswith(("/desk/seal/", "/desk/end-game/", "/desk/others/"))
    return visit.method == "POST" and (ends or "ready" in visit.data)


# Comparing


def _differ(one: Heard, two: Heard) -> bool:
    return normal(one.text) != normal(two.text)


def _where(one: Heard, two: Heard) -> str:
    """Where two answers part."""
    first, second = normal(one.text), normal(two.text)
    at = next((i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
    return f"{first[max(0, at - 100) : at + 100]!r} / {second[max(0, at - 100) : at + 100]!r}"


def _outsiders(pair: Pair) -> list[str]:
    """Two of those who must not be able to tell: who watches, where he is one, and a player."""
    players = [o for o in pair.outsiders if o in pair.one.book.players]
    rest = [o for o in pair.outsiders if o not in players and o != "archive"]
    return [*rest[-1:], *players[:1]]


def compare(pair: Pair, record: Record, *, forms: bool, only: Collection[str] = ()) -> None:
    """Outsiders get the same answers in both games, at the same cost; an insider does not.

    `only`: those of some patterns.
    """
    row, compared = laid(pair), 0
    for viewer in _outsiders(pair):
        one = answers(row, pair.one, viewer, only, forms=forms)
        two = answers(row, pair.two, viewer, only, forms=forms)
        for (visit, first), (_, second) in zip(one, two, strict=True):
            assert not _differ(first, second), (viewer, visit, _where(first, second))
            if visit.name != "events":  # which looks as often as there is time
                assert first.queries == second.queries, (viewer, visit)
            compared += 1
    insider = next((i for i in pair.insiders if i != "archive"), "")
    if insider:
        shown = ("game", "interface:view", "interface:sheet", "desk:desk")
        one, two = (answers(row, table, insider, shown) for table in (pair.one, pair.two))
        told = sum(_differ(a, b) for (_, a), (_, b) in zip(one, two, strict=True))
        assert told, "who knows the secret is shown it"
    what = f"twins: {pair.secret}, {row.variant}, {' and '.join(_outsiders(pair))}"
    record("leaks", {"what": what, "answers": 2 * compared, "pairs": compared})


TOLD_PAGES = (
    *("game", "board-lists", "board-standings", "what-if"),
    *("game-report", "game-report-text", "report-picture"),
)


def unspent() -> None:
    """Budgets begin anew: here time stands still, and none would ever be over."""
    Attempt.objects.all().delete()
    cache.clear()


def _as_told(row: Game, table: Table, reader: str) -> list[tuple[Visit, Heard]]:
    """The pages of a game as the master reads them: as told to somebody, or as his own."""
    place, client = lay(row, table), browser(person("Master"))
    unspent()
    wanted = [
        replace(visit, data={**visit.data, "to": reader})
        for visit in visits.of(place)
        if visit.name in TOLD_PAGES and visit.method == "GET"
        if not {"to", "as", "holding"} & {*visit.data}
    ]
    with patch("django.utils.timezone.now", return_value=BEGAN):
        return [(visit, ask(client, visit)) for visit in wanted]


def same_as_told(pair: Pair, readers: Collection[str], record: Record) -> None:
    """What the master reads as told to an outsider is the same in both games (STD-WHY)."""
    row, compared = laid(pair), 0
    for reader in readers:
        one, two = (_as_told(row, table, reader) for table in (pair.one, pair.two))
        for (visit, first), (_, second) in zip(one, two, strict=True):
            assert not _differ(first, second), (reader, visit, _where(first, second))
            compared += first.status == 200
    one, two = (_as_told(row, table, "") for table in (pair.one, pair.two))
    assert compared
    assert any(_differ(a, b) for (_, a), (_, b) in zip(one, two, strict=True)), "his own differ"
    what = f"as told to others: {pair.secret}, {row.variant}, {len(readers)} readers"
    record("leaks", {"what": what, "answers": 2 * compared, "pairs": compared})


def test_the_master_reads_no_more_than_a_reader_was_told(record_property: Record) -> None:
    pair = _pair("theatre", "unseen units")
    same_as_told(pair, pair.outsiders[:1], record_property)


@pytest.mark.night
# Not "henry": what its games differ in stands on no page of these, the master's own included.
@pytest.mark.parametrize("law", ["scenes", "placers", "unmet", "dealt", "deal"])
def test_the_master_reads_no_more_in_any_family(law: str, record_property: Record) -> None:
    pair = _pair(law, "")
    readers = [each for each in pair.outsiders if each != "archive"]
    same_as_told(pair, readers, record_property)


# Families of pairs, and in some a kind.
FAMILIES = [
    *((law, "") for law in sorted({law for laws in OF_VARIANT.values() for law in laws})),
    ("night sheets", "unsealed"),
    ("sheets", "vote"),
    *((f"{v}, {p}", "") for v in ("standard", "london_nights") for p in (RETREAT, ADJUSTMENT)),
]


@pytest.mark.evening
def test_twins_give_the_same_pages(record_property: Record) -> None:
    compare(_pair("night sheets", "unsealed"), record_property, forms=False)


@pytest.mark.evening
def test_twins_give_the_same_to_suppose(record_property: Record) -> None:
    """Menus, orders and what comes of them: unseen units are on no board that is tried on."""
    pair = _pair("theatre", "unseen units")
    compare(pair, record_property, forms=True, only=("what-if",))


@pytest.mark.night
@pytest.mark.parametrize(("law", "kind"), FAMILIES)
def test_twins_give_the_same_answers(law: str, kind: str, record_property: Record) -> None:
    compare(_pair(law, kind), record_property, forms=True)
