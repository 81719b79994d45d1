"""Who wrote a remark that is reported is named as the archive does, which takes more letters."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """It was the bare power, also of who had it before."""

    dependencies = (("press", "0002_guards"),)

    operations = (
        migrations.AlterField("Report", "sender", models.CharField(blank=True, max_length=200)),
    )
