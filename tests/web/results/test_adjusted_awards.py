"""The page on which a director gives adjusted awards to the lines of a play."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes import evening
from tests.scenes.latest_standings import latest_standings
from tests.web.signed_in import RESULT, desk_url, first_play, signed_in
from tournaments import scoring_pipeline
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Event, Play, Session, UndoStep
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


def awards_form(play: Play, **fields: str) -> dict[str, str]:
    """Return the form with average plus and average minus, and more fields."""
    hidden_fields = {
        "key": f"gives-{play.revision}",
        "replaces": str(play.revision),
        "reason": "their phone rang",
    }
    return hidden_fields | {"ns-kind": "average_plus", "ew-kind": "average_minus"} | fields


def test_each_line_is_given_its_own_award(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session)
    signed_in(client, director)
    page = client.get(desk_url(session, "desk_play", play.pk)).content.decode()
    url = desk_url(session, "desk_awards", play.pk)
    assert url in page
    assert "average plus" in client.get(url).content.decode()
    response = client.post(url, awards_form(play))
    assert response.headers["Location"] == desk_url(session)
    play.refresh_from_db()
    assert (play.state, play.line_points) == ("ruled", "~+ ~-")
    page = client.get(desk_url(session, "desk_play", play.pk)).content.decode()
    assert "average plus, average minus" in page
    assert "their phone rang" in page


def test_page_for_awards_says_that_other_tables_are_compared_without_the_result(
    client: Client,
) -> None:
    session, director = evening.started(6, round_count=2)
    url = desk_url(session, "desk_awards", first_play(session).pk)
    page = signed_in(client, director).get(url).content.decode()
    assert "The other tables are then compared without this result." in page
    assert "Nobody else" not in page


def test_preview_of_awards_says_how_many_places_would_change(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    plays = Play.objects.filter(seating__round__number=1)
    for other_play in plays.select_related("seating__table"):
        evening.enter(other_play, RESULT)
    url = desk_url(session, "desk_awards", first_play(session).pk)
    form_data = awards_form(first_play(session), **{"try": "yes"})
    page = signed_in(client, director).post(url, form_data).content.decode()
    assert re.search(r"[1-9] places? would change", page)
    assert "places would not" not in page


@pytest.mark.thorough
def test_awards_have_the_effect_that_their_preview_showed(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    for other_play in Play.objects.filter(seating__round__number=1).select_related(
        "seating__table"
    ):
        evening.enter(other_play, RESULT)
    play = first_play(session)
    standings_before, step_count = standings(session), UndoStep.objects.count()
    url = desk_url(session, "desk_awards", play.pk)
    tried = (
        signed_in(client, director).post(url, awards_form(play, **{"try": "yes"})).content.decode()
    )
    play.refresh_from_db()
    assert (play.state, standings(session), UndoStep.objects.count()) == (
        "confirmed",
        standings_before,
        step_count,
    )
    row = r'<span class="names">([^<]+)</span></th>.*?<td class="num">([\d.–]+) → ([\d.–]+)</td>'
    moved = re.findall(row, tried, re.S)
    assert "their phone rang" in tried
    form_data = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', tried))
    page = client.post(url, {**form_data, "again": "yes"}).content.decode()
    assert 'value="average_plus" id="id_ns-kind_0" checked' in page
    assert "their phone rang" in page
    page_after = client.post(url, form_data, follow=True).content.decode()
    play.refresh_from_db()
    assert play.line_points == "~+ ~-"
    standings_after = standings(session)
    assert {name: (was, total_after) for name, was, total_after in moved} == {
        name: (standings_before[name], standings_after[name]) for name, _was, _now in moved
    }
    assert {name for name in standings_after if standings_after[name] != standings_before[name]} < {
        name for name, _was, _now in moved
    }
    assert desk_url(session, "undo_step", UndoStep.objects.latest("pk").pk) in page_after


def standings(session: Session) -> dict[str, str]:
    """Return the total of every contestant as text."""
    catch_up()
    scoring_pipeline.take_snapshot(session.stage_id)
    rows = [row for ranking in latest_standings(session.stage).rankings for row in ranking.rows]
    return {row.contestant: f"{float(row.total):.2f}" for row in rows}


@pytest.mark.parametrize(("reason", "is_marked"), [("", True), ("their phone rang", False)])
def test_missing_reason_of_refused_awards_is_marked(
    client: Client, reason: str, is_marked: bool
) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session)
    form_data = awards_form(play, **{"try": "yes", "reason": reason, "ns-kind": ""})
    response = signed_in(client, director).post(
        desk_url(session, "desk_awards", play.pk), form_data
    )
    assert response.status_code == 422
    assert ('aria-invalid="true"' in response.content.decode()) == is_marked


def test_preview_of_awards_for_a_changed_play_is_refused(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session)
    form_data = awards_form(play, **{"try": "yes"})
    evening.enter(play, RESULT, ("ns",))
    response = signed_in(client, director).post(
        desk_url(session, "desk_awards", play.pk), form_data
    )
    assert response.status_code == 409
    assert 'name="replaces" value="1"' in response.content.decode()


@pytest.mark.parametrize(
    ("method", "expected_texts"),
    [
        (
            "min_max",
            (
                "60 % of the way from 1 to 2, or the mean of the other boards played if that is "
                "more",
            ),
        ),
        (
            "min_max",
            ("50 % of the way from 1 to 2", "Percent means percent of the way from 1 to 2."),
        ),
        (
            "matchpoints",
            (
                "40 % of the top, 2, or the mean",
                "Percent means percent of the top of this board: 2.",
            ),
        ),
        ("butler", ("award of 2, or the mean", "award of 0", "award of -2, or the mean")),
    ],
)
def test_awards_form_says_what_percentages_refer_to(
    client: Client, method: str, expected_texts: tuple[str, ...]
) -> None:
    session, director = evening.started(6, round_count=2)
    Event.objects.update(method_key=method, method_options={})
    page = signed_in(client, director).get(desk_url(session, "desk_awards", first_play(session).pk))
    assert [text for text in expected_texts if text not in page.content.decode()] == []


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"ns-kind": "fixed", "ns-amount": "1,5"}, "~3/2 ~-"),
        ({"ns-kind": "percent", "ns-amount": "62.5 %"}, "~125/2% ~-"),
        (
            {
                "ns-kind": "weighted",
                "ns-weight1": "50",
                "ns-x1": "30",
                "ns-weight2": "50%",
                "ns-x2": "−6",
            },
            "~1/2:30,1/2:-6 ~-",
        ),
        ({"ns-kind": "not_played"}, "~. ~-"),
    ],
)
def test_award_numbers_are_parsed_as_people_write_them(
    client: Client, fields: dict[str, str], expected: str
) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session)
    response = signed_in(client, director).post(
        desk_url(session, "desk_awards", play.pk), awards_form(play, **fields)
    )
    assert response.status_code == 302
    assert Play.objects.get(pk=play.pk).line_points == expected


def test_awards_form_names_the_line_of_each_error_and_keeps_its_values(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session)
    invalid_form = awards_form(
        play, reason="", **{"ns-kind": "fixed", "ns-amount": "many", "ew-kind": "forged"}
    )
    response = signed_in(client, director).post(
        desk_url(session, "desk_awards", play.pk), invalid_form
    )
    page = response.content.decode()
    assert response.status_code == 422
    assert "N-S: Give an average" in page
    assert "E-W: Give an average" in page
    assert "Enter the reason" in page
    assert 'value="many"' in page
    assert Play.objects.get(pk=play.pk).revision == 0


def test_awards_for_a_changed_play_are_refused(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session)
    form_data = awards_form(play)
    evening.enter(play, RESULT, ("ns",))
    response = signed_in(client, director).post(
        desk_url(session, "desk_awards", play.pk), form_data
    )
    assert response.status_code == 409
    assert 'name="replaces" value="1"' in response.content.decode()


def test_averages_are_offered_only_by_methods_that_support_them(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    Event.objects.update(method_key="total", method_options={})
    page = signed_in(client, director).get(desk_url(session, "desk_awards", first_play(session).pk))
    assert "average" not in page.content.decode()


@pytest.mark.thorough
def test_given_awards_are_public_with_their_reason(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session)
    signed_in(client, director).post(desk_url(session, "desk_awards", play.pk), awards_form(play))
    for other_play in Play.objects.filter(seating__round__number=1, state="due").select_related(
        "seating__table"
    ):
        evening.enter(other_play, RESULT)
    end_round(playing_round(session).pk, director)
    finish_session(session.pk, director)
    catch_up()
    event, number = session.stage.event, play.seating.places.get(seat="N").contestant.number
    card = client.get(
        reverse("scorecard", args=[event.club.slug, event.slug, number])
    ).content.decode()
    for read in ("average plus", "60 % of the way from 1 to 2", "their phone rang", "1.60"):
        assert read in card
    board = client.get(
        reverse("traveller", args=[event.club.slug, event.slug, 1, play.board.number])
    )
    page = " ".join(board.content.decode().split())
    for read in (
        "average plus, average minus",
        "average plus: 60 % of the way from 1 to 2",
        "average minus: 40 % of the way from 1 to 2",
        "their phone rang",
    ):
        assert read in page
    entry = client.get(f"/api/v1/plays/{play.pk}/").json()["told"]["entries"][0]
    assert entry["given"] == {"ns": "average_plus", "ew": "average_minus"}


def submitted_fields(page: str) -> dict[str, str]:
    """Return the values of the page's fields by name, of choices only if one is selected."""
    fields = re.findall(r"<input [^>]+>", page)
    values = {}
    for field in fields:
        name, value = (re.search(rf' {item}="([^"]*)"', field) for item in ("name", "value"))
        if name and value and ('type="radio"' not in field or " checked" in field):
            values[name[1]] = value[1]
    return {name: value for name, value in values.items() if name[:3] in ("ns-", "ew-")}


def test_awards_form_preselects_only_the_present_awards(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session)
    url = desk_url(session, "desk_awards", play.pk)
    signed_in(client, director)
    assert submitted_fields(client.get(url).content.decode()) == {}
    unsaid = client.post(url, awards_form(play, **{"ns-kind": "", "try": "yes"}))
    assert unsaid.status_code == 422
    assert "N-S: Give an average" in unsaid.content.decode()
    weighed = {
        "ew-kind": "weighted",
        "ew-weight1": "50",
        "ew-x1": "30",
        "ew-weight2": "50",
        "ew-x2": "-6",
    }
    client.post(url, awards_form(play, **{"ns-kind": "percent", "ns-amount": "62.5"}, **weighed))
    chosen_before = submitted_fields(client.get(url).content.decode())
    assert chosen_before == {"ns-kind": "percent", "ns-amount": "125/2"} | weighed
    changed_fields = {"ns-kind": "not_played"} | {"ew-kind": "average"}
    play.refresh_from_db()
    client.post(url, awards_form(play, **changed_fields))
    assert submitted_fields(client.get(url).content.decode()) == changed_fields
