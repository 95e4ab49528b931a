"""Event files of random events, and an empty database to import them into."""

import json
from collections.abc import Callable
from functools import cache

from tests.scenes.random_events import random_event
from tournaments.models import (
    AuditEntry,
    CardContradiction,
    Club,
    Contestant,
    ContestantPlayer,
    Entry,
    Event,
    IdempotencyRecord,
    LineUp,
    Penalty,
    PlausibilityQuestion,
    Play,
    Player,
    PlayReveal,
    Qualifier,
    SeatHolder,
    SitOut,
    Snapshot,
)
from tournaments.queries.events.event_file import event_file

# Seeds of a random event that is over, and of one whose session is running.
FINISHED_SEED, RUNNING_SEED = 3, 2

# Seed of a drawn event: a knock-out with a withdrawal in its second round.
DRAWN_SEED = 10


def empty_database() -> None:
    """Delete everything but the users, dependents first."""
    Play.objects.update(entry=None)
    AuditEntry.objects.clear()
    models = (
        IdempotencyRecord,
        PlausibilityQuestion,
        CardContradiction,
        PlayReveal,
        Snapshot,
        Penalty,
        Entry,
        SeatHolder,
        LineUp,
        SitOut,
        Qualifier,
        ContestantPlayer,
        Contestant,
    )
    for model in (*models, Club):
        model.objects.all().delete()
    assert not Event.objects.exists()
    assert not Player.objects.exists()


@cache
def event_file_text(seed: int, kind: Callable[[int], Event] = random_event) -> str:
    """Return the event file of a random event as text, and delete the event again."""
    text = json.dumps(event_file(kind(seed)))
    empty_database()
    return text
