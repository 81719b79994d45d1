"""The desk's buttons for the board: units and the owners of centres."""

from __future__ import annotations

from legation.board.units import Unit, a_kind
from legation.errors import InputError
from legation.server.desk import acts
from legation.server.desk.sent import Doing, Done
from legation.server.games import reads
from legation.server.site.sure import Question

_NOBODY = "nobody"
_TOLD = (
    "Everybody who can see it is told, and the others that something has changed; open votes lapse."
)


def unit_chosen(doing: Doing) -> tuple[str, str, str]:
    """Whose unit, of which kind, and where, as a form says.

    Raises:
        InputError: where one of it was not chosen.
    """
    power, kind = doing.word("nation"), doing.word("kind")
    if power not in reads.book_of(doing.game).nations:
        raise InputError("choose whose unit it is.")
    if not kind:
        raise InputError("choose a kind of unit.")
    return power, kind, doing.word("place")


def gone_chosen(doing: Doing) -> tuple[str, bool]:
    """Which unit is to go, and whether it is one that was dislodged.

    Raises:
        InputError: where none was chosen.
    """
    place = doing.word("place")
    if not place:
        raise InputError("choose a unit.")
    return place, doing.word("dislodged") == "yes"


def owner_chosen(doing: Doing) -> tuple[str, str]:
    """A centre, and whose it is to be; empty for nobody's.

    Raises:
        InputError: where one of it was not chosen.
    """
    centre = doing.word("place")
    if not centre:
        raise InputError("choose a centre.")
    return centre, "" if doing.word("power") == _NOBODY else doing.power


def unit(doing: Doing) -> Done:
    """Puts a unit on the board."""
    power, kind, place = unit_chosen(doing)
    put = acts.set_unit(
        game=doing.game, actor=doing.actor, power=power, kind=kind, place=place, sure=doing.sure
    )
    if doing.sure:
        return "The unit is set."
    said = f"{power} gets {_in_words(doing, put)}."
    return Question(f"Set {put} of {power}?", (said, _TOLD), "Set it")


def remove(doing: Doing) -> Done:
    """Takes a unit off the board."""
    place, dislodged = gone_chosen(doing)
    gone = acts.remove_unit(
        game=doing.game, actor=doing.actor, place=place, dislodged=dislodged, sure=doing.sure
    )
    if doing.sure:
        return "The unit is removed."
    lost = f"{gone.power} loses {_in_words(doing, gone)}{', dislodged' if dislodged else ''}."
    return Question(f"Take {gone} of {gone.power} away?", (lost, _TOLD), "Take it away")


def _in_words(doing: Doing, unit: Unit) -> str:
    """A unit as it is read out: ``an army in Burgundy``."""
    graph = reads.book_of(doing.game).graph
    where = graph.name(unit.place)
    return (
        f"{a_kind(unit.kind, graph.nouns)} in {where}{f' ({unit})' if unit.strength != 1 else ''}"
    )


def owner(doing: Doing) -> Done:
    """Gives a centre to another owner."""
    book = reads.book_of(doing.game)
    centre, power = owner_chosen(doing)
    acts.set_owner(game=doing.game, actor=doing.actor, centre=centre, power=power, sure=doing.sure)
    if doing.sure:
        return "The centre has another owner."
    place = book.names.find_place(centre)
    now = reads.view_for(doing.game, doing.reader).position.owners.get(place)
    name = book.graph.name(place)
    said = f"It belongs to {now or 'nobody'} now, and from now on to {power or 'nobody'}."
    return Question(f"Give {name} to {power or 'nobody'}?", (said, _TOLD), "Give it")
