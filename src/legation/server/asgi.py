"""The server as uvicorn starts it: ``legation.server.asgi:application``."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "legation.server.settings")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402  when they are there

from legation.server.maps.warm import warm  # noqa: E402
from legation.server.running.handler import Handler  # noqa: E402

application = Handler()
if settings.WARM:
    warm()
