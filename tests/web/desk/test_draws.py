"""The draw of a round at the desk, on public pages and on phones."""

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from games.text import Text
from tests.scenes.evening import enter
from tests.scenes.latest_standings import latest_standings
from tests.scenes.matches import begin_next_round, play_matches, started_matches
from tests.scenes.teams import PLAN, created_teams
from tests.web.every_url import client_in_role
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.draws import draw_again, draw_round
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import Entry, Play, Round, SeatHolder, Seating, Table
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up
from tournaments.templatetags.sentences import translated

pytestmark = pytest.mark.django_db


def text(response) -> str:
    return response.content.decode()


def test_desk_leads_from_one_drawn_round_to_the_next(client: Client) -> None:
    session, director = started_matches(8)
    signed_in(client, director)
    assert "Draw round 2" not in text(client.get(desk_url(session)))
    play_matches(session, director)
    assert "Draw round 2" in text(client.get(desk_url(session)))
    page = text(client.post(desk_url(session, "draw_next"), follow=True))
    assert "Pairings of round 2" in page
    assert "Start round 2" in page
    round_ = Round.objects.get(number=2)
    page = text(client.post(desk_url(session, "draw_begin", round_.pk), follow=True))
    assert "End round 2" in page


def test_draw_with_unsettled_results_is_refused_and_names_the_tables(client: Client) -> None:
    session, director = started_matches(8)
    signed_in(client, director)
    end_round(playing_round(session).pk, director)
    assert "Tables 1, 2, 3, 4 have results that are not settled" in text(
        client.get(desk_url(session))
    )
    response = client.post(desk_url(session, "draw_next"))
    assert response.status_code == 422
    assert "Table 3 has no settled result" in text(response)


def test_exchange_that_the_draw_avoids_needs_confirmation(client: Client) -> None:
    session, director = started_matches(8)
    play_matches(session, director)
    round_ = draw_round(session.pk, director)
    signed_in(client, director)
    met = Seating.objects.filter(round__number=1)[0]
    contestant, other_contestant = {seat_holder.contestant for seat_holder in met.places.all()}
    other_seating = (
        Seating.objects.filter(round=round_, places__contestant=other_contestant).distinct().get()
    )
    (instead,) = {seat_holder.contestant for seat_holder in other_seating.places.all()} - {
        other_contestant
    }
    form_data = {"one": contestant.pk, "other": instead.pk}
    page = text(client.post(desk_url(session, "draw_swap", round_.pk), form_data))
    assert "Exchange them anyway?" in page
    assert not other_seating.places.filter(contestant=contestant).exists()
    client.post(desk_url(session, "draw_swap", round_.pk), form_data | {"sure": "yes"})
    assert other_seating.places.filter(contestant=contestant).exists()


@pytest.mark.parametrize(
    "fields", [{}, {"one": "x", "other": "1"}, {"one": "999999", "other": "999998"}]
)
def test_invalid_exchange_is_refused_with_a_reason(client: Client, fields) -> None:
    session, director = started_matches(8)
    signed_in(client, director)
    round_ = playing_round(session)
    response = client.post(desk_url(session, "draw_swap", round_.pk), fields)
    assert response.status_code == 422
    assert "Choose two" in text(response)


@pytest.mark.parametrize("role", ["anybody", "stranger", "scorer"])
def test_only_directors_of_the_event_can_draw(role: str) -> None:
    session, director = started_matches(8)
    play_matches(session, director)
    round_ = draw_round(session.pk, director)
    client = client_in_role(role, session)
    for name in ("draw_begin", "draw_undo", "draw_swap"):
        response = client.post(desk_url(session, name, round_.pk))
        assert response.status_code == (302 if role == "anybody" else 404), name
    for name in ("event_draw", "pairings"):
        assert client.get(desk_url(session, name)).status_code == (
            302 if role == "anybody" else 404
        ), name
    round_.refresh_from_db()
    assert round_.started_at is None


def test_poster_lists_every_contestant_by_name(client: Client) -> None:
    session, director = started_matches(9)
    page = text(signed_in(client, director).get(desk_url(session, "pairings")))
    assert page.count("<tr>") == 10
    assert "rest" in page


def test_poster_of_a_team_match_shows_its_first_half(client: Client) -> None:
    plan = replace(PLAN, movement_key="swiss", halves=2)
    session, director = created_teams(4, plan)
    deal_session(session.pk, "sort", director)
    signed_in(client, director)
    assert "<h1>Round 1</h1>" in text(client.get(desk_url(session, "pairings")))
    start_session(session.pk, director)
    assert "<h1>Round 1</h1>" in text(client.get(desk_url(session, "pairings")))
    page = text(client.get(desk_url(session, "event_draw")))
    assert page.count("4 Equip 4\n</option>") == 2  # once in each of the two menus


def test_totals_in_reasons_are_rounded_as_in_the_standings() -> None:
    words = Text("%(upper)s against %(lower)s.", {"upper": "771/50", "lower": "20", "other": "1/2"})
    assert translated(words) == "15.42 against 20."


def test_session_with_a_fixed_plan_has_no_draw_page(client: Client) -> None:
    session, director = started_matches(6, "round_robin", round_count=5)
    signed_in(client, director)
    assert client.get(desk_url(session, "event_draw")).status_code == 404
    assert client.get(desk_url(session, "pairings")).status_code == 404


def test_public_rounds_page_shows_the_reasons_of_the_draw(client: Client) -> None:
    session, director = started_matches(9)
    play_matches(session, director)
    begin_next_round(session, director)
    event = session.stage.event
    page = text(client.get(reverse("rounds", args=[event.club.slug, event.slug])))
    assert "Both have a total of 1 and have not met." in page
    assert page.count("Resting:") == 2


def test_phone_between_two_rounds_asks_to_wait(client: Client) -> None:
    session, director = started_matches(8)
    code = code_of(Table.objects.get(number=1))
    client.post(reverse("table_side", args=[code]), {"side": "ns"})
    play_matches(session, director)
    page = text(client.get(reverse("table", args=[code])))
    assert "Round 2 is drawn from the results." in page
    assert "The last round has ended" not in page
    begin_next_round(session, director)
    assert "Round 2 is drawn" not in text(client.get(reverse("table", args=[code])))


def test_nobody_is_shown_as_sitting_out_before_the_next_round_is_drawn(client: Client) -> None:
    started_matches(8)
    play = Play.objects.filter(seating__table__number=1).get()
    enter(play, {"ns_points": "101", "ew_points": "40"})
    code = code_of(play.seating.table)
    client.post(reverse("table_side", args=[code]), {"side": "ns"})
    assert "You rest in the next round" not in text(client.get(reverse("table", args=[code])))


def test_wins_are_whole_numbers_and_ties_show_what_decided_them(client: Client) -> None:
    session, director = started_matches(8)
    play_matches(session, director)
    catch_up()
    event = session.stage.event
    page = text(client.get(reverse("standings", args=[event.club.slug, event.slug])))
    assert "The tie-break between equal totals: difference in all matches." in page
    assert "matches won of" in " ".join(re.sub(r"<[^>]+>", " ", page).split())
    visible_text = re.sub(r"<[^>]+>", " ", page)  # a moment inside a tag may be 21.000 seconds past
    assert "1.00" not in visible_text
    assert "mean" not in visible_text.lower()


def test_groups_have_a_table_each_and_stay_visible_below_the_knock_out(client: Client) -> None:
    session, director = started_matches(
        8, "round_robin", round_count=3, movement_options={"groups": "2"}
    )
    while playing_round(session):
        play_matches(session, director)
    finish_session(session.pk, director)
    catch_up()
    event = session.stage.event
    standings_url = reverse("standings", args=[event.club.slug, event.slug])
    page = text(client.get(standings_url))
    assert page.count("<table") == 2
    assert "Group 1" in page
    signed_in(client, director)
    assert "Continue with a knock-out of the best" in text(client.get(desk_url(session)))
    page = text(client.post(desk_url(session, "create_next_stage"), {"places": "2"}, follow=True))
    assert "The knock-out is created" in page
    page = text(client.get(standings_url))
    assert "Stage 1, Round robin" in page
    assert "Group 2" in page


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    "places", ["", "x", "0", "-3", "9999999", pytest.param("9" * 5000, id="long")]
)
def test_invalid_number_of_qualifiers_is_answered(client: Client, places: str) -> None:
    session, director = started_matches(
        8, "round_robin", round_count=1, movement_options={"groups": "2"}
    )
    play_matches(session, director)
    finish_session(session.pk, director)
    signed_in(client, director)
    response = client.post(desk_url(session, "create_next_stage"), {"places": places}, follow=True)
    assert response.status_code == 200


def test_drawn_round_is_not_public_before_it_starts(client: Client) -> None:
    session, director = started_matches(8)
    play_matches(session, director)
    round_ = draw_round(session.pk, director)
    assert SeatHolder.objects.filter(seating__round=round_).exists()
    code = code_of(Table.objects.get(number=1))
    client.post(reverse("table_side", args=[code]), {"side": "ns"})
    assert "Boards of this round" not in text(client.get(reverse("table", args=[code])))


def correct_match(session, director, number: int = 1) -> Play:
    """Correct a match so that the other side has won."""
    plays = Play.objects.filter(seating__round__number=number, board__session=session).order_by(
        "pk"
    )
    play = next(item for item in plays if item.line_points.split()[0] != "0")
    fields = play.entry.outcome
    turned = {"ns_points": str(fields["ew_points"]), "ew_points": str(fields["ns_points"])}
    parameters = {
        "replaces": play.revision,
        "reason": "both sides agree",
        "actor": director,
        "key": f"corrected {play.pk}",
    }
    decide_play(play.pk, Entry.Kind.CORRECTION, turned, **parameters)
    return play


def given_penalty(session, director) -> None:
    give_penalty(
        session.stage.event.contestants.get(number=1), session.stage, "1/2", "late", director, "p"
    )


@pytest.mark.parametrize("change", [correct_match, given_penalty])
def test_changes_since_a_draw_are_shown_and_the_round_can_be_drawn_again(
    client: Client, change
) -> None:
    session, director = started_matches(8)
    play_matches(session, director)
    round_ = draw_round(session.pk, director)
    signed_in(client, director)
    urls = [desk_url(session), desk_url(session, "event_draw")]
    assert not any("have changed since round 2" in text(client.get(url)) for url in urls)
    change(session, director)
    catch_up()
    for url in urls:
        fields = text(client.get(url))
        assert "The standings have changed since round 2 was drawn" in fields
        assert re.search(r"had \S+ then, and has \S+ now", fields), re.findall(
            r"had .* now", fields
        )
        assert "Draw round 2 again" in fields
    response = client.post(desk_url(session, "draw_again", round_.pk), follow=True)
    assert "Round 2 is drawn again." in text(response)
    assert "have changed since" not in text(response)
    assert Round.objects.filter(number=2).count() == 1


def test_round_drawn_again_follows_the_current_standings() -> None:
    session, director = started_matches(8)
    play_matches(session, director)
    round_ = draw_round(session.pk, director)
    play = correct_match(session, director)
    won = {
        seat_holder.contestant.number
        for seat_holder in play.seating.places.filter(seat__in=_winning_seats(play))
    }
    redrawn = draw_again(round_.pk, director)
    catch_up()
    totals = {row.number: row.total for row in latest_standings(session.stage).rows}
    seating = (
        Seating.objects.filter(round=redrawn, places__contestant__number__in=won).distinct().get()
    )
    met = {seat_holder.contestant.number for seat_holder in seating.places.all()}
    assert met > won
    assert {totals[number] for number in met} == {1}


def _winning_seats(play: Play) -> tuple[str, str]:
    first_play = Play.objects.get(pk=play.pk).line_points.split()[0]
    return ("N", "S") if int(first_play) > 0 else ("E", "W")


def test_started_round_cannot_be_drawn_again(client: Client) -> None:
    session, director = started_matches(8)
    play_matches(session, director)
    round_ = draw_round(session.pk, director)
    signed_in(client, director)
    client.post(desk_url(session, "draw_begin", round_.pk))
    correct_match(session, director)
    catch_up()
    assert "have changed since" not in text(client.get(desk_url(session, "event_draw")))
    response = client.post(desk_url(session, "draw_again", round_.pk))
    assert response.status_code == 422
    assert "has already started" in text(response)


def test_winner_with_equal_totals_is_shown_with_the_deciding_tie_break(client: Client) -> None:
    session, director = started_matches(8)
    play_matches(session, director)
    catch_up()
    event = session.stage.event
    standings_url = reverse("standings", args=[event.club.slug, event.slug])
    deciding_tie_break = re.compile(r"<small>tie-break \d+ to \d+</small>")
    assert not deciding_tie_break.search(text(client.get(standings_url)))
    finish_session(session.pk, director)
    catch_up()
    assert deciding_tie_break.search(text(client.get(standings_url)))
