"""Create the next stage of an event: its finals, and the contestants who qualify for them."""

from collections.abc import Iterator, Sequence
from dataclasses import astuple, replace
from itertools import chain

from django.db import transaction

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments import scoring_pipeline
from tournaments.actions.audit import record_audit
from tournaments.actions.events.locks import lock_event
from tournaments.actions.events.movement_checks import check_movement_suits
from tournaments.actions.events.next_stage_plan import (
    MAX_CARRY_OVER_DENOMINATOR,
    FinalPlan,
    NextStagePlan,
    complete_plan,
)
from tournaments.actions.events.stage_rankings import lock_and_compute_rankings
from tournaments.actions.results.rescoring import rebuild_standings, score_pending
from tournaments.actions.rounds.division import Division, SectionPlan, create_sections
from tournaments.actions.rounds.plan_rows import create_plan_rows, prefix_section_name
from tournaments.actions.rounds.seating_rows import serialize_reason
from tournaments.actions.rounds.section_assignments import draw_sort_key
from tournaments.actions.rounds.sessions import create_session
from tournaments.models import (
    AuditAction,
    Event,
    Qualifier,
    Round,
    SectionAssignment,
    Session,
    Stage,
)
from tournaments.movements.drawing.finals_selection import (
    PlaceRange,
    StageRankings,
    select_qualifiers,
    selection_problems,
)
from tournaments.movements.drawing.group_qualification import QualifiedContestant
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.permissions.visibility.results_shown import is_embargoed
from tournaments.queries.standings.draw_basis import draw_basis

_STAGE_STARTED = _(
    "This stage has started, or was not made from the standings of another: it can no longer "
    "change."
)


def create_next_stage(
    event: Event, plan: NextStagePlan, actor: Actor, seed: str | None = None
) -> Session:
    """Create a stage with one or several finals, and its undealt session.

    Several finals become sections that are ranked separately. A final with drawn rounds must be the
    only one. Raises `ValidationFailed` with every problem: if a session is not finished, if the
    event is published, if contestants would play in two finals, and if a movement cannot seat the
    contestants who qualify.
    """
    with transaction.atomic():
        # Without the lock a double click would create two stages.
        event = lock_event(event.pk)
        require_editable(event, AuditAction.CREATE_NEXT_STAGE)
        previous_stage = event.stages.latest("number")
        # Results that a worker has not scored yet could change who qualifies.
        score_pending(previous_stage)
        check_stage_finished(event, previous_stage)
        rankings = lock_and_compute_rankings(previous_stage)
        _check_finals(plan, rankings)
        _check_carry_over(plan, previous_stage)
        places = [final.places for final in plan.finals]
        qualifiers_by_final = select_qualifiers(rankings, places)
        plan = complete_plan(
            plan, previous_stage, [len(qualifiers) for qualifiers in qualifiers_by_final]
        )
        stage = _create_stage(previous_stage, plan)
        session = _create_stage_session(stage, plan, qualifiers_by_final, actor, seed)
        _create_qualifiers(stage, rankings, qualifiers_by_final)
        _store_qualification(stage, previous_stage, places)
        counts = {
            final.name: len(qualifiers)
            for final, qualifiers in zip(plan.finals, qualifiers_by_final, strict=True)
        }
        record_audit(actor, AuditAction.CREATE_NEXT_STAGE, event, stage=stage.number, finals=counts)
    return session


def requalify(event: Event, actor: Actor) -> None:
    """Select the qualifiers of the last stage again, from the present standings.

    The same places qualify as before. The session keeps its seed, and is planned again if it was
    dealt. Raises `ValidationFailed` once the session has started, if the stage was not created from
    standings, and if its movements cannot seat the contestants who qualify.
    """
    with transaction.atomic():
        event = lock_event(event.pk)
        require_editable(event, AuditAction.CREATE_NEXT_STAGE)
        stage = event.stages.latest("number")
        session = _get_unstarted_session(stage)
        previous_stage = event.stages.filter(number__lt=stage.number).latest("number")
        score_pending(previous_stage)
        rankings = lock_and_compute_rankings(previous_stage)
        places = [
            None if stored is None else PlaceRange(*stored)
            for stored in (stage.qualification or {})["places"]
        ]
        raise_if_any(selection_problems(rankings, places))
        qualifiers_by_final = select_qualifiers(rankings, places)
        stage.qualifiers.all().delete()
        _create_qualifiers(stage, rankings, qualifiers_by_final)
        _store_qualification(stage, previous_stage, places)
        _replace_sections_and_rounds(session, qualifiers_by_final)
        record_audit(
            actor,
            AuditAction.CREATE_NEXT_STAGE,
            event,
            stage=stage.number,
            finals=_contestant_counts(session, qualifiers_by_final),
        )
        rebuild_standings(stage.pk)


def _get_unstarted_session(stage: Stage) -> Session:
    """Return the unstarted session of a stage that was created from standings, and lock it.

    Raises `ValidationFailed` if the stage was not created from standings, or if its session has
    started or is not its only one.
    """
    sessions = list(
        stage.sessions.select_for_update(of=("self",)).select_related("stage__event__club")
    )
    if stage.qualification is None or len(sessions) != 1 or sessions[0].started_at:
        raise ValidationFailed([Problem("stage_begun", _STAGE_STARTED)])
    return sessions[0]


def _replace_sections_and_rounds(
    session: Session, qualifiers_by_final: Sequence[Sequence[QualifiedContestant]]
) -> None:
    """Assign the qualifiers to the session's sections; plan it again if it is dealt.

    The former rounds and boards are deleted.
    """
    Round.objects.filter(section__session=session).delete()
    session.boards.all().delete()
    _reassign_sections(session, qualifiers_by_final)
    session.refresh_from_db()
    if session.state == Session.State.DEALT:
        create_plan_rows(session)


def _reassign_sections(
    session: Session, qualifiers_by_final: Sequence[Sequence[QualifiedContestant]]
) -> None:
    """Replace the sections of a session, each with the qualifiers for its final.

    Nothing is replaced if the session is one section with drawn rounds, in which all qualifiers
    play.
    """
    sections = list(session.sections.select_related("venue").order_by("number"))
    if (
        session.stage.is_drawn
        and len(sections) == 1
        and not SectionAssignment.objects.filter(section__in=sections)
    ):
        return
    plans = [
        SectionPlan(
            section.name,
            section.movement_key or session.stage.movement_key,
            section.movement_options if section.movement_key else session.stage.movement_options,
            section.dealt_rounds,
            _numbers_in_section(session, qualifiers),
            section.venue.name if section.venue else "",
        )
        for section, qualifiers in zip(sections, qualifiers_by_final, strict=True)
    ]
    create_sections(
        session,
        Division(tuple(plans), ranks_sections_separately=session.stage.ranks_sections_separately),
    )


def _contestant_counts(
    session: Session, qualifiers_by_final: Sequence[Sequence[QualifiedContestant]]
) -> dict[str, int]:
    names = session.sections.order_by("number").values_list("name", flat=True)
    return {
        name: len(qualifiers) for name, qualifiers in zip(names, qualifiers_by_final, strict=True)
    }


def _store_qualification(
    stage: Stage, previous_stage: Stage, places: Sequence[PlaceRange | None]
) -> None:
    """Store in the stage which places qualify, and the standings of the previous stage."""
    stage.qualification = {
        "places": [None if place is None else [*astuple(place)] for place in places],
        "standings": draw_basis(scoring_pipeline.lock_and_compute_standings(previous_stage).rows),
    }
    stage.save(update_fields=["qualification"])


def preview_qualifiers(
    event: Event, plan: NextStagePlan, actor: Actor
) -> list[tuple[str, Qualifier]]:
    """Return the qualifiers that a plan would create, each with the name of its final.

    Runs `create_next_stage` in a transaction that is rolled back, and raises the same exceptions.
    """
    with transaction.atomic():
        session = create_next_stage(event, plan, actor)
        assignments = SectionAssignment.objects.filter(section__session=session)
        final_names = dict(assignments.values_list("contestant", "section__name"))
        qualifiers = list(session.stage.qualifiers.select_related("contestant").order_by("seed"))
        transaction.set_rollback(True)
    return [(final_names.get(qualifier.contestant_id, ""), qualifier) for qualifier in qualifiers]


def check_stage_finished(event: Event, previous_stage: Stage) -> None:
    """Raise `ValidationFailed` if a session is unfinished or the standings are published.

    A stage without sessions is not finished either.
    """
    problems = []
    if (
        previous_stage.sessions.exclude(state=Session.State.FINISHED).exists()
        or not previous_stage.sessions.exists()
    ):
        problems.append(Problem("not_finished", _("Finish the session first.")))
    if event.published_at:
        problems.append(
            Problem("published", _("The standings are published, so no stage can follow."))
        )
    raise_if_any(problems)


def _check_finals(plan: NextStagePlan, rankings: StageRankings) -> None:
    """Raise `ValidationFailed` if there is no final, or if places of the finals are wrong."""
    if not plan.finals:
        raise ValidationFailed([Problem("no_final", _("Enter at least one final."))])
    names = [final.name.strip() for final in plan.finals]
    problems = list(selection_problems(rankings, [final.places for final in plan.finals]))
    raise_if_any(
        replace(prefix_section_name(names[(problem.line or 1) - 1], problem), line=problem.line)
        for problem in problems
    )


def _check_carry_over(plan: NextStagePlan, previous_stage: Stage) -> None:
    """Raise `ValidationFailed` for a carry-over that is not from 0 to 1, or with a knock-out.

    Nothing can be carried over from a knock-out or to one.
    """
    problems = []
    if not 0 <= plan.carry_over <= 1 or plan.carry_over.denominator > MAX_CARRY_OVER_DENOMINATOR:
        template = _("Carry over nothing, all, or a part between them, such as 1/3.")
        problems.append(Problem("wrong_part", template, field="carried"))
    movements = [previous_stage.movement]
    movements += [final.movement for final in plan.finals if final.movement_key]
    if plan.carry_over and any(movement and movement.needs_winners for movement in movements):
        template = _(
            "In a knock-out the winner goes on, so nothing is carried over to it or from it."
        )
        problems.append(Problem("carried_knock_out", template, field="carried"))
    raise_if_any(problems)


def _create_stage(previous_stage: Stage, plan: NextStagePlan) -> Stage:
    """Create the stage with the movement of its first final.

    A match has as many halves as in the previous stage.
    """
    first_final = plan.finals[0]
    return Stage.objects.create(
        event=previous_stage.event,
        number=previous_stage.number + 1,
        movement_key=first_final.movement_key,
        movement_options=dict(first_final.movement_options),
        halves=previous_stage.halves,
        carry_over_text=str(plan.carry_over),
    )


def _create_stage_session(
    stage: Stage,
    plan: NextStagePlan,
    qualifiers_by_final: Sequence[Sequence[QualifiedContestant]],
    actor: Actor,
    seed: str | None,
) -> Session:
    """Create the stage's session, with a section for each final.

    For a single final with drawn rounds no sections are assigned, because its rounds are drawn for
    all qualifiers.
    """
    boards = plan.boards_per_round or 1
    round_counts = [
        stage.halves * _round_count_of_final(final, len(qualifiers))
        for final, qualifiers in zip(plan.finals, qualifiers_by_final, strict=True)
    ]
    session = create_session(stage, max(round_counts), boards, actor, seed=seed)
    if stage.is_drawn and len(plan.finals) == 1:
        check_movement_suits(plan.finals[0].movement, stage.event, boards)
        raise_if_any(
            plan.finals[0].movement.problems(
                len(qualifiers_by_final[0]), round_counts[0] // stage.halves, boards
            )
        )
    else:
        sections = tuple(_section_plans(plan, round_counts, qualifiers_by_final, session))
        create_sections(session, Division(sections, ranks_sections_separately=len(plan.finals) > 1))
    return session


def _round_count_of_final(final: FinalPlan, contestant_count: int) -> int:
    return final.rounds or final.movement.full_round_count(contestant_count)


def _section_plans(
    plan: NextStagePlan,
    round_counts: Sequence[int],
    qualifiers_by_final: Sequence[Sequence[QualifiedContestant]],
    session: Session,
) -> Iterator[SectionPlan]:
    for final, round_count, qualifiers in zip(
        plan.finals, round_counts, qualifiers_by_final, strict=True
    ):
        numbers = _numbers_in_section(session, qualifiers)
        yield SectionPlan(
            final.name, final.movement_key, final.movement_options, round_count, numbers
        )


def _numbers_in_section(
    session: Session, qualifiers: Sequence[QualifiedContestant]
) -> tuple[int, ...]:
    """Return the numbers of a section's contestants in the order of their seeds.

    During an embargo they are in the order of `draw_sort_key`: seats depend on this order and are
    public, so the order of the seeds would reveal the ranking.
    """
    numbers = tuple(qualifier.contestant for qualifier in qualifiers)
    if is_embargoed(session.stage.event):
        return tuple(sorted(numbers, key=lambda number: draw_sort_key(session, number)))
    return numbers


def _create_qualifiers(
    stage: Stage,
    rankings: StageRankings,
    qualifiers_by_final: Sequence[Sequence[QualifiedContestant]],
) -> None:
    """Store the qualifiers with their reasons; seeds are numbered on from final to final."""
    contestants_by_number = {
        contestant.number: contestant for contestant in stage.event.contestants.all()
    }
    groups = rankings.groups
    Qualifier.objects.bulk_create(
        Qualifier(
            stage=stage,
            contestant=contestants_by_number[number],
            seed=seed,
            group=groups[number],
            reason=serialize_reason(reason),
        )
        for seed, (number, reason) in enumerate(chain.from_iterable(qualifiers_by_final), 1)
    )
