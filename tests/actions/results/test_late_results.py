"""After an outage across a round's end: what both sides of a table say alike counts by one act."""

from datetime import timedelta

import pytest
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes.evening import at, enter, started
from tests.web.signed_in import OTHER, RESULT, signed_in
from tournaments.actions.results.accept_late_results import accept_late_results
from tournaments.actions.results.entries import decide_play, submit_entry
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import AuditEntry, Entry, IdempotencyRecord, Play, Round, Section, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.desk.results_after_their_round import LateResult, WhichLate, late_and_alike
from tournaments.queries.desk.waiting_for_director import read_waiting
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db

Outage = tuple[Session, Actor, list[Play]]


@pytest.fixture
def outage() -> Outage:
    """Round 1 is over before any phone could send; now they all do."""
    session, director = started(8, movement="mitchell", rounds=4, boards_per_round=2)
    plays = Play.objects.filter(seating__round=playing_round(session)).select_related(
        "seating__table"
    )
    found = list(plays.order_by("pk"))
    end_round(found[0].seating.round_id, director)
    return session, director, found


@pytest.fixture
def long_outage(outage: Outage) -> Outage:
    """The round began an hour ago and ended ten minutes ago."""
    session, director, plays = outage
    now = timezone.now()
    Round.objects.filter(pk=plays[0].seating.round_id).update(
        started_at=now - timedelta(hours=1), ended_at=now - timedelta(minutes=10)
    )
    return session, director, plays


def late_here(session: Session, which: WhichLate = WhichLate.ALL) -> list[LateResult]:
    return late_and_alike(session, session.sections.all(), which)


def everywhere(session: Session) -> QuerySet[Section]:
    return session.sections.all()


def say(play: Play, **ages: int | None) -> None:
    """Both sides say the same, each so many seconds ago by its phone's clock."""
    for side, age in ages.items():
        submit_entry(play.pk, RESULT, at(play, side), f"{play.pk}{side}", age_seconds=age)


def test_what_both_sides_say_counts_by_one_act(outage: Outage) -> None:
    session, director, plays = outage
    alike, one_sided, differing, decided, *_others = plays
    enter(alike, RESULT)
    enter(one_sided, RESULT, ("ns",))
    enter(differing, RESULT, ("ns",))
    enter(differing, OTHER, ("ew",))
    enter(decided, RESULT)
    decide_play(decided.pk, Entry.Kind.VOID, {}, replaces=2, reason="fell", actor=director, key="d")
    assert [late.play.pk for late in late_here(session)] == [alike.pk]
    assert accept_late_results(
        session, everywhere(session), WhichLate.ALL, "the router died", director, "k"
    ) == {"accepted": 1}
    assert accept_late_results(
        session, everywhere(session), WhichLate.ALL, "the router died", director, "k"
    ) == {"accepted": 1}
    alike.refresh_from_db()
    assert (alike.state, alike.revision, alike.entry and alike.entry.reason) == (
        "confirmed",
        3,
        "the router died",
    )
    assert {each.play for each in read_waiting(session.sections.all())} == {
        one_sided.pk,
        differing.pk,
    }
    with pytest.raises(ValidationFailed, match="no late result"):
        accept_late_results(
            session, everywhere(session), WhichLate.ALL, "again", director, "another key"
        )


def test_what_one_side_said_in_time_counts_already() -> None:
    session, director = started(8, movement="mitchell", rounds=4, boards_per_round=2)
    play = Play.objects.select_related("seating__table").order_by("pk")[0]
    enter(play, RESULT, ("ns",))
    end_round(play.seating.round_id, director)
    enter(play, RESULT, ("ew",))
    assert late_here(session) == []
    assert read_waiting(session.sections.all()) == []


def test_what_one_phone_said_for_both_sides_is_looked_at_by_itself(outage: Outage) -> None:
    session, _director, plays = outage
    for side in ("ns", "ew"):
        one = Actor.of_table(plays[0].seating.table_id, "one phone", side)
        submit_entry(plays[0].pk, RESULT, one, f"key {side}")
    assert late_here(session) == []
    assert [each.play for each in read_waiting(session.sections.all())] == [plays[0].pk]


def test_without_a_reason_nothing_is_decided(outage: Outage) -> None:
    session, director, plays = outage
    enter(plays[0], RESULT)
    with pytest.raises(ValidationFailed, match="Enter the reason"):
        accept_late_results(session, everywhere(session), WhichLate.ALL, " ", director, "k")
    assert len(late_here(session)) == 1


def test_the_desk_offers_it(outage: Outage) -> None:
    session, director, plays = outage
    for play in plays:
        enter(play, RESULT)
    member = Client()
    signed_in(member, director)
    address = reverse("event_desk", args=[session.stage.event_id])
    page = member.get(address).content.decode()
    assert f"Accept {len(plays)} late results" in " ".join(page.split())
    said = {"reason": "the router died", "key": "k"}
    told = member.post(reverse("late_accept", args=[session.stage.event_id]), said, follow=True)
    assert f"Late results that count now: {len(plays)}." in told.content.decode()
    assert (
        "Accept" not in told.content.decode().partition('id="waiting"')[2].partition("</aside>")[0]
    )
    assert not read_waiting(session.sections.all())


def test_what_phones_say_was_said_in_time_comes_first_and_is_accepted_alone(
    long_outage: Outage,
) -> None:
    session, director, plays = long_outage
    after, half, unknown, in_time = plays[:4]
    say(after, ns=60, ew=61)
    say(half, ns=1200, ew=60)
    say(unknown, ns=None, ew=1200)
    say(in_time, ns=1200, ew=900)
    assert [late.play.pk for late in late_here(session)] == [
        in_time.pk,
        *(play.pk for play in (after, half, unknown)),
    ]
    assert [late.play.pk for late in late_here(session, WhichLate.IN_TIME)] == [in_time.pk]
    in_time.refresh_from_db()
    assert in_time.state == "due", "the word of a phone alone counts nothing"
    assert accept_late_results(
        session, everywhere(session), WhichLate.IN_TIME, "in time", director, "k"
    ) == {"accepted": 1}
    in_time.refresh_from_db()
    assert in_time.state == "confirmed"
    with pytest.raises(ValidationFailed, match="no late result"):
        accept_late_results(
            session, everywhere(session), WhichLate.IN_TIME, "again", director, "another key"
        )
    assert accept_late_results(
        session, everywhere(session), WhichLate.ALL, "all the same", director, "k2"
    ) == {"accepted": 3}


def test_what_sides_say_differently_is_not_accepted_however_early(long_outage: Outage) -> None:
    session, _director, plays = long_outage
    say(plays[0], ns=1200)
    submit_entry(plays[0].pk, OTHER, at(plays[0], "ew"), "k", age_seconds=1200)
    assert late_here(session) == []


@pytest.mark.parametrize("age", [-1, 3700, 10**9, 10**17])
def test_what_no_clock_can_have_counted_is_left_out(long_outage: Outage, age: int) -> None:
    _session, _director, plays = long_outage
    say(plays[0], ns=age)
    assert plays[0].entries.get().entered_at is None


def test_sent_again_it_has_waited_longer_and_is_stored_once(long_outage: Outage) -> None:
    _session, _director, plays = long_outage
    first, again = (
        submit_entry(plays[0].pk, RESULT, at(plays[0], "ns"), "k", age_seconds=age)
        for age in (1200, 1215)
    )
    entry = plays[0].entries.get()
    assert first == again
    assert entry.entered_at
    assert timedelta(seconds=1199) < entry.at - entry.entered_at < timedelta(seconds=1201)


def test_every_board_that_cannot_be_decided_is_named_and_none_is(outage: Outage) -> None:
    session, director, plays = outage
    for play in plays[:3]:
        enter(play, RESULT)
    for play in plays[:2]:  # as after new rules, or an entry that was damaged
        play.entries.update(outcome=play.entries.all()[0].outcome | {"ns_points": 99})
    noted = AuditEntry.objects.count(), Entry.objects.count(), IdempotencyRecord.objects.count()
    with pytest.raises(ValidationFailed) as refused:
        accept_late_results(
            session, everywhere(session), WhichLate.ALL, "the router died", director, "k"
        )
    where = [(play.board.number, play.seating.table.number) for play in plays[:2]]
    told = [problem.message for problem in refused.value.problems]
    assert len(told) == 2
    assert all(
        sentence.startswith(f"Board {board}, table {table}: ")
        for sentence, (board, table) in zip(told, sorted(where), strict=True)
    )
    assert "72" in told[0]
    assert noted == (
        AuditEntry.objects.count(),
        Entry.objects.count(),
        IdempotencyRecord.objects.count(),
    )
    assert len(late_here(session)) == 3


def test_the_desk_lists_them_below_conflicts_and_offers_a_choice(long_outage: Outage) -> None:
    session, director, plays = long_outage
    say(plays[0], ns=60, ew=61)
    say(plays[1], ns=1200, ew=900)
    say(plays[2], ns=1200, ew=900)
    member = Client()
    signed_in(member, director)
    address = reverse("event_desk", args=[session.stage.event_id])
    page = " ".join(member.get(address).content.decode().split())
    assert "2 of these were entered before the round ended, by the phones’ own clocks:" in page
    assert [page.index(f'id="waits-{plays[number].pk}"') for number in (0, 1, 2)] == sorted(
        page.index(f'id="waits-{play.pk}"') for play in plays[:3]
    )
    assert page.count('id="waits-') == 3
    said = {"reason": "the router died", "key": "k", "which": "in_time"}
    told = member.post(reverse("late_accept", args=[session.stage.event_id]), said, follow=True)
    assert "Late results that count now: 2." in told.content.decode()
    assert [each.play for each in read_waiting(session.sections.all())] == [plays[0].pk]
    sheet = member.get(
        reverse("desk_play", args=[session.stage.event_id, plays[1].pk])
    ).content.decode()
    entry = plays[1].entries.get(side="ns")
    assert entry.entered_at
    moments = [timezone.localtime(each).strftime("%H:%M") for each in (entry.entered_at, entry.at)]
    assert "entered {} by the phone’s clock, received {}".format(*moments) in sheet
