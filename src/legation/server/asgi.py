"""The server as uvicorn starts it: ``legation.server.asgi:application``."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "legation.server.settings")
django.setup(set_prefix=False)

from legation.server.maps.warm import warm  # noqa: E402  when the settings are there
from legation.server.running.handler import Handler  # noqa: E402

application = Handler()
warm()
