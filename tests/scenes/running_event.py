"""A running event of any size in the middle of a round, for tests and benchmarks."""

import random
from collections.abc import Iterable

from django.contrib.auth import get_user_model
from django.utils import timezone

from games.seats import PAIR_LINES
from tests.scenes.evening import outcome
from tests.scenes.field import create_field
from tournaments import scoring_pipeline
from tournaments.actions.calls.calls import call_director
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.results.objections import object_to_result
from tournaments.models import (
    Contestant,
    LinkedDevice,
    Play,
    ResultScale,
    Round,
    SeatHolder,
    Session,
)
from tournaments.permissions.actor import Actor
from tournaments.scoring_pipeline.scale_updates import derive_scales

ROUNDS, ROUNDS_PLAYED, BOARDS_PER_ROUND = 8, 3, 3
ENTRIES_PER_CONFLICT = 24

RESULT: dict[str, object] = {
    "trump": "oros",
    "delegated": "no",
    "contro": "none",
    "ns_points": "40",
}
OTHER_RESULT = RESULT | {"ns_points": "41"}


def running_event(table_count: int) -> tuple[Session, Actor]:
    """Return a session in the middle of its fourth round of eight, and its director.

    Every contestant has a linked phone. About half of the results of the round are entered,
    nearly all confirmed by both sides; one in twenty-four is in conflict. Of the round before,
    one result is missing, one was entered late by both sides, and one late by one side only. One
    result has an objection, and one table calls the director.
    """
    session = create_field(
        table_count, ROUNDS, BOARDS_PER_ROUND, ROUNDS_PLAYED, f"Open event of {table_count} tables"
    )
    rounds = Round.objects.filter(section__session=session)
    rounds.filter(number__lte=ROUNDS_PLAYED).update(ended_at=timezone.now())
    rounds.filter(number__gt=ROUNDS_PLAYED + 1).update(started_at=None)
    _link_phones(session)
    previous_plays, current_plays = (
        _plays(session, ROUNDS_PLAYED),
        _plays(session, ROUNDS_PLAYED + 1),
    )
    _enter_half_of_round(current_plays)
    _enter_late(previous_plays[-3:])
    _object(current_plays[1])
    call_director(
        current_plays[-1].seating.table,
        "",
        "a card lies face up",
        _phone(current_plays[-1], "ns"),
        "calls",
    )
    scoring_pipeline.update_scales(session.stage)
    scoring_pipeline.take_snapshot(session.stage_id)
    session.refresh_from_db()
    club = session.stage.event.club
    director = get_user_model().objects.get(username=f"director-{club.slug}")
    return session, Actor.of_user(director.pk)


def _plays(session: Session, round_number: int) -> list[Play]:
    plays = Play.objects.filter(board__session=session, seating__round__number=round_number)
    related = plays.select_related(
        "seating__table", "seating__round", "board__session__stage__event__club"
    )
    return list(related.order_by("board__number", "seating__table__number"))


def _link_phones(session: Session) -> None:
    """Link a phone to each contestant, at the table of the current round."""
    seats = [line[0] for line in PAIR_LINES.values()]
    seat_holders = SeatHolder.objects.filter(
        seating__round__section__session=session, seat__in=seats
    )
    LinkedDevice.objects.bulk_create(
        LinkedDevice(
            session=session,
            contestant_id=seat_holder.contestant_id,
            table_id=seat_holder.seating.table_id,
            role=LinkedDevice.Role.CONTESTANT,
            origin=LinkedDevice.Origin.DIRECTOR,
            device=f"phone-{seat_holder.contestant_id}",
            bound_at=timezone.now(),
        )
        for seat_holder in seat_holders.filter(
            seating__round__number=ROUNDS_PLAYED + 1
        ).select_related("seating")
    )


def _contestant(play: Play, line: str) -> Contestant:
    seat_holders = play.seating.places.select_related("contestant__event__club")
    return seat_holders.get(seat=PAIR_LINES[line][0]).contestant


def _phone(play: Play, line: str) -> Actor:
    """Return the actor of the phone of the contestant on a line."""
    holder = _contestant(play, line).pk
    return Actor.of_table(play.seating.table_id, f"phone-{holder}", line, contestant_number=holder)


def _enter(play: Play, submitted: dict[str, object], lines: Iterable[str] = PAIR_LINES) -> None:
    for line in lines:
        submit_entry(play.pk, submitted, _phone(play, line), f"{play.pk}-{line}")


def _enter_half_of_round(plays: list[Play]) -> None:
    """Enter the first half of the results of a round, and the last result for one side."""
    rng = random.Random(3)
    for number, play in enumerate(plays[: len(plays) // 2]):
        if number % ENTRIES_PER_CONFLICT == 0:
            _enter(play, RESULT, ["ns"])
            _enter(play, OTHER_RESULT, ["ew"])
        else:
            _enter(play, outcome(rng))
    _enter(plays[-1], outcome(rng), ["ns"])


def _enter_late(plays: list[Play]) -> None:
    """Remove three results of a past round, and enter two of them again, late."""
    rows = Play.objects.filter(pk__in=[play.pk for play in plays])
    rows.update(
        entry=None,
        state=Play.State.DUE,
        line_points="",
        counted_line_points="",
        revision=0,
        scored_revision=0,
    )
    for play in plays:
        play.entries.all().delete()
    board = plays[0].board
    ResultScale.objects.filter(board=board).delete()
    ResultScale.objects.bulk_create(derive_scales(board))
    _missing, agreed, from_one_side = plays
    _enter(agreed, RESULT)
    _enter(from_one_side, RESULT, ["ew"])


def _object(play: Play) -> None:
    object_to_result(
        play, _contestant(play, "ns"), "we made 41, not 31", _phone(play, "ns"), "objects"
    )
