"""Line-ups on team pages and at the desk, visible as docs/developers/permissions.md says."""

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from tests.permissions.visibility.page_texts import DOCUMENTED_TABLES
from tests.scenes.evening import play_round
from tests.scenes.teams import PLAN, created_teams, started_teams
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.contestants.registration import replace_contestant
from tournaments.actions.rounds.sessions import deal_session, start_session
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Contestant,
    LineUp,
    Player,
    Round,
    SeatHolder,
    Session,
)
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.line_ups import public_line_ups
from tournaments.queries.contestants.team_links import team_token
from tournaments.queries.rounds.line_ups import rounds_to_line_up, upcoming_matches

pytestmark = pytest.mark.django_db

# The reverse of the order in which the players of a team are registered.
REVERSED_LINE_UP = {"seat_N": "4", "seat_S": "3", "seat_E": "2", "seat_W": "1"}


def first_match(session: Session) -> tuple[Round, Contestant, Contestant]:
    round_ = rounds_to_line_up(session)[0]
    team, other = upcoming_matches(round_, public_line_ups(round_))[0].teams
    return round_, team.contestant, other.contestant


def team_url(team: Contestant) -> str:
    return reverse("team", args=[team_token(team)])


def submit_line_up(client: Client, round_: Round, team: Contestant) -> int:
    """Submit the reversed line-up on the page of the team's link; return the status code."""
    return client.post(team_url(team), REVERSED_LINE_UP | {"round": round_.pk}).status_code


READERS = (
    "its own team",
    "the other team",
    "anybody",
    "director",
    "director who plays in the other team",
)


def sees_line_up(
    session: Session, director: Actor, reader: str, team: Contestant, other_team: Contestant
) -> bool:
    """Return whether the reader finds the team's line-up on the page that would show it."""
    round_, client = Round.objects.get(number=2), Client()
    if reader.startswith("director"):
        partner = other_team.partners.get(number=4).player
        partner.user_id = director.user_id if reader != "director" else None
        partner.save()
        response = signed_in(client, director).get(desk_url(session, "event_line_ups"))
        is_listed = f"N {team.partners.get(number=4).player}" in response.content.decode()
        return is_listed or (
            round_.started_at is not None and is_reversed_line_up_seated(round_, team)
        )
    if reader == "anybody" or round_.started_at:
        return is_reversed_line_up_seated(round_, team)
    page = client.get(team_url(team if reader == "its own team" else other_team)).content.decode()
    name = team.partners.get(number=4).player
    return f"N {name}" in page or f'value="4" selected>{name}<' in page


def is_reversed_line_up_seated(round_: Round, team: Contestant) -> bool:
    return SeatHolder.objects.filter(
        seating__round=round_, contestant=team, seat="N", player__name__startswith="D"
    ).exists()


@pytest.mark.parametrize("state", DOCUMENTED_TABLES["Line-ups"])
def test_line_up_is_visible_as_documented(state: str, client: Client) -> None:
    session, director = started_teams(4)
    round_, team, other_team = first_match(session)
    assert submit_line_up(client, round_, team) == 302
    if state == "both have declared":
        assert submit_line_up(client, round_, other_team) == 302
    if state == "the round has begun":
        play_round(session, director)
    visibility = {
        reader: "yes" if sees_line_up(session, director, reader, team, other_team) else "no"
        for reader in READERS
    }
    assert visibility == DOCUMENTED_TABLES["Line-ups"][state]


def test_director_submits_a_line_up_and_sees_which_teams_have(client: Client) -> None:
    session, director = started_teams(4)
    round_, team, _other = first_match(session)
    url = desk_url(session, "event_line_ups")
    form_data = REVERSED_LINE_UP | {"round": round_.pk, "team": team.number}
    response = signed_in(client, director).post(url, form_data, follow=True)
    assert response.status_code == 200
    assert "The line-up of Equip" in response.content.decode()
    assert response.content.decode().count("</svg>submitted<") == 1
    assert LineUp.objects.get(seat="N").player == team.partners.get(number=4).player


def test_director_cannot_submit_a_player_in_two_seats(client: Client) -> None:
    session, director = started_teams(4)
    round_, team, _other = first_match(session)
    duplicate = REVERSED_LINE_UP | {"round": round_.pk, "team": team.number, "seat_N": "1"}
    response = signed_in(client, director).post(desk_url(session, "event_line_ups"), duplicate)
    assert response.status_code == 422
    assert "cannot play in two seats" in response.content.decode()
    assert not LineUp.objects.exists()


@pytest.mark.parametrize("unknown", [{"round": 0}, {"team": "99"}])
def test_line_up_of_an_unknown_round_or_team_is_not_found(
    client: Client, unknown: dict[str, object]
) -> None:
    session, director = started_teams(4)
    round_, team, _other = first_match(session)
    form_data = REVERSED_LINE_UP | {"round": round_.pk, "team": team.number} | unknown
    response = signed_in(client, director).post(desk_url(session, "event_line_ups"), form_data)
    assert response.status_code == 404


def test_team_link_is_valid_for_its_team_only(client: Client) -> None:
    session, _director = started_teams(4)
    round_, team, other_team = first_match(session)
    submit_line_up(client, round_, team)
    assert set(LineUp.objects.values_list("contestant", flat=True)) == {team.pk}
    invalid_tokens = [
        f"{other_team.pk}.{team_token(team).partition('.')[2]}",
        "1",
        "x.y",
        f"{10**30}.a",
        "٣.a",
    ]
    for token in invalid_tokens:
        assert client.get(reverse("team", args=[token])).status_code == 404


@pytest.mark.parametrize("invalid", [{"seat_W": ""}, {"round": "0"}])
def test_line_up_with_an_empty_seat_or_unknown_round_is_refused(
    client: Client, invalid: dict[str, str]
) -> None:
    session, _director = started_teams(4)
    round_, team, _other = first_match(session)
    form_data = REVERSED_LINE_UP | {"round": round_.pk} | invalid
    assert client.post(team_url(team), form_data).status_code == 422


def test_team_page_explains_why_a_team_cannot_submit_a_line_up(
    client: Client,
) -> None:
    session, _director = started_teams(5)
    round_ = rounds_to_line_up(session)[0]
    resting = Contestant.objects.exclude(places__seating__round=round_).get()
    assert "No line-up is needed now." in client.get(team_url(resting)).content.decode()
    _round, team, _other = first_match(session)
    team.partners.all().delete()
    assert "does not know yet who plays" in client.get(team_url(team)).content.decode()
    Round.objects.exclude(number=1).delete()
    resting = Contestant.objects.exclude(places__seating__round__number=1).get()
    assert "No line-up is needed now:" in client.get(team_url(resting)).content.decode()


def test_line_up_of_a_running_half_is_corrected_at_the_desk(client: Client) -> None:
    session, director = started_teams(4, replace(PLAN, halves=2))
    round_ = Round.objects.get(number=1)
    team, other_team = (
        match_team.contestant
        for match_team in upcoming_matches(round_, public_line_ups(round_))[0].teams
    )
    team_page = client.get(team_url(team)).content.decode()
    assert f"N Anna {team.number}" in team_page
    assert f"N Anna {other_team.number}" in team_page
    assert submit_line_up(client, round_, team) == 422
    url = desk_url(session, "event_line_ups")
    assert f"N Anna {team.number}" in signed_in(client, director).get(url).content.decode()
    form_data = REVERSED_LINE_UP | {"round": round_.pk, "team": team.number}
    response_page = client.post(url, form_data, follow=True).content.decode()
    assert "The line-up of Equip" in response_page
    assert f"N Dídac {team.number}" in response_page
    assert f"N Dídac {team.number}" in client.get(team_url(other_team)).content.decode()


def proposed_north(page: str) -> list[str]:
    """Return who is proposed for North in each form of a page."""
    return re.findall(r'name="seat_N">.*?selected>([^<]+)<', page, re.DOTALL)


def test_form_proposes_the_line_up_of_the_previous_half(client: Client) -> None:
    session, director = created_teams(4, replace(PLAN, halves=2))
    deal_session(session.pk, "", director)
    round_, team, _other = first_match(session)
    north = f"Dídac {team.number}"
    assert submit_line_up(client, round_, team) == 302
    assert proposed_north(client.get(team_url(team)).content.decode()) == [north] * 2
    desk_page = (
        signed_in(client, director).get(desk_url(session, "event_line_ups")).content.decode()
    )
    assert proposed_north(desk_page).count(north) == 2
    start_session(session.pk, director)
    assert proposed_north(client.get(team_url(team)).content.decode()) == [north] * 2


@pytest.mark.parametrize(
    ("halves", "texts"),
    [
        (1, ["You have time until round 1 ends.", "Round 2, against"]),
        (
            2,
            ["You have time until the first half ends.", "Match 1, second half (round 2), against"],
        ),
    ],
)
def test_team_page_says_until_when_line_ups_are_accepted(
    client: Client, halves: int, texts: list[str]
) -> None:
    session, _director = started_teams(4, replace(PLAN, halves=halves))
    _round, team, _other = first_match(session)
    page = client.get(team_url(team)).content.decode()
    assert [text for text in texts if text not in page] == []
    if halves == 2:
        assert "You have time until match 1 ends." in page


def test_desk_counts_missing_line_ups_before_a_round_ends(
    client: Client,
) -> None:
    session, director = started_teams(4, replace(PLAN, halves=2))
    round_, team, other_team = first_match(session)
    desk_page = signed_in(client, director).get(desk_url(session, "event_desk")).content.decode()
    assert "4 teams have not submitted their line-ups" in desk_page
    for declaring_team in (team, other_team):
        assert submit_line_up(client, round_, declaring_team) == 302
    assert (
        "2 teams have not submitted their line-ups"
        in client.get(desk_url(session, "event_desk")).content.decode()
    )
    step = re.search(r"step=([^\"&]+)", desk_page)
    assert step
    update = client.get(
        desk_url(session, "desk_update"), {"seen": "", "step": step[1]}
    ).content.decode()
    assert "2 teams have not submitted their line-ups" in update


def teams_with_link(client: Client, session: Session) -> set[Contestant]:
    """Return the teams whose links the desk shows."""
    page = client.get(desk_url(session, "event_team_links")).content.decode()
    return {team for team in Contestant.objects.all() if team_url(team) in page}


def test_team_links_are_visible_as_documented(client: Client) -> None:
    session, director = started_teams(4)
    own_team, *others = Contestant.objects.order_by("number")
    signed_in(client, director)
    visibility = {"own team": {"director": "–"}, "another team": {}}
    teams = teams_with_link(client, session)
    visibility["another team"]["director"] = "yes" if teams >= {*others} else "no"
    Player.objects.filter(pk=own_team.partners.get(number=4).player_id).update(
        user=director.user_id
    )
    teams = teams_with_link(client, session)
    visibility["own team"]["director who plays in a team"] = "yes" if own_team in teams else "no"
    visibility["another team"]["director who plays in a team"] = (
        "yes" if teams & {*others} else "no"
    )
    assert visibility == DOCUMENTED_TABLES["Team links"]
    form_data = {"team": others[0].number}
    assert client.post(desk_url(session, "event_team_links"), form_data).status_code == 404


def test_replaced_team_link_is_invalid(client: Client) -> None:
    session, director = started_teams(4)
    team, other_team = Contestant.objects.order_by("number")[:2]
    old_url, url = team_url(team), desk_url(session, "event_team_links")
    response = signed_in(client, director).post(url, {"team": team.number}, follow=True)
    assert "has a new link" in response.content.decode()
    assert AuditEntry.objects.get(verb=AuditAction.REPLACE_TEAM_LINK).data["contestant"] == team.pk
    team.refresh_from_db()
    assert [
        client.get(team_link).status_code
        for team_link in (old_url, team_url(team), team_url(other_team))
    ] == [
        404,
        200,
        200,
    ]
    assert client.post(url, {"team": "99"}).status_code == 404


def test_replaced_team_gets_a_new_link(client: Client) -> None:
    session, director = created_teams(4)
    team = Contestant.objects.get(number=1)
    old_url = team_url(team)
    replace_contestant(session.stage.event, team.pk, "Nous: Emma, Fina, Gina, Hug", director)
    team.refresh_from_db()
    assert [client.get(url).status_code for url in (old_url, team_url(team))] == [404, 200]


def test_team_links_are_on_the_desk_and_not_on_public_pages(client: Client) -> None:
    session, director = started_teams(4)
    page = signed_in(client, director).get(desk_url(session, "event_team_links")).content.decode()
    event = session.stage.event
    public = Client().get(reverse("rounds", args=[event.club.slug, event.slug])).content.decode()
    for team in event.contestants.all():
        assert team_url(team) in page
        assert team_token(team) not in public


def test_first_of_two_halves_drawn_together_is_started_at_the_desk(client: Client) -> None:
    session, director = started_teams(4, replace(PLAN, movement_key="swiss", halves=2))
    for _half in range(2):
        play_round(session, director)
    page = (
        signed_in(client, director)
        .post(desk_url(session, "draw_next"), follow=True)
        .content.decode()
    )
    assert "Start round 3" in page
    assert "Pairings of round 3" in page
    round_ = Round.objects.get(number=3)
    client.post(desk_url(session, "draw_begin", round_.pk))
    round_.refresh_from_db()
    assert round_.is_playing
