"""Events removed with all that is below them; what the audit says of them is left to the act."""

from collections.abc import Sequence

from tournaments.models import (
    BoardMaking,
    Contestant,
    Contradiction,
    Draft,
    Entry,
    Event,
    LineUp,
    MadeAgain,
    Objection,
    Place,
    Play,
    Player,
    Qualifier,
    Question,
    Receipt,
    Reveal,
    Seating,
    SitOut,
    Table,
)


def remove_events(events: Sequence[Event]) -> None:
    """Delete events, and players who were in nothing else; rows that protect others go first.

    What is to go is read first: as parts of the deletions PostgreSQL without statistics joins it
    badly.
    """
    entered = Player.objects.filter(contestants__event__in=events).values_list("pk", flat=True)
    came = Player.objects.filter(substitutions__place__contestant__event__in=events)
    players = [*entered, *came.values_list("pk", flat=True)]
    plays = set(
        Play.objects.filter(board__session__stage__event__in=events).values_list("pk", flat=True)
    )
    seatings = set(
        Seating.objects.filter(table__in=tables_of_events(events)).values_list("pk", flat=True)
    )
    _forget_answers(plays)
    Play.objects.filter(pk__in=plays).update(entry=None)
    Entry.objects.filter(play__in=plays).delete()
    for note in (Question, Contradiction, Reveal, Objection, Draft, MadeAgain):
        note.objects.filter(play__in=plays).delete()
    BoardMaking.objects.filter(session__stage__event__in=events).delete()
    Place.objects.filter(seating__in=seatings).delete()
    LineUp.objects.filter(contestant__event__in=events).delete()
    SitOut.objects.filter(contestant__event__in=events).delete()
    Qualifier.objects.filter(contestant__event__in=events).delete()
    Contestant.objects.filter(event__in=events).delete()
    Event.objects.filter(pk__in=[event.pk for event in events]).delete()
    unused = Player.objects.filter(contestants=None, places=None, substitutions=None, line_ups=None)
    unused.filter(pk__in=players, user=None, person=None).delete()


def tables_of_events(events: Sequence[Event]) -> dict[int, str]:
    """How all tables of some events are called, by their rows."""
    tables = Table.objects.filter(section__session__stage__event__in=events).select_related(
        "section"
    )
    return {table.pk: table.label for table in tables}


def _forget_answers(gone: set[int]) -> None:
    """Receipts name their play only in the answer they keep."""
    answers = Receipt.objects.values_list("pk", "answer__play")
    Receipt.objects.filter(pk__in=[pk for pk, play in answers if play in gone]).delete()
