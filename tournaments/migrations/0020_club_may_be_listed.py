from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0019_ids_in_the_audit'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='may_be_listed',
            field=models.BooleanField(default=False, help_text='Search engines may list the pages that anybody reads, which name people.'),
        ),
    ]
