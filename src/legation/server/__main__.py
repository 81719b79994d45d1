"""Django's own commands for this server: ``python -m legation.server migrate``."""

import os
import sys

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "legation.server.settings")
    try:
        django.setup()
        from legation.server.settings.environ import make_folder  # reading it reads the settings

        make_folder(settings.DATA_FOLDER)
    except ImproperlyConfigured as error:
        sys.exit(f"legation: {error}")
    execute_from_command_line(["python -m legation.server", *sys.argv[1:]])
