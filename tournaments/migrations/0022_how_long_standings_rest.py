"""How long standings rest is said once they are made: it follows the field, and not the machine alone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0021_scales")]

    operations = [
        migrations.RenameField("stage", "made_in", "rests_for"),
        migrations.AlterField(
            "stage",
            "rests_for",
            models.FloatField(default=0, help_text="For how many seconds they stay as they are then."),
        ),
    ]
