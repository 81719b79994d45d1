"""When a sheet came that was too late, so that it is shown until it is put away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import migrations, models

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def _came(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Of what is kept already: when its sheet was saved, as nothing else is known."""
    sheets = apps.get_model("games", "Sheet").objects.using(editor.connection.alias)
    sheets.exclude(late="").update(late_at=models.F("saved_at"))


class Migration(migrations.Migration):
    """Until now it was shown in the phase that followed, and then no more."""

    dependencies = (("games", "0015_standby_himself"),)

    operations = (
        migrations.AddField("Sheet", "late_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunPython(_came, migrations.RunPython.noop, elidable=True),
    )
