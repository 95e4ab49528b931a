"""New events from a number of contestants and the time available."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.scenes import evening
from tests.web.events.forms import new_event_form
from tests.web.signed_in import desk_url, signed_in
from tournaments.models import Contestant, Event, Player, Round, SeatHolder, Session
from tournaments.movements.advice.proposals import propose_movements
from tournaments.movements.advice.time_budget import TimeBudget

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def form_with_count(count: str, **fields: str) -> dict[str, str]:
    """Return what the form sends with a number of unnamed contestants."""
    return new_event_form(0, count=count, **fields)


def value(page: str, name: str) -> str:
    """Return the value of a field on the page."""
    (tag,) = re.findall(rf'<input[^>]*name="{name}"[^>]*>', page)
    return re.search(r'value="([^"]*)"', tag)[1]


def played_slowly(minutes: int) -> None:
    """Create a finished session of six rounds of two boards, of the given minutes each."""
    session, _director = evening.started(12, movement="howell", round_count=6, boards_per_round=2)
    started_at = timezone.now() - timedelta(days=1)
    Round.objects.update(started_at=started_at, ended_at=started_at + timedelta(minutes=minutes))
    Session.objects.filter(pk=session.pk).update(state=Session.State.FINISHED)


def test_number_of_contestants_and_time_are_enough(director_client: Client) -> None:
    director_client.post("/desk/new/", form_with_count("13", minutes="150"))
    session, best = Session.objects.get(), propose_movements(TimeBudget(13))[0]
    assert (session.stage.movement_key, session.rounds_planned, session.boards_per_round) == (
        best.movement,
        best.rounds,
        best.boards_per_round,
    )
    names = list(session.stage.event.contestants.values_list("name", flat=True))
    assert names == [f"Pair {number}" for number in range(1, 14)]
    assert not Player.objects.exists()


def test_unnamed_contestants_are_seated_and_named_later(director_client: Client) -> None:
    director_client.post("/desk/new/", form_with_count("8"))
    session = Session.objects.get()
    director_client.post(desk_url(session, "session_deal"), {"salt": "sort"})
    assert SeatHolder.objects.filter(player=None).count() == SeatHolder.objects.count() > 0
    second_contestant = Contestant.objects.get(number=2)
    director_client.post(
        desk_url(session, "contestant_replace", second_contestant.pk), {"name": "Emma - Fina"}
    )
    assert set(SeatHolder.objects.exclude(player=None).values_list("player__name", flat=True)) == {
        "Emma",
        "Fina",
    }


def test_listed_names_come_first_and_a_longer_list_raises_the_number(
    director_client: Client,
) -> None:
    director_client.post("/desk/new/", new_event_form(2, count="7", key="first"))
    names = list(Event.objects.get().contestants.values_list("name", flat=True))
    assert names == [
        "Anna 0 – Berta 0",
        "Anna 1 – Berta 1",
        *(f"Pair {number}" for number in range(3, 8)),
    ]
    director_client.post("/desk/new/", new_event_form(9, count="8", key="second"))
    assert Event.objects.order_by("pk").last().contestants.count() == 9


def test_unnamed_pair_that_fills_a_gap_is_named_by_its_new_number(
    director_client: Client,
) -> None:
    director_client.post("/desk/new/", new_event_form(1, count="9"))
    session = Session.objects.get()
    withdrawn = Contestant.objects.get(number=1)
    director_client.post(desk_url(session, "contestant_withdraw", withdrawn.pk))
    names = list(session.stage.event.contestants.values_list("name", flat=True))
    assert names == [f"Pair {number}" for number in range(1, 9)]


def test_name_of_an_unnamed_contestant_is_refused(director_client: Client) -> None:
    typed = new_event_form(1, ranked="1", contestants="Player 3", count="9")
    response = director_client.post("/desk/new/", typed)
    assert response.status_code == 422
    assert "Line 1: somebody without a name is called Player 3" in response.content.decode()
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    "wrong", [{"count": "0"}, {"count": "many"}, {"count": "1000"}, {"count": ""}]
)
def test_no_number_and_no_names_are_refused(director_client: Client, wrong: dict[str, str]) -> None:
    assert director_client.post("/desk/new/", form_with_count(**wrong)).status_code == 422
    assert not Event.objects.exists()


@pytest.mark.daily(2)
@pytest.mark.parametrize(
    "wrong",
    [
        {"minutes": "0"},
        {"minutes": "x"},
        {"minutes": "1441"},
        {"minutes": "9"},
        {"minutes_per_board": "0"},
        {"minutes_per_board": "7.25"},
        {"minutes_per_board": "181"},
        {"rounds": "0"},
    ],
)
def test_wrong_time_is_refused_without_a_server_error(
    director_client: Client, wrong: dict[str, str]
) -> None:
    assert director_client.post("/desk/new/", form_with_count("13", **wrong)).status_code == 422
    assert (
        director_client.post("/desk/new/_proposals", form_with_count("13", **wrong)).status_code
        == 200
    )
    assert not Event.objects.exists()


def test_too_little_time_is_reported_in_place_of_movements(director_client: Client) -> None:
    page = director_client.post(
        "/desk/new/_proposals", form_with_count("13", minutes="9")
    ).content.decode()
    assert "One round takes 10 minutes: allow more than 9 minutes, or play fewer boards." in page


def test_proposal_shows_its_duration_evenness_and_checks(
    director_client: Client,
) -> None:
    page = director_client.post(
        "/desk/new/_proposals", form_with_count("8", minutes="150")
    ).content.decode()
    card = " ".join(re.sub("<[^>]*>", " ", page.partition("</label>")[0]).split())
    for text in (
        "Howell proposed",
        "7 rounds × 2 boards",
        "1 h 59 min of 2 h 30 min",
        "1 winner",
        "Fairness 100 of 100",
        "4 tables",
        "1 copy of each board",
        "Everybody meets everybody on the same boards.",
    ):
        assert text in card
    checked = "Checked: nobody meets a board or an opponent twice, rests differ by one at most."
    assert checked in page.partition("How fair it is")[2]


def test_untouched_form_shows_movements_for_an_example_number(
    director_client: Client,
) -> None:
    page = director_client.get("/desk/new/").content.decode()
    assert "Movement for 8 pairs" in " ".join(page.split())
    assert "an example" in page
    assert 'name="movement"' in page
    (count,) = re.findall(r'<input[^>]*name="count"[^>]*>', page)
    assert 'placeholder="8"' in count
    assert "value=" not in count
    assert director_client.post("/desk/new/", form_with_count("")).status_code == 422
    typed = director_client.post("/desk/new/_proposals", form_with_count("6")).content.decode()
    assert "an example" not in typed
    few_page = director_client.post("/desk/new/_proposals", form_with_count("2")).content.decode()
    assert "Enter at least 4 pairs." in few_page
    assert "an example" in few_page


def test_number_of_contestants_of_the_last_event_is_proposed(director_client: Client) -> None:
    director_client.post("/desk/new/", form_with_count("13"))
    page = director_client.get("/desk/new/").content.decode()
    assert value(page, "count") == "13"
    assert "As last time." in page
    assert "Movement for 13 pairs" in " ".join(page.split())
    assert (
        "As last time."
        in director_client.post(
            "/desk/new/", form_with_count("13", name="") | {"count_proposed": "yes"}
        ).content.decode()
    )


def test_missing_names_are_counted_beside_the_movements(director_client: Client) -> None:
    page = director_client.post(
        "/desk/new/_proposals", new_event_form(5, count="6")
    ).content.decode()
    assert "5 of 6 pairs have names: 1 has none yet." in " ".join(page.split())
    for complete in (new_event_form(6, count="6"), form_with_count("6"), new_event_form(6)):
        assert (
            "have names"
            not in director_client.post("/desk/new/_proposals", complete).content.decode()
        )


def test_first_proposal_says_why_it_precedes_a_more_even_one(director_client: Client) -> None:
    reason = "Proposed although another is more even"
    even_page = director_client.post("/desk/new/_proposals", form_with_count("8")).content.decode()
    assert reason not in even_page
    planned = form_with_count("6", rounds="3", boards_per_round="2")
    short = director_client.post("/desk/new/_proposals", planned).content.decode()
    first, *others = short.split('class="plan"')[1:]
    assert reason in first
    assert not any(reason in card for card in others)


def test_more_minutes_give_more_boards_and_slower_boards_fewer(director_client: Client) -> None:
    def boards(**fields: str) -> int:
        page = director_client.post(
            "/desk/new/_proposals", form_with_count("8", **fields)
        ).content.decode()
        rounds, boards = re.search(r"(\d+) rounds × (\d+) boards?", page).groups()
        return int(rounds) * int(boards)

    assert (
        boards(minutes="240")
        > boards(minutes="150")
        > boards(minutes="150", minutes_per_board="12")
    )


def test_minutes_per_board_are_those_of_the_game_until_the_club_has_played_it(
    director_client: Client,
) -> None:
    page = director_client.get("/desk/new/").content.decode()
    assert value(page, "minutes_per_board") == "7"
    assert "Usual for this game" in page


def test_minutes_per_board_are_those_of_the_club_s_last_rounds(client: Client) -> None:
    played_slowly(22)
    client.force_login(Session.objects.get().stage.event.club.memberships.get().user)
    page = client.get("/desk/new/").content.decode()
    assert value(page, "minutes_per_board") == "9.5"
    assert "As in your last 6 rounds." in page


def test_grey_number_is_that_of_the_listed_pairs(director_client: Client) -> None:
    names = "\n".join(f"Anna {number} - Berta {number}" for number in range(6))
    page = director_client.post(
        "/desk/new/_game", form_with_count("", contestants=names)
    ).content.decode()
    count = re.search(r'<input[^>]*name="count"[^>]*>', page)
    assert count is not None
    assert 'placeholder="6"' in count[0]
    movements = director_client.post("/desk/new/_proposals", form_with_count("", contestants=names))
    assert '<legend data-count="6"' in movements.content.decode()


def test_minutes_per_board_follow_the_game_unless_entered(director_client: Client) -> None:
    typed = form_with_count("12", game="score_sheet", paced="7")
    follows = director_client.post(
        "/desk/new/_game", typed | {"minutes_per_board": "7"}
    ).content.decode()
    assert value(follows, "minutes_per_board") == value(follows, "paced") == "30"
    own_page = director_client.post(
        "/desk/new/_game", typed | {"minutes_per_board": "12"}
    ).content.decode()
    assert value(own_page, "minutes_per_board") == "12"


def test_entered_rounds_and_boards_are_shown(director_client: Client) -> None:
    shut = director_client.post("/desk/new/_game", form_with_count("8")).content.decode()
    page_with_rounds = director_client.post(
        "/desk/new/_game", form_with_count("8", rounds="4")
    ).content.decode()
    inside = re.compile(r"<details open>\s*<summary>Rounds and boards a round")
    assert (bool(inside.search(shut)), bool(inside.search(page_with_rounds))) == (False, True)


def test_pace_of_another_club_is_not_shown(client: Client) -> None:
    played_slowly(22)
    typed = form_with_count("8")
    _another, actor = evening.club_with_director("Another")
    page = signed_in(client, actor).post("/desk/new/_game", typed).content.decode()
    assert "Usual for this game" in page


def test_proposals_show_when_play_ends_once_the_start_is_known(director_client: Client) -> None:
    """Seven rounds of a Howell take 1 h 59 min."""
    typed = form_with_count("8", starts_at="2026-11-26", starts_at_time="21:00")
    page = director_client.post("/desk/new/_proposals", typed).content.decode()
    unknown = director_client.post(
        "/desk/new/_proposals", typed | {"starts_at_time": "soon"}
    ).content.decode()
    assert "ends about 22:59" in page
    assert "ends about" not in unknown
    assert "<b>1\u00a0h\u00a059\u00a0min</b>" in page
    assert "<b>1\u00a0h\u00a059\u00a0min</b>" in unknown


def test_page_proposes_the_next_full_hour_as_the_start(director_client: Client) -> None:
    page = director_client.get("/desk/new/").content.decode()
    proposed = timezone.localtime() + timedelta(hours=1)
    assert value(page, "starts_at") == f"{proposed:%Y-%m-%d}"
    assert value(page, "starts_at_time") == f"{proposed:%H}:00"


def test_start_stays_as_typed_while_the_options_of_the_game_are_shown(
    director_client: Client,
) -> None:
    typed = form_with_count("8", starts_at="2026-11-26", starts_at_time="9 PM", show="options")
    page = director_client.post("/desk/new/", typed).content.decode()
    assert (value(page, "starts_at"), value(page, "starts_at_time")) == ("2026-11-26", "9 PM")


def test_proposal_says_that_tables_share_boards_and_one_waits(director_client: Client) -> None:
    """Three tables of a Howell for six pairs have the same boards in its last round."""
    page = director_client.post("/desk/new/_proposals", form_with_count("6", boards_per_round="2"))
    four = director_client.post(
        "/desk/new/_proposals", form_with_count("6", boards_per_round="4", minutes="300")
    )
    barometer, howell, *_others = re.sub(r"\s+", " ", page.content.decode()).split("</label>")
    howell_of_four = re.sub(r"\s+", " ", four.content.decode()).split("</label>")[0]
    assert "1 copy of each board" in howell
    assert (
        "In round 5, 3 tables take turns with boards 1 and 2. "
        "One of them always waits: 7 minutes more, already counted." in howell
    )
    assert "take turns" not in barometer
    assert "In round 5, 3 tables take turns with boards 1, 2, 3 and 4." in howell_of_four
    assert "waits" not in howell_of_four


def test_proposal_says_why_fairness_is_less_than_100(director_client: Client) -> None:
    reason = "some are compared with each other more often than others"
    uneven = director_client.post("/desk/new/_proposals", form_with_count("6")).content.decode()
    even = director_client.post("/desk/new/_proposals", form_with_count("8")).content.decode()
    assert reason in uneven.split("</label>")[0]
    assert reason not in even.split("</label>")[0]
