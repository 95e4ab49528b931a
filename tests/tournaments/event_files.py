"""Event files of random events, for tests that want one and an empty database to put it in."""

import json
from functools import cache

from tests.tournaments.random_events import random_event
from tournaments.models import (
    AuditEntry,
    Award,
    Club,
    Contestant,
    Entry,
    Event,
    Partner,
    Penalty,
    Place,
    Play,
    Player,
    Receipt,
    Snapshot,
)
from tournaments.queries.event_file import event_file

OVER, RUNNING = 3, 2
"""Seeds of a random event that is over, and of one in the middle of an evening."""


def empty_the_database() -> None:
    """Everything but the users, dependents first."""
    Play.objects.update(entry=None)
    for model in (Receipt, AuditEntry, Award, Snapshot, Penalty, Entry, Place, Partner, Contestant, Club):
        model.objects.all().delete()
    assert not Event.objects.exists()
    assert not Player.objects.exists()


@cache
def written(seed: int) -> str:
    """The file of a random event, which is gone again."""
    text = json.dumps(event_file(random_event(seed)))
    empty_the_database()
    return text
