import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("studio", "0001_initial")]

    operations = [
        migrations.AlterField(
            model_name="job",
            name="draft",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="jobs",
                to="studio.draft",
            ),
        ),
        migrations.AddField(
            model_name="job",
            name="tried",
            field=models.CharField(blank=True, default="", max_length=20),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.UniqueConstraint(
                condition=models.Q(("tried", ""), _negated=True),
                fields=("tried",),
                name="tried_once",
            ),
        ),
    ]
