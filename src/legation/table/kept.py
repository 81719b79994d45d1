"""The classes of a game that records keep, and how each is written; see `table.written`.

`docs/save-format.md` explains the keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from legation.board.borders import BorderName
from legation.board.calendar import KINDS, Phase
from legation.board.orders import Further, Order, Value
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Dislodged, Unit, UnitName
from legation.rules.editions import Editions
from legation.rules.reports import Fact, One, Outcome, Report
from legation.sight.moment import Moment
from legation.sight.view import Proposal, Sheet
from legation.table.ledgers import border_in, ledger_data
from legation.table.record import BEGINNINGS, Act, PhaseRecord, Versions
from legation.table.written import (
    NUMBER,
    PLAIN,
    TEXT,
    Data,
    Form,
    Written,
    by_key,
    either,
    form_of,
    matching,
    one_of,
)

HASH = "[0-9a-f]{64}"
_STRENGTH = Form({"type": "integer", "minimum": 1})
BORDER = Form(TEXT.schema, str, border_in)
_SECRET = Form({"$ref": "#/$defs/secret"}, ledger_data)

# The board

PHASE = Written(Phase, PLAIN, kind=one_of(*KINDS))
UNIT = Written(Unit, PLAIN, strength=_STRENGTH)
DISLODGED = Written(Dislodged, {**PLAIN, Unit: UNIT.form("unit")})
_BOARD = {
    **PLAIN,
    BorderName: BORDER,
    Phase: PHASE.form("phase"),
    Unit: UNIT.form("unit"),
    Dislodged: DISLODGED.form("dislodged"),
}
POSITION = Written(Position, _BOARD)
TRUTH = Written(Truth, {**PLAIN, Position: POSITION.form("position")}, ledger=_SECRET)

# What is told


def _further(extra: Further) -> Data:
    return {name: _value(value) for name, value in extra}


def _value(value: Value) -> str | int:
    """What a field of a variant's own order holds; a unit as an order writes it."""
    return str(value) if isinstance(value, UnitName) else value


TOLD_OF = Written(Unit, PLAIN, without=("id",), at_need=("number",), strength=_STRENGTH)
NAME = Written(UnitName, PLAIN, at_need=("power", "number"))
ORDER = Written(
    Order,
    PLAIN,
    at_need=("unit", "target", "goal", "via", "extra"),
    unit=NAME.form("name"),
    target=NAME.form("name"),
    extra=Form(by_key(Form({"type": ["string", "integer"]})).schema, _further),
)
_ONE = {
    str: TEXT,
    int: NUMBER,
    BorderName: BORDER,
    Phase: PHASE.form("phase"),
    Unit: TOLD_OF.form("told-of"),
    UnitName: NAME.form("name"),
    Order: ORDER.form("order"),
}
ONE = form_of(One, _ONE)
_WHY = Form({"$ref": "#/$defs/report"}, lambda why: REPORT.write(why))
_FACTS = by_key(
    form_of(Fact, {**_ONE, One: Form({"$ref": "#/$defs/one"}, ONE.write), Report: _WHY})
)


def facts_data(facts: Mapping[str, Fact]) -> Data:
    """Facts by name, in their order."""
    written: Data = _FACTS.write(facts)
    return written


REPORT: Written[Report] = Written(Report, PLAIN, facts=_FACTS)
OUTCOME = Written(Outcome, {**PLAIN, **_ONE, int: PLAIN[int], Report: REPORT.form("report")})


@dataclass(frozen=True, slots=True)
class KeptEditions:
    """The editions of a moment: outcomes, each once, and which of them each reader was told.

    `truth` is the game master's edition, that of ``""`` everybody's who has
    none of his own. They number the outcomes.
    """

    outcomes: tuple[Outcome, ...]
    truth: tuple[int, ...]
    told: Mapping[str, tuple[int, ...]]

    @classmethod
    def of(cls, editions: Editions) -> Self:
        """Those of a moment; what several readers were told alike stands there once."""
        outcomes: list[Outcome] = []
        alike: dict[tuple[str, object], list[int]] = {}

        def number(outcome: Outcome) -> int:
            near = alike.setdefault((outcome.power, outcome.unit), [])
            for index in near:
                if outcomes[index] == outcome:
                    return index
            near.append(len(outcomes))
            outcomes.append(outcome)
            return near[-1]

        truth = tuple(map(number, editions.of(None)))
        public = tuple(map(number, editions.of("")))
        told = {"": public}
        for reader in editions.readers:
            own = tuple(map(number, editions.of(reader)))
            if own != public:
                told[reader] = own
        return cls(tuple(outcomes), truth, told)


EDITIONS = Written(KeptEditions, {**PLAIN, Outcome: OUTCOME.form("outcome")})
MOMENT = Written(
    Moment,
    {**PLAIN, Report: REPORT.form("report")},
    without=("number", "phase", "editions"),
)
"""The number and phase of a moment are those of the record it stands in; editions are beside it."""


def moment_data(moment: Moment) -> Data:
    """What everybody was told at one moment, secrets included: for records only."""
    return {**MOMENT.write(moment), **EDITIONS.write(KeptEditions.of(moment.editions))}


# The record

SHEET = Written(Sheet, PLAIN)
VERSIONS = Written(Versions, PLAIN)
PROPOSAL = Written(Proposal, PLAIN)
_TEXTS = form_of(tuple[str, ...], PLAIN)
ACT = Written(Act, PLAIN, facts=by_key(either({str: TEXT, int: NUMBER, tuple: _TEXTS})))
RECORD = Written(
    PhaseRecord,
    {
        **PLAIN,
        Truth: TRUTH.form("truth"),
        Sheet: SHEET.form("sheet"),
        Act: ACT.form("act"),
        Moment: Form({"$ref": "#/$defs/moment"}, moment_data),
        Versions: VERSIONS.form("versions", VERSIONS.reader()),
    },
    begins=one_of(*BEGINNINGS),
    sha256=matching(f"^{HASH}$"),
)


def record_data(phase: PhaseRecord, previous: str = "") -> Data:
    """The record of one phase; `previous` is the hash of the one before."""
    data = RECORD.write(phase)
    return {"number": data.pop("number"), "previous": previous, **data}


DEFINITIONS: Mapping[str, Data] = {
    "versions": VERSIONS.schema(),
    "record": RECORD.schema(previous=matching(f"^({HASH})?$")),
    "truth": TRUTH.schema(),
    "position": POSITION.schema(),
    "phase": PHASE.schema(),
    "unit": UNIT.schema(),
    "dislodged": DISLODGED.schema(),
    "sheet": SHEET.schema(),
    "act": ACT.schema(),
    "moment": MOMENT.schema(**EDITIONS.forms),
    "report": REPORT.schema(),
    "outcome": OUTCOME.schema(),
    "told-of": TOLD_OF.schema(),
    "name": NAME.schema(),
    "order": ORDER.schema(),
    "one": ONE.schema,
}
"""What the schema calls by these names."""
