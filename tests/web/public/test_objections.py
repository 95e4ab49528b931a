"""Objections on one's own scorecard, answered at the desk."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.permissions.visibility.page_texts import DOCUMENTED_TABLES
from tests.scenes.devices import linked_phone, unlinked_phone
from tests.scenes.evening import at, enter, started
from tests.scenes.objections import (
    OBJECTION_TEXT,
    SessionAndDirector,
    create_objection,
    play_of_pair,
    played_session,
)
from tests.web.signed_in import OTHER_RESULT, RESULT, desk_url, signed_in
from tournaments.access import page_cache as kept
from tournaments.access.cached_responses import ResponseCache
from tournaments.actions.clubs.club import add_member
from tournaments.actions.events.edit import edit_event
from tournaments.actions.events.next_session import create_next_session
from tournaments.actions.people.players import link_member
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.results.objections import answer_objection
from tournaments.models import Contestant, Entry, Membership, Objection, Play, Player, Session
from tournaments.permissions.actor import SYSTEM, Actor

pytestmark = pytest.mark.django_db
KEY = "/wrong/"


@pytest.fixture
def session_and_director() -> SessionAndDirector:
    return played_session()


def scorecard_url(pair: Contestant) -> str:
    return reverse("scorecard", args=[pair.event.club.slug, pair.event.slug, pair.number])


def objection_url(pair: Contestant, play: Play) -> str:
    return reverse("objection", args=[pair.event.club.slug, pair.event.slug, pair.number, play.pk])


def phone(play: Play, holder: int | str) -> Client:
    """Return a phone at the table of a play, linked for a pair or for the whole table."""
    return linked_phone(play.seating.table, holder)


def page_text(response: HttpResponse) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def post_objection(client: Client, pair: Contestant, play: Play, **fields: str) -> HttpResponse:
    return client.post(objection_url(pair, play), {"words": OBJECTION_TEXT, "key": "one"} | fields)


def test_pairs_phone_objects_and_reads_the_answer(session_and_director: SessionAndDirector) -> None:
    session, director = session_and_director
    play, pair, _line = play_of_pair(session)
    pair_phone = phone(play, 1)
    page = page_text(pair_phone.get(scorecard_url(pair)))
    assert page.count(objection_url(pair, play)) == 1
    assert "you can say that a result is wrong" in page
    assert "What is wrong with your result?" in page_text(pair_phone.get(objection_url(pair, play)))
    for _attempt in range(2):
        assert (
            post_objection(pair_phone, pair, play).headers["Location"]
            == f"{scorecard_url(pair)}#play-{play.pk}"
        )
    page = page_text(pair_phone.get(scorecard_url(pair)))
    assert f"“{OBJECTION_TEXT}”<br> Waiting for the director’s answer." in page
    assert objection_url(pair, play) not in page
    assert pair_phone.get(objection_url(pair, play)).status_code == 302, (
        "the objection exists already"
    )
    answer_objection(
        Objection.objects.get(), Objection.Verdict.STAYS, "as the slip", director, "key"
    )
    page = page_text(pair_phone.get(scorecard_url(pair)))
    assert "It stays as it is.</b> “as the slip”" in page
    assert objection_url(pair, play) in page, "a new objection is possible"


def test_scorecard_is_reloaded_once_its_objection_is_answered(
    session_and_director: SessionAndDirector,
) -> None:
    session, director = session_and_director
    play, pair, _line = play_of_pair(session)
    pair_phone, polling_attribute = phone(play, 1), f'hx-get="{scorecard_url(pair)}"'
    assert polling_attribute not in page_text(pair_phone.get(scorecard_url(pair)))
    post_objection(pair_phone, pair, play)
    assert polling_attribute in page_text(pair_phone.get(scorecard_url(pair)))
    poll = pair_phone.get(scorecard_url(pair), headers={"HX-Request": "true"})
    assert (poll.status_code, poll.headers.get("HX-Refresh")) == (204, None)
    answer_objection(
        Objection.objects.get(), Objection.Verdict.STAYS, "as the slip", director, "key"
    )
    poll = pair_phone.get(scorecard_url(pair), headers={"HX-Request": "true"})
    assert (poll.status_code, poll.headers["HX-Refresh"]) == (204, "true")
    page = page_text(pair_phone.get(scorecard_url(pair)))
    assert polling_attribute not in page
    assert "as the slip" in page


def test_poll_of_a_scorecard_by_a_stranger_returns_the_page(
    client: Client, session_and_director: SessionAndDirector
) -> None:
    session, _director = session_and_director
    _play, pair, _line = play_of_pair(session)
    response = client.get(scorecard_url(pair), headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert "HX-Refresh" not in response.headers


def test_strangers_and_opponents_see_no_objection(
    client: Client, session_and_director: SessionAndDirector
) -> None:
    session, director = session_and_director
    play, pair, _line = play_of_pair(session)
    create_objection(session)
    answer_objection(
        Objection.objects.get(), Objection.Verdict.STAYS, "as the slip", director, "key"
    )
    opponent_number = play.seating.places.exclude(contestant=pair)[0].contestant.number
    for stranger in (client, phone(play, opponent_number), signed_in(Client(), director)):
        page = page_text(stranger.get(scorecard_url(pair)))
        assert not [
            hidden_text
            for hidden_text in (KEY, OBJECTION_TEXT, "as the slip", "say that a result")
            if hidden_text in page
        ]
        assert stranger.get(objection_url(pair, play)).status_code == 404
        assert post_objection(stranger, pair, play).status_code == 404
    assert Objection.objects.count() == 1


def test_shared_phone_of_a_table_objects_for_nobody(
    session_and_director: SessionAndDirector,
) -> None:
    session, _director = session_and_director
    play, pair, _line = play_of_pair(session)
    shared = phone(play, "table")
    assert KEY not in page_text(shared.get(scorecard_url(pair)))
    assert shared.get(objection_url(pair, play)).status_code == 404


def test_unlinked_phone_cannot_object_or_read_objections_of_the_pair_it_names(
    session_and_director: SessionAndDirector,
) -> None:
    session, _director = session_and_director
    play, pair, _line = play_of_pair(session)
    create_objection(session)
    claims = unlinked_phone(play.seating.table, pair.number)
    assert OBJECTION_TEXT not in page_text(claims.get(scorecard_url(pair)))
    assert claims.get(objection_url(pair, play)).status_code == 404
    assert post_objection(claims, pair, play).status_code == 404
    assert Objection.objects.count() == 1


def test_member_linked_to_a_pair_objects_without_a_phone(
    client: Client, session_and_director: SessionAndDirector
) -> None:
    session, director = session_and_director
    play, pair, _line = play_of_pair(session)
    link_member(
        Player.objects.select_related("club").get(name="Anna 1"), director.user_id or 0, director
    )
    assert objection_url(pair, play) in page_text(
        signed_in(client, director).get(scorecard_url(pair))
    )
    assert post_objection(client, pair, play).status_code == 302
    assert Objection.objects.get().user_id == director.user_id


def test_rejected_objection_keeps_its_text(session_and_director: SessionAndDirector) -> None:
    session, director = session_and_director
    play, pair, _line = play_of_pair(session)
    pair_phone = phone(play, 1)
    answer = post_objection(pair_phone, pair, play, words="x" * 201)
    assert (answer.status_code, "at most 200 characters" in page_text(answer)) == (422, True)
    assert "x" * 201 in page_text(answer)
    Session.objects.update(finished_at=timezone.now() - timedelta(minutes=31))
    answer = post_objection(pair_phone, pair, play)
    assert (answer.status_code, "could be reported until" in page_text(answer)) == (422, True)
    page = page_text(pair_phone.get(scorecard_url(pair)))
    assert "The time to report a wrong result here ended" in page
    assert objection_url(pair, play) not in page
    edit_event(session.stage.event_id, {"objection_minutes": 0}, director)
    assert "say that a result" not in page_text(pair_phone.get(scorecard_url(pair)))
    edit_event(session.stage.event_id, {"objection_minutes": None}, director)
    assert "Until the standings are published you can" in page_text(
        pair_phone.get(scorecard_url(pair))
    )


def test_sealed_board_can_be_objected_to_during_play() -> None:
    session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=1)
    play, pair, _line = play_of_pair(session)
    pair_phone = phone(play, 1)
    assert objection_url(pair, play) not in page_text(pair_phone.get(scorecard_url(pair))), (
        "there is no objection"
    )
    enter(play, RESULT)
    page = page_text(pair_phone.get(scorecard_url(pair)))
    assert "no other result to compare with yet" in page
    assert objection_url(pair, play) in page
    assert "Until 30 minutes after the session you can" in page


@pytest.mark.once
def test_cached_scorecards_are_separate_for_strangers_and_linked_phones(
    session_and_director: SessionAndDirector, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, _director = session_and_director
    settings.PUBLIC_PAGE_CACHE_SECONDS = 60.0
    monkeypatch.setattr(kept, "_CACHE", ResponseCache(50, 1_000_000))
    play, pair, _line = play_of_pair(session)
    pair_phone = phone(play, 1)
    for _attempt in range(2):
        assert KEY in page_text(pair_phone.get(scorecard_url(pair)))
        assert KEY not in page_text(Client().get(scorecard_url(pair)))


def test_desk_lists_objections_and_the_director_answers(
    client: Client, session_and_director: SessionAndDirector
) -> None:
    session, director = session_and_director
    objection = create_objection(session)
    page = page_text(signed_in(client, director).get(desk_url(session)))
    assert f"{objection.contestant.name}: “{OBJECTION_TEXT}”" in page
    assert "a player says the result is wrong" in page
    page = page_text(client.get(desk_url(session, "desk_play", objection.play_id)))
    assert 'value="stays"' in page
    assert 'value="mended"' not in page, "the result has not been corrected"
    assert '<h2 id="decide">Correct the result' in page
    assert OBJECTION_TEXT in page
    response = client.post(
        desk_url(session, "objection_answer", objection.pk),
        {"verdict": "stays", "words": "", "key": "k1"},
    )
    assert response.headers["Location"] == desk_url(session)
    page = page_text(client.get(desk_url(session)))
    assert "Your answer is now on the scorecard" in page
    assert "Undo" in page
    assert OBJECTION_TEXT not in page


def test_desk_lists_objections_while_the_next_session_is_prepared(
    client: Client, session_and_director: SessionAndDirector
) -> None:
    session, director = session_and_director
    create_next_session(session.stage.event, director)
    objection = create_objection(session)
    page = page_text(signed_in(client, director).get(desk_url(session)))
    assert f"{objection.contestant.name}: “{OBJECTION_TEXT}”" in page
    assert "session 1" in page


def test_correction_answers_the_objection_on_the_scorecard(
    client: Client, session_and_director: SessionAndDirector
) -> None:
    session, director = session_and_director
    play, pair, _line = play_of_pair(session)
    create_objection(session)
    hidden_fields = {
        "key": "decides",
        "replaces": str(play.revision),
        "kind": "correction",
        "reason": "heard both",
    }
    response = signed_in(client, director).post(
        desk_url(session, "desk_play", play.pk), OTHER_RESULT | hidden_fields
    )
    assert response.headers["Location"] == desk_url(session)
    assert "It is corrected.</b>" in page_text(phone(play, 1).get(scorecard_url(pair)))


def test_second_director_learns_that_the_objection_was_answered(
    client: Client, session_and_director: SessionAndDirector
) -> None:
    session, director = session_and_director
    objection = create_objection(session)
    marta = member(session, "marta", Membership.Role.DIRECTOR)
    url, expected_text = (
        desk_url(session, "objection_answer", objection.pk),
        {"verdict": "stays", "key": "marta"},
    )
    assert marta.post(url, expected_text).status_code == 302
    slower = signed_in(client, director).post(url, {"verdict": "mended", "key": "director"})
    assert (slower.status_code, "marta already answered this" in page_text(slower)) == (409, True)
    objection.refresh_from_db()
    assert objection.verdict == "stays"


def test_scorer_cannot_read_or_answer_objections(session_and_director: SessionAndDirector) -> None:
    session, _director = session_and_director
    objection = create_objection(session)
    scorer = member(session, "anotadora", Membership.Role.SCORER)
    page = page_text(scorer.get(desk_url(session)))
    assert OBJECTION_TEXT not in page + page_text(
        scorer.get(desk_url(session, "desk_play", objection.play_id))
    )
    response = scorer.post(
        desk_url(session, "objection_answer", objection.pk),
        {"verdict": "stays", "key": "requestkey"},
    )
    assert response.status_code == 404


def test_playing_director_sees_but_cannot_answer_an_objection(
    client: Client,
) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=1)
    link_member(
        Player.objects.select_related("club").get(name="Anna 1"), director.user_id or 0, director
    )
    _play, pair = board_pair_1_still_plays(session)
    objection = create_objection(session, pair.number)
    page = page_text(signed_in(client, director).get(desk_url(session)))
    assert "a player says the result is wrong" in page
    assert f"{pair.name}: “" not in page
    form_data = {"verdict": "stays", "key": "requestkey"}
    assert (
        client.post(desk_url(session, "objection_answer", objection.pk), form_data).status_code
        == 302
    )
    assert Objection.objects.unanswered().exists()


def test_objection_form_says_who_reads_it(client: Client) -> None:
    """The board is sealed, and a director still has to play it."""
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=1)
    link_member(
        Player.objects.select_related("club").get(name="Anna 1"), director.user_id or 0, director
    )
    play, pair = board_pair_1_still_plays(session)
    opponent_number = play.seating.places.exclude(contestant=pair)[0].contestant.number
    members = {"scorer": Membership.Role.SCORER, "director": Membership.Role.DIRECTOR}
    readers = {
        "anybody": client,
        "the other side": phone(play, opponent_number),
        "its own side": phone(play, pair.number),
    }
    readers |= {name: member(session, name, role) for name, role in members.items()}
    readers["director who still has to play the board"] = signed_in(Client(), director)
    objection = create_objection(session, pair.number)
    pages = {reader_name: all_pages(reader, objection) for reader_name, reader in readers.items()}
    visible_to = {
        "the text": {
            reader_name: "yes" if OBJECTION_TEXT in page else "no"
            for reader_name, page in pages.items()
        }
    }
    marta = Actor.of_user(get_user_model().objects.get(username="director").pk)
    answer_objection(objection, Objection.Verdict.STAYS, "as the slip", marta, "key")
    pages = {reader_name: all_pages(reader, objection) for reader_name, reader in readers.items()}
    visible_to["the answer"] = {
        reader_name: "yes" if "as the slip" in page else "no" for reader_name, page in pages.items()
    }
    assert visible_to == DOCUMENTED_TABLES["Objections"]


def board_pair_1_still_plays(session: Session) -> tuple[Play, Contestant]:
    """Return an entered play of round 1 whose board pair 1 still has to play."""
    due_plays = Play.objects.filter(
        seating__places__contestant__number=1, seating__round__number__gt=1
    )
    finished_plays = Play.objects.filter(
        board__in=due_plays.values("board"), seating__round__number=1
    )
    play = finished_plays.select_related("seating__table__section__session__stage__event").earliest(
        "pk"
    )
    submit_entry(play.pk, RESULT, at(play, "ns"), "key")
    return play, play.seating.places.select_related("contestant__event__club").get(
        seat="N"
    ).contestant


def member(session: Session, name: str, role: Membership.Role) -> Client:
    user = get_user_model().objects.create_user(name)
    add_member(session.stage.event.club, user.pk, role, SYSTEM)
    return signed_in(Client(), Actor.of_user(user.pk))


def all_pages(reader: Client, objection: Objection) -> str:
    """Return what scorecard, desk and board page show to a reader."""
    session = objection.play.board.session
    places = [
        desk_url(session),
        desk_url(session, "desk_play", objection.play_id),
        desk_url(session, "history"),
    ]
    return "".join(
        page_text(reader.get(place)) for place in (scorecard_url(objection.contestant), *places)
    )


def test_api_does_not_return_objections(
    client: Client, session_and_director: SessionAndDirector
) -> None:
    session, director = session_and_director
    objection = create_objection(session)
    decide_play(
        objection.play_id,
        Entry.Kind.CORRECTION,
        RESULT,
        replaces=objection.play.revision,
        reason="heard both",
        actor=director,
        key="decides",
    )
    event = session.stage.event_id
    signed_in(client, director)
    for path in (
        f"events/{event}/scorecards/1/",
        f"events/{event}/",
        f"plays/{objection.play_id}/",
    ):
        assert OBJECTION_TEXT not in client.get(f"/api/v1/{path}").content.decode(), path
    assert OBJECTION_TEXT not in client.get(f"/api/v1/events/{event}/file/").content.decode()
