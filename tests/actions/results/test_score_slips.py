"""Score slips: they count for both lines, and are stored as a whole or not at all."""

import pytest

from games.problems import ValidationFailed
from tests.scenes.evening import at, enter, started
from tests.web.signed_in import OTHER_RESULT, RESULT
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.results.score_slips import SubmittedRows, submit_score_slip
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import AuditAction, AuditEntry, Entry, Play, Seating, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.desk.score_slips import (
    find_slip,
    last_typed_results,
    next_slip,
    untyped_slips,
)
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db
BLANK: dict[str, object] = {
    "trump": "",
    "delegated": "no",
    "contro": "none",
    "ns_points": "",
    "renunci": "",
}


def started_event() -> tuple[Session, Actor, Seating, list[Play]]:
    """Return an event of six pairs, with the slip of its first table and the slip's two plays."""
    session, director = started(6, round_count=3, boards_per_round=2)
    slip = find_slip(session.sections.all(), 1, "1")
    assert slip
    return session, director, slip, list(slip.plays.order_by("board__number"))


def submitted_rows(plays: list[Play], *submitted: dict[str, object]) -> SubmittedRows:
    return {play.pk: row for play, row in zip(plays, submitted, strict=True)}


def play_states(slip: Seating) -> list[str]:
    return list(slip.plays.order_by("board__number").values_list("state", flat=True))


def test_slip_counts_for_both_lines() -> None:
    _session, director, slip, plays = started_event()
    assert submit_score_slip(
        slip.pk, submitted_rows(plays, RESULT, OTHER_RESULT), director, "k"
    ) == {"plays": [play.pk for play in plays]}
    assert play_states(slip) == ["confirmed", "confirmed"]
    assert sorted(plays[0].entries.values_list("side", "user_id")) == [
        ("ew", director.user_id),
        ("ns", director.user_id),
    ]
    assert AuditEntry.objects.get(verb=AuditAction.TYPE_SLIP).data["plays"] == [
        play.pk for play in plays
    ]


def test_wrong_slip_reports_every_problem_of_every_row_and_stores_nothing() -> None:
    _session, director, slip, plays = started_event()
    with pytest.raises(ValidationFailed) as refused:
        submit_score_slip(
            slip.pk,
            submitted_rows(plays, RESULT | {"ns_points": "73"}, {"trump": "pals"}),
            director,
            "k",
        )
    places = {(problem.line, problem.field) for problem in refused.value.problems}
    assert places == {(1, "ns_points"), (2, "trump")}
    with pytest.raises(ValidationFailed) as refused:
        submit_score_slip(
            slip.pk, submitted_rows(plays, RESULT, OTHER_RESULT | {"ns_points": ""}), director, "k"
        )
    assert [problem.line for problem in refused.value.problems] == [2]
    assert not Entry.objects.exists()
    assert not AuditEntry.objects.filter(
        verb__in=[AuditAction.TYPE_SLIP, AuditAction.POST_TABLE]
    ).exists()


def test_blank_row_is_skipped_and_blank_slip_is_refused() -> None:
    _session, director, slip, plays = started_event()
    submit_score_slip(slip.pk, submitted_rows(plays, BLANK, OTHER_RESULT), director, "k")
    assert play_states(slip) == ["due", "confirmed"]
    with pytest.raises(ValidationFailed) as refused:
        submit_score_slip(slip.pk, submitted_rows(plays, BLANK, BLANK), director, "other")
    assert [problem.code for problem in refused.value.problems] == ["slip_empty"]


def test_repeated_key_stores_once_and_with_other_rows_is_a_conflict() -> None:
    _session, director, slip, plays = started_event()
    for _attempt in range(2):
        submit_score_slip(slip.pk, submitted_rows(plays, RESULT, OTHER_RESULT), director, "k")
    assert Entry.objects.count() == 4
    with pytest.raises(Conflict):
        submit_score_slip(slip.pk, submitted_rows(plays, OTHER_RESULT, OTHER_RESULT), director, "k")


def test_slip_confirms_an_equal_entry_and_conflicts_with_another() -> None:
    _session, director, slip, plays = started_event()
    enter(plays[0], RESULT, sides=["ns"])
    enter(plays[1], RESULT)
    submit_score_slip(slip.pk, submitted_rows(plays, RESULT, OTHER_RESULT), director, "k")
    assert play_states(slip) == ["confirmed", "conflict"]


def test_slip_after_its_round_counts_although_a_phone_would_be_late() -> None:
    session, director, slip, plays = started_event()
    round_ = playing_round(session)
    assert round_
    end_round(round_.pk, director)
    phone_answer = submit_entry(plays[0].pk, RESULT, at(plays[0], "ns"), "late")
    assert (phone_answer["late"], phone_answer["state"]) == (True, "due")
    submit_score_slip(slip.pk, submitted_rows(plays, RESULT, OTHER_RESULT), director, "k")
    assert play_states(slip) == ["confirmed", "confirmed"]


def test_round_that_has_not_started_has_no_slips() -> None:
    session, director, _slip, _plays = started_event()
    assert find_slip(session.sections.all(), 2, "1") is None
    later_seating = Seating.objects.filter(round__number=2).first()
    assert later_seating
    with pytest.raises(ValidationFailed) as refused:
        submit_score_slip(
            later_seating.pk,
            dict.fromkeys(later_seating.plays.values_list("pk", flat=True), RESULT),
            director,
            "k",
        )
    assert {problem.code for problem in refused.value.problems} == {"round_not_started"}


def test_next_slip_follows_the_last_one_and_starts_again_after_the_end() -> None:
    session, director, slip, plays = started_event()
    pile = untyped_slips(session.sections.all())
    assert [seating.table.number for seating in pile] == [1, 2, 3]
    assert next_slip(pile, None) == slip
    assert next_slip(pile, pile[1]) == pile[2]
    assert next_slip(pile, pile[2]) == slip
    submit_score_slip(slip.pk, submitted_rows(plays, RESULT, OTHER_RESULT), director, "k")
    assert untyped_slips(session.sections.all()) == pile[1:]
    assert next_slip([], slip) is None


def test_last_typed_results_are_listed_latest_first() -> None:
    session, director, slip, plays = started_event()
    submit_score_slip(slip.pk, submitted_rows(plays, RESULT, OTHER_RESULT), director, "k")
    enter(plays[0], RESULT)
    assert director.user_id
    typed = last_typed_results(session, director.user_id)
    assert [str(result.notation) for result in typed] == ["coins: N-S 41", "coins: N-S 40"]
