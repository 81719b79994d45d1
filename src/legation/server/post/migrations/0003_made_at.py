from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("post", "0002_by_index"),
    ]

    operations = [
        migrations.AlterField(
            model_name="letter",
            name="made_at",
            field=models.DateTimeField(),
        ),
    ]
