from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0041_who_counts")]

    operations = [
        migrations.AddField(
            model_name="board",
            name="kept_sealed",
            field=models.BooleanField(
                default=False,
                help_text="Whether it stays sealed until the session is over: a round of it was left out.",
            ),
        ),
    ]
