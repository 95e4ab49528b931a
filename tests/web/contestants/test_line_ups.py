"""Line-ups on the page of a team and at the desk: declared there; shown to whom
docs/developers/visibility.md says."""

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from tests.permissions.visibility.test_truth_table import PAGE_SAYS
from tests.scenes.evening import play_round
from tests.scenes.teams import PLAN, created_for_teams, started_teams
from tests.web.signed_in import desk, signed_in
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

CHOSEN = {"seat_N": "4", "seat_S": "3", "seat_E": "2", "seat_W": "1"}


def first_match(session: Session) -> tuple[Round, Contestant, Contestant]:
    round_ = rounds_to_line_up(session)[0]
    one, other = upcoming_matches(round_, public_line_ups(round_))[0].teams
    return round_, one.contestant, other.contestant


def own_page(team: Contestant) -> str:
    return reverse("team", args=[team_token(team)])


def declare(client: Client, round_: Round, team: Contestant) -> int:
    """By the link of a team; what it is answered."""
    return client.post(own_page(team), CHOSEN | {"round": round_.pk}).status_code


WHO = (
    "its own team",
    "the other team",
    "anybody",
    "director",
    "director who plays in the other team",
)


def sees(session: Session, director: Actor, who: str, team: Contestant, other: Contestant) -> bool:
    """Whether somebody finds the line-up of a team on the page that would show it to him."""
    round_, client = Round.objects.get(number=2), Client()
    if who.startswith("director"):
        partner = other.partners.get(number=4).player
        partner.user_id = director.user_id if who != "director" else None
        partner.save()
        answer = signed_in(client, director).get(desk(session, "event_line_ups"))
        shown = f"N {team.partners.get(number=4).player}" in answer.content.decode()
        return shown or (round_.started_at is not None and is_seated(round_, team))
    if who == "anybody" or round_.started_at:
        return is_seated(round_, team)
    page = client.get(own_page(team if who == "its own team" else other)).content.decode()
    name = team.partners.get(number=4).player
    return f"N {name}" in page or f'value="4" selected>{name}<' in page


def is_seated(round_: Round, team: Contestant) -> bool:
    return SeatHolder.objects.filter(
        seating__round=round_, contestant=team, seat="N", player__name__startswith="D"
    ).exists()


@pytest.mark.parametrize("when", PAGE_SAYS["Line-ups"])
def test_who_sees_a_line_up_when(when: str, client: Client) -> None:
    session, director = started_teams(4)
    round_, team, other = first_match(session)
    assert declare(client, round_, team) == 302
    if when == "both have declared":
        assert declare(client, round_, other) == 302
    if when == "the round has begun":
        play_round(session, director)
    told = {who: "yes" if sees(session, director, who, team, other) else "no" for who in WHO}
    assert told == PAGE_SAYS["Line-ups"][when]


def test_a_director_declares_for_a_team_and_sees_who_has(client: Client) -> None:
    session, director = started_teams(4)
    round_, team, _other = first_match(session)
    page = desk(session, "event_line_ups")
    sent = CHOSEN | {"round": round_.pk, "team": team.number}
    answer = signed_in(client, director).post(page, sent, follow=True)
    assert answer.status_code == 200
    assert "The line-up of Equip" in answer.content.decode()
    assert answer.content.decode().count("</svg>submitted<") == 1
    twice = client.post(page, sent | {"seat_N": "1"})
    assert twice.status_code == 422
    assert "cannot play in two seats" in twice.content.decode()
    assert LineUp.objects.get(seat="N").player == team.partners.get(number=4).player
    assert client.post(page, sent | {"round": Round.objects.get(number=3).pk}).status_code == 404
    assert client.post(page, sent | {"team": "99"}).status_code == 404


def test_the_link_of_a_team_declares_for_no_other_and_none_is_guessed(client: Client) -> None:
    session, _director = started_teams(4)
    round_, team, other = first_match(session)
    declare(client, round_, team)
    assert set(LineUp.objects.values_list("contestant", flat=True)) == {team.pk}
    wrong = [f"{other.pk}.{team_token(team).partition('.')[2]}", "1", "x.y", f"{10**30}.a", "٣.a"]
    for token in wrong:
        assert client.get(reverse("team", args=[token])).status_code == 404
    sent = CHOSEN | {"round": round_.pk, "seat_W": ""}
    assert client.post(own_page(team), sent).status_code == 422
    assert client.post(own_page(team), CHOSEN | {"round": "0"}).status_code == 422


def test_the_page_of_a_team_that_rests_and_of_one_without_names(client: Client) -> None:
    session, _director = started_teams(5)
    round_ = rounds_to_line_up(session)[0]
    resting = Contestant.objects.exclude(places__seating__round=round_).get()
    assert "No line-up is needed now." in client.get(own_page(resting)).content.decode()
    _round, team, _other = first_match(session)
    team.partners.all().delete()
    assert "does not know yet who plays" in client.get(own_page(team)).content.decode()
    Round.objects.exclude(number=1).delete()
    resting = Contestant.objects.exclude(places__seating__round__number=1).get()
    assert "No line-up is needed now:" in client.get(own_page(resting)).content.decode()


def test_a_running_half_is_shown_to_its_teams_and_corrected_at_the_desk(client: Client) -> None:
    session, director = started_teams(4, replace(PLAN, halves=2))
    round_ = Round.objects.get(number=1)
    team, other = (
        each.contestant for each in upcoming_matches(round_, public_line_ups(round_))[0].teams
    )
    own = client.get(own_page(team)).content.decode()
    assert f"N Anna {team.number}" in own
    assert f"N Anna {other.number}" in own
    assert declare(client, round_, team) == 422
    page = desk(session, "event_line_ups")
    assert f"N Anna {team.number}" in signed_in(client, director).get(page).content.decode()
    sent = CHOSEN | {"round": round_.pk, "team": team.number}
    answer = client.post(page, sent, follow=True).content.decode()
    assert "The line-up of Equip" in answer
    assert f"N Dídac {team.number}" in answer
    assert f"N Dídac {team.number}" in client.get(own_page(other)).content.decode()


def proposed(page: str) -> list[str]:
    """Who is chosen for North in each form of a page."""
    return re.findall(r'name="seat_N">.*?selected>([^<]+)<', page, re.DOTALL)


def test_the_form_of_a_half_proposes_who_sat_in_the_half_before(client: Client) -> None:
    session, director = created_for_teams(4, replace(PLAN, halves=2))
    deal_session(session.pk, "", director)
    round_, team, _other = first_match(session)
    north = f"Dídac {team.number}"
    assert declare(client, round_, team) == 302
    assert proposed(client.get(own_page(team)).content.decode()) == [north] * 2
    at_desk = signed_in(client, director).get(desk(session, "event_line_ups")).content.decode()
    assert proposed(at_desk).count(north) == 2
    start_session(session.pk, director)
    assert proposed(client.get(own_page(team)).content.decode()) == [north] * 2


@pytest.mark.parametrize(
    ("halves", "says"),
    [
        (1, ["You have time until round 1 ends.", "Round 2, against"]),
        (
            2,
            ["You have time until the first half ends.", "Match 1, second half (round 2), against"],
        ),
    ],
)
def test_a_team_reads_until_when_there_is_time(
    client: Client, halves: int, says: list[str]
) -> None:
    session, _director = started_teams(4, replace(PLAN, halves=halves))
    _round, team, _other = first_match(session)
    page = client.get(own_page(team)).content.decode()
    assert [each for each in says if each not in page] == []
    if halves == 2:
        assert "You have time until match 1 ends." in page


def test_before_a_round_ends_the_desk_says_who_has_not_declared_for_the_next(
    client: Client,
) -> None:
    session, director = started_teams(4, replace(PLAN, halves=2))
    round_, team, other = first_match(session)
    desk_page = signed_in(client, director).get(desk(session, "event_desk")).content.decode()
    assert "4 teams have not submitted their line-ups" in desk_page
    for each in (team, other):
        assert declare(client, round_, each) == 302
    assert (
        "2 teams have not submitted their line-ups"
        in client.get(desk(session, "event_desk")).content.decode()
    )
    step = re.search(r"step=([^\"&]+)", desk_page)
    assert step
    update = client.get(desk(session, "desk_room"), {"seen": "", "step": step[1]}).content.decode()
    assert "2 teams have not submitted their line-ups" in update


def links_shown(client: Client, session: Session) -> set[Contestant]:
    """The teams whose links the desk shows."""
    page = client.get(desk(session, "event_team_links")).content.decode()
    return {team for team in Contestant.objects.all() if own_page(team) in page}


def test_who_finds_the_links_of_which_teams(client: Client) -> None:
    session, director = started_teams(4)
    own, *others = Contestant.objects.order_by("number")
    signed_in(client, director)
    told = {"his own team": {"director": "–"}, "another team": {}}
    found = links_shown(client, session)
    told["another team"]["director"] = "yes" if found >= {*others} else "no"
    Player.objects.filter(pk=own.partners.get(number=4).player_id).update(user=director.user_id)
    found = links_shown(client, session)
    told["his own team"]["director who plays in a team"] = "yes" if own in found else "no"
    told["another team"]["director who plays in a team"] = "yes" if found & {*others} else "no"
    assert told == PAGE_SAYS["Links of teams"]
    sent = {"team": others[0].number}
    assert client.post(desk(session, "event_team_links"), sent).status_code == 404


def test_a_team_with_a_new_link_is_not_found_by_its_old_one(client: Client) -> None:
    session, director = started_teams(4)
    team, other = Contestant.objects.order_by("number")[:2]
    old, page = own_page(team), desk(session, "event_team_links")
    answer = signed_in(client, director).post(page, {"team": team.number}, follow=True)
    assert "has a new link" in answer.content.decode()
    assert AuditEntry.objects.get(verb=AuditAction.REPLACE_TEAM_LINK).data["contestant"] == team.pk
    team.refresh_from_db()
    assert [client.get(each).status_code for each in (old, own_page(team), own_page(other))] == [
        404,
        200,
        200,
    ]
    assert client.post(page, {"team": "99"}).status_code == 404


def test_somebody_else_in_the_place_of_a_team_has_a_link_of_its_own(client: Client) -> None:
    session, director = created_for_teams(4)
    team = Contestant.objects.get(number=1)
    old = own_page(team)
    replace_contestant(session.stage.event, team.pk, "Nous: Emma, Fina, Gina, Hug", director)
    team.refresh_from_db()
    assert [client.get(each).status_code for each in (old, own_page(team))] == [404, 200]


def test_every_link_is_at_the_desk_and_in_no_public_page(client: Client) -> None:
    session, director = started_teams(4)
    page = signed_in(client, director).get(desk(session, "event_team_links")).content.decode()
    event = session.stage.event
    public = Client().get(reverse("rounds", args=[event.club.slug, event.slug])).content.decode()
    for team in event.contestants.all():
        assert own_page(team) in page
        assert team_token(team) not in public


def test_of_two_halves_drawn_together_the_first_is_begun_at_the_desk(client: Client) -> None:
    session, director = started_teams(4, replace(PLAN, movement_key="swiss", halves=2))
    for _half in range(2):
        play_round(session, director)
    page = (
        signed_in(client, director).post(desk(session, "draw_next"), follow=True).content.decode()
    )
    assert "Start round 3" in page
    assert "Pairings of round 3" in page
    round_ = Round.objects.get(number=3)
    client.post(desk(session, "draw_begin", round_.pk))
    round_.refresh_from_db()
    assert round_.is_playing
