"""The gate on a bare table: who reads what, one check at a time. Mutants have named them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pytest

from legation.board.calendar import Phase
from legation.board.ledger import ITS_POWER, Ledger, words
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.errors import OrderError
from legation.rules.editions import Edition, Editions
from legation.rules.reports import Fact, Fate, Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.rules.turn import set_up
from legation.sight.moment import Moment
from legation.sight.see import Desk, board, open_board, opened, see, true_survey
from legation.sight.view import Sheet, Told, View, standing
from legation.sight.viewer import ARCHIVE, GAME_MASTER, SPECTATOR, Viewer, power_viewer
from legation.table.game import Game
from legation.variants.load import load

SPRING = Phase("Spring", 1901, "movement")
OVER = Desk("", 0, {}, (), (), ("0123456789abcdef",), over=True)
PLAYED = replace(OVER, over=False)
FRANCE, ENGLAND = power_viewer("France"), power_viewer("England")
ALL = (FRANCE, SPECTATOR, GAME_MASTER, ARCHIVE)
OPEN, SEALED = "owner", "bid-void"
"""A kind of report that is opened at the end, and one that Locarno may keep closed for good."""


def outcome(kind: str, *causes: int) -> Outcome:
    return Outcome("Germany", None, None, Fate.HOLDS, "Mun", Report(kind, "c"), causes)


def closed() -> Rulebook:
    """A game whose bids are never opened (LO-DP-5)."""
    book = load("locarno", {"reveal-bids-at-end": "no"})
    assert {SEALED, "bid"} <= book.sealed
    return book


def revealed() -> Rulebook:
    """The same, with bids that are opened at the end."""
    book = load("locarno", {"reveal-bids-at-end": "yes"})
    assert not book.sealed
    return book


def view(viewer: Viewer, *moments: Moment, book: Rulebook | None = None, desk: Desk = OVER) -> View:
    book = book or load()
    return see(book, set_up(book), moments, viewer, desk)


def kinds(told: Sequence[Told]) -> list[list[str]]:
    return [[report.kind for report in each.reports] for each in told]


# The table


def test_there_is_no_press_while_secret_places_are_chosen() -> None:
    """PA-6e: the first Winter is silent; in no other phase is anybody kept from writing."""
    assert {view(viewer).press for viewer in ALL} == {True}
    game = Game.new("post_atomic")
    assert (game.view("France").phase.kind, game.view("France").press) == ("setup", False)
    game.advance()
    assert (game.view("France").phase.kind, game.view("France").press) == ("movement", True)


@dataclass(frozen=True)
class Notes(Ledger):
    notes: Mapping[str, str] = words(ITS_POWER, {"France": "a", "England": "b"})


def test_of_the_ledger_each_gets_his_own_part() -> None:
    book = load()
    truth = replace(set_up(book), ledger=Notes())
    found = {who: see(book, truth, (), who, OVER).ledger for who in ALL}
    assert found == {
        FRANCE: Notes({"France": "a"}),
        SPECTATOR: Notes({}),
        GAME_MASTER: Notes(),
        ARCHIVE: Notes(),
    }


class Half(Rulebook):
    """France sees the whole board; to England it is empty. Lore says for whom it was made."""

    def known(self, truth: Truth, power: str) -> Position:
        return truth.position if power == "France" else replace(truth.position, units=())

    def lore(self, truth: Truth, power: str | None) -> Mapping[str, Fact]:
        del truth
        return {"for": "who knows all" if power is None else power or "nobody"}


def half() -> Half:
    return Half(load().definition, load().options)


def test_lore_is_made_for_its_reader() -> None:
    made = {who: view(who, book=half()).lore["for"] for who in ALL}
    assert list(made.values()) == ["France", "nobody", "who knows all", "who knows all"]


def test_anybody_may_read_what_he_was_told_himself() -> None:
    game = Game.new()
    for viewer in ("France", "spectator", "gm"):
        assert game.view(viewer, as_told_to=viewer) == game.view(viewer)


# Boards


def test_a_board_is_made_once_while_its_phase_is_open() -> None:
    book = half()
    truth = set_up(book)
    assert board(book, truth, ENGLAND) is not board(book, truth, ENGLAND)
    boards = {who: open_board(book, truth, who) for who in (ENGLAND, *ALL)}
    for who, made in boards.items():
        assert board(book, truth, who) is open_board(book, truth, who) is made
    assert boards[FRANCE] is boards[GAME_MASTER] == boards[ARCHIVE]
    assert len(boards[FRANCE].units) == 22
    assert boards[ENGLAND].units == boards[SPECTATOR].units == ()


@pytest.mark.parametrize(
    ("open_to", "kept"), [((ENGLAND, FRANCE), {"France"}), ((ENGLAND,), set()), ((), set())]
)
def test_only_what_was_judged_on_the_whole_board_counts(
    open_to: tuple[Viewer, ...], kept: set[str]
) -> None:
    book = half()
    truth = set_up(book)
    for who in open_to:
        open_board(book, truth, who)
    for power in ("England", "France"):
        truth.judged[power, Order("hold")] = OrderError("STD-ORD", "no")
    assert {power for power, _ in true_survey(book, truth).judged or ()} == kept


# Sheets


def test_the_master_reads_the_sheets_of_his_own_powers_before_he_has_sealed_them() -> None:
    """LN-3c: while he has still to write for the Police, he reads what he wrote, and no other."""
    book = load("london_nights", {"police-orders": "game-master"})
    sheets = {"Police": Sheet(("U Mid H",)), "City Boys": Sheet(("U Sho H",))}
    desk = replace(PLAYED, sheets=sheets)
    read = {
        blind: view(GAME_MASTER, book=book, desk=replace(desk, blind=blind))
        for blind in (False, True)
    }
    assert set(read[True].sheets) == {"Police"}
    assert set(read[False].sheets) == {"Police", "City Boys"}


def test_a_sheet_with_nothing_on_it_is_shown_where_nothing_stays_sealed() -> None:
    """Where bids stay closed, that it is empty would tell that there was a bid."""
    sheets = {"Germany": Sheet(("A Mun H",)), "Italy": Sheet(())}
    shown = {}
    for book in (revealed(), closed()):
        desk = replace(OVER, sheets=sheets)
        own = see(book, set_up(book), (), power_viewer("Italy"), desk)
        assert set(own.sheets) == {"Italy"}
        shown[book] = (
            set(see(book, set_up(book), (), ARCHIVE, desk).sheets),
            set(opened(book, own).sheets),
        )
    assert list(shown.values()) == [({"Germany", "Italy"}, {"Italy"}), ({"Germany"}, set())]


# What was told


def test_the_archive_hears_all_that_was_told_but_what_stays_sealed() -> None:
    heard = (Report(SEALED, "c", {}, frozenset({"Germany"})),)
    told = Moment(0, SPRING, (*heard, Report(OPEN, "c", {}, frozenset({"Germany", "Italy"}))))
    assert kinds(view(ARCHIVE, told, book=closed()).told) == [[OPEN]]
    assert kinds(view(ARCHIVE, told, book=revealed()).told) == [[SEALED, OPEN]]
    assert kinds(view(GAME_MASTER, told, book=closed()).told) == [[SEALED, OPEN]]


def test_who_else_was_told_is_for_those_who_know_all() -> None:
    told = Moment(0, SPRING, (Report(OPEN, "c", {}, frozenset({"France", "Italy"})),))
    audiences = [[r.audience for m in view(who, told).told for r in m.reports] for who in ALL]
    both = [frozenset({"France", "Italy"})]
    assert audiences == [[frozenset({"France"})], [], both, both]
    public = Moment(0, SPRING, (Report(OPEN, "c"),))
    assert view(FRANCE, public).told[0].reports == public.reports


CHAIN = (outcome(SEALED, 1), outcome(OPEN, 0, 2), outcome(OPEN, 1, 2))
"""The first is not opened; the second has it for a cause, and the third, which becomes 1."""
LEFT = (outcome(OPEN, 1), outcome(OPEN, 0, 1))


def test_of_outcomes_those_that_stay_sealed_are_left_out() -> None:
    told = Moment(0, SPRING, (), Editions.kept(CHAIN, {"Germany": CHAIN}))
    assert view(GAME_MASTER, told, book=closed()).told[0].outcomes == CHAIN
    assert view(ARCHIVE, told, book=closed()).told[0].outcomes == LEFT
    own = view(power_viewer("Germany"), told, book=closed())
    assert own.told[0].outcomes == CHAIN
    assert opened(closed(), own).told[0].outcomes == LEFT


def test_what_is_left_of_a_moment_is_opened() -> None:
    """Reports alone, outcomes alone; and of a moment with nothing left there is no trace."""
    secret, public = Report(SEALED, "c", {}, frozenset({"Germany"})), Report(OPEN, "c")
    moments = (
        Moment(0, SPRING, (secret, public)),
        Moment(1, SPRING, (), Editions.kept((), {"Germany": CHAIN})),
        Moment(2, SPRING, (secret,), Editions.kept((), {"Germany": CHAIN[:1]})),
        Moment(3, SPRING, (secret,), Editions.kept((), {"Germany": CHAIN[1:2]})),
    )
    own = view(power_viewer("Germany"), *moments, book=closed())
    assert kinds(own.told) == [[SEALED, OPEN], [], [SEALED], [SEALED]]
    left = opened(closed(), own).told
    assert [(told.number, kinds([told])[0], len(told.outcomes)) for told in left] == [
        (0, [OPEN], 0),
        (1, [], 2),
        (3, [], 1),
    ]


def test_the_archive_makes_no_explanation_before_it_is_read() -> None:
    """Where nothing is sealed; a finished game of many phases is opened by it at once."""
    made: list[str | None] = []

    def make(reader: str | None) -> Edition:
        return Edition(partial(explained, reader), some=True)

    def explained(reader: str | None) -> tuple[Outcome, ...]:
        made.append(reader)
        return CHAIN

    found = view(ARCHIVE, Moment(0, SPRING, (), Editions((), make))).told
    assert made == []
    assert found[0].outcomes == CHAIN
    assert made == [None]


def test_a_rollback_takes_back_what_was_told_since() -> None:
    """STD-GM: from the phase that is played again on; what is told after that stands."""
    first, back, again = (Report(kind, "c") for kind in ("first", "rolled-back", "again"))
    told = [
        *(Told(number, SPRING, (first,)) for number in (0, 1, 2)),
        Told(1, SPRING, (back,)),
        Told(1, SPRING, (again, Report("more", "c"))),
    ]
    assert [(one.number, one.reports[0].kind) for one in standing(told)] == [
        (0, "first"),
        (1, "rolled-back"),
        (1, "again"),
    ]
