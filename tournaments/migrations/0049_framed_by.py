from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0048_objections"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="framed_by",
            field=models.JSONField(
                default=list, help_text="Names of the sites that may show its standings inside pages of theirs."
            ),
        ),
    ]
