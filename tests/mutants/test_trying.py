"""Which tests are asked of a mutant, and in which order."""

from types import SimpleNamespace
from typing import Any

from sites import Mutant
from trying import Way

ITEMS: Any = [SimpleNamespace(path=name) for name in "aaabb"]
MUTANT = Mutant("rules", "rules/a.py", "f", (3, 4), "a", "(True)", (0, 1))


def test_the_shortest_of_each_file_come_first() -> None:
    way = Way(seconds=dict(enumerate([1, 2, 3, 2.5, 0.5])))
    for line, numbers in ((2, {4}), (3, {0, 1, 3}), (4, {2, 4}), (5, {1})):
        way.through["rules/a.py", line] |= numbers
    assert way.tests(MUTANT, ITEMS) == [4, 0, 1, 3, 2]  # the first of b and a, the seconds, a third


def test_what_fails_by_itself_is_not_asked() -> None:
    way = Way(seconds=dict.fromkeys(range(5), 1.0), failed={4})
    way.through["rules/a.py", 3] |= {0, 1}
    way.through["rules/a.py", 9] |= {4}
    assert not way.left_out(MUTANT), "it does not pass there"
    way.through["rules/a.py", 4] |= {4}
    assert way.tests(MUTANT, ITEMS) == [0, 1]
    assert way.left_out(MUTANT)
