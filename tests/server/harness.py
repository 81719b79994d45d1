"""A server without pages in a process of its own, on whatever DATABASE_URL says.

``python harness.py TASK...`` prints what came of them, as JSON. It is a script,
so that whole processes can be killed and databases stopped.
"""

import json
import logging
import os
import sys
from importlib import import_module
from pathlib import Path

import django
from django.core.management import call_command


def main(tasks: list[str]) -> None:
    """Carries out tasks of `ordeals` and its neighbours, on a database that is made for them."""
    tests = Path(__file__).parents[1]
    sys.path[:0] = [str(tests), str(tests / "laws")]
    os.environ["DJANGO_SETTINGS_MODULE"] = "server_settings"
    django.setup()
    logging.disable(logging.WARNING)
    call_command("migrate", interactive=False, verbosity=0)
    ordeals = import_module("ordeals")
    known = ordeals.TASKS
    for module in ("leak_streams", "holding"):
        known = known | import_module(module).TASKS
    print(json.dumps({task: known[task]() for task in tasks}))
    ordeals.leave_database()


if __name__ == "__main__":
    main(sys.argv[1:])
