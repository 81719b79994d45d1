"""The server's settings for browser tests that look at what is said where something fails."""

from server_settings import *  # noqa: F403

ROOT_URLCONF = "failing"
