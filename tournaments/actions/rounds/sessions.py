"""Create, deal, start and finish sessions."""

import secrets
from collections.abc import Mapping

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.deals import commitment, normalize_salt
from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.history.undoable import record_step_without_changes, undoable
from tournaments.actions.idempotency import Conflict
from tournaments.actions.limits import MAX_SALT_LENGTH
from tournaments.actions.results.rescoring import rebuild_standings
from tournaments.actions.rounds.draw_checks import lock_unfinished_session
from tournaments.actions.rounds.line_ups import seat_teams
from tournaments.actions.rounds.plan_rows import create_plan_rows
from tournaments.actions.rounds.session_state import sync_session_state
from tournaments.models import (
    AuditAction,
    Play,
    Round,
    SeatHolder,
    Section,
    Seed,
    Session,
    SitOut,
    Stage,
)
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.queries.desk.unsettled_results import missing_results
from tournaments.tasks import back_up_session, enqueue_on_commit


def create_session(
    stage: Stage, round_count: int, boards_per_round: int, actor: Actor, seed: str | None = None
) -> Session:
    """Create a session with one section, and a seed to which its commitment is published.

    `round_count` counts each half of a team match as a round. A game without random boards has no
    seed. `seed` (64 hex digits) is only passed to make a session repeatable; then its draws depend
    on the seed in every game.
    """
    require_editable(stage.event, AuditAction.CREATE_SESSION)
    hex_text = seed or (secrets.token_hex(32) if stage.event.game.uses_seed else "")
    with transaction.atomic():
        session = Session.objects.create(
            stage=stage,
            number=stage.sessions.count() + 1,
            rounds_planned=round_count,
            boards_per_round=boards_per_round,
            commitment=commitment(hex_text) if stage.event.game.uses_seed else "",
            created_at=timezone.now(),
        )
        if hex_text:
            Seed.objects.create(session=session, hex=hex_text)
        Section.objects.create(session=session)
        record_audit(
            actor,
            AuditAction.CREATE_SESSION,
            stage.event,
            session=session.pk,
            commitment=session.commitment,
        )
    return session


def deal_session(session_id: int, salt: str, actor: Actor) -> None:
    """Store the salt, and create rounds, tables, boards and seats from the movement's plan.

    The salt is ignored if the game deals no cards. Raises `Conflict` if the session is dealt
    already, and `ValidationFailed` if the salt is too long or the movement has no plan for this
    number of contestants and rounds.
    """
    if len(normalize_salt(salt)) > MAX_SALT_LENGTH:
        params = {"most": MAX_SALT_LENGTH}
        raise ValidationFailed(
            [Problem("salt_too_long", _("Use at most %(most)s characters."), params, "salt")]
        )
    with transaction.atomic():
        session = _change_state(session_id, Session.State.CREATED, Session.State.DEALT)
        require_editable(session.stage.event, AuditAction.DEAL_SESSION)
        if session.commitment:
            session.salt = normalize_salt(salt)
            session.save(update_fields=["salt"])
        create_plan_rows(session)
        record_audit(
            actor,
            AuditAction.DEAL_SESSION,
            session.stage.event,
            session=session.pk,
            salt=session.salt,
        )


def start_session(session_id: int, actor: Actor) -> None:
    """Start the session, with the first round of every section that has not started yet.

    Raises `ValidationFailed` if round 1 has to be drawn first, and `Conflict` if every section has
    started.
    """
    with transaction.atomic():
        session = lock_unfinished_session(session_id)
        first_rounds = Round.objects.filter(section__session=session_id, number=1)
        _start_rounds(
            session, first_rounds, AuditAction.START_SESSION, {"session": session_id}, actor
        )


def start_section(section: Section, actor: Actor) -> None:
    """Start the first round of one section, and the session if this is its first section.

    Raises as `start_session` does.
    """
    with transaction.atomic():
        session, first_rounds = (
            lock_unfinished_session(section.session_id),
            section.rounds.filter(number=1),
        )
        subject = {"session": section.session_id, "section": section.name}
        _start_rounds(session, first_rounds, AuditAction.START_SECTION, subject, actor)


def _start_rounds(
    session: Session,
    first_rounds: QuerySet[Round],
    action: AuditAction,
    subject: Mapping[str, object],
    actor: Actor,
) -> None:
    """Start those of the first rounds that have not started, as one undo step.

    The session's state is not part of the step. It is derived from its rounds instead, because
    sections start in any order and each start can be undone.
    """
    event = session.stage.event
    require_editable(event, action)
    if not first_rounds.exists():
        raise ValidationFailed([Problem("not_drawn", _("Draw round 1 first."))])
    rows = [
        first_rounds,
        *(
            [SeatHolder.objects.filter(seating__round__in=first_rounds)]
            if event.at_two_tables
            else []
        ),
    ]
    with undoable(actor, action, event, subject, rows, session=session):
        unstarted_rounds = list(first_rounds.filter(started_at=None))
        if not first_rounds.filter(started_at=None).update(started_at=timezone.now()):
            raise _wrong_state(session)
        sync_session_state(session)
        seat_teams(unstarted_rounds if event.at_two_tables else ())
    if SitOut.objects.filter(round__in=first_rounds).exists():
        rebuild_standings(session.stage_id)


def finish_session(session_id: int, actor: Actor, *, sure: bool = True) -> None:
    """Finish the session and end its rounds; all boards and the seed become public.

    If `sure` is false, raises `ValidationFailed` with the missing results. Raises `Conflict` if the
    session is not running.
    """
    now = timezone.now()
    with transaction.atomic():
        raise_if_any([] if sure else missing_results(Session.objects.filter(pk=session_id)))
        session = _change_state(
            session_id, Session.State.RUNNING, Session.State.FINISHED, finished_at=now
        )
        require_editable(session.stage.event, AuditAction.FINISH_SESSION)
        unstarted_rounds = Round.objects.filter(section__session=session, started_at=None)
        if session.stage.is_drawn:
            unstarted_rounds.delete()  # drawn rounds that were not played
        else:
            unstarted_rounds.update(started_at=now)
            _sit_outs_of_unplayed_rounds(session).delete()
        Round.objects.filter(section__session=session, ended_at=None).update(ended_at=now)
        rebuild_standings(session.stage_id)
        event, subject = session.stage.event, {"session": session.pk}
        record_audit(actor, AuditAction.FINISH_SESSION, event, **subject)
        record_step_without_changes(actor, AuditAction.FINISH_SESSION, event, subject, session)
        enqueue_on_commit(back_up_session, session.pk)


def _sit_outs_of_unplayed_rounds(session: Session) -> QuerySet[SitOut]:
    """Return the sit-outs of rounds without any result, which must not earn an award."""
    played = Play.objects.filter(board__session=session).exclude(
        state__in=(Play.State.DUE, Play.State.VOID)
    )
    sit_outs = SitOut.objects.filter(round__section__session=session)
    return sit_outs.exclude(round__in=played.values("seating__round"))


def _change_state(
    session_id: int, expected_state: str, new_state: str, **columns: object
) -> Session:
    """Set the state and other columns of the session, and return it.

    Raises `Conflict` if the session is not in the expected state. One query checks and changes the
    state, so two requests at the same time cannot both succeed.
    """
    if Session.objects.filter(pk=session_id, state=expected_state).update(
        state=new_state, **columns
    ):
        return _get_session(session_id)
    raise _wrong_state(_get_session(session_id))


def _get_session(session_id: int) -> Session:
    return Session.objects.select_related("stage__event__club").get(pk=session_id)


def _wrong_state(session: Session) -> Conflict:
    template = _("This cannot be done now: the session is %(state)s.")
    return Conflict([Problem("wrong_state", template, {"state": session.get_state_display()})])
