"""Record which contestants miss the last session of an event, or play in it after all."""

from django.db import transaction

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.contestants.registration import get_contestant
from tournaments.actions.contestants.self_removal import forbid_self_removal
from tournaments.actions.rounds.plan_rows import replan_around
from tournaments.actions.rounds.section_assignments import section_with_room
from tournaments.models import AuditAction, Contestant, Event, Section, SectionAssignment, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.queries.rounds.seating import has_assignments


def mark_absent(event: Event, contestant_id: int, actor: Actor) -> None:
    """Take a contestant out of the event's last session; results of earlier sessions remain.

    Raises `ValidationFailed` if the session has started or is the only one (then the contestant
    must be withdrawn instead), if the contestant does not play in it, if too few contestants would
    be left, and if the actor is a player of the contestant with boards still to play.
    """
    require_editable(event, AuditAction.MARK_ABSENT)
    forbid_self_removal(get_contestant(event, contestant_id), actor)
    with transaction.atomic(), replan_around(event, actor):
        session, contestant = _last_session(event), get_contestant(event, contestant_id)
        deleted, _rows = SectionAssignment.objects.filter(
            section__session=session, contestant=contestant
        ).delete()
        if not deleted:
            raise ValidationFailed(
                [
                    Problem(
                        "misses_already",
                        _("%(name)s does not play in it."),
                        {"name": contestant.name},
                    )
                ]
            )
        record_audit(actor, AuditAction.MARK_ABSENT, event, **_audit_data(session, contestant))


def mark_present(event: Event, contestant_id: int, actor: Actor) -> None:
    """Put a contestant back into the event's last session.

    Raises `ValidationFailed` if the session has started or is the only one, and if the contestant
    plays in it already or has been withdrawn.
    """
    require_editable(event, AuditAction.MARK_PRESENT)
    with transaction.atomic(), replan_around(event, actor):
        session, contestant = _last_session(event), get_contestant(event, contestant_id)
        assignments = SectionAssignment.objects.filter(section__session=session)
        if contestant.withdrawn_at or assignments.filter(contestant=contestant).exists():
            template = _("%(name)s plays in it already, or has left the event.")
            raise ValidationFailed([Problem("comes_already", template, {"name": contestant.name})])
        section = _section_for(session, contestant)
        number = section.assignments.count() + 1
        SectionAssignment.objects.create(section=section, contestant=contestant, number=number)
        record_audit(actor, AuditAction.MARK_PRESENT, event, **_audit_data(session, contestant))


def _section_for(session: Session, contestant: Contestant) -> Section:
    """Return the section whose number the contestant's last section had, or one with room."""
    assignments = SectionAssignment.objects.filter(
        contestant=contestant, section__session__stage=session.stage_id
    )
    last_number = (
        assignments.order_by("section__session__number")
        .values_list("section__number", flat=True)
        .last()
    )
    sections = session.sections.order_by("number")
    if last_number and (last_section := sections.filter(number=last_number).first()):
        return last_section
    return section_with_room({section: section.assignments.count() for section in sections})


def _last_session(event: Event) -> Session:
    session = Session.objects.filter(stage__event=event).order_by("stage__number", "number").last()
    if session is None or not has_assignments(session):
        template = _("The event has only one session: take them out of it instead.")
        raise ValidationFailed([Problem("only_session", template)])
    return session


def _audit_data(session: Session, contestant: Contestant) -> dict[str, int]:
    return {"session": session.pk, "contestant": contestant.pk, "number": contestant.number}
