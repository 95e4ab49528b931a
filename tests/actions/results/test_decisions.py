"""Decisions of the director: how they count beside the entries of tables.

A board of Botifarra has 72 points. X of N-S is their points less half of that: 45 points are X = 9.
"""

import pytest

from games.problems import ValidationFailed
from tests.actions.results.conftest import NS_27, NS_45, decide, state
from tests.scenes.awards import awards
from tests.scenes.evening import enter
from tests.scenes.problems import problem_codes
from tournaments.actions.idempotency import Conflict
from tournaments.models import Entry
from tournaments.queries.results.play_state import entries_to_review

pytestmark = pytest.mark.django_db(transaction=True)


def test_correction_prevails_over_earlier_entries_and_later_ones_await_review(
    session_and_director, play
):
    _session, director = session_and_director
    enter(play, NS_45, ("ns",))
    enter(play, NS_27, ("ew",))
    decide(play, NS_45, director)
    assert state(play) == "confirmed"
    enter(play, NS_27, ("ew",))
    assert state(play) == "confirmed"
    assert [entry.outcome["ns_points"] for entry in entries_to_review(play.entries.all())] == [27]


def test_correction_of_an_outdated_revision_is_a_conflict(session_and_director, play):
    _session, director = session_and_director
    enter(play, NS_45, ("ns",))
    with pytest.raises(Conflict) as refused:
        decide(play, NS_27, director, replaces=0)
    assert problem_codes(refused) == ["stale"]
    assert play.entries.count() == 1


@pytest.mark.parametrize(
    ("reason", "code"), [("  ", "reason_missing"), ("x" * 201, "reason_too_long")]
)
def test_correction_reports_a_wrong_reason_with_all_other_problems(
    session_and_director, play, reason, code
):
    _session, director = session_and_director
    with pytest.raises(ValidationFailed) as refused:
        decide(play, NS_45 | {"ns_points": "73"}, director, reason=reason)
    assert problem_codes(refused) == ["out_of_range", code]
    assert not play.entries.exists()


def test_ruling_is_flagged_and_correction_is_not(session_and_director, play):
    _session, director = session_and_director
    decide(play, NS_45, director, Entry.Kind.RULING)
    assert (state(play), play.flagged) == ("ruled", True)
    decide(play, NS_45, director)
    assert (state(play), play.flagged) == ("confirmed", False)


def test_board_not_played_has_no_award(session_and_director, play):
    _session, director = session_and_director
    enter(play, NS_45)
    decide(play, {}, director, Entry.Kind.VOID)
    assert state(play) == "void"
    assert not awards(play)
