"""Before an evening ends, or its standings are published, whoever does it is told what is still
open."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import translation

from games.problems import ValidationFailed
from tests.api.clients import member
from tests.scenes.evening import at, enter, started
from tests.scenes.objections import objected
from tests.web.signed_in import desk, signed_in
from tournaments.actions.events.publish import publish_event
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.forms import problem_text
from tournaments.models import Event, Play, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.desk.missing_and_unsettled import (
    Unsettled,
    unsettled_plays,
    unsettled_results,
)
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

SAID: dict[str, object] = {"trump": "oros", "delegated": "no", "contro": "none", "ns_points": "40"}


@pytest.fixture
def evening() -> tuple[Session, Actor]:
    """One round at four tables with a board each: confirmed, said by one side, in conflict, and
    missing."""
    session, director = started(8, "barometer", 1, 1, movement_options={"rotation": "mitchell"})
    confirmed, one_side, differing, _missing = plays(session)
    enter(confirmed, SAID)
    enter(one_side, SAID, ["ns"])
    enter(differing, SAID, ["ns"])
    enter(differing, SAID | {"ns_points": "41"}, ["ew"])
    catch_up()
    return session, director


def plays(session: Session) -> list[Play]:
    found = Play.objects.filter(board__session=session).select_related("seating__table")
    return list(found.order_by("seating__table__number"))


def refused(act: Callable[[], object]) -> list[tuple[str, object]]:
    with pytest.raises(ValidationFailed) as told:
        act()
    return [(problem.code, problem.params["number"]) for problem in told.value.problems]


def test_who_is_not_sure_is_told_what_is_missing(evening: tuple[Session, Actor]) -> None:
    session, director = evening
    asked = refused(lambda: finish_session(session.pk, director, sure=False))
    assert asked == [("results_missing", 1), ("results_differ", 1)]
    session.refresh_from_db()
    assert session.state == Session.State.RUNNING
    finish_session(session.pk, director)
    late = plays(session)[3]
    submit_entry(late.pk, SAID, at(late, "ns"), "late")
    asked = refused(lambda: publish_event(session.stage.event_id, director, sure=False))
    kept = [("results_unconfirmed", 1), ("results_waiting", 1)]
    assert asked == [("results_missing", 1), ("results_differ", 1), *kept]
    assert Event.objects.get().published_at is None
    publish_event(session.stage.event_id, director)


def test_the_page_says_so_and_asks_again(client: Client, evening: tuple[Session, Actor]) -> None:
    session, director = evening
    signed_in(client, director)
    page = client.get(desk(session, "event_desk")).content.decode()
    assert "Missing results: 1." in page
    client.post(desk(session, "session_finish"))
    session.refresh_from_db()
    assert session.state == Session.State.RUNNING
    client.post(desk(session, "session_finish"), {"sure": "yes"})
    page = client.get(desk(session, "event_desk")).content.decode()
    assert "Entered by one side only: 1. It counts as entered." in page
    client.post(desk(session, "event_publish"))
    assert Event.objects.get().published_at is None
    client.post(desk(session, "event_publish"), {"sure": "yes"})
    assert Event.objects.get().published_at


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (1, "Entrada només per una banda: 1. Compta tal com s'ha entrat."),
        (2, "Entrades només per una banda: 2. Compten tal com s'han entrat."),
    ],
)
def test_results_of_one_side_are_counted_in_the_language_of_the_reader(
    number: int, told: str
) -> None:
    session, _director = started(4, rounds=1, boards_per_round=2)
    for play in plays(session)[:number]:
        enter(play, SAID, ["ns"])
    (open_,) = [
        each
        for each in unsettled_results(Session.objects.filter(pk=session.pk))
        if each.code == "results_unconfirmed"
    ]
    with translation.override("ca"):
        assert problem_text(open_) == told


def test_results_of_one_side_need_no_decision_and_are_offered_to_be_looked_at(
    client: Client,
) -> None:
    session, director = started(4, rounds=1, boards_per_round=1)
    first, second = plays(session)
    enter(first, SAID, ["ns"])
    enter(second, SAID)
    end_round(session.sections.get().rounds.get().pk, director)
    page = signed_in(client, director).get(desk(session, "event_desk")).content.decode()
    open_now = page.split('class="unsettled"')[1].split("</section>")[0]
    told = " ".join(open_now.split())
    assert "Nothing must be decided" in told
    assert "1 result comes from one side only and counts as entered." in told
    assert "Look at round 1, board 1" in told
    assert "Still open" not in told


def test_a_program_says_that_it_is_sure(evening: tuple[Session, Actor]) -> None:
    session, director = evening
    program = member(director)
    finish, publish = f"sessions/{session.pk}/finish/", f"events/{session.stage.event_id}/publish/"
    told = program.send(finish, {"sure": False})
    assert (told.status_code, len(told.json()["problems"])) == (422, 2)
    assert program.send(finish).status_code == 422
    assert program.send(finish, {"sure": "perhaps"}).status_code == 422
    assert program.send(finish, {"sure": True}).json()["state"] == "finished"
    assert program.send(publish).status_code == 422
    assert program.send(publish, {"sure": True}).json()["published_at"]


def test_what_was_done_already_is_a_conflict_and_the_same_key_does_nothing_more() -> None:
    session, director = started(8, "barometer", 2, 1)
    program = member(director)
    address = f"sessions/{session.pk}/start/"
    assert program.send(address).status_code == 409
    first = session.sections.get().rounds.get(number=1).pk
    assert program.send(f"rounds/{first}/end/", key="end-1").status_code == 200
    assert program.send(f"rounds/{first}/end/", key="end-1").status_code == 200
    assert program.send(f"rounds/{first}/end/", key="end-again").status_code == 409
    finish = f"sessions/{session.pk}/finish/"
    finished = [program.send(finish, {"sure": True}, key="finish") for _twice in range(2)]
    assert [answer.status_code for answer in finished] == [200, 200]
    assert program.send(finish, {"sure": True}).status_code == 409
    assert program.send(finish, {"sure": False}, key="finish").status_code == 409


def test_a_round_is_drawn_and_begun_once() -> None:
    session, director = started(8, "swiss", 2, 1)
    program, draw = member(director), f"sessions/{session.pk}/draw/"
    assert program.send(draw).status_code == 409
    for play in plays(session):
        enter(play, SAID)
    first = session.sections.get().rounds.get(number=1).pk
    program.send(f"rounds/{first}/end/")
    drawn = [program.send(draw, key="draw-2") for _twice in range(2)]
    assert [answer.status_code for answer in drawn] == [201, 201]
    assert drawn[0].json()["id"] == drawn[1].json()["id"]
    assert program.send(draw, key="another").status_code == 409
    begin = f"rounds/{drawn[0].json()['id']}/begin/"
    assert [program.send(begin, key="begin-2").status_code for _twice in range(2)] == [200, 200]
    assert program.send(begin, key="again").status_code == 409


def test_each_open_result_stands_with_the_way_to_where_it_is_settled_the_most_urgent_first(
    client: Client, evening: tuple[Session, Actor]
) -> None:
    session, director = evening
    signed_in(client, director)
    _confirmed, one_side, differing, missing = plays(session)
    finish_session(session.pk, director)
    page = client.get(desk(session, "event_desk")).content.decode()
    ways = [
        desk(session, "desk_play", differing.pk) + "#decide",
        f"{desk(session, 'typing')}?round=1&amp;table={missing.seating.table.label}",
        desk(session, "desk_play", one_side.pk) + "#decide",
    ]
    open_ = page[page.index('class="unsettled"') :]
    assert re.findall(r'<a class="button" href="([^"]+)"', open_)[:3] == ways
    assert open_.index("Publish the standings") > open_.index(ways[-1])
    submit_entry(missing.pk, SAID, at(missing, "ns"), "late")
    late = client.get(desk(session, "event_desk")).content.decode()
    assert "typing/?round" not in late[late.index('class="unsettled"') :]


def test_whichever_is_shorter_is_told_by_table_or_by_board() -> None:
    session, _director = started(8, "mitchell", 4, 3)
    told = [line[:3] for line in open_in(session)[0].lines]
    assert told == [("1", None, 12), ("2", None, 12), ("3", None, 12), ("4", None, 12)]
    one_board = Play.objects.filter(board__number=5)
    Play.objects.exclude(board__number=5).update(state=Play.State.VOID)
    (line,) = open_in(session)[0].lines
    assert (line.board, line.number, {each.table for each in line.places}) == (
        5,
        4,
        {"1", "2", "3", "4"},
    )
    assert {each.play for each in line.places} == {each.pk for each in one_board}
    assert [each.why for each in open_in(session)] == ["due"]


def test_a_slip_is_typed_once_for_all_its_boards_and_of_an_earlier_session_none_is() -> None:
    session, _director = started(8, "mitchell", 4, 3)
    first = open_in(session)[0].lines[0].places[0]
    assert (len(first.boards), first.is_slip, first.sitting) == (3, True, 0)
    others = Session.objects.filter(pk=session.pk)
    # Not begun yet.
    assert not any(each.is_slip for each in open_in(session)[0].lines[0].places[1:])
    earlier = unsettled_plays(others, Session(pk=0))[0].lines[0].places
    assert [(len(each.boards), each.is_slip) for each in earlier] == [(1, False)] * 12


def open_in(session: Session) -> tuple[Unsettled, ...]:
    return unsettled_plays(Session.objects.filter(pk=session.pk), session)


def asked(client: Client, session: Session, act: str) -> str:
    """What the question of the desk sends along before an act."""
    page = client.get(desk(session, "event_desk")).content.decode()
    form = page[page.index(f'action="{desk(session, act)}"') :]
    found = re.search(r'name="told" value="([^"]+)"', form)
    assert found
    return found[1]


def test_publishing_asks_again_when_a_report_came_in_after_the_question(client: Client) -> None:
    session, director = started(4, rounds=1, boards_per_round=1)
    for play in plays(session):
        enter(play, SAID)
    finish_session(session.pk, director)
    signed_in(client, director)
    told = asked(client, session, "event_publish")
    objected(session)
    answer = client.post(desk(session, "event_publish"), {"told": told}, follow=True)
    assert "Results that players say are wrong: 1." in answer.content.decode()
    assert Event.objects.get().published_at is None
    told = asked(client, session, "event_publish")
    client.post(desk(session, "event_publish"), {"told": told})
    assert Event.objects.get().published_at


def test_finishing_names_results_of_one_side_and_asks_again_when_more_came(client: Client) -> None:
    session, director = started(4, rounds=1, boards_per_round=1)
    first, second = plays(session)
    enter(first, SAID, ["ns"])
    enter(second, SAID)
    end_round(session.sections.get().rounds.get().pk, director)
    signed_in(client, director)
    page = client.get(desk(session, "event_desk")).content.decode()
    assert "Entered by one side only: 1. It counts as entered." in page
    told = asked(client, session, "session_finish")
    submit_entry(second.pk, SAID | {"ns_points": "41"}, at(second, "ns"), "late")
    client.post(desk(session, "session_finish"), {"told": told})
    session.refresh_from_db()
    assert session.state == Session.State.RUNNING
    told = asked(client, session, "session_finish")
    client.post(desk(session, "session_finish"), {"told": told})
    session.refresh_from_db()
    assert session.is_over
