"""Options without a list of choices: free text and minutes."""

import pytest

from games.catalogue import get_game
from games.options import InvalidOption, MinutesOption, TextOption, resolve_options

TEXT = TextOption("title", max_length=10)
MINUTES = MinutesOption("minutes")


def test_text_option_is_normalized():
    assert resolve_options([TEXT], {"title": "  Cafe\u0301 "}) == {"title": "Caf\u00e9"}
    assert resolve_options([TEXT], {}) == {"title": ""}


def test_text_option_reports_all_problems_at_once():
    invalid = "Broom\nService\x00\u202e"
    assert [problem.code for problem in TEXT.problems(invalid)] == [
        "text_long",
        "text_unseen",
        "text_lines",
    ]
    with pytest.raises(
        InvalidOption, match=r"option 'title': Write 10 characters at most: these are 15\."
    ) as refused:
        resolve_options([TEXT], {"title": invalid})
    assert invalid not in str(refused.value)


@pytest.mark.parametrize("minutes", ["", "1", "75", "7.5", "180"])
def test_minutes_option_accepts_numbers_in_range_and_empty_text(minutes):
    assert resolve_options([MINUTES], {"minutes": minutes}) == {"minutes": minutes}


@pytest.mark.parametrize("minutes", ["0", "0.5", "181", "-3", "7,5", "an hour"])
def test_minutes_option_rejects_other_values(minutes):
    with pytest.raises(InvalidOption, match="'minutes' is a number of minutes from 1 to 180"):
        resolve_options([MINUTES], {"minutes": minutes})


def test_score_sheet_uses_title_and_minutes_of_the_club():
    with_title = get_game("score_sheet", {"title": "Broom Service", "minutes": "67.5"})
    assert (with_title.club_title, str(with_title.title), with_title.minutes_per_board * 2) == (
        "Broom Service",
        "Broom Service",
        135,
    )
    without_title = get_game("score_sheet")
    assert (
        without_title.club_title,
        str(without_title.title),
        without_title.minutes_per_board,
    ) == ("", "Score sheet", 30)


def test_score_sheet_accepts_options_from_before_it_had_a_title():
    game = get_game("score_sheet", {"players": "3", "wins": "low"}, 1)
    assert (game.player_count, game.club_title, game.minutes_per_board) == (3, "", 30)
