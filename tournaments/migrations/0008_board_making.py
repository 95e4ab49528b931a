import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """What was called a preparation is called as everywhere else: the making of a board."""

    dependencies = [
        ('tournaments', '0007_making_up'),
    ]

    operations = [
        migrations.RenameModel(old_name='Preparation', new_name='BoardMaking'),
        migrations.AlterField(
            model_name='boardmaking',
            name='maker',
            field=models.ForeignKey(help_text='The table that makes it up; null for the desk, or where it came ready.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='board_makings', to='tournaments.table'),
        ),
        migrations.AlterField(
            model_name='boardmaking',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='board_makings', to='tournaments.session'),
        ),
    ]
