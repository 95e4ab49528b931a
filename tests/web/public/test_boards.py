"""Travellers, scorecards and the proof of the deals reveal nothing of sealed boards."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils.html import strip_tags

from games.published_deals import verify_deal_sheet
from tests.scenes.evening import SEED, created, enter, play_round, started
from tests.web.page_content import page_content
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.sessions import (
    create_session,
    deal_session,
    finish_session,
    start_session,
)
from tournaments.models import Board, Entry, Play, Seed, Session, Stage
from tournaments.permissions.actor import Actor
from tournaments.queries.boards.travellers import PLAIN, dot_plot, traveller_rows, zero_position
from tournaments.queries.scorecards.scorecards import scorecard_rounds
from tournaments.tasks import catch_up
from tournaments.templatetags.moments import day, time_of_day

pytestmark = [pytest.mark.django_db, pytest.mark.once]

EVENT = "/club-manilla/campionat/"
FIXED, NOT_FIXED = "</svg>fixed</span>", "</svg>not fixed yet</span>"
BOARD = EVENT + "sessions/1/boards/{}/"
REASON = "both sides say 48"


def outcome_of(points: int, trump: str = "bastos") -> dict[str, object]:
    """Return an outcome with this many points for N-S."""
    return {"trump": trump, "delegated": "no", "contro": "none", "ns_points": str(points)}


def played(*points: int) -> tuple[Session, Actor]:
    """Play the first board of a barometer with these points, one for each table."""
    session, director = started(
        2 * len(points), movement="barometer", round_count=3, boards_per_round=2
    )
    plays = Play.objects.filter(board__number=1).select_related("seating__table")
    for play, point in zip(plays.order_by("seating__table__number"), points, strict=True):
        enter(play, outcome_of(point))
    catch_up()
    return session, director


def play_and_score(session: Session, director: Actor) -> None:
    """Play a whole round and score it."""
    play_round(session, director)
    catch_up()


def decide(play: Play, kind: Entry.Kind, outcome: dict[str, object], director: Actor) -> None:
    """Decide a play as the director."""
    play.refresh_from_db()
    decide_play(
        play.pk,
        kind,
        outcome,
        replaces=play.revision,
        reason=REASON,
        actor=director,
        key=f"d{play.pk}",
    )
    catch_up()


def test_page_of_a_sealed_board_shows_no_card_and_no_result(client: Client) -> None:
    _session, _director = started(8, movement="barometer", round_count=3, boards_per_round=2)
    plays = Play.objects.filter(board__number=1).select_related("seating__table")
    for play in plays[1:]:
        enter(play, outcome_of(41))
    page = page_content(client, BOARD.format(1))
    assert "Still being played" in page
    assert not any(
        word in page for word in ("N-S 41", "clubs:", "+5", "ranks", 'class="plot"', "1.50")
    )


def test_page_of_an_open_board_shows_hands_and_results_best_first(client: Client) -> None:
    played(20, 60, 41)
    page = page_content(client, BOARD.format(1))
    assert page.count('class="hand"') == 4
    assert page.index("N-S 60") < page.index("N-S 41") < page.index("N-S 20")
    assert "North deals" in page


def test_facts_of_a_board_name_dealer_and_calling_side(client: Client) -> None:
    played(41, 20)
    facts = (
        page_content(client, BOARD.format(1))
        .partition('class="facts-line">')[2]
        .partition("</p>")[0]
    )
    assert " ".join(strip_tags(facts).split()) == "North deals · N-S name trumps"


def test_board_and_scorecard_explain_award_and_x(client: Client) -> None:
    played(41, 20)
    for url in (BOARD.format(1), f"{EVENT}contestants/1/"):
        page = page_content(client, url)
        in_words = page.index("The award goes from 1, the worst result with these cards, to 2")
        x_in_words = page.index("X is a side’s points above or below 36, half of the 72 in a deal.")
        assert in_words < x_in_words
        assert "Botifarra and contro double it only for the side that said them; recontro" in page
    assert "N-S and E-W are compared separately." in page_content(client, BOARD.format(1))


def test_equal_results_show_the_same_award(client: Client) -> None:
    played(41, 41)
    page = page_content(client, BOARD.format(1))
    assert len(re.findall(r'class="num total">\s*1\.50', page)) == 4


def test_board_row_opens_to_the_explanation_of_both_awards(client: Client) -> None:
    played(41, 20)
    page = page_content(client, BOARD.format(1))
    results = page[page.index('class="ledger traveller"') :]
    assert results.count('class="why"') == 2
    assert results.count("N-S made 41 of the 72 points") == 1
    assert results.count("E-W made 31 of the 72 points") == 1


def test_void_board_is_on_the_traveller_without_a_result(
    client: Client,
) -> None:
    _session, director = played(41, 20, 30)
    play = Play.objects.filter(board__number=1).order_by("pk").first()
    assert play
    decide(play, Entry.Kind.VOID, {}, director)
    last_result = traveller_rows(Board.objects.get(number=1))[-1]
    assert (last_result.play, last_result.notation, last_result.call_key) == (play, None, "")
    assert "not played" in page_content(client, BOARD.format(1))


def test_board_and_scorecard_show_a_correction_and_its_reason(
    client: Client,
) -> None:
    _session, director = played(41, 20, 30)
    play = Play.objects.filter(board__number=1).order_by("pk").first()
    assert play
    assert "Decided by the director" not in page_content(client, BOARD.format(1))
    decide(play, Entry.Kind.CORRECTION, outcome_of(48), director)
    number = play.seating.places.get(seat="N").contestant.number
    for url in (BOARD.format(1), f"{EVENT}contestants/{number}/"):
        assert page_content(client, url).count(f"Decided by the director: “{REASON}”") == 1


def test_page_of_a_sealed_board_hides_the_directors_decision(client: Client) -> None:
    _session, director = played(41, 20, 30)
    play = Play.objects.filter(board__number=1).order_by("pk").first()
    assert play
    decide(play, Entry.Kind.CORRECTION, outcome_of(48), director)
    other_plays = Play.objects.filter(board__number=1).exclude(pk=play.pk)
    other_plays.update(state=Play.State.DUE, entry=None)
    number = play.seating.places.get(seat="N").contestant.number
    for url in (BOARD.format(1), f"{EVENT}contestants/{number}/"):
        page = page_content(client, url)
        assert "ecided by the director" not in page
        assert REASON not in page


def test_board_of_a_session_without_a_seed_says_its_cards_are_unknown(client: Client) -> None:
    played(41, 20)
    Session.objects.update(commitment="")
    assert "The cards of this board are not known" in page_content(client, BOARD.format(1))
    assert "No deals to check" in page_content(client, f"{EVENT}sessions/1/deals/")


def test_dot_plot_spans_the_lowest_to_the_highest_x() -> None:
    played(20, 60, 20, 40)
    plot = dot_plot(traveller_rows(Board.objects.get(number=1)))
    assert plot
    assert [(dot.label, dot.left) for dot in plot.dots] == [
        ("1", 5),
        ("3", 5),
        ("4", 50),
        ("2", 95),
    ]
    assert [tuple(frequency) for frequency in plot.frequencies] == [(-16, 2), (4, 1), (24, 1)]
    lowest_dot, same_x, *higher_dots = plot.dots
    assert same_x.top < lowest_dot.top, "dots that would overlap are stacked"
    assert {dot.top for dot in higher_dots} == {lowest_dot.top}


def test_dot_plot_of_many_results_has_small_unlabelled_dots(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played(20, 20, 20, 20)
    results = traveller_rows(Board.objects.get(number=1))
    monkeypatch.setattr("tournaments.queries.boards.travellers.MAX_LABELLED_ROWS", 3)
    plot = dot_plot(results)
    assert plot
    assert (plot.has_labels, plot.radius) == (False, PLAIN.radius)


def test_dot_plot_has_a_heading_the_tables_and_the_scale(client: Client) -> None:
    played(20, 60, 20, 40)
    page = page_content(client, BOARD.format(1))
    assert "<h2>X of N-S at the tables</h2>" in page
    drawing = page.split('class="plot"')[1].split("</svg>")[0]
    axis_texts = re.findall(r"<text [^>]*>([^<]*)</text>", drawing)
    assert axis_texts == ["0", "−16", "+24", "1", "3", "4", "2"]
    assert drawing.count("data-contestants=") == 4


@pytest.mark.parametrize(
    ("xs", "along"), [((-1, 1), 50), ((-1, 3), 27), ((-1, 99), None), ((0, 5), None)]
)
def test_dot_plot_marks_zero_inside_its_range(xs: tuple[int, int], along: int | None) -> None:
    assert zero_position(Fraction(xs[0]), Fraction(xs[1])) == along


def test_board_without_results_has_no_dot_plot(client: Client) -> None:
    session, director = started(4, movement="barometer", round_count=3, boards_per_round=2)
    finish_session(session.pk, director)
    assert dot_plot(traveller_rows(Board.objects.get(number=1))) is None
    assert 'class="plot"' not in page_content(client, BOARD.format(1))


def test_scorecard_hides_a_sealed_board(client: Client) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play_and_score(session, director)
    page = page_content(client, f"{EVENT}contestants/1/")
    assert page.count("Open later</h2>") == 1  # for both rounds, of two boards each
    assert page.count("being played") == 1  # in round 2
    assert len(re.findall('class="button sealed"', page)) == 4
    assert not re.search(r"NS \d|MIN [−+\d]|1 \+ \([−\d]", page)


def test_scorecard_has_no_running_sum_while_a_board_is_sealed(client: Client) -> None:
    session, director = played(20, 60, 20, 40)
    card = f"{EVENT}contestants/1/"
    page = page_content(client, card)
    assert "<dt>Award</dt>" in page
    assert "so far" not in page
    finish_session(session.pk, director)
    assert "so far" in page_content(client, card)


def test_board_names_the_rounds_of_a_table_that_has_several_results(client: Client) -> None:
    session, director = started(6, movement="howell", round_count=5, boards_per_round=2)
    for _round in range(5):
        play_and_score(session, director)
    rounds_named = []
    for board in session.boards.all():
        labels = [result.play.seating.table.label for result in traveller_rows(board)]
        named = re.findall(
            r"<span>\s*round (\d) ·", page_content(client, BOARD.format(board.number))
        )
        assert len(named) == sum(labels.count(label) > 1 for label in labels)
        rounds_named += named
    assert rounds_named


def test_rounds_page_links_boards_once_they_are_open(client: Client) -> None:
    played(20, 60, 20, 40)
    named = re.findall(
        r'boards-named">(.*?)</span>', page_content(client, f"{EVENT}rounds/"), re.DOTALL
    )
    leading = {url for links in named for url in re.findall('href="([^"]+)"', links)}
    assert leading == {BOARD.format(1)}
    assert all("2" in links for links in named[:2]), "a board that is not open is listed too"


def test_boards_page_lists_open_boards_before_those_not_open_yet(client: Client) -> None:
    played(20, 60, 20, 40)
    page = page_content(client, f"{EVENT}boards/")
    assert re.findall(r"(\d) boards? (?:is|are) (open|not open yet)", page) == [
        ("1", "open"),
        ("5", "not open yet"),
    ]
    assert [page.index(f'href="{BOARD.format(number)}"') for number in range(1, 7)] == sorted(
        page.index(f'href="{BOARD.format(number)}"') for number in range(1, 7)
    )


def test_boards_page_before_the_deal_says_when_to_come_back(client: Client) -> None:
    created(8, movement="mitchell", round_count=4, boards_per_round=2)
    assert "No boards yet" in page_content(client, f"{EVENT}boards/")


def test_scorecard_explains_each_award(client: Client) -> None:
    played(35, 25, 47)
    pages = [page_content(client, f"{EVENT}contestants/{number}/") for number in range(1, 7)]
    assert (
        sum(
            "−1, between −11 and +11: 10 of 22 points better than the worst." in page
            for page in pages
        )
        == 1
    )
    assert sum("1 + ((−1) − (−11)) / (11 − (−11))" in page for page in pages) == 1
    assert any(
        re.search(r'class="call-mark">\s*<svg class="suit \w+" aria-hidden="true">', page)
        for page in pages
    )


def test_running_total_of_a_scorecard_is_the_sum_of_its_awards() -> None:
    session, director = started(8, movement="barometer", round_count=3, boards_per_round=2)
    play_and_score(session, director)
    play_and_score(session, director)
    contestant = session.stage.event.contestants.first()
    assert contestant
    boards = [
        board
        for round_ in scorecard_rounds(contestant)
        for board in round_.boards
        if not board.is_sealed
    ]
    awards = [board.award.award or 0 for board in boards if board.award]
    assert len(awards) == 4
    assert [board.total for board in boards] == [sum(awards[: n + 1]) for n in range(4)]


def test_scorecard_before_round_1_says_that_nothing_was_played(client: Client) -> None:
    session, _director = started(8, movement="barometer", round_count=3, boards_per_round=2)
    session.sections.get().rounds.update(started_at=None)
    assert "No round yet" in page_content(client, f"{EVENT}contestants/1/")


def test_board_page_marks_a_ruled_result(client: Client) -> None:
    _session, director = played(41, 20, 30)
    play = Play.objects.filter(board__number=1).order_by("pk").first()
    assert play
    decide(play, Entry.Kind.RULING, outcome_of(72), director)
    assert 'class="chip ruled"' in page_content(client, BOARD.format(1))
    pair = play.seating.places.get(seat="N").contestant
    assert 'class="chip ruled"' in page_content(client, f"{EVENT}contestants/{pair.number}/")


def test_commitment_is_public_before_the_end_and_the_seed_is_not(client: Client) -> None:
    session, _director = started(6, movement="mitchell", round_count=3, boards_per_round=1)
    page = page_content(client, f"{EVENT}sessions/1/deals/")
    assert session.commitment in page
    assert "sort i encert" in page
    assert SEED not in page
    assert client.get(f"{EVENT}sessions/1/deals.json").status_code == 404


def deals_page(client: Client) -> str:
    return " ".join(page_content(client, f"{EVENT}sessions/1/deals/").split())


def test_deals_page_says_at_every_step_what_is_fixed(client: Client) -> None:
    session, director = created(6, movement="mitchell", round_count=3, boards_per_round=1)
    page = deals_page(client)
    assert (page.count(FIXED), page.count(NOT_FIXED)) == (0, 2)  # neither salt nor hands
    assert "until the words are fixed, nobody can know them" in page
    deal_session(session.pk, "sort i encert", director)
    page = deals_page(client)
    assert (page.count(FIXED), page.count(NOT_FIXED)) == (1, 0)  # the whole text, once
    assert "from now on nobody can change a card" in page
    start_session(session.pk, director)
    assert "nobody can change a card while it is being played" in deals_page(client)
    assert "your own browser then deals every board again" in deals_page(client)
    assert 'id="check"' not in deals_page(client)
    finish_session(session.pk, director)
    page = deals_page(client)
    assert "They follow from the secret number and the words.</dd>" in page
    session.refresh_from_db()
    assert session.finished_at
    ended = f"{day(session.finished_at)}, {time_of_day(session.finished_at)}"
    assert f"Secret until the session ended; public since {ended}." in page
    assert "come back" not in page
    assert 'id="check"' in page
    assert "manage.py verify" in page  # the way without a script


def test_deals_file_reveals_a_replaced_seed_by_its_commitment(
    client: Client,
) -> None:
    session, director = started(6, movement="mitchell", round_count=3, boards_per_round=1)
    finish_session(session.pk, director)
    Seed.objects.update(hex="5eee" * 16)
    sheet = client.get(f"{EVENT}sessions/1/deals.json").json()
    assert sheet["commitment"] == session.commitment
    assert not verify_deal_sheet(sheet)["commitment_ok"]


def test_deals_of_a_later_stage_belong_to_its_own_session(client: Client) -> None:
    session, director = started(6, movement="mitchell", round_count=3, boards_per_round=1)
    finish_session(session.pk, director)
    next_stage = Stage.objects.create(
        event=session.stage.event, number=2, movement_key="mitchell", movement_options={}
    )
    later_session = create_session(next_stage, 3, 2, director, seed="5eee" * 16)
    Session.objects.filter(pk=later_session.pk).update(state=Session.State.FINISHED, salt="")
    page = page_content(client, f"{EVENT}sessions/2/deals/")
    assert "Deals of session 2" in page.partition("</title>")[0]
    assert set(re.findall(r'"(/[^"]*deals\.json)"', page)) == {f"{EVENT}sessions/2/deals.json"}


def test_anybody_can_verify_the_deals_after_the_end(client: Client, tmp_path: Path) -> None:
    session, director = started(6, movement="mitchell", round_count=3, boards_per_round=2)
    finish_session(session.pk, director)
    assert SEED in page_content(client, f"{EVENT}sessions/1/deals/")
    response = client.get(f"{EVENT}sessions/1/deals.json")
    file = tmp_path / "deals.json"
    file.write_bytes(response.content)
    call_command("verify", str(file))
    sheet = json.loads(response.content)
    assert verify_deal_sheet(sheet)["ok"]
    assert sheet["commitment"] == session.commitment
    assert [board["number"] for board in sheet["boards"]] == list(
        session.boards.values_list("number", flat=True)
    )


def test_public_pages_of_a_running_session_contain_no_seed_or_sealed_result(
    client: Client,
) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play_and_score(session, director)
    urls = [
        "",
        "rounds/",
        "boards/",
        "sessions/1/deals/",
        *(f"contestants/{n}/" for n in range(1, 9)),
    ]
    for url in urls:
        page = page_content(client, EVENT + url)
        assert SEED not in page
        assert not re.search(r"NS \d|class=\"hand\"", page)


def test_scorecard_names_the_line_of_its_rank(client: Client) -> None:
    play_and_score(*started(8, movement="mitchell", round_count=4, boards_per_round=2))
    assert "<dt>Place N-S</dt>" in page_content(client, f"{EVENT}contestants/1/")


def test_scorecard_offers_a_report_of_a_wrong_result_only_where_it_can_be_sent(
    client: Client,
) -> None:
    played(41, 20)
    page = page_content(client, f"{EVENT}contestants/1/")
    assert "Is a result wrong?" in page
    assert "Report a wrong result" not in page


LEFT_OUT = "A result with a revoke or a ruling does not move the best and the worst"


def test_board_with_a_revoke_says_that_it_does_not_move_the_best_and_the_worst(
    client: Client,
) -> None:
    played(41, 20, 30)
    assert LEFT_OUT not in page_content(client, BOARD.format(1))
    plays = list(Play.objects.filter(board__number=2).select_related("seating__table"))
    enter(plays[0], outcome_of(41) | {"ns_points": "", "renunci": "ns"})
    for play in plays[1:]:
        enter(play, outcome_of(41))
    catch_up()
    assert LEFT_OUT in page_content(client, BOARD.format(2))


def test_board_with_one_result_says_that_there_is_nothing_to_compare(client: Client) -> None:
    session, director = started(4, movement="barometer", round_count=3, boards_per_round=2)
    enter(Play.objects.filter(board__number=1).earliest("pk"), outcome_of(40))
    finish_session(session.pk, director)
    catch_up()
    page = " ".join(page_content(client, BOARD.format(1)).split())
    assert "Only one result: there is nothing to compare, so the award is 1.50." in page
    assert "nothing to compare, so the rules of the event give 1.50" in page


def test_board_with_two_results_is_compared(client: Client) -> None:
    session, director = played(40, 50)
    finish_session(session.pk, director)
    catch_up()
    assert "Only one result" not in page_content(client, BOARD.format(1))
