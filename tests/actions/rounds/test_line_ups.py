"""Line-ups of teams: secret until both are submitted, then applied to the seats."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from games.problems import ValidationFailed
from tests.scenes import evening
from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.scenes.evening import play_round
from tests.scenes.problems import problem_codes
from tests.scenes.teams import PLAN, created_teams, started_teams
from tournaments.actions.idempotency import Conflict
from tournaments.actions.rounds.contestant_swaps import swap_contestants
from tournaments.actions.rounds.draws import begin_round, draw_round, undo_draw
from tournaments.actions.rounds.line_ups import submit_line_up
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
from tournaments.permissions.visibility.line_ups import (
    line_ups_for_member,
    line_ups_for_team,
    public_line_ups,
)
from tournaments.queries.offline.exported_section import section_event_file
from tournaments.queries.rounds.line_ups import (
    UpcomingMatch,
    rounds_to_line_up,
    team_rounds_in_progress,
    upcoming_matches,
    upcoming_matches_of_team,
)
from tournaments.queries.rounds.table_seatings import table_seatings_of_team

pytestmark = pytest.mark.django_db

LISTED = {"N": 1, "S": 2, "E": 3, "W": 4}
TURNED = {"N": 4, "S": 3, "E": 2, "W": 1}


def stored_names_by_seat(round_: Round, team: Contestant) -> dict[str, str]:
    """Return the seats of a team's players."""
    seat_holders = SeatHolder.objects.filter(seating__round=round_, contestant=team).exclude(
        player=None
    )
    return dict(seat_holders.order_by("seat").values_list("seat", "player__name"))


def names_by_seat(team: Contestant, seat_numbers: Mapping[str, int]) -> dict[str, str]:
    name_by_number = {partner.number: partner.player.name for partner in team.partners.all()}
    return {seat: name_by_number[number] for seat, number in sorted(seat_numbers.items())}


def next_match_to_line_up(session: Session) -> tuple[Round, Contestant, Contestant]:
    """Return the next round with undeclared line-ups, and the teams of its first match."""
    round_ = rounds_to_line_up(session)[0]
    match = upcoming_matches(round_, public_line_ups(round_))[0]
    return round_, match.teams[0].contestant, match.teams[1].contestant


def team_actor(team: Contestant) -> Actor:
    return Actor.of_team(team.pk, "phone")


def test_line_up_is_secret_until_both_teams_have_submitted() -> None:
    session, _director = started_teams(4, replace(PLAN, halves=2))
    round_, team, other_team = next_match_to_line_up(session)
    submit_line_up(round_.pk, team.pk, TURNED, team_actor(team))
    assert not public_line_ups(round_).exists()
    assert not line_ups_for_team(round_, other_team).exists()
    assert line_ups_for_team(round_, team).count() == 4
    assert stored_names_by_seat(round_, team) == {}
    submit_line_up(round_.pk, other_team.pk, LISTED, team_actor(other_team))
    assert public_line_ups(round_).count() == 8
    assert line_ups_for_team(round_, other_team).count() == 8
    assert (stored_names_by_seat(round_, team), stored_names_by_seat(round_, other_team)) == (
        names_by_seat(team, TURNED),
        names_by_seat(other_team, LISTED),
    )
    lines = AuditEntry.objects.filter(verb=AuditAction.SUBMIT_LINE_UP).values_list(
        "data", flat=True
    )
    assert all(set(data) == {"contestant", "number", "round"} for data in lines)


def test_line_up_leaves_other_matches_alone() -> None:
    session, _director = started_teams(4)
    round_, first_team, other_team = next_match_to_line_up(session)
    second_contestant = upcoming_matches(round_, public_line_ups(round_))[1].teams[0].contestant
    for team in (first_team, other_team, second_contestant):
        submit_line_up(round_.pk, team.pk, TURNED, team_actor(team))
    assert set(public_line_ups(round_).values_list("contestant", flat=True)) == {
        first_team.pk,
        other_team.pk,
    }
    assert stored_names_by_seat(round_, second_contestant) == {}


def test_line_up_is_changed_by_the_team_then_by_a_director() -> None:
    session, director = started_teams(4)
    round_, team, other_team = next_match_to_line_up(session)
    for line_up in (LISTED, TURNED, TURNED):
        submit_line_up(round_.pk, team.pk, line_up, team_actor(team))
    submit_line_up(round_.pk, other_team.pk, LISTED, team_actor(other_team))
    with pytest.raises(ValidationFailed) as refused:
        submit_line_up(round_.pk, team.pk, LISTED, team_actor(team))
    assert problem_codes(refused) == ["line_up_open"]
    submit_line_up(round_.pk, team.pk, LISTED, director)
    assert stored_names_by_seat(round_, team) == names_by_seat(team, LISTED)
    assert LineUp.objects.count() == 8
    play_round(session, director)
    with pytest.raises(Conflict) as failed:
        submit_line_up(round_.pk, team.pk, TURNED, team_actor(team))
    assert problem_codes(failed) == ["round_begun"]


def test_director_corrects_a_line_up_until_the_round_ends() -> None:
    session, director = started_teams(4)
    round_ = Round.objects.get(number=1)
    first_team, other_team = (
        team.contestant for team in upcoming_matches(round_, public_line_ups(round_))[0].teams
    )
    submit_line_up(round_.pk, first_team.pk, TURNED, director)
    assert (stored_names_by_seat(round_, first_team), stored_names_by_seat(round_, other_team)) == (
        names_by_seat(first_team, TURNED),
        names_by_seat(other_team, LISTED),
    )
    (running,) = team_rounds_in_progress(session)
    (match, _another) = upcoming_matches(running, line_ups_for_team(running, other_team))
    assert (match.has_started, match.has_public_line_ups) == (True, True)
    assert [
        {seat: str(player) for seat, player in sorted(team.seats.items())} for team in match.teams
    ] == [
        names_by_seat(first_team, TURNED),
        names_by_seat(other_team, LISTED),
    ]
    assert AuditEntry.objects.filter(verb=AuditAction.SUBMIT_LINE_UP).count() == 1
    play_round(session, director)
    assert stored_names_by_seat(Round.objects.get(number=2), first_team) == names_by_seat(
        first_team, TURNED
    )
    with pytest.raises(Conflict) as ended:
        submit_line_up(round_.pk, first_team.pk, LISTED, director)
    assert problem_codes(ended) == ["round_ended"]


def test_upcoming_match_shows_the_earlier_seats() -> None:
    session, director = created_teams(4, replace(PLAN, halves=2))
    deal_session(session.pk, "", director)
    first_round, second_round = rounds_to_line_up(session)
    team = upcoming_matches(second_round, public_line_ups(second_round))[0].teams[0]
    assert team.previous_seats == {}
    submit_line_up(first_round.pk, team.contestant.pk, TURNED, director)
    start_session(session.pk, director)
    team = upcoming_matches(second_round, public_line_ups(second_round))[0].teams[0]
    seat_names = {seat: str(player) for seat, player in sorted(team.previous_seats.items())}
    assert seat_names == names_by_seat(team.contestant, TURNED)


def test_team_without_line_up_sits_as_listed_then_as_before() -> None:
    session, director = created_teams(4, replace(PLAN, halves=2))
    deal_session(session.pk, "", director)
    round_, team, other_team = next_match_to_line_up(session)
    submit_line_up(round_.pk, team.pk, TURNED, director)
    start_session(session.pk, director)
    assert (stored_names_by_seat(round_, team), stored_names_by_seat(round_, other_team)) == (
        names_by_seat(team, TURNED),
        names_by_seat(other_team, LISTED),
    )
    play_round(session, director)
    second_round = Round.objects.get(number=2)
    assert (
        stored_names_by_seat(second_round, team),
        stored_names_by_seat(second_round, other_team),
    ) == (
        names_by_seat(team, TURNED),
        names_by_seat(other_team, LISTED),
    )
    assert public_line_ups(second_round).count() == 0


@pytest.mark.parametrize(
    ("seat_numbers", "expected_codes"),
    [
        ({}, ["seat_empty"]),
        ({"N": 1, "S": 2, "E": 3, "W": 9}, ["seat_empty"]),
        ({"N": 1, "S": 1, "E": 3, "W": 4}, ["sits_twice"]),
        ({"N": 1, "S": 1, "E": 3}, ["seat_empty", "sits_twice"]),
        ({**LISTED, "Q": 5}, ["seat_empty"]),
    ],
)
def test_line_up_needs_four_different_players_of_the_team(
    seat_numbers: Mapping[str, int], expected_codes: list[str]
) -> None:
    session, director = started_teams(4)
    round_, team, _other = next_match_to_line_up(session)
    with pytest.raises(ValidationFailed) as refused:
        submit_line_up(round_.pk, team.pk, seat_numbers, director)
    assert problem_codes(refused) == expected_codes
    assert not LineUp.objects.exists()


def test_team_without_match_submits_no_line_up() -> None:
    session, director = started_teams(5)
    round_, _one, _other = next_match_to_line_up(session)
    resting = Contestant.objects.exclude(places__seating__round=round_).get()
    for contestant in (resting.pk, 0):
        with pytest.raises(ValidationFailed) as refused:
            submit_line_up(round_.pk, contestant, LISTED, director)
        assert problem_codes(refused) == ["no_match"]


def test_team_without_players_plays_without_line_up() -> None:
    session, director = started_teams(4)
    round_, team, _other = next_match_to_line_up(session)
    team.partners.all().delete()
    with pytest.raises(ValidationFailed) as refused:
        submit_line_up(round_.pk, team.pk, LISTED, director)
    assert problem_codes(refused) == ["no_players"]
    play_round(session, director)
    assert stored_names_by_seat(Round.objects.get(number=2), team) == stored_names_by_seat(
        Round.objects.get(number=1), team
    )


def match_of(round_: Round, team: Contestant) -> UpcomingMatch:
    matches = upcoming_matches(round_, public_line_ups(round_))
    return next(
        match
        for match in matches
        if team in [upcoming_team.contestant for upcoming_team in match.teams]
    )


def test_swapped_team_submits_a_new_line_up() -> None:
    session, director = started_teams(4, replace(PLAN, movement_key="swiss"))
    play_round(session, director)
    drawn_round = draw_round(session.pk, director)
    first_team, other_team = (
        team.contestant
        for team in upcoming_matches(drawn_round, public_line_ups(drawn_round))[0].teams
    )
    third, _fourth = (
        team.contestant
        for team in upcoming_matches(drawn_round, public_line_ups(drawn_round))[1].teams
    )
    for team in (first_team, other_team, third):
        submit_line_up(drawn_round.pk, team.pk, LISTED, director)
    swap_contestants(drawn_round.pk, first_team.pk, third.pk, director)
    assert not LineUp.objects.exists()
    assert stored_names_by_seat(drawn_round, other_team) == {}
    assert other_team not in [team.contestant for team in match_of(drawn_round, first_team).teams]
    submit_line_up(drawn_round.pk, first_team.pk, TURNED, director)
    begin_round(drawn_round.pk, director)
    assert stored_names_by_seat(drawn_round, first_team) == names_by_seat(first_team, TURNED)


def test_playing_member_does_not_see_the_opponents_line_up() -> None:
    session, director = started_teams(4)
    round_, team, other_team = next_match_to_line_up(session)
    third = match_of(round_, team)
    assert third.has_public_line_ups is False
    player = team.partners.get(number=4).player
    player.user_id = director.user_id
    player.save()
    submit_line_up(round_.pk, other_team.pk, TURNED, team_actor(other_team))
    assert not line_ups_for_member(round_, director.user_id).exists()
    submit_line_up(round_.pk, team.pk, TURNED, team_actor(team))
    assert line_ups_for_member(round_, director.user_id).count() == 8


def test_team_swapped_in_a_started_round_is_seated_at_once() -> None:
    _session, director = started_teams(4, replace(PLAN, movement_key="swiss"))
    round_ = Round.objects.get(number=1)
    first_team, other_team = (
        Contestant.objects.get(pk=pk)
        for pk in round_.seatings.filter(table__number__in=(1, 3), places__seat="N")
        .order_by("table__number")
        .values_list("places__contestant", flat=True)
    )
    swap_contestants(round_.pk, first_team.pk, other_team.pk, director)
    for team in Contestant.objects.all():
        assert stored_names_by_seat(round_, team) == names_by_seat(team, LISTED)


def test_pairs_with_new_opponents_keep_their_seats() -> None:
    _session, director = evening.started(8, movement="swiss", round_count=3, boards_per_round=1)
    round_ = Round.objects.get(number=1)
    contestant, other_contestant = (
        Contestant.objects.filter(places__seating__round=round_).distinct().order_by("number")[:2]
    )
    swap_contestants(round_.pk, contestant.pk, other_contestant.pk, director)
    assert not SeatHolder.objects.filter(seating__round=round_, player=None).exists()


def test_member_does_not_submit_the_opponents_line_up() -> None:
    session, director = started_teams(4)
    round_, team, other_team = next_match_to_line_up(session)
    Player.objects.filter(pk=team.partners.get(number=4).player_id).update(user=director.user_id)
    with pytest.raises(ValidationFailed) as refused:
        submit_line_up(round_.pk, other_team.pk, TURNED, director)
    assert problem_codes(refused) == ["plays_against"]
    submit_line_up(round_.pk, team.pk, TURNED, director)
    submit_line_up(round_.pk, other_team.pk, TURNED, team_actor(other_team))
    submit_line_up(round_.pk, other_team.pk, LISTED, director)


def test_match_with_a_withdrawn_team_has_no_line_up() -> None:
    session, director = started_teams(4)
    round_, first_team, other_team = next_match_to_line_up(session)
    withdraw_during_session(session.stage.event, first_team.pk, director)
    matches_shown = upcoming_matches(round_, public_line_ups(round_))
    assert {first_team, other_team}.isdisjoint(
        team.contestant for match in matches_shown for team in match.teams
    )
    assert len(matches_shown) == 1
    for team in (first_team, other_team):
        with pytest.raises(ValidationFailed) as refused:
            submit_line_up(round_.pk, team.pk, LISTED, director)
        assert problem_codes(refused) == ["no_match"]


def test_line_up_for_an_undone_draw_is_refused() -> None:
    session, director = started_teams(4, replace(PLAN, movement_key="swiss"))
    play_round(session, director)
    drawn_round = draw_round(session.pk, director)
    undo_draw(drawn_round.pk, director)
    with pytest.raises(Conflict) as refused:
        submit_line_up(drawn_round.pk, Contestant.objects.get(number=1).pk, LISTED, director)
    assert problem_codes(refused) == ["round_gone"]


def test_team_reads_only_its_own_match() -> None:
    session, director = started_teams(5)
    round_, team, other_team = next_match_to_line_up(session)
    submit_line_up(round_.pk, team.pk, TURNED, director)
    visible = line_ups_for_team(round_, team)
    all_matches = upcoming_matches(round_, visible)
    assert upcoming_matches_of_team(round_, team, visible) == [all_matches[0]]
    seated = table_seatings_of_team(other_team, round_, session.stage.event.game.lines)
    assert [table.table for table, _seating in seated] == [1, 2]
    resting = Contestant.objects.exclude(places__seating__round=round_).get()
    assert upcoming_matches_of_team(round_, resting, line_ups_for_team(round_, resting)) == []


def test_exported_section_contains_no_line_ups() -> None:
    session, director = started_teams(4)
    round_, team, _other = next_match_to_line_up(session)
    submit_line_up(round_.pk, team.pk, TURNED, director)
    (stage,) = section_event_file(session.sections.get())["stages"]
    rounds = stage["sessions"][0]["sections"][0]["rounds"]
    assert [round_["line_ups"] for round_ in rounds] == [[]] * 3


def test_successor_team_submits_its_own_line_up() -> None:
    session, director = started_teams(4)
    round_, first_team, other_team = next_match_to_line_up(session)
    for team in (first_team, other_team):
        submit_line_up(round_.pk, team.pk, TURNED, team_actor(team))
    withdraw_during_session(
        session.stage.event, first_team.pk, director, "Nous: Emma, Fina, Gina, Hug"
    )
    assert not LineUp.objects.exists()
    assert stored_names_by_seat(round_, other_team) == {}
    comes = Contestant.objects.get(name="Nous")
    submit_line_up(round_.pk, comes.pk, TURNED, team_actor(comes))
    play_round(session, director)
    assert stored_names_by_seat(round_, comes) == names_by_seat(comes, TURNED)
