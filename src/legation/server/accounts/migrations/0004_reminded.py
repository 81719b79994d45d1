"""A choice of letters says "ready", as the pages do."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_by_index"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="mail_deadline",
            field=models.BooleanField(
                default=False, verbose_name="a deadline near and you not ready"
            ),
        ),
    ]
