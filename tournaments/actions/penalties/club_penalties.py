"""Edit a club's list of penalties; each has steps for the first and later offences."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max, QuerySet

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import clean_text, comparison_key
from scoring.penalty_steps import parse_step
from tournaments.actions.audit import record_audit
from tournaments.actions.limits import MAX_CLUB_PENALTIES, MAX_PENALTY_STEPS
from tournaments.models import AuditAction, Club, ClubPenalty
from tournaments.permissions.actor import Actor


def add_club_penalty(club: Club, name: str, steps: Sequence[str], actor: Actor) -> ClubPenalty:
    """Append a penalty to the club's list.

    A step is `warning`, an amount (`0.25`) or a percentage (`10%`). Raises `ValidationFailed` for a
    name that is missing, too long or taken, for steps that are missing or unreadable, and if the
    list is full.
    """
    with transaction.atomic():
        # Lock the club: two concurrent requests would both find the name free.
        club = Club.objects.select_for_update().get(pk=club.pk)
        cleaned_name, normalized_steps = clean_text(name), _normalize_steps(steps)
        other_penalties = club.penalties.all()
        raise_if_any(
            [
                *_name_problems(other_penalties, cleaned_name),
                *_step_problems(normalized_steps),
                *_count_problems(other_penalties),
            ]
        )
        last_number = other_penalties.aggregate(Max("number"))["number__max"] or 0
        kind = ClubPenalty.objects.create(
            club=club, name=cleaned_name, number=last_number + 1, steps=normalized_steps
        )
        record_audit(actor, AuditAction.ADD_CLUB_PENALTY, club, of_kind=cleaned_name)
    return kind


def change_club_penalty(kind: ClubPenalty, name: str, steps: Sequence[str], actor: Actor) -> None:
    """Change the name and steps of a penalty; penalties already given keep their amount.

    Raises `ValidationFailed` as `add_club_penalty` does.
    """
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=kind.club_id)
        cleaned_name, normalized_steps = clean_text(name), _normalize_steps(steps)
        raise_if_any(
            [
                *_name_problems(club.penalties.exclude(pk=kind.pk), cleaned_name),
                *_step_problems(normalized_steps),
            ]
        )
        kind.name, kind.steps = cleaned_name, normalized_steps
        kind.save(update_fields=["name", "steps"])
        record_audit(actor, AuditAction.CHANGE_CLUB_PENALTY, club, of_kind=cleaned_name)


def remove_club_penalty(kind: ClubPenalty, actor: Actor) -> None:
    """Remove a penalty from the club's list; penalties already given remain."""
    with transaction.atomic():
        record_audit(actor, AuditAction.REMOVE_CLUB_PENALTY, kind.club, of_kind=kind.name)
        kind.delete()


def _normalize_steps(steps: Sequence[str]) -> list[str]:
    return ["".join(step.split()).replace(",", ".") for step in steps if step.strip()]


def _name_problems(other_penalties: QuerySet[ClubPenalty], name: str) -> list[Problem]:
    max_length = ClubPenalty._meta.get_field("name").max_length or 0
    if not name:
        return [Problem("kind_unnamed", _("Write what the penalty is for."), field="name")]
    if len(name) > max_length:
        template = _("Write what the penalty is for in at most %(most)s characters.")
        return [Problem("kind_name_long", template, {"most": max_length}, "name")]
    # Compared in Python, because databases differ in how they ignore case.
    if comparison_key(name) in {comparison_key(penalty.name) for penalty in other_penalties}:
        template = _("There is already a penalty called %(name)s.")
        return [Problem("kind_name_taken", template, {"name": name}, "name")]
    return []


def _step_problems(steps: Sequence[str]) -> list[Problem]:
    if not 1 <= len(steps) <= MAX_PENALTY_STEPS:
        template = _("Write from 1 to %(most)s steps, one on each line.")
        return [Problem("steps_number", template, {"most": MAX_PENALTY_STEPS}, "steps")]
    template = _(
        "“%(step)s” is not a step: write a warning, an amount such as 0.25, or a percentage "
        "such as 10 %%."
    )
    return [
        Problem("step_unclear", template, {"step": step}, "steps")
        for step in steps
        if not _is_step(step)
    ]


def _is_step(text: str) -> bool:
    try:
        parse_step(text)
    except ValueError:
        return False
    return True


def _count_problems(other_kinds: QuerySet[ClubPenalty]) -> list[Problem]:
    if other_kinds.count() < MAX_CLUB_PENALTIES:
        return []
    template = _("A club’s list has at most %(most)s penalties.")
    return [Problem("too_many_kinds", template, {"most": MAX_CLUB_PENALTIES}, "name")]
