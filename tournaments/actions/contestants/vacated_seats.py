"""Delete tables of upcoming rounds when a contestant leaves."""

from collections.abc import Collection

from django.db.models import QuerySet

from tournaments import scoring_pipeline
from tournaments.actions.history.changed_rows import plays_with_activity, rows_of_rounds
from tournaments.actions.history.undoable import WatchedRows
from tournaments.actions.results.rescoring import lock_boards
from tournaments.models import (
    Contestant,
    ContestantPlayer,
    Play,
    Round,
    Seating,
    Section,
    SectionAssignment,
    Session,
    SitOut,
    Table,
)
from tournaments.queries.rounds.in_progress import upcoming_rounds


def rows_of_arrivals_and_departures(session: Session) -> WatchedRows:
    """Return the rows that an arrival or departure during a session may change."""
    return [
        Contestant.objects.filter(event=session.stage.event_id),
        ContestantPlayer.objects.filter(contestant__event=session.stage.event_id),
        SectionAssignment.objects.filter(section__session=session),
        Table.objects.filter(section__session=session),
        # Of all rounds: in a drawn round in progress the opponent of a leaving contestant sits out.
        SitOut.objects.filter(round__section__session=session),
        *rows_of_rounds(upcoming_rounds(session)),
    ]


def vacate_seats(session: Session, contestant: Contestant, upcoming: Collection[Round]) -> None:
    """Delete the contestant's tables in upcoming rounds of a fixed plan; opponents sit out.

    A table with an entry, decision or other activity on one of its plays remains; the caller voids
    its plays without a result. Nothing is deleted in drawn rounds, team matches and seasons, for
    which the caller has other rules.
    """
    if session.stage.is_drawn or session.stage.event.at_two_tables:
        return
    fixed_rounds = [round_ for round_ in upcoming if not is_season(round_.section)]
    seatings = Seating.objects.filter(round__in=fixed_rounds, places__contestant=contestant)
    with_activity = plays_with_activity(Play.objects.filter(seating__in=seatings)).values("seating")
    _delete_seatings(
        Seating.objects.filter(pk__in=_primary_keys(seatings)).exclude(pk__in=with_activity)
    )


def _delete_seatings(seatings: QuerySet[Seating]) -> None:
    """Delete seatings with their plays, and remove the plays from the scales."""
    plays = Play.objects.filter(seating__in=seatings)
    lock_boards(set(plays.values_list("board", flat=True)))
    scoring_pipeline.remove_from_scales(plays)
    seatings.delete()


def is_season(section: Section) -> bool:
    """Return whether the section plays a season, which voids results of withdrawn contestants."""
    return bool(section.movement and section.movement.is_season)


def _primary_keys(seatings: QuerySet[Seating]) -> list[int]:
    return list(seatings.values_list("pk", flat=True))
