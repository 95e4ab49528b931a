"""Score slips typed at the desk: both lines speak, all rows or none, and what phones said still
counts."""

import pytest

from games.problems import ValidationFailed
from tests.scenes.evening import at, enter, started
from tests.web.signed_in import OTHER, RESULT
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.results.score_slips import SubmittedRows, submit_score_slip
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import AuditAction, AuditEntry, Entry, Play, Seating, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.desk.score_slips import find_slip, last_typed, next_slip, untyped_slips
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db
BLANK: dict[str, object] = {
    "trump": "",
    "delegated": "no",
    "contro": "none",
    "ns_points": "",
    "renunci": "",
}


def evening() -> tuple[Session, Actor, Seating, list[Play]]:
    """Six pairs, and the slip of its first table: two boards."""
    session, director = started(6, rounds=3, boards_per_round=2)
    slip = find_slip(session.sections.all(), 1, "1")
    assert slip
    return session, director, slip, list(slip.plays.order_by("board__number"))


def rows(plays: list[Play], *said: dict[str, object]) -> SubmittedRows:
    return {play.pk: each for play, each in zip(plays, said, strict=True)}


def states(slip: Seating) -> list[str]:
    return list(slip.plays.order_by("board__number").values_list("state", flat=True))


def test_a_slip_speaks_for_both_lines() -> None:
    _session, director, slip, plays = evening()
    assert submit_score_slip(slip.pk, rows(plays, RESULT, OTHER), director, "k") == {
        "plays": [p.pk for p in plays]
    }
    assert states(slip) == ["confirmed", "confirmed"]
    assert sorted(plays[0].entries.values_list("side", "user_id")) == [
        ("ew", director.user_id),
        ("ns", director.user_id),
    ]
    assert AuditEntry.objects.get(verb=AuditAction.TYPE_SLIP).data["plays"] == [
        play.pk for play in plays
    ]


def test_every_problem_of_every_row_is_told_and_nothing_is_stored() -> None:
    _session, director, slip, plays = evening()
    with pytest.raises(ValidationFailed) as refused:
        submit_score_slip(
            slip.pk, rows(plays, RESULT | {"ns_points": "73"}, {"trump": "pals"}), director, "k"
        )
    told = {(problem.line, problem.field) for problem in refused.value.problems}
    assert told == {(1, "ns_points"), (2, "trump")}
    with pytest.raises(ValidationFailed) as refused:
        submit_score_slip(slip.pk, rows(plays, RESULT, OTHER | {"ns_points": ""}), director, "k")
    assert [problem.line for problem in refused.value.problems] == [2]
    assert not Entry.objects.exists()
    assert not AuditEntry.objects.filter(
        verb__in=[AuditAction.TYPE_SLIP, AuditAction.POST_TABLE]
    ).exists()


def test_a_blank_row_is_left_as_it_is_and_a_blank_slip_refused() -> None:
    _session, director, slip, plays = evening()
    submit_score_slip(slip.pk, rows(plays, BLANK, OTHER), director, "k")
    assert states(slip) == ["due", "confirmed"]
    with pytest.raises(ValidationFailed) as refused:
        submit_score_slip(slip.pk, rows(plays, BLANK, BLANK), director, "other")
    assert [problem.code for problem in refused.value.problems] == ["slip_empty"]


def test_the_same_key_stores_once_and_with_other_rows_is_refused() -> None:
    _session, director, slip, plays = evening()
    for _time in range(2):
        submit_score_slip(slip.pk, rows(plays, RESULT, OTHER), director, "k")
    assert Entry.objects.count() == 4
    with pytest.raises(Conflict):
        submit_score_slip(slip.pk, rows(plays, OTHER, OTHER), director, "k")


def test_a_phone_that_said_the_same_is_confirmed_and_another_result_is_a_conflict() -> None:
    _session, director, slip, plays = evening()
    enter(plays[0], RESULT, sides=["ns"])
    enter(plays[1], RESULT)
    submit_score_slip(slip.pk, rows(plays, RESULT, OTHER), director, "k")
    assert states(slip) == ["confirmed", "conflict"]


def test_a_slip_typed_after_its_round_counts_where_a_phone_would_be_late() -> None:
    session, director, slip, plays = evening()
    round_ = playing_round(session)
    assert round_
    end_round(round_.pk, director)
    late = submit_entry(plays[0].pk, RESULT, at(plays[0], "ns"), "late")
    assert (late["late"], late["state"]) == (True, "due")
    submit_score_slip(slip.pk, rows(plays, RESULT, OTHER), director, "k")
    assert states(slip) == ["confirmed", "confirmed"]


def test_a_round_that_has_not_begun_has_no_slips() -> None:
    session, director, _slip, _plays = evening()
    assert find_slip(session.sections.all(), 2, "1") is None
    coming = Seating.objects.filter(round__number=2).first()
    assert coming
    with pytest.raises(ValidationFailed) as refused:
        submit_score_slip(
            coming.pk,
            dict.fromkeys(coming.plays.values_list("pk", flat=True), RESULT),
            director,
            "k",
        )
    assert {problem.code for problem in refused.value.problems} == {"round_not_started"}


def test_the_pile_goes_on_under_the_slip_typed_and_begins_again() -> None:
    session, director, slip, plays = evening()
    pile = untyped_slips(session.sections.all())
    assert [each.table.number for each in pile] == [1, 2, 3]
    assert next_slip(pile, None) == slip
    assert next_slip(pile, pile[1]) == pile[2]
    assert next_slip(pile, pile[2]) == slip
    submit_score_slip(slip.pk, rows(plays, RESULT, OTHER), director, "k")
    assert untyped_slips(session.sections.all()) == pile[1:]
    assert next_slip([], slip) is None


def test_what_was_typed_last_comes_first() -> None:
    session, director, slip, plays = evening()
    submit_score_slip(slip.pk, rows(plays, RESULT, OTHER), director, "k")
    enter(plays[0], RESULT)
    assert director.user_id
    typed = last_typed(session, director.user_id)
    assert [str(each.notation) for each in typed] == ["coins: N-S 41", "coins: N-S 40"]
