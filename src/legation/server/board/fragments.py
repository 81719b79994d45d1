"""Parts of a board's page that hang on its View alone: rendered once, and kept as the View is.

A sheet that is saved changes none of them but what the signs on the map explain, so that what
hangs on it of a page, and the line over the board, are made anew without them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from legation.server.board.pens import Sitting
from legation.server.site.kept import Kept

_kept: Kept[SafeString] = Kept(room=8_000_000, size=len)


def fragment(
    sitting: Sitting, template: str, of: Hashable, make: Callable[[], dict[str, Any]]
) -> SafeString:
    """What a template makes of what `make` gives: of Views, of who looks, and of nothing else.

    `of` tells the Views of one reader apart.
    """
    told, looks = sitting.told, (sitting.query(), sitting.base)
    key = told.key(sitting.sight, (template, looks, of))
    found = _kept.find(key)
    if found is None:
        found = render_to_string(template, make())
        if told.holds(sitting.game):
            _kept.keep(key, found)
    return found
