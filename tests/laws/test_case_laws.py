"""Laws of case files: whatever stands in one, only errors raised on purpose come of it."""

from __future__ import annotations

import copy
import json
import tempfile
from pathlib import Path
from typing import Any

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import legation.variants
from legation.errors import LegationError
from legation.table.cases.check import check_case
from legation.table.cases.file import load_cases

LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # ten times as quick
FILES = Path(legation.variants.__file__).parent / "standard/cases"
VALID: list[dict[str, Any]] = yaml.load(
    (FILES / "standard.yaml").read_text(encoding="utf-8"), LOADER
)
VALID += [
    case
    for case in yaml.load((FILES / "datc.yaml").read_text(encoding="utf-8"), LOADER)
    if "alternatives" in case or "then" in case
][:40]
VALID.append(
    {
        "phase": "retreat",
        "units": {"Germany": ["A Mun"]},
        "dislodged": {"France": [{"unit": "A Bur", "by": "Mun", "retreats": ["Par"]}]},
        "contested": ["Gas"],
    }
)

law = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
words = st.sampled_from(
    ["", "x", "France", "A Par", "Par", "Stp/nc", "build", "retreat", "Spring 1901", "Spring ²",
     "A Par - Bur", "set A Par of Italy", "remove dislodged Par", "abandon", "no", "9" * 5000]
)  # fmt: skip
leaves = st.one_of(words, st.text(max_size=5), st.integers(), st.booleans(), st.none(), st.floats())
keys = words | st.sampled_from([key for case in VALID for key in case])
shapes = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(keys, inner, max_size=2)
)


def spots(node: Any) -> list[tuple[Any, Any]]:
    """Every node below this one, as its parent and its key there."""
    inside = list(node.items() if isinstance(node, dict) else enumerate(node))
    found = [(node, key) for key, _ in inside]
    for _, value in inside:
        if isinstance(value, dict | list):
            found += spots(value)
    return found


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """A valid case, some nodes of it replaced, dropped, nested or joined by others."""
    data = [copy.deepcopy(draw(st.sampled_from(VALID)))]
    for _ in range(draw(st.integers(1, 3))):
        places = spots(data)
        if not places:
            break
        parent, key = draw(st.sampled_from(places))
        match draw(st.sampled_from(["replace", "drop", "list", "table", "first", "add"])):
            case "replace":
                parent[key] = draw(shapes)
            case "drop":
                del parent[key]
            case "list":
                parent[key] = [parent[key]]
            case "table":
                parent[key] = {draw(keys): parent[key]}
            case "first" if isinstance(parent[key], dict | list) and parent[key]:
                node = parent[key]
                parent[key] = next(iter(node.values() if isinstance(node, dict) else node))
            case _ if isinstance(parent, dict):
                parent[draw(keys)] = draw(shapes)
    return data


def read(text: str, ending: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"case.{ending}"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        try:
            cases = load_cases(path)
        except LegationError:
            return
        for case in cases:
            try:
                str(check_case(case)).encode("utf-8")
            except LegationError as error:
                str(error).encode("utf-8")


@law
@given(mutated())
def test_mutated_cases_are_refused_or_run(data: Any) -> None:
    read(json.dumps(data), "json")


@law
@given(shapes)
def test_any_data_is_refused_or_run(data: Any) -> None:
    read(json.dumps(data), "json")
    read(yaml.safe_dump(data), "yaml")


@law
@given(st.text() | st.lists(st.sampled_from([*"{}[]:,-&*!|>'\"# \n", "id", "A Par"])).map("".join))
def test_any_text_is_refused_or_run(text: str) -> None:
    read(text, "yaml")
    read(text, "json")
