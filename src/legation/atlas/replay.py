"""A whole game on one page: a file of HTML that needs nothing else.

Every phase has its picture, with the orders and what came of them, its news as
text, and what people wrote of it. Without scripts the phases stand one below the other; with them
one is shown at a time, and there are buttons, a slider and the arrow keys. The
page asks for nothing from anywhere, and its policy forbids it to.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib.resources import files

from legation.atlas import css, fonts
from legation.atlas.draw import draw
from legation.atlas.look import look_of
from legation.atlas.sharing import shared
from legation.rules.rulebook import Rulebook
from legation.sight.view import View

_SHORT = 30  # letters of what is not broken

Section = tuple[str, Sequence[tuple[str, str]]]
"""A part of the news: its title, and its lines, each with whose it is or nothing."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A phase as the page shows it: what was seen of it, what came of it, and the news.

    `words` is what people wrote of it, with whose it is: breaks of lines are kept.
    Without `after` the phase stands, and the orders are those that wait.
    """

    before: View
    after: View | None = None
    news: Sequence[Section] = ()
    follows: str = ""
    words: Sequence[Section] = ()


def page(book: Rulebook, leaves: Sequence[Leaf], title: str) -> str:
    """The phases on one page; all are of one viewer, in the order of the game."""
    pictures = shared(
        [draw(book, leaf.before, leaf.after, mode="auto", standalone=False) for leaf in leaves]
    )
    look = look_of(book)
    faces = tuple(dict.fromkeys(face.id for face in look.faces.values()))
    style = fonts.rules(faces) + css.sheet(look, "auto") + _packed("replay.css")
    script = _script()
    allowed = b64encode(sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:;"
        f" script-src 'sha256-{allowed}'; base-uri 'none'; form-action 'none'"
    )
    viewer = leaves[0].before.viewer
    phases = "".join(
        "".join(_phase(book, leaf, picture))
        for leaf, picture in zip(leaves, pictures.pictures, strict=True)
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n"
        f'<body class="atlas">\n<header class="r-head">\n<h1>{escape(title)}</h1>\n'
        f"<p>{escape(_known_to(book, viewer.power or f'the {viewer.role}'))}</p>\n</header>\n"
        f'{_BAR}\n<main id="r-main">\n{pictures.common}\n{phases}</main>\n'
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


_BAR = """\
<nav class="r-bar" aria-label="Phases">
<button type="button" id="r-back" aria-label="Back, to the phase before">Back</button>
<button type="button" id="r-next" aria-label="Next phase">Next</button>
<button type="button" id="r-play" aria-pressed="false">Play</button>
<input type="range" id="r-slider" min="0" value="0" step="1" aria-label="Phase">
<span class="r-where" id="r-where" aria-hidden="true"></span>
<span class="r-said" id="r-said" role="status" aria-live="polite"></span>
</nav>"""


def _known_to(book: Rulebook, who: str) -> str:
    return f"{book.title}, as known to {who}"


def name_of(view: View) -> str:
    """What a phase is called on the page, and its link ends in."""
    return f"phase-{view.number}"


def _phase(book: Rulebook, leaf: Leaf, picture: str) -> Iterator[str]:
    view = leaf.before
    name = name_of(view)
    yield f'<section class="r-phase" id="{name}" aria-labelledby="{name}-title">\n'
    yield f'<h2 id="{name}-title">{escape(book.calendar.said(view.phase, view.over))}</h2>\n'
    yield f"<figure>{picture}</figure>\n"
    yield '<div class="r-news">\n'
    for title, items in leaf.news:
        yield f"<h3>{escape(title)}</h3>\n"
        yield from _items(items)
    if leaf.follows:
        yield f"<p>{escape(leaf.follows)}</p>\n"
    for title, items in leaf.words:
        yield f'<details class="r-words" open><summary>{escape(title)}</summary>\n'
        for owner, text in items:
            yield f"<blockquote><p><b>{escape(owner)}</b></p>\n"
            yield f'<p class="r-text">{escape(text)}</p></blockquote>\n'
        yield "</details>\n"
    yield "</div>\n</section>\n"


def _items(items: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Lines of the news; those that have an owner as a list of owners."""
    if not any(owner for owner, _ in items):
        for _, text in items:
            yield f"<p>{_glued(text)}</p>\n"
        return
    yield "<dl>"
    for owner, text in items:
        yield f"<div><dt>{escape(owner)}</dt> <dd>{_glued(text)}</dd></div>"
    yield "</dl>\n"


def _glued(text: str) -> str:
    """A text that is broken between its orders and names, not within a short one."""
    pieces = re.split(r"(?<=[,;]) ", escape(text))
    return " ".join(f"<span>{p}</span>" if " " in p and len(p) <= _SHORT else p for p in pieces)


def _packed(name: str) -> str:
    """A file of this package without what only its readers need."""
    text = files("legation.atlas").joinpath(name).read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).replace("\n", "")


def _script() -> str:
    return files("legation.atlas").joinpath("replay.js").read_text(encoding="utf-8")
