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

    Entries that devices make after the end do not count until the director decides about them.
    Raises `Conflict` if the round is not in progress: it has not started, or has ended already.
    """
    now = timezone.now()
    with transaction.atomic():
        round_ = Round.objects.select_related("section__session__stage__event__club").get(
            pk=round_id
        )
        session = round_.section.session
        event, subject = session.stage.event, _audit_data(round_)
        require_editable(event, AuditAction.END_ROUND)
        rows = _watched_rows(round_)
        with undoable(actor, AuditAction.END_ROUND, event, subject, rows, session=session):
            in_progress = Round.objects.filter(pk=round_id, ended_at=None).exclude(started_at=None)
            if not in_progress.update(ended_at=now):
                raise _not_in_progress()
            _start_next_round(round_, now, actor)
        # The standings may now show results that were hidden during the round.
        rebuild_standings(session.stage_id)


def end_round_in_all_sections(session: Session, round_number: int, actor: Actor) -> int:
    """End round `round_number` in every section that is playing it; return the number of sections.

    Raises `Conflict` if no section is playing it.
    """
    with transaction.atomic():
        rounds = Round.objects.filter(section__session=session, number=round_number, ended_at=None)
        # Locked, because a venue may end the round of its section at the same time.
        started_rounds = rounds.exclude(started_at=None).select_for_update(of=("self",))
        in_progress = list(started_rounds.order_by("section__number"))
        if not in_progress:
            raise _not_in_progress()
        event = session.stage.event
        require_editable(event, AuditAction.END_ROUND)
        with recording_undo_step(
            actor, AuditAction.END_ROUND, event, {"round": round_number}, session=session
        ):
            for round_ in with_progress(in_progress, _("Ending the round")):
                end_round(round_.pk, actor)
    return len(in_progress)


def _not_in_progress() -> Conflict:
    template = _("This round is not in progress: it may already have ended.")
    return Conflict([Problem("round_not_playing", template)])


def _audit_data(round_: Round) -> dict[str, int | str]:
    """Return the number of the round and its section's name, for the audit and the history."""
    return {"round": round_.number, **_section_data(round_)}


def _section_data(round_: Round) -> dict[str, str]:
    return {"section": round_.section.name} if round_.section.name else {}


def _watched_rows(round_: Round) -> list[QuerySet[Any]]:
    """Return the rows that may change: this round and the next one.

    For teams also the seat holders of the next round, which the start of the round fills.
    """
    numbers = round_.number, round_.number + 1
    rounds = round_.section.rounds.filter(number__in=numbers)
    next_seat_holders = SeatHolder.objects.filter(
        seating__round__section=round_.section_id, seating__round__number=numbers[1]
    )
    return (
        [rounds, next_seat_holders]
        if round_.section.session.stage.event.at_two_tables
        else [rounds]
    )


def _start_next_round(round_: Round, now: datetime, actor: Actor) -> None:
    """Start the next round if there is one, and resume the section's clock if it is paused."""
    next_rounds = round_.section.rounds.filter(number=round_.number + 1)
    has_started = next_rounds.filter(started_at=None).update(started_at=now)
    if has_started and round_.section.session.stage.event.at_two_tables:
        seat_teams(next_rounds)
    if has_started and round_.section.pauses.filter(until=None).update(until=now):
        event = round_.section.session.stage.event
        record_audit(actor, AuditAction.RESUME_CLOCK, event, **_section_data(round_))
