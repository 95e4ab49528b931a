from collections.abc import Iterable
from itertools import islice
from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

BATCH = 500
"""So many lines of the audit are held in memory at once."""

OLD_NOTE = (
    'One board as the manual of butinet.org prints it. The page gives points and awards, not the calls: '
    "where E-W's X is doubled we read oros and contro, with N as dealer. The hands are not known."
)
NOTE = (
    'An example to look at, not an evening of the club: one board as the manual of butinet.org prints it, so '
    "that its awards can be compared with those printed there. The names are the manual's own: aaa1 and aaa2 "
    'play together, then bbb1 and bbb2, and so on. The page gives points and awards, not the calls: where '
    "E-W's X is doubled we read coins and contro, with North as dealer. The hands are not known."
)
"""What the demo's own event says of itself; in these words a page can say it in the reader's language."""

ACTED_BY = ('user_id', 'table_id', 'device', 'side', 'at')


def read_audit(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """What was a fact only because the audit said so; a play or a board that is gone has none any more."""
    audit: Any = apps.get_model('tournaments', 'AuditEntry')
    lines = audit.objects.filter(verb__in=READERS).order_by('pk').iterator(chunk_size=BATCH)
    while batch := list(islice(lines, BATCH)):
        for verb, read in READERS.items():
            read(apps, [line for line in batch if line.verb == verb])


def forget(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Nothing is lost: the audit holds all of it."""
    demo = model(apps, 'Event').objects.filter(demo=True)
    demo.filter(note=NOTE).update(note=OLD_NOTE)
    demo.update(demo=False)
    for name in ('Question', 'Contradiction', 'Reveal', 'OpenedHands'):
        model(apps, name).objects.all().delete()


def mark_demo(apps: StateApps, lines: Iterable[Any]) -> None:
    demo = model(apps, 'Event').objects.filter(pk__in=[line.event_id for line in lines])
    demo.update(demo=True)
    demo.filter(note=OLD_NOTE).update(note=NOTE)


def add_questions(apps: StateApps, lines: Iterable[Any]) -> None:
    question = model(apps, 'Question')
    question.objects.bulk_create(
        question(play_id=play, key=line.data['key'], digest=line.data['said'], **acted_by(line))
        for play, line in still_there(model(apps, 'Play'), 'play', lines)
    )


def add_contradictions(apps: StateApps, lines: Iterable[Any]) -> None:
    contradiction = model(apps, 'Contradiction')
    contradiction.objects.bulk_create(
        contradiction(play_id=play, wrong=line.data['wrong'], **acted_by(line))
        for play, line in still_there(model(apps, 'Play'), 'play', lines)
    )


def add_reveals(apps: StateApps, lines: Iterable[Any]) -> None:
    reveal = model(apps, 'Reveal')
    reveal.objects.bulk_create(
        reveal(play_id=play, **acted_by(line))
        for play, line in still_there(model(apps, 'Play'), 'play', lines)
    )


def add_opened_hands(apps: StateApps, lines: Iterable[Any]) -> None:
    opened = model(apps, 'OpenedHands')
    opened.objects.bulk_create(
        opened(making_id=making, **acted_by(line))
        for making, line in still_there(model(apps, 'BoardMaking'), 'preparation', lines)
    )


def still_there(named: Any, key: str, lines: Iterable[Any]) -> list[tuple[int, Any]]:
    """The lines whose row of `named` is still there, each with its number: the audit names it in its data alone."""
    numbers = {line.data[key] for line in lines}
    known = set(named.objects.filter(pk__in=numbers).values_list('pk', flat=True))
    return [(line.data[key], line) for line in lines if line.data[key] in known]


def acted_by(line: Any) -> dict[str, Any]:
    return {column: getattr(line, column) for column in ACTED_BY}


def model(apps: StateApps, name: str) -> Any:
    return apps.get_model('tournaments', name)


READERS = {
    'make demo': mark_demo,
    'asked about a result': add_questions,
    'refused result': add_contradictions,
    'reveal play': add_reveals,
    'prepare board': add_opened_hands,
}
"""The verbs that were asked as facts, and what reads them."""


class Migration(migrations.Migration):
    """By itself, after the tables are there: PostgreSQL changes no table that has rows to be checked yet."""

    dependencies = [
        ('tournaments', '0009_facts_beside_the_audit'),
    ]

    operations = [
        migrations.RunPython(read_audit, forget, elidable=True),
    ]
