"""Every variant as an environment for learning: PettingZoo's parallel interface over Views.

::

    from legation import env

    games = env.parallel_env("standard", phases=60)
    seen, infos = games.reset(seed=1)

``pip install 'legation[env]'`` brings what this needs; docs/env.md tells what
is observed, and how an action names its orders.
"""

from importlib.util import find_spec

from legation.errors import NotInstalledError

if find_spec("pettingzoo") is None or find_spec("gymnasium") is None:
    raise NotInstalledError(
        "legation.env needs PettingZoo and Gymnasium, which are not installed:"
        " pip install 'legation[env]'."
    )

from legation.env.parallel import GameEnv, parallel_env
from legation.env.rewards import by_centres, by_result

__all__ = ["GameEnv", "by_centres", "by_result", "parallel_env"]
