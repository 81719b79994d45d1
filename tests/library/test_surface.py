"""The names of `import legation`: listed once, there, told, light to import."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import pkgutil
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import legation
from legation.cli import start

ROOT = Path(legation.__file__).parent
ALL: list[str] = vars(legation)["__all__"]
DOCS = Path(__file__).parents[2] / "docs" / "library.md"


def stub() -> dict[str, str]:
    """Name → module of what type checkers read."""
    names = {"__version__": "legation"}
    for node in ast.parse((ROOT / "__init__.pyi").read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                assert alias.asname == alias.name  # else it is not passed on
                names[alias.name] = str(node.module)
    return names


def test_type_checkers_read_the_same_names() -> None:
    rooms = {name: room for room, names in vars(legation)["_ROOMS"].items() for name in names}
    assert stub() == {**rooms, "__version__": "legation"}
    assert list(ALL) == dir(legation) == sorted(stub())
    assert (ROOT / "py.typed").is_file()


def test_every_name_is_there_and_says_what_it_is() -> None:
    for name in set(ALL) - {"__version__"}:
        there = getattr(legation, name)
        assert there.__name__ == name
        assert inspect.getdoc(there)
        if inspect.isclass(there):
            for method, value in vars(there).items():
                if not method.startswith("_") and callable(value):
                    assert inspect.getdoc(value), f"{name}.{method}"


def test_no_name_is_that_of_a_room() -> None:
    rooms = {module.name for module in pkgutil.iter_modules([str(ROOT)])}
    assert rooms & set(ALL) == set()


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    assert not hasattr(legation, "adjudicat")


def test_importing_it_imports_nothing_of_it() -> None:
    line = "import legation, sys; print(*sorted(m for m in sys.modules if 'legation' in m))"
    told = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["legation"]


def test_the_page_tells_every_name() -> None:
    table = DOCS.read_text("utf-8").partition("## All names")[2]
    told = set(re.findall(r"`(\w+)`", table))
    assert set(ALL) <= told


ALONE = """
import doctest, sys
for name in ("typer", "rich", "click", "django", "numpy", "numba", "shapely", "typst"):
    sys.modules[name] = None  # as if it were not installed
done = doctest.testfile({page!r}, module_relative=False, encoding="utf-8")
print(done.attempted, done.failed)
"""


def test_the_page_runs_without_any_extra() -> None:
    line = [sys.executable, "-c", ALONE.format(page=str(DOCS))]
    told = subprocess.run(line, capture_output=True, text=True, check=True)
    attempted, failed = told.stdout.split()[-2:]
    assert int(attempted) > 10
    assert failed == "0", told.stdout


def test_the_command_says_what_it_lacks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(start, "find_spec", lambda _: None)
    monkeypatch.setattr(sys, "argv", ["legation", "play"])
    assert start.main() == 2
    assert "pip install 'legation[cli]'" in capsys.readouterr().err


CHECKERS = {
    "mypy": ("--strict", "--config-file=", "--cache-dir=cache"),
    "basedpyright": ("--pythonpath", sys.executable),
}


@pytest.mark.evening
@pytest.mark.parametrize("checker", CHECKERS)
def test_a_client_outside_the_tree_is_checked_by_its_types(checker: str, tmp_path: Path) -> None:
    if importlib.util.find_spec(checker) is None:
        pytest.skip(f"NOT RUN, {checker} is not here: make pyright")
    shutil.copy(Path(__file__).with_name("client.py"), tmp_path)
    tmp_path.joinpath("pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    tmp_path.joinpath("wrong.py").write_text("import legation\n\nx: int = legation.draw\n")

    def told(name: str) -> tuple[int, str]:
        line = [sys.executable, "-m", checker, *CHECKERS[checker], name]
        done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True)
        return done.returncode, done.stdout

    assert told("client.py")[0] == 0, told("client.py")
    status, said = told("wrong.py")
    assert (status, "wrong.py:3" in said) == (1, True), said
