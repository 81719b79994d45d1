"""Starts servers and workers in no time: a process that has all loaded, and forks.

Each line that it reads is the name of a file for what the child says, the stage
at which it is to die or ``-``, and the words of a verb; it answers by the
number of the process. The children run the very commands ``serve`` and ``work``.
"""

import os
import signal
import sys

import django
from django.core.management import call_command


def main() -> None:
    """Forks until nobody asks any more."""
    django.setup()
    from django.urls import get_resolver

    from legation.server.maps import pictures  # what every child would load again
    from legation.server.running.management.commands import serve, work

    assert serve
    assert work
    pictures.small("standard")
    assert get_resolver().url_patterns
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    for line in sys.stdin:
        log, stage, *words = line.split()
        child = os.fork()
        if child:
            print(child, flush=True)
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        said = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        nothing = os.open(os.devnull, os.O_RDWR)
        for number, end in ((0, nothing), (1, nothing), (2, said)):
            os.dup2(end, number)
        if stage != "-":
            os.environ["LEGATION_DIE_AT"] = stage
        try:
            call_command(*words)
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(1)
        os._exit(0)


if __name__ == "__main__":
    main()
