"""Undoing actions: the latest step, and all that an action may change."""

from typing import Any, NamedTuple

from django.db import transaction

from tournaments import scoring_pipeline
from tournaments.actions.history.changed_rows import row_values
from tournaments.actions.results.decisions import decide_play
from tournaments.models import (
    Contestant,
    Entry,
    Penalty,
    Play,
    Round,
    SeatHolder,
    Session,
    UndoStep,
)
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

NS_45 = {"trump": "oros", "contro": "none", "ns_points": "45"}
NS_27 = NS_45 | {"ns_points": "27"}


class Facts(NamedTuple):
    """Everything of a session that an action may change."""

    rounds: Any
    seat_holders: Any
    contestants: Any
    penalties: Any
    play_states: list[Any]
    standings: Any


def facts(session: Session) -> Facts:
    """Score pending results; return everything of the session that an action may change."""
    catch_up()
    event_id = session.stage.event_id
    row_sets = (
        Round.objects.filter(section__session=session),
        SeatHolder.objects.filter(seating__round__section__session=session),
        Contestant.objects.filter(event=event_id),
        Penalty.objects.filter(stage=session.stage_id),
    )
    states = (
        Play.objects.filter(board__session=session)
        .order_by("pk")
        .values_list("pk", "state", "line_points")
    )
    with transaction.atomic():
        standings = scoring_pipeline.lock_and_compute_standings(session.stage).to_json()
    return Facts(*(row_values(rows) for rows in row_sets), list(states), standings)


def latest_step() -> UndoStep:
    step = UndoStep.objects.order_by("pk").last()
    assert step
    return step


def decide(
    play: Play, fields: dict[str, object], director: Actor, kind: str = "correction"
) -> UndoStep:
    """Decide a play under a new idempotency key; return the undo step."""
    revision = Play.objects.get(pk=play.pk).revision
    parameters = {
        "replaces": revision,
        "reason": "heard both",
        "actor": director,
        "key": f"{play.pk} {revision}",
    }
    decide_play(play.pk, Entry.Kind(kind), {} if kind == "void" else fields, **parameters)
    return latest_step()


def current_play(session: Session, number: int = 0) -> Play:
    """Return a play of the round in progress, counted from 0."""
    plays = Play.objects.filter(seating__round=playing_round(session)).select_related(
        "seating__table"
    )
    return plays.order_by("pk")[number]
