"""The server's settings for tests, and for the type checker: nothing is left on the disk."""

import os
import tempfile

os.environ.setdefault("LEGATION_CONFIG", os.devnull)  # no server of this machine is meant
os.environ.setdefault("LEGATION_DATA", os.path.join(tempfile.gettempdir(), "legation-tests"))
os.environ.setdefault(
    "LEGATION_SECRET_KEY", "for tests, and no secret: 0123456789 abcdefghijklmnop"
)
os.environ.setdefault("LEGATION_STATIC", "source")
os.environ.setdefault("LEGATION_POLL_MS", "50")
os.environ.setdefault("EMAIL_URL", "memory:")
os.environ.setdefault("LEGATION_HOSTS", "testserver,localhost,127.0.0.1")

from legation.server.settings import *  # noqa: F403

WARM = "TESTED_WARM" in os.environ  # drawing 26 boards takes longer than most tests
MANUAL = None  # whether `make docs` was run here or not
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick; tests hash much
MIDDLEWARE = [
    "static_once.Once" if each == "legation.server.manual.served.Served" else each
    for each in MIDDLEWARE  # noqa: F405
]
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):  # noqa: F405
    DATABASES["default"]["TEST"] = {"MIGRATE": False}  # noqa: F405  conftest.py brings the tables
