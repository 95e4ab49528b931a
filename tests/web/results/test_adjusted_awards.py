"""The page on which a director gives awards: one choice for each line."""

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


def said(play: Play, **more: str) -> dict[str, str]:
    """What the form sends: average plus and minus, unless it says more."""
    hidden = {
        "key": f"gives-{play.revision}",
        "replaces": str(play.revision),
        "reason": "their phone rang",
    }
    return hidden | {"ns-kind": "average_plus", "ew-kind": "average_minus"} | more


def test_each_line_is_given_its_own(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session)
    signed_in(client, director)
    page = client.get(desk_url(session, "desk_play", play.pk)).content.decode()
    address = desk_url(session, "desk_awards", play.pk)
    assert address in page
    assert "average plus" in client.get(address).content.decode()
    answer = client.post(address, said(play))
    assert answer.headers["Location"] == desk_url(session)
    play.refresh_from_db()
    assert (play.state, play.line_points) == ("ruled", "~+ ~-")
    page = client.get(desk_url(session, "desk_play", play.pk)).content.decode()
    assert "average plus, average minus" in page
    assert "their phone rang" in page


def test_page_for_awards_says_that_other_tables_are_compared_without_the_result(
    client: Client,
) -> None:
    session, director = evening.started(6, rounds=2)
    address = desk_url(session, "desk_awards", first_play(session).pk)
    page = signed_in(client, director).get(address).content.decode()
    assert "The other tables are then compared without this result." in page
    assert "Nobody else" not in page


@pytest.mark.thorough
def test_it_is_tried_out_first_and_comes_to_what_it_said(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    for other in Play.objects.filter(seating__round__number=1).select_related("seating__table"):
        evening.enter(other, RESULT)
    play = first_play(session)
    before, done = standings(session), UndoStep.objects.count()
    address = desk_url(session, "desk_awards", play.pk)
    tried = signed_in(client, director).post(address, said(play, **{"try": "yes"})).content.decode()
    play.refresh_from_db()
    assert (play.state, standings(session), UndoStep.objects.count()) == ("confirmed", before, done)
    row = r'<span class="names">([^<]+)</span></th>.*?<td class="num">([\d.–]+) → ([\d.–]+)</td>'
    moved = re.findall(row, tried, re.S)
    assert "their phone rang" in tried
    sent = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', tried))
    again = client.post(address, {**sent, "again": "yes"}).content.decode()
    assert 'value="average_plus" id="id_ns-kind_0" checked' in again
    assert "their phone rang" in again
    told = client.post(address, sent, follow=True).content.decode()
    play.refresh_from_db()
    assert play.line_points == "~+ ~-"
    after = standings(session)
    assert {name: (was, now) for name, was, now in moved} == {
        name: (before[name], after[name]) for name, _was, _now in moved
    }
    assert {name for name in after if after[name] != before[name]} < {
        name for name, _was, _now in moved
    }
    assert desk_url(session, "act_undo", UndoStep.objects.latest("pk").pk) in told


def standings(session: Session) -> dict[str, str]:
    """Everybody's total, as it is written."""
    catch_up()
    scoring_pipeline.take_snapshot(session.stage_id)
    rows = [row for ranking in latest_standings(session.stage).rankings for row in ranking.rows]
    return {row.contestant: f"{float(row.total):.2f}" for row in rows}


def test_who_tries_out_what_somebody_has_changed_since_looks_at_it_first(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session)
    sent = said(play, **{"try": "yes"})
    evening.enter(play, RESULT, ("ns",))
    answer = signed_in(client, director).post(desk_url(session, "desk_awards", play.pk), sent)
    assert answer.status_code == 409
    assert 'name="replaces" value="1"' in answer.content.decode()


@pytest.mark.parametrize(
    ("method", "words"),
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
def test_what_sixty_percent_is_of_stands_beside_the_field(
    client: Client, method: str, words: tuple[str, ...]
) -> None:
    session, director = evening.started(6, rounds=2)
    Event.objects.update(method_key=method, method_options={})
    page = signed_in(client, director).get(desk_url(session, "desk_awards", first_play(session).pk))
    assert [each for each in words if each not in page.content.decode()] == []


@pytest.mark.parametrize(
    ("more", "made"),
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
def test_numbers_as_people_write_them(client: Client, more: dict[str, str], made: str) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session)
    answer = signed_in(client, director).post(
        desk_url(session, "desk_awards", play.pk), said(play, **more)
    )
    assert answer.status_code == 302
    assert Play.objects.get(pk=play.pk).line_points == made


def test_all_that_is_wrong_is_said_with_its_line_and_what_was_typed_stays(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session)
    wrong = said(play, reason="", **{"ns-kind": "fixed", "ns-amount": "many", "ew-kind": "forged"})
    answer = signed_in(client, director).post(desk_url(session, "desk_awards", play.pk), wrong)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "N-S: Give an average" in page
    assert "E-W: Give an average" in page
    assert "Enter the reason" in page
    assert 'value="many"' in page
    assert Play.objects.get(pk=play.pk).revision == 0


def test_what_was_said_since_is_looked_at_first(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session)
    sent = said(play)
    evening.enter(play, RESULT, ("ns",))
    answer = signed_in(client, director).post(desk_url(session, "desk_awards", play.pk), sent)
    assert answer.status_code == 409
    assert 'name="replaces" value="1"' in answer.content.decode()


def test_averages_are_offered_only_where_the_method_has_them(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    Event.objects.update(method_key="total", method_options={})
    page = signed_in(client, director).get(desk_url(session, "desk_awards", first_play(session).pk))
    assert "average" not in page.content.decode()


@pytest.mark.thorough
def test_everybody_reads_what_was_given_and_why(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session)
    signed_in(client, director).post(desk_url(session, "desk_awards", play.pk), said(play))
    for other in Play.objects.filter(seating__round__number=1, state="due").select_related(
        "seating__table"
    ):
        evening.enter(other, RESULT)
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
    told = " ".join(board.content.decode().split())
    for read in (
        "average plus, average minus",
        "average plus: 60 % of the way from 1 to 2",
        "average minus: 40 % of the way from 1 to 2",
        "their phone rang",
    ):
        assert read in told
    shown = client.get(f"/api/v1/plays/{play.pk}/").json()["told"]["entries"][0]
    assert shown["given"] == {"ns": "average_plus", "ew": "average_minus"}


def chosen(page: str) -> dict[str, str]:
    """What stands in the fields of the page, by name; a choice only where it is made."""
    fields = re.findall(r"<input [^>]+>", page)
    said = {}
    for field in fields:
        name, value = (re.search(rf' {each}="([^"]*)"', field) for each in ("name", "value"))
        if name and value and ('type="radio"' not in field or " checked" in field):
            said[name[1]] = value[1]
    return {name: value for name, value in said.items() if name[:3] in ("ns-", "ew-")}


def test_nothing_is_chosen_for_a_director_but_what_stands(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session)
    address = desk_url(session, "desk_awards", play.pk)
    signed_in(client, director)
    assert chosen(client.get(address).content.decode()) == {}
    unsaid = client.post(address, said(play, **{"ns-kind": "", "try": "yes"}))
    assert unsaid.status_code == 422
    assert "N-S: Give an average" in unsaid.content.decode()
    weighed = {
        "ew-kind": "weighted",
        "ew-weight1": "50",
        "ew-x1": "30",
        "ew-weight2": "50",
        "ew-x2": "-6",
    }
    client.post(address, said(play, **{"ns-kind": "percent", "ns-amount": "62.5"}, **weighed))
    stands = chosen(client.get(address).content.decode())
    assert stands == {"ns-kind": "percent", "ns-amount": "125/2"} | weighed
    again = {"ns-kind": "not_played"} | {"ew-kind": "average"}
    play.refresh_from_db()
    client.post(address, said(play, **again))
    assert chosen(client.get(address).content.decode()) == again
