"""The workers of a Dask scheduler that is there already, as a crew (extra `lab`).

Dask plays a task again whose worker was lost, on another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass

from legation.errors import InputError, NotInstalledError, StateError
from legation.lab.crew import given_up
from legation.lab.played import Played
from legation.lab.playing import player_of
from legation.lab.trial import Task, Trial

PATIENCE = 10
"""Seconds that a scheduler has to answer."""


@dataclass
class Cluster:
    """The workers of the scheduler at an address, such as ``tcp://10.0.0.5:8786``."""

    address: str

    @property
    def said(self) -> str:
        """Where they are."""
        return f"the workers of {self.address}"

    def __call__(self, trial: Trial, tasks: Sequence[Task]) -> Iterator[Played]:
        """The games of these tasks, as they come back.

        Raises:
            NotInstalledError: without the extra.
            InputError: where no scheduler answers, or a worker cannot play.
            StateError: where the scheduler went away.
        """
        try:
            from distributed import Client, KilledWorker, as_completed
        except ImportError:
            raise NotInstalledError(
                "--cluster needs Dask, which is not installed: pip install 'legation[lab]'"
            ) from None
        try:
            client = Client(  # type: ignore[no-untyped-call]
                self.address, timeout=PATIENCE, set_as_default=False
            )
        except (OSError, ValueError) as error:
            said = str(error).splitlines()[0]
            raise InputError(f"{self.address}: no Dask scheduler answers there ({said}).") from None
        play = player_of(tasks)
        with client:
            out = {client.submit(play, trial, task, pure=False, retries=0): task for task in tasks}
            for future in as_completed(list(out), loop=client.loop):  # type: ignore[no-untyped-call]
                task = out.pop(future)
                try:
                    yield future.result()
                except KilledWorker:
                    why = "every worker that played it was lost"
                    yield given_up(trial, task, why)
                except CancelledError:
                    raise StateError(
                        f"the scheduler at {self.address} went away; what was finished is kept."
                    ) from None
                except (ImportError, AttributeError, TypeError) as error:
                    raise InputError(
                        f"a worker of {self.address} cannot play: {error}."
                        " Install the same version of legation there."
                    ) from None
