import hashlib
from typing import Any

from django.conf import settings
from django.db import migrations, models

import legation.server.desk.models


def keep(apps: Any, editor: Any) -> None:
    """Marks that there are stay good: they were keyed by this (django.utils.crypto.salted_hmac).

    Where there are none the key is made when one is asked for, so that a file that
    a backup is copied into has no other.
    """
    here = editor.connection.alias
    if apps.get_model("desk", "Unasked").objects.using(here).exists():
        text = f"legation.server.desk.unasked{settings.SECRET_KEY}"
        secret = hashlib.sha256(text.encode()).hexdigest()
        apps.get_model("desk", "MarkKey").objects.using(here).create(name="unasked", secret=secret)


class Migration(migrations.Migration):
    dependencies = [("desk", "0004_offers_to_standbys")]

    operations = [
        migrations.CreateModel(
            name="MarkKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=20, unique=True)),
                (
                    "secret",
                    models.CharField(default=legation.server.desk.models.new_secret, max_length=64),
                ),
            ],
        ),
        migrations.RunPython(keep, migrations.RunPython.noop),
    ]
