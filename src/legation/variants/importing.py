"""A variant's module ``hooks.py``: imported under a name of its own, its siblings with it."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from importlib.machinery import FileFinder, SourceFileLoader
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from legation.errors import FileError, NameUnknownError
from legation.variants.faults import FOREIGN, said_of
from legation.variants.find import GROUP


def hooks_of(place: Traversable) -> ModuleType | None:
    """The module ``hooks.py`` of a variant's folder, if it has one; its siblings are importable.

    Raises:
        FileError: for a module that cannot be imported.
    """
    path = Path(str(place.joinpath("hooks.py")))
    if not path.is_file():
        return None
    own = Path(str(files("legation.variants")))
    # One of ours keeps its name, so that a test imports the very same module.
    inside = path.parent.parent == own
    mark = hashlib.sha256(str(path).encode()).hexdigest()[:8]
    package = f"{GROUP}.{place.name}" if inside else f"{FOREIGN}{place.name}_{mark}"
    try:
        return _imported(package, path, kept=inside)
    except FileError:
        raise
    except NameUnknownError as error:
        raise FileError(f"{place.name}/hooks.py", str(error)) from None
    except Exception as error:  # whatever a module does when it is imported
        at = said_of(error, f"{place.name}/hooks.py")
        raise FileError(at.path, f"it cannot be imported: {at.message}", at.line) from error


def _imported(package: str, path: Path, *, kept: bool) -> ModuleType:
    if package not in sys.modules:
        spec = importlib.util.spec_from_loader(package, loader=None, is_package=True)
        assert spec is not None
        spec.submodule_search_locations = [str(path.parent)]
        if not kept:
            sys.path_importer_cache[str(path.parent)] = FileFinder(
                str(path.parent), (_AsItIs, [".py"])
            )
        sys.modules[package] = importlib.util.module_from_spec(spec)
    return importlib.import_module(f"{package}.hooks")


class _AsItIs(SourceFileLoader):
    """Compiles a module whenever it is imported.

    What Python keeps of a module goes by its size and the second of its change: a number
    changed to another in the second after a look would not be seen.
    """

    def path_stats(self, path: Any) -> NoReturn:  # noqa: ARG002  (named as its parent names it)
        raise OSError("nothing is kept of a variant's modules")
