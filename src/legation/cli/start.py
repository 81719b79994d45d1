"""Where the command begins: a version is told before anything is imported."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from io import TextIOWrapper

from legation import __version__


def main() -> int:
    """Run the command with the arguments of this process; the exit code."""
    arguments = sys.argv[1:]
    if arguments in (["--version"], ["-V"]):
        print(f"legation {__version__}")
        return 0
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # no encoding is worth a traceback
    if find_spec("typer") is None or find_spec("rich") is None:
        sys.stderr.write("legation: the command is not installed: pip install 'legation[cli]'\n")
        return 2
    from legation.cli.main import run  # here, for typer takes longer than the answer above

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
