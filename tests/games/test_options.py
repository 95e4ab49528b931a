"""Options that nobody can list: free text, and minutes."""

import pytest

from games.catalogue import get_game
from games.options import InvalidOption, MinutesOption, TextOption, resolve_options

TEXT = TextOption("title", max_length=10)
MINUTES = MinutesOption("minutes")


def test_text_is_kept_in_one_form():
    assert resolve_options([TEXT], {"title": "  Cafe\u0301 "}) == {"title": "Caf\u00e9"}
    assert resolve_options([TEXT], {}) == {"title": ""}


def test_everything_wrong_with_a_text_is_said_at_once():
    wrong = "Broom\nService\x00\u202e"
    assert [each.code for each in TEXT.problems(wrong)] == [
        "text_long",
        "text_unseen",
        "text_lines",
    ]
    with pytest.raises(
        InvalidOption, match=r"option 'title': Write 10 characters at most: these are 15\."
    ) as said:
        resolve_options([TEXT], {"title": wrong})
    assert wrong not in str(said.value)


@pytest.mark.parametrize("said", ["", "1", "75", "7.5", "180"])
def test_minutes(said):
    assert resolve_options([MINUTES], {"minutes": said}) == {"minutes": said}


@pytest.mark.parametrize("said", ["0", "0.5", "181", "-3", "7,5", "an hour"])
def test_what_are_no_minutes(said):
    with pytest.raises(InvalidOption, match="'minutes' is a number of minutes from 1 to 180"):
        resolve_options([MINUTES], {"minutes": said})


def test_a_sheet_says_what_is_played_and_how_long_it_takes():
    named = get_game("score_sheet", {"title": "Broom Service", "minutes": "67.5"})
    assert (named.club_title, str(named.title), named.minutes_per_board * 2) == (
        "Broom Service",
        "Broom Service",
        135,
    )
    plain = get_game("score_sheet")
    assert (plain.club_title, str(plain.title), plain.minutes_per_board) == ("", "Score sheet", 30)


def test_what_an_event_chose_before_there_was_a_title_is_what_it_was():
    before = get_game("score_sheet", {"players": "3", "wins": "low"}, 1)
    assert (before.players, before.club_title, before.minutes_per_board) == (3, "", 30)
