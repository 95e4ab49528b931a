from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0040_substitutes'),
    ]

    operations = [
        migrations.AddField(
            model_name='contestant',
            name='no_place',
            field=models.CharField(blank=True, default='', help_text='Why he takes no place in the standings; blank where he does.', max_length=60),
            preserve_default=False,
        ),
    ]
