import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0042_kept_sealed'),
    ]

    operations = [
        migrations.AddField(
            model_name='penalty',
            name='kind',
            field=models.CharField(blank=True, default='', help_text="Which of its club's penalties it is, by name; blank for none.", max_length=80),
            preserve_default=False,
        ),
        migrations.CreateModel(
            name='ClubPenalty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('number', models.PositiveSmallIntegerField(help_text="Its place in the club's list, from 1.")),
                ('steps', models.JSONField(help_text='As exact texts: `warning`, an amount in awards (`1/4`), or a percent (`10%`).')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='tournaments.club')),
            ],
            options={
                'ordering': ['number', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='one_penalty_of_a_name')],
            },
        ),
    ]
