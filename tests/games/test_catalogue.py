"""The numbers of players of a contestant that each game allows."""

from games.catalogue import get_game
from games.game import MIN_TEAM_SIZE


def test_game_determines_the_allowed_sizes_of_contestants() -> None:
    assert get_game("botifarra").contestant_sizes == (2, 1, MIN_TEAM_SIZE)
    assert get_game("score_sheet").contestant_sizes == (1,)
    assert get_game("match").contestant_sizes == (2,)
    assert get_game("match", {"games": "6"}).contestant_sizes == (4,)
