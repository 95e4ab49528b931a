"""A rehearsal: created by a director, corrected and undone, hidden from everybody else."""

from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tests.scenes.evening import club_with_director
from tests.web.desk.rehearsal_corrections import CORRECTIONS, corrected_tasks, plays, turn
from tests.web.signed_in import signed_in
from tournaments.actions.clubs.club import add_member
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.history.undo import undo_step
from tournaments.actions.rehearsal.rehearsal import get_or_create_rehearsal
from tournaments.models import AuditEntry, Event, Membership, Player, Rehearsal, UndoStep
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.guide.rehearsal import TASKS, rehearsal_progress
from tournaments.queries.people.players import player_summaries, suggested_lines

pytestmark = pytest.mark.django_db
EventAndDirector = tuple[Event, Actor]


@pytest.fixture
def event_and_director() -> EventAndDirector:
    club, director = club_with_director()
    return get_or_create_rehearsal(club, director), director


@pytest.mark.daily(1)
@pytest.mark.parametrize("number", range(1, len(TASKS) + 1))
def test_task_is_done_by_its_correction_and_open_again_after_an_undo(
    number: int, event_and_director: EventAndDirector
) -> None:
    event, director = event_and_director
    assert corrected_tasks(event) == []
    CORRECTIONS[number - 1](event, director)
    assert corrected_tasks(event) == [number]
    undo_step(UndoStep.objects.filter(event=event).latest("pk").pk, director)
    assert corrected_tasks(event) == []


THOROUGHLY = [
    pytest.param(order, marks=pytest.mark.thorough)
    for order in (
        CORRECTIONS,
        CORRECTIONS[3:] + CORRECTIONS[:3],
        CORRECTIONS[::2] + CORRECTIONS[1::2],
    )
]


@pytest.mark.parametrize("order", [CORRECTIONS[::-1], *THOROUGHLY])
def test_tasks_can_be_corrected_in_any_order(
    order: list[Callable[[Event, Actor], None]],
    event_and_director: EventAndDirector,
    client: Client,
) -> None:
    event, director = event_and_director
    for mend in order:
        mend(event, director)
    assert corrected_tasks(event) == [1, 2, 3, 4, 5, 6]
    page = signed_in(client, director).get(reverse("event_desk", args=[event.pk])).content.decode()
    assert "All six are corrected" in page


def test_hint_of_the_conflict_names_the_button_of_the_decision_page(
    event_and_director: EventAndDirector, client: Client
) -> None:
    event, director = event_and_director
    rehearsal = rehearsal_progress(event)
    assert rehearsal
    button = str(rehearsal.tasks[0].hint_steps[2])
    play = plays(event, 1, 2)[0]
    url = reverse("desk_play", args=[event.pk, play.pk])
    assert f">{button}<" in " ".join(
        signed_in(client, director).get(url).content.decode().split()
    ).replace("> ", ">").replace(" <", "<")


def test_event_list_leads_to_the_only_rehearsal(client: Client) -> None:
    club, director = club_with_director()
    signed_in(client, director)
    assert "Rehearse an evening" in client.get(reverse("desk")).content.decode()
    pages = [client.post(reverse("rehearse", args=[club.pk]), follow=True) for _attempt in range(2)]
    assert Rehearsal.objects.count() == 1
    for page in pages:
        assert "0 of 6 corrected" in page.content.decode()
        assert "E-W is right" in page.content.decode()


def test_desk_fragment_updates_the_tasks(
    event_and_director: EventAndDirector, client: Client
) -> None:
    event, director = event_and_director
    signed_in(client, director)
    page = client.get(reverse("event_desk", args=[event.pk])).content.decode()
    poll_url = page.split('id="room" ')[1].split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    assert client.get(poll_url).status_code == 204
    turn(event, director)
    response = client.get(poll_url)
    assert response.status_code == 200
    assert "1 of 6 corrected" in response.content.decode()


def test_rehearsal_is_not_public(event_and_director: EventAndDirector, client: Client) -> None:
    event, _director = event_and_director
    assert event.name not in client.get(reverse("club", args=[event.club.slug])).content.decode()
    assert client.get("/api/v1/events/").json()["results"] == []


def test_restarted_rehearsal_has_all_tasks_open(
    event_and_director: EventAndDirector, client: Client
) -> None:
    event, director = event_and_director
    turn(event, director)
    response = signed_in(client, director).post(
        reverse("restart_rehearsal", args=[event.pk]), follow=True
    )
    assert "0 of 6 corrected" in response.content.decode()
    assert not Event.objects.filter(pk=event.pk).exists()


def test_removed_rehearsal_leaves_only_an_audit_entry(
    event_and_director: EventAndDirector, client: Client
) -> None:
    event, director = event_and_director
    response = signed_in(client, director).post(
        reverse("remove_rehearsal", args=[event.pk]), follow=True
    )
    assert "The rehearsal is removed." in response.content.decode()
    assert not Event.objects.exists()
    assert not Player.objects.exists()
    assert not AuditEntry.objects.filter(event=event.pk).exists()


def test_another_director_cannot_remove_or_restart_a_rehearsal(
    event_and_director: EventAndDirector, client: Client
) -> None:
    event, _director = event_and_director
    user = get_user_model().objects.create_user("other")
    add_member(event.club, user.pk, Membership.Role.DIRECTOR, SYSTEM)
    client.force_login(user)
    for name in ("restart_rehearsal", "remove_rehearsal"):
        response = client.post(reverse(name, args=[event.pk]), follow=True)
        assert "only the person who started it can remove it" in response.content.decode()
    assert Rehearsal.objects.count() == 1


def test_players_of_a_rehearsal_are_not_players_of_the_club(
    event_and_director: EventAndDirector, client: Client
) -> None:
    event, director = event_and_director
    club = event.club
    assert Player.objects.filter(name="Anna Assaig").exists()
    assert (player_summaries(club), suggested_lines(club, "Anna", 2)) == ([], [])
    plan = EventPlan("Dijous", movement_key="howell")
    create_event(club, plan, ["Anna Assaig – Pere Roca", "Neus Font – Oriol Pla"], director)
    names = {item.player.name for item in player_summaries(club)}
    assert names == {"Anna Assaig", "Pere Roca", "Neus Font", "Oriol Pla"}
    assert suggested_lines(club, "Anna", 2) == ["Anna Assaig – Pere Roca", "Anna Assaig – "]
