"""Unsettled results are named before a session is finished or standings are published."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import translation

from games.problems import ValidationFailed
from tests.api.clients import member
from tests.scenes.evening import at, enter, started
from tests.scenes.objections import create_objection
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.events.publish import publish_event
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.forms import problem_text
from tournaments.models import Event, Play, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.desk.unsettled_results import (
    UnsettledGroup,
    unsettled_groups,
    unsettled_results,
)
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

NS_40: dict[str, object] = {"trump": "oros", "delegated": "no", "contro": "none", "ns_points": "40"}


@pytest.fixture
def session_and_director() -> tuple[Session, Actor]:
    """One board at each of four tables: confirmed, of one side, in conflict, and missing."""
    session, director = started(
        8,
        movement="barometer",
        round_count=1,
        boards_per_round=1,
        movement_options={"rotation": "mitchell"},
    )
    confirmed, one_side, differing, _missing = plays(session)
    enter(confirmed, NS_40)
    enter(one_side, NS_40, ["ns"])
    enter(differing, NS_40, ["ns"])
    enter(differing, NS_40 | {"ns_points": "41"}, ["ew"])
    catch_up()
    return session, director


def plays(session: Session) -> list[Play]:
    plays_of_session = Play.objects.filter(board__session=session).select_related("seating__table")
    return list(plays_of_session.order_by("seating__table__number"))


def unsettled_problems(action: Callable[[], object]) -> list[tuple[str, object]]:
    with pytest.raises(ValidationFailed) as refused:
        action()
    return [(problem.code, problem.params["number"]) for problem in refused.value.problems]


def test_finishing_and_publishing_name_unsettled_results_unless_confirmed(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, director = session_and_director
    problems = unsettled_problems(lambda: finish_session(session.pk, director, sure=False))
    assert problems == [("results_missing", 1), ("results_differ", 1)]
    session.refresh_from_db()
    assert session.state == Session.State.RUNNING
    end_round(session.sections.get().rounds.get().pk, director)
    finish_session(session.pk, director)
    late_play = plays(session)[3]
    submit_entry(late_play.pk, NS_40, at(late_play, "ns"), "late")
    problems = unsettled_problems(
        lambda: publish_event(session.stage.event_id, director, sure=False)
    )
    assert problems == [
        ("results_missing", 1),
        ("results_differ", 1),
        ("results_unconfirmed", 1),
        ("results_waiting", 1),
    ]
    assert Event.objects.get().published_at is None
    publish_event(session.stage.event_id, director)


def test_desk_names_unsettled_results_and_asks_before_finishing(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, director = session_and_director
    signed_in(client, director)
    page = client.get(desk_url(session, "session_finish")).content.decode()
    assert "Missing results: 1." in page
    client.post(desk_url(session, "session_finish"))
    session.refresh_from_db()
    assert session.state == Session.State.RUNNING
    client.post(desk_url(session, "session_finish"), {"sure": "yes"})
    page = client.get(desk_url(session, "event_desk")).content.decode()
    assert "Entered by one side only: 1. It counts as entered." in page
    client.post(desk_url(session, "event_publish"))
    assert Event.objects.get().published_at is None
    client.post(desk_url(session, "event_publish"), {"sure": "yes"})
    assert Event.objects.get().published_at


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "Entrada només per una banda: 1. Compta tal com s'ha entrat."),
        (2, "Entrades només per una banda: 2. Compten tal com s'han entrat."),
    ],
)
def test_results_of_one_side_are_counted_in_the_language_of_the_reader(
    number: int, text: str
) -> None:
    session, _director = started(4, round_count=1, boards_per_round=2)
    for play in plays(session)[:number]:
        enter(play, NS_40, ["ns"])
    (problem,) = [
        problem
        for problem in unsettled_results(Session.objects.filter(pk=session.pk))
        if problem.code == "results_unconfirmed"
    ]
    with translation.override("ca"):
        assert problem_text(problem) == text


def test_results_of_one_side_need_no_decision_and_are_linked(
    client: Client,
) -> None:
    session, director = started(4, round_count=1, boards_per_round=1)
    first_play, second_play = plays(session)
    enter(first_play, NS_40, ["ns"])
    enter(second_play, NS_40)
    end_round(session.sections.get().rounds.get().pk, director)
    page = signed_in(client, director).get(desk_url(session, "event_desk")).content.decode()
    unsettled = page.split('class="unsettled"')[1].split("</section>")[0]
    text = " ".join(unsettled.split())
    assert "Nothing must be decided" in text
    assert "1 result comes from one side only and counts as entered." in text
    assert "Look at round 1, board 1" in text
    assert "Still open" not in text


def test_program_must_confirm_to_finish_and_publish(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, director = session_and_director
    program = member(director)
    finish, publish = f"sessions/{session.pk}/finish/", f"events/{session.stage.event_id}/publish/"
    response = program.send(finish, {"sure": False})
    assert (response.status_code, len(response.json()["problems"])) == (422, 2)
    assert program.send(finish).status_code == 422
    assert program.send(finish, {"sure": "perhaps"}).status_code == 422
    assert program.send(finish, {"sure": True}).json()["state"] == "finished"
    assert program.send(publish).status_code == 422
    assert program.send(publish, {"sure": True}).json()["published_at"]


def test_repeated_action_is_a_conflict_unless_its_key_is_the_same() -> None:
    session, director = started(8, movement="barometer", round_count=2, boards_per_round=1)
    program = member(director)
    url = f"sessions/{session.pk}/start/"
    assert program.send(url).status_code == 409
    first_round_id = session.sections.get().rounds.get(number=1).pk
    assert program.send(f"rounds/{first_round_id}/end/", key="end-1").status_code == 200
    assert program.send(f"rounds/{first_round_id}/end/", key="end-1").status_code == 200
    assert program.send(f"rounds/{first_round_id}/end/", key="end-again").status_code == 409
    finish = f"sessions/{session.pk}/finish/"
    finished = [program.send(finish, {"sure": True}, key="finish") for _attempt in range(2)]
    assert [answer.status_code for answer in finished] == [200, 200]
    assert program.send(finish, {"sure": True}).status_code == 409
    assert program.send(finish, {"sure": False}, key="finish").status_code == 409


def test_round_is_drawn_and_started_once() -> None:
    session, director = started(8, movement="swiss", round_count=2, boards_per_round=1)
    program, draw = member(director), f"sessions/{session.pk}/draw/"
    assert program.send(draw).status_code == 409
    for play in plays(session):
        enter(play, NS_40)
    first_round_id = session.sections.get().rounds.get(number=1).pk
    program.send(f"rounds/{first_round_id}/end/")
    drawn = [program.send(draw, key="draw-2") for _attempt in range(2)]
    assert [answer.status_code for answer in drawn] == [201, 201]
    assert drawn[0].json()["id"] == drawn[1].json()["id"]
    assert program.send(draw, key="another").status_code == 409
    begin = f"rounds/{drawn[0].json()['id']}/begin/"
    assert [program.send(begin, key="begin-2").status_code for _attempt in range(2)] == [200, 200]
    assert program.send(begin, key="again").status_code == 409


def test_desk_links_each_unsettled_result_once(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, director = session_and_director
    signed_in(client, director)
    _confirmed, one_side, differing, missing = plays(session)
    end_round(session.sections.get().rounds.get().pk, director)
    finish_session(session.pk, director)
    page = client.get(desk_url(session, "event_desk")).content.decode()
    links = [
        desk_url(session, "desk_play", differing.pk) + "#decide",
        f"{desk_url(session, 'typing')}?round=1&amp;table={missing.seating.table.label}",
        desk_url(session, "desk_play", one_side.pk) + "#decide",
    ]
    assert [page.count(f'href="{link}"') for link in links] == [1, 1, 1]
    assert max(page.index(link) for link in links) < page.index("Publish the standings")
    submit_entry(missing.pk, NS_40, at(missing, "ns"), "late")
    page_after = client.get(desk_url(session, "event_desk")).content.decode()
    assert "typing/?round" not in page_after


def test_unsettled_plays_are_listed_by_table_or_by_board_whichever_is_shorter() -> None:
    session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=3)
    lines = [line[:3] for line in unsettled_in(session)[0].lines]
    assert lines == [("1", None, 12), ("2", None, 12), ("3", None, 12), ("4", None, 12)]
    one_board = Play.objects.filter(board__number=5)
    Play.objects.exclude(board__number=5).update(state=Play.State.VOID)
    (line,) = unsettled_in(session)[0].lines
    assert (line.board, line.play_count, {place.table for place in line.places}) == (
        5,
        4,
        {"1", "2", "3", "4"},
    )
    assert {place.play for place in line.places} == {play.pk for play in one_board}
    assert [unsettled.kind for unsettled in unsettled_in(session)] == ["due"]


def test_unsettled_plays_are_listed_by_table_number_whatever_the_round() -> None:
    session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=3)
    first_round = Play.objects.filter(seating__round__number=1)
    first_round.exclude(seating__table__number=3).update(state=Play.State.VOID)
    assert [line.table for line in unsettled_in(session)[0].lines] == ["1", "2", "3", "4"]


def test_unsettled_plays_share_a_slip_except_in_an_earlier_session() -> None:
    session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=3)
    first_place = unsettled_in(session)[0].lines[0].places[0]
    assert (len(first_place.boards), first_place.is_slip, first_place.sitting) == (3, True, 0)
    # The other rounds have not started.
    assert not any(place.is_slip for place in unsettled_in(session)[0].lines[0].places[1:])
    sessions = Session.objects.filter(pk=session.pk)
    places_of_earlier_session = unsettled_groups(sessions, Session(pk=0))[0].lines[0].places
    assert [(len(place.boards), place.is_slip) for place in places_of_earlier_session] == [
        (1, False)
    ] * 12


def unsettled_in(session: Session) -> tuple[UnsettledGroup, ...]:
    return unsettled_groups(Session.objects.filter(pk=session.pk), session)


def token_of_question(
    client: Client, session: Session, action: str, url_name: str = "event_desk"
) -> str:
    """Return the hidden field of a form that identifies the answered question."""
    page = client.get(desk_url(session, url_name)).content.decode()
    form = page[page.index(f'action="{desk_url(session, action)}"') :]
    field = re.search(r'name="told" value="([^"]+)"', form)
    assert field
    return field[1]


def test_publishing_asks_again_after_a_new_objection(client: Client) -> None:
    session, director = started(4, round_count=1, boards_per_round=1)
    for play in plays(session):
        enter(play, NS_40)
    finish_session(session.pk, director)
    signed_in(client, director)
    token = token_of_question(client, session, "event_publish")
    create_objection(session)
    response = client.post(desk_url(session, "event_publish"), {"told": token}, follow=True)
    assert "Results that players say are wrong: 1." in response.content.decode()
    assert Event.objects.get().published_at is None
    token = token_of_question(client, session, "event_publish")
    client.post(desk_url(session, "event_publish"), {"told": token})
    assert Event.objects.get().published_at


def test_refused_publishing_asks_again_in_one_box_with_its_button(client: Client) -> None:
    session, director = started(4, round_count=1, boards_per_round=1)
    for play in plays(session):
        enter(play, NS_40)
    finish_session(session.pk, director)
    signed_in(client, director)
    token = token_of_question(client, session, "event_publish")
    create_objection(session)
    response = client.post(desk_url(session, "event_publish"), {"told": token}, follow=True)
    box = response.content.decode().split('id="ask-again"')[1].split("</section>")[0]
    assert "The standings are not published" in box
    assert "Yes, publish the standings" in box


def test_result_that_comes_while_the_director_is_asked_does_not_stop_the_end(
    client: Client,
) -> None:
    session, director = started(4, round_count=1, boards_per_round=1)
    first_play, _second = plays(session)
    signed_in(client, director)
    token = token_of_question(client, session, "session_finish", "session_finish")
    enter(first_play, NS_40)
    client.post(desk_url(session, "session_finish"), {"told": token})
    session.refresh_from_db()
    assert session.is_over


def test_refused_end_says_that_the_evening_goes_on_and_what_is_open(client: Client) -> None:
    session, director = started(4, round_count=1, boards_per_round=1)
    first_play, _second = plays(session)
    signed_in(client, director)
    token = token_of_question(client, session, "session_finish", "session_finish")
    enter(first_play, NS_40, ["ns"])
    enter(first_play, NS_40 | {"ns_points": "41"}, ["ew"])
    response = client.post(desk_url(session, "session_finish"), {"told": token}, follow=True)
    box = response.content.decode().split('id="ask-again"')[1].split("</section>")[0]
    for text in ("The evening has not ended", "Missing results: 1.", "the two sides differ: 1."):
        assert text in box
    token = re.findall(r'name="told" value="([^"]+)"', box)[0]
    client.post(desk_url(session, "session_finish"), {"told": token})
    session.refresh_from_db()
    assert session.is_over


def test_finishing_names_results_of_one_side_and_asks_again_after_a_new_entry(
    client: Client,
) -> None:
    session, director = started(4, round_count=1, boards_per_round=1)
    first_play, second_play = plays(session)
    enter(first_play, NS_40, ["ns"])
    enter(second_play, NS_40)
    end_round(session.sections.get().rounds.get().pk, director)
    signed_in(client, director)
    page = client.get(desk_url(session, "event_desk")).content.decode()
    assert "Entered by one side only: 1. It counts as entered." in page
    token = token_of_question(client, session, "session_finish")
    submit_entry(second_play.pk, NS_40 | {"ns_points": "41"}, at(second_play, "ns"), "late")
    client.post(desk_url(session, "session_finish"), {"told": token})
    session.refresh_from_db()
    assert session.state == Session.State.RUNNING
    token = token_of_question(client, session, "session_finish")
    client.post(desk_url(session, "session_finish"), {"told": token})
    session.refresh_from_db()
    assert session.is_over
