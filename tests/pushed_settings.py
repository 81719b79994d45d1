"""The server's settings for browser tests with a push service on this machine."""

from server_settings import *  # noqa: F403

PUSH_ANYWHERE = True
