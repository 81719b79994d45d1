"""Pictures: a View as SVG, PNG or PDF."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path

from legation.errors import FileError, InputError, meant
from legation.library.boards import book_of
from legation.sight.view import View

_FORMS = (".svg", ".png", ".pdf")
_MODES = {".svg": "auto", ".png": "light", ".pdf": "print"}


def draw(
    view: View,
    after: View | None = None,
    *,
    path: str | PathLike[str] = "",
    mode: str = "",
    width: int = 1600,
) -> str:
    """The board of a View as SVG, which is also written to `path`, if there is one.

    `after` is a later View of the same reader: what it tells is drawn as results.
    Without it his own sheets are drawn, as orders that wait. By the end of its
    name the file is a ``.svg``, a ``.png`` of so many pixels' `width`, or a
    ``.pdf``; the latter two need ``pip install 'legation[draw]'``. `mode` is
    ``light``, ``dark``, ``print``, or for SVG ``auto``.

    Raises:
        InputError: for another ending or mode, and Views of two readers or games.
        LegationError: where the extra is lacking.
        FileError: where the file cannot be written, or the variant has no board.
    """
    from legation.atlas import printing
    from legation.atlas.css import AUTO
    from legation.atlas.draw import draw as drawn
    from legation.atlas.style import MODES

    name = fspath(path)
    form = Path(name).suffix.lower() if name else ".svg"
    if form not in _FORMS:
        raise InputError(f'"{name}" must end in {", ".join(_FORMS[:-1])} or {_FORMS[-1]}.')
    known = (*MODES, AUTO) if form == ".svg" else MODES
    if mode and mode not in known:
        there = f" There are {', '.join(known)}."
        raise InputError(f'a {form} has no mode "{mode}".{meant(str(mode), known) or there}')
    book = book_of(view)
    if after is not None:
        book_of(after)
        readers = {view.viewer.power, after.viewer.power} - {""}
        if view.variant != after.variant or len(readers) > 1:
            raise InputError("two Views that are drawn in one are of one game and one reader.")
    svg = drawn(book, view, after, mode=mode or _MODES[form], furniture=bool(name))
    if name:
        try:
            Path(name).write_bytes(printing.in_form(svg, form, width))
        except OSError as error:
            reason = error.strerror or error
            raise FileError(name, f"it cannot be written: {reason}.") from None
    return svg
