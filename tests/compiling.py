"""How the kernel is compiled for whoever imports this before Numba: a test, a law of the night.

With less effort, in two thirds of the time, and kept apart from what is compiled to be
quick. What one of them compiled is there for all.
"""

import os
from pathlib import Path

os.environ.setdefault("NUMBA_OPT", "1")
os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(__file__).parents[1] / ".pytest_cache" / "numba"))
