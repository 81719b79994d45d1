"""What goes wrong, by kind: each is done, lasts for a while, and is over."""

import random
import signal
import time
from collections.abc import Callable, Sequence
from functools import partial

from office import MOODS, TAKES
from places import Postgres
from stage import LEASE, PATIENCE, WEB, WORK, Stage, either

from legation.server.games.stages import SAVING, STAGES

HOUR, DAY = 3600, 86400
JUMPS = (30 * DAY, 5 * HOUR, -5 * HOUR)
_COMES = 10.0  # seconds in which somebody should have come to a stage

Fault = Callable[[Stage, random.Random], bool]
"""Does it, and waits until it is over; False where it did not come to pass."""


def kinds(stage: Stage, games: Sequence[int]) -> dict[str, Fault]:
    """All that may happen on a stage, by its name."""
    found: dict[str, Fault] = {
        "kill a server": partial(_kill, WEB),
        "kill a worker": partial(_kill, WORK),
        "freeze a server": partial(_freeze, WEB),
        "freeze a worker": partial(_freeze, WORK),
        "hold a row" if isinstance(stage.place, Postgres) else "hold the file": partial(
            _hold, games
        ),
        "full disk": _full,
    }
    found |= {f"mail server {mood}": partial(_mail, mood) for mood in MOODS}
    found |= {f"clock jumps {_said(by)}": partial(_jump, by) for by in JUMPS}
    found |= {f"die at {step}": partial(_die, WORK, step) for step in STAGES}
    found |= {f"die at {step}": partial(_die, WEB, step) for step in SAVING}
    if isinstance(stage.place, Postgres):
        found["database lost"] = _lost
    return found


def _kill(kind: str, stage: Stage, dice: random.Random) -> bool:
    either(dice, stage.of(kind)).signal(signal.SIGKILL)
    return True


def _freeze(kind: str, stage: Stage, dice: random.Random) -> bool:
    """It stands still for longer than a lease, and goes on as if nothing had been."""
    process = either(dice, stage.of(kind))
    process.signal(signal.SIGSTOP)
    time.sleep(LEASE + dice.uniform(0.5, 2))
    process.signal(signal.SIGCONT)
    return True


def _die(kind: str, step: str, stage: Stage, dice: random.Random) -> bool:
    del dice
    return stage.die_at(kind, step, _COMES)


def _hold(games: Sequence[int], stage: Stage, dice: random.Random) -> bool:
    with stage.place.held(dice.choice(games)):
        time.sleep(PATIENCE + dice.uniform(0.5, 2))
    return True


def _full(stage: Stage, dice: random.Random) -> bool:
    with stage.place.full(stage.pids()):
        time.sleep(dice.uniform(1, 3))
    if isinstance(stage.place, Postgres):
        stage.place.come_back()
    return True


def _mail(mood: str, stage: Stage, dice: random.Random) -> bool:
    stage.mail.be(mood)
    time.sleep(dice.uniform(1, 3))
    stage.mail.be(TAKES)
    return True


def _jump(seconds: float, stage: Stage, dice: random.Random) -> bool:
    stage.place.jump(seconds)
    time.sleep(dice.uniform(1, 2))
    stage.place.jump(0)
    return True


def _lost(stage: Stage, dice: random.Random) -> bool:
    assert isinstance(stage.place, Postgres)
    stage.place.go_away()
    time.sleep(dice.uniform(0.5, 3))
    stage.place.come_back()
    return True


def _said(seconds: float) -> str:
    way = "on" if seconds > 0 else "back"
    whole = abs(seconds)
    return f"{way} {whole / DAY:g} days" if whole >= DAY else f"{way} {whole / HOUR:g} hours"
