from typing import Any

from django.db import migrations, models

from legation.server.accounts.names import likeness


def fill(apps: Any, schema_editor: Any) -> None:
    """The first of two names that look alike keeps it; the other is left as he is called."""
    users = apps.get_model("accounts", "User").objects.using(schema_editor.connection.alias)
    known = set()
    for user in users.order_by("pk").iterator():
        like = likeness(user.name)
        if like not in known:
            known.add(like)
            users.filter(pk=user.pk).update(likeness=like)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="likeness",
            field=models.CharField(editable=False, max_length=64, null=True, unique=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
