"""Sections have a name, and may have a movement and rounds of their own; who plays where can be said."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def give_sections(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A session had its section at the deal; now it has it from the beginning."""
    Session, Section = (apps.get_model("tournaments", name) for name in ("Session", "Section"))
    without = Session.objects.filter(sections=None)
    Section.objects.bulk_create(Section(session=session) for session in without)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0026_edited_events'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='standings_from',
            field=models.DateTimeField(help_text='Until when the public is shown no standings; null where they are not held back.', null=True),
        ),
        migrations.AddField(
            model_name='stage',
            name='sections_apart',
            field=models.BooleanField(default=False, help_text='Whether each section is a field by itself, ranked apart.'),
        ),
        migrations.AddField(
            model_name='event',
            name='missed',
            field=models.CharField(choices=[('mean', 'ranked by the mean per board'), ('unranked', 'listed without a place')], default='mean', help_text='What becomes of who has missed one session of several.', max_length=10),
        ),
        migrations.AddField(
            model_name='section',
            name='movement_key',
            field=models.CharField(blank=True, help_text='Blank where it is the movement of its stage.', max_length=40),
        ),
        migrations.AddField(
            model_name='section',
            name='movement_options',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='section',
            name='name',
            field=models.CharField(blank=True, help_text='Blank where there is only one.', max_length=20),
        ),
        migrations.AddField(
            model_name='section',
            name='rounds_planned',
            field=models.PositiveSmallIntegerField(help_text='Null where they are as many as those of its session.', null=True),
        ),
        migrations.RunPython(give_sections, migrations.RunPython.noop),
        migrations.CreateModel(
            name='Allotment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(help_text='From 1 within the section.')),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='allotments', to='tournaments.contestant')),
                ('section', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='allotments', to='tournaments.section')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('section', 'contestant'), name='allotted_once'), models.UniqueConstraint(fields=('section', 'number'), name='allotment_number')],
            },
        ),
    ]
