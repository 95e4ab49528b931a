"""Late results on which both sides agree are accepted in one action after an outage."""

from datetime import timedelta

import pytest
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes.evening import at, enter, started
from tests.web.signed_in import OTHER_RESULT, RESULT, signed_in
from tournaments.actions.results.accept_late_results import accept_late_results
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import AuditEntry, Entry, IdempotencyRecord, Play, Round, Section, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.desk.late_results import LateResult, LateResultFilter, agreed_late_results
from tournaments.queries.desk.pending_decisions import pending_decisions
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db

Outage = tuple[Session, Actor, list[Play]]


@pytest.fixture
def outage() -> Outage:
    """Start a session whose round 1 ended before any phone could send a result."""
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    plays = Play.objects.filter(seating__round=playing_round(session)).select_related(
        "seating__table"
    )
    in_order = list(plays.order_by("pk"))
    end_round(in_order[0].seating.round_id, director)
    return session, director, in_order


@pytest.fixture
def long_outage(outage: Outage) -> Outage:
    """Start a session whose round 1 began an hour ago and ended ten minutes ago."""
    session, director, plays = outage
    now = timezone.now()
    Round.objects.filter(pk=plays[0].seating.round_id).update(
        started_at=now - timedelta(hours=1), ended_at=now - timedelta(minutes=10)
    )
    return session, director, plays


def late_results(
    session: Session, late_filter: LateResultFilter = LateResultFilter.ALL
) -> list[LateResult]:
    return agreed_late_results(session, session.sections.all(), late_filter)


def all_sections(session: Session) -> QuerySet[Section]:
    return session.sections.all()


def enter_with_ages(play: Play, **ages: int | None) -> None:
    """Enter the same result for some sides, each made some seconds ago by its phone's clock."""
    for side, age in ages.items():
        submit_entry(play.pk, RESULT, at(play, side), f"{play.pk}{side}", age_seconds=age)


def test_late_results_on_which_both_sides_agree_are_accepted_together(outage: Outage) -> None:
    session, director, plays = outage
    alike, one_sided, differing, decided, *_others = plays
    enter(alike, RESULT)
    enter(one_sided, RESULT, ("ns",))
    enter(differing, RESULT, ("ns",))
    enter(differing, OTHER_RESULT, ("ew",))
    enter(decided, RESULT)
    decide_play(decided.pk, Entry.Kind.VOID, {}, replaces=2, reason="fell", actor=director, key="d")
    assert [late_result.play.pk for late_result in late_results(session)] == [alike.pk]
    assert accept_late_results(
        session, all_sections(session), LateResultFilter.ALL, "the router died", director, "k"
    ) == {"accepted": 1}
    assert accept_late_results(
        session, all_sections(session), LateResultFilter.ALL, "the router died", director, "k"
    ) == {"accepted": 1}
    alike.refresh_from_db()
    assert (alike.state, alike.revision, alike.entry and alike.entry.reason) == (
        "confirmed",
        3,
        "the router died",
    )
    assert {item.play for item in pending_decisions(session.sections.all())} == {
        one_sided.pk,
        differing.pk,
    }
    with pytest.raises(ValidationFailed, match="no late result"):
        accept_late_results(
            session, all_sections(session), LateResultFilter.ALL, "again", director, "another key"
        )


def test_result_that_one_side_entered_in_time_counts_already() -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play = Play.objects.select_related("seating__table").order_by("pk")[0]
    enter(play, RESULT, ("ns",))
    end_round(play.seating.round_id, director)
    enter(play, RESULT, ("ew",))
    assert late_results(session) == []
    assert pending_decisions(session.sections.all()) == []


def test_late_result_of_one_phone_for_both_sides_is_not_accepted_together(outage: Outage) -> None:
    session, _director, plays = outage
    for side in ("ns", "ew"):
        phone = Actor.of_table(plays[0].seating.table_id, "one phone", side)
        submit_entry(plays[0].pk, RESULT, phone, f"key {side}")
    assert late_results(session) == []
    assert [item.play for item in pending_decisions(session.sections.all())] == [plays[0].pk]


def test_late_results_are_not_accepted_without_a_reason(outage: Outage) -> None:
    session, director, plays = outage
    enter(plays[0], RESULT)
    with pytest.raises(ValidationFailed, match="Enter the reason"):
        accept_late_results(
            session, all_sections(session), LateResultFilter.ALL, " ", director, "k"
        )
    assert len(late_results(session)) == 1


def test_desk_offers_to_accept_late_results(outage: Outage) -> None:
    session, director, plays = outage
    for play in plays:
        enter(play, RESULT)
    member = Client()
    signed_in(member, director)
    url = reverse("event_desk", args=[session.stage.event_id])
    page = member.get(url).content.decode()
    assert f"Accept {len(plays)} late results" in " ".join(page.split())
    form = {"reason": "the router died", "key": "k"}
    response = member.post(
        reverse("accept_late_results", args=[session.stage.event_id]), form, follow=True
    )
    assert f"Late results that count now: {len(plays)}." in response.content.decode()
    assert (
        "Accept"
        not in response.content.decode().partition('id="waiting"')[2].partition("</aside>")[0]
    )
    assert not pending_decisions(session.sections.all())


def test_late_results_entered_in_time_are_first_and_can_be_accepted_alone(
    long_outage: Outage,
) -> None:
    session, director, plays = long_outage
    entered_after, half_in_time, half_unknown, in_time = plays[:4]
    enter_with_ages(entered_after, ns=60, ew=61)
    enter_with_ages(half_in_time, ns=1200, ew=60)
    enter_with_ages(half_unknown, ns=None, ew=1200)
    enter_with_ages(in_time, ns=1200, ew=900)
    assert [late_result.play.pk for late_result in late_results(session)] == [
        in_time.pk,
        *(play.pk for play in (entered_after, half_in_time, half_unknown)),
    ]
    assert [
        late_result.play.pk for late_result in late_results(session, LateResultFilter.IN_TIME)
    ] == [in_time.pk]
    in_time.refresh_from_db()
    assert in_time.state == "due", "the age that a phone sends does not make a result count"
    assert accept_late_results(
        session, all_sections(session), LateResultFilter.IN_TIME, "in time", director, "k"
    ) == {"accepted": 1}
    in_time.refresh_from_db()
    assert in_time.state == "confirmed"
    with pytest.raises(ValidationFailed, match="no late result"):
        accept_late_results(
            session,
            all_sections(session),
            LateResultFilter.IN_TIME,
            "again",
            director,
            "another key",
        )
    assert accept_late_results(
        session, all_sections(session), LateResultFilter.ALL, "all the same", director, "k2"
    ) == {"accepted": 3}


def test_late_results_that_differ_are_not_accepted_even_if_entered_in_time(
    long_outage: Outage,
) -> None:
    session, _director, plays = long_outage
    enter_with_ages(plays[0], ns=1200)
    submit_entry(plays[0].pk, OTHER_RESULT, at(plays[0], "ew"), "k", age_seconds=1200)
    assert late_results(session) == []


@pytest.mark.parametrize("age", [-1, 3700, 10**9, 10**17])
def test_impossible_age_of_an_entry_is_ignored(long_outage: Outage, age: int) -> None:
    _session, _director, plays = long_outage
    enter_with_ages(plays[0], ns=age)
    assert plays[0].entries.get().entered_at is None


def test_request_repeated_with_a_greater_age_is_stored_once(long_outage: Outage) -> None:
    _session, _director, plays = long_outage
    first_answer, second_answer = (
        submit_entry(plays[0].pk, RESULT, at(plays[0], "ns"), "k", age_seconds=age)
        for age in (1200, 1215)
    )
    entry = plays[0].entries.get()
    assert first_answer == second_answer
    assert entry.entered_at
    assert timedelta(seconds=1199) < entry.at - entry.entered_at < timedelta(seconds=1201)


def test_late_results_that_cannot_be_decided_are_all_named_and_none_is_accepted(
    outage: Outage,
) -> None:
    session, director, plays = outage
    for play in plays[:3]:
        enter(play, RESULT)
    for play in plays[:2]:  # as after a change of the rules, or in a damaged entry
        play.entries.update(outcome=play.entries.all()[0].outcome | {"ns_points": 99})
    counts_before = (
        AuditEntry.objects.count(),
        Entry.objects.count(),
        IdempotencyRecord.objects.count(),
    )
    with pytest.raises(ValidationFailed) as refused:
        accept_late_results(
            session, all_sections(session), LateResultFilter.ALL, "the router died", director, "k"
        )
    places = [(play.board.number, play.seating.table.number) for play in plays[:2]]
    messages = [problem.message for problem in refused.value.problems]
    assert len(messages) == 2
    assert all(
        message.startswith(f"Board {board}, table {table}: ")
        for message, (board, table) in zip(messages, sorted(places), strict=True)
    )
    assert "72" in messages[0]
    assert counts_before == (
        AuditEntry.objects.count(),
        Entry.objects.count(),
        IdempotencyRecord.objects.count(),
    )
    assert len(late_results(session)) == 3


def test_desk_lists_late_results_and_offers_to_accept_those_entered_in_time(
    long_outage: Outage,
) -> None:
    session, director, plays = long_outage
    enter_with_ages(plays[0], ns=60, ew=61)
    enter_with_ages(plays[1], ns=1200, ew=900)
    enter_with_ages(plays[2], ns=1200, ew=900)
    member = Client()
    signed_in(member, director)
    url = reverse("event_desk", args=[session.stage.event_id])
    page = " ".join(member.get(url).content.decode().split())
    assert "2 of these were entered before the round ended, by the phones’ own clocks:" in page
    assert [page.index(f'id="waits-{plays[number].pk}"') for number in (0, 1, 2)] == sorted(
        page.index(f'id="waits-{play.pk}"') for play in plays[:3]
    )
    assert page.count('id="waits-') == 3
    form = {"reason": "the router died", "key": "k", "which": "in_time"}
    response = member.post(
        reverse("accept_late_results", args=[session.stage.event_id]), form, follow=True
    )
    assert "Late results that count now: 2." in response.content.decode()
    assert [item.play for item in pending_decisions(session.sections.all())] == [plays[0].pk]
    sheet = member.get(
        reverse("desk_play", args=[session.stage.event_id, plays[1].pk])
    ).content.decode()
    entry = plays[1].entries.get(side="ns")
    assert entry.entered_at
    times = [timezone.localtime(time).strftime("%H:%M") for time in (entry.entered_at, entry.at)]
    assert "entered {} by the phone’s clock, received {}".format(*times) in sheet
