"""After an outage across a round's end: what both sides of a table say alike counts by one act."""

import pytest
from django.test import Client
from django.urls import reverse

from games.problems import Refused
from tests.scenes.evening import enter, started
from tests.web.signed_in import OTHER, RESULT, signed_in
from tournaments.actions.actor import Actor
from tournaments.actions.results.late import accept_late
from tournaments.actions.results.plays import decide_play, post_entry
from tournaments.actions.rounds.end import end_round
from tournaments.models import Entry, Play, Session
from tournaments.queries.decisions import read_waiting
from tournaments.queries.late_results import late_and_alike
from tournaments.queries.who_sits_where import playing_round

pytestmark = pytest.mark.django_db

Outage = tuple[Session, Actor, list[Play]]


@pytest.fixture
def outage() -> Outage:
    """Round 1 is over before any phone could send; now they all do."""
    session, director = started(8, movement="mitchell", rounds=4, boards_per_round=2)
    plays = Play.objects.filter(seating__round=playing_round(session)).select_related("seating__table")
    found = list(plays.order_by("pk"))
    end_round(found[0].seating.round_id, director)
    return session, director, found


def test_what_both_sides_say_counts_by_one_act(outage: Outage) -> None:
    session, director, plays = outage
    alike, one_sided, differing, decided, *_others = plays
    enter(alike, RESULT)
    enter(one_sided, RESULT, ("ns",))
    enter(differing, RESULT, ("ns",))
    enter(differing, OTHER, ("ew",))
    enter(decided, RESULT)
    decide_play(decided.pk, Entry.Kind.VOID, {}, replaces=2, reason="fell", actor=director, key="d")
    assert [play.pk for play, _said in late_and_alike(session)] == [alike.pk]
    assert accept_late(session, "the router died", director, "k") == {"accepted": 1}
    assert accept_late(session, "the router died", director, "k") == {"accepted": 1}
    alike.refresh_from_db()
    assert (alike.state, alike.revision, alike.entry and alike.entry.reason) == (
        "confirmed",
        3,
        "the router died",
    )
    assert {each.play for each in read_waiting(session)} == {one_sided.pk, differing.pk}
    with pytest.raises(Refused, match="No late result"):
        accept_late(session, "again", director, "another key")


def test_what_one_side_said_in_time_counts_already() -> None:
    session, director = started(8, movement="mitchell", rounds=4, boards_per_round=2)
    play = Play.objects.select_related("seating__table").order_by("pk")[0]
    enter(play, RESULT, ("ns",))
    end_round(play.seating.round_id, director)
    enter(play, RESULT, ("ew",))
    assert late_and_alike(session) == []
    assert read_waiting(session) == []


def test_what_one_phone_said_for_both_sides_is_looked_at_by_itself(outage: Outage) -> None:
    session, _director, plays = outage
    for side in ("ns", "ew"):
        one = Actor.of_table(plays[0].seating.table_id, "one phone", side)
        post_entry(plays[0].pk, RESULT, one, f"key {side}")
    assert late_and_alike(session) == []
    assert [each.play for each in read_waiting(session)] == [plays[0].pk]


def test_without_a_reason_nothing_is_decided(outage: Outage) -> None:
    session, director, plays = outage
    enter(plays[0], RESULT)
    with pytest.raises(Refused, match="Give the reason"):
        accept_late(session, " ", director, "k")
    assert len(late_and_alike(session)) == 1


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
    assert "Accept" not in told.content.decode().partition('id="waiting"')[2].partition("</aside>")[0]
    assert not read_waiting(session)
