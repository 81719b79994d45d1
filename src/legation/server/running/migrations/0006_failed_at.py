from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("running", "0005_trusted")]

    operations = [
        migrations.AddField("Failure", "at", models.DateTimeField(null=True)),
    ]
