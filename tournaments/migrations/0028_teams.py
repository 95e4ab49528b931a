"""A match of teams may be played in two halves."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0027_sections'),
    ]

    operations = [
        migrations.AddField(
            model_name='stage',
            name='halves',
            field=models.PositiveSmallIntegerField(default=1, help_text='In how many rounds a match of teams is played: 1, or 2 with boards of their own.'),
        ),
    ]
