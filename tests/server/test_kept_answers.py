"""What a process keeps of answers: bounded, in one place, for one reader each."""

import ast
from pathlib import Path

import pytest

import legation.server
from legation.server.site.kept import HOST, Kept, Key

SOURCE = Path(legation.server.__file__).parent


def test_an_answer_is_found_for_its_reader_version_and_question_alone() -> None:
    store: Kept[str] = Kept(room=100, size=len)
    store.keep(Key("g", 3, "France", 7), "his")
    assert store.find(Key("g", 3, "France", 7)) == "his"
    for other in (
        Key("g", 3, "Germany", 7),
        Key("g", 4, "France", 7),
        Key("h", 3, "France", 7),
        Key("g", 3, "France", 8),
        Key("g", 3, HOST, 7),
    ):
        assert store.find(other) is None


def test_a_key_without_a_reader_cannot_be_made() -> None:
    with pytest.raises(TypeError):
        Key("g", 3)  # type: ignore[call-arg]


def test_the_answers_asked_for_longest_ago_go_when_the_room_is_full() -> None:
    store: Kept[str] = Kept(room=10, size=len)
    store.keep(Key("g", 1, HOST), "aaaa")
    store.keep(Key("g", 2, HOST), "bbbb")
    assert store.find(Key("g", 1, HOST)) == "aaaa"  # asked for again: the other goes first
    store.keep(Key("g", 3, HOST), "cccc")
    assert store.find(Key("g", 2, HOST)) is None
    assert store.find(Key("g", 1, HOST)) == "aaaa"


def test_what_is_larger_than_the_room_is_given_and_not_kept() -> None:
    store: Kept[str] = Kept(room=3, size=len)
    store.keep(Key("g", 1, HOST), "abc")
    assert store.keep(Key("g", 2, HOST), "abcd") == "abcd"
    assert store.find(Key("g", 2, HOST)) is None
    assert store.find(Key("g", 1, HOST)) == "abc"


def test_no_other_module_of_the_server_keeps_answers_of_its_own() -> None:
    keeping = set()
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []
            if {"OrderedDict", "LRUCache", "TTLCache"} & set(names):
                keeping.add(file.relative_to(SOURCE).as_posix())
    assert keeping == {"site/kept.py"}
