"""Events are counted apart with which what an audience sees may have changed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0006_lost_time")]

    operations = [
        migrations.AddField(
            model_name="line",
            name="views",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
