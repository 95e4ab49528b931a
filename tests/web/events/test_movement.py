"""The report of a movement: its figures, texts and grids."""

import random
import re
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from django.conf import settings
from django.test import Client

from tests.scenes import evening
from tests.scenes.arrivals_and_departures import arrive_during_session, withdraw_during_session
from tests.scenes.evening import SEED, club_with_director, created, pairs, play_round, started
from tests.scenes.matches import begin_next_round, play_matches, started_matches
from tests.scenes.teams import PLAN, created_teams
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.events.create import EventPlan
from tournaments.actions.events.create_with_session import EventSetup, create_event_from_names
from tournaments.actions.rounds.sessions import create_session, deal_session
from tournaments.models import Session
from tournaments.movements.advice.proposals import propose_movements
from tournaments.movements.advice.time_budget import TimeBudget
from tournaments.movements.catalogue import get_movement
from tournaments.movements.fairness.quality import comparisons, quality_factor
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.fairness import (
    FairnessReport,
    fairness_of_proposal,
    fairness_report,
)
from tournaments.queries.rounds.meetings import ContestantGrid
from tournaments.queries.rounds.plan import current_plan
from tournaments.web.events.movement import choose_proposal
from tournaments.web.events.proposals import proposal_value

pytestmark = [pytest.mark.django_db, pytest.mark.once]

COMPARED = '<svg class="compared'


def fairness_report_of(session: Session) -> FairnessReport:
    fairness = fairness_report(session.stage)
    assert fairness
    return fairness


def report_page(client: Client, session: Session, director: Actor) -> str:
    """Return the report's page with single spaces."""
    html = (
        signed_in(client, director).get(desk_url(session, "event_movement_report")).content.decode()
    )
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def value_by_square(pictures: Sequence[ContestantGrid]) -> dict[tuple[int, int], int]:
    """Return the value of each square of the grids, by row and column."""
    assert pictures
    return {
        (
            picture.rows[cell.y // picture.cell_size - 1],
            picture.columns[cell.x // picture.cell_size - 1],
        ): cell.value
        for picture in pictures
        for cell in picture.cells
    }


def test_full_howell_of_eight_is_perfectly_fair(client: Client) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    fair = fairness_report_of(session).fairness
    (ranked,) = fair.rankings
    assert (
        ranked.line,
        ranked.evenness,
        ranked.evenness_if_absent,
        ranked.least_evenly_compared,
    ) == ("all", 100, 100, ())
    assert fair.meetings.counts == ((1, 28),)
    assert ranked.comparisons.counts == ((6, 28),)
    assert set(value_by_square(fair.pictures).values()) == {6}
    assert fair.boards_and_sit_outs == (14, 14, 0, 0)
    assert not fair.failed_checks
    assert ranked.critical_contestant is None
    content = report_page(client, session, director)
    assert "Fairness 100 of 100 · 100 even if one is absent" in content
    assert "28 combinations of two meet once." in content
    assert "Any two are compared 6 times." in content
    assert "14 boards" in content
    assert "nobody meets a board or an opponent twice" in content


def test_japanese_list_ends_in_a_japanese_full_stop(client: Client) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "ja"
    content = report_page(client, session, director)
    assert "が28組。" in content
    assert re.findall(r"[\u3040-\u9fff] ?[.;]", content.partition("<script")[0]) == []


def test_grid_shows_how_much_each_pair_is_compared() -> None:
    session, _director = started(9, movement="howell", round_count=6, boards_per_round=2)
    plan = get_movement("howell", session.stage.movement_options).plan(9, 6, 2)
    compared = comparisons(plan)
    both = compared | {(other, one): value for (one, other), value in compared.items()}
    fair = fairness_report_of(session).fairness
    assert value_by_square(fair.pictures) == both
    assert fair.rankings[0].evenness == round(quality_factor(plan) or 0)
    by_value = {cell.value: cell.tone for cell in fair.pictures[0].cells}
    assert [tone for _value, tone in sorted(by_value.items())] == sorted(by_value.values())
    assert (by_value[min(by_value)], by_value[max(by_value)]) == (1, 5)


def test_lines_ranked_separately_are_rated_separately(client: Client) -> None:
    session, director = started(13, movement="mitchell", round_count=5, boards_per_round=2)
    fair, plan = fairness_report_of(session).fairness, current_plan(session.stage).plan
    boards: dict[str, dict[int, set[int]]] = {"ns": defaultdict(set), "ew": defaultdict(set)}
    for _number, seated in plan.seatings:
        for line, (one,) in seated.lines.items():
            boards[line][one].update(seated.boards)
    shared = {
        two: len(board[two[0]] & board[two[1]])
        for board in boards.values()
        for two in permutations(board, 2)
    }
    assert value_by_square(fair.pictures) == shared
    content = report_page(client, session, director)
    for ranked, (line, name) in zip(fair.rankings, (("ns", "N-S"), ("ew", "E-W")), strict=True):
        common = [shared[two] for two in combinations(boards[line], 2)]
        exact = Fraction(100 * sum(common) ** 2, len(common) * sum(cell**2 for cell in common))
        assert (ranked.line, ranked.evenness) == (line, round(exact))
        assert f"Fairness, {name} {round(exact)} of 100" in content
    assert "rests 0 to 1 rounds" in content


def test_grid_of_each_line_has_its_own_shades() -> None:
    session, _director = started(13, movement="mitchell", round_count=7, boards_per_round=2)
    pictures = fairness_report_of(session).fairness.pictures
    # N-S play all boards, and E-W sit out once each, so each line is even within itself.
    assert [{(cell.value, cell.tone) for cell in picture.cells} for picture in pictures] == [
        {(14, 3)},
        {(10, 3)},
    ]
    assert [len(picture.rows) for picture in pictures] == [6, 7]


def test_withdrawn_contestant_is_compared_only_by_boards_played() -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    play_round(session, director)
    withdrawn = session.stage.event.contestants.get(number=3)
    plan_before = current_plan(session.stage).plan
    withdraw_during_session(session.stage.event, withdrawn.pk, director)
    planned = current_plan(session.stage)
    assert planned.contestant_numbers == tuple(range(1, 9))
    boards_of_pair = [number for number, seated in planned.plan.seatings if 3 in seated.contestants]
    assert boards_of_pair == [1]
    assert len(planned.plan.seatings) == len(plan_before.seatings) - 6
    fair = fairness_report_of(session).fairness
    assert fair.rankings[0].evenness < 100
    assert fair.rankings[0].least_evenly_compared[0] == 3
    assert fair.meetings.counts == ((0, 6), (1, 22))
    assert fair.failed_checks == ("One contestant sits out at least two rounds more than another.",)
    assert fair.check_summary is None


def test_only_contestant_of_a_line_is_compared_with_nobody(client: Client) -> None:
    session, director = started(5, movement="mitchell", round_count=3, boards_per_round=2)
    withdraw_during_session(
        session.stage.event, session.stage.event.contestants.get(number=1).pk, director
    )
    (ew,) = fairness_report_of(session).fairness.rankings
    assert ew.line == "ew"
    assert "Fairness, N-S" not in report_page(client, session, director)


def test_late_arrival_is_in_the_report() -> None:
    session, director = started(9, movement="howell", round_count=6, boards_per_round=2)
    play_round(session, director, random.Random(1))
    newcomer = arrive_during_session(session.stage.event, "Zoe Mas – Xavi Pou", director)
    fairness = fairness_report_of(session)
    assert newcomer.number in fairness.meetings.rows
    compared = value_by_square(fairness.fairness.pictures)
    assert {one for one, _other in compared} == set(range(1, 11))


def test_contestant_who_never_played_is_left_out_and_others_keep_their_numbers() -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    withdrawn = session.stage.event.contestants.get(number=3)
    withdraw_during_session(session.stage.event, withdrawn.pk, director)
    planned = current_plan(session.stage)
    assert planned.contestant_numbers == (1, 2, 4, 5, 6, 7, 8)
    fairness = fairness_report_of(session)
    assert fairness.meetings.rows == planned.contestant_numbers
    assert {one for one, _other in value_by_square(fairness.fairness.pictures)} == set(
        planned.contestant_numbers
    )


def test_sessions_of_a_stage_are_reported_as_one_plan() -> None:
    session, director = created(8, movement="mitchell", round_count=4, boards_per_round=1)
    second_session = create_session(session.stage, 4, 1, director, seed=SEED)
    for evening_session in (session, second_session):
        deal_session(evening_session.pk, "", director)
    plan = current_plan(session.stage).plan
    assert len(plan.rounds) == 8
    assert {board for _number, seated in plan.seatings for board in seated.boards} == set(
        range(1, 9)
    )
    fair = fairness_report_of(session).fairness
    assert fair.meetings.counts == ((0, 12), (2, 16))
    assert not fair.failed_checks
    assert [ranked.comparisons.counts for ranked in fair.rankings] == [((8, 6),), ((8, 6),)]


def test_report_before_the_deal_is_of_the_planned_rounds(client: Client) -> None:
    session, director = created(8, movement="howell", round_count=7, boards_per_round=2)
    assert fairness_report_of(session).fairness.rankings[0].evenness == 100
    assert "Fairness 100 of 100" in report_page(client, session, director)


def test_report_includes_only_started_drawn_rounds(client: Client) -> None:
    session, director = started_matches(8)
    fairness = fairness_report_of(session)
    assert (fairness.is_drawn, fairness.rounds) == (True, 1)
    assert fairness.fairness.rankings == ()
    assert fairness.fairness.boards_and_sit_outs is None
    assert fairness.fairness.meetings.counts == ((0, 24), (1, 4))
    play_matches(session, director)
    begin_next_round(session, director)
    assert fairness_report_of(session).fairness.meetings.counts == ((0, 20), (1, 8))
    content = report_page(client, session, director)
    assert "these are the rounds that have started" in content
    assert "of 100" not in content


def test_report_is_empty_before_the_first_draw(client: Client) -> None:
    session, director = created(8, movement="swiss", round_count=5, boards_per_round=1)
    assert fairness_report(session.stage) is None
    assert "Nothing to report yet" in report_page(client, session, director)


def test_report_of_single_players_shows_the_deviation() -> None:
    for proposal in propose_movements(TimeBudget(10, players_each=1)):
        fair = fairness_of_proposal(proposal, chosen=True)
        assert fair
        assert (fair.rankings, fair.pictures) == ((), ())
        movement = get_movement(proposal.movement, proposal.options)
        assert fair.deviation == movement.design_deviation(proposal.plan)


@pytest.mark.thorough
def test_proposals_without_draws_show_their_fairness_and_large_grids_if_chosen(
    client: Client,
) -> None:
    _club, director = club_with_director()
    signed_in(client, director)
    for number, pictured in ((8, 5), (20, 1), (42, 0)):
        typed = {"contestants": "\n".join(pairs(number)), "boards_per_round": "2", "rounds": "4"}
        html = client.post("/desk/new/_proposals", typed).content.decode()
        fixed = [
            proposal
            for proposal in propose_movements(TimeBudget(number, boards_per_round=2, rounds=4))
            if proposal.quality
        ]
        assert html.count('<div class="fairness">') == len(fixed)
        assert html.count('class="crossings comparisons"') == min(pictured, len(fixed))
        assert (COMPARED in html) == (pictured > 0)


def test_proposals_with_large_grids_show_none(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    _club, director = club_with_director()
    signed_in(client, director)
    typed = {"count": "8", "boards_per_round": "2", "rounds": "4"}
    names = [
        proposal.plan for proposal in propose_movements(TimeBudget(8, boards_per_round=2, rounds=4))
    ]
    monkeypatch.setattr("tournaments.web.events.proposals.MAX_GRID_CELLS", 8)
    html = client.post("/desk/new/_proposals", typed).content.decode()
    assert (
        html.count(">Who meets whom<") == sum(len(plan.rounds) == 1 for plan in names) < len(names)
    )


def test_report_of_forty_pairs_is_fast() -> None:
    session, _director = started(40, movement="mitchell", round_count=8, boards_per_round=2)
    began = time.process_time()
    assert fairness_report_of(session).fairness.pictures
    assert time.process_time() - began < 1


def test_desk_links_to_the_report(client: Client) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    html = signed_in(client, director).get(desk_url(session, "event_edit")).content.decode()
    assert desk_url(session, "event_movement_report") in html


def test_chosen_proposal_divides_its_boards_between_the_halves() -> None:
    session, director = created_teams(5, replace(PLAN, halves=2), round_count=5, boards_per_half=1)
    event, movement = session.stage.event, session.stage.movement
    choose_proposal(event, session, "300", proposal_value(movement.key, movement.options), director)
    session.refresh_from_db()
    proposed = propose_movements(
        TimeBudget.for_game(event.game, 5, event.players_each, minutes=300, halves=2)
    )
    (chosen,) = [proposal for proposal in proposed if proposal.options == movement.options]
    assert (session.rounds_planned, session.boards_per_round) == (10, chosen.boards_per_round // 2)
    assert session.boards_per_round > 1


def test_desk_names_a_switched_mitchell(client: Client) -> None:
    session, director = evening.created(14, movement_options={"switch": "best"}, round_count=7)
    assert (
        "Mitchell, switched" in signed_in(client, director).get(desk_url(session)).content.decode()
    )


def test_another_movement_is_proposed_for_the_minutes_that_were_typed(client: Client) -> None:
    club, director = evening.club_with_director()
    plan = EventPlan("Nit", movement_key="howell")
    answer = create_event_from_names(
        club, EventSetup(plan, ("",) * 8, 7, 2, minutes=150), director, "key"
    )
    page = signed_in(client, director).get(f"/desk/{answer['event']}/contestants/").content.decode()
    assert 'name="minutes" type="number" value="150"' in page
    assert "of 2\xa0h\xa030\xa0min" in page


def test_another_movement_is_announced_only_once_the_number_has_changed(client: Client) -> None:
    club, director = evening.club_with_director()
    plan = EventPlan("Nit", movement_key="howell")
    names = (*pairs(7), "")
    answer = create_event_from_names(
        club, EventSetup(plan, names, 7, 2, minutes=150), director, "key"
    )
    url, warning = f"/desk/{answer['event']}/contestants/", "another movement is proposed first"
    signed_in(client, director)
    page = client.get(url).content.decode()
    other_movement = re.findall(r'name="movement" value="([^"]*)"', page)[1]
    chosen = {"minutes": "150", "movement": other_movement}
    assert warning not in client.post(f"{url}movement/", chosen, follow=True).content.decode()
    sixth = {"contestants": "Eva Sala - Ferran Coll"}
    page = client.post(url, sixth, follow=True).content.decode()
    assert re.search(rf'value="{re.escape(other_movement)}" checked', page)
    assert warning not in page, "the number without a name was taken"
    contestants = {"contestants": "Gemma Vila - Hug Riu\nIda Bou - Joan Font"}
    assert warning in client.post(url, contestants, follow=True).content.decode()
    assert warning not in client.get(url).content.decode()
