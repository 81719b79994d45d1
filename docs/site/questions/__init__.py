"""An example for every question of the rules: when it is asked, and what the example changes.

`docs/site/questionpage.py` makes a page of them; a test asks each question of
the standard rules and of the example, and compares the answers with those here.
"""

from __future__ import annotations

from questions import adjusting, endings, game, sheets, sight, turns, ways
from questions.asking import Example

GROUPS: dict[str, tuple[Example, ...]] = {
    "The game": game.EXAMPLES,
    "Sheets": sheets.EXAMPLES,
    "Ways": ways.EXAMPLES,
    "Phases and results": turns.EXAMPLES,
    "Builds and removals": adjusting.EXAMPLES,
    "Endings": endings.EXAMPLES,
    "Who knows what": sight.EXAMPLES,
}
"""All of them, under the headings of the page."""

FOLLOWING = (
    "tables_list",
    "tables_judge",
    "listers",
    "warns",
    "all_free",
    "hides_nothing",
    "checked",
)
"""What follows from other answers by itself; nobody need answer it."""

__all__ = ["FOLLOWING", "GROUPS", "Example"]
