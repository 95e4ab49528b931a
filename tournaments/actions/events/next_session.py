"""Add another session to a stage: new deals and a new plan for the same contestants."""

from collections.abc import Iterable
from contextlib import suppress

from django.db import transaction

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.events.locks import lock_event
from tournaments.actions.events.next_stage import check_stage_finished
from tournaments.actions.rounds.clock_settings import copy_clock_settings
from tournaments.actions.rounds.plan_rows import fit_movement, movement_owner
from tournaments.actions.rounds.section_assignments import (
    assign_to_sections,
    draw_sort_key,
    section_with_room,
)
from tournaments.actions.rounds.sessions import create_session
from tournaments.models import Contestant, Event, Section, SectionAssignment, Session, Stage
from tournaments.permissions.actor import Actor


def create_next_session(event: Event, actor: Actor, seed: str | None = None) -> Session:
    """Create an undealt session with as many sections, rounds and boards as the last session.

    All contestants who have not withdrawn play, each in the section where they played last. Their
    numbers within the section are drawn again, because with the same numbers they would meet the
    same opponents in every session. Raises `ValidationFailed` if the last session is not finished,
    if the event is published, and after a knock-out or groups.
    """
    with transaction.atomic():
        # Without the lock a double click would create two sessions.
        event = lock_event(event.pk)
        stage = event.stages.latest("number")
        check_stage_finished(event, stage)
        _check_stage_may_continue(stage)
        last_session = stage.sessions.latest("number")
        session = create_session(
            stage, last_session.rounds_planned, last_session.boards_per_round, actor, seed=seed
        )
        copy_clock_settings(last_session, session)
        sections = _copy_sections(last_session, session)
        assign_to_sections(_contestants_by_section(session, sections))
        for section in sections:
            # A section with too few contestants can still be changed; the deal reports it.
            with suppress(ValidationFailed):
                fit_movement(section)
    return session


def _check_stage_may_continue(stage: Stage) -> None:
    """Raise `ValidationFailed` after a knock-out or groups, which have only one session."""
    movement = stage.movement
    if movement and (movement.needs_winners or int(movement.options.get("groups", 1)) > 1):
        template = _("Knock-outs and groups are played in one session, so there is no next one.")
        raise ValidationFailed([Problem("played_out", template)])


def _copy_sections(last_session: Session, session: Session) -> list[Section]:
    """Replace the sections of a session by copies of the sections of the last session.

    A copy stores its movement even if the original uses the stage's. So choosing another movement
    later does not change sections that have been played.
    """
    session.sections.all().delete()
    sections = [
        _copied_section(section, session)
        for section in last_session.sections.select_related("session__stage")
    ]
    return Section.objects.bulk_create(sections)


def _copied_section(section: Section, session: Session) -> Section:
    new_section = Section(
        session=session, number=section.number, name=section.name, venue_id=section.venue_id
    )
    if not session.stage.is_drawn:
        owner = movement_owner(section)
        new_section.movement_key, new_section.movement_options = (
            owner.movement_key,
            owner.movement_options,
        )
        new_section.rounds_planned = section.dealt_rounds
    return new_section


def _contestants_by_section(
    session: Session, sections: Iterable[Section]
) -> dict[Section, list[Contestant]]:
    """Return the contestants of each section in the order of their `draw_sort_key`.

    Contestants who have not played in any of these sections join the one of `section_with_room`.
    """
    present_contestants = session.stage.event.contestants.filter(withdrawn_at=None)
    if session.stage.qualifiers.exists():
        present_contestants = present_contestants.filter(qualified__stage=session.stage)
    last_numbers = _last_section_numbers(session)
    contestants_by_section = {section: list[Contestant]() for section in sections}
    sections_by_number = {section.number: section for section in contestants_by_section}
    for contestant in sorted(
        present_contestants, key=lambda item: draw_sort_key(session, item.number)
    ):
        section = sections_by_number.get(last_numbers.get(contestant.pk, 0)) or section_with_room(
            {section: len(contestants) for section, contestants in contestants_by_section.items()}
        )
        contestants_by_section[section].append(contestant)
    return contestants_by_section


def _last_section_numbers(session: Session) -> dict[int, int]:
    """Return the number of the section in which each contestant played last, by contestant id."""
    assignments = SectionAssignment.objects.filter(section__session__stage=session.stage_id)
    columns = ("contestant_id", "section__number")
    return dict(assignments.order_by("section__session__number").values_list(*columns))
