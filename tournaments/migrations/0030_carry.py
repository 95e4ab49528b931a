"""A part of what was made in the stage before may count in the next one."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0029_venues'),
    ]

    operations = [
        migrations.AddField(
            model_name='stage',
            name='carried_text',
            field=models.CharField(default='0', help_text='The part of what was made in the stage before that counts here.', max_length=24),
        ),
    ]
