"""What plays made stands with them, and scales hold what came of a board: awards are looked up, not stored.

X of each line is read from the awards there were; what had none is worked out of its entry. Scales and
standings follow when what is behind is caught up with, which is all that was ever played.
"""

from collections.abc import Iterator
from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q

from games.catalogue import get_game

AT_ONCE = 500
"""Plays that are read and written together."""

SCORED = ('entered', 'confirmed', 'ruled')


def keep_what_was_made(apps: Any, schema_editor: Any) -> None:
    """Write to each play what its awards said, event by event."""
    Play = apps.get_model('tournaments', 'Play')
    for event in apps.get_model('tournaments', 'Event').objects.order_by('pk').iterator():
        game = get_game(event.game_key, event.options, event.rules_version)
        plays = Play.objects.filter(board__session__stage__event=event, revision__gt=0).order_by('pk')
        for some in _in_parts(plays.select_related('board', 'entry').prefetch_related('awards')):
            for play in some:
                play.made, play.points = _made(play, game)
                play.scored_revision = 0
            Play.objects.bulk_update(some, ['made', 'points', 'scored_revision'])


def _in_parts(plays: Any) -> Iterator[list[Any]]:
    last = 0
    while some := list(plays.filter(pk__gt=last)[:AT_ONCE]):
        yield some
        last = some[-1].pk


def _made(play: Any, game: Any) -> tuple[str, str]:
    if play.state == 'void':
        return '-', ''
    if play.entry is None or play.state not in SCORED or play.entry.contradicted:
        return '', ''
    awards = {award.line: award for award in play.awards.all()}
    if awards and play.scored_revision == play.revision:
        xs = ' '.join(awards[line].x_text for line in game.lines)
        points = ' '.join(awards[line].points_text or awards[line].x_text for line in game.lines)
    else:
        board = game.board(play.board.number)
        try:
            x, own = game.x(play.entry.outcome, board), game.points(play.entry.outcome, board)
        except Exception:  # an outcome that cannot be scored waits for the director
            return '', ''
        xs, points = (' '.join(str(of[line]) for line in game.lines) for of in (x, own))
    return ('*' if play.flagged else '') + xs, '' if points == xs else points


def count_them_again(apps: Any, schema_editor: Any) -> None:
    """Awards are made anew by the version that stored them."""
    apps.get_model('tournaments', 'Play').objects.update(scored_revision=0)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0020_club_may_be_listed'),
    ]

    operations = [
        migrations.AddField('play', 'field', models.PositiveSmallIntegerField(default=0, help_text='With whose results it is compared: 0, with all of the session.')),
        migrations.AddField('play', 'group', models.PositiveSmallIntegerField(default=1, help_text='Which cards were played: all the same, until a board is fouled.')),
        migrations.AddField('play', 'made', models.CharField(blank=True, default='', help_text='X of each line, as `queries/made.py` writes it.', max_length=160), preserve_default=False),
        migrations.AddField('play', 'points', models.CharField(blank=True, default='', help_text='What each line made of its own; blank where that is X.', max_length=160), preserve_default=False),
        migrations.AddField('play', 'counted', models.CharField(help_text='What its scales have counted of `made`; null for nothing.', max_length=160, null=True)),
        migrations.RunPython(keep_what_was_made, count_them_again),
        migrations.DeleteModel('Award'),
        migrations.CreateModel(
            name='Scale',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('line', models.CharField(max_length=4)),
                ('field', models.PositiveSmallIntegerField(default=0)),
                ('group', models.PositiveSmallIntegerField(default=1)),
                ('ordinary', models.JSONField(default=dict, help_text='How many results came to each X.')),
                ('flagged', models.JSONField(default=dict, help_text='The same of flagged results.')),
                ('due', models.PositiveIntegerField(default=0, help_text='How many plays there are to be.')),
                ('low_text', models.CharField(blank=True, help_text='MIN; blank without a result.', max_length=24)),
                ('high_text', models.CharField(blank=True, help_text='MAX; blank without a result.', max_length=24)),
                ('revision', models.PositiveIntegerField(default=0, help_text='Grows with everything that is counted.')),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='scales', to='tournaments.board')),
            ],
        ),
        migrations.AddConstraint('scale', models.UniqueConstraint(fields=('board', 'field', 'group', 'line'), name='scale_once')),
        migrations.AddIndex('play', models.Index(condition=Q(revision__gt=F('scored_revision')), fields=['board'], name='play_behind')),
        migrations.AddIndex('play', models.Index(condition=Q(counted=None), fields=['board'], name='play_unknown')),
        migrations.AddField('stage', 'made_at', models.DateTimeField(help_text='When the standings were made; null: do not wait.', null=True)),
        migrations.AddField('stage', 'made_in', models.FloatField(default=0, help_text='How many seconds of work that was.')),
        migrations.AddField('stage', 'due_at', models.DateTimeField(help_text='When somebody is to make them again.', null=True)),
        migrations.AlterField('stage', 'awards_revision', models.PositiveIntegerField(default=0, help_text='Grows with everything that may change the standings.')),
        migrations.AddField('snapshot', 'shown', models.BooleanField(default=True, help_text='Whether somebody saw them: others are not kept.')),
        migrations.AlterField('snapshot', 'shown', models.BooleanField(default=False, help_text='Whether somebody saw them: others are not kept.')),
    ]
