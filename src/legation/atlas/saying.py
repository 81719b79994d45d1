"""The words of a picture, for who hears it read: ``French army Paris to Burgundy: bounced``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from legation.atlas.figures import BEATEN, BOUNCE, CUT, FAILED, PUSHED, VOID, Piece
from legation.board.graph import BRIDGE, FLEET, SEA
from legation.board.position import FOGGED, Position
from legation.board.units import Unit
from legation.rules.fates import convoy_word
from legation.rules.marks import Mark
from legation.rules.reports import Fate, Outcome
from legation.rules.rulebook import Rulebook
from legation.rules.spoken import adjective, place_said

_FATES = {BOUNCE: "bounced", CUT: "cut", VOID: "void", FAILED: "failed"}
_GOOD: Mapping[Fate, str] = {
    Fate.SUCCEEDS: "succeeded",
    Fate.GIVEN: "given",
    Fate.HOLDS: "held",
    Fate.NONE: "disbanded",
}
_FEATURES = {"fortified": "Fortress", "port": "Port", "canal": "Canal", "island": "Island"}


def unit_said(book: Rulebook, unit: Unit) -> str:
    """A unit: ``French army Paris``, ``English fleet North Sea, 250 ships``."""
    noun, size = _noun(book, unit)
    at = " in" if size else ""
    return f"{adjective(book, unit.power)} {noun}{size}{at} {place_said(book, unit.place)}"


def _noun(book: Rulebook, unit: Unit) -> tuple[str, str]:
    """The noun for a unit, and its size where that is said."""
    noun = book.graph.nouns.get(unit.kind, unit.kind)
    if unit.kind in book.full:
        return noun, f" of {unit.strength:,} {'ships' if unit.kind == FLEET else 'men'}"
    return noun, f" of strength {unit.strength}" if unit.strength > 1 else ""


def fate_said(fate: str, outcome: Outcome | None, beaten: bool) -> str:
    """What came of an order, in a word or two; empty while it waits."""
    word = _FATES.get(fate, "") or (_good_said(outcome) if outcome else "")
    words = [word] if word and not (beaten and outcome and outcome.fate == Fate.HOLDS) else []
    return ", ".join([*words, "dislodged"] if beaten else words)


def _good_said(outcome: Outcome) -> str:
    if outcome.fate == Fate.AVAILABLE:
        return convoy_word(outcome)
    return _GOOD.get(outcome.fate, outcome.fate.value)


OUT_OF_SIGHT = "Out of sight"

# Provinces


def area_said(
    book: Rulebook, code: str, position: Position, is_centre: bool, inside: Iterable[str]
) -> str:
    """A province and what is known of it: name, owner, features, who stands there."""
    province = book.graph.provinces[code]
    parts = [province.name]
    owner = position.owners.get(code)
    if owner:
        parts.append(f"Supply centre of {owner}")
    elif is_centre:
        parts.append("Supply centre without an owner")
    elif province.terrain in (SEA, BRIDGE):
        parts.append(province.terrain.capitalize())
    parts += [word for name, word in _FEATURES.items() if name in province.features]
    if code in position.contested:
        parts.append("Contested")
    if code in position.facts.get(FOGGED, ()):
        parts.append(OUT_OF_SIGHT)
    return ". ".join([*parts, *inside]) + "."


def piece_inside(book: Rulebook, piece: Piece) -> str:
    """A unit as its province tells of it: ``French army``, ``dislodged German fleet``."""
    unit = piece.unit
    said = f"{adjective(book, unit.power)} {''.join(_noun(book, unit))}"
    return f"Dislodged {said}" if piece.state in (PUSHED, BEATEN) else said


def mark_said(book: Rulebook, mark: Mark) -> str:
    """What a mark of the variant means."""
    places = " and ".join(place_said(book, place) for place in mark.places)
    match mark.kind:
        case "range":
            return f"Mountains between {places}"
        case "double-range":
            return f"Two mountain ranges between {places}"
        case "last-seen":
            return f"{adjective(book, mark.power)} unit last seen in {places} at {mark.text}"
        case "bearer":
            return f"{mark.text} is in {places}"
        case "fog":
            return OUT_OF_SIGHT
    return places
