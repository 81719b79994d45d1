"""What a picture shows otherwise than the tables, in words for a page, which names no file."""

from __future__ import annotations

from collections.abc import Mapping

from legation.atlas.making.check import NEEDLESS, NOWHERE, SHORELESS, STRAY, UNSAILED, Disagreement
from legation.atlas.making.recipe import APART, OVER, TOUCH
from legation.studio.document import Document, Problem

SAID: Mapping[str, str] = {
    NOWHERE: "{} has no ground of its own in the picture. Move its point, or make it another"
    " terrain.",
    TOUCH: "{} and {} touch in the picture, and the table does not join them.",
    APART: "{} and {} are joined in the table, and do not touch in the picture.",
    SHORELESS: "Fleets pass between {} and {}, and the two do not meet at a shore.",
    UNSAILED: "{} and {} meet at the shore of {}, and no fleet passes between them.",
    STRAY: "A piece of {} lies beside {}, far from its points.",
    OVER: "The line from {} to {} runs over {}.",
    NEEDLESS: "{} and {} are an exception of the picture that is not needed any more.",
}


def told(draft: Document, fault: Disagreement) -> Problem:
    """A disagreement in words; of a kind that has none here, in its own."""
    names = {place.code: place.name for place in draft.places}
    called = [names.get(code) or code for code in fault.places]
    own = f"{fault.text[:1].upper()}{fault.text[1:]}."
    text = SAID[fault.kind].format(*called) if fault.kind in SAID else own
    at = (round(fault.at[0], 1), round(fault.at[1], 1)) if fault.at else None
    return Problem(text, {}, fault.places, at, fault.kind)
