from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0046_left_out")]

    operations = [
        migrations.AddField(
            model_name="delivery",
            name="seats_at",
            field=models.DateTimeField(
                help_text="When who sits where was last changed there; null where it never was.", null=True
            ),
        ),
    ]
