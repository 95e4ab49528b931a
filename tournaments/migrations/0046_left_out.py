from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0045_categories")]

    operations = [
        migrations.AddField(
            model_name="section",
            name="rounds_left_out",
            field=models.PositiveSmallIntegerField(
                default=0,
                help_text="How many of the rounds planned are not played, because it was late: the last ones.",
            ),
        ),
        migrations.AddField(
            model_name="section",
            name="boards_left_out",
            field=models.JSONField(
                default=list,
                help_text="Numbers of rounds in ascending order: from each on a board less is played at every table.",
            ),
        ),
        migrations.AlterField(
            model_name="board",
            name="kept_sealed",
            field=models.BooleanField(
                default=False,
                help_text="Whether it stays sealed until the session is over: it was left out, as it was late.",
            ),
        ),
    ]
