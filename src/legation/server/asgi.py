"""The server as uvicorn starts it: ``legation.server.asgi:application``."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "legation.server.settings")
application = get_asgi_application()

from legation.server.lobby.warm import warm  # noqa: E402  when the settings are there

warm()
