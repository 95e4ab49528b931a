"""The schema of version 0.13.0, the first that is supported: a database of an earlier one is refused."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('tournaments', '0001_initial'),
        ('tournaments', '0002_second_evening'),
        ('tournaments', '0003_players_each'),
        ('tournaments', '0004_drawn_rounds'),
        ('tournaments', '0005_results_shown'),
        ('tournaments', '0006_calls'),
        ('tournaments', '0007_making_up'),
        ('tournaments', '0008_board_making'),
        ('tournaments', '0009_facts_beside_the_audit'),
        ('tournaments', '0010_facts_from_the_audit'),
        ('tournaments', '0011_contradicted_entries'),
        ('tournaments', '0012_audiences_of_standings'),
        ('tournaments', '0013_one_token_for_a_table'),
        ('tournaments', '0014_invitations'),
        ('tournaments', '0015_one_time_passwords_kept'),
        ('tournaments', '0016_visits'),
        ('tournaments', '0017_second_factor_demanded'),
        ('tournaments', '0018_the_audit_stays'),
        ('tournaments', '0019_ids_in_the_audit'),
        ('tournaments', '0020_club_may_be_listed'),
        ('tournaments', '0021_scales'),
        ('tournaments', '0022_how_long_standings_rest'),
        ('tournaments', '0023_caught_up'),
        ('tournaments', '0024_recounts'),
        ('tournaments', '0025_said_at'),
        ('tournaments', '0026_edited_events'),
        ('tournaments', '0027_sections'),
        ('tournaments', '0028_teams'),
        ('tournaments', '0029_venues'),
        ('tournaments', '0030_carry'),
        ('tournaments', '0031_line_ups'),
        ('tournaments', '0032_travel'),
        ('tournaments', '0033_people'),
        ('tournaments', '0034_team_links'),
        ('tournaments', '0035_void_copies'),
        ('tournaments', '0036_the_clock'),
        ('tournaments', '0037_withdrawals'),
        ('tournaments', '0038_acts'),
        ('tournaments', '0039_awards_given'),
        ('tournaments', '0040_substitutes'),
        ('tournaments', '0041_who_counts'),
        ('tournaments', '0042_kept_sealed'),
        ('tournaments', '0043_club_penalties'),
        ('tournaments', '0044_rehearsals'),
        ('tournaments', '0045_categories'),
        ('tournaments', '0046_left_out'),
        ('tournaments', '0047_seats_delivered'),
        ('tournaments', '0048_objections'),
        ('tournaments', '0049_framed_by'),
        ('tournaments', '0050_drafts'),
        ('tournaments', '0051_made_again'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Board',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('kept_sealed', models.BooleanField(default=False, help_text='Sealed until the session is over, because it was left out of play to save time.')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='CaughtUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('failed', models.JSONField(default=list, help_text='Stages that could not be scored.')),
            ],
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('slug', models.SlugField(max_length=80, unique=True)),
                ('demands_second_factor', models.BooleanField(default=False, help_text='Members need a second factor to sign in.')),
                ('may_be_listed', models.BooleanField(default=False, help_text='Search engines may index the public pages, which contain names of people.')),
                ('framed_by', models.JSONField(default=list, help_text='Sites that may embed the standings in a frame.')),
            ],
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('started_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Section',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(default=1)),
                ('name', models.CharField(blank=True, help_text='Blank for an only section.', max_length=20)),
                ('movement_key', models.CharField(blank=True, help_text='Blank for the movement of the stage.', max_length=40)),
                ('movement_options', models.JSONField(default=dict)),
                ('rounds_planned', models.PositiveSmallIntegerField(help_text='Null for as many as in the session.', null=True)),
                ('rounds_left_out', models.PositiveSmallIntegerField(default=0, help_text='How many of the last planned rounds are not played, to save time.')),
                ('boards_left_out', models.JSONField(default=list, help_text='Round numbers in ascending order: from each of them on, every table plays one board less.')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(default=1)),
                ('state', models.CharField(choices=[('created', 'waiting for its deal'), ('dealt', 'dealt'), ('running', 'running'), ('finished', 'finished')], default='created', max_length=10)),
                ('rounds_planned', models.PositiveSmallIntegerField()),
                ('boards_per_round', models.PositiveSmallIntegerField()),
                ('commitment', models.CharField(blank=True, help_text='Blank if the hands are not known.', max_length=64)),
                ('salt', models.CharField(help_text='Null until fixed.', max_length=200, null=True)),
                ('minutes_per_round', models.PositiveSmallIntegerField(help_text="Null for the club's usual time for the boards of a round.", null=True)),
                ('tables_make_up', models.BooleanField(default=False, help_text='The tables make up the boards from packs of cards.')),
                ('created_at', models.DateTimeField()),
                ('started_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='BoardMaking',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('number', models.PositiveSmallIntegerField()),
                ('opened_at', models.DateTimeField(help_text='When its hands were first shown.', null=True)),
                ('ready_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='board_makings', to='tournaments.session')),
            ],
            options={
                'ordering': ['number', 'maker__number'],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('kind', models.CharField(choices=[('table', 'entered at the table'), ('correction', 'corrected by the director'), ('ruling', 'ruled by the director'), ('void', 'marked not played by the director'), ('awards', 'awards given by the director'), ('withdrawal', 'decision taken back')], default='table', max_length=10)),
                ('outcome', models.JSONField(default=dict)),
                ('given', models.JSONField(default=dict, help_text='Adjusted awards by line, instead of an outcome; see `scoring/adjusted`.')),
                ('revision', models.PositiveIntegerField(help_text='The revision of the play that this entry created.')),
                ('late', models.BooleanField(default=False, help_text='Entered by a table after its round had ended.')),
                ('said_at', models.DateTimeField(help_text="When it was entered, by the phone's clock; null if unknown.", null=True)),
                ('contradicted', models.BooleanField(default=False, help_text='Impossible with the cards of the board; shown to the director only.')),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('withdraws', models.PositiveIntegerField(help_text='The revision of the earlier entry that this one withdraws.', null=True)),
                ('origin', models.CharField(blank=True, help_text='For uploaded entries: exported section, laptop and a digest; blank for entries made here.', max_length=50)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['revision'],
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('slug', models.SlugField(max_length=120)),
                ('game_key', models.CharField(max_length=40)),
                ('options', models.JSONField(default=dict)),
                ('rules_version', models.PositiveSmallIntegerField()),
                ('players_each', models.PositiveSmallIntegerField(default=2, help_text='Players per contestant: 2 in an event of pairs, 1 of individuals.')),
                ('method_key', models.CharField(max_length=40)),
                ('method_options', models.JSONField(default=dict)),
                ('tiebreaks', models.JSONField(default=list, help_text='Keys of tie-breaks, in the order in which they decide.')),
                ('fee_cents', models.PositiveIntegerField(default=0, help_text='Entry fee of each contestant, in cents.')),
                ('read_only', models.BooleanField(default=False, help_text='Imported without its seed, so it can only be viewed.')),
                ('travelled', models.BooleanField(default=False, help_text="A section of another installation's event, imported from a file.")),
                ('demo', models.BooleanField(default=False, help_text='Created by the demo.')),
                ('results_shown', models.CharField(choices=[('at_once', 'at once, to those who have played the board'), ('round', 'when the round ends'), ('session', 'when the session ends')], default='at_once', max_length=10)),
                ('standings_from', models.DateTimeField(help_text='Until when the public sees no standings; null without an embargo.', null=True)),
                ('missed', models.CharField(choices=[('mean', 'ranked by the mean per board'), ('unranked', 'listed without a place')], default='mean', help_text='How contestants are ranked who missed one of several sessions.', max_length=10)),
                ('objection_minutes', models.PositiveSmallIntegerField(default=30, help_text='Minutes after a session to object to a result; 0 for none, null until publication.', null=True)),
                ('starts_at', models.DateTimeField(help_text='Announced start.', null=True)),
                ('place', models.CharField(blank=True, help_text='Where it is played.', max_length=120)),
                ('note', models.TextField(blank=True, help_text='Shown above the standings; of imported results, where they come from.')),
                ('created_at', models.DateTimeField()),
                ('published_at', models.DateTimeField(null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='tournaments.club')),
            ],
            options={
                'ordering': ['-created_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Contestant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=170)),
                ('paid_at', models.DateTimeField(null=True)),
                ('withdrawn_at', models.DateTimeField(help_text='When the contestant left an event that had started.', null=True)),
                ('no_place', models.CharField(blank=True, help_text='Why the contestant takes no place in the standings; blank if it takes one.', max_length=60)),
                ('link_counter', models.PositiveIntegerField(default=0, help_text='Incremented to revoke the links given to a team.')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='contestants', to='tournaments.event')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Category',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=60)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='categories', to='tournaments.event')),
            ],
            options={
                'ordering': ['number', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='InCategory',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('category', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.category')),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='tournaments.contestant')),
            ],
        ),
        migrations.AddField(
            model_name='category',
            name='contestants',
            field=models.ManyToManyField(related_name='categories', through='tournaments.InCategory', to='tournaments.contestant'),
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'owner'), ('director', 'director'), ('scorer', 'scorer'), ('venue_director', 'director at a venue'), ('venue_scorer', 'scorer at a venue')], max_length=20)),
                ('at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'owner'), ('director', 'director'), ('scorer', 'scorer'), ('venue_director', 'director at a venue'), ('venue_scorer', 'scorer at a venue')], max_length=20)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='tournaments.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='OneTimePassword',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hashed', models.CharField(max_length=128)),
                ('made_at', models.DateTimeField()),
                ('club', models.ForeignKey(help_text='The club that it was shown to, once.', on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.club')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='one_time_password', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Person',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('licence', models.CharField(blank=True, help_text="Licence by which the federation's list joined the players.", max_length=20)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('licence', ''), _negated=True), fields=('licence',), name='one_person_for_a_licence')],
            },
        ),
        migrations.CreateModel(
            name='Play',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('due', 'due'), ('entered', 'entered'), ('confirmed', 'confirmed'), ('conflict', 'in conflict'), ('ruled', 'ruled'), ('void', 'not played')], default='due', max_length=10)),
                ('flagged', models.BooleanField(default=False)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('scored_revision', models.PositiveIntegerField(default=0)),
                ('field', models.PositiveSmallIntegerField(default=0, help_text='Results are compared within a field: 0 is the whole session.')),
                ('group', models.PositiveSmallIntegerField(default=1, help_text='Differs from 1 for plays with other cards, after a fouled board.')),
                ('made', models.CharField(blank=True, help_text='X of each line, as `queries/results/line_points.py` writes it.', max_length=160)),
                ('points', models.CharField(blank=True, help_text="Each line's own points; blank where they equal X.", max_length=160)),
                ('counted', models.CharField(help_text='The `line_points` that the scales include; null for none.', max_length=160, null=True)),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='plays', to='tournaments.board')),
                ('entry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry')),
            ],
            options={
                'ordering': ['board__number'],
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='play',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.play'),
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('licence', models.CharField(blank=True, help_text='Licence as entered by the club; joins nobody by itself.', max_length=20)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='tournaments.club')),
                ('person', models.ForeignKey(help_text='The person across clubs; null for a player known in this club only.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to='tournaments.person')),
                ('user', models.ForeignKey(help_text='The member who is this player and may not see hands they still have to play.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='PersonCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('made_at', models.DateTimeField()),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='person_code', to='tournaments.player')),
            ],
        ),
        migrations.CreateModel(
            name='Partner',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='partners', to='tournaments.contestant')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='tournaments.player')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.AddField(
            model_name='contestant',
            name='players',
            field=models.ManyToManyField(related_name='contestants', through='tournaments.Partner', to='tournaments.player'),
        ),
        migrations.CreateModel(
            name='Receipt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('actor_token', models.CharField(max_length=80)),
                ('key', models.CharField(max_length=80)),
                ('digest', models.CharField(max_length=64)),
                ('answer', models.JSONField()),
                ('at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('actor_token', 'key'), name='key_once')],
            },
        ),
        migrations.CreateModel(
            name='Recount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_index=True)),
                ('differs', models.JSONField(default=list, help_text='The first differences as sentences; empty if there are none.')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='recounted', to='tournaments.event')),
            ],
        ),
        migrations.CreateModel(
            name='Rehearsal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('said_board', models.PositiveIntegerField(help_text='The board number under which a table entered another board.')),
                ('played_board', models.PositiveIntegerField(help_text='The board that this table really played.')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rehearsal', to='tournaments.event')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rehearsals', to=settings.AUTH_USER_MODEL)),
                ('sat_first', models.ForeignKey(help_text='Who really sat on the first line at the table that sat the wrong way round.', on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.contestant')),
            ],
        ),
        migrations.CreateModel(
            name='LineUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=1)),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='line_ups', to='tournaments.contestant')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='line_ups', to='tournaments.player')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_ups', to='tournaments.round')),
            ],
        ),
        migrations.CreateModel(
            name='Scale',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('line', models.CharField(max_length=4)),
                ('field', models.PositiveSmallIntegerField(default=0)),
                ('group', models.PositiveSmallIntegerField(default=1)),
                ('ordinary', models.JSONField(default=dict, help_text='How many results have each X, without flagged ones.')),
                ('flagged', models.JSONField(default=dict, help_text='How many flagged results have each X.')),
                ('due', models.PositiveIntegerField(default=0, help_text='How many plays are expected in all.')),
                ('low_text', models.CharField(blank=True, help_text='MIN; blank without a result.', max_length=24)),
                ('high_text', models.CharField(blank=True, help_text='MAX; blank without a result.', max_length=24)),
                ('revision', models.PositiveIntegerField(default=0, help_text='Incremented by every change.')),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='scales', to='tournaments.board')),
            ],
        ),
        migrations.CreateModel(
            name='Seating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('why', models.JSONField(default=dict, help_text='Why it was drawn: a translatable sentence and its parameters; empty in a fixed plan.')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seatings', to='tournaments.round')),
            ],
            options={
                'ordering': ['table__number'],
            },
        ),
        migrations.AddField(
            model_name='play',
            name='seating',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='plays', to='tournaments.seating'),
        ),
        migrations.CreateModel(
            name='Place',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=1)),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='places', to='tournaments.contestant')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='places', to='tournaments.player')),
                ('seating', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='tournaments.seating')),
            ],
        ),
        migrations.AddField(
            model_name='round',
            name='section',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.section'),
        ),
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
            },
        ),
        migrations.CreateModel(
            name='Seed',
            fields=[
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='seed', serialize=False, to='tournaments.session')),
                ('hex', models.CharField(max_length=64)),
            ],
        ),
        migrations.AddField(
            model_name='section',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sections', to='tournaments.session'),
        ),
        migrations.CreateModel(
            name='Break',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('after_round', models.PositiveSmallIntegerField()),
                ('minutes', models.PositiveSmallIntegerField()),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='breaks', to='tournaments.session')),
            ],
            options={
                'ordering': ['after_round'],
            },
        ),
        migrations.AddField(
            model_name='board',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='boards', to='tournaments.session'),
        ),
        migrations.CreateModel(
            name='SitOut',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('why', models.JSONField(default=dict, help_text='A translatable sentence and its parameters.')),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sit_outs', to='tournaments.contestant')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sit_outs', to='tournaments.round')),
            ],
            options={
                'ordering': ['contestant__number'],
            },
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(default=1)),
                ('movement_key', models.CharField(blank=True, help_text='Blank for imported results without a movement.', max_length=40)),
                ('movement_options', models.JSONField(default=dict)),
                ('halves', models.PositiveSmallIntegerField(default=1, help_text='Rounds per match of teams: 1, or 2 with different boards.')),
                ('sections_apart', models.BooleanField(default=False, help_text='Each section is a field of its own with its own ranking.')),
                ('carried_text', models.CharField(default='0', help_text="The part of the previous stage's total that counts here, as an exact fraction.", max_length=24)),
                ('awards_revision', models.PositiveIntegerField(default=0, help_text='Incremented by every change that may affect the standings.')),
                ('made_at', models.DateTimeField(help_text='When the last snapshot was taken; null to take the next one at once.', null=True)),
                ('rests_for', models.FloatField(default=0, help_text='Minimum seconds until the next snapshot.')),
                ('due_at', models.DateTimeField(help_text='When the next snapshot is scheduled.', null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='tournaments.event')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Snapshot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('audience', models.CharField(choices=[('desk', 'Desk'), ('public', 'Public')], max_length=6)),
                ('number', models.PositiveIntegerField()),
                ('awards_revision', models.PositiveIntegerField(help_text="The stage's `awards_revision` that they include.")),
                ('standings', models.JSONField()),
                ('at', models.DateTimeField()),
                ('shown', models.BooleanField(default=False, help_text='Whether they were shown to anybody; others are deleted.')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='snapshots', to='tournaments.stage')),
            ],
            options={
                'get_latest_by': 'pk',
            },
        ),
        migrations.AddField(
            model_name='session',
            name='stage',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to='tournaments.stage'),
        ),
        migrations.CreateModel(
            name='Qualifier',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seed', models.PositiveSmallIntegerField(help_text='Position in the seeding, from 1.')),
                ('group', models.PositiveSmallIntegerField(help_text='Group in the previous stage; 1 if it had none.')),
                ('why', models.JSONField(default=dict, help_text='A translatable sentence and its parameters.')),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='qualified', to='tournaments.contestant')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='qualifiers', to='tournaments.stage')),
            ],
            options={
                'ordering': ['seed'],
            },
        ),
        migrations.CreateModel(
            name='Substitution',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('board', models.PositiveSmallIntegerField(help_text='Number of the first board that the player played there.')),
                ('place', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='substitutions', to='tournaments.place')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='substitutions', to='tournaments.player')),
            ],
        ),
        migrations.CreateModel(
            name='Merge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.PositiveBigIntegerField(help_text='Primary key of the player merged into `keep`, restored by undoing the merge.')),
                ('name', models.CharField(help_text='Name of the merged player.', max_length=80)),
                ('licence', models.CharField(blank=True, max_length=20)),
                ('at', models.DateTimeField()),
                ('line_ups', models.ManyToManyField(related_name='+', to='tournaments.lineup')),
                ('merges', models.ManyToManyField(help_text='Earlier merges of the merged player.', to='tournaments.merge')),
                ('user', models.ForeignKey(help_text='The member linked to the merged player, now to `keep`; likewise licence and person.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('partners', models.ManyToManyField(related_name='+', to='tournaments.partner')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.person')),
                ('places', models.ManyToManyField(related_name='+', to='tournaments.place')),
                ('keep', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='merges', to='tournaments.player')),
                ('substitutions', models.ManyToManyField(related_name='+', to='tournaments.substitution')),
            ],
            options={
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('code_counter', models.PositiveIntegerField(default=0)),
                ('section', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournaments.section')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='SectionCopy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('identifier', models.CharField(help_text='Random; uploads refer to it.', max_length=16)),
                ('key', models.CharField(blank=True, help_text='Encrypts the uploads; blank if another installation has the key.', max_length=44)),
                ('holder', models.CharField(help_text='Who received it, as entered by the organiser.', max_length=80)),
                ('opens_at', models.DateTimeField(help_text='When hands and seed may be shown at the other laptop; null for never.', null=True)),
                ('void_at', models.DateTimeField(help_text='Since when uploads of it are refused; null while they are accepted.', null=True)),
                ('section', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='copies', to='tournaments.section')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.table')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='seating',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seatings', to='tournaments.table'),
        ),
        migrations.CreateModel(
            name='Reveal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('play', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reveals', to='tournaments.play')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.table')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Question',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('key', models.CharField(max_length=80)),
                ('digest', models.CharField(max_length=16)),
                ('play', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='questions', to='tournaments.play')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.table')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Penalty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('amount_text', models.CharField(help_text='In awards, exact; negative for a bonus.', max_length=24)),
                ('reason', models.CharField(max_length=200)),
                ('kind', models.CharField(blank=True, help_text='The name of the club penalty that it follows; blank for none.', max_length=80)),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='tournaments.contestant')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='tournaments.stage')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.table')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Pause',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('until', models.DateTimeField(help_text='Null while the clock is paused.', null=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('section', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pauses', to='tournaments.section')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.table')),
            ],
            options={
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='OpenedHands',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('making', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='opened_hands', to='tournaments.boardmaking')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.table')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Objection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('words', models.CharField(max_length=200)),
                ('verdict', models.CharField(blank=True, choices=[('stays', 'It stays as it is'), ('mended', 'It is corrected')], help_text='Blank while it is open.', max_length=10)),
                ('answer', models.CharField(blank=True, help_text='Text added to the verdict.', max_length=200)),
                ('answered_at', models.DateTimeField(null=True)),
                ('answered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='objections', to='tournaments.contestant')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('play', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='objections', to='tournaments.play')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.table')),
            ],
            options={
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='MadeAgain',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('ready_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('play', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='made_again', to='tournaments.play')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.table')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='table',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.table'),
        ),
        migrations.CreateModel(
            name='Draft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('said', models.JSONField(help_text='The text of each filled field, by its name.')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('play', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to='tournaments.play')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.table')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('laptop', models.CharField(help_text='Random identifier of the laptop that imported the section.', max_length=16)),
                ('plays', models.PositiveIntegerField(help_text='How many plays with entries it contained.')),
                ('entries', models.PositiveIntegerField(help_text='How many entries were new.')),
                ('seats_at', models.DateTimeField(help_text='When the seating was last changed at the laptop; null if never.', null=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('copy', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='tournaments.sectioncopy')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.table')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Contradiction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('wrong', models.JSONField(help_text='Pairs of a problem code and its field.')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('play', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='contradictions', to='tournaments.play')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.table')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Call',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('reasons', models.JSONField(default=list, help_text='Pairs of a reason and words; either may be empty.')),
                ('answered_at', models.DateTimeField(null=True)),
                ('closed_at', models.DateTimeField(null=True)),
                ('answered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('seating', models.ForeignKey(help_text='Who sat there; null if nobody did.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.seating')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='tournaments.table')),
            ],
            options={
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.AddField(
            model_name='boardmaking',
            name='maker',
            field=models.ForeignKey(help_text='The table that makes it up; null for the desk, or for a board that came ready.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='board_makings', to='tournaments.table'),
        ),
        migrations.AddField(
            model_name='boardmaking',
            name='table',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.table'),
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('verb', models.CharField(max_length=40)),
                ('data', models.JSONField(default=dict)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.club')),
                ('event', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='tournaments.event')),
                ('table', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='tournaments.table')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Arrival',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('copy', models.CharField(help_text='Identifier of the exported section.', max_length=16)),
                ('key', models.CharField(blank=True, help_text='Encrypts the uploads; blank if this laptop does not upload.', max_length=44)),
                ('laptop', models.CharField(help_text='Random, since the same file may be imported on several laptops.', max_length=16)),
                ('home_event', models.PositiveIntegerField(help_text='Primary key of the event at its own installation.', null=True)),
                ('opens_at', models.DateTimeField(help_text='When hands and seed may be shown on this laptop; null for never.', null=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='arrival', to='tournaments.event')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.table')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('text', models.CharField(max_length=200)),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='announcements', to='tournaments.session')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.table')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Act',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('kind', models.CharField(max_length=40)),
                ('about', models.JSONField(default=dict, help_text='The subject, as in its audit entry.')),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('changes', models.JSONField(default=list, help_text='Rows by `model` and `pk` with the columns that differ `before` and `after`; null where the row did not exist.')),
                ('entries', models.JSONField(default=list, help_text='Primary keys of the entries that it appended.')),
                ('undoes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='undone_by', to='tournaments.act')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='acts', to='tournaments.event')),
                ('session', models.ForeignKey(help_text='The session whose rounds it changed; null for the event as a whole.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='acts', to='tournaments.session')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.table')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='TimeGiven',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('side', models.CharField(blank=True, max_length=4)),
                ('at', models.DateTimeField()),
                ('seconds', models.IntegerField(help_text='Negative if time was taken.')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='times_given', to='tournaments.round')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.table')),
                ('to_table', models.ForeignKey(help_text='Null for all tables of the section.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='times_given', to='tournaments.table')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Venue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='venues', to='tournaments.club')),
                ('staff', models.ManyToManyField(help_text='Members with the role of a director or scorer at a venue.', related_name='venues', to='tournaments.membership')),
            ],
            options={
                'ordering': ['name'],
            },
        ),
        migrations.AddField(
            model_name='section',
            name='venue',
            field=models.ForeignKey(help_text="Null if the club's own staff runs it.", null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='sections', to='tournaments.venue'),
        ),
        migrations.CreateModel(
            name='Visit',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('began_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(help_text='Approximate: updated at most once every few minutes.')),
                ('browser', models.CharField(help_text="The browser's User-Agent header.", max_length=200)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='visits', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='ClubPenalty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('number', models.PositiveSmallIntegerField(help_text="Position in the club's list, from 1.")),
                ('steps', models.JSONField(help_text='As exact texts: `warning`, an amount in awards (`1/4`), or a percent (`10%`).')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='tournaments.club')),
            ],
            options={
                'ordering': ['number', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='one_penalty_of_a_name')],
            },
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.UniqueConstraint(fields=('club', 'slug'), name='event_slug_in_a_club'),
        ),
        migrations.AddConstraint(
            model_name='incategory',
            constraint=models.UniqueConstraint(fields=('category', 'contestant'), name='in_category_once'),
        ),
        migrations.AddConstraint(
            model_name='category',
            constraint=models.UniqueConstraint(fields=('event', 'name'), name='category_name'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(fields=('club', 'user'), name='one_invitation_to_a_club'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(fields=('club', 'user'), name='one_role_in_a_club'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(fields=('club', 'user'), name='one_player_for_a_member'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(fields=('club', 'person'), name='one_player_for_a_person'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('licence', ''), _negated=True), fields=('club', 'licence'), name='one_player_for_a_licence'),
        ),
        migrations.AddConstraint(
            model_name='partner',
            constraint=models.UniqueConstraint(fields=('contestant', 'number'), name='partner_number'),
        ),
        migrations.AddConstraint(
            model_name='contestant',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='contestant_number'),
        ),
        migrations.AddConstraint(
            model_name='contestant',
            constraint=models.UniqueConstraint(fields=('event', 'name'), name='contestant_name'),
        ),
        migrations.AddConstraint(
            model_name='lineup',
            constraint=models.UniqueConstraint(fields=('round', 'contestant', 'seat'), name='line_up_seat_once'),
        ),
        migrations.AddConstraint(
            model_name='lineup',
            constraint=models.UniqueConstraint(fields=('round', 'contestant', 'player'), name='line_up_player_once'),
        ),
        migrations.AddConstraint(
            model_name='scale',
            constraint=models.UniqueConstraint(fields=('board', 'field', 'group', 'line'), name='scale_once'),
        ),
        migrations.AddIndex(
            model_name='play',
            index=models.Index(condition=models.Q(('revision__gt', models.F('scored_revision'))), fields=['board'], name='play_behind'),
        ),
        migrations.AddIndex(
            model_name='play',
            index=models.Index(condition=models.Q(('counted', None)), fields=['board'], name='play_unknown'),
        ),
        migrations.AddConstraint(
            model_name='play',
            constraint=models.UniqueConstraint(fields=('seating', 'board'), name='play_once'),
        ),
        migrations.AddConstraint(
            model_name='place',
            constraint=models.UniqueConstraint(fields=('seating', 'seat'), name='seat_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('section', 'number'), name='round_number'),
        ),
        migrations.AddConstraint(
            model_name='allotment',
            constraint=models.UniqueConstraint(fields=('section', 'contestant'), name='allotted_once'),
        ),
        migrations.AddConstraint(
            model_name='allotment',
            constraint=models.UniqueConstraint(fields=('section', 'number'), name='allotment_number'),
        ),
        migrations.AddConstraint(
            model_name='break',
            constraint=models.UniqueConstraint(fields=('session', 'after_round'), name='one_break_after'),
        ),
        migrations.AddConstraint(
            model_name='board',
            constraint=models.UniqueConstraint(fields=('session', 'number'), name='board_number'),
        ),
        migrations.AddConstraint(
            model_name='sitout',
            constraint=models.UniqueConstraint(fields=('round', 'contestant'), name='sit_out_once'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='stage_number'),
        ),
        migrations.AddConstraint(
            model_name='snapshot',
            constraint=models.UniqueConstraint(fields=('stage', 'audience', 'number'), name='snapshot_number'),
        ),
        migrations.AddConstraint(
            model_name='session',
            constraint=models.UniqueConstraint(fields=('stage', 'number'), name='session_number'),
        ),
        migrations.AddConstraint(
            model_name='qualifier',
            constraint=models.UniqueConstraint(fields=('stage', 'contestant'), name='qualifies_once'),
        ),
        migrations.AddConstraint(
            model_name='qualifier',
            constraint=models.UniqueConstraint(fields=('stage', 'seed'), name='seed_once'),
        ),
        migrations.AddConstraint(
            model_name='substitution',
            constraint=models.UniqueConstraint(fields=('place', 'board'), name='substitution_once'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('section', 'number'), name='table_number'),
        ),
        migrations.AddConstraint(
            model_name='sectioncopy',
            constraint=models.UniqueConstraint(fields=('section', 'identifier'), name='copy_once'),
        ),
        migrations.AddConstraint(
            model_name='seating',
            constraint=models.UniqueConstraint(fields=('round', 'table'), name='seating_once'),
        ),
        migrations.AddConstraint(
            model_name='pause',
            constraint=models.UniqueConstraint(condition=models.Q(('until', None)), fields=('section',), name='one_open_pause_a_section'),
        ),
        migrations.AddConstraint(
            model_name='objection',
            constraint=models.UniqueConstraint(condition=models.Q(('answered_at', None)), fields=('play', 'contestant'), name='one_open_objection_a_play'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('play', 'revision'), name='one_entry_a_revision'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('play', 'withdraws'), name='withdrawn_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(condition=models.Q(('origin', ''), _negated=True), fields=('play', 'origin'), name='delivered_once'),
        ),
        migrations.AddConstraint(
            model_name='draft',
            constraint=models.UniqueConstraint(fields=('play', 'side'), name='one_draft_a_side'),
        ),
        migrations.AddConstraint(
            model_name='call',
            constraint=models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('table',), name='one_open_call_a_table'),
        ),
        migrations.AddConstraint(
            model_name='boardmaking',
            constraint=models.UniqueConstraint(fields=('session', 'number', 'maker'), name='made_up_once'),
        ),
        migrations.AddConstraint(
            model_name='boardmaking',
            constraint=models.UniqueConstraint(condition=models.Q(('maker', None)), fields=('session', 'number'), name='made_up_once_at_the_desk'),
        ),
        migrations.AddIndex(
            model_name='auditentry',
            index=models.Index(fields=['club', 'id'], name='audit_of_a_club'),
        ),
        migrations.AddConstraint(
            model_name='venue',
            constraint=models.UniqueConstraint(fields=('club', 'name'), name='one_venue_of_a_name'),
        ),
        migrations.AddConstraint(
            model_name='section',
            constraint=models.UniqueConstraint(fields=('session', 'number'), name='section_number'),
        ),
    ]
