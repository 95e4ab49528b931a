"""Find the last open board of each contestant, whose award is shown beside the total."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tournaments.models import Board, Stage
from tournaments.permissions.visibility.results_shown import hidden_board_ids
from tournaments.queries.results.counted_plays import ContestantsOfLines, CountedPlay
from tournaments.queries.standings.snapshot_format import RoundKey


class LastPlay(NamedTuple):
    """A contestant's last play: the number of the board, the contestant's line, and the play."""

    board: int
    line: str
    result: CountedPlay


def last_open_plays(
    stage: Stage,
    results: Iterable[CountedPlay],
    contestant_ids_of_lines: ContestantsOfLines,
    round_of_seating: Mapping[int, RoundKey],
) -> dict[int, LastPlay]:
    """Return each contestant's last open play.

    If it has several in a round, the one with the highest board number counts.
    """
    hidden = {number for session in stage.sessions.all() for number in hidden_board_ids(session)}
    numbers = dict(Board.objects.filter(session__stage=stage).values_list("pk", "number"))
    lines = tuple(stage.event.game.lines)
    last: dict[int, tuple[RoundKey, LastPlay]] = {}
    for result in results:
        if result.board_id in hidden:
            continue
        moment, board = round_of_seating[result.seating_id], numbers[result.board_id]
        for line in lines:
            for contestant in contestant_ids_of_lines[result.seating_id, line]:
                if contestant not in last or _play_order(last[contestant]) < (moment, board):
                    last[contestant] = moment, LastPlay(board, line, result)
    return {contestant: play for contestant, (_moment, play) in last.items()}


def _play_order(last_play: tuple[RoundKey, LastPlay]) -> tuple[RoundKey, int]:
    round_key, last = last_play
    return round_key, last.board
