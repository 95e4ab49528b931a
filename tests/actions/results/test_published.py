"""Once standings are published a decision of the director alone changes them, and everybody is
told."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from games.problems import ValidationFailed
from tests.api.clients import Api, at_table, member
from tests.scenes.evening import at, enter, started
from tests.web.signed_in import RESULT, desk, signed_in
from tournaments.actions.clubs.club import add_member
from tournaments.actions.events.publish import publish_event
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.results.entries import decide_play, submit_entry
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Entry, Event, Membership, Play, Session
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.phone.table_codes import code_of
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def over() -> tuple[Session, Actor, Play]:
    """An evening that is over; of its four results one is missing."""
    session, director = started(8, "barometer", 1, 1, movement_options={"rotation": "mitchell"})
    found = Play.objects.filter(board__session=session).select_related("seating__table")
    *played, missing = found.order_by("seating__table__number")
    for play in played:
        enter(play, RESULT)
    finish_session(session.pk, director)
    catch_up()
    return session, director, missing


def scorer(session: Session, django_user_model) -> Actor:
    user = django_user_model.objects.create_user("scorer")
    add_member(session.stage.event.club, user.pk, Membership.Role.SCORER, SYSTEM)
    return Actor.of_user(user.pk)


def codes(act: Callable[[], object]) -> list[str]:
    with pytest.raises(ValidationFailed) as refused:
        act()
    return [problem.code for problem in refused.value.problems]


def standings(session: Session) -> str:
    event = session.stage.event
    page = Client().get(reverse("standings", args=[event.club.slug, event.slug])).content.decode()
    return " ".join(page.split())


def test_until_then_a_late_entry_of_a_table_waits_for_the_director(
    over: tuple[Session, Actor, Play],
) -> None:
    _session, _director, missing = over
    answer = submit_entry(missing.pk, RESULT, at(missing, "ns"), "late")
    assert (answer["state"], answer["late"]) == ("due", True)


def test_what_was_taken_before_is_answered_again(over: tuple[Session, Actor, Play]) -> None:
    session, director, missing = over
    said = submit_entry(missing.pk, RESULT, at(missing, "ns"), "k")
    publish_event(session.stage.event_id, director)
    assert submit_entry(missing.pk, RESULT, at(missing, "ns"), "k") == said
    assert missing.entries.count() == 1


def test_then_nobody_enters_anything(over: tuple[Session, Actor, Play], django_user_model) -> None:
    session, director, missing = over
    publish_event(session.stage.event_id, director)
    before = Api().read(f"events/{session.stage.event_id}/standings/")
    who = [at(missing, "ns"), director, scorer(session, django_user_model)]
    for number, actor in enumerate(who):
        assert codes(
            lambda actor=actor, number=number: submit_entry(missing.pk, RESULT, actor, f"k{number}")
        ) == ["published"]
    body = {"side": "ns", "outcome": RESULT}
    for program in (at_table(missing.seating.table), member(who[2])):
        assert program.send(f"plays/{missing.pk}/entries/", body).status_code == 422
    rows = {f"{missing.pk}-{name}": value for name, value in RESULT.items()} | {"key": "slip"}
    page = signed_in(Client(), who[2]).post(desk(session, "typing"), rows)
    assert "The standings are published" in page.content.decode()
    catch_up()
    assert not missing.entries.exists()
    assert Api().read(f"events/{session.stage.event_id}/standings/") == before


def test_a_decision_counts_and_the_page_says_when(over: tuple[Session, Actor, Play]) -> None:
    session, director, missing = over
    publish_event(session.stage.event_id, director)
    assert "The director has corrected these standings" not in standings(session)
    standing = f"events/{session.stage.event_id}/standings/"
    assert Api().read(standing)["corrected_at"] is None
    decide_play(
        missing.pk,
        Entry.Kind.CORRECTION,
        RESULT,
        replaces=0,
        reason="the slip",
        actor=director,
        key="d",
    )
    catch_up()
    assert "The director has corrected these standings since they were published" in standings(
        session
    )
    assert "4 results" in standings(session)
    assert Api().read(standing)["corrected_at"]


def test_a_penalty_is_a_correction_too(over: tuple[Session, Actor, Play]) -> None:
    session, director, _missing = over
    event = Event.objects.get()
    publish_event(event.pk, director)
    give_penalty(event.contestants.get(number=1), session.stage, "1/10", "late", director, "p")
    catch_up()
    assert "The director has corrected these standings" in standings(session)


def test_a_table_s_code_reads_on(over: tuple[Session, Actor, Play]) -> None:
    session, director, missing = over
    publish_event(session.stage.event_id, director)
    code = code_of(missing.seating.table)
    assert Client().get(reverse("table", args=[code])).status_code == 200
    assert Client().get(reverse("table_board", args=[code, 1])).status_code == 200
    assert (
        Client().post(reverse("table_call", args=[code]), {"words": "?", "key": "c"}).status_code
        == 422
    )


def test_a_phone_and_the_pile_of_slips_invite_nobody_then(
    client: Client, over: tuple[Session, Actor, Play]
) -> None:
    session, director, missing = over
    board = reverse("table_board", args=[code_of(missing.seating.table), missing.board.number])
    room = reverse("table", args=[code_of(missing.seating.table)])
    client.post(reverse("table_side", args=[code_of(missing.seating.table)]), {"holder": "table"})
    assert "goes to the director" in client.get(board).content.decode()
    publish_event(session.stage.event_id, director)
    sheet = client.get(board).content.decode()
    assert "Only the director can correct a result now" in sheet
    assert "goes to the director" not in sheet + client.get(room).content.decode()
    assert "<form" not in sheet.split("<main")[1].split("</main")[0].split('id="calling"')[0]
    signed_in(client, director)
    typing = client.get(desk(session, "typing")).content.decode()
    assert "Now only the director can change a result" in typing
    assert "data-store" not in typing
