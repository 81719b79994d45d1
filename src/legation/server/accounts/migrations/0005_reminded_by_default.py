"""New accounts are reminded of deadlines; those that there are keep what they have."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_reminded"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="mail_deadline",
            field=models.BooleanField(
                default=True, verbose_name="a deadline near and you not ready"
            ),
        ),
    ]
