from datetime import timedelta
from typing import Any

from django.db import migrations, models
from django.utils import timezone


def limit(apps: Any, schema_editor: Any) -> None:
    """Tokens of before could do everything and had no end; they go on for a quarter of a year."""
    tokens = apps.get_model("api", "Token").objects.using(schema_editor.connection.alias)
    tokens.update(
        scopes=["read", "order", "press", "desk"], ends_at=timezone.now() + timedelta(days=90)
    )


class Migration(migrations.Migration):
    dependencies = [("api", "0001_initial")]

    operations = [
        migrations.AddField("token", "scopes", models.JSONField(default=list)),
        migrations.AddField("token", "ends_at", models.DateTimeField(null=True)),
        migrations.RunPython(limit, migrations.RunPython.noop, elidable=True),
        migrations.AlterField("token", "ends_at", models.DateTimeField()),
    ]
