"""What Sphinx is told: Markdown as docs/ is written, docstrings, and a theme of our own."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from docutils import nodes
from layout import PARTS
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.writers.html5 import HTML5Translator

from legation import __version__

project = "Legation"
author = "the Legation developers"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["files"]

myst_enable_extensions = ["attrs_inline", "deflist"]
myst_heading_anchors = 4
default_role = "literal"  # docstrings name their arguments so
smartquotes_action = "D"  # dashes alone: orders are typed with straight quotes

autodoc_member_order = "bysource"
autodoc_class_signature = "separated"  # none of them is made by calling its class
autodoc_typehints_format = "short"
autodoc_default_options = {"exclude-members": "__init__, __new__"}
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "theme"
html_theme_path = [str(Path(__file__).parent)]
html_title = "Legation"
html_copy_source = False
html_show_sourcelink = False
html_use_index = False
html_domain_indices = False
html_permalinks_icon = "¶"
highlight_language = "text"


_SENTENCE = 45
"""A last column with so many letters in a cell, taken together, tells something in words."""
_WIDE = 60
"""A row of four cells and more with so many letters has no room on a phone."""


class Manual(HTML5Translator):
    """A wide table scrolls by itself, so that the page does not; one that tells can be stacked."""

    heads: tuple[str, ...] = ()
    """What stands over the columns of the table at hand that say it where they stand alone."""
    column = 0
    tables = 0
    """How many there were: each is a region of its own, by number and heads."""

    def visit_table(self, node: nodes.Element) -> None:
        """Opens a region that can be scrolled with the keyboard too."""
        rows = [
            [cell.astext() for cell in row.findall(nodes.entry)] for row in node.findall(nodes.row)
        ]
        many, heads = len(rows) - 1, rows[0]
        told = len(heads) > 2 and sum(len(row[-1]) for row in rows[1:]) > _SENTENCE * many
        wide = len(heads) > 3 and sum(len("".join(row)) for row in rows[1:]) > _WIDE * many
        self.heads = tuple(heads[:-1]) if told else tuple(heads) if wide else ()
        kind = "scroll told" if self.heads else "scroll"
        self.tables += 1
        name = self.attval(": ".join(filter(None, (f"Table {self.tables}", ", ".join(heads)))))
        name = f'role="region" aria-label="{name.strip(" ,:")}"'
        self.body.append(f'<div class="{kind}" {name} tabindex="0">')
        super().visit_table(node)

    def depart_table(self, node: nodes.Element) -> None:
        """Closes it."""
        super().depart_table(node)
        self.body.append("</div>\n")

    def visit_literal_block(self, node: nodes.Element) -> None:
        """Text as it is typed scrolls with the keyboard too."""
        before = len(self.body)
        try:
            super().visit_literal_block(node)  # which raises when it has written all of it
        finally:
            written = (each.replace("<pre>", '<pre tabindex="0">') for each in self.body[before:])
            self.body[before:] = list(written)

    def visit_row(self, node: nodes.Element) -> None:
        """Begins with the first column."""
        self.column = 0
        super().visit_row(node)

    def visit_entry(self, node: nodes.Element) -> None:
        """Says with a cell what stands over its column, for when it stands alone."""
        super().visit_entry(node)
        if 0 < self.column < len(self.heads):
            head = self.attval(self.heads[self.column])
            self.body[-1] = self.body[-1].replace("<td", f'<td data-head="{head}"', 1)
        self.column += 1


def public(app: Sphinx, env: BuildEnvironment, node: Any, contnode: Any) -> Any:
    """Leads a type, by whatever module it comes from, to its public name in the reference.

    Two parts may have another thing each by one name.
    """
    module, _, name = str(node.get("reftarget", "")).rpartition(".")
    for part in PARTS:
        thing = getattr(import_module(part), name, None) if name else None
        full = f"{part}.{name}"
        if (
            thing is not None
            and module in ("", part, getattr(thing, "__module__", ""))
            and full in env.domains.python_domain.objects
        ):
            return env.domains.python_domain.resolve_xref(
                env, node["refdoc"], app.builder, node["reftype"], full, node, contnode
            )
    return None


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.set_translator("html", Manual)
    for name in ("csv", "txt"):  # which Pygments does not know
        app.add_lexer(name, TextLexer)
    app.connect("missing-reference", public)
