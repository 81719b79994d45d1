"""A scripted game, played through `Game`, and its report for each reader.

A script (``golden/*.script.yaml``) is worked by hand: what everybody hands in,
and what must come of it. `play` plays it and checks every claim; `reports`
prints what each viewer was told of the whole game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from legation.board.calendar import ADJUSTMENT
from legation.board.orders import Order
from legation.documents.yaml import read_data
from legation.rules.book import Book
from legation.rules.removals import AUTOMATIC
from legation.rules.reports import Outcome, Report
from legation.rules.wording import facts_of, where
from legation.sight.view import Sheet
from legation.table.game import Game
from legation.table.ledgers import ledger_data
from legation.table.newsletter import report
from legation.table.typeset import text

FOLDER = Path(__file__).parent / "golden"
SCRIPTS = {path.name.split(".")[0]: path for path in sorted(FOLDER.glob("*.script.yaml"))}
LISTS = ("units", "centres", "ledger")


def play(name: str) -> Game:
    """The game of a script, played to its end; AssertionError where a claim does not hold."""
    script: Any = read_data(SCRIPTS[name])
    game = Game.new(script["variant"], script.get("options", {}), script["seed"], _title(script))
    ledger = ledger_data(game.record.phases[0].truth.ledger)
    for key, places in script.get("deal", {}).items():
        assert _set(ledger[key]) == set(places), key
    for phase in script["phases"]:
        _phase(game, phase)
    end = script["end"]
    _stands(game, end)
    gm = game.view("gm")
    assert game.over
    assert list(gm.winners) == sorted(end["winner"])
    assert gm.ending == end.get("ending", gm.ending)
    for key, wanted in end.get("ledger", {}).items():
        assert _set(ledger_data(game.record.phases[-1].truth.ledger)[key]) == set(wanted), key
    if "archive" in end:
        assert _bids(game) == {k: sorted(v) for k, v in end["archive"].items()}
    assert game.audit() == []
    return game


def _title(script: Mapping[str, Any]) -> str:
    return str(script.get("title", ""))


def _set(entry: object) -> set[str]:
    assert isinstance(entry, list), entry
    return {str(item) for item in entry}


def _phase(game: Game, script: Mapping[str, Any]) -> None:
    where = str(script["phase"])
    assert str(game.phase) == where
    number = game.number
    for act in script.get("gm", ()):
        _act(game, act)
    for vote in script.get("votes", ()):
        _vote(game, vote)
    for power, orders in script.get("orders", {}).items():
        errors = game.submit(power, orders, settled=power in game.book.master_powers)
        assert [str(error.error) for error in errors] == [], where
    for power, orders in script.get("arrives_too", {}).items():
        assert len(game.submit(power, [*script["orders"][power], *orders])) == len(orders)
        game = _arrives(game, power, orders)
    if not game.over:
        game.advance()
    told = [told for told in game.view("gm").told if told.number == number]
    _check_fates(where, game, [o for t in told for o in t.outcomes], script.get("expect", {}))
    for viewer, wanted in script.get("told", {}).items():
        heard = [r for t in game.view(viewer).told if t.number == number for r in t.reports]
        for one in wanted:
            assert any(_is(game.book, r, one) for r in heard), (where, viewer, one)
    after = script.get("after", {})
    assert str(game.phase) == after.get("phase", str(game.phase)), where
    _stands(game, after)


def _arrives(game: Game, power: str, orders: Sequence[str]) -> Game:
    """The same game, with orders on a sheet that entry refuses: a record made by hand."""
    record = game.record
    last = record.phases[-1]
    sheet = Sheet((*last.sheets[power].orders, *orders), settled=False)
    last = replace(last, sheets={**last.sheets, power: sheet})
    game._keep(replace(record, phases=(*record.phases[:-1], last)))
    return game


def _act(game: Game, act: str) -> None:
    prefix = "declare civil disorder "
    assert act.startswith(prefix), act
    game.civil_disorder(act.removeprefix(prefix))


def _vote(game: Game, vote: Mapping[str, Any]) -> None:
    if "propose" in vote:
        game.propose(vote["by"], vote["propose"], vote.get("of", ()))
    else:
        open_ = game.view(vote["by"]).proposals
        game.vote(vote["by"], open_[-1].id, vote["vote"])


def _became(outcome: Outcome) -> Mapping[str, object]:
    """What a game's file may say of an outcome, by its keys."""
    return {
        "result": outcome.fate.value,
        "at": where(outcome),
        "by": outcome.by,
        "retreats": sorted(outcome.retreats),
        "to": str(outcome.reason.facts.get("worth", "")),
    }


def _check_fates(
    where: str, game: Game, outcomes: Sequence[Outcome], expect: Mapping[str, Any]
) -> None:
    if where.endswith(f"{ADJUSTMENT}s"):
        for power, results in expect.get("results", {}).items():
            own = [o for o in outcomes if o.power == power and o.reason.kind not in AUTOMATIC]
            assert [o.fate.value for o in own] == list(results), (where, power)
        gone = {
            power: [
                str(o.unit) for o in outcomes if o.power == power and o.reason.kind in AUTOMATIC
            ]
            for power in sorted(game.book.players)
        }
        if "automatic" in expect:
            assert {p: units for p, units in gone.items() if units} == dict(expect["automatic"])
        return
    fates = {str(o.unit): o for o in outcomes} | {f"{o.power} {o.unit}": o for o in outcomes}
    for unit, wanted in expect.items():
        outcome = fates[unit]
        for key, value in wanted.items():
            actual = _became(outcome)[key]
            assert actual == (sorted(value) if isinstance(value, list) else value), (where, unit)


def _is(book: Book, report: Report, wanted: Mapping[str, str]) -> bool:
    facts = {
        name: ", ".join(fact) if isinstance(fact, list) else str(fact)
        for name, fact in facts_of(book, report).items()
    }
    return wanted.items() <= {"kind": report.kind, **facts}.items()


def _stands(game: Game, wanted: Mapping[str, Any]) -> None:
    position = game.view("gm").position
    if "units" in wanted:
        expected = {power: sorted(units) for power, units in wanted["units"].items()}
        actual: dict[str, list[str]] = {}
        for unit in position.units:
            actual.setdefault(unit.power, []).append(str(unit))
        assert {power: sorted(units) for power, units in actual.items()} == expected
    for power, centres in wanted.get("centres", {}).items():
        assert list(position.centres_of(power)) == sorted(centres), power


def _bids(game: Game) -> dict[str, list[str]]:
    """The bids that the archive shows, by phase: ``Germany 1 A Aus S A Mun - Cze``."""
    found: dict[str, list[str]] = {}
    for number in range(game.number):
        view = game.view("archive", number)
        for power, sheet in view.sheets.items():
            for order in (game.book.read(line, view.phase.kind) for line in sheet.orders):
                if order.verb == "bid":
                    said = _carried(order)
                    points = dict(order.extra)["points"]
                    found.setdefault(str(view.phase), []).append(f"{power} {points} {said}")
    return {phase: sorted(lines) for phase, lines in found.items()}


def _carried(bid: Order) -> str:
    """The order that a bid is for."""
    verb = "support" if bid.target else "hold"
    return str(Order(verb, bid.unit, bid.target, bid.goal))


def reports(game: Game) -> dict[str, str]:
    """Viewer → the report of the whole game as he was told it."""
    viewers = ["spectator", *(power.name for power in game.book.powers)]
    return {viewer: _whole(game, viewer) for viewer in viewers}


def _whole(game: Game, viewer: str) -> str:
    pages = [
        report(game.book, game.view(viewer, number), game.view(viewer, number + 1))
        for number in range(game.number)
    ]
    return text(pages)


def file_of(name: str, viewer: str) -> Path:
    """Where the report for a viewer is kept: as published for a spectator."""
    reader = "published" if viewer == "spectator" else viewer.lower().replace(" ", "-")
    return FOLDER / name / f"{reader}.txt"


def write() -> None:
    """Write all reports anew (``python tests/golden_game.py``); read what changed."""
    for name in SCRIPTS:
        for viewer, said in reports(play(name)).items():
            path = file_of(name, viewer)
            path.parent.mkdir(exist_ok=True)
            path.write_text(said, encoding="utf-8")


if __name__ == "__main__":
    write()
