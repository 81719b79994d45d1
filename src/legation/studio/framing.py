"""The recipe of a draft's picture; where it names no frame, one around its places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from legation.atlas.making.newrecipe import around
from legation.studio.document import Document

MARK = "# Laid around the places anew at each change in the studio: "
_NOWHERE = ((40.0, -10.0), (60.0, 20.0))
"""What is shown while there are no places."""


def recipe_of(document: Document) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The data of ``picture.toml``, and which of its tables follow from the places."""
    given: Mapping[str, Any] = document.extra
    if "frame" in given:
        return dict(given), ()
    points = [at for place in document.places for at in place.points]
    laid = around(points or _NOWHERE, steady=True)
    own = {key: value for key, value in laid.items() if key not in given}
    return {**own, **given}, tuple(own)
