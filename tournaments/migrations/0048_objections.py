import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0047_seats_delivered"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="objection_minutes",
            field=models.PositiveSmallIntegerField(
                default=30,
                help_text="For how long after a session players may object; 0 for never, null until publication.",
                null=True,
            ),
        ),
        migrations.CreateModel(
            name="Objection",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("device", models.CharField(blank=True, max_length=32)),
                ("side", models.CharField(blank=True, max_length=4)),
                ("at", models.DateTimeField()),
                ("words", models.CharField(max_length=200)),
                (
                    "verdict",
                    models.CharField(
                        blank=True,
                        choices=[("stays", "It stays as it is"), ("mended", "It is mended")],
                        help_text="Blank while it is open.",
                        max_length=10,
                    ),
                ),
                (
                    "answer",
                    models.CharField(blank=True, help_text="What goes with the verdict.", max_length=200),
                ),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "contestant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="objections",
                        to="tournaments.contestant",
                    ),
                ),
                (
                    "play",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="objections",
                        to="tournaments.play",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.table",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("answered_at", None)),
                        fields=("play", "contestant"),
                        name="one_open_objection_a_play",
                    )
                ],
            },
        ),
    ]
