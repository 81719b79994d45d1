"""``python -m legation``."""

import sys

from legation.cli.start import main

sys.exit(main())
