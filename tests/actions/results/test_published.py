"""Published standings: only decisions of the director change them, and pages say so."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.api.clients import Api, at_table, member
from tests.scenes.evening import at, enter, started
from tests.scenes.problems import refused_codes
from tests.web.signed_in import RESULT, desk_url, signed_in
from tournaments.actions.clubs.club import add_member
from tournaments.actions.events.publish import publish_event
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Entry, Event, Membership, Play, Session
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.phone.table_codes import code_of
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished_event() -> tuple[Session, Actor, Play]:
    """A finished session of four plays, and the one of them that has no result."""
    session, director = started(
        8,
        movement="barometer",
        round_count=1,
        boards_per_round=1,
        movement_options={"rotation": "mitchell"},
    )
    plays = Play.objects.filter(board__session=session).select_related("seating__table")
    *played, missing = plays.order_by("seating__table__number")
    for play in played:
        enter(play, RESULT)
    finish_session(session.pk, director)
    catch_up()
    return session, director, missing


def scorer(session: Session, django_user_model) -> Actor:
    user = django_user_model.objects.create_user("scorer")
    add_member(session.stage.event.club, user.pk, Membership.Role.SCORER, SYSTEM)
    return Actor.of_user(user.pk)


def standings(session: Session) -> str:
    event = session.stage.event
    page = Client().get(reverse("standings", args=[event.club.slug, event.slug])).content.decode()
    return " ".join(page.split())


def test_late_entry_before_publishing_waits_for_the_director(
    finished_event: tuple[Session, Actor, Play],
) -> None:
    _session, _director, missing = finished_event
    answer = submit_entry(missing.pk, RESULT, at(missing, "ns"), "late")
    assert (answer["state"], answer["late"]) == ("due", True)


def test_request_from_before_publishing_gets_its_first_answer(
    finished_event: tuple[Session, Actor, Play],
) -> None:
    session, director, missing = finished_event
    first_answer = submit_entry(missing.pk, RESULT, at(missing, "ns"), "k")
    publish_event(session.stage.event_id, director)
    assert submit_entry(missing.pk, RESULT, at(missing, "ns"), "k") == first_answer
    assert missing.entries.count() == 1


def test_published_event_accepts_no_entries(
    finished_event: tuple[Session, Actor, Play], django_user_model
) -> None:
    session, director, missing = finished_event
    publish_event(session.stage.event_id, director)
    standings_before = Api().read(f"events/{session.stage.event_id}/standings/")
    actors = [at(missing, "ns"), director, scorer(session, django_user_model)]
    for number, actor in enumerate(actors):
        assert refused_codes(
            lambda actor=actor, number=number: submit_entry(missing.pk, RESULT, actor, f"k{number}")
        ) == ["published"]
    body = {"side": "ns", "outcome": RESULT}
    for program in (at_table(missing.seating.table), member(actors[2])):
        assert program.send(f"plays/{missing.pk}/entries/", body).status_code == 422
    rows = {f"{missing.pk}-{name}": value for name, value in RESULT.items()} | {"key": "slip"}
    response = signed_in(Client(), actors[2]).post(desk_url(session, "typing"), rows)
    assert "The standings are published" in response.content.decode()
    catch_up()
    assert not missing.entries.exists()
    assert Api().read(f"events/{session.stage.event_id}/standings/") == standings_before


def test_decision_after_publishing_counts_and_is_announced(
    finished_event: tuple[Session, Actor, Play],
) -> None:
    session, director, missing = finished_event
    publish_event(session.stage.event_id, director)
    assert "The director has corrected these standings" not in standings(session)
    path = f"events/{session.stage.event_id}/standings/"
    assert Api().read(path)["corrected_at"] is None
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
    assert Api().read(path)["corrected_at"]


def test_penalty_after_publishing_is_announced_as_a_correction(
    finished_event: tuple[Session, Actor, Play],
) -> None:
    session, director, _missing = finished_event
    event = Event.objects.get()
    publish_event(event.pk, director)
    give_penalty(event.contestants.get(number=1), session.stage, "1/10", "late", director, "p")
    catch_up()
    assert "The director has corrected these standings" in standings(session)


def test_table_code_opens_pages_after_publishing(
    finished_event: tuple[Session, Actor, Play],
) -> None:
    session, director, missing = finished_event
    publish_event(session.stage.event_id, director)
    code = code_of(missing.seating.table)
    assert Client().get(reverse("table", args=[code])).status_code == 200
    assert Client().get(reverse("table_board", args=[code, 1])).status_code == 200
    assert (
        Client().post(reverse("table_call", args=[code]), {"words": "?", "key": "c"}).status_code
        == 422
    )


def test_phone_and_score_slips_offer_no_form_after_publishing(
    client: Client, finished_event: tuple[Session, Actor, Play]
) -> None:
    session, director, missing = finished_event
    board_url = reverse("table_board", args=[code_of(missing.seating.table), missing.board.number])
    table_url = reverse("table", args=[code_of(missing.seating.table)])
    client.post(reverse("table_side", args=[code_of(missing.seating.table)]), {"holder": "table"})
    assert "goes to the director" in client.get(board_url).content.decode()
    publish_event(session.stage.event_id, director)
    sheet = client.get(board_url).content.decode()
    assert "Only the director can correct a result now" in sheet
    assert "goes to the director" not in sheet + client.get(table_url).content.decode()
    assert "<form" not in sheet.split("<main")[1].split("</main")[0].split('id="calling"')[0]
    signed_in(client, director)
    slips = client.get(desk_url(session, "typing")).content.decode()
    assert "Now only the director can change a result" in slips
    assert "data-store" not in slips
