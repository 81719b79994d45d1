from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0014_later")]

    operations = [
        migrations.AddField(
            model_name="standby",
            name="himself",
            field=models.BooleanField(default=False),
        ),
    ]
