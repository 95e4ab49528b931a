"""End rounds; the end of a round starts the next one."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.history.undoable import recording_undo_step, undoable
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.rescoring import rebuild_standings
from tournaments.actions.rounds.line_ups import seat_teams
from tournaments.models import AuditAction, Round, SeatHolder, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.support.progress import with_progress


def end_round(round_id: int, actor: Actor) -> None:
    """End a round and start the next one of its section, if there is one.

    Entries made after the end need the director's decision. Raises `Conflict` if the round is not
    in progress: not started, or ended by somebody else.
    """
    now = timezone.now()
    with transaction.atomic():
        ended = Round.objects.select_related("section__session__stage__event__club").get(
            pk=round_id
        )
        session = ended.section.session
        event, about = session.stage.event, _round_description(ended)
        require_editable(event, AuditAction.END_ROUND)
        rows = _changed_rows(ended)
        with undoable(actor, AuditAction.END_ROUND, event, about, rows, session=session):
            in_progress = Round.objects.filter(pk=round_id, ended_at=None).exclude(started_at=None)
            if not in_progress.update(ended_at=now):
                raise _not_in_progress()
            _start_next_round(ended, now, actor)
        rebuild_standings(session.stage_id)  # results that were hidden or sealed until now


def end_round_in_all_sections(session: Session, number: int, actor: Actor) -> int:
    """End the round of that number in every section that plays it; return how many did.

    Raises `Conflict` if no section does.
    """
    with transaction.atomic():
        rounds = Round.objects.filter(section__session=session, number=number, ended_at=None)
        # A venue may end its own round at this moment.
        started = rounds.exclude(started_at=None).select_for_update(of=("self",))
        in_progress = list(started.order_by("section__number"))
        if not in_progress:
            raise _not_in_progress()
        event = session.stage.event
        require_editable(event, AuditAction.END_ROUND)
        with recording_undo_step(
            actor, AuditAction.END_ROUND, event, {"round": number}, session=session
        ):
            for round_ in with_progress(in_progress, _("Ending the round")):
                end_round(round_.pk, actor)
    return len(in_progress)


def _not_in_progress() -> Conflict:
    template = _("This round is not in progress: it may already have ended.")
    return Conflict([Problem("round_not_playing", template)])


def _round_description(ended: Round) -> dict[str, int | str]:
    """Return what the audit and the history say about the round."""
    return {"round": ended.number, **_section_description(ended)}


def _section_description(ended: Round) -> dict[str, str]:
    return {"section": ended.section.name} if ended.section.name else {}


def _changed_rows(ended: Round) -> list[QuerySet[Any]]:
    """Return the rows that the end changes: two rounds and, for teams, the next seat holders."""
    numbers = ended.number, ended.number + 1
    rounds = ended.section.rounds.filter(number__in=numbers)
    seats = SeatHolder.objects.filter(
        seating__round__section=ended.section_id, seating__round__number=numbers[1]
    )
    return [rounds, seats] if ended.section.session.stage.event.at_two_tables else [rounds]


def _start_next_round(ended: Round, now: datetime, actor: Actor) -> None:
    """Start the next round if there is one; a paused clock resumes with it."""
    following = ended.section.rounds.filter(number=ended.number + 1)
    has_started = following.filter(started_at=None).update(started_at=now)
    if has_started and ended.section.session.stage.event.at_two_tables:
        seat_teams(following)
    if has_started and ended.section.pauses.filter(until=None).update(until=now):
        event = ended.section.session.stage.event
        record_audit(actor, AuditAction.RESUME_CLOCK, event, **_section_description(ended))
