"""Orders as values, and order types as data.

A type declares the fields of its orders. From that declaration come the form
that is parsed and printed, the refusal, the listing of legal orders, and the
forms on a page. A variant adds types; nothing here knows which.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from legation.board.units import UnitName

# What a field holds. A number has a range and a step; a choice a list.
PLACE, UNIT_FIELD, POWER, NUMBER, CHOICE, FLAG = (
    "place",
    "unit",
    "power",
    "number",
    "choice",
    "flag",
)

Value = UnitName | str | int
"""What a field of an order holds: a unit as it names it, a place, power or word, a number."""

Further = tuple[tuple[str, Value], ...]
"""The fields of an order beyond the standard ones, in the order of their type."""

UNIT_SLOT, PART_SLOT, ONE_SLOT, MANY_SLOT = "unit", "part", "one", "many"


@dataclass(frozen=True, slots=True)
class Field:
    """One thing an order names.

    `domain` is the name of the criterion (see `rules.legality`) that says
    which values are legal; `minimum`, `maximum` and `step` bound a number that
    has none, otherwise its criterion gives a Python `range`; `choices` lists
    the words of a choice. `prompt` is what a page asks where the field is
    chosen; empty, it asks as for any field of that name.
    """

    name: str
    kind: str
    domain: str = ""
    optional: bool = False
    minimum: int = 0
    maximum: int = 0
    step: int = 1
    choices: tuple[str, ...] = ()
    prompt: str = ""


@dataclass(frozen=True, slots=True)
class OrderType:
    """A kind of order: when it may be given, its fields, and how it is written.

    `forms` are patterns of literal words and ``{field}``; the first is the one
    that is printed, all are parsed. ``{unit}`` is the unit that is ordered:
    one's own, unless a field of that name has a domain. A part in square
    brackets may be left out. `powers` are those that may give such an order;
    none listed means all. `slot` says what a sheet may hold beside it: it is
    the one order of its unit (``unit``), that of a part of it (``part``), one
    of its type (``one``), or of all types with this `slot_name`; or any number
    stand beside the units' orders (``many``). `label` is what a page
    calls it; empty, that comes from the forms. `told`: everybody is told who
    gave such an order, though it is of no unit that he sees.
    """

    verb: str
    phase: str
    forms: tuple[str, ...]
    fields: tuple[Field, ...] = ()
    clause: str = "STD-ORD"
    help: str = ""
    powers: tuple[str, ...] = ()
    slot: str = UNIT_SLOT
    slot_name: str = ""
    label: str = ""
    told: bool = False

    orders_own: bool = field(init=False, compare=False, repr=False)
    """Is the unit that is ordered one's own?"""

    def __post_init__(self) -> None:
        own = not any(field.name == "unit" and field.domain for field in self.fields)
        object.__setattr__(self, "orders_own", own)


@dataclass(frozen=True, slots=True)
class Order:
    """One order, as written or in full, as legality judged it.

    `unit` is the unit that acts (for a build, the new unit), `target` the unit
    that is supported or convoyed, `goal` the place moved to. A support without
    a goal is a support in place. `extra` holds a variant's own fields, each by
    its kind; text is read into them, and made of them, in `board.forms` and
    `board.notation` alone.
    """

    verb: str
    unit: UnitName | None = None
    target: UnitName | None = None
    goal: str = ""
    via: bool = False
    extra: Further = ()

    def __hash__(self) -> int:
        # looked up all the time; few orders of a phase share unit and goal
        return hash((self.verb, self.unit.place if self.unit else "", self.goal))

    def field(self, name: str) -> Value | None:
        """The value of a declared field, or None where the order leaves it out."""
        if name == "unit":
            return self.unit
        if name == "target":
            return self.target
        if name == "goal":
            return self.goal or None
        if name == "via":
            return self.via or None
        return dict(self.extra).get(name)

    def __str__(self) -> str:
        unit, goal = self.unit, self.goal
        match self.verb:
            case "move" | "retreat":
                return f"{unit} - {goal}" + (" via convoy" if self.via else "")
            case "hold":
                return f"{unit} H"
            case "support":
                return f"{unit} S {self.target}" + (f" - {goal}" if goal else "")
            case "convoy":
                return f"{unit} C {self.target} - {goal}"
            case "disband":
                return f"{unit} D"
            case "build":
                return f"Build {unit}"
            case "remove":
                return f"Remove {unit}"
            case "waive":
                return "Waive"
        words = [self.verb, *(str(v) for v in (unit, self.target, goal) if v)]
        return " ".join(words + [f"{name}={value}" for name, value in self.extra])


STANDARD_TYPES: Mapping[str, OrderType] = {
    t.verb: t
    for t in (
        OrderType("hold", "movement", ("{unit} H",), help="Stay, and defend the place."),
        OrderType(
            "move",
            "movement",
            ("{unit} - {goal} [via]",),
            (Field("goal", PLACE, "move goal"), Field("via", FLAG, "by convoy", optional=True)),
            clause="STD-MOVE",
            help="Go to a neighbouring place, or overseas by convoy.",
        ),
        OrderType(
            "support",
            "movement",
            ("{unit} S {target} [- {goal}]",),
            (
                Field("target", UNIT_FIELD, "supported unit"),
                Field("goal", PLACE, "supported goal", optional=True),
            ),
            clause="STD-SUP",
            help="Lend strength to a unit that stays, or to a move.",
        ),
        OrderType(
            "convoy",
            "movement",
            ("{unit} C {target} - {goal}",),
            (
                Field("target", UNIT_FIELD, "convoyed army"),
                Field("goal", PLACE, "convoy goal"),
            ),
            clause="STD-CON",
            help="Carry an army over this sea.",
        ),
        OrderType(
            "retreat",
            "retreat",
            ("{unit} - {goal}",),
            (Field("goal", PLACE, "retreat goal"),),
            clause="STD-RET",
            help="Withdraw a dislodged unit to a place that is open to it.",
        ),
        OrderType(
            "disband",
            "retreat",
            ("{unit} D",),
            clause="STD-RET",
            help="Take a dislodged unit off the board.",
        ),
        OrderType(
            "build",
            "adjustment",
            ("Build {unit}",),
            clause="STD-ADJ",
            help="Put a new unit into a vacant home centre of one's own.",
        ),
        OrderType(
            "remove",
            "adjustment",
            ("Remove {unit}",),
            clause="STD-ADJ",
            help="Take one of one's own units off the board.",
        ),
        OrderType(
            "waive",
            "adjustment",
            ("Waive",),
            clause="STD-ADJ",
            help="Leave one build unused.",
        ),
    )
}


def _ranked(kind: OrderType) -> OrderType:
    names = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
    tail = ""
    for name in reversed(names):
        tail = f" [or {{{name}}}{tail}]"
    further = (Field(name, PLACE, "further retreat", optional=True) for name in names)
    return replace(
        kind,
        forms=(f"{{unit}} - {{goal}}{tail}",),
        fields=(*kind.fields, *further),
        help="Withdraw a dislodged unit to the first of these places that is open to it.",
    )


RANKED_RETREAT = _ranked(STANDARD_TYPES["retreat"])
"""A retreat that may name further places, for when the first is not open (STD-RET)."""
