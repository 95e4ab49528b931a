"""Rounds: ended one after the other, the next beginning with the end of the last."""

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
    """Close a round, so that entries after it go to the director, and begin the next one if there
    is one.

    Raises `Conflict` when the round is not being played (ended by somebody else, or not begun).
    """
    now = timezone.now()
    with transaction.atomic():
        ended = Round.objects.select_related("section__session__stage__event__club").get(
            pk=round_id
        )
        session = ended.section.session
        event, which = session.stage.event, _which(ended)
        require_editable(event, AuditAction.END_ROUND)
        rows = _rows_of_its_end(ended)
        with undoable(actor, AuditAction.END_ROUND, event, which, rows, session=session):
            playing = Round.objects.filter(pk=round_id, ended_at=None).exclude(started_at=None)
            if not playing.update(ended_at=now):
                raise _not_playing()
            _begin_next(ended, now, actor)
        rebuild_standings(session.stage_id)  # what was kept quiet until now, or sealed


def end_round_everywhere(session: Session, number: int, actor: Actor) -> int:
    """Close the round of that number in every section that plays it; returns in how many that was.

    Raises `Conflict` where none does.
    """
    with transaction.atomic():
        rounds = Round.objects.filter(section__session=session, number=number, ended_at=None)
        # A venue may end its own round at this moment.
        held = rounds.exclude(started_at=None).select_for_update(of=("self",))
        playing = list(held.order_by("section__number"))
        if not playing:
            raise _not_playing()
        event = session.stage.event
        require_editable(event, AuditAction.END_ROUND)
        with recording_undo_step(
            actor, AuditAction.END_ROUND, event, {"round": number}, session=session
        ):
            for each in with_progress(playing, _("Ending the round")):
                end_round(each.pk, actor)
    return len(playing)


def _not_playing() -> Conflict:
    template = _("This round is not in progress: it may already have ended.")
    return Conflict([Problem("round_not_playing", template)])


def _which(ended: Round) -> dict[str, int | str]:
    """What the act is about, for whoever reads it later."""
    return {"round": ended.number, **_section_of(ended)}


def _section_of(ended: Round) -> dict[str, str]:
    return {"section": ended.section.name} if ended.section.name else {}


def _rows_of_its_end(ended: Round) -> list[QuerySet[Any]]:
    """The round and the one that begins with its end; of teams who sits down then."""
    numbers = ended.number, ended.number + 1
    rounds = ended.section.rounds.filter(number__in=numbers)
    seats = SeatHolder.objects.filter(
        seating__round__section=ended.section_id, seating__round__number=numbers[1]
    )
    return [rounds, seats] if ended.section.session.stage.event.at_two_tables else [rounds]


def _begin_next(ended: Round, now: datetime, actor: Actor) -> None:
    """Begin the next round if there is one; a clock that was stopped runs again with it."""
    following = ended.section.rounds.filter(number=ended.number + 1)
    begun = following.filter(started_at=None).update(started_at=now)
    if begun and ended.section.session.stage.event.at_two_tables:
        seat_teams(following)
    if begun and ended.section.pauses.filter(until=None).update(until=now):
        event = ended.section.session.stage.event
        record_audit(actor, AuditAction.RESUME_CLOCK, event, **_section_of(ended))
